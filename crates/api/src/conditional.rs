//! Conditional moves: lines of steps that a player has decided on in advance.
//!
//! A line begins where the game stood, with a step of the opponent, and ends with one of the player.
//! Steps include what they reveal, so a line says exactly what it waits for; the player's own moves
//! are played without it, and what they reveal decides whether the game still follows the line.

use crate::error::{ServiceError, in_range};
use quintain_rules::Side;
use quintain_rules::erased::AnyPosition;
use quintain_rules::message::ToMessage;

/// How many lines a player may have in a game.
pub const MAX_LINES: u64 = 12;
/// How many steps a line may have.
pub const MAX_LINE_STEPS: u64 = 16;

/// Checks that lines can be played from a position in which the opponent of `side` is to move, and
/// that they never say two things at once.
pub fn check(
    position: &dyn AnyPosition,
    side: Side,
    lines: &[Vec<String>],
) -> Result<(), ServiceError> {
    in_range("lines", lines.len() as u64, 0..=MAX_LINES)?;
    for line in lines {
        check_line(position, side, line)?;
    }
    for (index, line) in lines.iter().enumerate() {
        let contradicts = |other: &&Vec<String>| {
            let mut pairs = line.iter().zip(other.iter());
            // The player's own steps are the second, the fourth and so on.
            pairs
                .position(|(a, b)| a != b)
                .is_some_and(|at| at % 2 == 1)
        };
        if let Some(other) = lines[..index].iter().find(contradicts) {
            return Err(ServiceError::Contradiction {
                first: other.join(" "),
                second: line.join(" "),
            });
        }
    }
    Ok(())
}

fn check_line(position: &dyn AnyPosition, side: Side, line: &[String]) -> Result<(), ServiceError> {
    in_range("steps", line.len() as u64, 2..=MAX_LINE_STEPS)?;
    let mut position = position.boxed_clone();
    let mut mover = !side;
    for (number, step) in (1..).zip(line) {
        if position.turn() != mover {
            return Err(ServiceError::NotInTurn { number });
        }
        let played = position.play(step);
        played.map_err(|error| ServiceError::Step {
            number,
            reason: error.to_message(),
        })?;
        mover = !mover;
    }
    match mover == side {
        true => Err(ServiceError::NotInTurn {
            number: u32::try_from(line.len()).unwrap_or(u32::MAX),
        }),
        false => Ok(()),
    }
}

/// The move to play in a position that was reached by these steps since the lines were decided on,
/// if one of them goes on from there.
pub fn reply(position: &dyn AnyPosition, played: &[&str], lines: &[Vec<String>]) -> Option<String> {
    let follows = |line: &&Vec<String>| {
        line.len() > played.len() && line.iter().zip(played).all(|(a, b)| a == b)
    };
    let step = &lines.iter().find(follows)?[played.len()];
    let mut events = position.events().into_iter();
    Some(events.find(|event| event.text == *step)?.mv)
}
