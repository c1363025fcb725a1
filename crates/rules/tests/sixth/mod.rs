//! A sixth game that lives only in the tests: a heap of stones, take one to three, who cannot
//! take loses. It shows all that a game has to bring.

use quintain_rules::draft::{Item, SetupPhase, SetupSchema};
use quintain_rules::view::{Describe, Geometry, Kind, Piece};
use quintain_rules::{
    Boards, Cell, GameInfo, Grid, MoveBits, MoveError, Naming, Position, PositionError, Side,
    SizeError, Step, StepOf, Strategy, Symmetry, splitmix64,
};
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

/// How many stones are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Take(u16);

impl MoveBits for Take {
    fn to_bits(self) -> u16 {
        self.0
    }

    fn from_bits(bits: u16) -> Self {
        Take(bits)
    }
}

/// Some stones of a row are left, counted from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Heap {
    size: u8,
    left: u8,
    turn: Side,
    key: u64,
}

impl Heap {
    fn new(size: u8, left: u8, turn: Side) -> Self {
        let mut heap = Heap {
            size,
            left,
            turn,
            key: 0,
        };
        heap.key = heap.compute_zobrist();
        heap
    }

    fn grid(&self) -> Grid {
        Grid {
            cols: self.size,
            rows: 1,
            naming: Naming::Algebraic { lowest: 1 },
        }
    }

    fn point(&self, col: u8) -> String {
        self.grid().name(Cell { col, row: 0 })
    }
}

impl fmt::Display for Heap {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = "o".repeat(self.left.into()) + &".".repeat((self.size - self.left).into());
        write!(
            out,
            "{row} {}",
            if self.turn == Side::First { 'a' } else { 'b' }
        )
    }
}

impl FromStr for Heap {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let bad = |reason: &str| PositionError::Impossible(reason.into());
        let (row, turn) = text
            .split_once(' ')
            .ok_or_else(|| bad("the side to move is missing"))?;
        let left = row.find('.').unwrap_or(row.len());
        let good = row[..left].bytes().all(|b| b == b'o') && row[left..].bytes().all(|b| b == b'.');
        let size = u8::try_from(row.len())
            .ok()
            .filter(|size| Self::INFO.sizes().contains(size));
        match (size, turn) {
            (Some(size), "a") if good => Ok(Heap::new(size, left as u8, Side::First)),
            (Some(size), "b") if good => Ok(Heap::new(size, left as u8, Side::Second)),
            _ => Err(bad("a heap is stones, then gaps, then a or b")),
        }
    }
}

impl Position for Heap {
    const INFO: GameInfo = GameInfo {
        id: "heap",
        name: "Heap",
        summary: "Take one to three stones; who cannot take loses.",
        sides: ["Ann", "Bob"],
        boards: Boards::Square {
            sizes: &[5, 9],
            default: 9,
        },
        rules: "# Heap\n\nTake one to three stones.\n",
    };
    const SYMMETRIES: &'static [Symmetry] = &[Symmetry::IDENTITY, Symmetry::IDENTITY.swapped()];
    type Move = Take;
    type Reveal = ();
    type Secret = ();

    fn start(size: Option<u8>) -> Result<Self, SizeError> {
        let size = Self::INFO.board_size(size)?;
        Ok(Heap::new(size, size, Side::First))
    }

    fn size(&self) -> Option<u8> {
        Some(self.size)
    }

    fn turn(&self) -> Side {
        self.turn
    }

    fn terminal_winner(&self) -> Option<Side> {
        None
    }

    fn visit_moves<B>(&self, mut visit: impl FnMut(Take) -> ControlFlow<B>) -> ControlFlow<B> {
        for stones in 1..=self.left.min(3) {
            visit(Take(stones.into()))?;
        }
        ControlFlow::Continue(())
    }

    fn visit_reveals(&self, _: Take, mut visit: impl FnMut((), u32)) {
        visit((), 1);
    }

    fn play_unchecked(&mut self, Step { mv, .. }: StepOf<Self>) {
        *self = Heap::new(self.size, self.left - mv.0 as u8, !self.turn);
    }

    fn illegal_reason(&self, _: Take) -> String {
        format!("take 1 to {}", self.left.min(3))
    }

    fn zobrist(&self) -> u64 {
        self.key
    }

    fn compute_zobrist(&self) -> u64 {
        splitmix64(u64::from(self.size) << 16 | u64::from(self.left) << 8 | self.turn as u64)
    }

    fn transform(&self, symmetry: Symmetry) -> Self {
        let turn = if symmetry.swap_sides {
            !self.turn
        } else {
            self.turn
        };
        Heap::new(self.size, self.left, turn)
    }

    fn transform_move(&self, mv: Take, _: Symmetry) -> Take {
        mv
    }

    fn move_text(&self, mv: Take) -> String {
        mv.0.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Take, MoveError> {
        let stones = text
            .parse()
            .ok()
            .filter(|stones: &u16| stones.to_string() == text);
        let reason = String::from("a move is a number of stones");
        stones.map(Take).ok_or_else(|| MoveError::Syntax {
            text: format!("{text:?}"),
            reason,
        })
    }
}

impl Describe for Heap {
    const SETUP: SetupSchema = SetupSchema {
        items: &[Item::piece("o", "stone", Side::First)],
        phases: &[
            SetupPhase::new("a", "Ann to move"),
            SetupPhase::new("b", "Bob to move"),
        ],
        empty: Some("."),
    };

    fn geometry(&self) -> Geometry {
        let stone = Kind {
            id: "stone",
            name: "stone",
            text: ["o", "o"],
            glyph: ["●", "●"],
            steps: &[],
        };
        Geometry::of_grid(&Self::INFO, Some(self.size), self.grid(), vec![stone])
    }

    fn pieces(&self) -> Vec<Piece> {
        let stone = |col| Piece {
            at: self.point(col),
            kind: "stone",
            side: Side::First,
            height: 1,
            note: None,
            badge: None,
        };
        (0..self.left).map(stone).collect()
    }

    fn path(&self, mv: Take) -> Vec<String> {
        vec![self.point(self.left - mv.0 as u8)]
    }

    fn caption(&self, step: StepOf<Self>) -> String {
        format!(
            "{} takes {} of {}.",
            Self::INFO.side_name(self.turn),
            step.mv.0,
            self.left
        )
    }
}

impl Strategy for Heap {
    const SCALE: f64 = 100.0;
    const HAS_CYCLES: bool = false;
    const QUIET_MARGIN: Option<i32> = None;
    const SOLVE_HORIZON: u32 = 9;

    fn max_plies_left(&self) -> u32 {
        self.left.into()
    }

    /// Who leaves a multiple of four wins.
    fn evaluate(&self) -> i32 {
        if self.left.is_multiple_of(4) {
            -100
        } else {
            100
        }
    }
}
