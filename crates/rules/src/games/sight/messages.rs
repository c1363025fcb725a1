//! What Sight says to people.

use super::TEXTS;
use crate::message::AllOf;
use crate::{Side, messages};

messages! {
    /// Names of what stands on the board.
    pub enum Name in TEXTS {
        /// A piece, alone or in a stack.
        Piece = "piece-piece",
    }
}

messages! {
    /// Sentences: captions, prompts and the reasons why a side has lost.
    pub enum Sentence in TEXTS {
        /// A piece was placed.
        Places = "places" {
            /// Who placed it.
            side: Side,
            /// Where.
            point: String,
        },
        /// The top piece of a stack was moved.
        Moves = "moves" {
            /// Whose piece.
            side: Side,
            /// The point of the stack.
            from: String,
            /// The point the piece went to.
            to: String,
        },
        /// A piece (then the new height is 2) or a stack grew.
        Grows = "grows" {
            /// Its point.
            point: String,
            /// Its new height.
            height: u8,
        },
        /// A stack is so high that it stays as it is.
        Stays = "stays" {
            /// Its point.
            point: String,
            /// Its height.
            height: u8,
        },
        /// A side is to place a piece.
        PromptPlace = "prompt-place" {
            /// The side.
            side: Side,
        },
        /// A side is to move a piece from the only stack that it may take one from.
        PromptStack = "prompt-stack" {
            /// The side.
            side: Side,
            /// The point of the stack.
            point: String,
        },
        /// A side is to move a piece from one of several stacks.
        PromptStacks = "prompt-stacks" {
            /// The side.
            side: Side,
            /// The points of the stacks.
            points: AllOf<String>,
        },
        /// A side without stacks has lost.
        BoardFull = "board-full" {
            /// The side.
            side: Side,
        },
        /// A side with one stack has lost.
        OnlyStackBlocked = "only-stack-blocked" {
            /// The side.
            side: Side,
        },
        /// A side with several stacks has lost.
        AllStacksBlocked = "all-stacks-blocked" {
            /// The side.
            side: Side,
        },
    }
}

messages! {
    /// Reasons why a position or a move was rejected: parts of sentences.
    pub enum Reason in TEXTS {
        /// A symbol that is not a point of the board.
        Symbol = "symbol" {
            /// The symbol, quoted.
            symbol: String,
        },
        /// A stack of no pieces.
        HeightZero = "height-zero",
        /// A single piece with its height.
        HeightOne = "height-one",
        /// A height with leading zeros.
        HeightLeadingZero = "height-leading-zero",
        /// A stack that is too high.
        HeightTooLarge = "height-too-large" {
            /// The greatest height there is.
            max: u8,
        },
        /// A move from a point to the same point.
        SamePoint = "same-point",
        /// A placement by a side that has a stack.
        MustMove = "must-move" {
            /// The side.
            side: Side,
            /// The point of one of its stacks.
            point: String,
        },
        /// A movement by a side that has no stack.
        MustPlace = "must-place" {
            /// The side.
            side: Side,
        },
        /// There is something on the target.
        Occupied = "occupied" {
            /// The point.
            point: String,
        },
        /// There is nothing to move.
        NoStack = "no-stack" {
            /// The point.
            point: String,
        },
        /// The piece or stack is the other player's.
        NotYours = "not-yours" {
            /// Its point.
            point: String,
            /// Its height: 1 for a single piece.
            height: u8,
            /// Whose it is.
            owner: Side,
        },
        /// Single pieces do not move.
        SinglePiece = "single-piece" {
            /// The point of the piece.
            point: String,
        },
        /// The target is not next to the stack.
        NotAdjacent = "not-adjacent" {
            /// The point of the stack.
            from: String,
            /// The target.
            to: String,
        },
        /// A higher stack has to move.
        HigherStack = "higher-stack" {
            /// The point of the stack that should move.
            point: String,
            /// Its height.
            height: u8,
            /// The point of a stack that may move.
            other: String,
            /// That stack's height.
            other_height: u8,
        },
    }
}
