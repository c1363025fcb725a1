//! What Animal Chess says to people.

use super::{Kind, TEXTS};
use crate::message::{AllOf, Message};
use crate::{Side, messages};

messages! {
    /// Names of what is on the board.
    pub enum Name in TEXTS {
        /// The lion.
        Lion = "piece-lion",
        /// The giraffe.
        Giraffe = "piece-giraffe",
        /// The cat.
        Cat = "piece-cat",
        /// The chick.
        Chick = "piece-chick",
        /// A cat that has promoted.
        PromotedCat = "piece-promoted-cat",
        /// A chick that has promoted.
        PromotedChick = "piece-promoted-chick",
        /// Where a side's pieces promote.
        PromotionZone = "region-promotion" {
            /// Whose pieces.
            side: Side,
        },
    }
}

messages! {
    /// Sentences: captions, prompts and how a game was lost.
    pub enum Sentence in TEXTS {
        /// A piece moved to an empty square.
        Moves = "moves" {
            /// Whose piece.
            side: Side,
            /// Its kind.
            piece: Kind,
            /// The square it left.
            from: String,
            /// The square it went to.
            to: String,
        },
        /// A piece moved to an empty square and promoted.
        MovesAndPromotes = "moves-and-promotes" {
            /// Whose piece.
            side: Side,
            /// Its kind before.
            piece: Kind,
            /// The square it left.
            from: String,
            /// The square it went to.
            to: String,
        },
        /// A piece captured another one, which went into hand.
        Captures = "captures" {
            /// Whose piece.
            side: Side,
            /// Its kind.
            piece: Kind,
            /// The square it left.
            from: String,
            /// The kind that was captured.
            captured: Kind,
            /// The square it stood on.
            to: String,
        },
        /// A piece captured another one, which went into hand, and promoted.
        CapturesAndPromotes = "captures-and-promotes" {
            /// Whose piece.
            side: Side,
            /// Its kind before.
            piece: Kind,
            /// The square it left.
            from: String,
            /// The kind that was captured.
            captured: Kind,
            /// The square it stood on.
            to: String,
        },
        /// A piece captured the lion.
        CapturesLion = "captures-lion" {
            /// Whose piece.
            side: Side,
            /// Its kind.
            piece: Kind,
            /// The square it left.
            from: String,
            /// The square the lion stood on.
            to: String,
        },
        /// A piece captured the lion and promoted.
        CapturesLionAndPromotes = "captures-lion-and-promotes" {
            /// Whose piece.
            side: Side,
            /// Its kind before.
            piece: Kind,
            /// The square it left.
            from: String,
            /// The square the lion stood on.
            to: String,
        },
        /// A piece was dropped from the hand.
        Drops = "drops" {
            /// Whose hand.
            side: Side,
            /// The kind of piece.
            piece: Kind,
            /// The square it was dropped on.
            to: String,
        },
        /// Whose turn it is, with an empty hand.
        Prompt = "prompt" {
            /// Whose turn.
            side: Side,
        },
        /// Whose turn it is, with pieces in hand.
        PromptWithHand = "prompt-with-hand" {
            /// Whose turn.
            side: Side,
        },
        /// Why a side has lost.
        LionCaptured = "lion-captured" {
            /// The loser.
            side: Side,
        },
    }
}

messages! {
    /// Reasons why a move was rejected: parts of sentences.
    pub enum Reason in TEXTS {
        /// A text that is not a move at all.
        MoveSpelling = "move-spelling",
        /// A text that is not the name of a square.
        NotASquare = "not-a-square" {
            /// The text, quoted.
            text: String,
        },
        /// A text that does not name a kind that can be dropped.
        NotDroppable = "not-droppable" {
            /// The text, quoted.
            text: String,
        },
        /// The square to move from is empty.
        NoPiece = "no-piece" {
            /// The square.
            square: String,
        },
        /// The piece to move is the opponent's.
        NotYours = "not-yours" {
            /// The kind of piece.
            piece: Kind,
            /// Where it stands.
            square: String,
            /// Whose it is.
            owner: Side,
        },
        /// A piece cannot move to where it stands.
        AlreadyThere = "already-there" {
            /// The kind of piece.
            piece: Kind,
            /// Where it stands.
            square: String,
        },
        /// The piece does not move that way.
        WrongStep = "wrong-step" {
            /// The kind of piece.
            piece: Kind,
            /// Where it stands.
            from: String,
            /// Where it should go.
            to: String,
        },
        /// The mover's own piece is on the target.
        OwnPiece = "own-piece" {
            /// Whose piece.
            side: Side,
            /// Its kind.
            piece: Kind,
            /// Where it stands.
            square: String,
        },
        /// Nothing of that kind to drop.
        NotInHand = "not-in-hand" {
            /// Whose hand.
            side: Side,
            /// The kind of piece.
            piece: Kind,
        },
        /// A drop onto a square that is not empty.
        Occupied = "occupied" {
            /// Whose piece is there.
            side: Side,
            /// Its kind.
            piece: Kind,
            /// The square.
            square: String,
        },
    }
}

messages! {
    /// Reasons why a position was rejected: parts of sentences.
    pub enum PositionReason in TEXTS {
        /// The fields of a position string.
        Fields = "fields",
        /// A `+` that does not stand before a piece.
        LonePlus = "lone-plus",
        /// A promoted piece of a kind that does not promote.
        NotPromotable = "not-promotable" {
            /// The kind.
            piece: Kind,
        },
        /// The hands cannot be read.
        Hands = "hands" {
            /// The field, quoted.
            found: String,
            /// What is wrong with it.
            reason: Message,
        },
        /// Two empty hands are not written as the empty string.
        HandsEmpty = "hands-empty",
        /// A number in the hands that begins with 0.
        HandsZero = "hands-zero",
        /// A number in the hands with several digits.
        HandsDigits = "hands-digits",
        /// A number in the hands without a piece.
        HandsLoneNumber = "hands-lone-number" {
            /// The number.
            count: u8,
        },
        /// A promoted piece in hand.
        HandsPromoted = "hands-promoted",
        /// The same piece twice in the hands.
        HandsTwice = "hands-twice" {
            /// Its letter.
            letter: char,
        },
        /// A lion in hand, or one that is to be dropped.
        LionInHand = "lion-in-hand",
        /// More pieces of a kind than there are in the box.
        TooMany = "too-many" {
            /// The kind.
            piece: Kind,
            /// How many there are.
            found: usize,
            /// How many of them are on the board.
            on_board: usize,
            /// How many of them are in hand.
            in_hand: usize,
            /// How many there may be.
            max: usize,
        },
        /// A side with several lions.
        TooManyLions = "too-many-lions" {
            /// The side.
            side: Side,
            /// How many it has.
            found: usize,
            /// Where they stand.
            squares: AllOf<String>,
        },
        /// Neither side has a lion.
        NoLions = "no-lions",
    }
}
