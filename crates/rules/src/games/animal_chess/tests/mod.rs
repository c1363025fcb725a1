//! Tests of Animal Chess: each rule, the notation, what players see, and a second, naive
//! implementation to compare with.

mod naive;
mod notation;
mod rules;
mod view;

use super::AnimalChess;
use crate::testing::{board, position};

/// A position from a picture of the board, then the side to move and the hands.
#[track_caller]
fn animals(picture: &str, rest: &str) -> AnimalChess {
    position(&format!("{} {rest}", board(picture)))
}
