//! Arguments from Python: each is checked, and the error names it.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use quintain_rules::Side;
use quintain_rules::message::Language;
use std::ops::RangeInclusive;
use std::time::Duration;

/// The name of a value's type, for errors.
pub(crate) fn type_name(value: &Bound<'_, PyAny>) -> String {
    let name = value.get_type().name();
    name.map_or_else(|_| "another type".to_owned(), |name| name.to_string())
}

/// A whole number in a range.
pub(crate) fn whole(
    name: &str,
    value: &Bound<'_, PyAny>,
    range: RangeInclusive<u64>,
) -> PyResult<u64> {
    let outside = || {
        let (least, most) = (range.start(), range.end());
        let text = value
            .repr()
            .map(|text| text.to_string())
            .unwrap_or_default();
        PyValueError::new_err(format!("{name} must be from {least} to {most}, not {text}"))
    };
    match value.extract::<i128>() {
        Ok(number) => match u64::try_from(number) {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => Err(outside()),
        },
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => Err(outside()),
        Err(_) => Err(PyTypeError::new_err(format!(
            "{name} must be a whole number, not {}",
            type_name(value)
        ))),
    }
}

/// A whole number in a range, if there is one.
pub(crate) fn optional_whole(
    name: &str,
    value: Option<&Bound<'_, PyAny>>,
    range: RangeInclusive<u64>,
) -> PyResult<Option<u64>> {
    value.map(|value| whole(name, value, range)).transpose()
}

/// A board size; whether the game has it is for the game to say.
pub(crate) fn size(value: Option<&Bound<'_, PyAny>>) -> PyResult<Option<u8>> {
    let size = optional_whole("size", value, 0..=u8::MAX.into())?;
    Ok(size.map(|size| size as u8))
}

/// A number in a range.
pub(crate) fn real(
    name: &str,
    value: &Bound<'_, PyAny>,
    range: RangeInclusive<f32>,
) -> PyResult<f32> {
    let (least, most) = (range.start(), range.end());
    let Ok(number) = value.extract::<f32>() else {
        return Err(PyTypeError::new_err(format!(
            "{name} must be a number, not {}",
            type_name(value)
        )));
    };
    if range.contains(&number) {
        return Ok(number);
    }
    Err(PyValueError::new_err(format!(
        "{name} must be from {least} to {most}, not {number}"
    )))
}

/// A time in seconds, if there is one.
pub(crate) fn seconds(name: &str, value: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Duration>> {
    let Some(value) = value else { return Ok(None) };
    let Ok(seconds) = value.extract::<f64>() else {
        let kind = type_name(value);
        return Err(PyTypeError::new_err(format!(
            "{name} must be a number of seconds, not {kind}"
        )));
    };
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) => Ok(Some(time)),
        Err(error) => Err(PyValueError::new_err(format!(
            "{name} must be a number of seconds, not {seconds}: {error}"
        ))),
    }
}

/// A language by its code.
pub(crate) fn language(code: &str) -> PyResult<Language> {
    Language::from_tag(code).ok_or_else(|| {
        let codes: Vec<&str> = Language::all().into_iter().map(Language::code).collect();
        let codes = codes.join(", ");
        PyValueError::new_err(format!("language must be one of {codes}, not {code:?}"))
    })
}

/// A side by its name.
pub(crate) fn side(name: &str, text: &str) -> PyResult<Side> {
    Side::BOTH
        .into_iter()
        .find(|side| side.as_str() == text)
        .ok_or_else(|| {
            PyValueError::new_err(format!("{name} must be 'first' or 'second', not {text:?}"))
        })
}
