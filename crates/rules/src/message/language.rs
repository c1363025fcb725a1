//! Languages.

use std::fmt;

/// A language that there are texts in, by its short code: `en`, `de`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Language(pub(super) &'static str);

impl Language {
    /// The language that every catalogue has, and that the others fall back to.
    pub const ENGLISH: Language = Language("en");

    /// Every language there is: those of the shared texts of the rules.
    pub fn all() -> Vec<Language> {
        let mut all: Vec<Language> = crate::TEXTS.languages().map(Language).collect();
        all.sort_unstable();
        all
    }

    /// The language of a tag such as `de`, `de-AT` or `de_DE.UTF-8`; `None` if there is none.
    pub fn from_tag(tag: &str) -> Option<Language> {
        let code = tag.split(['-', '_', '.', '@']).next()?;
        let same = |language: &Language| language.0.eq_ignore_ascii_case(code);
        Language::all().into_iter().find(same)
    }

    /// The first of these tags that there is a language for, or English.
    pub fn negotiate<'a>(tags: impl IntoIterator<Item = &'a str>) -> Language {
        let found = tags.into_iter().find_map(Language::from_tag);
        found.unwrap_or(Language::ENGLISH)
    }

    /// The code: `en`.
    pub const fn code(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Language {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.0)
    }
}
