//! The server as its clients see it: real sockets, a real database.

mod bot;
mod budgets;
mod cluster;
mod common;
mod conditional;
mod conformance;
mod credentials;
mod expiry;
mod faults;
mod flood;
mod fuzz_inputs;
mod hanging;
mod limits;
mod outages;
mod play;
mod postgres;
mod push;
mod rated;
mod secret;
mod service;
mod shutdown;
mod slow;
mod storage;
mod time;
mod users;
mod wait;
