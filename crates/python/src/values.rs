//! Small values that are handed to Python.

use crate::args;
use pyo3::prelude::*;
use quintain_rules::message::{Message, join};
use quintain_rules::view::StepView;

/// A step that may happen in a position: a move, and what chance makes of it.
#[pyclass(module = "quintain", frozen, get_all)]
pub(crate) struct Event {
    /// The text of the move, without what it reveals.
    pub(crate) r#move: String,
    /// The text of the step.
    pub(crate) text: String,
    /// The probability that the move turns out like this, a `fractions.Fraction`.
    pub(crate) probability: Py<PyAny>,
}

#[pymethods]
impl Event {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let probability = self.probability.bind(py).str()?;
        Ok(format!(
            "<Event {} with probability {probability}>",
            self.text
        ))
    }
}

/// A step that was played.
#[pyclass(module = "quintain", frozen)]
pub(crate) struct Step(pub(crate) StepView);

#[pymethods]
impl Step {
    /// The step's text, with what it revealed.
    #[getter]
    fn text(&self) -> &str {
        &self.0.text
    }

    /// Who played it: `first` or `second`.
    #[getter]
    fn side(&self) -> &'static str {
        self.0.side.as_str()
    }

    /// What happened, in whole sentences.
    #[pyo3(signature = (language = "en"))]
    fn caption(&self, language: &str) -> PyResult<String> {
        said(&self.0.caption, language)
    }

    /// How it ended the game, in whole sentences; empty if it did not.
    #[pyo3(signature = (language = "en"))]
    fn result(&self, language: &str) -> PyResult<String> {
        said(&self.0.result, language)
    }

    fn __str__(&self) -> &str {
        &self.0.text
    }

    fn __repr__(&self) -> String {
        format!(
            "<Step {} by the {} side>",
            self.0.text,
            self.0.side.as_str()
        )
    }
}

/// Sentences in a language.
pub(crate) fn said(sentences: &[Message], language: &str) -> PyResult<String> {
    Ok(join(sentences, args::language(language)?))
}

/// The result of a search for a proof.
#[pyclass(module = "quintain", frozen, get_all)]
pub(crate) struct Solution {
    /// Who wins, `first` or `second`; `None` if it was not proved within the limits.
    pub(crate) winner: Option<&'static str>,
    /// A move that wins, if the side to move does.
    pub(crate) best_move: Option<String>,
    /// How many nodes were searched.
    pub(crate) nodes: u64,
    /// How long it took, in seconds.
    pub(crate) time: f64,
    /// The number of positions in the proof, if it was verified.
    pub(crate) proof_positions: Option<u64>,
}

#[pymethods]
impl Solution {
    fn __repr__(&self) -> String {
        match (self.winner, &self.best_move) {
            (Some(winner), Some(mv)) => format!("<Solution: {winner} wins by {mv}>"),
            (Some(winner), None) => format!("<Solution: {winner} wins>"),
            (None, _) => "<Solution: not proved>".to_owned(),
        }
    }
}
