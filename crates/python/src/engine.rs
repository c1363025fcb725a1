//! Engines and what they find.

use crate::args;
use crate::errors::{EngineError, GameError, MoveError, raise};
use crate::position::{MAX_HASH_MIB, MAX_THREADS, Position, REGISTRY};
use crate::tablebase::Tablebase;
use crate::work::interruptible;
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use quintain_engine::{AnyEngine, GoRequest, Level, Limits, Mate, Score, SearchResult, Settings};
use quintain_rules::Side;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

/// How long an engine thinks if it is not told.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// How often a thread looks whether the engine that another one searches with is free.
const WAIT_INTERVAL: Duration = Duration::from_millis(2);

/// An engine for one game. It keeps what it has found, so that the next search is faster.
#[pyclass(module = "quintain", frozen)]
pub(crate) struct Engine {
    game: &'static str,
    /// One search at a time.
    engine: Mutex<Box<dyn AnyEngine>>,
}

#[pymethods]
impl Engine {
    /// An engine at a level from 1 to 8, with a table of `hash_mib` mebibytes.
    #[new]
    #[pyo3(signature = (game, *, level = None, hash_mib = None, threads = None, multi_pv = None, seed = None, tablebase = None))]
    #[expect(
        clippy::too_many_arguments,
        reason = "they are options with names in Python"
    )]
    fn new(
        py: Python<'_>,
        game: &str,
        level: Option<&Bound<'_, PyAny>>,
        hash_mib: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        multi_pv: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        tablebase: Option<PyRef<'_, Tablebase>>,
    ) -> PyResult<Engine> {
        let factory = REGISTRY
            .get(game)
            .map_err(|error| raise::<GameError>(py, error))?;
        let default = Settings::default();
        let highest = u64::from(Level::FULL.number());
        let level = args::optional_whole("level", level, 1..=highest)?;
        let settings = Settings {
            hash_mib: args::optional_whole("hash_mib", hash_mib, 1..=MAX_HASH_MIB)?.unwrap_or(16)
                as usize,
            threads: args::optional_whole("threads", threads, 1..=MAX_THREADS)?.unwrap_or(1)
                as usize,
            multi_pv: args::optional_whole("multi_pv", multi_pv, 1..=u64::from(u16::MAX))?
                .unwrap_or(1) as usize,
            level: level
                .and_then(|level| Level::new(level as u8))
                .unwrap_or(default.level),
            seed: args::optional_whole("seed", seed, 0..=u64::MAX)?.unwrap_or(0),
            ..default
        };
        let mut engine = factory.engine();
        engine.configure(settings);
        if let Some(tablebase) = tablebase {
            engine
                .set_tablebase(Some(tablebase.shared()))
                .map_err(|error| raise::<EngineError>(py, error))?;
        }
        py.detach(|| engine.ensure_ready())
            .map_err(|error| raise::<EngineError>(py, error))?;
        Ok(Engine {
            game: factory.game().info().id,
            engine: Mutex::new(engine),
        })
    }

    /// The game's id.
    #[getter]
    fn game(&self) -> &'static str {
        self.game
    }

    /// Clears what earlier searches have found.
    fn new_game(&self, py: Python<'_>) {
        py.detach(|| {
            let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
            engine.new_game();
        });
    }

    /// Searches a position until the first limit is reached: a depth in plies, a number of nodes,
    /// a time in seconds. Without any limit it takes a second. `moves` are the moves to choose
    /// from, `history` the positions played before, oldest first.
    #[pyo3(signature = (position, *, depth = None, nodes = None, time = None, moves = None, history = None))]
    #[expect(
        clippy::too_many_arguments,
        reason = "they are options with names in Python"
    )]
    fn analyse(
        &self,
        py: Python<'_>,
        position: &Position,
        depth: Option<&Bound<'_, PyAny>>,
        nodes: Option<&Bound<'_, PyAny>>,
        time: Option<&Bound<'_, PyAny>>,
        moves: Option<Vec<String>>,
        history: Option<Vec<PyRef<'_, Position>>>,
    ) -> PyResult<Analysis> {
        let root = position.0.clone();
        if root.info().id != self.game {
            let (own, other) = (self.game, root.info().id);
            return Err(PyValueError::new_err(format!(
                "position must be one of {own}, not of {other}"
            )));
        }
        let mut limits = Limits {
            depth: args::optional_whole("depth", depth, 1..=u8::MAX.into())?
                .map(|depth| depth as u8),
            nodes: args::optional_whole("nodes", nodes, 1..=u64::MAX)?,
            move_time: args::seconds("time", time)?,
            ..Limits::default()
        };
        if limits == Limits::default() {
            limits.move_time = Some(DEFAULT_TIME);
        }
        let moves = moves.unwrap_or_default();
        for mv in &moves {
            if !root.moves().contains(mv) {
                // Playing it says what is wrong with it; what it reveals is left open.
                let error = root.boxed_clone().play(mv).err();
                return Err(error.map_or_else(
                    || PyValueError::new_err(format!("moves must be legal moves, not {mv:?}")),
                    |error| raise::<MoveError>(py, error),
                ));
            }
        }
        let history: Vec<u64> = history
            .unwrap_or_default()
            .iter()
            .map(|earlier| earlier.0.zobrist())
            .collect();
        let request = GoRequest {
            position: &*root,
            history: &history,
            limits,
            search_moves: &moves,
            on_current_move: None,
        };
        let found = interruptible(py, |stop| {
            let mut engine = self.wait(stop)?;
            Some(engine.go_request(&request, stop, &mut |_| {}))
        })?;
        // Only a signal stops the waiting, and that has been reported.
        let found = found.ok_or_else(|| PyKeyboardInterrupt::new_err("the search was stopped"))?;
        Ok(Analysis::new(&found))
    }

    /// The best move, as `analyse` finds it; `None` if the game is over.
    #[pyo3(signature = (position, *, depth = None, nodes = None, time = None, moves = None, history = None))]
    #[expect(
        clippy::too_many_arguments,
        reason = "they are options with names in Python"
    )]
    fn best_move(
        &self,
        py: Python<'_>,
        position: &Position,
        depth: Option<&Bound<'_, PyAny>>,
        nodes: Option<&Bound<'_, PyAny>>,
        time: Option<&Bound<'_, PyAny>>,
        moves: Option<Vec<String>>,
        history: Option<Vec<PyRef<'_, Position>>>,
    ) -> PyResult<Option<String>> {
        let found = self.analyse(py, position, depth, nodes, time, moves, history)?;
        Ok(found.best_move)
    }
}

