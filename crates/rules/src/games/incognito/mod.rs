//! Incognito: one pawn of each side is its spy, and nobody knows which. Find the enemy's, or
//! walk your own into the enemy castle.
//!
//! The rules are in `texts/en/rules.md`. The position holds what everyone knows: where the pawns
//! stand, and which of them are known to be knights. Every other pawn of a side is equally likely
//! to be its spy, so what a move may reveal, and how likely that is, follows from the position
//! alone.

mod board;
mod count;
mod encoding;
mod endgames;
mod evaluation;
mod format;
mod lines;
mod secret;
mod text;
mod view;

pub mod inco;
pub mod messages;

#[cfg(test)]
mod tests;

pub use crate::square::Square;
pub use secret::{Reveal, Spies};

use crate::bits::Bits;
use crate::grid::{Grid, Naming};
use crate::message::{Message, Texts};
use crate::{
    Boards, GameInfo, MoveError, Position, Side, SizeError, Step, StepOf, Symmetry, move_bits,
};
use board::Board;
use count::{count_questions, is_single};
use lines::{Line, Open, visit_questions};
use std::ops::ControlFlow;

/// The texts of Incognito.
static TEXTS: Texts = crate::texts!("incognito", "$CARGO_MANIFEST_DIR/src/games/incognito/texts");

/// A move: the pawn that moves and where to, or the questioner and the pawn it questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);
move_bits!(Move, Move::QUESTION * 2 - 1);

impl Move {
    const QUESTION: u16 = 1 << 12;

    #[inline]
    pub(crate) const fn slide(from: Square, to: Square) -> Self {
        Move(from.0 as u16 | (to.0 as u16) << 6)
    }

    #[inline]
    pub(crate) const fn question(from: Square, to: Square) -> Self {
        Move(Self::slide(from, to).0 | Self::QUESTION)
    }

    /// Where the pawn stands that moves or questions.
    #[inline]
    pub const fn from(self) -> Square {
        Square((self.0 & 63) as u8)
    }

    /// The square moved to, or the pawn that is questioned.
    #[inline]
    pub const fn to(self) -> Square {
        Square((self.0 >> 6 & 63) as u8)
    }

    /// Whether this interrogates an enemy pawn.
    #[inline]
    pub const fn is_question(self) -> bool {
        self.0 & Self::QUESTION != 0
    }
}

/// A position of Incognito: what everyone knows.
///
/// ```
/// use quintain_rules::{Position, games::incognito::Incognito};
///
/// let mut position: Incognito = "1BB2/B4/BW3/1B1WW/2WW1 b".parse()?;
/// // Questioning one of five pawns with one of five: the spy is found with probability 1/5.
/// let mv = position.parse_move("a3?b3")?;
/// let mut weights = Vec::new();
/// position.visit_reveals(mv, |_, weight| weights.push(weight));
/// assert_eq!(weights, [4, 5, 16]);
/// // It was not: the questioner is lost, and b3 is known to be a knight.
/// position.play(position.parse_step("a3?b3-")?)?;
/// assert_eq!(position.to_string(), "1BB2/B4/1w3/1B1WW/2WW1 w");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Incognito {
    board: Board,
}

const _: () = assert!(size_of::<Incognito>() == 40);

impl Incognito {
    /// The start position with this side to move first; the players draw lots for it.
    pub fn start_with(size: Option<u8>, first: Side) -> Result<Self, SizeError> {
        Ok(Self::initial(Self::INFO.board_size(size)?, first))
    }

    /// The start position on a board of this size, which must exist.
    fn initial(size: u8, first: Side) -> Self {
        let mut board = Board::empty(size, first);
        for side in Side::BOTH {
            let castle = board.castle(side).cell();
            for cell in grid(size).cells() {
                let steps = cell.col.abs_diff(castle.col) + cell.row.abs_diff(castle.row);
                if (1..=size - 3).contains(&steps) {
                    board.put(side, Square::at(cell), false);
                }
            }
        }
        Incognito { board }
    }

    pub(crate) const fn grid(&self) -> Grid {
        grid(self.board.size())
    }

