//! Connections that stay open: WebSockets, and the queues of messages to their clients.

mod client;
mod connections;
mod local;
mod socket;

pub(crate) use client::{ClientReceiver, ClientSender, encode};
pub(crate) use connections::{Connections, Registration};
pub use local::LocalSocket;
pub(crate) use socket::open;
