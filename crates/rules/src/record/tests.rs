use super::{EndReason, Outcome, Record};
use crate::{Registry, Side};

fn parse(text: &str) -> Result<Record, String> {
    Record::parse(&Registry::standard(), text).map_err(|error| error.to_string())
}

#[track_caller]
fn refused(text: &str) -> String {
    parse(text).expect_err("this record was accepted")
}

fn new(game: &str, size: Option<u8>) -> Record {
    Record::new(Registry::standard().get(game).unwrap().start(size).unwrap())
}

const COMMENTED: &str = r#"[Game "knights-duel"]
[Size "4"]
[First "Ada"]
[Second "Charles \"the engine\" B. \\ Sons"]

{A short game.}
{Two comments.}
1. (2,3) {to the left} (3,2) {
a longer thought, with a brace \} and a backslash \\}
*
"#;

#[test]
fn a_record_parses_back_as_it_was_written() {
    let mut record = new("knights-duel", Some(4));
    record.set_header("First", "Ada").unwrap();
    record.set_header("Second", "Charles").unwrap();
    record
        .set_header("Second", "Charles \"the engine\" B. \\ Sons")
        .unwrap();
    record.comment("A short game.");
    record.comment("Two comments.");
    record.play("(2,3)").unwrap();
    record.comment("to the left");
    record.play("3,2").unwrap();
    record.comment("\na longer thought, with a brace } and a backslash \\");
    assert_eq!(record.to_string(), COMMENTED);
    assert_eq!(parse(COMMENTED).unwrap(), record);
    assert_eq!(record.header("First"), Some("Ada"));
    assert_eq!(record.header("Date"), None);
}

#[test]
fn a_secret_is_checked_against_every_step() {
    let text = "[Game \"incognito\"]\n[Size \"5\"]\n[Start \"1BB2/BB3/B3W/3WW/2WW1 b\"]\n\
                [Secret \"c1 b5\"]\n\n1... b4-c4\n2. d2-c3 c4?c3-\n*\n";
    let record = parse(text).unwrap();
    assert_eq!(record.secret(), Some("c1 b5"));
    assert_eq!(record.to_string(), text);
    assert_eq!(
        refused(&text.replace("c4?c3-", "c4?c3+")),
        "line 7, column 10: with the secret c1 b5 this step is c4?c3-, not c4?c3+"
    );
    let without = text.replace("[Secret \"c1 b5\"]\n", "");
    let mut record = parse(&without).unwrap();
    assert!(
        record.disclose_secret("d2 b5").is_err(),
        "d2 was questioned and is no spy"
    );
    record.disclose_secret("c1 b5").unwrap();
    assert_eq!(record.to_string(), text);
    assert!(record.clone().play("c3?c4+").is_err());
    assert_eq!(
        refused(&text.replace("c1 b5", "c1 c1")),
        "line 4, column 2: \"c1 c1\" is not the secret of this game: \
         Black has no pawn on c1"
    );
    assert_eq!(
        refused("[Game \"sight\"]\n[Secret \"\"]\n*"),
        "line 2, column 2: Sight has no secrets"
    );
}

#[test]
fn a_step_that_ends_the_game_sets_the_result() {
    let text =
        "[Game \"knights-duel\"]\n[Size \"4\"]\n[Start \"3B/4/2x1/W3 w\"]\n\n1. (2,3)\n1-0\n";
    let record = parse(text).unwrap();
    assert_eq!(record.to_string(), text);
    assert_eq!(record.result().unwrap().winner, Some(Side::First));
    assert_eq!(
        refused(&text.replace("1-0", "*")),
        "line 6, column 1: the result is *, but the game ended 1-0"
    );
}

#[test]
fn a_result_needs_a_reason() {
    let text = "[Game \"knights-duel\"]\n\n1. (2,3)\n1-0\n";
    assert_eq!(
        refused(text),
        "line 4, column 1: the result is 1-0, but by the rules the game is not over; \
         a header Termination must say why it ended"
    );
}

#[test]
fn a_game_over_by_the_rules_has_its_result_and_no_other() {
    let text = "[Game \"knights-duel\"]\n[Size \"4\"]\n[Start \"3B/1x2/2x1/W3 w\"]\n\n0-1\n";
    let record = parse(text).unwrap();
    assert_eq!(record.to_string(), text);
    let outcome = Outcome {
        winner: Some(Side::Second),
        reason: EndReason::Rules,
    };
    assert_eq!(record.result(), Some(outcome));
    assert_eq!(
        refused(&text.replace("0-1", "1-0")),
        "line 5, column 1: the result is 1-0, but the game ended 0-1"
    );
    assert_eq!(
        refused(&text.replace("\n\n", "\n[Termination \"time\"]\n\n")),
        "line 4, column 2: the rules ended this game, so it has no header Termination"
    );
    assert_eq!(
        refused(&text.replace("0-1", "1. (2,3)\n0-1")),
        "line 5, column 4: (2,3) comes after the end of the game: Player 2 has won"
    );
}

