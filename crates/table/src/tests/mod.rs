//! What happens at a table.

use crate::{
    Action, ActionError, Clocks, Controller, EndReason, Entry, Event, Journal, JournalError, Offer,
    Outcome, Setup, Table, TableError, Takebacks, TimeControl, Timestamp, check_seal,
    entropy_from_seed,
};
use quintain_rules::message::english;
use quintain_rules::record::Record;
use quintain_rules::{Registry, Side};

fn games() -> Registry {
    Registry::standard()
}

fn setup(game: &str, size: Option<u8>) -> Setup {
    let game = games().get(game).expect("a game");
    Setup::new(game, size, Timestamp(1_000), entropy_from_seed(5)).expect("a size of the game")
}

fn table(setup: Setup) -> Table {
    Table::new(&games(), setup).expect("a sound setup")
}

/// A duel of knights on a small board, with changes to its setup.
fn duel(change: impl FnOnce(&mut Setup)) -> Table {
    let mut setup = setup("knights-duel", Some(5));
    change(&mut setup);
    table(setup)
}

fn mv(text: &str) -> Action {
    Action::play(text)
}

fn act(table: &mut Table, side: Side, action: &Action, now: u64) -> Result<Entry, ActionError> {
    let entry = table.decide(side, action, Timestamp(now))?;
    table.apply(entry.clone()).expect("what was decided can be");
    Ok(entry)
}

/// Plays moves for whoever is to move, a second each.
fn play(table: &mut Table, moves: &[&str]) {
    for text in moves {
        let side = table.turn().expect("the game goes on");
        let now = table.changed_at().plus_ms(1_000).0;
        act(table, side, &mv(text), now).expect(text);
    }
}

use Side::{First, Second};

#[test]
fn deciding_changes_nothing_and_applying_does() {
    let mut table = duel(|_| {});
    let before = table.position().text();
    let entry = table
        .decide(First, &mv("(2,3)"), Timestamp(2_000))
        .expect("legal");
    assert_eq!(table.position().text(), before);
    table.apply(entry).expect("decided");
    assert_eq!(table.turn(), Some(Second));
    let [played] = table.steps() else {
        panic!("one step was played: {:?}", table.steps());
    };
    assert_eq!(played.step.text, "(2,3)");
    assert_eq!((played.at, played.remaining_ms), (Timestamp(2_000), None));
}

#[test]
fn the_wrong_player_and_wrong_moves_are_refused() {
    let table = duel(|_| {});
    let refusal = |side, text| {
        let refusal = table.decide(side, &mv(text), Timestamp(2_000));
        refusal.expect_err("refused").to_string()
    };
    assert_eq!(refusal(Second, "(4,3)"), "it is Player 1's turn");
    assert!(refusal(First, "(3,3)").contains("(3,3)"));
    assert!(refusal(First, "hello").contains("hello"));
}

#[test]
fn the_same_entries_give_the_same_table() {
    let mut table = duel(|setup| {
        setup.time_control = "1m+2s".parse().expect("a time control");
    });
    let setup = table.setup().clone();
    let mut entries = Vec::new();
    let script = [
        (First, mv("(2,3)")),
        (Second, mv("(4,3)")),
        (First, Action::OfferDraw),
        (Second, Action::DeclineDraw),
        (First, mv("(1,5)")),
        (Second, Action::Takeback),
        (Second, mv("(3,4)")),
    ];
    for (second, (side, action)) in (2..).zip(script) {
        entries.push(act(&mut table, side, &action, second * 1_000).expect("allowed"));
    }
    let again = Table::replay(&games(), setup, entries.clone()).expect("the same");
    assert_eq!(again.position().text(), table.position().text());
    assert_eq!(again.clocks(), table.clocks());
    assert_eq!(again.steps(), table.steps());
    let json = serde_json::to_string(&entries).expect("plain data");
    let read: Vec<Entry> = serde_json::from_str(&json).expect("what was written");
    assert_eq!(read, entries);
}

