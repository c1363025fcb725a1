//! Tablebases: exact values of endgames.

use crate::args;
use crate::errors::{EngineError, GameError, raise};
use crate::position::{MAX_THREADS, Position, REGISTRY};
use crate::work::interruptible;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use quintain_engine::{Tablebase as Table, TablebaseError};
use quintain_rules::Evaluate;
use quintain_rules::erased::AnyPosition;
use quintain_rules::games::{Visitor, dispatch};
use quintain_rules::view::Describe;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Exact values of all positions of a board with few pieces.
#[pyclass(module = "quintain", frozen)]
pub(crate) struct Tablebase(Arc<Table>);

impl Tablebase {
    pub(crate) fn shared(&self) -> Arc<Table> {
        self.0.clone()
    }
}

#[pymethods]
impl Tablebase {
    /// Computes the values of the positions with at most `max_pieces` pieces per side on the board
    /// of a position.
    #[staticmethod]
    #[pyo3(signature = (board, max_pieces, *, threads = None))]
    fn build(
        py: Python<'_>,
        board: &Position,
        max_pieces: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Tablebase> {
        let max_pieces = args::whole("max_pieces", max_pieces, 1..=u8::MAX.into())? as u8;
        let threads = args::optional_whole("threads", threads, 1..=MAX_THREADS)?.unwrap_or(1);
        let factory = factory(py, board)?;
        let builder = factory
            .tablebase(&*board.0)
            .map_err(|error| raise::<EngineError>(py, error))?;
        let built = interruptible(py, |stop| {
            let mut table = builder.begin(max_pieces)?;
            let mut more = true;
            while more && !stop.load(Ordering::Relaxed) {
                more = builder.solve_next_group(&mut table, threads as usize, stop, &mut |_| {})?;
            }
            Ok::<_, TablebaseError>((!more).then_some(table))
        })?;
        let built = built.map_err(|error| raise::<EngineError>(py, error))?;
        match built {
            Some(table) => Ok(Tablebase(Arc::new(table))),
            // Only a signal stops it, and that has been reported.
            None => Err(PyKeyboardInterrupt::new_err("the computation was stopped")),
        }
    }

    /// Reads a tablebase for the board of a position from a file.
    #[staticmethod]
    fn load(py: Python<'_>, board: &Position, path: PathBuf) -> PyResult<Tablebase> {
        let factory = factory(py, board)?;
        let builder = factory
            .tablebase(&*board.0)
            .map_err(|error| raise::<EngineError>(py, error))?;
        let mut file = BufReader::new(File::open(path)?);
        let read = interruptible(py, |_| builder.read(&mut file))?;
        let table = read.map_err(|error| raise::<EngineError>(py, error))?;
        Ok(Tablebase(Arc::new(table)))
    }

    /// Writes the tablebase to a file.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let mut file = BufWriter::new(File::create(path)?);
        py.detach(|| {
            self.0.write(&mut file)?;
            file.flush()
        })?;
        Ok(())
    }

    /// How many positions it has values for.
    #[getter]
    fn positions(&self) -> u64 {
        self.0.positions()
    }

    /// How many pieces a side has at most.
    #[getter]
    fn max_pieces(&self) -> u8 {
        self.0.max_pieces()
    }

    /// The probability that the side to move wins if both play best; `None` for positions that the
    /// tablebase does not have.
    fn win_probability(&self, position: &Position) -> Option<f64> {
        let probe = Probe {
            table: &self.0,
            position: &*position.0,
        };
        dispatch(position.info().id, probe).flatten()
    }
}

/// What makes tablebases for the game of a position.
fn factory(
    py: Python<'_>,
    board: &Position,
) -> PyResult<&'static dyn quintain_engine::EngineFactory> {
    let factory = REGISTRY.get(board.info().id);
    factory.map_err(|error| raise::<GameError>(py, error))
}

/// Looks a position up.
struct Probe<'a> {
    table: &'a Table,
    position: &'a dyn AnyPosition,
}

impl Visitor for Probe<'_> {
    type Output = Option<f64>;

    fn visit<P: Describe + Evaluate>(self) -> Option<f64> {
        let position = self.position.as_any().downcast_ref::<P>()?;
        if !self.table.is_for(position) {
            return None;
        }
        self.table.win_probability(position)
    }
}
