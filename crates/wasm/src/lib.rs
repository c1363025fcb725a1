//! The rules and the engine for hosts that speak JSON through memory, above all for browsers.
//!
//! A host writes a request into memory, has it answered, and reads the response (see `exports`,
//! which exists only where there is no operating system). [`Core`] is everything behind that and
//! is the same on every machine: a request names a service of the crate `quintain-api`.

mod core;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod exports;
mod json;

pub use core::Core;
