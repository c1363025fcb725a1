//! Animal Chess as objects: a [`Game`] has two [`Player`]s and thirty [`Square`]s, a
//! [`Piece`] is owned by a player and stands on a square or is in the owner's hand.
//!
//! ```
//! use quintain_coursework::animal_chess::Game;
//!
//! let game = Game::new("Ann", "Bob");
//! let chick = game.square(2, 1)?.piece().expect("a chick stands here");
//! chick.move_to(&game.square(3, 1)?)?;
//!
//! let ann = game.player(0)?;
//! assert_eq!(chick.owner(), ann);
//! assert_eq!(ann.hand().len(), 1);
//! ann.drop_piece(&ann.hand()[0], &game.square(2, 1)?)?;
//! assert!(ann.hand().is_empty());
//! # Ok::<(), quintain_coursework::animal_chess::ModelError>(())
//! ```
//!
//! Games, players, squares and pieces are *handles*: small values that can be cloned and kept
//! anywhere, all referring to one shared game. Two handles are equal if they refer to the same
//! thing in the same game. The shared state is only borrowed inside single calls, and no call runs
//! code of the caller, so two borrows can never overlap. Handles stay on one thread; for speed,
//! search or threads use [`AnimalChess`], whose rules these objects follow. [`Game::position`] and
//! [`Game::from_position`] convert between the two.
//!
//! What the objects leave to the caller:
//! - **Turns.** Either player may move or drop at any time.
//! - **A player without a move.** Without turns, nobody has to move.
//! - **Set-up.** Pieces can be made ([`Game::new_piece`]), placed and removed at will, so that
//!   any situation can be built; a board may lack lions or have many.
//!
//! What they enforce:
//! - A piece is in one place: on a square, in a hand, or (new or removed) nowhere.
//! - A piece in a hand belongs to that player and is not promoted. A lion is never in a hand.
//! - A game has one winner, the first. Events can be forced ([`Player::win_game`],
//!   [`Piece::promote`], [`Piece::be_captured`]) and also happen by the rules. Once the game is
//!   won, no piece moves or is dropped.
//!
//! Anything else is refused with a [`ModelError`] and changes nothing.

mod error;
mod state;

#[cfg(test)]
mod tests;

pub use error::ModelError;

use quintain_rules::games::animal_chess::{AnimalChess, Kind, Square as BoardSquare};
use quintain_rules::{PositionError, Side};
use state::{Id, Place, State};
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

/// What all handles of one game share.
struct Shared {
    names: [String; 2],
    state: RefCell<State>,
}

/// A game of Animal Chess: two players, thirty squares, and the pieces.
#[derive(Clone)]
pub struct Game {
    shared: Rc<Shared>,
}

/// One of the two players of a game.
#[derive(Clone, PartialEq, Eq)]
pub struct Player {
    game: Game,
    side: Side,
}

/// A square of a game's board.
#[derive(Clone, PartialEq, Eq)]
pub struct Square {
    game: Game,
    square: BoardSquare,
}

/// A piece of a game.
#[derive(Clone, PartialEq, Eq)]
pub struct Piece {
    game: Game,
    id: Id,
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        Rc::ptr_eq(&self.shared, &other.shared)
    }
}

impl Eq for Game {}

impl Game {
    /// A game between two players, all pieces in their start places.
    pub fn new(name0: impl Into<String>, name1: impl Into<String>) -> Game {
        Game::from_position(name0, name1, &AnimalChess::default())
    }

    /// A game with no pieces, to be set up.
    pub fn empty(name0: impl Into<String>, name1: impl Into<String>) -> Game {
        Game::with_state(name0.into(), name1.into(), State::default())
    }

    /// A game that continues from a position. A position without one of the lions is won.
    pub fn from_position(
        name0: impl Into<String>,
        name1: impl Into<String>,
        position: &AnimalChess,
    ) -> Game {
        Game::with_state(name0.into(), name1.into(), State::of_position(position))
    }

    fn with_state(name0: String, name1: String, state: State) -> Game {
        Game {
            shared: Rc::new(Shared {
                names: [name0, name1],
                state: RefCell::new(state),
            }),
        }
    }