#[test]
fn entries_out_of_order_and_impossible_ones_change_nothing() {
    let mut table = duel(|_| {});
    play(&mut table, &["(2,3)"]);
    let text = table.position().text();
    let entry = |seq, at, event| Entry {
        seq,
        at: Timestamp(at),
        event,
    };
    let step = |text: &str| Event::Step { text: text.into() };
    let order = table.apply(entry(0, 9_000, step("(4,3)")));
    assert_eq!(
        order,
        Err(TableError::Order {
            expected: 1,
            found: 0
        })
    );
    for wrong in [
        entry(1, 1_500, step("(4,3)")),
        entry(1, 9_000, step("(1,1)")),
        entry(1, 9_000, Event::Takeback { plies: 2 }),
        entry(1, 9_000, Event::Takeback { plies: 0 }),
    ] {
        let refused = table.apply(wrong.clone());
        assert!(
            matches!(refused, Err(TableError::Impossible { seq: 1, .. })),
            "{wrong:?}: {refused:?}"
        );
    }
    assert_eq!((table.position().text(), table.next_seq()), (text, 1));
}

#[test]
fn clocks_run_once_both_have_moved() {
    let mut table = duel(|setup| {
        setup.time_control = TimeControl::Clock {
            base_ms: 60_000,
            increment_ms: 2_000,
        };
    });
    let left = |table: &Table, side, now| {
        table
            .clocks()
            .map(|c: &Clocks| c.remaining_ms(side, Timestamp(now)))
    };
    act(&mut table, First, &mv("(2,3)"), 50_000).expect("legal");
    assert_eq!(table.flag_at(), None);
    act(&mut table, Second, &mv("(4,3)"), 90_000).expect("legal");
    assert_eq!(left(&table, First, 90_000), Some(60_000));
    assert_eq!(table.flag_at(), Some((First, Timestamp(150_000))));
    act(&mut table, First, &mv("(1,5)"), 100_000).expect("legal");
    // Ten seconds used, two given back; now the other one's runs.
    assert_eq!(left(&table, First, 140_000), Some(52_000));
    assert_eq!(left(&table, Second, 140_000), Some(20_000));
    assert_eq!(table.check_flag(Timestamp(159_999)), None);
    let late = table.decide(Second, &mv("(3,5)"), Timestamp(160_000));
    let side = table.info().side_name(Second);
    assert_eq!(late, Err(ActionError::OutOfTime { side }));
    let flag = table
        .check_flag(Timestamp(160_000))
        .expect("the flag falls");
    table.apply(flag).expect("decided");
    assert_eq!(
        english(&table.result()),
        "Player 2 ran out of time. Player 1 wins."
    );
    assert_eq!(table.view().moves, []);
    assert_eq!(table.flag_at(), None);
}

#[test]
fn a_pause_is_not_charged() {
    let mut table = duel(|setup| {
        setup.time_control = "1m".parse().expect("a time control");
    });
    play(&mut table, &["(2,3)", "(4,3)"]);
    let begun = table.changed_at();
    // Ten seconds of thought, an hour of darkness, ten seconds of thought.
    let (from, to) = (begun.plus_ms(10_000), begun.plus_ms(3_610_000));
    table.apply(table.pause(from, to)).expect("decided");
    assert_eq!(table.check_flag(to), None);
    let clocks = table.clocks().expect("there are clocks");
    assert_eq!(clocks.remaining_ms(First, to.plus_ms(10_000)), 40_000);
    assert_eq!(table.flag_at(), Some((First, to.plus_ms(50_000))));
}

#[test]
fn days_are_for_each_move() {
    const DAY: u64 = 86_400_000;
    let mut table = duel(|setup| setup.time_control = TimeControl::Correspondence { days: 2 });
    play(&mut table, &["(2,3)", "(4,3)"]);
    let now = table.changed_at().plus_ms(DAY + DAY / 2);
    act(&mut table, First, &mv("(1,5)"), now.0).expect("in time");
    let clocks = table.clocks().expect("there are clocks");
    assert_eq!(clocks.remaining_ms(First, now), 2 * DAY);
    assert_eq!(table.flag_at(), Some((Second, now.plus_ms(2 * DAY))));
}

