//! What there is to know about a game before a position of it exists.

use crate::Side;
use crate::error::SizeError;
use crate::message::{AllOf, Language, Message, MessageSpec, Texts};

/// What there is to know about a game before a position of it exists.
#[derive(Clone, Copy)]
pub struct GameInfo {
    /// The name in commands, addresses and records: `knights-duel`.
    pub id: &'static str,
    /// The boards there are.
    pub boards: Boards,
    /// The game's texts in all languages: its messages, among them those of
    /// [`GameInfo::SPECS`], and its rules page.
    pub texts: &'static Texts,
    /// Lessons and exercises (JSON), if there are any. Their texts are in the file
    /// `lessons.ftl` of each language.
    pub lessons: Option<&'static str>,
}

/// The lessons in a file beside a game. Without the feature `texts` there are none, for they would
/// have no texts.
#[cfg(feature = "texts")]
macro_rules! lessons {
    ($file:literal) => {
        Some(include_str!($file))
    };
}
#[cfg(not(feature = "texts"))]
macro_rules! lessons {
    ($file:literal) => {
        None
    };
}
pub(crate) use lessons;

/// The boards a game can be played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
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
        /// The default size.
        default: u8,
    },
}

impl GameInfo {
    /// The messages that every game has: its name, a sentence about it, its sides.
    pub const SPECS: &'static [MessageSpec] = &[
        MessageSpec {
            id: "name",
            args: &[],
        },
        MessageSpec {
            id: "summary",
            args: &[],
        },
        MessageSpec {
            id: "side-first",
            args: &[],
        },
        MessageSpec {
            id: "side-second",
            args: &[],
        },
    ];

    /// The name for people: `Knight's Duel`.
    pub fn name(&self) -> Message {
        Message::new(self.texts, "name")
    }

    /// The game in a sentence.
    pub fn summary(&self) -> Message {
        Message::new(self.texts, "summary")
    }

    /// The game's name for a side: `White`, `Player 1`.
    pub fn side_name(&self, side: Side) -> Message {
        let id = match side {
            Side::First => "side-first",
            Side::Second => "side-second",
        };
        Message::new(self.texts, id)
    }

    /// The names of both sides, the first to move first.
    pub fn side_names(&self) -> [Message; 2] {
        Side::BOTH.map(|side| self.side_name(side))
    }

    /// The rules page (Markdown) in a language, or in English if there is none.
    pub fn rules(&self, language: Language) -> &'static str {
        self.texts.file(language, "rules.md").unwrap_or_default()
    }

    /// The texts of the lessons (Fluent) in a language, or in English if there are none.
    pub fn lesson_texts(&self, language: Language) -> &'static str {
        self.texts.file(language, "lessons.ftl").unwrap_or_default()
    }

    /// The size asked for, or the default one; an error if there is no such board.
    /// For a game with one board, it is the number of columns.
    pub fn board_size(&self, asked: Option<u8>) -> Result<u8, SizeError> {
        match (self.boards, asked) {
            (Boards::One { cols, .. }, None) => Ok(cols),
            (Boards::One { .. }, Some(_)) => Err(SizeError::Fixed { game: self.name() }),
            (Boards::Square { default, .. }, None) => Ok(default),
            (Boards::Square { sizes, .. }, Some(size)) if sizes.contains(&size) => Ok(size),
            (Boards::Square { .. }, Some(size)) => Err(SizeError::Unknown {
                game: self.name(),
                size,
                sizes: AllOf(self.sizes().to_vec()),
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
}

impl std::fmt::Debug for GameInfo {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("GameInfo")
            .field("id", &self.id)
            .field("boards", &self.boards)
            .finish_non_exhaustive()
    }
}
