//! Position strings, move texts, and sentences.

use crate::draw::draw;
use crate::games::sight::Sight;
use crate::message::{Language, english, join};
use crate::testing::{after, caption, moves_from, position, refused, refused_step, result};
use crate::view::{BoardStyle, Describe};
use crate::{Position, Side};

#[test]
fn positions_are_written_as_they_were_parsed() {
    for text in [
        ".../.../... X",
        "O2X3./..O255/X10X. O",
        "..O2.X/...../...../...../X254.... X",
    ] {
        assert_eq!(position::<Sight>(text).to_string(), text);
    }
}

#[test]
fn wrong_positions_are_refused_with_the_reason() {
    let fields = "separated by spaces, expected 2: the board and the side to move";
    let cases = [
        ("", format!("the position has 1 field {fields}")),
        (".../.../...", format!("the position has 1 field {fields}")),
        (
            ".../.../...  O",
            format!("the position has 3 fields {fields}"),
        ),
        (
            ".../.../... O ",
            format!("the position has 3 fields {fields}"),
        ),
        (
            " .../.../... O",
            format!("the position has 3 fields {fields}"),
        ),
        (
            "..../..../..../.... O",
            "the board has 4 rows, expected 3, 5, 7 or 9".into(),
        ),
        (
            ".../.../.../ O",
            "the board has 4 rows, expected 3, 5, 7 or 9".into(),
        ),
        ("... O", "the board has 1 row, expected 3, 5, 7 or 9".into()),
        (".../..../... O", "rank 2 has 4 squares, expected 3".into()),
        (".../O2./... O", "rank 2 has 2 squares, expected 3".into()),
        ("//... O", "rank 3 has 0 squares, expected 3".into()),
        (
            "3/.../... O",
            "rank 3, square 1: '3' is none of `.`, `O` and `X`".into(),
        ),
        (
            ".../.o./... O",
            "rank 2, square 2: upper and lower case differ here: 'O' is meant, not 'o'".into(),
        ),
        (".../../..x O", "rank 2 has 2 squares, expected 3".into()),
        (
            ".../.../..é O",
            "rank 1, square 3: 'é' is none of `.`, `O` and `X`".into(),
        ),
        (
            ".../.../..\t O",
            "rank 1, square 3: '\\t' is none of `.`, `O` and `X`".into(),
        ),
        (
            ".O0./.../... O",
            "rank 3, square 2: a height cannot be 0".into(),
        ),
        (
            ".../.../O1.. O",
            "rank 1, square 1: a height of 1 is not written".into(),
        ),
        (
            ".../.../..X02 O",
            "rank 1, square 3: a height does not begin with 0".into(),
        ),
        (
            ".../.../..X01 O",
            "rank 1, square 3: a height does not begin with 0".into(),
        ),
        (
            ".../.../..X256 O",
            "rank 1, square 3: a height is at most 255".into(),
        ),
        (
            ".../.../..X99999999999999999999999999 O",
            "rank 1, square 3: a height is at most 255".into(),
        ),
        (
            ".../.../... o",
            r#"the side to move is "o", expected O or X"#.into(),
        ),
        (
            ".../.../... ",
            r#"the side to move is "", expected O or X"#.into(),
        ),
    ];
    for (text, message) in cases {
        assert_eq!(refused::<Sight>(text), message, "{text}");
    }
}