#[test]
fn offers_are_accepted_by_offering_the_same() {
    let draw = Action::OfferDraw;
    let mut table = duel(|_| {});
    assert_eq!(
        table.decide(First, &Action::DeclineDraw, Timestamp(2_000)),
        Err(ActionError::NoOffer)
    );
    act(&mut table, First, &draw, 2_000).expect("offered");
    assert_eq!(table.offer(First), Some(Offer::Draw));
    assert_eq!(
        table.decide(First, &draw, Timestamp(2_000)),
        Err(ActionError::AlreadyOffered)
    );
    act(&mut table, Second, &draw, 3_000).expect("accepted");
    let drawn = Outcome {
        winner: None,
        reason: EndReason::Agreement,
    };
    assert_eq!(table.outcome(), Some(drawn));
    assert_eq!(
        table.decide(First, &draw, Timestamp(4_000)),
        Err(ActionError::GameOver)
    );
}

#[test]
fn moving_on_declines_what_the_other_offered() {
    let mut table = duel(|_| {});
    act(&mut table, Second, &Action::OfferDraw, 2_000).expect("offered");
    play(&mut table, &["(2,3)"]);
    assert_eq!(table.offer(Second), None);
    // One's own offer stands while one moves.
    act(&mut table, Second, &Action::OfferDraw, 5_000).expect("offered");
    play(&mut table, &["(4,3)"]);
    assert_eq!(table.offer(Second), Some(Offer::Draw));
}

#[test]
fn takebacks_are_free_asked_for_or_forbidden() {
    let mut free = duel(|_| {});
    assert_eq!(
        free.decide(First, &Action::Takeback, Timestamp(2_000)),
        Err(ActionError::NothingToTakeBack {
            side: free.info().side_name(First)
        })
    );
    play(&mut free, &["(2,3)", "(4,3)"]);
    act(&mut free, First, &Action::Takeback, 9_000).expect("free");
    assert_eq!((free.steps().len(), free.turn()), (0, Some(First)));

    let mut agreed = duel(|setup| setup.takebacks = Takebacks::Agreed);
    play(&mut agreed, &["(2,3)", "(4,3)"]);
    act(&mut agreed, Second, &Action::Takeback, 9_000).expect("asked");
    assert_eq!(agreed.offered_by(Offer::Takeback), Some(Second));
    assert_eq!(agreed.takeback_plies(First), Some(2));
    act(&mut agreed, First, &Action::Takeback, 9_000).expect("agreed");
    assert_eq!((agreed.steps().len(), agreed.turn()), (1, Some(Second)));

    let mut never = duel(|setup| setup.takebacks = Takebacks::Never);
    play(&mut never, &["(2,3)"]);
    assert_eq!(
        never.decide(First, &Action::Takeback, Timestamp(9_000)),
        Err(ActionError::NoTakebacks)
    );
}

#[test]
fn only_a_game_that_has_hardly_begun_is_aborted() {
    let mut table = duel(|_| {});
    play(&mut table, &["(2,3)"]);
    assert!(
        table
            .decide(Second, &Action::Abort, Timestamp(9_000))
            .is_ok()
    );
    play(&mut table, &["(4,3)"]);
    assert_eq!(
        table.decide(Second, &Action::Abort, Timestamp(9_000)),
        Err(ActionError::TooLateToAbort)
    );
}

#[test]
fn a_finished_game_can_be_taken_up_again() {
    let mut table = duel(|_| {});
    play(&mut table, &["(2,3)"]);
    act(&mut table, Second, &Action::Resign, 9_000).expect("resigned");
    assert_eq!(
        english(&table.result()),
        "Player 2 resigned. Player 1 wins."
    );
    act(&mut table, First, &Action::Takeback, 10_000).expect("taken back");
    assert_eq!(table.turn(), Some(First));
    assert_eq!(table.outcome(), None);
}

