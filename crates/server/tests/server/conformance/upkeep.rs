//! Finding games that nobody ends, and deleting what nobody needs.

use super::{
    TestStore, create, first_move, game_with_clock, guest, on_all_stores, request, resignation,
    running, waiting,
};
use quintain_server::store::{Budgets, GameRequest, StoreError};
use quintain_table::Timestamp;

on_all_stores!(
    games_out_of_time_are_found_in_the_order_of_their_flags,
    waiting_games_expire_and_nobody_else,
    what_guests_leave_behind_is_deleted_and_no_longer_counts,
    the_last_heartbeat_is_remembered,
);

async fn games_out_of_time_are_found_in_the_order_of_their_flags(on: TestStore) {
    let store = &*on.store;
    assert_eq!(store.has_running_clock().await, Ok(false));
    for (id, flag_at) in [("c", 30), ("a", 10), ("b", 20)] {
        game_with_clock(store, id, Timestamp(1), Timestamp(flag_at)).await;
    }
    running(store, "unlimited", &guest("x"), &guest("y")).await;
    assert_eq!(store.has_running_clock().await, Ok(true));
    let due = async |now, limit| {
        let due = store.games_past_deadline(Timestamp(now), limit).await;
        due.expect("a store")
    };
    assert_eq!(due(9, 10).await, [""; 0]);
    assert_eq!(due(20, 10).await, ["a", "b"]);
    assert_eq!(due(99, 2).await, ["a", "b"]);
    for correspondence in [false, true] {
        let games = store.games_with_running_clock(correspondence).await;
        let mut games = games.expect("a store");
        games.sort_unstable();
        assert_eq!(games, ["a", "b", "c"]);
    }
    let unstarted = store.unstarted_games(Timestamp(2), Timestamp(2), 10).await;
    let mut unstarted = unstarted.expect("a store");
    unstarted.sort_unstable();
    assert_eq!(
        unstarted,
        ["a", "b", "c"],
        "the one without a clock is newer"
    );
    let (event, status) = resignation();
    let ended = store.append_event("a", &event, &status, None).await;
    ended.expect("stored");
    assert_eq!(due(99, 10).await, ["b", "c"]);
}

async fn waiting_games_expire_and_nobody_else(on: TestStore) {
    let store = &*on.store;
    for (id, expires_at) in [("soon", 100), ("later", 200)] {
        let offer = GameRequest {
            expires_at: Timestamp(expires_at),
            ..request(id, "ada")
        };
        create(store, &offer, &waiting(&guest("ada")))
            .await
            .expect("stored");
    }
    running(store, "running", &guest("ada"), &guest("bob")).await;
    let expire = async |now| store.expire_waiting_games(Timestamp(now), 10).await;
    assert_eq!(expire(99).await, Ok(vec![]));
    assert_eq!(expire(100).await, Ok(vec!["soon".to_owned()]));
    assert_eq!(expire(100).await, Ok(vec![]), "once");
    let offers = store.offers(10).await.expect("a store");
    assert_eq!(offers.len(), 1);
    let gone = store.abort_waiting_game("soon", Timestamp(101)).await;
    assert_eq!(gone, Err(StoreError::Conflict));
}

async fn what_guests_leave_behind_is_deleted_and_no_longer_counts(on: TestStore) {
    let store = &*on.store;
    let budgets = Budgets {
        games_per_guest: 2,
        events_per_guest: 1,
        ..Budgets::default()
    };
    let offer = async |id: &str, creator: &str, tag: &str| {
        let offer = GameRequest {
            address_tag: tag.to_owned(),
            by_guest: true,
            ..request(id, creator)
        };
        store
            .create_game(&offer, &waiting(&guest(creator)), &budgets)
            .await
    };
    assert_eq!(offer("a", "ada", "home").await, Ok(()));
    assert_eq!(offer("b", "ada", "home").await, Ok(()));
    assert_eq!(
        offer("c", "ada", "home").await,
        Err(StoreError::GuestBudget)
    );
    let begin = super::begin(&guest("ada"), &guest("bob"));
    store.start_game("b", "ada", &begin).await.expect("started");
    store
        .abort_waiting_game("a", Timestamp(50))
        .await
        .expect("aborted");
    let delete = async |before| {
        let deleted = store
            .delete_unplayed_guest_games(Timestamp(before), 10)
            .await;
        deleted.expect("a store")
    };
    assert_eq!(delete(50).await, [""; 0]);
    assert_eq!(delete(51).await, ["a"]);
    assert!(store.game("a").await.expect("a store").is_none());
    // One game less counts; but then a move is as much as this guest may store.
    assert_eq!(offer("d", "ada", "home").await, Ok(()));
    let expired = store.expire_waiting_games(Timestamp(9000), 10).await;
    assert_eq!(expired, Ok(vec!["d".to_owned()]));
    assert_eq!(delete(9001).await, ["d"]);
    let (event, status) = first_move(0);
    let played = store.append_event("b", &event, &status, None).await;
    played.expect("stored");
    assert_eq!(
        offer("e", "ada", "home").await,
        Err(StoreError::GuestBudget)
    );
    // Who has a game stays, and who has none goes.
    assert_eq!(offer("f", "eve", "elsewhere").await, Ok(()));
    let aborted = store.abort_waiting_game("f", Timestamp(50)).await;
    aborted.expect("aborted");
    assert_eq!(delete(51).await, ["f"]);
    let mut last = String::new();
    while let Some(next) = store
        .delete_guests_without_games(&last, Timestamp(5000), 2)
        .await
        .expect("a store")
    {
        assert!(next > last);
        last = next;
    }
    assert!(store.user("ada").await.expect("a store").is_some());
    assert!(store.user("bob").await.expect("a store").is_some());
    assert!(store.user("eve").await.expect("a store").is_none());
}

async fn the_last_heartbeat_is_remembered(mut on: TestStore) {
    assert_eq!(on.store.last_heartbeat().await, Ok(None));
    for now in [5, 1_700_000_000_000] {
        let now = Timestamp(now);
        on.store.heartbeat(now).await.expect("stored");
        assert_eq!(on.store.last_heartbeat().await, Ok(Some(now)));
    }
    on.reopen().await;
    let last = on.store.last_heartbeat().await;
    assert_eq!(last, Ok(Some(Timestamp(1_700_000_000_000))));
    assert_eq!(on.store.check_writable().await, Ok(()));
    assert_eq!(on.store.check_integrity().await, Ok(()));
}
