//! What a game may hold, and what going back in it costs.

use super::*;
use crate::TableLimits;
use crate::table::CHECKPOINT_INTERVAL;

/// A game of Animal Chess that goes on and on, since nothing limits repetition.
fn shuffled(plies: usize) -> Table {
    let mut table = table(setup("animal-chess", None));
    for _ in 0..plies {
        shuffle(&mut table);
    }
    table
}

/// Plays the last of the legal moves after which the game is not over.
fn shuffle(table: &mut Table) {
    let moves = table.view().moves;
    let goes_on = |text: &str| {
        let mut position = table.position().boxed_clone();
        position.play(text).is_ok() && position.winner().is_none()
    };
    let chosen = moves.iter().rev().find(|mv| goes_on(&mv.text));
    let text = chosen.expect("a quiet move").text.clone();
    play(table, &[&text]);
}

fn take_back(table: &mut Table, side: Side) -> Result<Entry, ActionError> {
    let now = table.changed_at().0;
    act(table, side, &Action::Takeback, now)
}

#[test]
fn a_takeback_costs_the_same_however_long_the_game_is() {
    for plies in [2, 15, 16, 17, 100, 500] {
        let mut table = shuffled(plies);
        let (before, side) = (table.computed_steps(), !table.position().turn());
        take_back(&mut table, side).expect("free");
        let replayed = table.computed_steps() - before;
        assert!(
            replayed < CHECKPOINT_INTERVAL as u64,
            "{replayed} steps replayed after {plies}"
        );
    }
}

#[test]
fn a_replay_costs_at_most_a_constant_for_each_entry() {
    let mut table = shuffled(300);
    for _ in 0..200 {
        let side = !table.position().turn();
        take_back(&mut table, side).expect("free");
        shuffle(&mut table);
    }
    let count = u64::from(table.next_seq());
    assert!(table.computed_steps() <= count * CHECKPOINT_INTERVAL as u64);
}

#[test]
fn taking_back_leads_to_the_same_table_as_never_having_played_on() {
    let long = shuffled(40);
    for kept in [0, 1, 15, 16, 17, 31, 32, 33, 39] {
        let mut back = long.clone();
        let event = Event::Takeback { plies: 40 - kept };
        let entry = back.entry(event, back.changed_at());
        back.apply(entry).expect("possible");
        let short = shuffled(kept);
        assert_eq!(back.position().text(), short.position().text());
        assert_eq!(back.history(), short.history());
        assert_eq!(back.steps(), short.steps());
        // It can be played on, and every earlier position is still what it was.
        for _ in 0..20 {
            shuffle(&mut back);
        }
        let again = shuffled(kept + 20);
        assert_eq!(back.position().text(), again.position().text());
        for plies in 0..=kept + 20 {
            let found = back.position_at(plies).text();
            assert_eq!(found, again.position_at(plies).text(), "after {plies}");
        }
    }
}

#[test]
fn a_position_is_found_after_any_number_of_steps() {
    let table = shuffled(50);
    for plies in 0..=50 {
        assert_eq!(
            table.position_at(plies).text(),
            shuffled(plies).position().text()
        );
    }
    // More than were played are all of them.
    assert_eq!(table.position_at(99).text(), table.position().text());
}

fn limited(limits: TableLimits, takebacks: Takebacks) -> Table {
    duel(|setup| setup.takebacks = takebacks).with_limits(limits)
}

#[test]
fn a_player_cannot_take_back_the_same_move_forever() {
    let limits = TableLimits {
        takebacks_per_ply: 3,
        ..TableLimits::UNLIMITED
    };
    let mut table = limited(limits, Takebacks::Free);
    for _ in 0..3 {
        play(&mut table, &["(2,3)"]);
        take_back(&mut table, First).expect("allowed");
    }
    play(&mut table, &["(2,3)"]);
    assert_eq!(
        take_back(&mut table, First),
        Err(ActionError::TooManyTakebacksHere { max: 3 })
    );
    // Another move is another matter, and so is the other player.
    play(&mut table, &["(4,3)"]);
    take_back(&mut table, Second).expect("allowed");
    play(&mut table, &["(4,3)", "(1,5)"]);
    take_back(&mut table, First).expect("allowed");
}

#[test]
fn a_player_cannot_take_back_forever_in_one_game() {
    let limits = TableLimits {
        takebacks: 2,
        ..TableLimits::UNLIMITED
    };
    let mut table = limited(limits, Takebacks::Agreed);
    play(&mut table, &["(2,3)", "(4,3)"]);
    for _ in 0..2 {
        take_back(&mut table, Second).expect("asked");
        take_back(&mut table, First).expect("granted");
        play(&mut table, &["(4,3)"]);
    }
    // Not even asking is allowed.
    assert_eq!(
        take_back(&mut table, Second),
        Err(ActionError::TooManyTakebacks { max: 2 })
    );
    take_back(&mut table, First).expect("asked");
}