#[test]
fn moves_are_parsed_strictly() {
    let start = Sight::start(None).unwrap();
    for text in ["c3", "c3-d4", "a1", "e5", "e5-a1"] {
        let mv = start.parse_move(text).unwrap();
        assert_eq!(start.move_text(mv), text);
    }
    let form = "is not a square such as b3";
    let cases = [
        ("", format!(r#""" is not a move: "" {form}"#)),
        ("C3", format!(r#""C3" is not a move: "C3" {form}"#)),
        (" c3", format!(r#"" c3" is not a move: " c3" {form}"#)),
        ("c03", format!(r#""c03" is not a move: "c03" {form}"#)),
        ("c3-", format!(r#""c3-" is not a move: "" {form}"#)),
        ("-c3", format!(r#""-c3" is not a move: "" {form}"#)),
        ("c3d4", format!(r#""c3d4" is not a move: "c3d4" {form}"#)),
        ("c3 -d4", format!(r#""c3 -d4" is not a move: "c3 " {form}"#)),
        (
            "c3-d4-e5",
            format!(r#""c3-d4-e5" is not a move: "d4-e5" {form}"#),
        ),
        ("f1", r#""f1" is not a move: f1 is not on the board"#.into()),
        ("a0", r#""a0" is not a move: a0 is not on the board"#.into()),
        (
            "c3-c6",
            r#""c3-c6" is not a move: c6 is not on the board"#.into(),
        ),
        (
            "c3-c3",
            r#""c3-c3" is not a move: a piece must move to a different point"#.into(),
        ),
    ];
    for (text, message) in cases {
        assert_eq!(refused_step(&start, text), message, "{text}");
    }
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let cases = [
        // Without a stack.
        (
            "O..../...../..X../...../..... O",
            "c3",
            "there is already a piece on c3",
        ),
        (
            "O..../...../..X../...../..... O",
            "a5",
            "there is already a piece on a5",
        ),
        (
            "O..../...../..X../...../..... O",
            "a5-a4",
            "Player 1 has no stack and so must place a piece",
        ),
        (
            "O..../...../..X2../...../..... O",
            "c3-c4",
            "the stack on c3 belongs to Player 2",
        ),
        // With stacks.
        (
            "O2..../...../..X../...../O3.... O",
            "e1",
            "Player 1 has a stack on a5 and so must move, not place",
        ),
        (
            "O2..../...../..X../...../O3.... O",
            "b1-c1",
            "there is no stack on b1",
        ),
        (
            "O2..../...../..X../...../O3.... O",
            "a5-b5",
            "the stack on a5 has height 2, and a higher one, on a1 with height 3, can move",
        ),
        (
            "X2..../...../..X../...../O3.... X",
            "c3-c4",
            "c3 holds a single piece, not a stack",
        ),
        (
            "X2..../...../..X../...../O3.... X",
            "a5-a3",
            "a3 is not adjacent to a5 along a line",
        ),
        (
            ".X2.../...../..X../...../..... X",
            "b5-a4",
            "a4 is not adjacent to b5 along a line",
        ),
        (
            "X2O.../...../..X../...../..... X",
            "a5-b5",
            "there is already a piece on b5",
        ),
    ];
    for (text, mv, reason) in cases {
        let sight: Sight = position(text);
        let message = format!("{mv} is not legal: {reason}");
        assert_eq!(refused_step(&sight, mv), message, "{text}");
    }
    let stuck: Sight = position("O2X./XX./... O");
    assert_eq!(
        refused_step(&stuck, "c1"),
        "c1 comes after the end of the game: Player 2 has won"
    );
}

#[test]
fn captions_name_the_move_and_everything_that_grows() {
    let start = Sight::start(None).unwrap();
    assert_eq!(caption(&start, "c3"), "Player 1 places a piece on c3.");
    let sight: Sight = position("X..../...../.OX.O/...../X2.O.. O");
    assert_eq!(
        caption(&sight, "c2"),
        "Player 1 places a piece on c2. The piece on c1 grows to height 2."
    );
    assert_eq!(
        caption(&sight, "d3"),
        "Player 1 places a piece on d3. The piece on e3 grows to height 2."
    );
    let sight: Sight = position("..X../...../..X3.X/...../X2.O.. X");
    assert_eq!(
        caption(&sight, "c3-d4"),
        "Player 2 moves the top piece of the stack on c3 to d4. \
         The piece on c5 grows to height 2. The piece on e3 grows to height 2."
    );
    assert_eq!(
        caption(&sight, "c3-b2"),
        "Player 2 moves the top piece of the stack on c3 to b2. \
         The stack on a1 grows to height 3."
    );
    assert_eq!(
        caption(&sight, "c3-b3"),
        "Player 2 moves the top piece of the stack on c3 to b3."
    );
    let sight: Sight = position("O255../.../.O255O O");
    assert_eq!(
        caption(&sight, "b1-a1"),
        "Player 1 moves the top piece of the stack on b1 to a1. \
         The stack on a3 stays at height 255."
    );
}

#[test]
fn german_texts_inflect_pieces_and_stacks() {
    let german = Language::from_tag("de").unwrap();
    let sight: Sight = position("..X../...../..X3.X/...../X2.O.. X");
    let caption = |text| join(&sight.caption(sight.parse_step(text).unwrap()), german);
    assert_eq!(
        caption("c3-d4"),
        "Spieler 2 zieht den obersten Stein des Stapels auf c3 nach d4. \
         Der Stein auf c5 wächst auf Höhe 2. Der Stein auf e3 wächst auf Höhe 2."
    );
    assert_eq!(
        caption("c3-b2"),
        "Spieler 2 zieht den obersten Stein des Stapels auf c3 nach b2. \
         Der Stapel auf a1 wächst auf Höhe 3."
    );
    assert_eq!(
        position::<Sight>("X3.X3/.../X3.X2 X")
            .prompt()
            .render(german),
        "Spieler 2, zieh den obersten Stein von einem der Stapel auf a3, c3 und a1 \
         auf einen leeren Punkt daneben."
    );
    let stack = sight.parse_move("c3-c4").unwrap();
    let other: Sight = position("..X../...../..X3.X/...../X2.O.. O");
    assert_eq!(
        other.illegal_reason(stack).render(german),
        "der Stapel auf c3 gehört Spieler 2"
    );
    let single = other.parse_move("c5-c4").unwrap();
    assert_eq!(
        other.illegal_reason(single).render(german),
        "der Stein auf c5 gehört Spieler 2"
    );
    let lost: Sight = position("X2OX3/OOO/... X");
    assert_eq!(
        join(&lost.result(), german),
        "Keiner der Stapel von Spieler 2 kann ziehen. Spieler 1 gewinnt."
    );
}

#[test]
fn captions_say_what_play_does() {
    let mut sight = Sight::start(Some(5)).unwrap();
    while let Some(&mv) = sight.moves().get(sight.count_moves() as usize / 2) {
        let step = crate::Step { mv, reveal: () };
        let caption = english(&sight.caption(step));
        let mut then = sight;
        then.play_unchecked(step);
        for piece in then.pieces() {
            let sentence = format!("on {} grows to height {}.", piece.at, piece.height);
            let old = sight.pieces().into_iter().find(|old| old.at == piece.at);
            let grows = old.is_some_and(|old| old.height < piece.height);
            assert_eq!(caption.contains(&sentence), grows, "{sight}: {caption}");
        }
        sight = then;
    }
}

#[test]
fn prompts_say_whether_to_place_or_what_to_move() {
    let cases = [
        (
            "...../...../...../...../..... O",
            "Player 1, place a piece on an empty point.",
        ),
        (
            "X2../.../X.. X",
            "Player 2, move the top piece of the stack on a3 to an adjacent empty point.",
        ),
        (
            "O2.O2/.../O.. O",
            "Player 1, move the top piece of one of the stacks on a3 and c3 to an adjacent \
             empty point.",
        ),
        (
            "X3.X3/.../X3.X2 X",
            "Player 2, move the top piece of one of the stacks on a3, c3 and a1 to an adjacent \
             empty point.",
        ),
    ];
    for (text, prompt) in cases {
        let sight: Sight = position(text);
        assert_eq!(sight.prompt().to_string(), prompt);
        assert_eq!(sight.view().status, [sight.prompt()]);
    }
}

#[test]
fn result_texts_say_why() {
    let cases = [
        (
            "OXO/XOX/OXO X",
            "The board is full and Player 2 cannot place a piece. Player 1 wins.",
        ),
        (
            "O2X./XX./... O",
            "Player 1's only stack cannot move. Player 2 wins.",
        ),
        (
            "X2OX3/OOO/... X",
            "None of Player 2's stacks can move. Player 1 wins.",
        ),
    ];
    for (text, ending) in cases {
        let sight: Sight = position(text);
        assert_eq!(result(&sight), ending, "{text}");
        assert_eq!(sight.view().status, sight.result());
    }
    // One free neighbor is enough.
    assert!(position::<Sight>("X2XX3/OO./... X").result().is_empty());
}

#[test]
fn every_join_is_drawn_once() {
    for size in [3, 5, 7, 9u8] {
        let geometry = Sight::start(Some(size)).unwrap().geometry();
        assert_eq!(geometry.style, BoardStyle::Net);
        // Two joins per inner step, and one diagonal in each box.
        let side = usize::from(size) - 1;
        let expected = 2 * side * (side + 1) + side * side;
        assert_eq!(geometry.lines.len(), expected);
        let mut pairs: Vec<[&str; 2]> = geometry
            .lines
            .iter()
            .map(|line| {
                let mut pair = [line.from.as_str(), line.to.as_str()];
                pair.sort_unstable();
                pair
            })
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        assert_eq!(pairs.len(), expected);
        assert!(pairs.contains(&["a1", "b2"]) && pairs.contains(&["b2", "c1"]));
        assert!(!pairs.contains(&["a2", "b1"]) && !pairs.contains(&["b1", "c2"]));
    }
}

#[test]
fn the_rules_page_shows_what_the_program_does() {
    let start = Sight::start(None).unwrap();
    let seen: Sight = position("O...X/...../....O/..X../.OO.. O");
    let odd: Sight = position("..O.O/O..../..OO./...../..... O");
    let moving: Sight = position("...../.O.O2./O.O3../...../..... O");
    let blocked: Sight = position("O4X.../XX.../...../..O3.O2/....O3 O");
    assert_eq!(
        moves_from(&blocked, ""),
        "c2-b2 c2-c1 c2-c3 c2-d2 e1-d1 e1-d2"
    );
    let lost: Sight = position("O2X./XX./... O");
    assert_eq!(lost.winner(), Some(Side::Second));
    for shown in [
        start,
        seen,
        after(seen, "c3"),
        after(odd, "c4"),
        moving,
        after(moving, "c3-d3"),
        blocked,
        lost,
    ] {
        let picture: String = draw(&shown.geometry(), &shown.view())
            .lines()
            .map(|line| format!("    {line}\n"))
            .collect();
        for language in Language::all() {
            let page = Sight::INFO.rules(language);
            assert!(page.contains(&picture), "{language}: {shown}\n{picture}");
        }
    }
    for text in [start, moving] {
        for language in Language::all() {
            let page = Sight::INFO.rules(language);
            assert!(page.contains(&format!("    {text}\n")), "{language}");
        }
    }
}
