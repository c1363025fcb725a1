//! What Incognito says to people.

use super::TEXTS;
use crate::message::{Arg, ToArg};
use crate::{Side, messages};

/// What everyone knows about a pawn: the kinds of pieces that people see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It may be the spy.
    Pawn,
    /// It is cleared: everyone knows that it is a knight.
    Knight,
}

impl Kind {
    /// The id in views and messages.
    pub const fn as_str(self) -> &'static str {
        match self {
            Kind::Pawn => "pawn",
            Kind::Knight => "knight",
        }
    }
}

impl ToArg for Kind {
    /// The id, for texts to select on.
    fn to_arg(&self) -> Arg {
        Arg::Text(self.as_str().to_owned())
    }
}

messages! {
    /// Names of what is on the board and of the phases of a game.
    pub enum Name in TEXTS {
        /// A pawn that may be the spy.
        Pawn = "piece-pawn",
        /// A pawn that is known to be a knight.
        Knight = "piece-knight",
        /// A castle.
        Castle = "region-castle" {
            /// Whose castle.
            side: Side,
        },
        /// A side has won by its own move.
        WonByOwnMove = "phase-won-by-own-move" {
            /// The winner.
            side: Side,
        },
        /// A side has won by the opponent's move.
        WonByEnemyMove = "phase-won-by-enemy-move" {
            /// The winner.
            side: Side,
        },
        /// The field of a position string that says who has won.
        ResultField = "field-result",
    }
}

messages! {
    /// What is known about a pawn: parts of sentences.
    pub enum Note in TEXTS {
        /// It is a knight.
        Knight = "note-knight",
        /// It is the spy.
        Spy = "note-spy",
        /// It is the spy with this probability.
        Suspect = "note-suspect" {
            /// How many pawns are equally likely to be the spy.
            count: u32,
        },
    }
}

messages! {
    /// The heart of a note in a few characters.
    pub enum Badge in TEXTS {
        /// It is the spy.
        Spy = "badge-spy",
        /// It is the spy with this probability.
        Odds = "badge-odds" {
            /// How many pawns are equally likely to be the spy.
            count: u32,
        },
    }
}

messages! {
    /// Sentences: captions, prompts, how a game was lost, and what is hidden.
    pub enum Sentence in TEXTS {
        /// A pawn moved.
        Moves = "moves" {
            /// Whose pawn.
            side: Side,
            /// What is known about it.
            piece: Kind,
            /// The square it left.
            from: String,
            /// The square it went to.
            to: String,
        },
        /// A pawn entered the enemy castle and stays there.
        Enters = "enters" {
            /// Whose pawn.
            side: Side,
            /// What was known about it.
            piece: Kind,
            /// The square it left.
            from: String,
        },
        /// A pawn entered the enemy castle and is lost.
        EntersAndIsLost = "enters-and-is-lost" {
            /// Whose pawn.
            side: Side,
            /// What was known about it.
            piece: Kind,
            /// The square it left.
            from: String,
        },
        /// A pawn found the enemy spy.
        Unmasks = "unmasks" {
            /// Whose questioner.
            side: Side,
            /// What was known about it.
            piece: Kind,
            /// Where it stands.
            from: String,
            /// Where the enemy spy stands.
            to: String,
        },
        /// A pawn interrogated an enemy pawn that turns out to be a knight.
        Clears = "clears" {
            /// Whose questioner.
            side: Side,
            /// What was known about it.
            piece: Kind,
            /// Where it stood.
            from: String,
            /// Where the enemy pawn stands.
            to: String,
        },
        /// A pawn interrogated a cleared pawn and is lost.
        AsksKnight = "asks-knight" {
            /// Whose questioner.
            side: Side,
            /// What was known about it.
            piece: Kind,
            /// Where it stood.
            from: String,
            /// Where the cleared pawn stands.
            to: String,
        },
        /// The pawn that entered the castle is the spy.
        IsTheSpy = "is-the-spy",
        /// The pawn that was lost was a knight.
        WasAKnight = "was-a-knight",
        /// The pawn that was lost was a spy.
        WasTheSpy = "was-the-spy" {
            /// Whose spy.
            side: Side,
        },
        /// The questioner was lost and was a knight.
        QuestionerWasAKnight = "questioner-was-a-knight",
        /// The questioner was lost and was a spy.
        QuestionerWasTheSpy = "questioner-was-the-spy" {
            /// Whose spy.
            side: Side,
        },
        /// Whose turn it is, with nobody to interrogate.
        Prompt = "prompt" {
            /// Whose turn.
            side: Side,
        },
        /// Whose turn it is, with somebody to interrogate.
        PromptOrInterrogate = "prompt-or-interrogate" {
            /// Whose turn.
            side: Side,
        },
        /// A side lost because its spy interrogated a knight.
        SpyLost = "spy-lost" {
            /// The loser.
            side: Side,
        },
        /// A side lost because the enemy spy is in its castle.
        CastleTaken = "castle-taken" {
            /// The loser.
            side: Side,
        },
        /// A side lost because its spy was found.
        SpyUnmasked = "spy-unmasked" {
            /// The loser.
            side: Side,
        },
        /// What is hidden.
        HiddenSpies = "hidden-spies",
        /// From whom.
        HiddenFromBoth = "hidden-from-both",
        /// Who the spies were.
        Spies = "spies" {
            /// Where White's spy stood at the start.
            white: String,
            /// Where Black's spy stood at the start.
            black: String,
        },
        /// Who one spy was, where the other was lost before.
        LastSpy = "last-spy" {
            /// Whose spy stood on the board.
            side: Side,
            /// Where it stood at the start.
            square: String,
        },
    }
}