#[test]
fn a_player_cannot_make_offers_forever() {
    let limits = TableLimits {
        offers: 3,
        offers_per_ply: 2,
        ..TableLimits::UNLIMITED
    };
    let mut table = limited(limits, Takebacks::Agreed);
    let offer = |table: &mut Table| act(table, First, &Action::OfferDraw, 2_000);
    let decline = |table: &mut Table| act(table, Second, &Action::DeclineDraw, 2_000);
    for _ in 0..2 {
        offer(&mut table).expect("allowed");
        decline(&mut table).expect("allowed");
    }
    let here = ActionError::TooManyOffersHere { max: 2 };
    assert_eq!(offer(&mut table), Err(here));
    play(&mut table, &["(2,3)"]);
    let offer = |table: &mut Table| act(table, First, &Action::OfferDraw, 9_000);
    let decline = |table: &mut Table| act(table, Second, &Action::DeclineDraw, 9_000);
    offer(&mut table).expect("allowed");
    decline(&mut table).expect("allowed");
    let ever = ActionError::TooManyOffers { max: 3 };
    assert_eq!(offer(&mut table), Err(ever));
}

#[test]
fn a_game_that_holds_all_it_may_can_only_end() {
    let limits = TableLimits {
        entries: 4,
        ..TableLimits::UNLIMITED
    };
    let mut table = limited(limits, Takebacks::Free);
    play(&mut table, &["(2,3)", "(4,3)", "(1,5)"]);
    assert_eq!(table.check_length(Timestamp(9_000)), None);
    play(&mut table, &["(3,5)"]);
    let full = Err(ActionError::TooLong { max: 4 });
    for action in [mv("(3,4)"), Action::Takeback, Action::OfferDraw] {
        assert_eq!(table.decide(First, &action, Timestamp(9_000)), full);
    }
    assert!(
        table
            .decide(First, &Action::Resign, Timestamp(9_000))
            .is_ok()
    );
    let end = table.check_length(Timestamp(9_000)).expect("a draw");
    table.apply(end).expect("it can end");
    let drawn = Outcome {
        winner: None,
        reason: EndReason::Adjudication,
    };
    assert_eq!(table.outcome(), Some(drawn));
    assert_eq!(table.check_length(Timestamp(9_000)), None);
}

#[test]
fn limits_never_refuse_what_was_stored() {
    let mut table = duel(|_| {});
    let mut entries = Vec::new();
    for _ in 0..20 {
        let now = table.changed_at().0;
        let entry = act(&mut table, First, &mv("(2,3)"), now);
        entries.push(entry.expect("legal"));
        entries.push(take_back(&mut table, First).expect("unlimited"));
    }
    let limits = TableLimits {
        entries: 3,
        takebacks: 1,
        takebacks_per_ply: 1,
        ..TableLimits::HOSTED
    };
    let mut again = Table::new(&games(), table.setup().clone())
        .expect("a sound setup")
        .with_limits(limits);
    for entry in entries {
        again.apply(entry).expect("it has happened");
    }
    assert_eq!(again.next_seq(), 40);
}

#[test]
fn an_entry_that_could_not_be_stored_leaves_no_trace() {
    let mut table = shuffled(32);
    let takeback = |plies| Event::Takeback { plies };
    let text = table.view().moves[0].text.clone();
    let draw = Event::Offer {
        side: First,
        offer: Offer::Draw,
    };
    let resigned = Event::End {
        winner: Some(First),
        reason: EndReason::Resignation,
    };
    for event in [
        Event::Step { text },
        takeback(1),
        takeback(20),
        draw,
        resigned,
    ] {
        let before = format!("{table:?}");
        let entry = table.entry(event.clone(), table.changed_at().plus_ms(500));
        let computed = table.computed_steps();
        let undo = table.apply_revertible(entry).expect("possible");
        assert_ne!(format!("{table:?}"), before, "{event:?}");
        table.revert(undo);
        let work = table.computed_steps() - computed;
        assert!(work <= 20 + CHECKPOINT_INTERVAL as u64, "{event:?}: {work}");
        let counted = |computed: u64| format!("computed: {computed}");
        let after =
            format!("{table:?}").replace(&counted(table.computed_steps()), &counted(computed));
        assert_eq!(after, before, "{event:?}");
    }
}
