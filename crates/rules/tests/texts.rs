//! Every text of the rules exists in every language, with the arguments it is given and no other.

mod sixth;

use quintain_rules::erased::Erased;
use quintain_rules::message::Language;
use quintain_rules::{GameInfo, Registry, TEXTS, message_specs};
use std::collections::BTreeSet;

#[test]
fn the_shared_texts_are_complete_in_every_language() {
    assert_eq!(TEXTS.all_faults(&message_specs()), []);
}

#[test]
fn the_texts_of_every_game_are_complete_in_every_language() {
    for game in Registry::standard().iter() {
        let faults = game.info().texts.all_faults(&game.message_specs());
        assert_eq!(faults, [], "{}", game.info().id);
    }
}

#[test]
fn german_is_there() {
    assert!(
        Language::all()
            .iter()
            .any(|language| language.code() == "de")
    );
}

/// The headings of a page by their level, which are the same in every language.
fn outline(page: &str) -> Vec<usize> {
    let level = |line: &str| line.chars().take_while(|letter| *letter == '#').count();
    page.lines().map(level).filter(|level| *level > 0).collect()
}

#[test]
fn every_game_has_its_rules_page_in_every_language() {
    for game in Registry::standard().iter() {
        let info = game.info();
        let english = outline(info.rules(Language::ENGLISH));
        assert!(english.len() > 1, "{}", info.id);
        for language in Language::all() {
            let page = info.texts.exact_file(language, "rules.md");
            let page = page.unwrap_or_else(|| panic!("{} in {language}", info.id));
            assert_eq!(outline(page), english, "{} in {language}", info.id);
        }
    }
}

/// The ids of the texts that the lessons of a game need.
fn lesson_texts(info: &GameInfo) -> BTreeSet<String> {
    let lessons = info.lessons.expect("our games have lessons");
    let lessons: serde_json::Value = serde_json::from_str(lessons).expect("JSON");
    ["lessons", "exercises"]
        .iter()
        .flat_map(|part| lessons[part].as_array().expect("a list"))
        .flat_map(|diagram| {
            let id = diagram["id"].as_str().expect("an id").to_owned();
            [format!("{id}-title"), format!("{id}-text")]
        })
        .collect()
}

/// The ids in a Fluent text.
fn ids(texts: &str) -> BTreeSet<String> {
    let id = |line: &str| Some(line.split_once(" =")?.0.to_owned());
    let own = |line: &&str| line.starts_with(|letter: char| letter.is_ascii_lowercase());
    texts.lines().filter(own).filter_map(id).collect()
}

#[test]
fn every_lesson_has_its_texts_in_every_language() {
    for game in Registry::standard().iter() {
        let info = game.info();
        let needed = lesson_texts(info);
        let english = ids(info.lesson_texts(Language::ENGLISH));
        assert!(needed.is_subset(&english), "{}: {needed:?}", info.id);
        for id in english.difference(&needed) {
            let lesson = id.strip_suffix("-explain").expect("an explanation");
            assert!(needed.contains(&format!("{lesson}-text")), "{id}");
        }
        for language in Language::all() {
            let own = info.texts.exact_file(language, "lessons.ftl");
            assert_eq!(
                ids(own.unwrap_or_default()),
                english,
                "{} {language}",
                info.id
            );
        }
    }
}

#[test]
fn a_game_without_a_translation_speaks_english() {
    let registry = Registry::standard().with(&Erased::<sixth::Heap>::GAME);
    let game = registry.get("heap").expect("the sixth game");
    let german = Language::from_tag("de").expect("German");
    assert_eq!(game.info().name().render(german), "Heap");
    assert_eq!(
        game.info()
            .texts
            .faults(Language::ENGLISH, &game.message_specs()),
        []
    );
}

#[test]
fn every_rules_page_says_what_to_do_if_a_handout_differs() {
    let headings = [
        "\n## If your handout differs\n",
        "\n## Falls deine Aufgabenstellung abweicht\n",
    ];
    for game in Registry::standard().iter() {
        for (code, heading) in ["en", "de"].into_iter().zip(headings) {
            let language = Language::all()
                .into_iter()
                .find(|language| language.code() == code);
            let page = game.info().rules(language.expect("a language"));
            assert_eq!(
                page.matches(heading).count(),
                1,
                "{} ({code})",
                game.info().id
            );
        }
    }
}