    /// The position on the board and in the hands, with this player to move; an error if no
    /// position string could express it. A win that was forced is not part of it.
    pub fn position(&self, to_move: &Player) -> Result<AnimalChess, PositionError> {
        self.read(|state| state.position(to_move.side))
    }

    /// The player of this number: 0 sits at the top of the board, 1 at the bottom.
    pub fn player(&self, number: u8) -> Result<Player, ModelError> {
        match number {
            0 => Ok(self.player_of(Side::First)),
            1 => Ok(self.player_of(Side::Second)),
            _ => Err(ModelError::NoSuchPlayer(number)),
        }
    }

    /// The winner, if there is one.
    pub fn winner(&self) -> Option<Player> {
        let winner = self.read(State::winner)?;
        Some(self.player_of(winner))
    }

    /// The square of this row (0 to 5 from the top) and column (0 to 4 from the left).
    pub fn square(&self, row: u8, col: u8) -> Result<Square, ModelError> {
        match BoardSquare::new(row, col) {
            Some(square) => Ok(self.square_of(square)),
            None => Err(ModelError::OffBoard { row, col }),
        }
    }

    /// All thirty squares, row by row from the top left.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        BoardSquare::all().map(|square| self.square_of(square))
    }

    /// Makes a piece that is nowhere yet; it can be placed on a square or added to a hand.
    pub fn new_piece(&self, kind: Kind, owner: &Player) -> Result<Piece, ModelError> {
        self.owns(&owner.game)?;
        let id = self.write(|state| state.new_piece(owner.side, kind));
        Ok(self.piece_of(id))
    }

    fn player_of(&self, side: Side) -> Player {
        Player {
            game: self.clone(),
            side,
        }
    }

    fn square_of(&self, square: BoardSquare) -> Square {
        Square {
            game: self.clone(),
            square,
        }
    }

    fn piece_of(&self, id: Id) -> Piece {
        Piece {
            game: self.clone(),
            id,
        }
    }

    /// Reads the state. Only this and [`write`](Game::write) borrow it, for the duration of a
    /// function that sees only the plain state and so cannot borrow it again.
    fn read<T>(&self, look: impl FnOnce(&State) -> T) -> T {
        look(&self.shared.state.borrow())
    }

    /// Changes the state; see [`read`](Game::read).
    fn write<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.shared.state.borrow_mut())
    }

    /// Refuses what belongs to another game.
    fn owns(&self, other: &Game) -> Result<(), ModelError> {
        if self == other {
            Ok(())
        } else {
            Err(ModelError::OtherGame)
        }
    }
}

impl Player {
    /// The player's name.
    pub fn name(&self) -> &str {
        &self.game.shared.names[self.side.index()]
    }

    /// 0 for the player at the top, 1 for the one at the bottom.
    pub fn player_number(&self) -> u8 {
        self.side as u8
    }

    /// The pieces in hand, in the order they came.
    pub fn hand(&self) -> Vec<Piece> {
        let hand = self.game.read(|state| state.hand(self.side).to_vec());
        hand.into_iter().map(|id| self.game.piece_of(id)).collect()
    }

    /// Takes a piece into hand, wherever it was: it becomes this player's, unpromoted, and leaves
    /// the board. A piece that is already in this hand keeps its place there.
    pub fn add_piece_to_hand(&self, piece: &Piece) -> Result<(), ModelError> {
        self.game.owns(&piece.game)?;
        self.game
            .write(|state| state.add_to_hand(self.side, piece.id))
    }

    /// Drops a piece from this player's hand onto an empty square. A drop never promotes. A
    /// refused drop leaves the piece in hand.
    pub fn drop_piece(&self, piece: &Piece, square: &Square) -> Result<(), ModelError> {
        self.game.owns(&piece.game)?;
        self.game.owns(&square.game)?;
        self.game.write(|state| {
            self.game.is_running(state)?;
            if state.piece(piece.id).place != Place::Hand
                || state.piece(piece.id).owner != self.side
            {
                return Err(ModelError::NotInHand {
                    piece: state.piece(piece.id).kind,
                    player: self.name().to_owned(),
                });
            }
            state.place(piece.id, square.square)
        })
    }

    /// Makes this player the winner, unless the game has already been won.
    pub fn win_game(&self) {
        self.game.write(|state| state.win(self.side));
    }

