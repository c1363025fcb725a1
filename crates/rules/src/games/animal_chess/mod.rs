//! Animal Chess: a small shogi of lions, giraffes, cats and chicks; whoever captures the lion
//! wins.
//!
//! The rules are in `texts/en/rules.md`. The position is six bitboards. Moves are generated and counted a direction at a time, by
//! shifting the bitboard of all pieces that step that way.

mod board;
mod counts;
mod encoding;
mod evaluation;
mod exchange;
pub mod messages;
mod network;
mod pieces;
mod text;
mod view;

#[cfg(test)]
mod tests;

pub use pieces::{Kind, Square};

use crate::bits::Bits;
use crate::error::Phrase;
use crate::grid::Cell;
use crate::message::{Message, Texts};
use crate::view::label;
use crate::{
    Boards, GameInfo, MoveError, Position, PositionError, Side, SizeError, Step, StepOf, Symmetry,
    move_bits,
};
use board::{Board, DELTAS};
use messages::Reason;
use pieces::GRID;
use std::ops::ControlFlow;

/// The texts of Animal Chess.
static TEXTS: Texts = crate::texts!(
    "animal-chess",
    "$CARGO_MANIFEST_DIR/src/games/animal_chess/texts"
);

/// A move: a piece steps from a square to another, or drops from the hand onto a square.
///
/// The target is in bits 0 to 5. Above it is the square the piece comes from, or `DROP` plus the
/// kind that is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);
move_bits!(Move, 0xfff);

/// What a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A piece on the board steps.
    Step {
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// A piece drops from the hand.
    Drop {
        /// The kind of piece.
        kind: Kind,
        /// Where it goes.
        to: Square,
    },
}

/// The first number that is not a square and stands for a kind in hand instead.
const DROP: u16 = 60;

impl Move {
    #[inline]
    const fn step(from: Square, to: Square) -> Self {
        Move((from.0 as u16) << 6 | to.0 as u16)
    }

    #[inline]
    const fn drop(kind: Kind, to: Square) -> Self {
        Move((DROP + kind as u16) << 6 | to.0 as u16)
    }

    /// The square the piece goes to.
    #[inline]
    pub const fn target(self) -> Square {
        Square((self.0 & 63) as u8)
    }

    /// What the move does.
    #[inline]
    pub const fn action(self) -> Action {
        let (from, to) = (self.0 >> 6, self.target());
        let kind = match from.wrapping_sub(DROP) {
            0 => Kind::Giraffe,
            1 => Kind::Cat,
            2 => Kind::Chick,
            _ => {
                let from = Square((from & 63) as u8);
                return Action::Step { from, to };
            }
        };
        Action::Drop { kind, to }
    }
}

/// A position of Animal Chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AnimalChess {
    board: Board,
}

const _: () = assert!(size_of::<AnimalChess>() == 64);

impl AnimalChess {
    /// A position from the piece on each square, the hands and the side to move: the inverse of
    /// [`piece_at`](Self::piece_at), [`hand`](Self::hand) and `turn`. An error if no position
    /// string could express it.
    pub fn from_parts(
        piece_at: impl Fn(Square) -> Option<(Side, Kind)>,
        hand: impl Fn(Side, Kind) -> u8,
        turn: Side,
    ) -> Result<Self, PositionError> {
        let pieces: Vec<(Side, Kind, Square)> = Square::all()
            .filter_map(|square| piece_at(square).map(|(side, kind)| (side, kind, square)))
            .collect();
        let held = |side| Kind::DROPPABLE.map(|kind| (side, kind, hand(side, kind)));
        AnimalChess::assemble(&pieces, &Side::BOTH.map(held).concat(), turn)
    }

    /// The piece on a square, and its owner.
    pub fn piece_at(&self, square: Square) -> Option<(Side, Kind)> {
        self.board.piece_at(square)
    }

    /// How many pieces of a kind a side has in hand; always 0 for lions and promoted kinds.
    pub fn hand(&self, side: Side, kind: Kind) -> u8 {
        self.board.hand(side, kind)
    }

