//! Values on their way to a database and back.

use crate::store::{StoreError, StoreResult};
use quintain_rules::Side;
use quintain_table::Timestamp;
use std::borrow::Cow;

/// A value of a column. Everything that is stored is a number or a text; sides and booleans are 0
/// and 1, moments are milliseconds.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::store) enum Value<'a> {
    Int(Option<i64>),
    Real(Option<f64>),
    Text(Option<Cow<'a, str>>),
}

impl Value<'_> {
    fn is_null(&self) -> bool {
        matches!(
            self,
            Value::Int(None) | Value::Real(None) | Value::Text(None)
        )
    }
}

/// Values of these types are stored as integers.
macro_rules! integers {
    ($($type:ty: |$value:ident| $int:expr;)*) => {
        $(impl From<$type> for Value<'static> {
            fn from($value: $type) -> Self {
                Value::Int(Some($int))
            }
        }

        impl From<Option<$type>> for Value<'static> {
            fn from(value: Option<$type>) -> Self {
                Value::Int(value.map(|$value| $int))
            }
        })*
    };
}

integers! {
    i64: |value| value;
    u32: |value| i64::from(value);
    u8: |value| i64::from(value);
    bool: |value| i64::from(value);
    Side: |side| side.index() as i64;
    Timestamp: |time| i64::try_from(time.0).unwrap_or(i64::MAX);
}

impl From<f64> for Value<'static> {
    fn from(value: f64) -> Self {
        Value::Real(Some(value))
    }
}

impl From<Option<f64>> for Value<'static> {
    fn from(value: Option<f64>) -> Self {
        Value::Real(value)
    }
}

impl From<String> for Value<'static> {
    fn from(text: String) -> Self {
        Value::Text(Some(text.into()))
    }
}

impl From<Option<String>> for Value<'static> {
    fn from(text: Option<String>) -> Self {
        Value::Text(text.map(Cow::Owned))
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Value::Text(Some(text.into()))
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Self {
        text.as_str().into()
    }
}

impl<'a> From<Option<&'a str>> for Value<'a> {
    fn from(text: Option<&'a str>) -> Self {
        Value::Text(text.map(Cow::Borrowed))
    }
}

impl<'a> From<&'a Option<String>> for Value<'a> {
    fn from(text: &'a Option<String>) -> Self {
        text.as_deref().into()
    }
}

/// A row that a statement has returned.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::store) struct Row(pub(in crate::store) Vec<Value<'static>>);

impl Row {
    /// The value of a column.
    pub(in crate::store) fn get<T: FromValue>(&self, column: usize) -> StoreResult<T> {
        let value = self.0.get(column).and_then(T::from_value);
        value.ok_or_else(|| {
            StoreError::corrupt(format_args!("column {column} has a value of another kind"))
        })
    }
}

/// A type that columns can be read as.
pub(in crate::store) trait FromValue: Sized {
    /// `None` if it is something else.
    fn from_value(value: &Value<'_>) -> Option<Self>;
}

impl<T: FromValue> FromValue for Option<T> {
    fn from_value(value: &Value<'_>) -> Option<Self> {
        match value.is_null() {
            true => Some(None),
            false => T::from_value(value).map(Some),
        }
    }
}

impl FromValue for i64 {
    fn from_value(value: &Value<'_>) -> Option<Self> {
        match value {
            Value::Int(value) => *value,
            _ => None,
        }
    }
}

impl FromValue for bool {
    fn from_value(value: &Value<'_>) -> Option<Self> {
        i64::from_value(value).map(|value| value != 0)
    }
}

impl FromValue for u32 {
    fn from_value(value: &Value<'_>) -> Option<Self> {
        i64::from_value(value)?.try_into().ok()
    }
}

impl FromValue for u8 {
    fn from_value(value: &Value<'_>) -> Option<Self> {
        i64::from_value(value)?.try_into().ok()
    }
}

impl FromValue for Side {
    fn from_value(value: &Value<'_>) -> Option<Self> {
        let side = usize::try_from(i64::from_value(value)?).ok()?;
        Side::BOTH.get(side).copied()
    }
}

impl FromValue for Timestamp {
    fn from_value(value: &Value<'_>) -> Option<Self> {
        i64::from_value(value)?.try_into().ok().map(Timestamp)
    }
}

impl FromValue for f64 {
    fn from_value(value: &Value<'_>) -> Option<Self> {
        match value {
            Value::Real(value) => *value,
            _ => None,
        }
    }
}

impl FromValue for String {
    fn from_value(value: &Value<'_>) -> Option<Self> {
        match value {
            Value::Text(Some(text)) => Some(text.clone().into_owned()),
            _ => None,
        }
    }
}