#[test]
fn players_and_arbiters_end_games_too() {
    for reason in EndReason::TERMINATIONS {
        for winner in [None, Some(Side::First), Some(Side::Second)] {
            if reason == EndReason::Abort && winner.is_some() {
                continue;
            }
            let mut record = new("knights-duel", None);
            record.play("(2,3)").unwrap();
            record.end(winner, reason).unwrap();
            assert_eq!(parse(&record.to_string()).unwrap(), record);
            assert!(
                record.play("(6,7)").is_err(),
                "a game that has ended goes on"
            );
            assert!(record.end(winner, reason).is_err(), "a game ended twice");
        }
    }
    let text = "[Game \"knights-duel\"]\n[Termination \"boredom\"]\n\n1-0\n";
    assert_eq!(
        refused(text),
        "line 2, column 2: \"boredom\" is not a termination; there are \
         resignation, time, agreement, abandonment, adjudication and abort"
    );
    assert_eq!(
        refused("[Game \"knights-duel\"]\n[Termination \"time\"]\n\n*\n"),
        "line 4, column 1: a game with a header Termination has a result, not *"
    );
}

#[test]
fn an_aborted_game_has_neither_winner_nor_result() {
    let mut record = new("knights-duel", None);
    assert!(record.end(Some(Side::First), EndReason::Abort).is_err());
    assert!(record.end(None, EndReason::Rules).is_err());
    record.end(None, EndReason::Abort).unwrap();
    let text = record.to_string();
    assert!(
        text.contains("[Termination \"abort\"]") && text.ends_with("*\n"),
        "{text}"
    );
    assert_eq!(
        refused(&text.replace('*', "1/2-1/2")),
        "line 5, column 1: an aborted game has no winner and no result but *"
    );
}

#[test]
fn a_game_may_begin_with_the_second_side() {
    let text = "[Game \"knights-duel\"]\n[Size \"4\"]\n[Start \"3B/4/4/W3 b\"]\n\n\
                1... (2,3)\n2. (3,2) (4,4)\n*\n";
    assert!(refused(text).starts_with("line 6, column 10: (4,4) is not legal"));
    let text = text.replace(" (4,4)", "");
    assert_eq!(parse(&text).unwrap().to_string(), text);
    let wrong = text.replace("1...", "1.");
    assert_eq!(
        refused(&wrong),
        "line 5, column 1: found \"1.\", expected 1... or a result (1-0, 0-1, 1/2-1/2 or *)"
    );
}