    /// Whether this player has won.
    pub fn has_won(&self) -> bool {
        self.game.read(State::winner) == Some(self.side)
    }
}

impl Square {
    /// The row, 0 at the top.
    pub fn row(&self) -> u8 {
        self.square.row()
    }

    /// The column, 0 at the left.
    pub fn col(&self) -> u8 {
        self.square.col()
    }

    /// The piece on this square.
    pub fn piece(&self) -> Option<Piece> {
        let id = self.game.read(|state| state.on(self.square))?;
        Some(self.game.piece_of(id))
    }

    /// Places a piece here, wherever it was, without applying any rule: it does not promote. An
    /// error if the square is occupied.
    pub fn place_piece(&self, piece: &Piece) -> Result<(), ModelError> {
        self.game.owns(&piece.game)?;
        self.game.write(|state| state.place(piece.id, self.square))
    }

    /// Takes the piece on this square off the board; it is then nowhere.
    pub fn remove_piece(&self) -> Option<Piece> {
        let id = self.game.write(|state| {
            let id = state.on(self.square)?;
            state.remove(id);
            Some(id)
        })?;
        Some(self.game.piece_of(id))
    }

    /// Whether the square is in the two rows farthest from a player, where the player's
    /// chicks and cats promote.
    pub fn is_promotion_zone(&self, player: &Player) -> bool {
        self.square.is_promotion_zone(player.side)
    }
}

impl Piece {
    /// The kind of piece: a promoted one has a kind of its own.
    pub fn kind(&self) -> Kind {
        self.game.read(|state| state.piece(self.id).kind)
    }

    /// The player who owns the piece.
    pub fn owner(&self) -> Player {
        let owner = self.game.read(|state| state.piece(self.id).owner);
        self.game.player_of(owner)
    }

    /// The square it stands on; `None` if it is in a hand or nowhere.
    pub fn square(&self) -> Option<Square> {
        match self.game.read(|state| state.piece(self.id).place) {
            Place::On(square) => Some(self.game.square_of(square)),
            Place::Hand | Place::Nowhere => None,
        }
    }

    /// The squares it can move to, row by row; empty if it is not on the board or the game has
    /// been won.
    pub fn legal_moves(&self) -> Vec<Square> {
        let squares = self.game.read(|state| state.legal_moves(self.id));
        squares
            .into_iter()
            .map(|square| self.game.square_of(square))
            .collect()
    }

    /// Moves to one of the [`legal_moves`](Piece::legal_moves): captures an enemy piece that
    /// stands there, and promotes if it must.
    pub fn move_to(&self, square: &Square) -> Result<(), ModelError> {
        self.game.owns(&square.game)?;
        self.game.write(|state| {
            self.game.is_running(state)?;
            state.move_to(self.id, square.square)
        })
    }

    /// Is captured by a player: it leaves the board, loses its promotion, and goes into the
    /// captor's hand. A captured lion goes into no hand; its captor wins.
    pub fn be_captured(&self, captor: &Player) -> Result<(), ModelError> {
        self.game.owns(&captor.game)?;
        self.game
            .write(|state| state.be_captured(self.id, captor.side))
    }

    /// Promotes. A promoted piece stays promoted; a giraffe or a lion, or a piece in a hand,
    /// cannot promote.
    pub fn promote(&self) -> Result<(), ModelError> {
        self.game.write(|state| state.promote(self.id))
    }

    /// Whether it is promoted.
    pub fn is_promoted(&self) -> bool {
        let kind = self.kind();
        kind != kind.base()
    }
}

impl Game {
    /// Refuses to play on after a win.
    fn is_running(&self, state: &State) -> Result<(), ModelError> {
        match state.winner() {
            None => Ok(()),
            Some(winner) => Err(ModelError::GameOver {
                winner: self.shared.names[winner.index()].clone(),
            }),
        }
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [name0, name1] = &self.shared.names;
        write!(out, "Game({name0:?}, {name1:?})")
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Player({}, {:?})", self.player_number(), self.name())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Square({}, {})", self.row(), self.col())
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Piece({}, {:?}", self.kind().name(), self.owner())?;
        match self.square() {
            Some(square) => write!(out, ", {square:?})"),
            None => out.write_str(")"),
        }
    }
}
