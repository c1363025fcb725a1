//! Tests of Catapult, by subject. Pictures begin with rank 9 and file a.

mod catapults;
mod end;
mod naive;
mod refusals;
mod rules;
mod symmetry;
mod text;
mod view;

use super::Catapult;
use crate::testing::{board, position};

/// A position in play from a picture.
#[track_caller]
fn game(picture: &str, turn: char) -> Catapult {
    position(&format!("{} {turn}", board(picture)))
}

/// A position in which a flag is to be placed.
#[track_caller]
fn placing(picture: &str, turn: char) -> Catapult {
    position(&format!("{} {turn} place", board(picture)))
}
