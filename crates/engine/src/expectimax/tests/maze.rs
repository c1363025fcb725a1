//! A game of chance that lives only in the tests: places in a maze, from each of which doors
//! lead to places that chance chooses. Nearly every move can reveal several things after which
//! the game goes on, and many ways lead to the same place.

use quintain_rules::{
    Boards, Evaluate, GameInfo, MoveBits, MoveError, Position, PositionError, Secret, SecretError,
    Side, SizeError, StepOf, Symmetry, splitmix64,
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

/// Nobody plays this game with a referee.
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
    place: u16,
    turn: Side,
}

impl Maze {
    pub(super) const PLACES: u64 = 3000;

    pub(super) fn at(place: u16) -> Self {
        Maze {
            place,
            turn: Side::First,
        }
    }

    /// What is found at this place about something, looking random.
    fn find(self, what: u64) -> u64 {
        splitmix64(u64::from(self.place) << 32 ^ what)
    }
}

impl Position for Maze {
    const INFO: GameInfo = GameInfo {
        id: "maze",
        name: "Maze",
        summary: "Doors that lead somewhere.",
        sides: ["First", "Second"],
        boards: Boards::One { cols: 1, rows: 1 },
        rules: "",
    };
    const SYMMETRIES: &'static [Symmetry] = &[Symmetry::IDENTITY];
    type Move = Door;
    type Reveal = Way;
    type Secret = Nothing;

    fn start(_: Option<u8>) -> Result<Self, SizeError> {
        Ok(Maze::at(1))
    }

    fn size(&self) -> Option<u8> {
        None
    }

    fn turn(&self) -> Side {
        self.turn
    }

    fn terminal_winner(&self) -> Option<Side> {
        match self.find(1) % 16 {
            0 => Some(self.turn),
            1 | 2 => Some(!self.turn),
            _ => None,
        }
    }

    /// Some places have no door.
    fn visit_moves<B>(&self, mut visit: impl FnMut(Door) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.terminal_winner().is_none() {
            for door in 0..(self.find(2) % 6) as u16 {
                visit(Door(door))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn visit_reveals(&self, mv: Door, mut visit: impl FnMut(Way, u32)) {
        let found = self.find(16 + u64::from(mv.0));
        for way in 0..=(found % 4) as u8 {
            visit(Way(way), 1 + (found >> (8 * way + 8)) as u32 % 9);
        }
    }

    fn play_unchecked(&mut self, step: StepOf<Self>) {
        let door = 64 + u64::from(step.mv.0) * 4 + u64::from(step.reveal.0);
        self.place = (self.find(door) % Self::PLACES) as u16;
        self.turn = !self.turn;
    }

    fn illegal_reason(&self, _: Door) -> String {
        "there is no such door".into()
    }

    fn zobrist(&self) -> u64 {
        splitmix64(u64::from(self.place) << 1 | self.turn.index() as u64)
    }

    fn compute_zobrist(&self) -> u64 {
        self.zobrist()
    }

    fn transform(&self, _: Symmetry) -> Self {
        *self
    }

    fn transform_move(&self, mv: Door, _: Symmetry) -> Door {
        mv
    }

    fn move_text(&self, mv: Door) -> String {
        mv.0.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Door, MoveError> {
        Ok(Door(text.parse().unwrap_or(0)))
    }
}

impl Evaluate for Maze {
    const SCALE: f64 = 100.0;
    const HAS_CYCLES: bool = false;
    const QUIET_MARGIN: Option<i32> = Some(10);

    fn evaluate(&self) -> i32 {
        (self.find(3) % 401) as i32 - 200
    }

    fn is_tactical(&self, mv: Door) -> bool {
        self.find(4 + u64::from(mv.0)).is_multiple_of(4)
    }
}

impl fmt::Display for Maze {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {:?}", self.place, self.turn)
    }
}

impl FromStr for Maze {
    type Err = PositionError;

    fn from_str(_: &str) -> Result<Self, PositionError> {
        Ok(Maze::at(1))
    }
}
