//! How a table is set up.

use crate::clock::{Time, TimeControl};
use crate::seal::Seal;
use quintain_engine::Level;
use quintain_rules::erased::AnyGame;
use quintain_rules::{PositionError, Side, SizeError};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// How a table is set up: with the entries that follow, all there is to a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The game's id.
    pub game: String,
    /// The start position.
    pub start: String,
    /// When it was set up.
    pub created: Time,
    /// How much time there is.
    #[serde(default)]
    pub time: TimeControl,
    /// Who sits where, the first side first.
    pub seats: [Seat; 2],
    /// What is hidden until the end, in games that hide something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<Seal>,
    /// How steps are taken back.
    #[serde(default)]
    pub takebacks: Takebacks,
    /// When a game that the rules do not end is a draw.
    #[serde(default)]
    pub limits: DrawLimits,
}

/// A player's place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// The player's name.
    pub name: String,
    /// Who chooses the moves.
    pub controller: Controller,
}

/// Who chooses a player's moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Controller {
    /// Somebody.
    Human,
    /// The engine.
    Engine {
        /// Its level, 1 to 8.
        level: u8,
    },
    /// Another program, through UGI.
    Ugi {
        /// What starts it.
        command: String,
    },
}

impl Controller {
    /// Whether a person chooses.
    pub fn is_human(&self) -> bool {
        *self == Controller::Human
    }
}

/// Why a text names no player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no player: there are human, engine, engine:1 to engine:8 and ugi:COMMAND")]
pub struct ControllerError(String);

impl FromStr for Controller {
    type Err = ControllerError;

    /// Reads `human`, `engine`, `engine:3` or `ugi:COMMAND`.
    fn from_str(text: &str) -> Result<Self, ControllerError> {
        let wrong = || ControllerError(text.chars().take(80).collect());
        match text.split_once(':') {
            None if text == "human" => Ok(Controller::Human),
            None if text == "engine" => Ok(Controller::Engine {
                level: Level::FULL.number(),
            }),
            Some(("engine", level)) => {
                let level = level.parse().ok().and_then(Level::new).ok_or_else(wrong)?;
                Ok(Controller::Engine {
                    level: level.number(),
                })
            }
            Some(("ugi", command)) if !command.trim().is_empty() => Ok(Controller::Ugi {
                command: command.trim().to_owned(),
            }),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for Controller {
    /// Writes what `from_str` reads.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Controller::Human => out.write_str("human"),
            Controller::Engine { level } => write!(out, "engine:{level}"),
            Controller::Ugi { command } => write!(out, "ugi:{command}"),
        }
    }
}

/// How steps are taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Takebacks {
    /// Whenever a player likes.
    #[default]
    Free,
    /// If the other player agrees.
    Agreed,
    /// Never.
    Never,
}

/// When a game that the rules do not end is a draw. No game has such a rule of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawLimits {
    /// When a position has come so often.
    #[serde(default)]
    pub repetitions: Option<u8>,
    /// After so many steps.
    #[serde(default)]
    pub plies: Option<u16>,
}

/// Why a table cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// There is no board of this size.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The start position is none.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl Setup {
    /// A game from its usual start between two people without clocks; chance draws who begins
    /// and what is hidden, where the game says so.
    pub fn new(
        game: &dyn AnyGame,
        size: Option<u8>,
        created: Time,
        entropy: [u8; 32],
    ) -> Result<Setup, SizeError> {
        let starts = game.initial_positions(size)?;
        let start = &starts[usize::from(entropy[31]) % starts.len()];
        Ok(Setup::on(
            game,
            &start.text(),
            created,
            Seal::draw(&**start, entropy),
        ))
    }

    /// The same from a position of one's own.
    pub fn from_position(
        game: &dyn AnyGame,
        position: &str,
        created: Time,
        entropy: [u8; 32],
    ) -> Result<Setup, PositionError> {
        let start = game.parse(position)?;
        Ok(Setup::on(
            game,
            &start.text(),
            created,
            Seal::draw(&*start, entropy),
        ))
    }

    fn on(game: &dyn AnyGame, start: &str, created: Time, seal: Option<Seal>) -> Setup {
        let seat = |side| Seat {
            name: game.info().side_name(side).to_owned(),
            controller: Controller::Human,
        };
        Setup {
            game: game.info().id.to_owned(),
            start: start.to_owned(),
            created,
            time: TimeControl::Unlimited,
            seats: Side::BOTH.map(seat),
            seal,
            takebacks: Takebacks::Free,
            limits: DrawLimits::default(),
        }
    }
}
