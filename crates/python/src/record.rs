//! Whole games.

use crate::args;
use crate::errors::{RecordError, raise};
use crate::position::{Position, REGISTRY};
use crate::values::Step;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quintain_rules::record::{EndReason, Record as Game};

/// A game from its start, as far as it has been played.
#[pyclass(module = "quintain")]
pub(crate) struct Record(Game);

#[pymethods]
impl Record {
    /// The record of a game that is about to start at a position.
    #[new]
    fn new(start: &Position) -> Record {
        Record(Game::new(start.0.clone()))
    }

    /// Reads a record; everything in it is checked.
    #[staticmethod]
    fn parse(py: Python<'_>, text: &str) -> PyResult<Record> {
        let record = Game::parse(REGISTRY.registry(), text);
        Ok(Record(
            record.map_err(|error| raise::<RecordError>(py, error))?,
        ))
    }

    /// Reads a file of records.
    #[staticmethod]
    fn parse_all(py: Python<'_>, text: &str) -> PyResult<Vec<Record>> {
        let records = py.detach(|| Game::parse_all(REGISTRY.registry(), text));
        let records = records.map_err(|error| raise::<RecordError>(py, error))?;
        Ok(records.into_iter().map(Record).collect())
    }

    /// The game's id.
    #[getter]
    fn game(&self) -> &'static str {
        self.0.info().id
    }

    /// The position the game started from, a copy.
    #[getter]
    fn start(&self) -> Position {
        Position(self.0.start().boxed_clone())
    }

    /// The current position, a copy.
    #[getter]
    fn position(&self) -> Position {
        Position(self.0.position().boxed_clone())
    }

    /// The texts of the steps played.
    #[getter]
    fn steps(&self) -> Vec<String> {
        self.0
            .steps()
            .iter()
            .map(|step| step.text.clone())
            .collect()
    }

    /// The result as the record writes it: `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[getter]
    fn result(&self) -> &'static str {
        self.0.result_token()
    }

    /// What ended the game, such as `rules` or `resignation`; `None` while it is in progress.
    #[getter]
    fn end_reason(&self) -> Option<&'static str> {
        self.0.result().map(|outcome| outcome.reason.as_str())
    }

    /// The headers: players, date and so on.
    #[getter]
    fn headers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let headers = PyDict::new(py);
        for (name, value) in self.0.headers() {
            headers.set_item(name, value)?;
        }
        Ok(headers)
    }

    /// Sets a header, replacing one of the same name.
    fn set_header(&mut self, py: Python<'_>, name: &str, value: &str) -> PyResult<()> {
        let set = self.0.set_header(name, value);
        set.map_err(|error| raise::<RecordError>(py, error))
    }

    /// The secret, once it has been disclosed.
    #[getter]
    fn secret(&self) -> Option<&str> {
        self.0.secret()
    }

    /// Names what was hidden; it must agree with what was revealed.
    fn disclose_secret(&mut self, py: Python<'_>, secret: &str) -> PyResult<()> {
        let disclosed = self.0.disclose_secret(secret);
        disclosed.map_err(|error| raise::<RecordError>(py, error))
    }

    /// Plays a step and returns it; a rejected one changes nothing.
    fn play(&mut self, py: Python<'_>, step: &str) -> PyResult<Step> {
        let played = self.0.play(step);
        Ok(Step(
            played.map_err(|error| raise::<RecordError>(py, error))?,
        ))
    }

    /// Adds a comment after the last step.
    fn comment(&mut self, text: &str) {
        self.0.comment(text);
    }

    /// Ends the game other than by its rules: the winner is `first`, `second` or `None`.
    #[pyo3(signature = (winner, reason))]
    fn end(&mut self, py: Python<'_>, winner: Option<&str>, reason: &str) -> PyResult<()> {
        let winner = winner.map(|side| args::side("winner", side)).transpose()?;
        let known = EndReason::TERMINATIONS.into_iter();
        let Some(reason) = known.clone().find(|known| known.as_str() == reason) else {
            let all: Vec<&str> = known.map(EndReason::as_str).collect();
            let all = all.join(", ");
            return Err(PyValueError::new_err(format!(
                "reason must be one of {all}, not {reason:?}"
            )));
        };
        let ended = self.0.end(winner, reason);
        ended.map_err(|error| raise::<RecordError>(py, error))
    }

    fn __copy__(&self) -> Record {
        Record(self.0.clone())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Record {
        self.__copy__()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let parse = py.get_type::<Record>().getattr("parse")?;
        Ok((parse, (self.0.to_string(),)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.extract::<PyRef<'_, Record>>();
        other.is_ok_and(|other| self.0 == other.0)
    }

    fn __len__(&self) -> usize {
        self.0.steps().len()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let (game, steps) = (self.game(), self.0.steps().len());
        format!("<Record of {game}: {steps} steps, {}>", self.result())
    }
}
