//! The module's functions for its host.
//!
//! To have a request answered, the host
//!
//! 1. calls `request(length)`, which returns where the request's bytes go,
//! 2. writes them there and calls `answer()`,
//! 3. reads `response_length()` bytes at `response()`.
//!
//! The host provides `now`, its clock in milliseconds, and `report`, which is called with what an
//! analysis finds while it is answered.

use crate::Core;
use quintain_engine::Host;
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    safe fn now() -> f64;
    safe fn report(bytes: *const u8, length: usize);
}

/// The clock of the host. There are no threads.
struct Browser;

impl Host for Browser {
    fn now(&self) -> Duration {
        Duration::from_secs_f64(now().max(0.0) / 1000.0)
    }
}

/// What is in memory for the host.
struct State {
    core: Core,
    request: Vec<u8>,
    response: Vec<u8>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::new(State {
        core: Core::new(Arc::new(Browser)),
        request: Vec::new(),
        response: Vec::new(),
    });
}

/// Makes room for a request, and returns where its bytes go.
#[unsafe(no_mangle)]
extern "C" fn request(length: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        state.request.clear();
        state.request.resize(length, 0);
        state.request.as_mut_ptr()
    })
}

/// Answers the request.
#[unsafe(no_mangle)]
extern "C" fn answer() {
    STATE.with_borrow_mut(|state| {
        let mut on_report = |bytes: &[u8]| report(bytes.as_ptr(), bytes.len());
        state.response = state.core.handle(&state.request, &mut on_report);
    });
}

/// Where the response is.
#[unsafe(no_mangle)]
extern "C" fn response() -> *const u8 {
    STATE.with_borrow(|state| state.response.as_ptr())
}

/// How long the response is.
#[unsafe(no_mangle)]
extern "C" fn response_length() -> usize {
    STATE.with_borrow(|state| state.response.len())
}
