//! How a table is set up.

use crate::TEXTS;
use crate::annotations::Annotations;
use crate::clock::{TimeControl, Timestamp};
use crate::seal::Seal;
use quintain_rules::erased::AnyGame;
use quintain_rules::{PositionError, Side, SizeError, messages, quote};
use serde::{Deserialize, Serialize};
use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// How a table is set up. Together with the entries that follow it is the whole game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The game's id.
    pub game: String,
    /// The start position.
    pub start: String,
    /// When it was set up.
    pub created_at: Timestamp,
    /// How much time the players have.
    #[serde(default)]
    pub time_control: TimeControl,
    /// The seats, the first side's first.
    pub seats: [Seat; 2],
    /// What stays hidden until the end, in games that hide something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<Seal>,
    /// Whether moves can be taken back.
    #[serde(default)]
    pub takebacks: Takebacks,
    /// When a game that the rules do not end is a draw.
    #[serde(default)]
    pub draw_limits: DrawLimits,
    /// The headers and comments of the record that the game continues, if it continues one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
}

/// A player's place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// The player's name, if there is one besides the side's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The one who chooses the moves.
    pub controller: Controller,
}

/// The one who chooses a player's moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Controller {
    /// A person.
    Human,
    /// The engine.
    Engine {
        /// Its level.
        level: EngineLevel,
    },
    /// Another program, through UGI.
    Ugi {
        /// The command that starts it.
        command: String,
    },
}

impl Controller {
    /// Whether a person chooses.
    pub fn is_human(&self) -> bool {
        *self == Controller::Human
    }
}

/// The number of one of the engine's levels: 1 for beginners, 8 for full strength.
///
/// A table knows no engine; the host of the game starts one at this level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct EngineLevel(u8);

impl EngineLevel {
    /// Full strength.
    pub const MAX: EngineLevel = EngineLevel(8);

    /// The level with this number; `None` unless it is from 1 to 8.
    pub const fn new(number: u8) -> Option<EngineLevel> {
        match number {
            1..=8 => Some(EngineLevel(number)),
            _ => None,
        }
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = EngineLevel> {
        (1..=EngineLevel::MAX.0).map(EngineLevel)
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl TryFrom<u8> for EngineLevel {
    type Error = LevelError;

    fn try_from(number: u8) -> Result<EngineLevel, LevelError> {
        EngineLevel::new(number).ok_or(LevelError { number })
    }
}

messages! {
    /// A level that the engine does not have.
    pub struct LevelError in TEXTS = "no-such-level" {
        /// The number.
        number: u8,
    }
}

impl Error for LevelError {}

impl From<EngineLevel> for u8 {
    fn from(level: EngineLevel) -> u8 {
        level.0
    }
}

impl fmt::Display for EngineLevel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

messages! {
    /// Why a text does not name a player.
    pub struct ControllerError in TEXTS = "not-a-player" {
        /// The text, quoted.
        text: String,
    }
}

impl Error for ControllerError {}

impl FromStr for Controller {
    type Err = ControllerError;

    /// Reads `human`, `engine`, `engine:3` or `ugi:COMMAND`.
    fn from_str(text: &str) -> Result<Self, ControllerError> {
        let wrong = || ControllerError { text: quote(text) };
        match text.split_once(':') {
            None if text == "human" => Ok(Controller::Human),
            None if text == "engine" => Ok(Controller::Engine {
                level: EngineLevel::MAX,
            }),
            Some(("engine", level)) => {
                let level = level.parse().ok().and_then(EngineLevel::new);
                Ok(Controller::Engine {
                    level: level.ok_or_else(wrong)?,
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

/// Whether moves can be taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Takebacks {
    /// At any time, even after the end, unless a secret has been disclosed. A step that revealed
    /// something stays.
    #[default]
    Free,
    /// If the opponent agrees, but not a step that revealed something.
    Agreed,
    /// Never.
    Never,
}

/// When a game that the rules do not end is a draw. No game has such a rule of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawLimits {
    /// When a position has occurred this many times.
    #[serde(default)]
    pub repetitions: Option<u8>,
    /// After this many steps.
    #[serde(default)]
    pub max_plies: Option<u16>,
}

messages! {
    /// Why a table cannot be set up.
    pub enum SetupError in TEXTS {
    } or {
        /// The game has no board of this size.
        Size(SizeError),
        /// The start position is wrong.
        Position(PositionError),
    }
}

impl Error for SetupError {}

impl From<SizeError> for SetupError {
    fn from(error: SizeError) -> Self {
        SetupError::Size(error)
    }
}

impl From<PositionError> for SetupError {
    fn from(error: PositionError) -> Self {
        SetupError::Position(error)
    }
}

impl Setup {
    /// A game from its default start between two people without clocks. Where the game leaves
    /// them to chance, `entropy` decides who begins and what is hidden.
    pub fn new(
        game: &dyn AnyGame,
        size: Option<u8>,
        created_at: Timestamp,
        entropy: [u8; 32],
    ) -> Result<Setup, SizeError> {
        let starts = game.initial_positions(size)?;
        let start = &starts[usize::from(entropy[31]) % starts.len()];
        let seal = Seal::draw(&**start, entropy);
        Ok(Setup::with_start(game, &start.text(), created_at, seal))
    }

    /// The same from any position.
    pub fn from_position(
        game: &dyn AnyGame,
        position: &str,
        created_at: Timestamp,
        entropy: [u8; 32],
    ) -> Result<Setup, PositionError> {
        let start = game.parse(position)?;
        let seal = Seal::draw(&*start, entropy);
        Ok(Setup::with_start(game, &start.text(), created_at, seal))
    }

    fn with_start(
        game: &dyn AnyGame,
        start: &str,
        created_at: Timestamp,
        seal: Option<Seal>,
    ) -> Setup {
        let seat = |_| Seat {
            name: None,
            controller: Controller::Human,
        };
        Setup {
            game: game.info().id.to_owned(),
            start: start.to_owned(),
            created_at,
            time_control: TimeControl::Unlimited,
            seats: Side::BOTH.map(seat),
            seal,
            takebacks: Takebacks::Free,
            draw_limits: DrawLimits::default(),
            annotations: None,
        }
    }
}
