//! What there is to know about a game before a position of it exists.

use crate::Side;
use crate::error::SizeError;
use crate::words::list;
use serde::Serialize;

/// What there is to know about a game before a position of it exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct GameInfo {
    /// The name in commands, addresses and records: `knights-duel`.
    pub id: &'static str,
    /// The name for people: `Knight's Duel`.
    pub name: &'static str,
    /// The game in a sentence.
    pub summary: &'static str,
    /// What the game calls its two sides, the first to move first.
    pub sides: [&'static str; 2],
    /// The boards there are.
    pub boards: Boards,
    /// The rules page (Markdown).
    #[serde(skip)]
    pub rules: &'static str,
}

/// The boards a game can be played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Boards {
    /// One board; there is no size to choose.
    One {
        /// Columns.
        cols: u8,
        /// Rows.
        rows: u8,
    },
    /// Square boards of several sizes.
    Square {
        /// All sizes, smallest first.
        sizes: &'static [u8],
        /// The usual one.
        default: u8,
    },
}

impl GameInfo {
    /// The size asked for, or the usual one; an error if there is no such board.
    /// For a game with one board the answer is its number of columns.
    pub fn board_size(&self, asked: Option<u8>) -> Result<u8, SizeError> {
        match (self.boards, asked) {
            (Boards::One { cols, .. }, None) => Ok(cols),
            (Boards::One { .. }, Some(_)) => Err(SizeError::Fixed { game: self.name }),
            (Boards::Square { default, .. }, None) => Ok(default),
            (Boards::Square { sizes, .. }, Some(size)) if sizes.contains(&size) => Ok(size),
            (Boards::Square { .. }, Some(size)) => Err(SizeError::Unknown {
                game: self.name,
                size,
                sizes: self.sizes_in_words(),
            }),
        }
    }

    /// The sizes that can be asked for: none for a game with one board.
    pub fn sizes(&self) -> &'static [u8] {
        match self.boards {
            Boards::One { .. } => &[],
            Boards::Square { sizes, .. } => sizes,
        }
    }

    /// The sizes as a sentence lists them: `3, 5, 7 and 9`.
    pub fn sizes_in_words(&self) -> String {
        list(&self.size_words(), "and")
    }

    /// The sizes as texts.
    pub(crate) fn size_words(&self) -> Vec<String> {
        self.sizes().iter().map(u8::to_string).collect()
    }

    /// What the game calls a side: `White`, `Player 1`.
    pub fn side_name(&self, side: Side) -> &'static str {
        self.sides[side.index()]
    }
}
