//! Knight's Duel: two knights on a board that vanishes under them; whoever cannot move loses.
//!
//! The rules are in `texts/en/rules.md`. The board is one bitboard of blocked squares. Smaller
//! boards lie in the top left corner of an 8x8 one whose other squares are blocked, so move
//! generation need not know the size.

mod encoding;
mod evaluation;
pub mod messages;
mod mirror;
mod regions;
mod text;
mod view;

#[cfg(test)]
mod tests;

use self::messages::Reason;
use crate::bits::{Bits, ZobristTable, key_if, zobrist_keys};
use crate::grid::{Cell, Grid, Naming};
use crate::message::{Message, Texts};
use crate::square::board_mask;
use crate::{Boards, GameInfo, Position, Side, SizeError, Step, StepOf, Symmetry, move_bits};
use std::ops::ControlFlow;

pub use crate::square::Square;

/// The texts of Knight's Duel.
static TEXTS: Texts = crate::texts!(
    "knights-duel",
    "$CARGO_MANIFEST_DIR/src/games/knights_duel/texts"
);

/// A move: the square the knight goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);
move_bits!(Move, 63);

impl Move {
    /// The square the knight goes to.
    #[inline]
    pub const fn target(self) -> Square {
        Square((self.0 & 63) as u8)
    }

    pub(crate) const fn to(target: Square) -> Self {
        Move(target.0 as u16)
    }
}

/// A position of Knight's Duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KnightsDuel {
    /// Removed squares, including the knights' own, and all squares that are not on the board.
    blocked: u64,
    zobrist: u64,
    knights: [Square; 2],
    size: u8,
    turn: Side,
}

const _: () = assert!(size_of::<KnightsDuel>() == 24);

/// The knight attacks from each square of an 8x8 board, computed square by square.
const KNIGHT_ATTACKS: [u64; 64] = {
    const LEAPS: [(i8, i8); 8] = [
        (1, 2),
        (2, 1),
        (2, -1),
        (1, -2),
        (-1, -2),
        (-2, -1),
        (-2, 1),
        (-1, 2),
    ];
    let mut table = [0; 64];
    let mut from = 0;
    while from < 64 {
        let mut leap = 0;
        while leap < 8 {
            let col = (from % 8) as i8 + LEAPS[leap].0;
            let row = (from / 8) as i8 + LEAPS[leap].1;
            if 0 <= col && col < 8 && 0 <= row && row < 8 {
                table[from] |= 1 << (row * 8 + col);
            }
            leap += 1;
        }
        from += 1;
    }
    table
};

const REMOVED_KEYS: ZobristTable<64> = ZobristTable::new(0x6b01);
const KNIGHT_KEYS: [ZobristTable<64>; 2] = [ZobristTable::new(0x6b02), ZobristTable::new(0x6b03)];
const SIZE_KEYS: [u64; 9] = zobrist_keys(0x6b04);
const TURN_KEY: u64 = zobrist_keys::<1>(0x6b05)[0];

impl KnightsDuel {
    /// A position from its parts; the knights' squares are removed too.
    pub(crate) fn new(size: u8, removed: u64, knights: [Square; 2], turn: Side) -> Self {
        let blocked = removed | knights[0].bit() | knights[1].bit() | !board_mask(size);
        let mut position = KnightsDuel {
            blocked,
            zobrist: 0,
            knights,
            size,
            turn,
        };
        position.zobrist = position.compute_zobrist();
        position
    }

    pub(crate) const fn grid(&self) -> Grid {
        grid(self.size)
    }

    /// Where a side's knight stands.
    pub const fn knight(&self, side: Side) -> Square {
        self.knights[side as usize]
    }

    /// Whether a square of the board has been removed (the squares of the knights count).
    pub const fn is_removed(&self, square: Square) -> bool {
        self.blocked & square.bit() != 0
    }

    /// The bitboard of the squares the side to move can go to.
    #[inline]
    fn targets(&self) -> u64 {
        KNIGHT_ATTACKS[self.knights[self.turn.index()].index()] & !self.blocked
    }
}

