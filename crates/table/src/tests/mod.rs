//! Tables, from the setup to the record.

mod actions;
mod clocks;
mod journal;
mod limits;

use crate::{
    Action, ActionError, Clocks, EndReason, Entry, Event, Offer, Outcome, Setup, Table, TableError,
    Takebacks, TimeControl, Timestamp, check_seal, entropy_from_seed,
};
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

/// A game of Knight's Duel on a small board, with changes to its setup.
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

/// Plays moves for the side to move, one per second.
fn play(table: &mut Table, moves: &[&str]) {
    for text in moves {
        let side = table.turn().expect("the game is not over");
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
        let applied = table.apply(wrong.clone());
        assert!(
            matches!(applied, Err(TableError::Impossible { seq: 1, .. })),
            "{wrong:?}: {applied:?}"
        );
    }
    assert_eq!((table.position().text(), table.next_seq()), (text, 1));
}

#[test]
fn limits_make_draws_only_where_they_are_set() {
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
fn the_secret_is_committed_to_first_and_disclosed_last() {
    let setup = setup("incognito", None);
    let seal = setup.seal.clone().expect("there are spies");
    let mut table = table(setup);
    assert!(!format!("{table:?}").contains(&seal.salt));
    assert_eq!(table.commitment(), Some(seal.commitment()));
    assert_eq!(table.disclosed(), None);
    let hidden = table.record().expect("a record");
    assert_eq!((hidden.secret(), hidden.header("Salt")), (None, None));
    let side = table.turn().expect("the game is not over");
    act(&mut table, side, &Action::Resign, 5_000).expect("resigned");
    let record = table.record().expect("a record");
    assert_eq!(record.secret(), Some(seal.secret.as_str()));
    assert_eq!(check_seal(&record), Ok(seal.commitment()));
    // A secret that was swapped afterwards is detected.
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
fn chance_decides_who_begins() {
    let game = games().get("incognito").expect("a game");
    let turns: std::collections::BTreeSet<Side> = (0..20)
        .map(|seed| {
            let setup =
                Setup::new(game, None, Timestamp(0), entropy_from_seed(seed)).expect("a size");
            table(setup).turn().expect("the game is not over")
        })
        .collect();
    assert_eq!(turns.len(), 2);
}

#[test]
fn records_say_who_when_and_how() {
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
