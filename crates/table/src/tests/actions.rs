//! What players ask for.

use super::*;
use quintain_rules::message::english;

#[test]
fn the_wrong_player_and_wrong_moves_are_rejected() {
    let table = duel(|_| {});
    let error = |side, text| {
        let decided = table.decide(side, &mv(text), Timestamp(2_000));
        decided.expect_err("rejected").to_string()
    };
    assert_eq!(error(Second, "(4,3)"), "it is Player 1's turn");
    assert!(error(First, "(3,3)").contains("(3,3)"));
    assert!(error(First, "hello").contains("hello"));
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
fn moving_declines_the_opponents_offer() {
    let mut table = duel(|_| {});
    act(&mut table, Second, &Action::OfferDraw, 2_000).expect("offered");
    play(&mut table, &["(2,3)"]);
    assert_eq!(table.offer(Second), None);
    // A player's own offer stands while that player moves.
    act(&mut table, Second, &Action::OfferDraw, 5_000).expect("offered");
    play(&mut table, &["(4,3)"]);
    assert_eq!(table.offer(Second), Some(Offer::Draw));
}

#[test]
fn takebacks_are_free_agreed_or_forbidden() {
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

/// A game of Incognito in which White has questioned a knight with a knight.
fn after_an_interrogation(takebacks: Takebacks) -> Table {
    let mut setup = setup("incognito", None);
    setup.start = "1BB2/BB3/B3W/3WW/2WW1 w".into();
    setup.takebacks = takebacks;
    if let Some(seal) = &mut setup.seal {
        seal.secret = "e3 a3".into();
    }
    let mut table = table(setup);
    play(&mut table, &["c1-c4", "a3-a1", "c4?c5"]);
    assert_eq!(table.steps()[2].step.text, "c4?c5-");
    table
}

#[test]
fn what_an_interrogation_revealed_cannot_be_taken_back() {
    for takebacks in [Takebacks::Free, Takebacks::Agreed] {
        let mut table = after_an_interrogation(takebacks);
        let ask = |table: &Table, side| table.decide(side, &Action::Takeback, Timestamp(9_000));
        assert_eq!(ask(&table, First), Err(ActionError::Revealed));
        // Black's last move came before it.
        assert_eq!(ask(&table, Second), Err(ActionError::Revealed));
        assert_eq!(table.check_takeback(Second), Err(ActionError::Revealed));
        // What came after it reveals nothing and can go.
        play(&mut table, &["a1-a3", "d1-c1"]);
        assert_eq!(table.check_takeback(First), Ok(1));
        assert_eq!(table.check_takeback(Second), Ok(2));
        act(&mut table, Second, &Action::Takeback, 19_000).expect("allowed");
        if takebacks == Takebacks::Agreed {
            act(&mut table, First, &Action::Takeback, 19_000).expect("agreed");
        }
        assert_eq!(table.steps().len(), 3);
    }
}

#[test]
fn a_loss_that_reveals_nothing_new_can_be_taken_back() {
    let mut table = after_an_interrogation(Takebacks::Free);
    // A pawn that everyone knows to be a knight enters the castle and is lost, as everyone knew.
    play(&mut table, &["c5-c1", "d1-c2", "c1-e1"]);
    assert_eq!(table.steps()[5].step.text, "c1-e1-");
    let revealed: Vec<bool> = table.steps().iter().map(|played| played.revealed).collect();
    assert_eq!(revealed, [false, false, true, false, false, false]);
    act(&mut table, Second, &Action::Takeback, 19_000).expect("allowed");
    assert_eq!(table.steps().len(), 5);
}

#[test]
fn only_a_game_that_has_hardly_begun_can_be_aborted() {
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
fn a_finished_game_can_be_resumed() {
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
fn a_move_for_an_earlier_position_is_stale() {
    let mut table = duel(|_| {});
    let at_ply = |text: &str, ply| Action::Move {
        text: text.into(),
        ply: Some(ply),
    };
    act(&mut table, First, &at_ply("(2,3)", 0), 2_000).expect("current");
    let stale = table.decide(Second, &at_ply("(4,3)", 0), Timestamp(3_000));
    assert_eq!(stale, Err(ActionError::Stale));
    assert!(
        table
            .decide(Second, &at_ply("(4,3)", 1), Timestamp(3_000))
            .is_ok()
    );
}

#[test]
fn only_the_host_grants_claims_and_rematches() {
    let mut table = duel(|_| {});
    let decide = |table: &Table, action| table.decide(First, &action, Timestamp(9_000));
    assert_eq!(
        decide(&table, Action::ClaimWin),
        Err(ActionError::OpponentPresent)
    );
    assert_eq!(
        decide(&table, Action::OfferRematch),
        Err(ActionError::NoRematch)
    );
    let reason = |table: &Table| {
        let mut table = table.clone();
        let entry = table.claim(Some(First), Timestamp(9_000)).expect("granted");
        table.apply(entry).expect("decided");
        table.outcome()
    };
    let aborted = Outcome {
        winner: None,
        reason: EndReason::Abort,
    };
    assert_eq!(reason(&table), Some(aborted));
    play(&mut table, &["(2,3)", "(4,3)"]);
    let won = Outcome {
        winner: Some(First),
        reason: EndReason::Abandonment,
    };
    assert_eq!(reason(&table), Some(won));
}

#[test]
fn actions_are_tagged_by_their_kind_in_json() {
    for (json, action) in [
        (r#"{"kind":"move","text":"b2"}"#, Action::play("b2")),
        (r#"{"kind":"offer_draw"}"#, Action::OfferDraw),
        (r#"{"kind":"decline_takeback"}"#, Action::DeclineTakeback),
        (r#"{"kind":"claim_win"}"#, Action::ClaimWin),
    ] {
        assert_eq!(serde_json::to_string(&action).expect("plain data"), json);
        let read: Action = serde_json::from_str(json).expect("an action");
        assert_eq!(read, action);
    }
    let unknown = serde_json::from_str::<Action>(r#"{"kind":"move","text":"b2","x":1}"#);
    assert!(unknown.is_err());
}
