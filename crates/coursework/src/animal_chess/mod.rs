//! Animal Chess as objects, after the class diagram of a practical on object-oriented modeling: a
//! [`Game`] has two [`Player`]s and thirty [`Square`]s, a [`Piece`] is owned by a player and
//! stands on a square or is in the owner's hand.
//!
//! ```
//! use quintain_coursework::animal_chess::{Game, Kind, Player};
//!
//! let [ann, bob] = [Player::new("Ann", 0)?, Player::new("Bob", 1)?];
//! let game = Game::new(&ann, &bob)?;
//! let chick = game.square(2, 1)?.piece().expect("a chick stands here");
//! assert_eq!(chick.kind(), Kind::Chick);
//! chick.try_move_to(&game.square(3, 1)?)?;
//!
//! assert_eq!(ann.hand().len(), 1);
//! ann.drop_piece(&ann.hand()[0], &game.square(2, 1)?)?;
//! assert!(ann.hand().is_empty());
//! # Ok::<(), quintain_coursework::animal_chess::ModelError>(())
//! ```
//!
//! # From the diagram to here
//!
//! | diagram | here |
//! |---|---|
//! | `Game.HEIGHT`, `Game.WIDTH` | [`Game::HEIGHT`], [`Game::WIDTH`] |
//! | `new Game(p0, p1)` | [`Game::new`] |
//! | `getPlayer(n)`, `getWinner()`, `getSquare(row, col)` | [`Game::player`], [`Game::winner`], [`Game::square`] |
//! | `new Player(name, playerNumber)` | [`Player::new`] |
//! | `getName()`, `getPlayerNumber()`, `getHand()` | [`Player::name`], [`Player::player_number`], [`Player::hand`] |
//! | `addPieceToHand(piece)`, `dropPiece(piece, square)` | [`Player::add_piece_to_hand`], [`Player::drop_piece`] |
//! | `winGame()`, `hasWon()` | [`Player::win_game`], [`Player::has_won`] |
//! | `new Square(game, row, col)` | [`Square::new`]; the game may be `None` |
//! | `new Square(game, row, col, promotesPlayer)` | [`Square::new_promoting`] |
//! | `placePiece(piece)`, `removePiece()`, `getPiece()` | [`Square::place_piece`], [`Square::remove_piece`], [`Square::piece`] |
//! | `isPromotionZone(player)` | [`Square::is_promotion_zone`] |
//! | `getGame()`, `getRow()`, `getCol()` | [`Square::game`], [`Square::row`], [`Square::col`] |
//! | `new Chick(owner, square)`, `Cat`, `Giraffe`, `Lion` | [`Piece::new`] with a [`Kind`], or [`Piece::chick`], [`Piece::cat`], [`Piece::giraffe`], [`Piece::lion`] |
//! | `piece instanceof Cat` | [`Piece::kind`]` == Kind::Cat`; a promoted cat is still a cat |
//! | `piece instanceof PromotablePiece` | [`Piece::is_promotable`] |
//! | `getLegalMoves()`, `getOwner()`, `getSquare()` | [`Piece::legal_moves`], [`Piece::owner`], [`Piece::square`] |
//! | `move(square)` | [`Piece::move_to`], which does not ask; [`Piece::try_move_to`] plays only legal moves |
//! | `beCaptured(capturer)` | [`Piece::be_captured`] |
//! | `promote()`, `getIsPromoted()` | [`Piece::promote`], [`Piece::is_promoted`] |
//! | `IllegalArgumentException` | [`ModelError`] |
//! | `null` | `None` |
//!
//! The diagram's abstract classes are no types here: a piece's [`Kind`] says what it is, since
//! captures and promotions change a piece and not its class.
//!
//! # What the objects decide
//!
//! All values are *handles* that can be cloned and kept anywhere; two are equal if they refer to
//! the same thing. Movement and the promotion zone are asked of the rules that [`AnimalChess`]
//! plays by; [`Game::position`] and [`Game::from_position`] convert between the two. Handles stay
//! on one thread. A game keeps its squares, a square the piece on it, and a player the pieces in
//! hand; the way back is weak, so nothing is kept in a circle. Keep the game (or, without one, its
//! squares and players) for as long as you use what belongs to it.
//!
//! What the diagram and its tests leave open:
//! - **Turns.** Either player may move or drop at any time, and nobody has to.
//! - **Without a game** everything works but [`Piece::legal_moves`], which is empty: there are no
//!   other squares to go to.
//! - **`move_to` goes to any square**, legal or not, from anywhere: it captures what stands
//!   there, whoever owns it, and promotes in the promotion zone. Only an enemy lion wins the game.
//! - **A lion** that is captured goes into no hand.
//! - **One winner**: in a game the first win counts. After it, no piece has a legal move, and
//!   none is dropped.

mod error;
mod game;
mod piece;
mod player;
mod square;

#[cfg(test)]
mod tests;

pub use error::ModelError;
pub use game::Game;
pub use piece::Piece;
pub use player::Player;
pub use quintain_rules::games::animal_chess::{AnimalChess, Kind};
pub use square::Square;