#[test]
fn limits_make_draws_where_they_are_asked_for() {
    let forth_and_back = ["02-12", "52-42", "12-02", "42-52"];
    let drawn = Outcome {
        winner: None,
        reason: EndReason::Adjudication,
    };
    let mut endless = table(setup("animal-chess", None));
    play(&mut endless, &forth_and_back.repeat(3));
    assert_eq!(endless.outcome(), None);

    let mut repeated = setup("animal-chess", None);
    repeated.draw_limits.repetitions = Some(3);
    let mut repeated = table(repeated);
    play(&mut repeated, &forth_and_back.repeat(2));
    assert_eq!(repeated.outcome(), Some(drawn));
    let record = repeated.record().expect("a record");
    assert_eq!(record.result().map(|result| result.winner), Some(None));

    let mut long = setup("animal-chess", None);
    long.draw_limits.max_plies = Some(3);
    let mut long = table(long);
    play(&mut long, &forth_and_back[..2]);
    assert_eq!(long.outcome(), None);
    play(&mut long, &forth_and_back[2..3]);
    assert_eq!(long.outcome(), Some(drawn));
}

#[test]
fn what_is_hidden_is_promised_first_and_told_last() {
    let setup = setup("incognito", None);
    let seal = setup.seal.clone().expect("there are spies");
    let mut table = table(setup);
    assert!(!format!("{table:?}").contains(&seal.salt));
    assert_eq!(table.commitment(), Some(seal.commitment()));
    assert_eq!(table.disclosed(), None);
    let hidden = table.record().expect("a record");
    assert_eq!((hidden.secret(), hidden.header("Salt")), (None, None));
    let side = table.turn().expect("the game goes on");
    act(&mut table, side, &Action::Resign, 5_000).expect("resigned");
    let record = table.record().expect("a record");
    assert_eq!(record.secret(), Some(seal.secret.as_str()));
    assert_eq!(check_seal(&record), Ok(seal.commitment()));
    // A spy who was exchanged afterwards is found out.
    let other = table.start().referee(0).secret().to_owned();
    let other = if other == seal.secret {
        table.start().referee(1).secret().to_owned()
    } else {
        other
    };
    let forged = record.to_string().replace(&seal.secret, &other);
    let forged = Record::parse(&games(), &forged).expect("still a record");
    assert!(check_seal(&forged).is_err());
    assert_eq!(
        table.decide(side, &Action::Takeback, Timestamp(9_000)),
        Err(ActionError::GameOver),
        "the secret is out"
    );
}

#[test]
fn commitments_are_plain_sha_256() {
    let seal = crate::Seal {
        secret: "c1 b5".into(),
        salt: "00".into(),
    };
    // printf '00:c1 b5' | sha256sum
    assert_eq!(
        seal.commitment(),
        "a068acbe4bb803ee3925b9ea7b1edca46cc5bda3bc501352bf345d09b9066b81"
    );
}

#[test]
fn chance_draws_who_begins() {
    let game = games().get("incognito").expect("a game");
    let turns: std::collections::BTreeSet<Side> = (0..20)
        .map(|seed| {
            let setup =
                Setup::new(game, None, Timestamp(0), entropy_from_seed(seed)).expect("a size");
            table(setup).turn().expect("the game goes on")
        })
        .collect();
    assert_eq!(turns.len(), 2);
}