#[test]
fn errors_name_line_and_column() {
    let cases = [
        (
            "",
            "line 1, column 1: found a record without its game, expected [Game \"...\"] first",
        ),
        (
            "[Size \"8\"]",
            "line 1, column 1: found a record without its game, expected [Game \"...\"] first",
        ),
        (
            "[game \"x\"]",
            "line 1, column 2: \"game\" cannot name a header: a capital letter, then letters and digits",
        ),
        (
            "[Game\"x\"]",
            "line 1, column 6: found \"\\\"x\\\"]\", expected a space after the header's name",
        ),
        (
            "[Game x]",
            "line 1, column 7: found \"x]\", expected a value in quotes",
        ),
        (
            "[Game \"x\"",
            "line 1, column 10: found the end of the text, expected ] after the value",
        ),
        (
            "[Game \"x",
            "line 1, column 8: found the end of the text, expected the closing \"",
        ),
        (
            "[Game \"x\n\"]",
            "line 1, column 9: found the end of the line, expected the closing \"",
        ),
        (
            "[Game \"a\\b\"]",
            "line 1, column 9: found a lone backslash, expected \\\\ or \\\"",
        ),
        (
            "[Game \"knights-duel\"]\n[Size \"9\"]\n*",
            "line 2, column 2: Knight's Duel has no board of size 9; its sizes are 4, 5, 6, 7 and 8",
        ),
        (
            "[Game \"knights-duel\"]\n[Size \"08\"]\n*",
            "line 2, column 2: the size is \"08\", expected a number",
        ),
        (
            "[Game \"knights-duel\"]\n[Size \"5\"]\n[Start \"3B/4/4/W3 b\"]\n*",
            "line 3, column 2: the start position does not have the size of the header Size",
        ),
        (
            "[Game \"knights-duel\"]\n[Start \"3B/4/4/W3\"]\n*",
            "line 2, column 2: the start position is wrong: the position has 1 field separated by spaces, expected 2: the board and the side to move",
        ),
        (
            "[Game \"knights-duel\"]\n[X \"1\"]\n[X \"2\"]\n*",
            "line 3, column 2: the header X appears twice",
        ),
        (
            "[Game \"knights-duel\"]\n[Secret \"c1 b5\"]\n*",
            "line 2, column 2: \"c1 b5\" is not the secret of this game: Knight's Duel has no secrets",
        ),
        (
            "[Game \"knights-duel\"]\n\n1. (2,3)",
            "line 3, column 9: found the end of the text, expected a step",
        ),
        (
            "[Game \"knights-duel\"]\n\n1. (2,3) (6,7) *x",
            "line 3, column 16: found \"*x\", expected 2. or a result (1-0, 0-1, 1/2-1/2 or *)",
        ),
        (
            "[Game \"knights-duel\"]\n\n1. b3\n*",
            "line 3, column 4: write the step as (2,3), not b3",
        ),
        (
            "[Game \"knights-duel\"]\n\n1. (2,3) 2. (6,7)\n*",
            "line 3, column 10: \"2.\" is not a move: a square is written (2,3), 2,3, 2 3 or b3",
        ),
        (
            "[Game \"knights-duel\"]\n\n{no end",
            "line 3, column 2: found the end of the text, expected the closing }",
        ),
        (
            "[Game \"knights-duel\"]\n\n* 1.",
            "line 3, column 3: found \"1.\", expected the end after the result",
        ),
        (
            "[Game \"knights-duel\"]\n\n{ä} {ö} ü",
            "line 3, column 9: found \"ü\", expected 1. or a result (1-0, 0-1, 1/2-1/2 or *)",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(refused(text), message, "{text}");
    }
    assert!(
        refused("[Game \"chess\"]\n*").starts_with("line 1, column 2: there is no game \"chess\"")
    );
}

#[test]
fn white_space_between_the_parts_does_not_matter() {
    let text = "  [Game \"knights-duel\"][Size \"4\"]\r\n\t1.\n(2,3){x}(3,2)\r\n2. {y} *  ";
    assert_eq!(
        refused(text),
        "line 4, column 4: found \"{y}\", expected a step"
    );
    let record = parse(&text.replace("2. ", "")).unwrap();
    assert_eq!(
        record.to_string(),
        "[Game \"knights-duel\"]\n[Size \"4\"]\n\n1. (2,3) {x} (3,2) {y}\n*\n"
    );
}

#[test]
fn one_text_may_hold_many_records() {
    let one = new("knights-duel", Some(5)).to_string();
    let two = format!("{one}\n{COMMENTED}");
    let tight = format!("{}{COMMENTED}", one.trim_end());
    assert_eq!(
        Record::parse_all(&Registry::standard(), &tight)
            .unwrap()
            .len(),
        2
    );
    let records = Record::parse_all(&Registry::standard(), &two).unwrap();
    assert_eq!(records.len(), 2);
    assert_eq!(records[0].to_string(), one);
    assert_eq!(records[1].steps()[1].comments.len(), 1);
    assert_eq!(Record::parse_all(&Registry::standard(), " \n").unwrap(), []);
    assert!(refused(&two).contains("expected the end after the result"));
}

#[test]
fn reserved_headers_cannot_be_set() {
    let mut record = new("knights-duel", None);
    for name in [
        "Game",
        "Size",
        "Start",
        "Secret",
        "Termination",
        "",
        "lower",
        "A b",
        "É",
    ] {
        assert!(record.set_header(name, "x").is_err(), "{name}");
    }
    record.set_header("Note", "two\nlines").unwrap();
    assert_eq!(
        parse(&record.to_string()).unwrap().header("Note"),
        Some("two\nlines")
    );
}

#[test]
fn a_byte_order_mark_and_line_breaks_of_another_system_are_understood() {
    let mut record = new("knights-duel", Some(5));
    record.comment("two\nlines");
    record.play("(2,3)").unwrap();
    let dos = format!("\u{feff}{}", record.to_string().replace('\n', "\r\n"));
    assert_eq!(parse(&dos), Ok(record.clone()));
    let both = format!("{dos}{dos}").replacen("\u{feff}", "", 2);
    let records = Record::parse_all(&Registry::standard(), &both).unwrap();
    assert_eq!(records, [record.clone(), record]);
}

#[test]
fn whatever_breaks_the_lines_of_a_comment_it_is_read_as_it_was_written() {
    let text = "[Game \"sight\"]\r{a\n\n\r\r\nb}\r\n1. c3\r\n*\r\n";
    let record = parse(text).unwrap();
    assert_eq!(parse(&record.to_string()), Ok(record));
    let mut record = new("knights-duel", Some(5));
    record.comment("a\rb\r\nc\r\r\nd");
    assert_eq!(record.preamble(), ["a\nb\nc\n\nd"]);
    assert_eq!(parse(&record.to_string()), Ok(record));
}
