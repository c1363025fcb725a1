//! The arguments of messages.

use super::{Message, ToMessage};
use crate::Side;

/// An argument of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// Notation, quoted input, or one of a few ids on which texts select (`first`, `general`).
    Text(String),
    /// A number, formatted as the language does.
    Number(i64),
    /// Something with a text of its own.
    Message(Message),
    /// Several things, joined as the language does.
    List(Vec<Arg>, Join),
}

/// How the items of a list are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Join {
    /// `a, b and c`.
    And,
    /// `a, b or c`.
    Or,
}

/// What can be an argument.
pub trait ToArg {
    /// The argument.
    fn to_arg(&self) -> Arg;
}

/// Alternatives: a list joined with "or".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyOf<T>(pub Vec<T>);

/// A list joined with "and".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllOf<T>(pub Vec<T>);

impl<T: ToArg> ToArg for AnyOf<T> {
    fn to_arg(&self) -> Arg {
        Arg::List(self.0.iter().map(ToArg::to_arg).collect(), Join::Or)
    }
}

impl<T: ToArg> ToArg for AllOf<T> {
    fn to_arg(&self) -> Arg {
        Arg::List(self.0.iter().map(ToArg::to_arg).collect(), Join::And)
    }
}

impl ToArg for Arg {
    fn to_arg(&self) -> Arg {
        self.clone()
    }
}

/// Whatever can be said can be part of something else that is said.
impl<T: ToMessage> ToArg for T {
    fn to_arg(&self) -> Arg {
        Arg::Message(self.to_message())
    }
}

impl ToArg for Side {
    /// `first` or `second`, for texts to select on.
    fn to_arg(&self) -> Arg {
        Arg::Text(self.as_str().to_owned())
    }
}

macro_rules! args_by_text {
    ($($kind:ty),*) => {$(
        impl ToArg for $kind {
            fn to_arg(&self) -> Arg {
                Arg::Text(self.to_string())
            }
        }
    )*};
}

args_by_text!(String, &str, char);

macro_rules! args_by_number {
    ($($kind:ty),*) => {$(
        impl ToArg for $kind {
            fn to_arg(&self) -> Arg {
                // A number beyond i64 is shown as the largest that fits.
                Arg::Number(i64::try_from(*self).unwrap_or(i64::MAX))
            }
        }
    )*};
}

args_by_number!(u8, u16, u32, u64, usize, i32, i64);
