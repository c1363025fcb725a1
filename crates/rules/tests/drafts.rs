//! Drafts that do not fit the game, and impossible positions, are refused with the reason.

use quintain_rules::Registry;
use quintain_rules::draft::{Draft, Placed};
use quintain_rules::erased::AnyGame;
use quintain_rules::view::Held;

fn game(id: &str) -> &'static dyn AnyGame {
    Registry::standard().get(id).expect("a game")
}

fn put(at: &str, item: &str, height: u8) -> Placed {
    Placed {
        at: at.into(),
        item: item.into(),
        height,
    }
}

/// A draft with these items on an otherwise empty board of the default size.
fn draft(game: &dyn AnyGame, pieces: &[Placed]) -> Draft {
    Draft {
        size: None,
        pieces: pieces.to_vec(),
        hands: Vec::new(),
        phase: game.setup_schema().phases[0].text.to_owned(),
    }
}

fn refused(id: &str, change: impl FnOnce(&mut Draft)) -> String {
    let game = game(id);
    let mut draft = draft(game, &[]);
    change(&mut draft);
    game.compose(&draft).expect_err("a refusal").to_string()
}

#[test]
fn what_does_not_fit_the_game_is_named() {
    let cases = [
        (
            refused("sight", |draft| draft.size = Some(4)),
            "Sight has no board of size 4; its sizes are 3, 5, 7 and 9",
        ),
        (
            refused("sight", |draft| draft.pieces = vec![put("z9", "O", 1)]),
            "there is no point \"z9\" on this board",
        ),
        (
            refused("sight", |draft| {
                draft.pieces = vec![put("a1", "O", 1), put("a1", "X", 2)];
            }),
            "two things stand on a1",
        ),
        (
            refused("sight", |draft| draft.pieces = vec![put("a1", "Q", 1)]),
            "there is no \"Q\"; the pieces and marks are O and X",
        ),
        (
            refused("sight", |draft| draft.pieces = vec![put("a1", "O", 0)]),
            "the height of O on a1 is 0, expected 1 to 255",
        ),
        (
            refused("catapult", |draft| draft.pieces = vec![put("a1", "w", 2)]),
            "the height of w on a1 is 2, expected 1 to 1",
        ),
        (
            refused("sight", |draft| draft.phase = "w".into()),
            "there is no phase \"w\"; the phases are O and X",
        ),
        (
            refused("sight", |draft| {
                draft.hands = vec![Held {
                    slot: "G".into(),
                    count: 1,
                }];
            }),
            "there is no slot \"G\" in the hands",
        ),
        (
            refused("animal-chess", |draft| {
                let chicks = Held {
                    slot: "H".into(),
                    count: 5,
                };
                draft.hands = vec![chicks.clone(), chicks];
            }),
            "there are 10 of H in hand, expected at most 9",
        ),
    ];
    for (found, expected) in cases {
        assert_eq!(found, expected);
    }
}

#[test]
fn impossible_positions_are_explained() {
    let cases = [
        (
            "catapult",
            vec![put("e4", "G", 1)],
            "/////4G5//// w",
            "both sides have lost: White's flag and general are gone and Black's flag is gone",
        ),
        (
            "knights-duel",
            vec![put("(1,1)", "W", 1), put("(2,1)", "x", 1)],
            "8/8/8/8/8/8/8/Wx6 w",
            "Player 2 has no knight, expected one",
        ),
        (
            "animal-chess",
            vec![put("00", "L", 1), put("01", "L", 1), put("22", "+h", 1)],
            "LL3/5/2+h2/5/5/5 0 -",
            "Player 0 has 2 lions ((0, 0) and (0, 1)), expected at most 1",
        ),
        (
            "incognito",
            vec![put("c3", "w", 1), put("b3", "B", 1)],
            "5/5/1Bw2/5/5 w",
            "White has no pawn that may be its spy (W), expected at least one",
        ),
    ];
    for (id, pieces, text, problem) in cases {
        let game = game(id);
        let composed = game.compose(&draft(game, &pieces)).expect("a text");
        assert_eq!(composed, text);
        let error = game.parse(&composed).expect_err("no such position");
        assert_eq!(error.to_string(), problem);
    }
}

#[test]
fn stacks_hands_and_phases_are_written() {
    let sight = game("sight");
    let stacks = draft(sight, &[put("a5", "O", 12), put("e1", "X", 1)]);
    assert_eq!(
        sight.compose(&stacks).unwrap(),
        "O12..../...../...../...../....X O"
    );
    let animals = game("animal-chess");
    let mut held = draft(animals, &[put("02", "L", 1)]);
    let slot = |slot: &str, count| Held {
        slot: slot.into(),
        count,
    };
    held.hands = vec![slot("h", 1), slot("G", 0), slot("H", 2)];
    held.phase = "1".into();
    let text = animals.compose(&held).unwrap();
    assert_eq!(text, "2L2/5/5/5/5/5 1 2Hh");
    // Empty slots of a hand are left out of the draft of a position.
    held.hands = vec![slot("H", 2), slot("h", 1)];
    assert_eq!(animals.parse(&text).unwrap().draft(), held);
    let catapult = game("catapult").start(None).unwrap().draft();
    assert_eq!(catapult.phase, "w place");
}
