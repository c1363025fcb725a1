//! The server as its clients see it: real sockets, a real database.

mod common;
mod faults;
mod people;
mod play;
mod secret;
mod service;
mod time;