    /// Whether a lion has been captured.
    #[inline]
    fn is_decided(&self) -> bool {
        let lions = self.board.lions();
        lions & lions.wrapping_sub(1) == 0
    }

    /// The targets of the side to move, one bitboard for each direction.
    #[inline]
    fn targets_by_direction(&self) -> [u64; 8] {
        self.board.targets_by_direction(self.turn(), u64::MAX)
    }

    /// Plays a step of the side to move.
    #[inline]
    fn play_step(&mut self, from: Square, to: Square) {
        let side = self.turn();
        if self.board.by_side(!side) & to.bit() != 0 {
            let captured = self.board.remove(!side, to);
            self.board.add_to_hand(side, captured);
        }
        let kind = self.board.remove(side, from);
        self.board.put(side, kind.after_move(side, to), to);
    }

    /// Why a step is not legal in an unfinished game.
    fn illegal_step_reason(&self, from: Square, to: Square) -> Message {
        let side = self.turn();
        let [here, there] = [from, to].map(|square| label(GRID, square.cell()));
        if let Some(off) = [from, to].into_iter().find(|square| !square.is_on_board()) {
            let square = label(GRID, off.cell());
            return Phrase::OffBoard { square }.into();
        }
        let reason = match self.piece_at(from) {
            None => Reason::NoPiece { square: here },
            Some((owner, piece)) if owner != side => Reason::NotYours {
                piece,
                square: here,
                owner,
            },
            Some((_, piece)) if from == to => Reason::AlreadyThere {
                piece,
                square: there,
            },
            Some((_, piece)) => match self.piece_at(to) {
                Some((_, own)) if piece.steps(side, from).any(|target| target == to) => {
                    Reason::OwnPiece {
                        side,
                        piece: own,
                        square: there,
                    }
                }
                _ => Reason::WrongStep {
                    piece,
                    from: here,
                    to: there,
                },
            },
        };
        reason.into()
    }

    /// Why a drop is not legal in an unfinished game.
    fn illegal_drop_reason(&self, piece: Kind, to: Square) -> Message {
        let (side, square) = (self.turn(), label(GRID, to.cell()));
        if !to.is_on_board() {
            return Phrase::OffBoard { square }.into();
        }
        if self.hand(side, piece) == 0 {
            return Reason::NotInHand { side, piece }.into();
        }
        match self.piece_at(to) {
            Some((side, piece)) => Reason::Occupied {
                side,
                piece,
                square,
            }
            .into(),
            None => Phrase::NotLegal.into(),
        }
    }
}

impl Default for AnimalChess {
    /// The start position.
    fn default() -> Self {
        const BACK_ROW: [Kind; 5] = [
            Kind::Cat,
            Kind::Giraffe,
            Kind::Lion,
            Kind::Giraffe,
            Kind::Cat,
        ];
        let mut board = Board::empty();
        for (side, back, front) in [(Side::First, 0, 2), (Side::Second, 5, 3)] {
            for (col, kind) in (0..).zip(BACK_ROW) {
                board.put(side, kind, Square::at(Cell { col, row: back }));
            }
            for col in 1..=3 {
                board.put(side, Kind::Chick, Square::at(Cell { col, row: front }));
            }
        }
        AnimalChess { board }
    }
}

