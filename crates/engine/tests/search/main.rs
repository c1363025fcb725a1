//! Tests of the search, for every game that knows how to play.

mod common;
mod forced;
mod promises;
