//! Texts for clients, which say in a person's language what the server says as data.

use quintain_rules::Registry;
use quintain_rules::message::{Language, Texts};
use std::collections::BTreeMap;

/// The messages of every namespace in Fluent syntax, by namespace: those of the games, and what
/// they share. A text that does not exist in the language is in English.
pub fn catalogues(games: &Registry, language: Language) -> BTreeMap<&'static str, &'static str> {
    let shared: [&'static Texts; 3] = [
        &quintain_rules::TEXTS,
        &quintain_table::TEXTS,
        &crate::TEXTS,
    ];
    let games = games.iter().map(|game| game.info().texts);
    let all = games.chain(shared);
    all.map(|texts| (texts.namespace(), texts.messages(language)))
        .collect()
}