    /// The bitboard of a side's pawns: the bit of a square is eight times the row from the top,
    /// plus the column.
    #[inline]
    pub const fn pawns(&self, side: Side) -> u64 {
        self.board.pawns(side)
    }

    /// The bitboard of a side's pawns that may be its spy.
    #[inline]
    pub const fn suspects(&self, side: Side) -> u64 {
        self.board.pawns(side) & !self.board.cleared()
    }

    /// A side's castle: the corner its pawns start around.
    #[inline]
    pub const fn castle(&self, side: Side) -> Square {
        self.board.castle(side)
    }

    /// Where pawns of the side to move can go: empty squares except their own castle, and except
    /// the enemy castle along a diagonal. Nothing passes through a castle, since it is a corner.
    #[inline]
    fn open(&self) -> Open {
        let mover = self.board.turn();
        let taken = self.board.pawns(mover) | self.board.pawns(!mover);
        let straight = self.board.squares() & !taken & !self.castle(mover).bit();
        Open {
            straight,
            diagonal: straight & !self.castle(!mover).bit(),
        }
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.board.winner().is_some()
    }
}

const fn grid(size: u8) -> Grid {
    Grid::new(size, size, Naming::Algebraic { lowest: 1 })
}

impl Position for Incognito {
    const INFO: GameInfo = GameInfo {
        id: "incognito",
        boards: Boards::Square {
            sizes: &[4, 5, 6, 7, 8],
            default: 5,
        },
        texts: &TEXTS,
        lessons: crate::info::lessons!("lessons.json"),
    };
    /// Reflection in the diagonal through both castles, and a half turn, which swaps the castles.
    const SYMMETRIES: &'static [Symmetry] = &[
        Symmetry::IDENTITY,
        Symmetry::TRANSPOSE,
        Symmetry::HALF_TURN.swapped(),
        Symmetry {
            transpose: true,
            ..Symmetry::HALF_TURN.swapped()
        },
    ];
    type Move = Move;
    type Reveal = Reveal;
    type Secret = Spies;

    fn start(size: Option<u8>) -> Result<Self, SizeError> {
        Self::start_with(size, Side::First)
    }

    /// The side that begins is drawn by lot.
    fn initial_positions(size: Option<u8>) -> Result<Vec<Self>, SizeError> {
        Side::BOTH
            .into_iter()
            .map(|first| Self::start_with(size, first))
            .collect()
    }

    fn size(&self) -> Option<u8> {
        Some(self.board.size())
    }

    #[inline]
    fn turn(&self) -> Side {
        self.board.turn()
    }

    #[inline]
    fn terminal_winner(&self) -> Option<Side> {
        self.board.winner()
    }

    #[inline]
    fn visit_moves<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.is_over() {
            return ControlFlow::Continue(());
        }
        let mover = self.turn();
        self.open().visit(self.pawns(mover), &mut visit)?;
        visit_questions(self.pawns(mover), self.pawns(!mover), &mut visit)
    }

    /// A side with a pawn can always move. Proof: some path of steps along rows and columns leads
    /// from the pawn to the enemy castle and avoids its own castle. The first square on it
    /// without a pawn of that side is next to one; it is empty or the enemy castle and can be
    /// moved to, or it holds an enemy pawn, which can be questioned.
    #[inline]
    fn has_move(&self) -> bool {
        !self.is_over()
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.is_over() {
            return 0;
        }
        let (own, enemy) = (self.pawns(self.turn()), self.pawns(!self.turn()));
        (self.open().count(own) + count_questions(own, enemy)).into()
    }

    #[inline]
    fn count_steps(&self) -> u64 {
        if self.is_over() {
            return 0;
        }
        let (own, suspects) = (self.pawns(self.turn()), self.suspects(self.turn()));
        let mut steps = self.open().count(own) + self.count_question_steps();
        if !is_single(suspects) {
            steps += self.count_entries(suspects);
        }
        steps.into()
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if self.is_over() || self.pawns(self.turn()) & from.bit() == 0 {
            return false;
        }
        let Some(line) = Line::between(from, to) else {
            return false;
        };
        if mv.is_question() {
            return self.pawns(!self.turn()) & to.bit() != 0 && line.is_side_by_side();
        }
        let Open { straight, diagonal } = self.open();
        let open = if line.is_diagonal() {
            diagonal
        } else {
            straight
        };
        open & to.bit() != 0 && line.inner().all(|square| open & square.bit() != 0)
    }

    /// The weights of a question count the pairs of spies that lead to each outcome; those of an
    /// entered castle count the mover's possible spies only, since the enemy's makes no difference.
    #[inline]
    fn visit_reveals(&self, mv: Move, mut visit: impl FnMut(Reveal, u32)) {
        let mover = self.turn();
        if !mv.is_question() && mv.to() != self.castle(!mover) {
            return visit(Reveal::Nothing, 1);
        }
        // The probability of being the spy is `spy / all`, where `spy` is 0 for a cleared pawn.
        let chance = |side, square: Square| {
            let suspects = self.suspects(side);
            (
                u32::from(suspects & square.bit() != 0),
                suspects.count_ones(),
            )
        };
        let (spy, all) = chance(mover, mv.from());
        let mut visit_possible = |reveal, weight| {
            if weight > 0 {
                visit(reveal, weight);
            }
        };
        if mv.is_question() {
            let (target_spy, target_all) = chance(!mover, mv.to());
            let target_knight = target_all - target_spy;
            visit_possible(Reveal::SpyLost, target_knight * spy);
            visit_possible(Reveal::Wins, target_spy * all);
            visit_possible(Reveal::KnightLost, target_knight * (all - spy));
        } else {
            visit_possible(Reveal::Wins, spy);
            visit_possible(Reveal::KnightLost, all - spy);
        }
    }

    #[inline]
    fn play_unchecked(&mut self, step: StepOf<Self>) {
        debug_assert!(
            self.validate(step).is_ok(),
            "{step:?} is not legal in {self}"
        );
        let Step { mv, reveal } = step;
        let mover = self.turn();
        let (from, to) = (mv.from(), mv.to());
        match reveal {
            Reveal::Nothing => self.board.move_pawn(mover, from, to),
            Reveal::Wins => {
                if !mv.is_question() {
                    self.board.move_pawn(mover, from, to);
                }
                self.board.set_winner(mover);
            }
            Reveal::KnightLost | Reveal::SpyLost => {
                self.board.remove(mover, from);
                if mv.is_question() {
                    self.board.clear(!mover, to);
                }
                if reveal == Reveal::SpyLost {
                    self.board.set_winner(!mover);
                }
            }
        }
        self.board.switch_turn();
    }

    fn illegal_reason(&self, mv: Move) -> Message {
        self.refusal(mv)
    }

    #[inline]
    fn zobrist(&self) -> u64 {
        self.board.zobrist()
    }

    fn compute_zobrist(&self) -> u64 {
        self.board.compute_zobrist()
    }

    fn transform(&self, symmetry: Symmetry) -> Self {
        let size = self.board.size();
        let mut board = Board::empty(size, symmetry.side(self.turn()));
        for side in Side::BOTH {
            for square in Bits(self.pawns(side)).map(Square) {
                let image = square.transform(symmetry, size);
                let cleared = self.board.cleared() & square.bit() != 0;
                board.put(symmetry.side(side), image, cleared);
            }
        }
        if let Some(winner) = self.board.winner() {
            board.set_winner(symmetry.side(winner));
        }
        Incognito { board }
    }

    fn transform_move(&self, mv: Move, symmetry: Symmetry) -> Move {
        let map = |square: Square| square.transform(symmetry, self.board.size());
        if mv.is_question() {
            Move::question(map(mv.from()), map(mv.to()))
        } else {
            Move::slide(map(mv.from()), map(mv.to()))
        }
    }

    fn move_text(&self, mv: Move) -> String {
        let sign = if mv.is_question() { '?' } else { '-' };
        format!("{}{sign}{}", self.name(mv.from()), self.name(mv.to()))
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        self.read_move(text)
    }
}
