use quintain_rules::games::animal_chess::Kind;
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
    #[error("a {} stands on ({row}, {col}) already", .piece.name())]
    Occupied {
        /// The piece there.
        piece: Kind,
        /// The square's row.
        row: u8,
        /// The square's column.
        col: u8,
    },
    /// Only a piece in the player's own hand can be dropped.
    #[error("the {} is not in {player}'s hand", .piece.name())]
    NotInHand {
        /// The piece.
        piece: Kind,
        /// The player's name.
        player: String,
    },
    /// The square is not among the piece's legal moves.
    #[error("the {} cannot move to ({row}, {col})", .piece.name())]
    IllegalMove {
        /// The piece.
        piece: Kind,
        /// The square's row.
        row: u8,
        /// The square's column.
        col: u8,
    },
    /// Only a piece on the board has moves to try.
    #[error("the {} is not on the board", .piece.name())]
    NotOnBoard {
        /// The piece.
        piece: Kind,
    },
    /// Only chicks and cats promote.
    #[error("a {} cannot promote", .piece.name())]
    NotPromotable {
        /// The piece.
        piece: Kind,
    },
    /// A piece in a hand is un-promoted.
    #[error("the {} is in a hand and cannot promote", .piece.name())]
    PromotionInHand {
        /// The piece.
        piece: Kind,
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
    /// The first player of a game has number 0, the second number 1.
    #[error("player {expected} of a game cannot have number {found}")]
    WrongPlayer {
        /// The number that belongs there.
        expected: u8,
        /// The player's number.
        found: u8,
    },
    /// Hand and victory are a player's own, so a player plays one game at a time.
    #[error("{player} is playing another game")]
    PlaysAlready {
        /// The player's name.
        player: String,
    },
}
