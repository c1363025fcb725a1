//! What Knight's Duel says to people.

use super::TEXTS;
use crate::{Side, messages};

messages! {
    /// Names of what stands on the board.
    pub enum Name in TEXTS {
        /// The knight.
        Knight = "piece-knight",
        /// A square that can no longer be used.
        Removed = "mark-removed",
    }
}

messages! {
    /// Sentences: captions and prompts.
    pub enum Sentence in TEXTS {
        /// A knight moved.
        Moves = "moves" {
            /// Whose knight.
            side: Side,
            /// The square it went to.
            to: String,
        },
        /// A square was removed.
        Removed = "removed" {
            /// The square.
            square: String,
        },
        /// Whose turn it is.
        Prompt = "prompt" {
            /// Whose turn.
            side: Side,
            /// Where that side's knight stands.
            at: String,
        },
    }
}

messages! {
    /// Reasons why a position or a move was rejected: parts of sentences.
    pub enum Reason in TEXTS {
        /// A side does not have exactly one knight.
        Knights = "knights" {
            /// The side.
            side: Side,
            /// How many it has.
            found: usize,
        },
        /// A text that is none of the spellings of a square.
        Spelling = "spelling",
        /// Not a knight's move.
        NotAKnightsMove = "not-a-knights-move" {
            /// Where the knight stands.
            from: String,
            /// Where it should go.
            to: String,
        },
        /// The other knight is there.
        OtherKnight = "other-knight" {
            /// The square.
            square: String,
        },
        /// The square has been removed.
        Gone = "gone" {
            /// The square.
            square: String,
        },
    }
}
