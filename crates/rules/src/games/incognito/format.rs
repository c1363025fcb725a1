//! Converting between `.inco` games and records.

use super::inco::SavedGame;
use super::secret::Spies;
use super::{Incognito, TEXTS};
use crate::erased::erase;
use crate::message::ToMessage;
use crate::record::{FileFormat, FormatError, Import, Outcome, Record, RecordFault};
use crate::{Position, Secret, Side, messages};

messages! {
    /// Why a record cannot be written as an `.inco` file: parts of sentences.
    pub(super) enum Unwritable in TEXTS {
        /// It is not a game that the format can hold.
        OtherStart = "inco-other-start",
        /// It does not name the spies.
        NoSpies = "inco-no-spies",
        /// Something other than the rules ended the game.
        Termination = "inco-termination" {
            /// What ended it, as records write it.
            reason: &'static str,
        },
    }
}

/// The format, as applications see it.
pub(super) const INCO: FileFormat = FileFormat {
    name: "inco",
    parse: |text| {
        let (game, warnings) = SavedGame::import(text).map_err(|error| refuse(&error))?;
        let record = to_record(&game).map_err(|fault| refuse(&fault))?;
        let warnings = warnings.iter().map(ToMessage::to_message).collect();
        Ok(Import { record, warnings })
    },
    write: |record| Ok(from_record(record)?.to_string()),
    names_secret: true,
};

fn refuse(reason: &impl ToMessage) -> FormatError {
    FormatError(reason.to_message())
}

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
    let start_with = |first| Incognito::start_with(Some(5), first).ok();
    let start = record.start().as_any().downcast_ref::<Incognito>();
    let first = Side::BOTH
        .into_iter()
        .find(|&first| start.is_some() && start_with(first).as_ref() == start);
    let (Some(start), Some(first)) = (start, first) else {
        return Err(refuse(&Unwritable::OtherStart));
    };
    let secret = record
        .secret()
        .ok_or_else(|| refuse(&Unwritable::NoSpies))?;
    if let Some(reason) = record.result().and_then(Outcome::termination) {
        let reason = reason.as_str();
        return Err(refuse(&Unwritable::Termination { reason }));
    }
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
