//! The server as its clients see it: real sockets, a real database.

mod bot;
mod common;
mod faults;
mod limits;
mod play;
mod secret;
mod service;
mod slow;
mod store;
mod time;
mod users;
