//! Games saved as `.inco` text, on the 5x5 board.
//!
//! The first line names the start square of White's spy, `B c1`, the second that of Black's,
//! `N b5`, and the third the side that moves first, `B` (White) or `N` (Black). Then there is one
//! line per turn: `D d2->c3` moves a pawn, `I c3->d3` has the first pawn question the second. A
//! finished game ends with `W` (White won) or `B` (Black won).
//!
//! Beware of the letters: in the first three lines `B` is White (*blanc*) and `N` is Black
//! (*noir*), but in the last line `B` is Black.
//!
//! The assignment behind the program that writes this has a second dialect, in which White's
//! castle is a5 and the last line is `B` for White or `N` for Black. White's start square in the
//! first line tells the two apart, since the last line cannot. The assignment also asks that
//! lines which are invalid are skipped: [`SavedGame::import`] does so in its dialect, and in that
//! one only.

use super::{Incognito, Move, Spies, Square, TEXTS};
use crate::grid::Cell;
use crate::message::Message;
use crate::phrases::quote;
use crate::{MoveError, Position, Secret, SecretError, Side, Step, StepOf, messages};
use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// A game on the 5x5 board with its spies, as an `.inco` file holds it.
///
/// It can only be built by playing, so it always follows the rules.
///
/// ```
/// use quintain_rules::{Position, Side, games::incognito::inco::SavedGame};
///
/// let text = "B c1\nN c5\nB\nD c1->c4\nD a4->c2\nI c4->c5\nW\n";
/// let game: SavedGame = text.parse()?;
/// assert_eq!(game.winner(), Some(Side::First));
/// assert_eq!(game.position().to_string(), "1BB2/1BW2/B3W/2BWW/3W1 b w-wins");
/// assert_eq!(game.to_string(), text);
/// # Ok::<(), quintain_rules::games::incognito::inco::IncoError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame {
    first: Side,
    /// The spies at the start.
    spies: Spies,
    steps: Vec<StepOf<Incognito>>,
    position: Incognito,
    /// The spies where they are now.
    secret: Spies,
}

const SIZE: u8 = 5;
/// The letters of White and Black in the first three lines.
const HEADER: [&str; 2] = ["B", "N"];

/// The two ways of writing a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// That of the program: White's castle is e1, and every line must be right.
    Program,
    /// That of the assignment: White's castle is a5, and lines that are wrong are skipped.
    Assignment,
}

impl Dialect {
    /// The letters of White and Black in the last line of a finished game.
    const fn result(self) -> [&'static str; 2] {
        match self {
            Dialect::Program => ["W", "B"],
            Dialect::Assignment => HEADER,
        }
    }

    /// What can stand in a line after the first three.
    const fn turn(self) -> IncoLine {
        match self {
            Dialect::Program => IncoLine::Turn,
            Dialect::Assignment => IncoLine::AssignmentTurn,
        }
    }

    /// The square on our board, whose White castle is e1.
    fn square(self, cell: Cell) -> Square {
        Square::at(match self {
            Dialect::Program => cell,
            Dialect::Assignment => Cell {
                col: SIZE - 1 - cell.col,
                row: SIZE - 1 - cell.row,
            },
        })
    }

    /// The dialect of a text: White's spy starts near White's castle. A first line that fits
    /// neither is wrong in the program's dialect.
    fn of(text: &str) -> Dialect {
        let start = Incognito::initial(SIZE, Side::First);
        let line = text.lines().next().unwrap_or_default();
        let name = line
            .split_once(' ')
            .filter(|(letter, _)| *letter == HEADER[0]);
        let cell = name.map(|(_, name)| start.grid().read_algebraic(1, name));
        let starts_there = |dialect: Dialect| {
            let Some(Ok(cell)) = cell else { return false };
            start.check_spy(Side::First, dialect.square(cell)).is_ok()
        };
        match starts_there(Dialect::Assignment) {
            true => Dialect::Assignment,
            false => Dialect::Program,
        }
    }

    /// A fault as it is to be said: names of squares are those of our board.
    fn fault(self, fault: IncoFault) -> IncoFault {
        match (self, fault) {
            (Dialect::Assignment, fault @ (IncoFault::Square(_) | IncoFault::Move(_))) => {
                let fault = fault.into();
                IncoFault::Turned { fault }
            }
            (_, fault) => fault,
        }
    }
}

/// How many skipped lines are reported one by one.
const MAX_WARNINGS: usize = 100;

messages! {
    /// Why a text is not a saved game: what is wrong, and in which line.
    pub struct IncoError in TEXTS = "inco-at" {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong there.
        fault: IncoFault,
    }
}

impl Error for IncoError {}