impl Position for AnimalChess {
    const INFO: GameInfo = GameInfo {
        id: "animal-chess",
        boards: Boards::One { cols: 5, rows: 6 },
        texts: &TEXTS,
        lessons: crate::info::lessons!("lessons.json"),
    };
    const SYMMETRIES: &'static [Symmetry] = &[
        Symmetry::IDENTITY,
        Symmetry::FLIP_COLS,
        Symmetry::FLIP_ROWS.swapped(),
        Symmetry::HALF_TURN.swapped(),
    ];
    type Move = Move;
    type Reveal = ();
    type Secret = ();

    fn start(size: Option<u8>) -> Result<Self, SizeError> {
        Self::INFO.board_size(size)?;
        Ok(AnimalChess::default())
    }

    #[inline]
    fn turn(&self) -> Side {
        self.board.turn()
    }

    #[inline]
    fn terminal_winner(&self) -> Option<Side> {
        if !self.is_decided() {
            return None;
        }
        let lost = self.board.lions() & self.board.by_side(Side::First) == 0;
        Some(if lost { Side::Second } else { Side::First })
    }

    #[inline]
    fn visit_moves<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.is_decided() {
            return ControlFlow::Continue(());
        }
        let side = self.turn();
        for (targets, delta) in self
            .targets_by_direction()
            .into_iter()
            .zip(DELTAS[side.index()])
        {
            for to in Bits(targets) {
                let from = to.wrapping_add_signed(-delta);
                visit(Move::step(Square(from), Square(to)))?;
            }
        }
        for kind in Kind::DROPPABLE {
            if self.board.hand(side, kind) > 0 {
                for to in Bits(self.board.empty_squares()) {
                    visit(Move::drop(kind, Square(to)))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn has_move(&self) -> bool {
        // With at most sixteen pieces there is always an empty square to drop on.
        !self.is_decided()
            && (self
                .targets_by_direction()
                .into_iter()
                .any(|targets| targets != 0)
                || self.board.kinds_in_hand(self.turn()) > 0)
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.is_decided() {
            return 0;
        }
        let count = |set: u64| u64::from(set.count_ones());
        let steps: u64 = self.targets_by_direction().into_iter().map(count).sum();
        steps + self.board.kinds_in_hand(self.turn()) * count(self.board.empty_squares())
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        let legal = match mv.action() {
            Action::Step { from, to } => self.board.targets(self.turn(), from) & to.bit() != 0,
            Action::Drop { kind, to } => {
                self.board.hand(self.turn(), kind) > 0 && self.board.empty_squares() & to.bit() != 0
            }
        };
        legal && !self.is_decided()
    }

    #[inline]
    fn play_unchecked(&mut self, Step { mv, .. }: StepOf<Self>) {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in {self}");
        match mv.action() {
            Action::Step { from, to } => self.play_step(from, to),
            Action::Drop { kind, to } => {
                self.board.remove_from_hand(self.turn(), kind);
                self.board.put(self.turn(), kind, to);
            }
        }
        self.board.switch_turn();
    }

    fn illegal_reason(&self, mv: Move) -> Message {
        match mv.action() {
            Action::Step { from, to } => self.illegal_step_reason(from, to),
            Action::Drop { kind, to } => self.illegal_drop_reason(kind, to),
        }
    }

    #[inline]
    fn zobrist(&self) -> u64 {
        self.board.zobrist()
    }

    fn compute_zobrist(&self) -> u64 {
        self.board.compute_zobrist()
    }

    fn transform(&self, symmetry: Symmetry) -> Self {
        let mut board = Board::empty();
        for square in Square::all() {
            if let Some((side, kind)) = self.piece_at(square) {
                board.put(
                    symmetry.side(side),
                    kind,
                    transform_square(square, symmetry),
                );
            }
        }
        for side in Side::BOTH {
            for kind in Kind::DROPPABLE {
                for _ in 0..self.hand(side, kind) {
                    board.add_to_hand(symmetry.side(side), kind);
                }
            }
        }
        if symmetry.side(self.turn()) == Side::Second {
            board.switch_turn();
        }
        AnimalChess { board }
    }

    fn transform_move(&self, mv: Move, symmetry: Symmetry) -> Move {
        let to = transform_square(mv.target(), symmetry);
        match mv.action() {
            Action::Step { from, .. } => Move::step(transform_square(from, symmetry), to),
            Action::Drop { kind, .. } => Move::drop(kind, to),
        }
    }

    fn move_text(&self, mv: Move) -> String {
        text::write_move(mv)
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        text::read_move(text)
    }
}

/// Where a symmetry takes a square.
fn transform_square(square: Square, symmetry: Symmetry) -> Square {
    Square::at(symmetry.cell(square.cell(), GRID.cols, GRID.rows))
}
