//! Helpers for the games' own tests: positions and moves as pictures.

use crate::Position;
use crate::message::{Language, join};
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

/// Parses a position that must be right.
#[track_caller]
pub(crate) fn position<G: Position>(text: &str) -> G {
    match text.parse() {
        Ok(position) => position,
        Err(error) => panic!("{text}: {error}"),
    }
}

/// The message of a position that must be refused.
#[track_caller]
pub(crate) fn refused<G: Position>(text: &str) -> String {
    match text.parse::<G>() {
        Ok(position) => panic!("{text} was accepted as {position}"),
        Err(error) => error.to_string(),
    }
}

/// The texts of the legal moves, sorted.
pub(crate) fn move_texts<G: Position>(position: &G) -> Vec<String> {
    let mut texts: Vec<String> = position
        .moves()
        .into_iter()
        .map(|mv| position.move_text(mv))
        .collect();
    texts.sort();
    texts
}

/// The legal moves that begin with `prefix`, without it, joined by spaces.
pub(crate) fn moves_from<G: Position>(position: &G, prefix: &str) -> String {
    let texts = move_texts(position);
    let rest: Vec<&str> = texts
        .iter()
        .filter_map(|text| text.strip_prefix(prefix))
        .collect();
    rest.join(" ")
}

/// The position after some steps that must be legal.
#[track_caller]
pub(crate) fn after<G: Position>(mut position: G, steps: &str) -> G {
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

/// The message of a step that must be refused.
#[track_caller]
pub(crate) fn refused_step<G: Position>(position: &G, text: &str) -> String {
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
pub(crate) fn caption<G: Describe>(position: &G, text: &str) -> String {
    match position
        .parse_step(text)
        .and_then(|step| position.validate(step).map(|()| step))
    {
        Ok(step) => join(&position.caption(step), Language::ENGLISH),
        Err(error) => panic!("{position}: {error}"),
    }
}
