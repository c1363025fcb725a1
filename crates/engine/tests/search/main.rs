//! Tests of the search, for every game without chance.

mod common;
mod forced;
mod guarantees;
mod limits;
mod techniques;
