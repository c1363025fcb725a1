//! Catapult: two armies of knights that form catapults in threes; take the flag or the general.
//!
//! The rules are in `texts/en/rules.md`. [`Board`] holds the pieces as bitboards; [`Catapult`] adds
//! whose turn it is.

mod board;
mod counts;
mod encoding;
mod evaluation;
mod legality;
pub mod messages;
mod moves;
mod network;
mod text;
mod view;

#[cfg(test)]
mod tests;

pub use board::{Board, Piece, Square, SquareError};
pub use moves::Move;

use crate::bits::{Bits, key_if, zobrist_keys};
use crate::error::{MoveError, Phrase};
use crate::message::{Message, Texts};
use crate::{Boards, GameInfo, Position, Side, SizeError, Step, StepOf, Symmetry};
use board::{FLAG_SQUARES, GRID};
use moves::MoveGen;
use std::ops::ControlFlow;

/// The texts of Catapult.
static TEXTS: Texts = crate::texts!("catapult", "$CARGO_MANIFEST_DIR/src/games/catapult/texts");

/// A position of Catapult.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Catapult {
    board: Board,
    turn: Side,
    phase: Phase,
}

const _: () = assert!(size_of::<Catapult>() <= 96);

/// The phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    /// The side to move has to place its flag.
    Placing,
    /// Both flags and both generals are on the board.
    Playing,
    /// This side's enemy has lost its flag or general.
    Won(Side),
}

const TURN_KEY: u64 = zobrist_keys::<2>(0xca07)[0];
const PLACING_KEY: u64 = zobrist_keys::<2>(0xca07)[1];

impl Catapult {
    /// The pieces on the board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Whether the side to move has to place its flag.
    pub fn is_placing(&self) -> bool {
        self.phase == Phase::Placing
    }

    /// Move generation for the side to move.
    #[inline]
    fn move_gen(&self) -> MoveGen {
        MoveGen::new(&self.board, self.turn)
    }

    /// The bitboard of the squares where the side to move can place its flag.
    #[inline]
    fn placements(&self) -> u128 {
        FLAG_SQUARES[self.turn.index()] & self.board.empty()
    }

    /// The part of the hash that does not depend on the board.
    #[inline]
    fn state_key(&self) -> u64 {
        key_if(self.turn == Side::Second, TURN_KEY)
            ^ key_if(self.phase == Phase::Placing, PLACING_KEY)
    }
}

impl Position for Catapult {
    const INFO: GameInfo = GameInfo {
        id: "catapult",
        boards: Boards::One { cols: 10, rows: 10 },
        texts: &TEXTS,
        lessons: crate::info::lessons!("lessons.json"),
    };
    /// Forward is down for White and up for Black, so swapping top and bottom would need swapping
    /// the sides. That keeps all rules but one: White places its flag first. So it is not a
    /// symmetry.
    const SYMMETRIES: &'static [Symmetry] = &[Symmetry::IDENTITY, Symmetry::FLIP_COLS];
    type Move = Move;
    type Reveal = ();
    type Secret = ();

    fn start(size: Option<u8>) -> Result<Self, SizeError> {
        Self::INFO.board_size(size)?;
        Ok(Catapult {
            board: Board::start(),
            turn: Side::First,
            phase: Phase::Placing,
        })
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn terminal_winner(&self) -> Option<Side> {
        match self.phase {
            Phase::Won(winner) => Some(winner),
            Phase::Placing | Phase::Playing => None,
        }
    }

    #[inline]
    fn visit_moves<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        match self.phase {
            Phase::Won(_) => ControlFlow::Continue(()),
            Phase::Placing => Bits(self.placements())
                .map(Square::of_bit)
                .try_for_each(|square| visit(Move::new(square, square))),
            Phase::Playing => self.move_gen().visit_moves(visit),
        }
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        match self.phase {
            Phase::Won(_) => 0,
            Phase::Placing => self.placements().count_ones().into(),
            Phase::Playing => self.move_gen().count_moves().into(),
        }
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        self.fault(mv).is_none()
    }

    #[inline]
    fn play_unchecked(&mut self, Step { mv, .. }: StepOf<Self>) {
        debug_assert!(self.is_legal(mv), "{mv} is not legal in {self}");
        let (mover, enemy) = (self.turn, !self.turn);
        let (from, to) = (mv.from(), mv.to());
        if self.phase == Phase::Placing {
            self.board.put(mover, Piece::Flag, to);
            if self.board.flag(enemy).is_some() {
                self.phase = Phase::Playing;
            }
        } else if self.board.holds(enemy, to) {
            if self.board.remove(enemy, to) != Piece::Knight {
                self.phase = Phase::Won(mover);
            }
            if !mv.is_shot() {
                self.board.move_piece(mover, from, to);
            }
        } else {
            self.board.move_piece(mover, from, to);
        }
        self.turn = enemy;
    }

    fn illegal_reason(&self, mv: Move) -> Message {
        match self.fault(mv) {
            Some(fault) => self.fault_reason(mv, fault),
            None => Phrase::NotLegal.into(),
        }
    }

    #[inline]
    fn zobrist(&self) -> u64 {
        self.board.zobrist() ^ self.state_key()
    }

    fn compute_zobrist(&self) -> u64 {
        self.board.compute_zobrist() ^ self.state_key()
    }

    fn transform(&self, symmetry: Symmetry) -> Self {
        let mut board = Board::EMPTY;
        for (square, side, piece) in self.board.pieces() {
            board.put(
                symmetry.side(side),
                piece,
                transform_square(square, symmetry),
            );
        }
        Catapult {
            board,
            turn: symmetry.side(self.turn),
            phase: match self.phase {
                Phase::Won(winner) => Phase::Won(symmetry.side(winner)),
                phase => phase,
            },
        }
    }

    fn transform_move(&self, mv: Move, symmetry: Symmetry) -> Move {
        Move::new(
            transform_square(mv.from(), symmetry),
            transform_square(mv.to(), symmetry),
        )
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        // While flags are placed, the square alone is enough.
        if self.is_placing()
            && let Ok(square) = text.parse::<Square>()
        {
            return Ok(Move::new(square, square));
        }
        text::read_move(text)
    }
}

/// Where a symmetry takes a square; a number that is not a square stays as it is.
fn transform_square(square: Square, symmetry: Symmetry) -> Square {
    Square::at(symmetry.cell(square.cell(), GRID.cols, GRID.rows))
}
