//! The messages of a client over the socket, one per line. `GAME` stands for the id of a game in
//! which the client plays both sides.
#![no_main]

// Not in the library: the server's tests use it too, and the other targets do not need a server.
#[path = "../src/scratch.rs"]
mod scratch;
#[path = "../src/socket.rs"]
mod socket;

use std::sync::OnceLock;

/// One server for all inputs.
static SERVER: OnceLock<socket::Server> = OnceLock::new();

libfuzzer_sys::fuzz_target!(|text: &str| {
    let server = SERVER.get_or_init(|| {
        let name = format!("quintain-fuzz-{}.db", std::process::id());
        socket::Server::start(scratch::scratch_file(&name))
    });
    server.receive(text);
});
