//! Converting between `.inco` games and records.

use super::Incognito;
use super::inco::SavedGame;
use super::secret::Spies;
use crate::erased::erase;
use crate::record::{FileFormat, FormatError, Record, RecordFault};
use crate::{Position, Secret, Side};
use std::str::FromStr;

/// The format, as applications see it.
pub(super) const INCO: FileFormat = FileFormat {
    name: "inco",
    parse: |text| {
        let game = SavedGame::from_str(text).map_err(|error| FormatError(error.to_string()))?;
        to_record(&game).map_err(|fault| FormatError(fault.to_string()))
    },
    write: |record| Ok(from_record(record)?.to_string()),
};

fn to_record(game: &SavedGame) -> Result<Record, RecordFault> {
    let mut position = game.start();
    let mut record = Record::new(erase(position));
    for &step in game.steps() {
        record.play(&position.step_text(step))?;
        position.play_unchecked(step);
    }
    record.disclose_secret(&game.spies().text(&game.start()))?;
    Ok(record)
}

/// Names and comments are left out; anything else that the format cannot express is refused.
fn from_record(record: &Record) -> Result<SavedGame, FormatError> {
    let wrong = |reason: &str| FormatError(format!("an .inco file {reason}"));
    let start_by = |first| Incognito::start_with(Some(5), first).ok();
    let start = record.start().as_any().downcast_ref::<Incognito>();
    let first = Side::BOTH
        .into_iter()
        .find(|&first| start.is_some() && start_by(first).as_ref() == start);
    let (Some(start), Some(first)) = (start, first) else {
        return Err(wrong(
            "holds a game of Incognito from the start position of the 5x5 board",
        ));
    };
    let secret = record
        .secret()
        .ok_or_else(|| wrong("names the spies, and this record does not"))?;
    if let Some(termination) = record.result().and_then(|outcome| outcome.termination) {
        let reason = format!("cannot tell that a game ended by {}", termination.word());
        return Err(wrong(&reason));
    }
    let refuse = |error: &dyn std::fmt::Display| FormatError(error.to_string());
    let spies = Spies::parse(start, secret).map_err(|error| refuse(&error))?;
    let mut game = SavedGame::new(first, spies).map_err(|error| refuse(&error))?;
    for step in record.steps() {
        let step = game
            .position()
            .parse_step(&step.text)
            .map_err(|error| refuse(&error))?;
        game.play(step.mv).map_err(|error| refuse(&error))?;
    }
    Ok(game)
}
