//! What players ask for, and why it may be rejected.

use quintain_rules::MoveError;
use serde::{Deserialize, Serialize};
use thiserror::Error;

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

/// Why an action is rejected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ActionError {
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// It is the opponent's turn.
    #[error("it is {turn}'s turn")]
    NotYourTurn {
        /// The side to move.
        turn: &'static str,
    },
    /// Steps were played or taken back since the player decided.
    #[error("the position has changed; look again")]
    Stale,
    /// The move cannot be played.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The player's time has run out.
    #[error("{side} has run out of time")]
    OutOfTime {
        /// The side without time.
        side: &'static str,
    },
    /// There is no step to take back.
    #[error("{side} has no move to take back")]
    NothingToTakeBack {
        /// The side that asked.
        side: &'static str,
    },
    /// No takebacks at this table.
    #[error("moves cannot be taken back in this game")]
    NoTakebacks,
    /// The same offer is already open.
    #[error("you have already made this offer")]
    AlreadyOffered,
    /// There is no such offer.
    #[error("there is no such offer to decline")]
    NoOffer,
    /// Both players have moved, so the game can no longer be aborted.
    #[error("a game can be aborted only before both players have moved; resign instead")]
    TooLateToAbort,
    /// Only a host that knows who is connected can grant a claim.
    #[error("the opponent has not been away long enough")]
    OpponentPresent,
    /// Only a host that can start another game can arrange a rematch.
    #[error("a rematch cannot be arranged here")]
    NoRematch,
}
