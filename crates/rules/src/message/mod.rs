//! What the library says to people, as data: a key with typed arguments instead of prose.
//!
//! Captions, prompts, results, error reasons and the names of sides and pieces leave the rules
//! as [`Message`]s. A program matches on [`Message::key`], sends it over a wire, or renders it in
//! a person's language; nothing rendered is stored or decided on. The texts are catalogues in
//! [Fluent](https://projectfluent.org) syntax, one folder per language beside the code that
//! declares the messages; see [`Texts`]. `Display` renders English. Without the feature `texts` the
//! texts are left out, and a message renders as its key: for programs that leave rendering to
//! others.
//!
//! Each set of messages is an enum declared by [`messages!`](crate::messages), so every argument
//! has a type, and tests can hold the catalogues against the declarations ([`MessageSpec`]).

mod arg;
#[cfg(feature = "texts")]
mod catalogue;
mod declare;
#[cfg(not(feature = "texts"))]
mod keys;
mod language;
#[cfg(feature = "texts")]
mod number;
#[cfg(feature = "schema")]
mod schema;
#[cfg(feature = "texts")]
mod variables;

#[cfg(test)]
mod tests;

pub use arg::{AllOf, AnyOf, Arg, Join, ToArg};
#[cfg(feature = "texts")]
pub use catalogue::{Catalogue, CatalogueFault, Texts};
#[cfg(not(feature = "texts"))]
pub use keys::Texts;
pub use language::Language;

use std::borrow::Cow;
use std::fmt;

/// Something to say: a key, and the arguments of its text.
///
/// The key is `<namespace>.<id>`, such as `catapult.fires`. The namespace is a game's id or the
/// name of a part of the program; the id names an entry of that namespace's catalogue.
#[derive(Clone)]
pub struct Message(Box<Parts>);

/// Boxed, so that errors stay small.
#[derive(Clone)]
struct Parts {
    texts: &'static Texts,
    id: Cow<'static, str>,
    args: Vec<(&'static str, Arg)>,
}

/// The declaration of a message: its id within its namespace and the names of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageSpec {
    /// The id within the namespace.
    pub id: &'static str,
    /// The names of the arguments.
    pub args: &'static [&'static str],
}

/// What the shared catalogue says about a language itself: how lists and numbers are written.
pub(crate) const LANGUAGE_SPECS: &[MessageSpec] = &[
    MessageSpec {
        id: "number-group",
        args: &[],
    },
    MessageSpec {
        id: "list-comma",
        args: &["head", "last"],
    },
    MessageSpec {
        id: "list-and",
        args: &["head", "last"],
    },
    MessageSpec {
        id: "list-or",
        args: &["head", "last"],
    },
];

/// Anything that can be said as one message: errors, above all.
pub trait ToMessage {
    /// The message.
    fn to_message(&self) -> Message;
}

impl Message {
    /// A message of a namespace. Prefer [`messages!`](crate::messages), which checks arguments;
    /// this is for ids that follow from data, such as `piece-general`.
    pub fn new(texts: &'static Texts, id: impl Into<Cow<'static, str>>) -> Message {
        Message(Box::new(Parts {
            texts,
            id: id.into(),
            args: Vec::new(),
        }))
    }

    /// The same message with one more argument.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: &impl ToArg) -> Message {
        self.0.args.push((name, value.to_arg()));
        self
    }

    /// The whole key: `catapult.fires`. Programs match on this.
    pub fn key(&self) -> String {
        format!("{}.{}", self.0.texts.namespace(), self.0.id)
    }

    /// The id within the namespace.
    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// The value of an argument.
    pub fn arg(&self, name: &str) -> Option<&Arg> {
        let found = self.0.args.iter().find(|(own, _)| *own == name);
        found.map(|(_, value)| value)
    }

    /// The arguments, in the order of their declaration.
    pub fn args(&self) -> impl Iterator<Item = (&'static str, &Arg)> {
        self.0.args.iter().map(|(name, value)| (*name, value))
    }

    /// The text in a language, or in English if the catalogue does not have it.
    pub fn render(&self, language: Language) -> String {
        self.0.texts.render(language, &self.0.id, &self.0.args)
    }
}

impl PartialEq for Message {
    fn eq(&self, other: &Self) -> bool {
        self.0.texts.namespace() == other.0.texts.namespace()
            && self.0.id == other.0.id
            && self.0.args == other.0.args
    }
}

impl Eq for Message {}

impl fmt::Debug for Message {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shape = out.debug_struct(&self.key());
        for (name, value) in &self.0.args {
            shape.field(name, value);
        }
        shape.finish()
    }
}

/// English, for logs, tests and people who read JSON.
impl fmt::Display for Message {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.render(Language::ENGLISH))
    }
}

impl ToMessage for Message {
    fn to_message(&self) -> Message {
        self.clone()
    }
}

/// Sentences as one English text.
pub fn english(sentences: &[Message]) -> String {
    join(sentences, Language::ENGLISH)
}

/// Sentences as one text, with spaces between them.
pub fn join(sentences: &[Message], language: Language) -> String {
    let texts: Vec<String> = sentences
        .iter()
        .map(|sentence| sentence.render(language))
        .collect();
    texts.join(" ")
}
