//! Players, and the pieces in their hands.

use super::game::GameData;
use super::{Game, Kind, ModelError, Piece, Square};
use quintain_rules::Side;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::{Rc, Weak};

/// A player, with the pieces in hand.
#[derive(Clone)]
pub struct Player {
    identity: Rc<Identity>,
    /// Kept by those who know the player, and not by the pieces in it: they know the identity.
    hand: Rc<Hand>,
}

/// What a piece knows of its owner.
pub(super) struct Identity {
    name: String,
    side: Side,
    has_won: Cell<bool>,
    game: RefCell<Weak<GameData>>,
    hand: RefCell<Weak<Hand>>,
}

/// The pieces in a hand, in the order they came.
#[derive(Default)]
struct Hand(RefCell<Vec<Piece>>);

impl PartialEq for Player {
    fn eq(&self, other: &Player) -> bool {
        Rc::ptr_eq(&self.identity, &other.identity)
    }
}

impl Eq for Player {}

impl Player {
    /// A player with an empty hand, in no game yet. Number 0 sits at the top of the board and 1 at
    /// the bottom; there are no others.
    pub fn new(name: impl Into<String>, number: u8) -> Result<Player, ModelError> {
        let mut sides = Side::BOTH.into_iter();
        let side = sides.find(|&side| side as u8 == number);
        let side = side.ok_or(ModelError::NoSuchPlayer(number))?;
        Ok(Player::of_side(name.into(), side))
    }

    pub(super) fn of_side(name: String, side: Side) -> Player {
        Player::of(&Rc::new(Identity {
            name,
            side,
            has_won: Cell::new(false),
            game: RefCell::default(),
            hand: RefCell::default(),
        }))
    }

    /// The player of an identity. A hand that nobody kept is empty.
    pub(super) fn of(identity: &Rc<Identity>) -> Player {
        let kept = identity.hand.borrow().upgrade();
        let hand = kept.unwrap_or_else(|| {
            let hand = Rc::default();
            *identity.hand.borrow_mut() = Rc::downgrade(&hand);
            hand
        });
        Player {
            identity: Rc::clone(identity),
            hand,
        }
    }

    pub(super) fn identity(&self) -> Rc<Identity> {
        Rc::clone(&self.identity)
    }

    pub(super) fn side(&self) -> Side {
        self.identity.side
    }

    /// The game that the player plays in.
    pub(super) fn game(&self) -> Option<Game> {
        Game::upgrade(&self.identity.game.borrow())
    }

    pub(super) fn join(&self, game: &Rc<GameData>) {
        *self.identity.game.borrow_mut() = Rc::downgrade(game);
    }

    /// The player's name.
    pub fn name(&self) -> &str {
        &self.identity.name
    }

    /// 0 for the player at the top, 1 for the one at the bottom.
    pub fn player_number(&self) -> u8 {
        self.side() as u8
    }

    /// The pieces in hand, in the order they came.
    pub fn hand(&self) -> Vec<Piece> {
        self.hand.0.borrow().clone()
    }

    /// Whether a piece is in this hand.
    pub(super) fn holds(&self, piece: &Piece) -> bool {
        self.hand.0.borrow().contains(piece)
    }

    /// Takes a piece into hand, wherever it was: it becomes this player's, unpromoted, and leaves
    /// the board. A piece that is already in this hand keeps its place there. A lion is never in
    /// a hand.
    pub fn add_piece_to_hand(&self, piece: &Piece) -> Result<(), ModelError> {
        if piece.kind() == Kind::Lion {
            return Err(ModelError::LionInHand);
        }
        self.take(piece);
        Ok(())
    }

    /// The same for a piece that is not a lion.
    pub(super) fn take(&self, piece: &Piece) {
        if !self.holds(piece) {
            piece.leave();
            piece.change_owner(self);
            self.hand.0.borrow_mut().push(piece.clone());
        }
    }

    /// Lets go of a piece, if it is in this hand.
    pub(super) fn release(&self, piece: &Piece) {
        self.hand.0.borrow_mut().retain(|held| held != piece);
    }

    /// Drops a piece from this player's hand onto an empty square. A drop never promotes. A
    /// refused drop leaves the piece in hand.
    pub fn drop_piece(&self, piece: &Piece, square: &Square) -> Result<(), ModelError> {
        if let Some(winner) = self.game().and_then(|game| game.winner()) {
            let winner = winner.name().to_owned();
            return Err(ModelError::GameOver { winner });
        }
        if !self.holds(piece) {
            return Err(ModelError::NotInHand {
                piece: piece.kind(),
                player: self.name().to_owned(),
            });
        }
        square.place_piece(piece)
    }

    /// Makes this player the winner, unless the opponent has won their game already.
    pub fn win_game(&self) {
        if self.game().and_then(|game| game.winner()).is_none() {
            self.identity.has_won.set(true);
        }
    }

    /// Whether this player has won.
    pub fn has_won(&self) -> bool {
        self.identity.has_won.get()
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Player({:?}, {})", self.name(), self.player_number())
    }
}
