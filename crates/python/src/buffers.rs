//! Numpy arrays of the caller: checked, then lent as slices without a copy.

use crate::args::type_name;
use numpy::{
    BorrowError, Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn,
    PyReadwriteArrayDyn, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::ops::Range;

/// The memory of the arrays that were passed together. The `numpy` crate notices arrays that are
/// views of one array; this notices all that overlap, wherever their memory comes from.
#[derive(Default)]
pub(crate) struct Claims(Vec<Range<usize>>);

impl Claims {
    fn add<T>(&mut self, name: &str, array: &[T]) -> PyResult<()> {
        let Range { start, end } = array.as_ptr_range();
        let claimed = start.addr()..end.addr();
        let overlaps =
            |other: &Range<usize>| other.start < claimed.end && claimed.start < other.end;
        if self.0.iter().any(overlaps) {
            return Err(shares_memory(name));
        }
        self.0.push(claimed);
        Ok(())
    }
}

fn shares_memory(name: &str) -> PyErr {
    PyValueError::new_err(format!(
        "{name} must not share memory with another argument, or with what another thread writes to"
    ))
}

/// The dtype of an array, for errors; an error if it is not an array at all.
fn dtype_name(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let Ok(array) = value.cast::<PyUntypedArray>() else {
        let kind = type_name(value);
        return Err(PyTypeError::new_err(format!(
            "{name} must be a numpy array, not {kind}"
        )));
    };
    Ok(array.dtype().to_string())
}

/// The error for an array of a wrong dtype.
pub(crate) fn wrong_dtype(name: &str, value: &Bound<'_, PyAny>, expected: &str) -> PyErr {
    match dtype_name(name, value) {
        Ok(dtype) => {
            PyTypeError::new_err(format!("{name} must have dtype {expected}, not {dtype}"))
        }
        Err(error) => error,
    }
}

/// A shape as Python writes it.
fn shape_text(shape: &[usize]) -> String {
    match shape {
        [only] => format!("({only},)"),
        _ => {
            let numbers: Vec<String> = shape.iter().map(usize::to_string).collect();
            format!("({})", numbers.join(", "))
        }
    }
}

/// Checks everything about an array that lending it as a slice relies on.
fn check<T: Element>(
    name: &str,
    array: &Bound<'_, PyArrayDyn<T>>,
    shape: &[usize],
) -> PyResult<()> {
    if array.shape() != shape {
        return Err(PyValueError::new_err(format!(
            "{name} must have shape {}, not {}",
            shape_text(shape),
            shape_text(array.shape())
        )));
    }
    // Not asked of Python: a subclass could say anything.
    let aligned = array.data().is_aligned();
    if !array.is_c_contiguous() || !aligned {
        return Err(PyValueError::new_err(format!(
            "{name} must be contiguous and aligned in memory (numpy.ascontiguousarray makes a copy \
             that is)"
        )));
    }
    Ok(())
}

/// An array to write to; `None` if it has another dtype.
pub(crate) fn writable<'py, T: Element>(
    claims: &mut Claims,
    name: &str,
    value: &Bound<'py, PyAny>,
    shape: &[usize],
) -> PyResult<Option<PyReadwriteArrayDyn<'py, T>>> {
    let Ok(array) = value.cast::<PyArrayDyn<T>>() else {
        return Ok(None);
    };
    check(name, array, shape)?;
    match array.try_readwrite() {
        Ok(array) => {
            claims.add(name, array.as_slice()?)?;
            Ok(Some(array))
        }
        Err(BorrowError::NotWriteable) => Err(PyValueError::new_err(format!(
            "{name} must be writable, not read-only"
        ))),
        Err(_) => Err(shares_memory(name)),
    }
}

/// An array to read; `None` if it has another dtype.
pub(crate) fn readable<'py, T: Element>(
    claims: &mut Claims,
    name: &str,
    value: &Bound<'py, PyAny>,
    shape: &[usize],
) -> PyResult<Option<PyReadonlyArrayDyn<'py, T>>> {
    let Ok(array) = value.cast::<PyArrayDyn<T>>() else {
        return Ok(None);
    };
    check(name, array, shape)?;
    match array.try_readonly() {
        Ok(array) => {
            claims.add(name, array.as_slice()?)?;
            Ok(Some(array))
        }
        Err(_) => Err(shares_memory(name)),
    }
}