messages! {
    /// What can be wrong with a line of a saved game.
    pub enum IncoFault in TEXTS {
        /// The text ends before the game has begun.
        Missing = "inco-missing" {
            /// What should come.
            expected: IncoLine,
        },
        /// The line has none of the forms that can stand there.
        Form = "inco-form" {
            /// The line, quoted.
            found: String,
            /// What could stand there.
            expected: IncoLine,
        },
        /// A result of a game that is not over.
        NotOver = "inco-not-over" {
            /// The side that is said to have won.
            claimed: Side,
        },
        /// The wrong result.
        WrongResult = "inco-wrong-result" {
            /// The side that is said to have won.
            claimed: Side,
            /// The side that has won.
            winner: Side,
        },
        /// A fault on a board that was turned by half a turn.
        Turned = "inco-turned" {
            /// The fault, with the squares of our board.
            fault: Message,
        },
        /// Something after the result.
        AfterResult = "inco-after-result" {
            /// The line, quoted.
            found: String,
        },
    } or {
        /// Not a square, or one where the spy cannot have started.
        Square(Message),
        /// A move against the rules, or after the end of the game.
        Move(MoveError),
    }
}

impl From<MoveError> for IncoFault {
    fn from(error: MoveError) -> Self {
        IncoFault::Move(error)
    }
}

messages! {
    /// What can stand in a line of a saved game.
    pub enum IncoLine in TEXTS {
        /// Where a side's spy stood at the start.
        Spy = "inco-line-spy" {
            /// Whose spy.
            side: Side,
        },
        /// The side that moves first.
        First = "inco-line-first",
        /// A move, an interrogation or the result.
        Turn = "inco-line-turn",
        /// The same with the assignment's letters for the result.
        AssignmentTurn = "inco-line-assignment-turn",
    }
}

messages! {
    /// What was skipped in a file.
    pub enum IncoWarning in TEXTS {
        /// A line.
        Skipped = "inco-skipped" {
            /// The line, counted from 1.
            line: usize,
            /// The line itself, quoted.
            found: String,
            /// What is wrong with it.
            fault: IncoFault,
        },
        /// More lines than are reported one by one.
        MoreSkipped = "inco-more-skipped" {
            /// How many.
            count: usize,
        },
    }
}

impl SavedGame {
    /// Parses a saved game and replays it, checking every line against the rules. In the
    /// assignment's dialect, lines after the first three that are invalid are skipped, with a
    /// warning for each.
    ///
    /// Lines end in a line feed, with or without a carriage return before it; the last line may
    /// lack it. Everything else is strict: no blank lines, and exactly the spaces shown. Only the
    /// result of a finished game may be missing, since it follows from the moves.
    pub fn import(text: &str) -> Result<(Self, Vec<IncoWarning>), IncoError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let dialect = Dialect::of(text);
        let mut lines = Lines {
            rest: text.lines(),
            number: 0,
            dialect,
        };
        let [white, black] = [lines.spy(Side::First)?, lines.spy(Side::Second)?];
        let first = lines.first()?;
        let mut game = SavedGame::new(first, Spies::at([white, black]))
            .map_err(|error| lines.wrong(IncoFault::Square(error.reason)))?;
        let (mut warnings, mut more, mut is_closed) = (Vec::new(), 0, false);
        while let Some(line) = lines.next() {
            match game.read_line(line, dialect, is_closed) {
                Ok(is_result) => is_closed |= is_result,
                Err(fault) if dialect == Dialect::Program => return Err(lines.wrong(fault)),
                Err(_) if warnings.len() >= MAX_WARNINGS => more += 1,
                Err(fault) => warnings.push(IncoWarning::Skipped {
                    line: lines.number,
                    found: quote(line),
                    fault: dialect.fault(fault),
                }),
            }
        }
        if more > 0 {
            warnings.push(IncoWarning::MoreSkipped { count: more });
        }
        Ok((game, warnings))
    }

    /// Reads a line after the first three; returns whether it is the result.
    fn read_line(
        &mut self,
        line: &str,
        dialect: Dialect,
        is_closed: bool,
    ) -> Result<bool, IncoFault> {
        if is_closed {
            let found = quote(line);
            return Err(IncoFault::AfterResult { found });
        }
        if let Some(side) = side_of(line, dialect.result()) {
            self.validate_result(side)?;
            return Ok(true);
        }
        let mv = parse_turn(&self.position, line, dialect)?;
        self.play(mv)?;
        Ok(false)
    }

    /// A new game, with the side that moves first and the spies of the start position.
    pub fn new(first: Side, spies: Spies) -> Result<Self, SecretError> {
        let position = Incognito::initial(SIZE, first);
        // Spies of another position are refused as their text would be.
        let spies = Spies::parse(&position, &spies.text(&position))?;
        Ok(SavedGame {
            first,
            spies,
            steps: Vec::new(),
            position,
            secret: spies,
        })
    }

    /// Plays a move; the spies decide what it reveals.
    pub fn play(&mut self, mv: Move) -> Result<StepOf<Incognito>, MoveError> {
        self.position.validate_move(mv)?;
        let reveal = self.secret.reveal(&self.position, mv);
        let step = Step { mv, reveal };
        self.secret.advance(&self.position, step);
        self.position.play_unchecked(step);
        self.steps.push(step);
        Ok(step)
    }

    /// The side that moved first.
    pub fn first(&self) -> Side {
        self.first
    }

    /// The spies, by their start squares.
    pub fn spies(&self) -> Spies {
        self.spies
    }

    /// The steps played.
    pub fn steps(&self) -> &[StepOf<Incognito>] {
        &self.steps
    }

    /// The position reached.
    pub fn position(&self) -> &Incognito {
        &self.position
    }

    /// The position the game began from.
    pub fn start(&self) -> Incognito {
        Incognito::initial(SIZE, self.first)
    }

    /// The winner, if the game is over.
    pub fn winner(&self) -> Option<Side> {
        self.position.winner()
    }

    fn validate_result(&self, claimed: Side) -> Result<(), IncoFault> {
        match self.winner() {
            Some(winner) if winner == claimed => Ok(()),
            Some(winner) => Err(IncoFault::WrongResult { claimed, winner }),
            None => Err(IncoFault::NotOver { claimed }),
        }
    }
}

