//! What players ask for, and why it may be rejected.

use crate::TEXTS;
use quintain_rules::message::Message;
use quintain_rules::{MoveError, messages};
use serde::{Deserialize, Serialize};
use std::error::Error;

/// What a player asks for, in the form in which it also goes over the wire.
///
/// Claims and rematches need a host that knows who is connected and can start another game:
/// [`Table::decide`](crate::Table::decide) rejects them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Play a move.
    Move {
        /// The move in any notation that the game accepts, without what it reveals.
        #[cfg_attr(feature = "schema", schema(max_length = 200))]
        text: String,
        /// How many steps had been played when you decided; rejected as stale if that has
        /// changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ply: Option<u32>,
    },
    /// Resign.
    Resign,
    /// Offer a draw, or accept the opponent's offer.
    OfferDraw,
    /// Decline the opponent's draw offer, or withdraw your own.
    DeclineDraw,
    /// Take back your last move: at once where takebacks are free, otherwise by asking the
    /// opponent, or by granting what the opponent asks.
    Takeback,
    /// Decline the opponent's request to take back, or withdraw your own.
    DeclineTakeback,
    /// Abort a game that has hardly begun, without a result.
    Abort,
    /// Win because the opponent has left.
    ClaimWin,
    /// End the game as a draw because the opponent has left.
    ClaimDraw,
    /// Offer a rematch with colors reversed, or accept the opponent's offer.
    OfferRematch,
    /// Decline the opponent's offer of a rematch, or withdraw your own.
    DeclineRematch,
}

impl Action {
    /// Playing a move.
    pub fn play(text: impl Into<String>) -> Action {
        Action::Move {
            text: text.into(),
            ply: None,
        }
    }
}

/// What one player can offer and the other accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// To end the game as a draw.
    Draw,
    /// To take back the last step of the player who asks.
    Takeback,
}

messages! {
    /// Why an action was rejected.
    pub enum ActionError in TEXTS {
        /// The game has ended.
        GameOver = "game-over",
        /// It is the opponent's turn.
        NotYourTurn = "not-your-turn" {
            /// The name of the side to move.
            turn: Message,
        },
        /// Steps were played or taken back since the player decided.
        Stale = "stale",
        /// The player's time has run out.
        OutOfTime = "out-of-time" {
            /// The name of the side without time.
            side: Message,
        },
        /// There is no step to take back.
        NothingToTakeBack = "nothing-to-take-back" {
            /// The name of the side that asked.
            side: Message,
        },
        /// The player has taken back too often in this game.
        TooManyTakebacks = "too-many-takebacks" {
            /// How often each player may.
            max: u32,
        },
        /// The player has taken back this move too often.
        TooManyTakebacksHere = "too-many-takebacks-here" {
            /// How often each player may.
            max: u32,
        },
        /// The player has made too many offers in this game.
        TooManyOffers = "too-many-offers" {
            /// How many each player may make.
            max: u32,
        },
        /// The player has made too many offers since the last move.
        TooManyOffersHere = "too-many-offers-here" {
            /// How many each player may make.
            max: u32,
        },
        /// The game holds all that it may, and can only be ended.
        TooLong = "too-long" {
            /// How many entries it may hold.
            max: u32,
        },
        /// No takebacks at this table.
        NoTakebacks = "no-takebacks",
        /// The same offer is already open.
        AlreadyOffered = "already-offered",
        /// There is no such offer.
        NoOffer = "no-offer",
        /// Both players have moved, so the game can no longer be aborted.
        TooLateToAbort = "too-late-to-abort",
        /// Only a host that knows who is connected can grant a claim.
        OpponentPresent = "opponent-present",
        /// Only a host that can start another game can arrange a rematch.
        NoRematch = "no-rematch",
    } or {
        /// The move cannot be played.
        Move(MoveError),
    }
}

impl Error for ActionError {}

impl From<MoveError> for ActionError {
    fn from(error: MoveError) -> Self {
        ActionError::Move(error)
    }
}
