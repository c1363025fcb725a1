//! What Catapult says to people.

use super::{Piece, Square, TEXTS};
use crate::message::{AllOf, Arg, ToArg};
use crate::{Side, messages};

/// The piece's id, for texts to select on.
impl ToArg for Piece {
    fn to_arg(&self) -> Arg {
        self.as_str().to_arg()
    }
}

/// The square's name.
impl ToArg for Square {
    fn to_arg(&self) -> Arg {
        self.to_string().to_arg()
    }
}

/// What a side that has lost no longer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The flag.
    Flag,
    /// The general.
    General,
    /// The flag and the general.
    Both,
}

/// `flag`, `general` or `both`, for texts to select on.
impl ToArg for Missing {
    fn to_arg(&self) -> Arg {
        let id = match self {
            Missing::Flag => "flag",
            Missing::General => "general",
            Missing::Both => "both",
        };
        id.to_arg()
    }
}

messages! {
    /// Names of pieces, of squares with a meaning, and of the phases of a game.
    pub enum Name in TEXTS {
        /// The knight.
        Knight = "piece-knight",
        /// The flag.
        Flag = "piece-flag",
        /// The general.
        General = "piece-general",
        /// Three knights in line.
        Catapult = "group-catapult" {
            /// Whose catapult.
            side: Side,
        },
        /// The squares on which a side may place its flag.
        FlagSquares = "region-flag" {
            /// Whose flag.
            side: Side,
        },
        /// A side has to place its flag.
        PhasePlace = "phase-place" {
            /// Whose flag.
            side: Side,
        },
    }
}

impl From<Piece> for Name {
    fn from(piece: Piece) -> Self {
        match piece {
            Piece::Knight => Name::Knight,
            Piece::Flag => Name::Flag,
            Piece::General => Name::General,
        }
    }
}

messages! {
    /// Sentences: captions, prompts and the reasons why a side has lost.
    pub enum Sentence in TEXTS {
        /// A flag was placed.
        Places = "places" {
            /// Whose flag.
            side: Side,
            /// Where.
            square: Square,
        },
        /// A knight or a general stepped.
        Steps = "steps" {
            /// Which of the two.
            piece: Piece,
            /// The square it came from.
            from: Square,
            /// The square it went to.
            to: Square,
        },
        /// A knight captured a piece.
        Captures = "captures" {
            /// The square the knight came from.
            from: Square,
            /// What it captured.
            piece: Piece,
            /// The square of the captured piece.
            to: Square,
        },
        /// A knight retreated.
        Retreats = "retreats" {
            /// The square it came from.
            from: Square,
            /// The square it went to.
            to: Square,
        },
        /// A catapult shifted.
        Shifts = "shifts" {
            /// The square of its rear knight before.
            from: Square,
            /// The square that knight went to.
            to: Square,
        },
        /// A catapult fired.
        Fires = "fires" {
            /// The square of its rear knight.
            from: Square,
            /// What it hit.
            piece: Piece,
            /// The square of the piece it hit.
            to: Square,
        },
        /// A side is to place its flag.
        PromptPlace = "prompt-place" {
            /// The side.
            side: Side,
            /// The first square that a flag may stand on.
            from: Square,
            /// The last such square of the row.
            to: Square,
        },
        /// A side is to move.
        Prompt = "prompt" {
            /// The side.
            side: Side,
        },
        /// A side has lost its flag, its general or both.
        Lost = "lost" {
            /// The side.
            side: Side,
            /// What it has lost.
            missing: Missing,
        },
    }
}

messages! {
    /// Parts of messages about position strings and moves as text.
    pub enum Notation in TEXTS {
        /// The fields of a position string.
        Fields = "fields",
        /// The name of the last field.
        ThirdField = "third-field",
        /// What the last field may be.
        PlaceOrNothing = "place-or-nothing",
        /// How a move is written.
        Move = "move",
    }
}

