//! Positions of every game.

use crate::args;
use crate::errors::{EngineError, GameError, MoveError, PositionError, raise};
use crate::referee::Referee;
use crate::values::{Event, Solution, Step, said};
use crate::work::interruptible;
use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quintain_engine::{EngineRegistry, SolveLimits, SolveRequest};
use quintain_rules::erased::{AnyGame, AnyPosition};
use quintain_rules::{GameInfo, Registry, Side, draw, svg};
use serde_json::to_string;
use std::sync::LazyLock;

/// The games.
pub(crate) static REGISTRY: LazyLock<EngineRegistry> = LazyLock::new(EngineRegistry::standard);

/// The most threads that can be asked for.
pub(crate) const MAX_THREADS: u64 = 1024;
/// The largest table that can be asked for, in mebibytes.
pub(crate) const MAX_HASH_MIB: u64 = 1 << 20;

/// The game with this id.
pub(crate) fn game(py: Python<'_>, id: &str) -> PyResult<&'static dyn AnyGame> {
    let games: &Registry = REGISTRY.registry();
    games.get(id).map_err(|error| raise::<GameError>(py, error))
}

/// The ids of the games.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    let games = REGISTRY.registry();
    games.iter().map(|game| game.info().id).collect()
}

/// The board sizes of a game, smallest first; none if it has one board.
#[pyfunction]
pub(crate) fn sizes(py: Python<'_>, game: &str) -> PyResult<Vec<u16>> {
    let sizes = self::game(py, game)?.info().sizes();
    Ok(sizes.iter().copied().map(u16::from).collect())
}

