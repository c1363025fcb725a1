use super::super::AnimalChess;
use super::animals;
use crate::message::{Language, english, join};
use crate::testing::{after, caption, position, result};
use crate::view::Describe;
use crate::{Position, Side, draw};

#[test]
fn captions_describe_moves_captures_promotions_and_drops() {
    let start = AnimalChess::start(None).unwrap();
    assert_eq!(
        caption(&start, "00-11"),
        "Player 0's cat moves from (0, 0) to (1, 1)."
    );
    assert_eq!(
        caption(&start, "21-31"),
        "Player 0's chick on (2, 1) captures the chick on (3, 1) and takes it into hand."
    );
    let busy = animals(
        "
        . . L . .
        . C . +h .
        . h c . .
        . g . . .
        . . . l .
        . . . . .
        ",
        "1 G2h",
    );
    assert_eq!(
        caption(&busy, "22-12"),
        "Player 1's cat moves from (2, 2) to (1, 2) and promotes."
    );
    assert_eq!(
        caption(&busy, "21-11"),
        "Player 1's chick on (2, 1) captures the cat on (1, 1), takes it into hand and promotes."
    );
    assert_eq!(
        caption(&busy, "13-02"),
        "Player 1's promoted chick on (1, 3) captures the lion on (0, 2)."
    );
    assert_eq!(caption(&busy, "H*00"), "Player 1 drops a chick on (0, 0).");
    let answer = after(busy, "22-33");
    assert_eq!(
        caption(&answer, "02-13"),
        "Player 0's lion on (0, 2) captures the promoted chick on (1, 3) and takes it into hand \
         as a chick."
    );
    assert_eq!(
        caption(&answer, "G*14"),
        "Player 0 drops a giraffe on (1, 4)."
    );
    let last: AnimalChess = position("4L/5/5/2H2/2l2/5 0 -");
    assert_eq!(
        caption(&last, "32-42"),
        "Player 0's chick on (3, 2) captures the lion on (4, 2) and promotes."
    );
    let zone: AnimalChess = position("4L/5/5/1C3/2+c2/4l 0 -");
    assert_eq!(
        caption(&zone, "31-42"),
        "Player 0's cat on (3, 1) captures the promoted cat on (4, 2), takes it into hand as a \
         cat and promotes."
    );
}

#[test]
fn german_texts_inflect_the_animals() {
    let german = Language::from_tag("de").unwrap();
    let busy = animals(
        "
        . . L . .
        . C . +h .
        . h c . .
        . g . . .
        . . . l .
        . . . . .
        ",
        "1 G2h",
    );
    let answer = after(busy, "22-33");
    for (position, text, said) in [
        (
            &busy,
            "43-44",
            "Spieler 1 zieht den Löwen von (4, 3) nach (4, 4).",
        ),
        (
            &busy,
            "22-12",
            "Spieler 1 zieht die Katze von (2, 2) nach (1, 2) und befördert sie.",
        ),
        (
            &busy,
            "21-11",
            "Spieler 1 schlägt mit dem Küken auf (2, 1) die Katze auf (1, 1), nimmt sie auf die \
             Hand und befördert das eigene Küken.",
        ),
        (
            &busy,
            "13-02",
            "Spieler 1 schlägt mit dem beförderten Küken auf (1, 3) den Löwen auf (0, 2).",
        ),
        (&busy, "H*00", "Spieler 1 setzt ein Küken auf (0, 0) ein."),
        (
            &answer,
            "02-13",
            "Spieler 0 schlägt mit dem Löwen auf (0, 2) das beförderte Küken auf (1, 3) und nimmt \
             es als Küken auf die Hand.",
        ),
        (
            &answer,
            "11-21",
            "Spieler 0 schlägt mit der Katze auf (1, 1) das Küken auf (2, 1) und nimmt es auf die \
             Hand.",
        ),
    ] {
        let step = position.parse_step(text).unwrap();
        assert_eq!(position.validate(step), Ok(()));
        assert_eq!(join(&position.caption(step), german), said);
    }
    let own = busy.parse_move("31-21").unwrap();
    assert_eq!(
        busy.illegal_reason(own).render(german),
        "auf (2, 1) steht das eigene Küken von Spieler 1"
    );
    let won = after(busy, "13-02");
    assert_eq!(
        join(&won.result(), german),
        "Der Löwe von Spieler 0 ist geschlagen. Spieler 1 gewinnt."
    );
}

