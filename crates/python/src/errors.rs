//! Messages of the library as Python exceptions that carry their key and arguments.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use pyo3::{PyTypeInfo, create_exception};
use quintain_rules::message::{Arg, Language, Message};

create_exception!(
    quintain,
    QuintainError,
    PyValueError,
    "Something that the library rejects. `key` and `arguments` say what it is, for programs; \
     `texts` has the sentence in every language, by its code."
);
create_exception!(
    quintain,
    GameError,
    QuintainError,
    "There is no such game, or it has no such board."
);
create_exception!(
    quintain,
    PositionError,
    QuintainError,
    "A text that is not a position."
);
create_exception!(
    quintain,
    MoveError,
    QuintainError,
    "A text that is not a move, or a move that cannot be played."
);
create_exception!(
    quintain,
    RecordError,
    QuintainError,
    "A text that is not a record, or a change that a record does not allow."
);
create_exception!(
    quintain,
    EngineError,
    QuintainError,
    "What the engine, the solver or a tablebase cannot do."
);

/// An exception of this type for a message.
pub(crate) fn raise<E: PyTypeInfo>(py: Python<'_>, message: impl Into<Message>) -> PyErr {
    let message = message.into();
    let error = PyErr::from_type(E::type_object(py), message.to_string());
    match describe(error.value(py).as_any(), &message) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// Gives an exception the attributes of the message.
fn describe(value: &Bound<'_, PyAny>, message: &Message) -> PyResult<()> {
    let py = value.py();
    let texts = PyDict::new(py);
    for language in Language::all() {
        texts.set_item(language.code(), message.render(language))?;
    }
    value.setattr("key", message.key())?;
    value.setattr("arguments", arguments(py, message)?)?;
    value.setattr("texts", texts)
}

/// The arguments of a message by their names.
fn arguments<'py>(py: Python<'py>, message: &Message) -> PyResult<Bound<'py, PyDict>> {
    let found = PyDict::new(py);
    for (name, arg) in message.args() {
        found.set_item(name, argument(py, arg)?)?;
    }
    Ok(found)
}

/// One argument: text, a number, a list, or a message as a dictionary.
fn argument<'py>(py: Python<'py>, arg: &Arg) -> PyResult<Bound<'py, PyAny>> {
    Ok(match arg {
        Arg::Text(text) => text.into_pyobject(py)?.into_any(),
        Arg::Number(number) => number.into_pyobject(py)?.into_any(),
        Arg::Message(message) => {
            let parts = PyDict::new(py);
            parts.set_item("key", message.key())?;
            parts.set_item("arguments", arguments(py, message)?)?;
            parts.set_item("text", message.to_string())?;
            parts.into_any()
        }
        Arg::List(items, _) => {
            let items = items.iter().map(|item| argument(py, item));
            PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_any()
        }
    })
}