#[test]
fn records_tell_who_when_and_how() {
    let mut table = duel(|setup| {
        setup.seats[0].name = Some("Ada".into());
        setup.created_at = Timestamp(1_795_000_000_000);
        setup.time_control = "5m+3s".parse().expect("a time control");
    });
    play(&mut table, &["(2,3)"]);
    play(&mut table, &["(4,3)"]);
    let entry = table.claim(Some(First), Timestamp(0));
    table.apply(entry.expect("not over yet")).expect("decided");
    let text = table.record().expect("a record").to_string();
    for part in [
        "[First \"Ada\"]",
        "[Date \"2026-11-18\"]",
        "[TimeControl \"5m+3s\"]",
        "[Termination \"abandonment\"]",
        "1. (2,3) (4,3)",
        "1-0",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn time_controls_and_players_read_what_they_write() {
    for text in ["5m+3s", "90s", "1h", "3d", "none", "1500ms", "0s+2s"] {
        let control: TimeControl = text.parse().expect(text);
        assert_eq!(control.to_string(), text);
    }
    assert_eq!("1m30s".parse(), "90s".parse::<TimeControl>());
    for text in [
        "", "5", "5x", "m", "0s", "0d", "400d", "-1s", "5m+", "99h", "1e9s", "5m3",
    ] {
        assert!(text.parse::<TimeControl>().is_err(), "{text}");
    }
    for text in ["human", "engine:3", "ugi:my engine --fast"] {
        let controller: Controller = text.parse().expect(text);
        assert_eq!(controller.to_string(), text);
    }
    for text in [
        "", "robot", "engine:", "engine:0", "engine:9", "ugi:", "ugi: ",
    ] {
        assert!(text.parse::<Controller>().is_err(), "{text}");
    }
}

#[test]
fn a_journal_keeps_the_game_even_if_its_last_line_is_torn() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let path = dir.path().join("torn.journal");
    let mut table = duel(|_| {});
    let mut journal = Journal::create(&path, table.setup()).expect("a new file");
    for (side, text) in [(First, "(2,3)"), (Second, "(4,3)")] {
        let entry = table
            .decide(side, &mv(text), Timestamp(5_000))
            .expect("legal");
        journal.append(&entry).expect("written");
        table.apply(entry).expect("decided");
    }
    let busy = Journal::open(&path, &games()).map(drop);
    assert!(matches!(busy, Err(JournalError::InUse { .. })), "{busy:?}");
    drop(journal);
    let whole = std::fs::read_to_string(&path).expect("there");
    for cut in 1..40 {
        std::fs::write(&path, &whole[..whole.len() - cut]).expect("written");
        let (_, read) = Journal::open(&path, &games()).expect("still a game");
        assert_eq!(read.steps().len(), 1, "{cut} bytes torn off");
    }
    // What was torn off is gone, and the game goes on behind what is left.
    let (mut journal, mut read) = Journal::open(&path, &games()).expect("still a game");
    let entry = read
        .decide(Second, &mv("(4,3)"), Timestamp(6_000))
        .expect("legal");
    journal.append(&entry).expect("written");
    read.apply(entry).expect("decided");
    drop(journal);
    let (journal, again) = Journal::open(&path, &games()).expect("a game");
    assert_eq!(again.position().text(), read.position().text());
    journal.remove().expect("removed");
    assert!(!path.exists());
}

#[test]
fn a_journal_that_is_none_says_where_and_why() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let path = dir.path().join("wrong.journal");
    let table = duel(|_| {});
    let setup = serde_json::to_string(table.setup()).expect("plain data");
    for (text, line, reason) in [
        (String::new(), 1, "no game"),
        ("hello\n".into(), 1, "expected"),
        (format!("{setup}\nhello\n"), 2, "expected"),
        (setup.replace("knights-duel", "chess") + "\n", 1, "chess"),
        (
            format!(
                "{setup}\n{{\"seq\":0,\"at\":9000,\"event\":{{\"kind\":\"step\",\"text\":\"(9,9)\"}}}}\n"
            ),
            2,
            "(9,9)",
        ),
    ] {
        std::fs::write(&path, &text).expect("written");
        let error = Journal::open(&path, &games())
            .map(drop)
            .expect_err("refused");
        let said = error.to_string();
        assert!(said.contains(&format!("line {line}: ")), "{said}");
        assert!(said.contains(reason), "{said}");
        assert_eq!(std::fs::read_to_string(&path).expect("there"), text, "kept");
    }
}
