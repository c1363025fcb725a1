use thiserror::Error;

/// Why something cannot be done in the object model.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ModelError {
    /// Players are numbered 0 and 1.
    #[error("there is no player {0}, only 0 and 1")]
    NoSuchPlayer(u8),
    /// The board has rows 0 to 5 and columns 0 to 4.
    #[error("({row}, {col}) is not on the board")]
    OffBoard {
        /// The row asked for.
        row: u8,
        /// The column asked for.
        col: u8,
    },
    /// A piece stands there already.
    #[error("a {piece} stands on ({row}, {col}) already")]
    Occupied {
        /// The piece there.
        piece: &'static str,
        /// The square's row.
        row: u8,
        /// The square's column.
        col: u8,
    },
    /// Only a piece in the player's own hand can be dropped.
    #[error("the {piece} is not in {player}'s hand")]
    NotInHand {
        /// The piece.
        piece: &'static str,
        /// The player's name.
        player: String,
    },
    /// The square is not among the piece's legal moves.
    #[error("the {piece} cannot move to ({row}, {col})")]
    IllegalMove {
        /// The piece.
        piece: &'static str,
        /// The square's row.
        row: u8,
        /// The square's column.
        col: u8,
    },
    /// Only a piece on the board can move or be captured.
    #[error("the {piece} is not on the board")]
    NotOnBoard {
        /// The piece.
        piece: &'static str,
    },
    /// A player captures the other's pieces.
    #[error("the {piece} belongs to its captor already")]
    OwnPiece {
        /// The piece.
        piece: &'static str,
    },
    /// Only chicks and cats promote.
    #[error("a {piece} cannot promote")]
    NotPromotable {
        /// The piece.
        piece: &'static str,
    },
    /// A piece in a hand is un-promoted.
    #[error("the {piece} is in a hand and cannot promote")]
    PromotionInHand {
        /// The piece.
        piece: &'static str,
    },
    /// A lion is captured once and never dropped.
    #[error("a lion is never in a hand")]
    LionInHand,
    /// Nobody plays on after a win.
    #[error("the game is over: {winner} has won")]
    GameOver {
        /// The winner's name.
        winner: String,
    },
    /// Things of two games do not go together.
    #[error("it belongs to another game")]
    OtherGame,
}
