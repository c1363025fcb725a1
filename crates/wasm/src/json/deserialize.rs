//! Requests as types.

use super::{Json, JsonError};
use serde::Deserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Error, Expected, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, Visitor,
};
use std::fmt::Display;

impl Json {
    /// The value as a type; an error says which field is wrong.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<T, JsonError> {
        T::deserialize(self)
    }
}

impl JsonError {
    // Both are apart from their callers, which are many.
    #[cold]
    #[inline(never)]
    fn expected(what: &str) -> JsonError {
        JsonError(format!("expected {what}"))
    }

    /// The error of a part.
    #[cold]
    #[inline(never)]
    fn within(self, part: &str) -> JsonError {
        JsonError(format!("{part}: {self}"))
    }
}

impl Error for JsonError {
    fn custom<T: Display>(reason: T) -> Self {
        JsonError(reason.to_string())
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        JsonError(format!("expected {expected}"))
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        JsonError(format!("expected {expected}"))
    }
}

/// Methods that take one kind of value.
macro_rules! only {
    ($($method:ident ($($extra:ty),*): $kind:ident => $visit:ident, $expected:literal;)*) => {$(
        fn $method<V: Visitor<'de>>(self, $(_: $extra,)* visitor: V) -> Result<V::Value, JsonError> {
            match self {
                Json::$kind(value) => visitor.$visit(Part::part(value)),
                _ => Err(JsonError::expected($expected)),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for &'de Json {
    type Error = JsonError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        match self {
            Json::Null => visitor.visit_unit(),
            Json::Bool(value) => visitor.visit_bool(*value),
            Json::Number(value) => visitor.visit_i64(*value),
            Json::Text(text) => visitor.visit_str(text),
            Json::List(items) => visitor.visit_seq(Items(items.iter())),
            Json::Object(fields) => visitor.visit_map(Part::part(fields)),
        }
    }

    only! {
        deserialize_bool(): Bool => visit_bool, "true or false";
        deserialize_i8(): Number => visit_i64, "a number";
        deserialize_i16(): Number => visit_i64, "a number";
        deserialize_i32(): Number => visit_i64, "a number";
        deserialize_i64(): Number => visit_i64, "a number";
        deserialize_u8(): Number => visit_i64, "a number";
        deserialize_u16(): Number => visit_i64, "a number";
        deserialize_u32(): Number => visit_i64, "a number";
        deserialize_u64(): Number => visit_i64, "a number";
        deserialize_str(): Text => visit_str, "a text";
        deserialize_string(): Text => visit_str, "a text";
        deserialize_identifier(): Text => visit_str, "a text";
        deserialize_seq(): List => visit_seq, "a list";
        deserialize_tuple(usize): List => visit_seq, "a list";
        deserialize_map(): Object => visit_map, "an object";
        deserialize_struct(&'static str, &'static [&'static str]): Object => visit_map, "an object";
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        match self {
            Json::Null => visitor.visit_none(),
            value => visitor.visit_some(value),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, JsonError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, JsonError> {
        match self {
            Json::Text(text) => visitor.visit_enum(text.as_str().into_deserializer()),
            _ => Err(JsonError::expected("a text")),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        i128 u128 f32 f64 char bytes byte_buf unit unit_struct tuple_struct
    }
}

/// A part of a value as visitors take it.
trait Part<'de> {
    type As;
    fn part(&'de self) -> Self::As;
}

impl Part<'_> for bool {
    type As = bool;
    fn part(&self) -> bool {
        *self
    }
}

impl Part<'_> for i64 {
    type As = i64;
    fn part(&self) -> i64 {
        *self
    }
}

impl<'de> Part<'de> for String {
    type As = &'de str;
    fn part(&'de self) -> &'de str {
        self
    }
}

impl<'de> Part<'de> for Vec<Json> {
    type As = Items<'de>;
    fn part(&'de self) -> Items<'de> {
        Items(self.iter())
    }
}

impl<'de> Part<'de> for Vec<(String, Json)> {
    type As = Fields<'de>;
    fn part(&'de self) -> Fields<'de> {
        Fields {
            rest: self.iter(),
            current: None,
        }
    }
}

struct Items<'de>(std::slice::Iter<'de, Json>);

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = JsonError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, JsonError> {
        self.0.next().map(|item| seed.deserialize(item)).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

struct Fields<'de> {
    rest: std::slice::Iter<'de, (String, Json)>,
    current: Option<&'de (String, Json)>,
}

impl<'de> MapAccess<'de> for Fields<'de> {
    type Error = JsonError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, JsonError> {
        self.current = self.rest.next();
        let name = self.current.map(|(name, _)| name.as_str());
        name.map(|name| seed.deserialize(name.into_deserializer()))
            .transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, JsonError> {
        match self.current {
            Some((name, value)) => seed.deserialize(value).map_err(|error| error.within(name)),
            None => Err(JsonError::expected("a field")),
        }
    }
}