#[test]
fn the_prompt_names_the_player_and_the_choices() {
    let start = AnimalChess::start(None).unwrap();
    assert_eq!(
        start.prompt().to_string(),
        "Player 0, move one of your pieces."
    );
    let later = after(start, "21-31");
    assert_eq!(
        later.prompt().to_string(),
        "Player 1, move one of your pieces."
    );
    let later = after(later, "51-41");
    assert_eq!(
        english(&later.view().status),
        "Player 0, move one of your pieces or drop one from your hand."
    );
}

#[test]
fn the_result_names_the_captured_lion() {
    assert_eq!(result(&AnimalChess::start(None).unwrap()), "");
    let over: AnimalChess = position("4L/5/5/5/2+H2/5 1 -");
    assert_eq!(
        result(&over),
        "Player 1's lion has been captured. Player 0 wins."
    );
    let over: AnimalChess = position("4h/5/5/5/2l2/5 0 -");
    let view = over.view();
    assert_eq!(
        english(&view.status),
        "Player 0's lion has been captured. Player 1 wins."
    );
    assert_eq!((view.turn, view.winner), (None, Some(Side::Second)));
}

#[test]
fn zones_hands_and_paths_are_in_the_view() {
    let held: AnimalChess = position("CGLGC/5/2HH1/1h3/5/cglgc 0 2Hh");
    let geometry = held.geometry();
    let zones: Vec<(String, String)> = geometry
        .regions
        .iter()
        .map(|zone| (zone.name.to_string(), zone.points.join(" ")))
        .collect();
    assert_eq!(
        zones,
        [
            (
                "Player 0's promotion zone".into(),
                "40 41 42 43 44 50 51 52 53 54".into()
            ),
            (
                "Player 1's promotion zone".into(),
                "00 01 02 03 04 10 11 12 13 14".into()
            ),
        ]
    );
    let slots: Vec<&str> = geometry.slots.iter().map(|slot| slot.id.as_str()).collect();
    assert_eq!(slots, ["G", "C", "H", "g", "c", "h"]);
    let hands: Vec<(String, u8)> = held
        .hands()
        .into_iter()
        .map(|held| (held.slot, held.count))
        .collect();
    assert_eq!(hands, [("H".into(), 2), ("h".into(), 1)]);
    let path = |position: &AnimalChess, text| position.path(position.parse_move(text).unwrap());
    assert_eq!(path(&held, "H*21"), ["H", "21"]);
    assert_eq!(path(&held, "22-32"), ["22", "32"]);
    let held: AnimalChess = position("L4/5/5/5/5/4l 1 c");
    assert_eq!(path(&held, "C*00"), ["c", "00"]);
    for kind in &geometry.legend {
        assert!(kind.glyph.iter().all(|glyph| glyph.chars().count() == 1));
    }
}

#[test]
fn the_board_is_drawn_with_hands_and_promoted_pieces() {
    let position: AnimalChess = position("1G1GL/2C1+h/CHH2/1hH2/+Hl3/c1g2 1 cG");
    assert_eq!(
        draw::draw(&position.geometry(), &position.view()),
        "\
Player 0's hand: G
0  .  G  .  G  L
1  .  .  C  . +h
2  C  H  H  .  .
3  .  h  H  .  .
4 +H  l  .  .  .
5  c  .  g  .  .
   0  1  2  3  4
Player 1's hand: c
"
    );
}

/// The pictures of the rules page are what the program draws, and its position strings parse as
/// they are.
#[test]
fn the_rules_page_shows_what_the_program_draws() {
    for text in [
        "CGLGC/5/1HHH1/1hhh1/5/cglgc 0 -",
        "4L/5/2h2/2Gc1/5/2l2 0 -",
        "4L/5/5/2H2/1C3/1h2l 0 H",
        "4L/5/5/2H2/5/1+C2l 1 2H",
        "5/5/5/5/3HH/l2HL 0 -",
    ] {
        let position: AnimalChess = position(text);
        for language in Language::all() {
            let picture = draw::draw_in(&position.geometry(), &position.view(), language);
            let indented: String = picture
                .lines()
                .map(|line| format!("    {line}\n"))
                .collect();
            let page = AnimalChess::INFO.rules(language);
            assert!(page.contains(&indented), "not on the page:\n{indented}");
        }
    }
}
