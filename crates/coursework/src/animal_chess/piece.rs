//! Pieces: on a square, in a hand, or nowhere.

use super::player::Identity;
use super::square::SquareData;
use super::{Kind, ModelError, Player, Square};
use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::{Rc, Weak};

/// A piece.
#[derive(Clone)]
pub struct Piece(Rc<PieceData>);

struct PieceData {
    /// A promoted piece has a kind of its own here.
    kind: Cell<Kind>,
    owner: RefCell<Rc<Identity>>,
    square: RefCell<Weak<SquareData>>,
}

impl PartialEq for Piece {
    fn eq(&self, other: &Piece) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Piece {}

impl Piece {
    /// A new piece of a player on a square; an error if the square is occupied. A promoted kind
    /// makes a promoted piece.
    pub fn new(kind: Kind, owner: &Player, square: &Square) -> Result<Piece, ModelError> {
        let piece = Piece::unplaced(kind, owner);
        square.place_piece(&piece)?;
        Ok(piece)
    }

    /// A new chick on a square.
    pub fn chick(owner: &Player, square: &Square) -> Result<Piece, ModelError> {
        Piece::new(Kind::Chick, owner, square)
    }

    /// A new cat on a square.
    pub fn cat(owner: &Player, square: &Square) -> Result<Piece, ModelError> {
        Piece::new(Kind::Cat, owner, square)
    }

    /// A new giraffe on a square.
    pub fn giraffe(owner: &Player, square: &Square) -> Result<Piece, ModelError> {
        Piece::new(Kind::Giraffe, owner, square)
    }

    /// A new lion on a square.
    pub fn lion(owner: &Player, square: &Square) -> Result<Piece, ModelError> {
        Piece::new(Kind::Lion, owner, square)
    }

    /// A piece that is nowhere yet.
    pub(super) fn unplaced(kind: Kind, owner: &Player) -> Piece {
        Piece(Rc::new(PieceData {
            kind: Cell::new(kind),
            owner: RefCell::new(owner.identity()),
            square: RefCell::default(),
        }))
    }

    /// What kind of piece it is, promoted or not: a promoted cat is a cat.
    pub fn kind(&self) -> Kind {
        self.full_kind().base()
    }

    /// The kind by which it moves: a promoted piece has one of its own.
    pub(super) fn full_kind(&self) -> Kind {
        self.0.kind.get()
    }

    /// The player who owns the piece.
    pub fn owner(&self) -> Player {
        Player::of(&self.0.owner.borrow())
    }

    /// Makes it a player's piece, unpromoted.
    pub(super) fn change_owner(&self, owner: &Player) {
        self.0.kind.set(self.kind());
        *self.0.owner.borrow_mut() = owner.identity();
    }

    /// The square it stands on; `None` if it is in a hand or nowhere.
    pub fn square(&self) -> Option<Square> {
        Square::upgrade(&self.0.square.borrow())
    }

    /// Leaves its square or hand; it is then nowhere.
    pub(super) fn leave(&self) {
        if let Some(square) = self.square() {
            square.set_piece(None);
        }
        *self.0.square.borrow_mut() = Weak::new();
        self.owner().release(self);
    }

    /// Comes to a square from nowhere.
    pub(super) fn settle(&self, square: &Square) {
        *self.0.square.borrow_mut() = square.downgrade();
        square.set_piece(Some(self.clone()));
    }

    /// The squares it can move to by the rules, row by row; empty if it is not on the board of a
    /// game, or the game has been won.
    pub fn legal_moves(&self) -> Vec<Square> {
        let Some(square) = self.square() else {
            return Vec::new();
        };
        let Some(game) = square.game().filter(|game| game.winner().is_none()) else {
            return Vec::new();
        };
        let owner = self.owner();
        let is_own = |square: &Square| square.piece().is_some_and(|there| there.owner() == owner);
        let steps = self.full_kind().steps(owner.side(), square.at());
        let squares = steps.map(|at| game.at(at).clone());
        squares.filter(|square| !is_own(square)).collect()
    }

    /// Moves to a square, legal or not: captures what stands there, and promotes if the square is
    /// in its promotion zone. Ask [`legal_moves`](Piece::legal_moves) first, or let
    /// [`try_move_to`](Piece::try_move_to) ask.
    pub fn move_to(&self, square: &Square) {
        self.leave();
        if let Some(captured) = square.piece() {
            captured.be_captured(&self.owner());
        }
        self.settle(square);
        if square.is_promotion_zone(&self.owner()) {
            // Promotion is compulsory for those who can.
            self.promote().ok();
        }
    }

    /// Moves to a square if that is one of the [`legal_moves`](Piece::legal_moves); otherwise
    /// nothing changes.
    pub fn try_move_to(&self, square: &Square) -> Result<(), ModelError> {
        let piece = self.kind();
        let Some(from) = self.square() else {
            return Err(ModelError::NotOnBoard { piece });
        };
        if let Some(winner) = from.game().and_then(|game| game.winner()) {
            let winner = winner.name().to_owned();
            return Err(ModelError::GameOver { winner });
        }
        if !self.legal_moves().contains(square) {
            let (row, col) = (square.row(), square.col());
            return Err(ModelError::IllegalMove { piece, row, col });
        }
        self.move_to(square);
        Ok(())
    }

    /// Is captured by a player: it leaves the board, loses its promotion, and goes into the
    /// captor's hand. A captured lion goes into no hand; if it was the opponent's, its captor
    /// wins.
    pub fn be_captured(&self, captor: &Player) {
        if self.kind() != Kind::Lion {
            captor.take(self);
            return;
        }
        let is_enemy = self.owner() != *captor;
        self.leave();
        self.change_owner(captor);
        if is_enemy {
            captor.win_game();
        }
    }

    /// Promotes. A promoted piece stays promoted; a giraffe or a lion, or a piece in a hand,
    /// cannot promote.
    pub fn promote(&self) -> Result<(), ModelError> {
        let piece = self.kind();
        match self.full_kind().promoted() {
            Some(_) if self.owner().holds(self) => Err(ModelError::PromotionInHand { piece }),
            Some(promoted) => {
                self.0.kind.set(promoted);
                Ok(())
            }
            None if self.is_promoted() => Ok(()),
            None => Err(ModelError::NotPromotable { piece }),
        }
    }

    /// Whether it is promoted.
    pub fn is_promoted(&self) -> bool {
        self.full_kind() != self.kind()
    }

    /// Whether it is a chick or a cat, which can promote.
    pub fn is_promotable(&self) -> bool {
        self.kind().promoted().is_some()
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Piece({}, {:?}", self.full_kind().name(), self.owner())?;
        match self.square() {
            Some(square) => write!(out, ", {square:?})"),
            None => out.write_str(")"),
        }
    }
}
