//! Referees, who know what is hidden.

use crate::errors::{MoveError, raise};
use crate::position::Position;
use crate::values::{Step, said};
use pyo3::prelude::*;
use quintain_rules::erased::AnyReferee;

/// Someone who knows the secret of a game, watches over it and says what each move reveals.
#[pyclass(module = "quintain")]
pub(crate) struct Referee(pub(crate) Box<dyn AnyReferee>);

#[pymethods]
impl Referee {
    /// The public position reached, a copy.
    #[getter]
    fn position(&self) -> Position {
        Position(self.0.position())
    }

    /// The secret as records write it.
    #[getter]
    fn secret(&self) -> &str {
        self.0.secret()
    }

    /// The secret in a sentence; `None` in games that hide nothing.
    #[pyo3(signature = (language = "en"))]
    fn disclosure(&self, language: &str) -> PyResult<Option<String>> {
        let disclosure = self.0.disclosure().cloned();
        disclosure
            .map(|said_by| said(&[said_by], language))
            .transpose()
    }

    /// Plays a move (without what it reveals) and returns the resulting step.
    fn play(&mut self, py: Python<'_>, r#move: &str) -> PyResult<Step> {
        let played = self.0.play(r#move);
        Ok(Step(played.map_err(|error| raise::<MoveError>(py, error))?))
    }

    fn __copy__(&self) -> Referee {
        Referee(self.0.clone())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Referee {
        self.__copy__()
    }
}