impl Engine {
    /// The engine, once no other thread searches with it; `None` if the waiting was stopped.
    fn wait(&self, stop: &AtomicBool) -> Option<MutexGuard<'_, Box<dyn AnyEngine>>> {
        loop {
            match self.engine.try_lock() {
                Ok(engine) => return Some(engine),
                // A search that panicked left its engine behind; the next one makes do with it.
                Err(TryLockError::Poisoned(left)) => return Some(left.into_inner()),
                Err(TryLockError::WouldBlock) if stop.load(Ordering::Relaxed) => return None,
                Err(TryLockError::WouldBlock) => thread::sleep(WAIT_INTERVAL),
            }
        }
    }
}

/// What a search has found.
#[pyclass(module = "quintain", frozen, get_all)]
pub(crate) struct Analysis {
    /// The best move; `None` if the game is over.
    best_move: Option<String>,
    /// The depth reached, in plies.
    depth: u8,
    /// How many nodes were searched.
    nodes: u64,
    /// How long it took, in seconds.
    time: f64,
    /// Who is proved to win, `first` or `second`; `None` if nothing is proved.
    proved: Option<&'static str>,
    /// The best lines, the best first.
    lines: Vec<Line>,
}

impl Analysis {
    fn new(found: &SearchResult) -> Self {
        let lines = found.lines.iter().map(|line| {
            let forced = match line.score.mate() {
                Some(Mate::Win(plies)) => Some(i16::from(plies)),
                Some(Mate::Loss(plies)) => Some(-i16::from(plies)),
                None => None,
            };
            Line {
                score: line.score.value(),
                wins: forced_result(line.score),
                forced_plies: forced.map(i16::abs),
                win_probability: line.win_probability,
                moves: line.moves.clone(),
            }
        });
        Analysis {
            best_move: found.best_move.clone(),
            depth: found.depth,
            nodes: found.nodes,
            time: found.time.as_secs_f64(),
            proved: found.proved.map(Side::as_str),
            lines: lines.collect(),
        }
    }
}

/// Whether the side to move is proved to win or to lose.
fn forced_result(score: Score) -> Option<bool> {
    (score.is_win() || score.is_loss()).then(|| score.is_win())
}

#[pymethods]
impl Analysis {
    fn __repr__(&self) -> String {
        let best = self.best_move.as_deref().unwrap_or("no move");
        format!("<Analysis: {best} at depth {}>", self.depth)
    }
}

/// A line of play and its value for the side to move.
#[pyclass(module = "quintain", frozen, get_all)]
#[derive(Clone)]
pub(crate) struct Line {
    /// The evaluation in points; forced results lie beyond all evaluations.
    score: i32,
    /// `True` if the side to move is sure to win, `False` if it is sure to lose, else `None`.
    wins: Option<bool>,
    /// After how many plies it wins or loses, if that is known.
    forced_plies: Option<i16>,
    /// The probability of winning, as far as the search can tell.
    win_probability: f64,
    /// The moves.
    moves: Vec<String>,
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        format!("<Line {}: {}>", self.score, self.moves.join(" "))
    }
}
