//! What the engine needs of the machine it runs on, so that it runs in any host: a program, a
//! browser, a test with a clock of its own.

use std::time::Duration;

/// The host of an engine: it tells the time, and has threads or none. A search touches nothing
/// else of the machine.
pub trait Host: Send + Sync {
    /// The time since some moment in the past. It never goes back.
    fn now(&self) -> Duration;

    /// Runs `main`, and the helpers on threads of their own at the same time, and returns when all
    /// have ended. Helpers that cannot be started are left out; by default that is all of them.
    fn run_parallel<'a>(
        &self,
        main: &mut dyn FnMut(),
        helpers: Vec<Box<dyn FnOnce() + Send + 'a>>,
    ) {
        drop(helpers);
        main();
    }
}

/// The operating system. Where there is none (WebAssembly without a system interface), time
/// stands still and there are no threads: there an engine is given a host of its own.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemHost;

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
impl Host for SystemHost {
    fn now(&self) -> Duration {
        static ORIGIN: std::sync::LazyLock<std::time::Instant> =
            std::sync::LazyLock::new(std::time::Instant::now);
        ORIGIN.elapsed()
    }

    fn run_parallel<'a>(
        &self,
        main: &mut dyn FnMut(),
        helpers: Vec<Box<dyn FnOnce() + Send + 'a>>,
    ) {
        std::thread::scope(|scope| {
            for helper in helpers {
                // The system may have no more threads; then there is one helper less.
                drop(std::thread::Builder::new().spawn_scoped(scope, helper));
            }
            main();
        });
    }
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
impl Host for SystemHost {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}
