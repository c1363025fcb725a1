//! What players see, and what only a referee knows.

use super::super::inco::SavedGame;
use super::super::{Incognito, Reveal, Spies};
use super::note;
use crate::draw::draw_in;
use crate::games::incognito::messages::Badge;
use crate::message::Message;
use crate::message::{Language, ToMessage, join};
use crate::testing::{after, caption, position, result};
use crate::view::Describe;
use crate::{Position, Secret, Side, Step};
use std::str::FromStr;

#[test]
fn captions_use_the_words_of_the_game() {
    let here: Incognito = position("4W/1B1w1/1W1b1/B3B/w2W1 w");
    let cases = [
        ("d1-d2", "White's pawn moves from d1 to d2."),
        ("d4-c4", "White's knight moves from d4 to c4."),
        (
            "e5-a5+",
            "White's pawn enters Black's castle from e5. It is the spy.",
        ),
        (
            "e5-a5-",
            "White's pawn enters Black's castle from e5 and is lost. It was a knight.",
        ),
        (
            "b3?b4+",
            "White's pawn on b3 interrogates Black's pawn on b4 and unmasks the spy.",
        ),
        (
            "b3?b4-",
            "White's pawn on b3 interrogates Black's pawn on b4, which turns out to be a knight. \
             The questioner is lost; it was a knight.",
        ),
        (
            "b3?b4#",
            "White's pawn on b3 interrogates Black's pawn on b4, which turns out to be a knight. \
             The questioner is lost; it was White's spy.",
        ),
        (
            "d4?d3-",
            "White's knight on d4 interrogates Black's knight on d3 and is lost. It was a knight.",
        ),
        (
            "a1?a2+",
            "White's knight on a1 interrogates Black's pawn on a2 and unmasks the spy.",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(caption(&here, text), message);
    }
    let here: Incognito = position("5/1b3/1W3/B3B/2W2 w");
    assert_eq!(
        caption(&here, "b3?b4#"),
        "White's pawn on b3 interrogates Black's knight on b4 and is lost. It was White's spy."
    );
    let here: Incognito = position("5/4W/5/b4/W2B1 b");
    assert_eq!(
        caption(&here, "d1-e1+"),
        "Black's pawn enters White's castle from d1. It is the spy."
    );
    let knight: Incognito = position("5/5/4W/B4/2b2 b");
    assert_eq!(
        caption(&knight, "c1-e1-"),
        "Black's knight enters White's castle from c1 and is lost. It was a knight."
    );
}

#[test]
fn german_texts_inflect_sides_and_pawns() {
    let german = Language::from_tag("de").unwrap();
    let here: Incognito = position("4W/1B1w1/1W1b1/B3B/w2W1 w");
    let black: Incognito = position("5/4W/5/b4/W2B1 b");
    for (position, text, said) in [
        (&here, "d1-d2", "Der weiße Bauer zieht von d1 nach d2."),
        (
            &black,
            "d1-e1+",
            "Der schwarze Bauer betritt von d1 aus die weiße Burg. Er ist der Spion.",
        ),
        (
            &here,
            "a1?a2+",
            "Der weiße Ritter auf a1 verhört den schwarzen Bauern auf a2 und enttarnt ihn als \
             Spion.",
        ),
        (
            &here,
            "b3?b4#",
            "Der weiße Bauer auf b3 verhört den schwarzen Bauern auf b4, der sich als Ritter \
             erweist. Der Verhörende geht verloren; er war der weiße Spion.",
        ),
        (
            &here,
            "d4?d3-",
            "Der weiße Ritter auf d4 verhört den schwarzen Ritter auf d3 und geht verloren. Er \
             war ein Ritter.",
        ),
    ] {
        let step = position.parse_step(text).unwrap();
        assert_eq!(position.validate(step), Ok(()));
        assert_eq!(join(&position.caption(step), german), said);
    }
    assert_eq!(
        here.prompt().render(german),
        "Weiß, zieh einen Bauern oder verhöre einen gegnerischen Bauern."
    );
    let notes: Vec<_> = here
        .pieces()
        .into_iter()
        .filter_map(|piece| Some(format!("{}: {}", piece.at, piece.note?.render(german))))
        .collect();
    assert!(notes.contains(&"d3: als Ritter bekannt".to_owned()));
    assert!(notes.contains(&"b4: mit Wahrscheinlichkeit 1/3 der Spion".to_owned()));
    assert_eq!(
        join(&after(here, "b3?b4+").result(), german),
        "Der schwarze Spion ist enttarnt. Weiß gewinnt."
    );
    let wrong = SavedGame::from_str("B c1\n").unwrap_err();
    assert_eq!(
        wrong.to_message().render(german),
        "Zeile 2: der Text endet hier, erwartet: der schwarze Spion, etwa `N b5`"
    );
}

#[test]
fn the_prompt_says_what_can_be_done() {
    let start = Incognito::start(None).unwrap();
    assert_eq!(start.prompt().to_string(), "White, move a pawn.");
    let met = after(start, "c1-c4");
    assert_eq!(
        met.prompt().to_string(),
        "Black, move a pawn or interrogate an enemy pawn."
    );
    assert_eq!(result(&met), "");
}

#[test]
fn the_view_shows_castles_pawns_and_what_is_known() {
    let here: Incognito = position("5/1b3/1W3/B3B/2W2 w");
    let geometry = here.geometry();
    let castles: Vec<_> = geometry
        .regions
        .iter()
        .map(|region| {
            (
                region.kind,
                region.name.to_string(),
                region.side,
                region.points.join(" "),
            )
        })
        .collect();
    assert_eq!(
        castles,
        [
            (
                "castle",
                "White's castle".to_owned(),
                Some(Side::First),
                "e1".to_owned()
            ),
            (
                "castle",
                "Black's castle".to_owned(),
                Some(Side::Second),
                "a5".to_owned()
            ),
        ]
    );
    let pieces: Vec<_> = here
        .pieces()
        .into_iter()
        .map(|piece| {
            let note = piece.note.map(|note| note.to_string());
            (piece.at, piece.kind, piece.side, note.unwrap_or_default())
        })
        .map(|(at, kind, side, note)| format!("{at} {kind} {} {note}", side.as_str()))
        .collect();
    assert_eq!(
        pieces,
        [
            "b3 pawn first the spy with probability 1/2",
            "c1 pawn first the spy with probability 1/2",
            "b4 knight second known to be a knight",
            "a2 pawn second the spy with probability 1/2",
            "e2 pawn second the spy with probability 1/2",
        ]
    );
}

#[test]
fn badges_are_the_probabilities_of_being_the_spy() {
    let here: Incognito = position("5/1b3/1W3/B3B/2W2 w");
    let badges: Vec<_> = here.pieces().into_iter().map(|p| p.badge).collect();
    let half = Some(Message::from(Badge::Odds { count: 2 }));
    assert_eq!(
        badges,
        [half.clone(), half.clone(), None, half.clone(), half]
    );
    let last: Incognito = position("5/1b3/1w3/B3B/2W2 w");
    let spy = last.pieces().into_iter().find(|p| p.at == "c1");
    assert_eq!(spy.expect("a pawn").badge, Some(Badge::Spy.into()));
}

#[test]
fn at_the_end_the_notes_say_no_more_than_is_known() {
    let castle: Incognito = position("W4/5/5/B4/2WW1 b w-wins");
    assert_eq!(note(&castle, "a5").unwrap(), "certainly the spy");
    assert_eq!(note(&castle, "c1").unwrap(), "known to be a knight");
    assert_eq!(note(&castle, "a2").unwrap(), "certainly the spy");
    let lost: Incognito = position("5/1b3/5/B3B/2W2 b b-wins");
    assert_eq!(note(&lost, "c1").unwrap(), "known to be a knight");
    let found: Incognito = position("5/1B3/1W3/B3B/2W2 b w-wins");
    assert_eq!(note(&found, "b4"), None);
}

#[test]
fn all_pairs_of_suspects_are_secrets() {
    let here: Incognito = position("5/1b3/1W3/B3B/2W2 w");
    let all: Vec<String> = (0..Spies::count(&here))
        .map(|index| Spies::nth(&here, index).text(&here))
        .collect();
    assert_eq!(all, ["b3 a2", "b3 e2", "c1 a2", "c1 e2"]);
}

#[test]
fn the_spies_are_disclosed_in_a_sentence() {
    let start = Incognito::start(None).unwrap();
    let spies = Spies::parse(&start, "c1 b5").unwrap();
    assert_eq!(
        start.disclose_secret(&spies).unwrap().to_string(),
        "At the start White's spy was the pawn on c1 and Black's spy was the pawn on b5."
    );
    let lost: Incognito = position("5/1b3/5/B4/2W2 b b-wins");
    let spies = Spies::parse(&lost, "- a2").unwrap();
    assert_eq!(
        lost.disclose_secret(&spies).unwrap().to_string(),
        "At the start Black's spy was the pawn on a2; White's spy was already lost."
    );
}

#[test]
fn a_secret_follows_the_spies_as_they_move() {
    let mut here = Incognito::start(None).unwrap();
    let mut spies = Spies::parse(&here, "c1 c5").unwrap();
    assert_eq!(spies.text(&here), "c1 c5");
    for text in ["d1-b3", "c5-c2", "c1?c2"] {
        let mv = here.parse_move(text).unwrap();
        let step = Step {
            mv,
            reveal: spies.reveal(&here, mv),
        };
        spies.advance(&here, step);
        here.play(step).unwrap();
    }
    assert_eq!(here.winner(), Some(Side::First));
    assert_eq!(spies.text(&here), "c1 c2");
}

#[test]
fn a_lost_spy_is_on_no_square() {
    let here: Incognito = position("5/1b3/1W3/B4/2W2 w");
    let mut spies = Spies::parse(&here, "b3 a2").unwrap();
    let mv = here.parse_move("b3?b4").unwrap();
    assert_eq!(spies.reveal(&here, mv), Reveal::SpyLost);
    spies.advance(
        &here,
        Step {
            mv,
            reveal: Reveal::SpyLost,
        },
    );
    let lost = after(here, "b3?b4#");
    assert_eq!(spies.of(Side::First), None);
    assert_eq!(spies.text(&lost), "- a2");
    assert_eq!(Spies::parse(&lost, "- a2"), Ok(spies));
    assert_eq!(Spies::count(&lost), 1);
    assert_eq!(Spies::nth(&lost, 0), spies);
}

#[test]
fn secrets_are_refused_with_the_reason() {
    let here: Incognito = position("5/1b3/1W3/B3B/2W2 w");
    let spelling = "a secret names the squares of White's spy and Black's spy, such as c1 b5";
    let cases = [
        ("", spelling),
        ("b3", spelling),
        ("b3  a2", r#"" a2" is not a square such as b3"#),
        ("b3 a2 ", r#""a2 " is not a square such as b3"#),
        ("b3 a9", "a9 is not on the board"),
        ("a2 b3", "White has no pawn on a2"),
        ("b3 c3", "Black has no pawn on c3"),
        ("b3 b4", "Black's pawn on b4 is known to be a knight"),
        ("- a2", "White's spy is not lost"),
    ];
    for (text, reason) in cases {
        assert_eq!(
            Spies::parse(&here, text).unwrap_err().to_string(),
            format!("{text:?} is not the secret of this game: {reason}")
        );
    }
}

#[test]
fn the_spies_decide_what_a_move_reveals() {
    let here: Incognito = position("4W/1B3/1W3/B3B/2W2 w");
    let reveal = |spies: &str, mv: &str| {
        let spies = Spies::parse(&here, spies).unwrap();
        spies.reveal(&here, here.parse_move(mv).unwrap())
    };
    assert_eq!(reveal("c1 b4", "b3?b4"), Reveal::Wins);
    assert_eq!(reveal("b3 b4", "b3?b4"), Reveal::Wins);
    assert_eq!(reveal("b3 a2", "b3?b4"), Reveal::SpyLost);
    assert_eq!(reveal("c1 a2", "b3?b4"), Reveal::KnightLost);
    assert_eq!(reveal("e5 a2", "e5-a5"), Reveal::Wins);
    assert_eq!(reveal("c1 a2", "e5-a5"), Reveal::KnightLost);
    assert_eq!(reveal("c1 a2", "c1-c2"), Reveal::Nothing);
}

/// A text as the rules page shows it.
fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}

#[test]
fn the_rules_page_shows_boards_and_games_as_they_are() {
    for language in Language::all() {
        check_rules_page(language);
    }
}

fn check_rules_page(language: Language) {
    let page = Incognito::INFO.rules(language);
    for text in [
        "1BB2/BB3/B3W/3WW/2WW1 w",
        "5/1B3/1W3/B3B/2W2 w",
        "5/1b3/5/B3B/2W2 b",
        "4W/1W3/W3B/5/5 w",
    ] {
        let shown: Incognito = position(text);
        let picture = indented(&draw_in(&shown.geometry(), &shown.view(), language));
        assert!(page.contains(&picture), "{text}\n{picture}");
    }
    for text in ["1BB2/BB3/B3W/3WW/2WW1 w", "W4/5/5/B4/3W1 b w-wins"] {
        assert_eq!(position::<Incognito>(text).to_string(), text);
        assert!(page.contains(&indented(text)), "{text}");
    }
    let game = "B c1\nN c5\nB\nD c1->c4\nD a4->c2\nI c4->c5\nW\n";
    assert_eq!(SavedGame::from_str(game).unwrap().to_string(), game);
    assert!(page.contains(&indented(game)));
}