/// The rules of a game, as Markdown.
#[pyfunction]
#[pyo3(signature = (game, language = "en"))]
pub(crate) fn rules(py: Python<'_>, game: &str, language: &str) -> PyResult<&'static str> {
    let info = self::game(py, game)?.info();
    Ok(info.rules(args::language(language)?))
}

/// The start of a game, on the default board or one of another size.
#[pyfunction]
#[pyo3(signature = (game, size = None))]
pub(crate) fn start(
    py: Python<'_>,
    game: &str,
    size: Option<&Bound<'_, PyAny>>,
) -> PyResult<Position> {
    let (game, size) = (self::game(py, game)?, args::size(size)?);
    let start = game.start(size);
    Ok(Position(
        start.map_err(|error| raise::<GameError>(py, error))?,
    ))
}

/// All positions that a game can begin with. If there are several, they are equally likely.
#[pyfunction]
#[pyo3(signature = (game, size = None))]
pub(crate) fn starts(
    py: Python<'_>,
    game: &str,
    size: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<Position>> {
    let (game, size) = (self::game(py, game)?, args::size(size)?);
    let starts = game.initial_positions(size);
    let starts = starts.map_err(|error| raise::<GameError>(py, error))?;
    Ok(starts.into_iter().map(Position).collect())
}

/// Reads a position string.
#[pyfunction]
pub(crate) fn parse(py: Python<'_>, game: &str, text: &str) -> PyResult<Position> {
    let parsed = self::game(py, game)?.parse(text);
    Ok(Position(
        parsed.map_err(|error| raise::<PositionError>(py, error))?,
    ))
}

/// A position of a game.
#[pyclass(module = "quintain")]
pub(crate) struct Position(pub(crate) Box<dyn AnyPosition>);

impl Position {
    pub(crate) fn info(&self) -> &'static GameInfo {
        self.0.info()
    }
}

#[pymethods]
impl Position {
    /// The game's id.
    #[getter]
    fn game(&self) -> &'static str {
        self.info().id
    }

    /// The game's name for people.
    #[pyo3(signature = (language = "en"))]
    fn game_name(&self, language: &str) -> PyResult<String> {
        said(&[self.info().name()], language)
    }

    /// The board's size; `None` if the game has one board.
    #[getter]
    fn size(&self) -> Option<u8> {
        self.0.size()
    }

    /// The position string.
    #[getter]
    fn text(&self) -> String {
        self.0.text()
    }

    /// Who is to move (in a finished game, who would be): `first` or `second`.
    #[getter]
    fn turn(&self) -> &'static str {
        self.0.turn().as_str()
    }

    /// Who has won, `first` or `second`; `None` while the game is in progress.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.0.winner().map(Side::as_str)
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.winner().is_some()
    }

    /// The 64-bit hash of the position, the same in every run.
    #[getter]
    fn zobrist(&self) -> u64 {
        self.0.zobrist()
    }

    /// The legal moves, sorted.
    fn legal_moves(&self) -> Vec<String> {
        self.0.moves()
    }

    /// The steps that can happen, with their exact probabilities, sorted.
    fn events(&self, py: Python<'_>) -> PyResult<Vec<Event>> {
        let fraction = py.import("fractions")?.getattr("Fraction")?;
        let events = self.0.events().into_iter().map(|event| {
            Ok(Event {
                probability: fraction.call1((event.weight, event.total))?.unbind(),
                r#move: event.mv,
                text: event.text,
            })
        });
        events.collect()
    }

    /// Plays a step and returns it; a rejected one changes nothing.
    fn play(&mut self, py: Python<'_>, step: &str) -> PyResult<Step> {
        let played = self.0.play(step);
        Ok(Step(played.map_err(|error| raise::<MoveError>(py, error))?))
    }

    /// The position after a step.
    fn after(&self, py: Python<'_>, step: &str) -> PyResult<Position> {
        let mut next = self.__copy__();
        next.play(py, step)?;
        Ok(next)
    }

    /// How many sequences of exactly `depth` steps there are.
    #[pyo3(signature = (depth, threads = None))]
    fn perft(
        &self,
        py: Python<'_>,
        depth: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u64> {
        if args::whole("depth", depth, 0..=u8::MAX.into())? == 0 {
            return Ok(1);
        }
        let rows = self.count(py, depth, threads)?;
        Ok(rows.iter().map(|row| row.1).sum())
    }

    /// The number of sequences of `depth` steps that begin with each step.
    #[pyo3(signature = (depth, threads = None))]
    fn divide<'py>(
        &self,
        py: Python<'py>,
        depth: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let counts = PyDict::new(py);
        for (step, count) in self.count(py, depth, threads)? {
            counts.set_item(step, count)?;
        }
        Ok(counts)
    }

    /// The board as text.
    #[pyo3(signature = (language = "en"))]
    fn draw(&self, language: &str) -> PyResult<String> {
        let language = args::language(language)?;
        Ok(draw::draw_in(&self.0.geometry(), &self.0.view(), language))
    }

    /// Whose turn it is and what to do, or how the game ended, in whole sentences.
    #[pyo3(signature = (language = "en"))]
    fn status(&self, language: &str) -> PyResult<String> {
        said(&self.0.view().status, language)
    }

    /// A picture of the position.
    fn svg(&self) -> String {
        svg::picture(&self.0.geometry(), &self.0.view())
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    /// The position as data to draw: pieces, marks, hands, legal moves (`docs/json.md`).
    fn view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json(py, to_string(&self.0.view()))
    }

    /// The board as data to draw: points, lines, regions, the kinds of pieces.
    fn geometry<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json(py, to_string(&self.0.geometry()))
    }

    /// How many secrets a referee could draw from; 1 in games that hide nothing.
    #[getter]
    fn secret_count(&self) -> u64 {
        self.0.secret_count()
    }

    /// A referee, who knows what is hidden and says what each move reveals: by the number of the
    /// secret, from 0 to below `secret_count`, or by the secret's text.
    fn referee(&self, py: Python<'_>, secret: &Bound<'_, PyAny>) -> PyResult<Referee> {
        if let Ok(text) = secret.extract::<&str>() {
            let referee = self.0.referee_from(text);
            let referee = referee.map_err(|error| raise::<PositionError>(py, error))?;
            return Ok(Referee(referee));
        }
        let most = self.0.secret_count().saturating_sub(1);
        let index = args::whole("secret", secret, 0..=most)?;
        Ok(Referee(self.0.referee(index)))
    }

    /// Proves who wins, on one thread, in games that always end and have no chance.
    #[pyo3(signature = (*, time = None, nodes = None, hash_mib = None, verify = false, from_scratch = false))]
    fn solve(
        &self,
        py: Python<'_>,
        time: Option<&Bound<'_, PyAny>>,
        nodes: Option<&Bound<'_, PyAny>>,
        hash_mib: Option<&Bound<'_, PyAny>>,
        verify: bool,
        from_scratch: bool,
    ) -> PyResult<Solution> {
        let request = SolveRequest {
            limits: SolveLimits {
                nodes: args::optional_whole("nodes", nodes, 1..=u64::MAX)?,
                time: args::seconds("time", time)?,
            },
            threads: 1,
            hash_mib: args::optional_whole("hash_mib", hash_mib, 1..=MAX_HASH_MIB)?.unwrap_or(64)
                as usize,
            from_scratch,
            verify,
        };
        let factory = REGISTRY
            .get(self.game())
            .map_err(|error| raise::<GameError>(py, error))?;
        let position = &*self.0;
        let solved = interruptible(py, |stop| {
            factory.solve(position, &request, stop, &mut |_| {})
        })?;
        let solution = solved.map_err(|error| raise::<EngineError>(py, error))?;
        Ok(Solution {
            winner: solution.winner.map(Side::as_str),
            best_move: solution.best_move,
            nodes: solution.progress.nodes,
            time: solution.progress.time.as_secs_f64(),
            proof_positions: solution.proof.map(|proof| proof.positions()),
        })
    }

    fn __copy__(&self) -> Position {
        Position(self.0.clone())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Position {
        self.__copy__()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (&'static str, String))> {
        let parse = py.import("quintain")?.getattr("parse")?;
        Ok((parse, (self.game(), self.text())))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.extract::<PyRef<'_, Position>>();
        other.is_ok_and(|other| {
            self.game() == other.game()
                && self.0.zobrist() == other.0.zobrist()
                && self.0.text() == other.0.text()
        })
    }

    fn __hash__(&self) -> u64 {
        self.0.zobrist()
    }

    fn __str__(&self) -> String {
        draw::draw(&self.0.geometry(), &self.0.view())
    }

    fn __repr__(&self) -> String {
        format!("quintain.parse('{}', '{}')", self.game(), self.text())
    }
}

impl Position {
    /// The counts below each step.
    fn count(
        &self,
        py: Python<'_>,
        depth: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<(String, u64)>> {
        let depth = args::whole("depth", depth, 0..=u8::MAX.into())? as u8;
        let threads = args::optional_whole("threads", threads, 1..=MAX_THREADS)?.unwrap_or(1);
        let position = &*self.0;
        let division = interruptible(py, |stop| {
            position.divide(depth, threads as usize, stop, &|_| {})
        })?;
        if division.is_complete {
            Ok(division.rows)
        } else {
            // Only a signal stops it, and that has been reported.
            Err(PyKeyboardInterrupt::new_err("the count was stopped"))
        }
    }
}

/// JSON text as Python's dictionaries and lists.
fn json(py: Python<'_>, text: serde_json::Result<String>) -> PyResult<Bound<'_, PyAny>> {
    let text = text.map_err(|error| PyTypeError::new_err(error.to_string()))?;
    py.import("json")?.call_method1("loads", (text,))
}
