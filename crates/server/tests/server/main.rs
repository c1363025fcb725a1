//! The server as its clients see it: real sockets, a real database.

mod bot;
mod common;
mod credentials;
mod faults;
mod flood;
mod fuzz_inputs;
mod play;
mod secret;
mod service;
mod slow;
mod store;
mod time;
mod users;