impl FromStr for SavedGame {
    type Err = IncoError;

    /// The same as [`import`](SavedGame::import) for a text in which nothing is skipped.
    fn from_str(text: &str) -> Result<Self, IncoError> {
        let (game, warnings) = SavedGame::import(text)?;
        match warnings.into_iter().next() {
            Some(IncoWarning::Skipped { line, fault, .. }) => Err(IncoError { line, fault }),
            _ => Ok(game),
        }
    }
}

impl fmt::Display for SavedGame {
    /// Writes the game; every line, the last too, ends in a line feed.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = self.start();
        for side in Side::BOTH {
            let square = self.spies.of(side).map(|square| start.name(square));
            let square = square.unwrap_or_default();
            writeln!(out, "{} {square}", HEADER[side.index()])?;
        }
        writeln!(out, "{}", HEADER[self.first.index()])?;
        for Step { mv, .. } in &self.steps {
            let letter = if mv.is_question() { 'I' } else { 'D' };
            let (from, to) = (start.name(mv.from()), start.name(mv.to()));
            writeln!(out, "{letter} {from}->{to}")?;
        }
        match self.winner() {
            Some(winner) => writeln!(out, "{}", Dialect::Program.result()[winner.index()]),
            None => Ok(()),
        }
    }
}

/// The lines of a text, with their numbers.
struct Lines<'a> {
    rest: std::str::Lines<'a>,
    number: usize,
    dialect: Dialect,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Option<&'a str> {
        self.number += 1;
        self.rest.next()
    }

    fn wrong(&self, fault: IncoFault) -> IncoError {
        IncoError {
            line: self.number,
            fault: self.dialect.fault(fault),
        }
    }

    fn expect(&mut self, expected: IncoLine) -> Result<&'a str, IncoError> {
        self.next()
            .ok_or_else(|| self.wrong(IncoFault::Missing { expected }))
    }

    /// The line that names a side's spy.
    fn spy(&mut self, side: Side) -> Result<Square, IncoError> {
        let line = self.expect(IncoLine::Spy { side })?;
        let square = match line.split_once(' ') {
            Some((letter, square)) if letter == HEADER[side.index()] => square,
            _ => return Err(self.wrong(not_of_form(line, IncoLine::Spy { side }))),
        };
        // The start squares are the same whoever moves first.
        let start = Incognito::initial(SIZE, Side::First);
        let cell = start.grid().read_algebraic(1, square);
        cell.and_then(|cell| start.check_spy(side, self.dialect.square(cell)))
            .map_err(|reason| self.wrong(IncoFault::Square(reason)))
    }

    /// The line that names the side that moves first.
    fn first(&mut self) -> Result<Side, IncoError> {
        let line = self.expect(IncoLine::First)?;
        side_of(line, HEADER).ok_or_else(|| self.wrong(not_of_form(line, IncoLine::First)))
    }
}

fn not_of_form(line: &str, expected: IncoLine) -> IncoFault {
    IncoFault::Form {
        found: quote(line),
        expected,
    }
}

fn side_of(line: &str, letters: [&str; 2]) -> Option<Side> {
    Side::BOTH
        .into_iter()
        .find(|side| letters[side.index()] == line)
}

/// Parses `D d2->c3` or `I c3->d3`.
fn parse_turn(position: &Incognito, line: &str, dialect: Dialect) -> Result<Move, IncoFault> {
    let parts = line
        .split_once(' ')
        .and_then(|(letter, squares)| Some((letter, squares.split_once("->")?)));
    let read = |name: &str| {
        let cell = position.grid().read_algebraic(1, name);
        cell.map(|cell| dialect.square(cell))
            .map_err(IncoFault::Square)
    };
    match parts {
        Some(("D", (from, to))) => Ok(Move::slide(read(from)?, read(to)?)),
        Some(("I", (from, to))) => Ok(Move::question(read(from)?, read(to)?)),
        _ => Err(not_of_form(line, dialect.turn())),
    }
}