messages! {
    /// Reasons why a position cannot exist: parts of sentences.
    pub enum Impossible in TEXTS {
        /// Several flags or generals of one side.
        TooMany = "too-many" {
            /// The side.
            side: Side,
            /// The kind of piece.
            piece: Piece,
            /// How many there are.
            found: usize,
            /// Where they are.
            squares: AllOf<Square>,
        },
        /// Both sides have lost.
        BothLost = "both-lost" {
            /// What the first side has lost.
            first: Missing,
            /// What the second side has lost.
            second: Missing,
        },
        /// A side is to place its flag, and a flag is there that cannot be there yet.
        FlagTooEarly = "flag-too-early" {
            /// Who is to place a flag.
            side: Side,
            /// Whose flag is on the board.
            owner: Side,
            /// Where it is.
            square: Square,
        },
        /// Black is to place its flag, and White's is not there.
        WhitePlacesFirst = "white-places-first",
        /// A side is to place its flag, and a general has been taken already.
        GeneralMissing = "general-missing" {
            /// Who is to place a flag.
            side: Side,
            /// Whose general is missing.
            owner: Side,
        },
    }
}

messages! {
    /// Reasons why a move is not legal: parts of sentences.
    pub enum Reason in TEXTS {
        /// A flag has to be placed first.
        PlaceFirst = "place-first" {
            /// Whose flag.
            side: Side,
            /// The first square that it may stand on.
            from: Square,
            /// The last such square of the row.
            to: Square,
        },
        /// Not a square where this side may place its flag.
        NotForFlags = "not-for-flags" {
            /// Whose flag.
            side: Side,
            /// The first square that it may stand on.
            from: Square,
            /// The last such square of the row.
            to: Square,
        },
        /// A placement after both flags have been placed.
        AlreadyPlaced = "already-placed",
        /// The piece to move is not there.
        Nothing = "nothing" {
            /// The square.
            square: Square,
        },
        /// The piece to move is the enemy's.
        NotYours = "not-yours" {
            /// The piece.
            piece: Piece,
            /// Its square.
            square: Square,
            /// Whose it is.
            owner: Side,
        },
        /// Flags stay where they are.
        FlagsStay = "flags-stay",
        /// The target is occupied.
        Occupied = "occupied" {
            /// Whose piece stands there.
            owner: Side,
            /// The piece.
            piece: Piece,
            /// The square.
            square: Square,
        },
        /// The general goes further than one square.
        GeneralTooFar = "general-too-far",
        /// The general does not capture.
        GeneralCaptures = "general-captures" {
            /// Whose piece stands on the target.
            owner: Side,
            /// The piece.
            piece: Piece,
            /// The square.
            square: Square,
        },
        /// A knight steps back without a retreat.
        KnightBack = "knight-back",
        /// A knight captures to the side.
        KnightSideways = "knight-sideways" {
            /// Whose piece stands on the target.
            owner: Side,
            /// The piece.
            piece: Piece,
            /// The square.
            square: Square,
        },
        /// A knight steps diagonally without capturing.
        KnightDiagonal = "knight-diagonal" {
            /// The empty square it should go to.
            square: Square,
        },
        /// Two squares, but not straight or diagonally back.
        NotRetreat = "not-retreat",
        /// A retreat of a knight that no enemy knight can capture.
        NotAttacked = "not-attacked" {
            /// The knight's square.
            square: Square,
        },
        /// A retreat over a piece.
        Blocked = "blocked" {
            /// The square of that piece.
            square: Square,
        },
        /// Not along a row, column or diagonal.
        NotInLine = "not-in-line" {
            /// Where the knight stands.
            from: Square,
            /// The target.
            to: Square,
        },
        /// No three knights of the mover's from the start toward the target.
        NotCatapult = "not-catapult" {
            /// Who is to move.
            side: Side,
            /// Where the rear knight should stand.
            from: Square,
            /// The target.
            to: Square,
        },
        /// A shot at an empty square.
        NoTarget = "no-target" {
            /// The square.
            square: Square,
        },
        /// A shot at a piece of the same side.
        OwnTarget = "own-target" {
            /// The piece.
            piece: Piece,
            /// Its square.
            square: Square,
            /// Who is to move.
            side: Side,
        },
        /// A shot without the general next to the catapult.
        NoCommand = "no-command" {
            /// Who is to move.
            side: Side,
        },
        /// Further than anything reaches.
        TooFar = "too-far" {
            /// Where the knight stands.
            from: Square,
            /// The target.
            to: Square,
        },
    }
}
