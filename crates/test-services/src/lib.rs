//! Real servers for tests, in temporary directories. Each ends with the process that started it,
//! however that ends.

mod nats;
mod postgres;
mod watch;

pub use nats::Nats;
pub use postgres::{Cluster, Database};
