//! Namespaces without their texts, for programs that leave rendering to others: the texts are a
//! good part of the program, and so is what renders them.

use super::{Arg, Language};

/// A namespace of messages. Its texts are not in this program, which was built without the
/// feature `texts`.
pub struct Texts {
    namespace: &'static str,
}

impl Texts {
    /// A namespace.
    pub const fn keys(namespace: &'static str) -> Texts {
        Texts { namespace }
    }

    /// The part of each key before the dot.
    pub const fn namespace(&self) -> &'static str {
        self.namespace
    }

    /// The languages there are texts in: none, except that keys pass for English.
    pub(super) fn languages(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(Language::ENGLISH.code())
    }

    /// A file in the folder of a language: there are none.
    pub fn file(&self, _: Language, _: &str) -> Option<&'static str> {
        None
    }

    /// The key.
    pub(super) fn render(&self, _: Language, id: &str, _: &[(&'static str, Arg)]) -> String {
        format!("{}.{id}", self.namespace)
    }
}
