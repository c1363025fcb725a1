//! Values that are stored by their JSON names.

use super::Row;
use crate::store::{StoreError, StoreResult};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The JSON name of an enum without data.
pub(in crate::store) fn enum_name<T: Serialize>(value: &T) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        other => unreachable!("only enums without data are stored by name: {other:?}"),
    }
}

/// An enum without data, by its JSON name.
pub(super) fn parse_enum<T: DeserializeOwned>(name: &str) -> StoreResult<T> {
    serde_json::from_value(name.into()).map_err(StoreError::corrupt)
}

/// The same from a column.
pub(super) fn get_enum<T: DeserializeOwned>(row: &Row, column: usize) -> StoreResult<T> {
    parse_enum(&row.get::<String>(column)?)
}

/// A value as JSON.
pub(super) fn to_json<T: Serialize>(value: &T) -> StoreResult<String> {
    serde_json::to_string(value).map_err(StoreError::corrupt)
}

/// A value from its JSON.
pub(super) fn from_json<T: DeserializeOwned>(text: &str) -> StoreResult<T> {
    serde_json::from_str(text).map_err(StoreError::corrupt)
}
