//! Real servers for tests, in temporary directories. Each ends with the process that started it,
//! however that ends.

mod postgres;
mod watch;

pub use postgres::{Cluster, Database};
