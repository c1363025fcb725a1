//! Squares, on a game's board or alone.

use super::game::GameData;
use super::{Game, ModelError, Piece, Player};
use quintain_rules::games::animal_chess::Square as BoardSquare;
use std::cell::RefCell;
use std::fmt;
use std::rc::{Rc, Weak};

/// A square, with the piece on it.
#[derive(Clone)]
pub struct Square(Rc<SquareData>);

pub(super) struct SquareData {
    game: Weak<GameData>,
    at: BoardSquare,
    promotes: Option<Player>,
    piece: RefCell<Option<Piece>>,
}

impl PartialEq for Square {
    fn eq(&self, other: &Square) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Square {}

impl Square {
    /// An empty square on which nobody's pieces promote. It belongs to the game, if there is one,
    /// but a game's own thirty squares are those that [`Game::square`] gives.
    pub fn new(game: Option<&Game>, row: u8, col: u8) -> Result<Square, ModelError> {
        Square::made(game, row, col, None)
    }

    /// The same on which a player's chicks and cats promote.
    pub fn new_promoting(
        game: Option<&Game>,
        row: u8,
        col: u8,
        promotes: &Player,
    ) -> Result<Square, ModelError> {
        Square::made(game, row, col, Some(promotes.clone()))
    }

    fn made(
        game: Option<&Game>,
        row: u8,
        col: u8,
        promotes: Option<Player>,
    ) -> Result<Square, ModelError> {
        let at = BoardSquare::new(row, col).ok_or(ModelError::OffBoard { row, col })?;
        let game = game.map_or_else(Weak::new, Game::downgrade);
        Ok(Square::on_board(game, at, promotes))
    }

    pub(super) fn on_board(
        game: Weak<GameData>,
        at: BoardSquare,
        promotes: Option<Player>,
    ) -> Square {
        Square(Rc::new(SquareData {
            game,
            at,
            promotes,
            piece: RefCell::default(),
        }))
    }

    /// The game; `None` for a square that was made without one, or whose game nobody keeps.
    pub fn game(&self) -> Option<Game> {
        Game::upgrade(&self.0.game)
    }

    /// The row, 0 at the top.
    pub fn row(&self) -> u8 {
        self.0.at.row()
    }

    /// The column, 0 at the left.
    pub fn col(&self) -> u8 {
        self.0.at.col()
    }

    pub(super) fn at(&self) -> BoardSquare {
        self.0.at
    }

    /// The piece on this square.
    pub fn piece(&self) -> Option<Piece> {
        self.0.piece.borrow().clone()
    }

    /// Places a piece here, wherever it was, without applying any rule: it does not promote. An
    /// error if the square is occupied.
    pub fn place_piece(&self, piece: &Piece) -> Result<(), ModelError> {
        if let Some(there) = self.piece() {
            return Err(ModelError::Occupied {
                piece: there.kind(),
                row: self.row(),
                col: self.col(),
            });
        }
        piece.leave();
        piece.settle(self);
        Ok(())
    }

    /// Takes the piece on this square off the board; it is then nowhere.
    pub fn remove_piece(&self) -> Option<Piece> {
        let piece = self.piece()?;
        piece.leave();
        Some(piece)
    }

    /// Replaces what stands here; only pieces call it, which know where they are.
    pub(super) fn set_piece(&self, piece: Option<Piece>) {
        *self.0.piece.borrow_mut() = piece;
    }

    /// Whether a player's chicks and cats promote here: on a game's board in the two rows farthest
    /// from the player.
    pub fn is_promotion_zone(&self, player: &Player) -> bool {
        self.0.promotes.as_ref() == Some(player)
    }

    pub(super) fn upgrade(square: &Weak<SquareData>) -> Option<Square> {
        square.upgrade().map(Square)
    }

    pub(super) fn downgrade(&self) -> Weak<SquareData> {
        Rc::downgrade(&self.0)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Square({}, {})", self.row(), self.col())
    }
}