messages! {
    /// Reasons why a move or a secret was rejected: parts of sentences.
    pub enum Reason in TEXTS {
        /// A text that is not a move at all.
        MoveSpelling = "move-spelling",
        /// The pawn to move is the opponent's.
        NotYours = "not-yours" {
            /// Where it stands.
            square: String,
            /// Whose it is.
            owner: Side,
        },
        /// The square to move from is empty.
        NoPawn = "no-pawn" {
            /// The square.
            square: String,
        },
        /// The pawn to interrogate is the mover's own.
        OwnPawn = "own-pawn" {
            /// Where it stands.
            square: String,
            /// Whose it is.
            owner: Side,
        },
        /// The square to interrogate is empty.
        NobodyToInterrogate = "nobody-to-interrogate" {
            /// The square.
            square: String,
        },
        /// The pawn to interrogate is too far away.
        NotBeside = "not-beside" {
            /// Where the questioner stands.
            from: String,
            /// Where the other pawn stands.
            to: String,
        },
        /// A pawn cannot move to where it stands.
        AlreadyThere = "already-there" {
            /// Where it stands.
            square: String,
        },
        /// A pawn does not enter its own castle.
        OwnCastle = "own-castle" {
            /// The castle.
            square: String,
            /// Whose castle.
            owner: Side,
        },
        /// A pawn is on the target.
        Occupied = "occupied" {
            /// The square.
            square: String,
        },
        /// Two squares that no row, column or diagonal connects.
        NotInLine = "not-in-line" {
            /// Where the pawn stands.
            from: String,
            /// Where it should go.
            to: String,
        },
        /// A castle is not entered diagonally.
        CastleDiagonal = "castle-diagonal" {
            /// The castle.
            square: String,
        },
        /// A pawn is in the way.
        InTheWay = "in-the-way" {
            /// Where it stands.
            square: String,
        },
        /// A text that is not a secret at all.
        SecretSpelling = "secret-spelling",
        /// A spy where its side has no pawn.
        NoPawnOfSide = "no-pawn-of-side" {
            /// The side.
            side: Side,
            /// The square.
            square: String,
        },
        /// A spy that is known to be a knight.
        KnownKnight = "known-knight" {
            /// Whose pawn.
            side: Side,
            /// Where it stands.
            square: String,
        },
        /// A spy that should be lost and is not.
        SpyNotLost = "spy-not-lost" {
            /// Whose spy.
            side: Side,
        },
    }
}

messages! {
    /// Reasons why a position was rejected: parts of sentences.
    pub enum PositionReason in TEXTS {
        /// The fields of a position string.
        Fields = "fields",
        /// The results there are.
        Results = "results",
        /// Pawns in both castles.
        BothCastles = "both-castles" {
            /// White's castle.
            white: String,
            /// Black's castle.
            black: String,
        },
        /// A side's pawn in its own castle.
        PawnInOwnCastle = "pawn-in-own-castle" {
            /// The side.
            side: Side,
            /// Its castle.
            square: String,
        },
        /// A cleared pawn in a castle.
        KnightInCastle = "knight-in-castle" {
            /// Whose castle.
            side: Side,
            /// The castle.
            square: String,
        },
        /// A pawn in the enemy castle of an unfinished game.
        PawnInCastle = "pawn-in-castle" {
            /// Whose castle.
            side: Side,
            /// The castle.
            square: String,
            /// The result that follows from it, as position strings write it.
            result: String,
        },
        /// The spy in the enemy castle, and the other side is said to have won.
        SpyInCastle = "spy-in-castle" {
            /// Whose castle.
            side: Side,
            /// The castle.
            square: String,
            /// The result that follows from it, as position strings write it.
            result: String,
        },
        /// The spy in the enemy castle, and its own side is to move.
        JustEntered = "just-entered" {
            /// Whose castle.
            side: Side,
            /// The castle.
            square: String,
            /// The side to move, as position strings write it.
            turn: char,
        },
        /// A side without a pawn that may be its spy.
        NoSuspect = "no-suspect" {
            /// The side.
            side: Side,
            /// How position strings write such a pawn.
            letter: char,
        },
    }
}
