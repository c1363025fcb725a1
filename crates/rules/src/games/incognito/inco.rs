//! Games saved as `.inco` text, on the 5x5 board.
//!
//! The first line names the start square of White's spy, `B c1`, the second that of Black's,
//! `N b5`, and the third the side that moves first, `B` (White) or `N` (Black). Then there is one
//! line per turn: `D d2->c3` moves a pawn, `I c3->d3` has the first pawn question the second. A
//! finished game ends with `W` (White won) or `B` (Black won).
//!
//! Beware of the letters: in the first three lines `B` is White (*blanc*) and `N` is Black
//! (*noir*), but in the last line `B` is Black.

use super::{Incognito, Move, Spies, Square, TEXTS};
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
/// The letters of White and Black in the last line of a finished game.
const RESULT: [&str; 2] = ["W", "B"];

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
    }
}

impl SavedGame {
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

    /// Parses a saved game and replays it, checking every line against the rules.
    ///
    /// Lines end in a line feed, with or without a carriage return before it; the last line may
    /// lack it. Everything else is strict: no blank lines, and exactly the spaces shown. Only the
    /// result of a finished game may be missing, since it follows from the moves.
    fn from_str(text: &str) -> Result<Self, IncoError> {
        let mut lines = Lines {
            rest: text.lines(),
            number: 0,
        };
        let [white, black] = [lines.spy(Side::First)?, lines.spy(Side::Second)?];
        let first = lines.first()?;
        let mut game = SavedGame::new(first, Spies::at([white, black]))
            .map_err(|error| lines.wrong(IncoFault::Square(error.reason)))?;
        while let Some(line) = lines.next() {
            if let Some(side) = side_of(line, RESULT) {
                game.validate_result(side)
                    .map_err(|fault| lines.wrong(fault))?;
                return match lines.next() {
                    Some(more) => Err(lines.wrong(IncoFault::AfterResult { found: quote(more) })),
                    None => Ok(game),
                };
            }
            parse_turn(&game.position, line)
                .and_then(|mv| Ok(game.play(mv)?))
                .map_err(|fault| lines.wrong(fault))?;
        }
        Ok(game)
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
            Some(winner) => writeln!(out, "{}", RESULT[winner.index()]),
            None => Ok(()),
        }
    }
}

/// The lines of a text, with their numbers.
struct Lines<'a> {
    rest: std::str::Lines<'a>,
    number: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Option<&'a str> {
        self.number += 1;
        self.rest.next()
    }

    fn wrong(&self, fault: IncoFault) -> IncoError {
        IncoError {
            line: self.number,
            fault,
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
        Incognito::initial(SIZE, Side::First)
            .parse_spy(side, square)
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
fn parse_turn(position: &Incognito, line: &str) -> Result<Move, IncoFault> {
    let parts = line
        .split_once(' ')
        .and_then(|(letter, squares)| Some((letter, squares.split_once("->")?)));
    let read = |name: &str| {
        let cell = position.grid().read_algebraic(1, name);
        cell.map(Square::at).map_err(IncoFault::Square)
    };
    match parts {
        Some(("D", (from, to))) => Ok(Move::slide(read(from)?, read(to)?)),
        Some(("I", (from, to))) => Ok(Move::question(read(from)?, read(to)?)),
        _ => Err(not_of_form(line, IncoLine::Turn)),
    }
}
