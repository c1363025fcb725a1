//! Helpers for the games' own tests: positions from pictures, moves as text.

use crate::Position;
use crate::message::english;
use crate::view::Describe;

/// The board part of a position string from a picture: one line per row, cells separated by
/// spaces, `.` for empty.
pub(crate) fn board(picture: &str) -> String {
    let rows = picture
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty());
    let row = |line: &str| line.replace(' ', "").replace('.', "1");
    rows.map(row).collect::<Vec<_>>().join("/")
}

/// Parses a position that must be valid.
#[track_caller]
pub(crate) fn position<P: Position>(text: &str) -> P {
    match text.parse() {
        Ok(position) => position,
        Err(error) => panic!("{text}: {error}"),
    }
}

/// The error message of a position that must be rejected.
#[track_caller]
pub(crate) fn refused<P: Position>(text: &str) -> String {
    match text.parse::<P>() {
        Ok(position) => panic!("{text} was accepted as {position}"),
        Err(error) => error.to_string(),
    }
}

/// The texts of the legal moves, sorted.
pub(crate) fn move_texts<P: Position>(position: &P) -> Vec<String> {
    let mut texts: Vec<String> = position
        .moves()
        .into_iter()
        .map(|mv| position.move_text(mv))
        .collect();
    texts.sort();
    texts
}

/// The legal moves whose texts begin with `prefix`, without it, joined by spaces.
pub(crate) fn moves_from<P: Position>(position: &P, prefix: &str) -> String {
    let texts = move_texts(position);
    let rest: Vec<&str> = texts
        .iter()
        .filter_map(|text| text.strip_prefix(prefix))
        .collect();
    rest.join(" ")
}

/// The position after some steps that must be legal.
#[track_caller]
pub(crate) fn after<P: Position>(mut position: P, steps: &str) -> P {
    for text in steps.split_whitespace() {
        let played = position
            .parse_step(text)
            .and_then(|step| position.play(step));
        if let Err(error) = played {
            panic!("{position}: {error}");
        }
    }
    position
}

/// The error message of a step that must be rejected.
#[track_caller]
pub(crate) fn refused_step<P: Position>(position: &P, text: &str) -> String {
    let mut copy = *position;
    match position.parse_step(text).and_then(|step| copy.play(step)) {
        Ok(()) => panic!("{text} was accepted in {position}"),
        Err(error) => {
            assert_eq!(copy, *position, "a refused step changed the position");
            error.to_string()
        }
    }
}

/// The caption of a step, in English.
#[track_caller]
pub(crate) fn caption<P: Describe>(position: &P, text: &str) -> String {
    match position
        .parse_step(text)
        .and_then(|step| position.validate(step).map(|()| step))
    {
        Ok(step) => english(&position.caption(step)),
        Err(error) => panic!("{position}: {error}"),
    }
}

/// How a game ended, in English; empty while it is in progress.
pub(crate) fn result<P: Describe>(position: &P) -> String {
    english(&position.result())
}
