//! A sixth game that lives only in the tests: a heap of stones, take one to three; whoever cannot
//! take loses. It shows the least that a game has to bring.

use quintain_rules::draft::{Item, SetupPhase, SetupSchema};
use quintain_rules::message::{Message, MessageSpec, Texts};
use quintain_rules::view::{Describe, Geometry, Kind, Piece};
use quintain_rules::{
    Boards, Cell, Evaluate, GameInfo, Grid, Naming, Position, PositionError, Side, SizeError,
    SolverKnowledge, Step, StepOf, messages, move_bits, texts,
};
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

static TEXTS: Texts = texts!("heap", "$CARGO_MANIFEST_DIR/../rules/tests/sixth/texts");

messages! {
    /// What the game says.
    pub enum Say in TEXTS {
        Stone = "piece-stone",
        Takes = "takes" { side: Side, stones: u16, left: u8 },
        Shape = "shape",
    }
}

/// How many stones are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Take(u16);
move_bits!(Take);

/// A row of stones, taken from the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Heap {
    size: u8,
    left: u8,
    turn: Side,
}

impl Heap {
    fn grid(&self) -> Grid {
        Grid::new(self.size, 1, Naming::Algebraic { lowest: 1 })
    }

    fn point(&self, col: u8) -> String {
        self.grid().name(Cell { col, row: 0 })
    }
}

impl fmt::Display for Heap {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, stones) = (self.size.into(), "o".repeat(self.left.into()));
        write!(out, "{stones:.<width$} {}", ["a", "b"][self.turn.index()])
    }
}

impl FromStr for Heap {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let mut heaps = Self::INFO.sizes().iter().flat_map(|&size| {
            (0..=size).flat_map(move |left| Side::BOTH.map(|turn| Heap { size, left, turn }))
        });
        let heap = heaps.find(|heap| heap.to_string() == text);
        heap.ok_or_else(|| PositionError::impossible(Say::Shape))
    }
}

impl Position for Heap {
    const INFO: GameInfo = GameInfo {
        id: "heap",
        boards: Boards::Square {
            sizes: &[5, 9],
            default: 9,
        },
        texts: &TEXTS,
        lessons: None,
    };
    type Move = Take;
    type Reveal = ();
    type Secret = ();

    fn start(size: Option<u8>) -> Result<Self, SizeError> {
        let size = Self::INFO.board_size(size)?;
        Ok(Heap {
            size,
            left: size,
            turn: Side::First,
        })
    }

    fn size(&self) -> Option<u8> {
        Some(self.size)
    }

    fn turn(&self) -> Side {
        self.turn
    }

    fn visit_moves<B>(&self, visit: impl FnMut(Take) -> ControlFlow<B>) -> ControlFlow<B> {
        (1..=self.left.min(3).into()).map(Take).try_for_each(visit)
    }

    fn play_unchecked(&mut self, Step { mv, .. }: StepOf<Self>) {
        self.left -= mv.0 as u8;
        self.turn = !self.turn;
    }

    fn move_text(&self, mv: Take) -> String {
        mv.0.to_string()
    }
}

impl Describe for Heap {
    const MESSAGES: &'static [&'static [MessageSpec]] = &[Say::SPECS];

    fn setup() -> SetupSchema {
        SetupSchema {
            items: const { &[Item::piece("o", "stone", Side::First)] },
            phases: SetupPhase::to_move(&Self::INFO, ["a", "b"]),
            empty: Some("."),
        }
    }

    fn geometry(&self) -> Geometry {
        let stone = Kind {
            id: "stone",
            name: Say::Stone.into(),
            text: ["o", "o"],
            glyph: ["●", "●"],
            steps: &[],
        };
        Geometry::of_grid(&Self::INFO, Some(self.size), self.grid(), vec![stone])
    }

    fn pieces(&self) -> Vec<Piece> {
        let stone = |col| Piece::new(self.point(col), "stone", Side::First);
        (0..self.left).map(stone).collect()
    }

    fn path(&self, mv: Take) -> Vec<String> {
        vec![self.point(self.left - mv.0 as u8)]
    }

    fn caption(&self, step: StepOf<Self>) -> Vec<Message> {
        let (side, stones, left) = (self.turn, step.mv.0, self.left);
        vec![Say::Takes { side, stones, left }.into()]
    }
}

impl Evaluate for Heap {
    type Accumulator = ();
    type Ordering = ();
    type Solver = Self;
    type Endgames = ();
    type Tuning = ();
    const HAS_CYCLES: bool = false;
}

/// Whether the knowledge for the solver panics: for tests of what becomes of a task that does.
pub(crate) static IS_FAULTY: AtomicBool = AtomicBool::new(false);

impl SolverKnowledge<Self> for Heap {
    const SOLVE_HORIZON: u32 = 9;

    fn max_plies_left(heap: &Self) -> u32 {
        assert!(!IS_FAULTY.load(Ordering::Relaxed), "the heap is faulty");
        heap.left.into()
    }
}
