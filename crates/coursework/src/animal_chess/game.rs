//! Games: two players and thirty squares.

use super::{AnimalChess, Kind, ModelError, Piece, Player, Square};
use quintain_rules::games::animal_chess::Square as BoardSquare;
use quintain_rules::{Position as _, PositionError, Side};
use std::fmt;
use std::rc::{Rc, Weak};

/// A game of Animal Chess: two players, thirty squares, and the pieces on them.
#[derive(Clone)]
pub struct Game(Rc<GameData>);

pub(super) struct GameData {
    players: [Player; 2],
    /// Row by row from the top left.
    squares: Vec<Square>,
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Game {}

impl Game {
    /// The number of rows.
    pub const HEIGHT: u8 = 6;
    /// The number of columns.
    pub const WIDTH: u8 = 5;

    /// A game between player 0 and player 1, all pieces in their start places.
    pub fn new(player0: &Player, player1: &Player) -> Result<Game, ModelError> {
        Game::from_position(player0, player1, &AnimalChess::default())
    }

    /// A game between two new players of these names.
    pub fn between(name0: impl Into<String>, name1: impl Into<String>) -> Game {
        let players = [
            Player::of_side(name0.into(), Side::First),
            Player::of_side(name1.into(), Side::Second),
        ];
        let game = Game::with_players(&players);
        game.set_up(&AnimalChess::default());
        game
    }

    /// A game without pieces, to be set up.
    pub fn empty(player0: &Player, player1: &Player) -> Result<Game, ModelError> {
        for (player, side) in [player0, player1].into_iter().zip(Side::BOTH) {
            if player.side() != side {
                let expected = side as u8;
                let found = player.player_number();
                return Err(ModelError::WrongPlayer { expected, found });
            }
            if player.game().is_some() {
                let player = player.name().to_owned();
                return Err(ModelError::PlaysAlready { player });
            }
        }
        Ok(Game::with_players(&[player0.clone(), player1.clone()]))
    }

    /// A game that continues from a position. In one without one of the lions the other player
    /// has won.
    pub fn from_position(
        player0: &Player,
        player1: &Player,
        position: &AnimalChess,
    ) -> Result<Game, ModelError> {
        let game = Game::empty(player0, player1)?;
        game.set_up(position);
        Ok(game)
    }

    fn with_players(players: &[Player; 2]) -> Game {
        let game = Rc::new_cyclic(|game: &Weak<GameData>| {
            let square = |at: BoardSquare| {
                // The rules say whose pieces promote there.
                let mut promoted = players
                    .iter()
                    .filter(|player| at.is_promotion_zone(player.side()));
                Square::on_board(game.clone(), at, promoted.next().cloned())
            };
            GameData {
                squares: BoardSquare::all().map(square).collect(),
                players: players.clone(),
            }
        });
        for player in players {
            player.join(&game);
        }
        Game(game)
    }

    /// Puts the pieces of a position on the board and into the hands.
    fn set_up(&self, position: &AnimalChess) {
        for (at, square) in BoardSquare::all().zip(&self.0.squares) {
            if let Some((side, kind)) = position.piece_at(at) {
                Piece::unplaced(kind, &self.0.players[side.index()]).settle(square);
            }
        }
        for (side, player) in Side::BOTH.into_iter().zip(&self.0.players) {
            for kind in Kind::DROPPABLE {
                for _ in 0..position.hand(side, kind) {
                    player.take(&Piece::unplaced(kind, player));
                }
            }
        }
        if let Some(winner) = position.terminal_winner() {
            self.0.players[winner.index()].win_game();
        }
    }

    /// The position on the board and in the hands, with this player to move; an error if no
    /// position string could express it. A win that was forced is not part of it.
    pub fn position(&self, to_move: &Player) -> Result<AnimalChess, PositionError> {
        let piece_at = |at: BoardSquare| {
            let piece = self.at(at).piece()?;
            Some((piece.owner().side(), piece.full_kind()))
        };
        let held = |side: Side, kind: Kind| {
            let hand = self.0.players[side.index()].hand();
            let count = hand.iter().filter(|piece| piece.kind() == kind).count();
            // More than any position allows, however many there are.
            u8::try_from(count).unwrap_or(u8::MAX)
        };
        AnimalChess::from_parts(piece_at, held, to_move.side())
    }

    /// The player of this number: 0 sits at the top of the board, 1 at the bottom.
    pub fn player(&self, number: u8) -> Result<Player, ModelError> {
        let player = self.0.players.get(usize::from(number));
        player.cloned().ok_or(ModelError::NoSuchPlayer(number))
    }

    /// The winner, if there is one.
    pub fn winner(&self) -> Option<Player> {
        let mut players = self.0.players.iter();
        players.find(|player| player.has_won()).cloned()
    }

    /// The square of this row (0 to 5 from the top) and column (0 to 4 from the left).
    pub fn square(&self, row: u8, col: u8) -> Result<Square, ModelError> {
        let at = BoardSquare::new(row, col).ok_or(ModelError::OffBoard { row, col })?;
        Ok(self.at(at).clone())
    }

    /// All thirty squares, row by row from the top left.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        self.0.squares.clone().into_iter()
    }

    pub(super) fn at(&self, at: BoardSquare) -> &Square {
        let index = usize::from(at.row()) * usize::from(Game::WIDTH) + usize::from(at.col());
        &self.0.squares[index]
    }

    /// The game that something belongs to, while somebody keeps it.
    pub(super) fn upgrade(game: &Weak<GameData>) -> Option<Game> {
        game.upgrade().map(Game)
    }

    pub(super) fn downgrade(&self) -> Weak<GameData> {
        Rc::downgrade(&self.0)
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.0.players;
        write!(out, "Game({first:?}, {second:?})")
    }
}
