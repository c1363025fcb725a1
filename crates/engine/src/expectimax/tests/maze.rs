//! A game of chance that exists only in the tests: rooms of a maze, with doors that lead to rooms
//! chosen by chance. Nearly every move can reveal several things after which the game continues,
//! and there are many transpositions.

use quintain_rules::message::Texts;
use quintain_rules::{
    Boards, Evaluate, GameInfo, MoveBits, MoveError, Position, PositionError, Secret, SecretError,
    Side, SizeError, StepOf, splitmix64,
};
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Door(u16);

impl MoveBits for Door {
    fn to_bits(self) -> u16 {
        self.0
    }

    fn from_bits(bits: u16) -> Self {
        Door(bits)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Way(u8);

impl quintain_rules::Reveal for Way {
    const ALL: &'static [Self] = &[Way(0), Way(1), Way(2), Way(3)];

    fn suffix(self) -> &'static str {
        ["", "!", "?", "*"][usize::from(self.0)]
    }
}

/// This game is never played with a referee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Nothing;

impl Secret<Maze> for Nothing {
    fn count(_: &Maze) -> u64 {
        1
    }

    fn nth(_: &Maze, _: u64) -> Self {
        Nothing
    }

    fn reveal(&self, _: &Maze, _: Door) -> Way {
        Way(0)
    }

    fn advance(&mut self, _: &Maze, _: StepOf<Maze>) {}

    fn text(&self, _: &Maze) -> String {
        String::new()
    }

    fn parse(_: &Maze, text: &str) -> Result<Self, SecretError> {
        let _ = text;
        Ok(Nothing)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Maze {
    room: u16,
    turn: Side,
}

impl Maze {
    pub(super) const ROOMS: usize = 3000;

    pub(super) fn at(room: u16) -> Self {
        Maze {
            room,
            turn: Side::First,
        }
    }

    /// A property of this room, pseudo-random.
    fn property(self, what: u64) -> u64 {
        splitmix64(u64::from(self.room) << 32 ^ what)
    }
}

static TEXTS: Texts = Texts::inline("maze", &[]);

impl Position for Maze {
    const INFO: GameInfo = GameInfo {
        id: "maze",
        boards: Boards::One { cols: 1, rows: 1 },
        texts: &TEXTS,
        lessons: None,
    };
    type Move = Door;
    type Reveal = Way;
    type Secret = Nothing;

    fn start(_: Option<u8>) -> Result<Self, SizeError> {
        Ok(Maze::at(1))
    }

    fn turn(&self) -> Side {
        self.turn
    }

    fn terminal_winner(&self) -> Option<Side> {
        match self.property(1) % 16 {
            0 => Some(self.turn),
            1 | 2 => Some(!self.turn),
            _ => None,
        }
    }

    /// Some rooms have no door.
    fn visit_moves<B>(&self, mut visit: impl FnMut(Door) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.terminal_winner().is_none() {
            for door in 0..(self.property(2) % 6) as u16 {
                visit(Door(door))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn visit_reveals(&self, mv: Door, mut visit: impl FnMut(Way, u32)) {
        let found = self.property(16 + u64::from(mv.0));
        for way in 0..=(found % 4) as u8 {
            visit(Way(way), 1 + (found >> (8 * way + 8)) as u32 % 9);
        }
    }

    fn play_unchecked(&mut self, step: StepOf<Self>) {
        let door = 64 + u64::from(step.mv.0) * 4 + u64::from(step.reveal.0);
        self.room = (self.property(door) % Self::ROOMS as u64) as u16;
        self.turn = !self.turn;
    }

    fn zobrist(&self) -> u64 {
        splitmix64(u64::from(self.room) << 1 | self.turn.index() as u64)
    }

    fn compute_zobrist(&self) -> u64 {
        self.zobrist()
    }

    fn move_text(&self, mv: Door) -> String {
        mv.0.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Door, MoveError> {
        Ok(Door(text.parse().unwrap_or(0)))
    }
}

impl Evaluate for Maze {
    type Accumulator = ();
    type Ordering = ();
    type Solver = ();
    type Endgames = ();
    type Tuning = ();

    const SCALE: f64 = 100.0;
    const HAS_CYCLES: bool = false;
    const HAS_ZUGZWANG: bool = false;
    const HAS_QUIESCENCE: bool = true;

    fn evaluate(&self) -> i32 {
        (self.property(3) % 401) as i32 - 200
    }

    fn is_tactical(&self, mv: Door) -> bool {
        self.property(4 + u64::from(mv.0)).is_multiple_of(4)
    }
}

impl fmt::Display for Maze {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {:?}", self.room, self.turn)
    }
}

impl FromStr for Maze {
    type Err = PositionError;

    fn from_str(_: &str) -> Result<Self, PositionError> {
        Ok(Maze::at(1))
    }
}