/// An array of exactly one dtype to write to, if there is one.
pub(crate) fn optional_writable<'py, T: Element>(
    claims: &mut Claims,
    name: &str,
    value: Option<&Bound<'py, PyAny>>,
    shape: &[usize],
    dtype: &str,
) -> PyResult<Option<PyReadwriteArrayDyn<'py, T>>> {
    let Some(value) = value else { return Ok(None) };
    match writable(claims, name, value, shape)? {
        Some(array) => Ok(Some(array)),
        None => Err(wrong_dtype(name, value, dtype)),
    }
}

/// The slice of an array that was checked.
pub(crate) fn slice_mut<'a, T: Element>(
    array: &'a mut PyReadwriteArrayDyn<'_, T>,
) -> PyResult<&'a mut [T]> {
    Ok(array.as_slice_mut()?)
}

/// An observation buffer: small integers or floating-point numbers.
pub(crate) enum Observations<'py> {
    /// `uint8`.
    Bytes(PyReadwriteArrayDyn<'py, u8>),
    /// `float32`.
    Floats(PyReadwriteArrayDyn<'py, f32>),
}

impl<'py> Observations<'py> {
    pub(crate) fn new(
        claims: &mut Claims,
        value: &Bound<'py, PyAny>,
        shape: &[usize],
    ) -> PyResult<Self> {
        let name = "observations";
        if let Some(array) = writable(claims, name, value, shape)? {
            return Ok(Observations::Bytes(array));
        }
        match writable(claims, name, value, shape)? {
            Some(array) => Ok(Observations::Floats(array)),
            None => Err(wrong_dtype(name, value, "uint8 or float32")),
        }
    }
}

/// A mask buffer.
pub(crate) enum Masks<'py> {
    /// `uint8`.
    Bytes(PyReadwriteArrayDyn<'py, u8>),
    /// `bool`.
    Flags(PyReadwriteArrayDyn<'py, bool>),
}

impl<'py> Masks<'py> {
    pub(crate) fn new(
        claims: &mut Claims,
        value: &Bound<'py, PyAny>,
        shape: &[usize],
    ) -> PyResult<Self> {
        let name = "masks";
        if let Some(array) = writable(claims, name, value, shape)? {
            return Ok(Masks::Flags(array));
        }
        match writable(claims, name, value, shape)? {
            Some(array) => Ok(Masks::Bytes(array)),
            None => Err(wrong_dtype(name, value, "bool or uint8")),
        }
    }
}

/// The actions to play.
pub(crate) enum Actions<'py> {
    /// `int64`.
    Long(PyReadonlyArrayDyn<'py, i64>),
    /// `int32`.
    Short(PyReadonlyArrayDyn<'py, i32>),
}

impl<'py> Actions<'py> {
    pub(crate) fn new(
        claims: &mut Claims,
        value: &Bound<'py, PyAny>,
        shape: &[usize],
    ) -> PyResult<Self> {
        let name = "actions";
        if let Some(array) = readable(claims, name, value, shape)? {
            return Ok(Actions::Long(array));
        }
        match readable(claims, name, value, shape)? {
            Some(array) => Ok(Actions::Short(array)),
            None => Err(wrong_dtype(name, value, "int64 or int32")),
        }
    }
}

/// A new array of zeros; an exception if there is no memory for it.
pub(crate) fn zeros<'py, T: Element>(
    py: Python<'py>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let shape = PyTuple::new(py, shape)?;
    let numpy = py.import("numpy")?;
    let array = numpy.call_method1("zeros", (shape, T::get_dtype(py)))?;
    Ok(array.cast_into::<PyArrayDyn<T>>()?)
}

/// A new array of one dimension.
pub(crate) fn array<'py, T: Element + Copy>(
    py: Python<'py>,
    values: &[T],
) -> Bound<'py, PyArray1<T>> {
    PyArray1::from_slice(py, values)
}
