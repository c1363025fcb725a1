//! What players ask for, and what happened.

use crate::clock::Time;
use quintain_rules::record::Termination;
use quintain_rules::{MoveError, Side};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What a player asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Action {
    /// A move, in any spelling that the game reads, without what it reveals.
    Move {
        /// The move.
        text: String,
    },
    /// Gives the game up.
    Resign,
    /// Offers something to the other player, or accepts the same offer of the other player.
    Offer {
        /// What is offered.
        offer: Offer,
    },
    /// Declines an offer of the other player, or withdraws one's own.
    Decline {
        /// What was offered.
        offer: Offer,
    },
    /// Takes one's last step back, where nobody need be asked.
    Undo,
    /// Ends a game that has hardly begun, without a result.
    Abort,
}

/// What one player can offer and the other accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// To end the game as a draw.
    Draw,
    /// To take the last step of whoever asks back.
    Takeback,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A step was played.
    Step {
        /// The step, with what it revealed.
        text: String,
    },
    /// The last steps were taken back.
    Undo {
        /// How many.
        plies: usize,
    },
    /// Something was offered.
    Offer {
        /// By whom.
        side: Side,
        /// What.
        offer: Offer,
    },
    /// An offer was declined or withdrawn.
    Decline {
        /// By whom.
        side: Side,
        /// What had been offered.
        offer: Offer,
    },
    /// The game was ended, not by its rules.
    End {
        /// Who has won; nobody in a draw.
        winner: Option<Side>,
        /// By what.
        by: Termination,
    },
    /// The game was ended without a result.
    Abort,
    /// Nobody could play since an earlier moment, and no clock ran.
    Pause {
        /// Since when.
        from: Time,
    },
}

/// What happened, and when: number `seq`, counting from 0, of a table's entries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its number.
    pub seq: u32,
    /// When it happened.
    pub at: Time,
    /// What happened.
    pub event: Event,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Who has won; nobody in a draw or an aborted game.
    pub winner: Option<Side>,
    /// By what.
    pub by: End,
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// The rules of the game.
    Rules,
    /// A player gave up.
    Resignation,
    /// A player's time ran out.
    Time,
    /// The players agreed.
    Agreement,
    /// A player left.
    Abandonment,
    /// The table's own limit on repetition or length, or an arbiter.
    Adjudication,
    /// It was ended before it had begun in earnest.
    Abort,
}

impl From<Termination> for End {
    fn from(termination: Termination) -> End {
        match termination {
            Termination::Resignation => End::Resignation,
            Termination::Time => End::Time,
            Termination::Agreement => End::Agreement,
            Termination::Abandonment => End::Abandonment,
            Termination::Adjudication => End::Adjudication,
        }
    }
}

/// Why a player cannot do something.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// It is the other player's turn.
    #[error("it is {turn}'s turn")]
    NotYourTurn {
        /// Whose turn it is.
        turn: &'static str,
    },
    /// The move cannot be played.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The player's time has run out.
    #[error("{side}'s time has run out")]
    OutOfTime {
        /// Who has no time left.
        side: &'static str,
    },
    /// There is no step to take back.
    #[error("there is no step of {side} to take back")]
    NothingToUndo {
        /// Who asked.
        side: &'static str,
    },
    /// Steps are not taken back at this table.
    #[error("no step can be taken back in this game")]
    NoTakebacks,
    /// Steps are taken back only if the other player agrees.
    #[error("a step is taken back only if the other player agrees")]
    MustAsk,
    /// The same offer stands already.
    #[error("this was offered already")]
    Offered,
    /// There is no such offer.
    #[error("nothing of that kind was offered")]
    NoOffer,
    /// The game is too far on to be aborted.
    #[error("a game can be aborted only before both have moved; resign instead")]
    TooLate,
}