/// The board of a size, with the names of its squares.
const fn grid(size: u8) -> Grid {
    Grid::new(size, size, Naming::ColumnRow)
}

impl Position for KnightsDuel {
    const INFO: GameInfo = GameInfo {
        id: "knights-duel",
        boards: Boards::Square {
            sizes: &[4, 5, 6, 7, 8],
            default: 8,
        },
        texts: &TEXTS,
        lessons: crate::info::lessons!("lessons.json"),
    };
    const SYMMETRIES: &'static [Symmetry] = &Symmetry::SQUARE;
    type Move = Move;
    type Reveal = ();
    type Secret = ();

    fn start(size: Option<u8>) -> Result<Self, SizeError> {
        let size = Self::INFO.board_size(size)?;
        let far = size - 1;
        let white = Square::at(Cell { col: 0, row: far });
        let black = Square::at(Cell { col: far, row: 0 });
        Ok(KnightsDuel::new(size, 0, [white, black], Side::First))
    }

    fn size(&self) -> Option<u8> {
        Some(self.size)
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn visit_moves<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        for target in Bits(self.targets()) {
            visit(Move(target.into()))?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn has_move(&self) -> bool {
        self.targets() != 0
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        self.targets().count_ones().into()
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        self.targets() & mv.target().bit() != 0
    }

    #[inline]
    fn play_unchecked(&mut self, Step { mv, .. }: StepOf<Self>) {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in {self}");
        let side = self.turn.index();
        let (from, to) = (self.knights[side], mv.target());
        self.knights[side] = to;
        self.blocked |= to.bit();
        self.turn = !self.turn;
        self.zobrist ^= KNIGHT_KEYS[side].get(from.index())
            ^ KNIGHT_KEYS[side].get(to.index())
            ^ REMOVED_KEYS.get(to.index())
            ^ TURN_KEY;
    }

    fn illegal_reason(&self, mv: Move) -> Message {
        let target = mv.target();
        let name = |square: Square| crate::view::label(self.grid(), square.cell());
        let from = self.knight(self.turn);
        if KNIGHT_ATTACKS[from.index()] & target.bit() == 0 {
            let (from, to) = (name(from), name(target));
            Reason::NotAKnightsMove { from, to }.into()
        } else if self.knights.contains(&target) {
            let square = name(target);
            Reason::OtherKnight { square }.into()
        } else {
            let square = name(target);
            Reason::Gone { square }.into()
        }
    }

    #[inline]
    fn zobrist(&self) -> u64 {
        self.zobrist
    }

    fn compute_zobrist(&self) -> u64 {
        let mut key = SIZE_KEYS[usize::from(self.size)];
        for square in Bits(self.blocked & board_mask(self.size)) {
            key ^= REMOVED_KEYS.get(usize::from(square));
        }
        for side in Side::BOTH {
            key ^= KNIGHT_KEYS[side.index()].get(self.knight(side).index());
        }
        key ^ key_if(self.turn == Side::Second, TURN_KEY)
    }

    fn transform(&self, symmetry: Symmetry) -> Self {
        let map = |square: Square| square.transform(symmetry, self.size);
        let mut removed = 0;
        for square in Bits(self.blocked & board_mask(self.size)).map(Square) {
            removed |= map(square).bit();
        }
        let [white, black] = self.knights.map(map);
        let knights = match symmetry.side(Side::First) {
            Side::First => [white, black],
            Side::Second => [black, white],
        };
        KnightsDuel::new(self.size, removed, knights, symmetry.side(self.turn))
    }

    fn transform_move(&self, mv: Move, symmetry: Symmetry) -> Move {
        Move::to(mv.target().transform(symmetry, self.size))
    }

    fn move_text(&self, mv: Move) -> String {
        self.grid().name(mv.target().cell())
    }

    fn parse_move(&self, text: &str) -> Result<Move, crate::MoveError> {
        self.read_move(text)
    }
}
