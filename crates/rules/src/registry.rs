//! Which games there are, at run time.

use crate::erased::AnyGame;
use crate::message::AllOf;
use crate::phrases::quote;
use crate::{TEXTS, messages};
use std::error::Error;

/// A list of games to choose from by id.
///
/// [`Registry::standard`] has the games of this library; an application or a test can add
/// its own.
#[derive(Clone)]
pub struct Registry(Vec<&'static dyn AnyGame>);

messages! {
    /// There is no game with this id.
    pub struct UnknownGame in TEXTS = "unknown-game" {
        /// The id asked for, quoted.
        asked: String,
        /// The ids there are.
        games: AllOf<&'static str>,
    }
}

impl Error for UnknownGame {}

impl Registry {
    /// The games of this library.
    pub fn standard() -> Self {
        Registry(crate::games::ALL.to_vec())
    }

    /// The same games and one more.
    #[must_use]
    pub fn with(mut self, game: &'static dyn AnyGame) -> Self {
        self.0.push(game);
        self
    }

    /// The games, in order.
    pub fn iter(&self) -> impl Iterator<Item = &'static dyn AnyGame> + '_ {
        self.0.iter().copied()
    }

    /// The game with this id.
    pub fn get(&self, id: &str) -> Result<&'static dyn AnyGame, UnknownGame> {
        self.iter()
            .find(|game| game.info().id == id)
            .ok_or_else(|| self.unknown(id))
    }

    /// The error that there is no game with this id; it lists those that there are.
    pub fn unknown(&self, id: &str) -> UnknownGame {
        UnknownGame {
            asked: quote(id),
            games: AllOf(self.iter().map(|game| game.info().id).collect()),
        }
    }
}
