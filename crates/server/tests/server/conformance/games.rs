//! Games come back as they were stored, and lists have the same order everywhere.

use super::{
    TestStore, account, begin, create, first_move, guest, on_all_stores, rate, request,
    resignation, running, seat, waiting,
};
use quintain_api::protocol::{GameState, SideChoice, Speed};
use quintain_rules::Side;
use quintain_server::store::{GameFilter, GameRequest, GameResult, NewGame, SeatRow, StoreError};
use quintain_table::{TimeControl, Timestamp};

on_all_stores!(
    a_game_comes_back_as_it_was_stored,
    offers_are_found_by_those_who_want_the_same,
    lists_have_the_newest_first_and_go_on_where_they_ended,
    running_games_are_counted,
    a_rated_game_changes_both_ratings_and_says_how,
    texts_of_all_kinds_are_stored_and_looked_for,
);

async fn a_game_comes_back_as_it_was_stored(on: TestStore) {
    let store = &*on.store;
    let (ada, bob) = (account(store, "ada", "Ada").await, guest("bob"));
    let asked = GameRequest {
        start: Some("a start".to_owned()),
        time_control: TimeControl::Correspondence { days: 3 },
        speed: Speed::Correspondence,
        rated: true,
        public: false,
        in_lobby: false,
        side_choice: SideChoice::Second,
        creator_is_program: true,
        address_tag: "tag".to_owned(),
        by_guest: true,
        ..request("game", "ada")
    };
    let seats = [SeatRow::default(), seat(&ada)];
    create(store, &asked, &NewGame::Waiting(Box::new(seats.clone())))
        .await
        .expect("stored");
    let row = store.game("game").await.expect("a store").expect("a game");
    // A password is nobody's business here.
    let bare = |mut seats: [SeatRow; 2]| {
        for user in seats.iter_mut().filter_map(|seat| seat.user.as_mut()) {
            user.password_hash = None;
        }
        seats
    };
    assert_eq!(format!("{:?}", row.request), format!("{asked:?}"));
    assert_eq!(row.seats, bare(seats));
    assert_eq!(row.status.state, GameState::Waiting);
    assert!(row.setup.is_none() && row.rematch_id.is_none());
    let mut start = begin(&bob, &ada);
    start.status.flag_at = Some(Timestamp(77));
    start.seats[0].engine_level = None;
    start.seats[1].rating_before = Some(1512.25);
    start.seats[1].is_bot = true;
    store
        .start_game("game", "ada", &start)
        .await
        .expect("started");
    let row = store.game("game").await.expect("a store").expect("a game");
    assert_eq!(row.seats, bare(start.seats));
    assert_eq!(row.setup, Some(start.setup));
    assert_eq!(format!("{:?}", row.status), format!("{:?}", start.status));
    let (event, status) = first_move(0);
    store
        .append_event("game", &event, &status, None)
        .await
        .expect("stored");
    assert_eq!(store.events("game", 0).await, Ok(vec![event.clone()]));
    assert_eq!(store.events("game", 1).await, Ok(vec![]));
    let row = store.game("game").await.expect("a store").expect("a game");
    assert_eq!((row.events, row.status.plies), (1, 1));
    assert_eq!(row.status.position, status.position);
    // The same number again, a number that is too high, and a game that does not exist.
    let conflict = Err(StoreError::Conflict);
    let mut later = event.clone();
    later.entry.seq = 7;
    for (id, event) in [("game", &event), ("game", &later), ("none", &event)] {
        let stored = store.append_event(id, event, &status, None).await;
        assert_eq!(stored, conflict, "{id}");
    }
    assert_eq!(store.events("game", 0).await.expect("a store").len(), 1);
    assert!(store.game("none").await.expect("a store").is_none());
}

async fn offers_are_found_by_those_who_want_the_same(on: TestStore) {
    let store = &*on.store;
    let users = ["a", "b", "c"].map(guest);
    for (number, user) in users.iter().enumerate() {
        let offer = GameRequest {
            created_at: Timestamp(1000 + number as u64),
            side_choice: [SideChoice::First, SideChoice::Second, SideChoice::Random][number],
            ..request(&format!("game{number}"), &user.id)
        };
        create(store, &offer, &waiting(user)).await.expect("stored");
    }
    let offers = store.offers(10).await.expect("a store");
    let ids: Vec<&str> = offers.iter().map(|offer| offer.id.as_str()).collect();
    assert_eq!(ids, ["game2", "game1", "game0"]);
    assert_eq!(store.offers(2).await.expect("a store").len(), 2);
    let found = async |change: &dyn Fn(&mut GameRequest)| {
        let mut wanted = request("new", "d");
        change(&mut wanted);
        store.matching_offers(&wanted, 10).await.expect("a store")
    };
    // The one that has waited longest first.
    let any = found(&|wanted| wanted.side_choice = SideChoice::Random).await;
    assert_eq!(any, ["game0", "game1", "game2"]);
    assert_eq!(found(&|_| ()).await, ["game1"], "the first side is wanted");
    let second = found(&|wanted| wanted.side_choice = SideChoice::Second).await;
    assert_eq!(second, ["game0"]);
    let own = found(&|wanted| {
        wanted.creator_id = "a".to_owned();
        wanted.side_choice = SideChoice::Random;
    })
    .await;
    assert_eq!(own, ["game1", "game2"], "nobody plays against themselves");
    for change in [
        |wanted: &mut GameRequest| wanted.size = Some(7),
        |wanted: &mut GameRequest| wanted.size = None,
        |wanted: &mut GameRequest| wanted.start = Some("other".to_owned()),
        |wanted: &mut GameRequest| wanted.rated = true,
        |wanted: &mut GameRequest| wanted.game = "catapult".to_owned(),
        |wanted: &mut GameRequest| wanted.time_control = TimeControl::Correspondence { days: 1 },
    ] {
        assert_eq!(found(&change).await, [""; 0]);
    }
    let wanted = ["game2", "none", "game0"].map(str::to_owned);
    let games = store.games(&wanted).await.expect("a store");
    let ids: Vec<&str> = games.iter().map(|row| row.request.id.as_str()).collect();
    assert_eq!(ids, ["game2", "game0"], "in the order asked for");
}

async fn lists_have_the_newest_first_and_go_on_where_they_ended(on: TestStore) {
    let store = &*on.store;
    let (ada, bob) = (account(store, "ada", "Ada").await, guest("bob"));
    // Several at the same moment: the id decides, by its bytes.
    let ids = ["a", "B", "_", "ä", "-", "Z", "0"];
    for id in ids {
        running(store, id, &ada, &bob).await;
    }
    let open = async || {
        let rows = store.open_games_of_user("ada", 50).await;
        let rows = rows.expect("a store").into_iter();
        rows.map(|row| row.request.id).collect::<Vec<_>>()
    };
    let mut expected = ids.to_vec();
    expected.sort_unstable_by(|a, b| b.as_bytes().cmp(a.as_bytes()));
    assert_eq!(open().await, expected);
    let live = store.live_games(3).await.expect("a store");
    assert_eq!(live.len(), 3);
    for id in ids {
        let (event, status) = resignation();
        let stored = store.append_event(id, &event, &status, None).await;
        stored.expect("stored");
    }
    assert_eq!(open().await, [""; 0]);
    let mut filter = GameFilter {
        limit: 2,
        ..GameFilter::default()
    };
    let mut listed = Vec::new();
    loop {
        let page = store.finished_games_of_user("ada", &filter).await;
        let page = page.expect("a store");
        let Some(last) = page.last() else { break };
        let last = &last.request;
        filter.before = Some((last.created_at, last.id.clone()));
        listed.extend(page.iter().map(|row| row.request.id.clone()));
    }
    assert_eq!(listed, expected);
    for (user, result, count) in [
        ("ada", GameResult::Win, ids.len()),
        ("ada", GameResult::Loss, 0),
        ("bob", GameResult::Loss, ids.len()),
        ("bob", GameResult::Draw, 0),
    ] {
        let filter = GameFilter {
            result: Some(result),
            limit: 50,
            ..GameFilter::default()
        };
        let games = store.finished_games_of_user(user, &filter).await;
        assert_eq!(games.expect("a store").len(), count, "{user} {result:?}");
    }
    // However many games somebody has played, no more are counted than asked for.
    for (last, losses) in [(1000, 7), (3, 3)] {
        let results = store.results_by_game("bob", true, last).await;
        let results = results.expect("a store");
        assert_eq!(results.len(), 1);
        assert_eq!((results[0].wins, results[0].losses), (0, losses));
    }
}

async fn running_games_are_counted(on: TestStore) {
    let store = &*on.store;
    let (ada, bob) = (guest("ada"), guest("bob"));
    let count = async || store.count_running_games().await.expect("a store");
    assert_eq!(count().await, 0);
    for id in ["a", "b", "c"] {
        running(store, id, &ada, &bob).await;
    }
    let offer = request("d", "ada");
    create(store, &offer, &waiting(&ada)).await.expect("stored");
    assert_eq!(count().await, 3);
    store
        .start_game("d", "ada", &begin(&ada, &bob))
        .await
        .expect("started");
    assert_eq!(count().await, 4);
    let (event, status) = resignation();
    let ended = store.append_event("a", &event, &status, None).await;
    ended.expect("stored");
    assert_eq!(count().await, 3);
}

async fn a_rated_game_changes_both_ratings_and_says_how(on: TestStore) {
    let store = &*on.store;
    let ada = account(store, "ada", "Ada").await;
    let bob = account(store, "bob", "Bob").await;
    running(store, "game", &ada, &bob).await;
    let rated = rate(store, ["ada", "bob"]).await;
    let (event, status) = resignation();
    let stored = store.append_event("game", &event, &status, Some(&rated));
    stored.await.expect("stored");
    for (player, side) in rated.players.iter().zip(Side::BOTH) {
        let ratings = store.ratings(&player.user).await.expect("a store");
        assert_eq!(ratings.len(), 1);
        assert_eq!(ratings[0].glicko, player.after, "to the last bit");
        assert_eq!(ratings[0].games_played, 1);
        let history = store.rating_history(&player.user, "sight", Speed::Blitz);
        let history = history.await.expect("a store");
        assert_eq!(history.len(), 1);
        assert_eq!(history[0].rating, player.after.rating);
        let row = store.game("game").await.expect("a store").expect("a game");
        let seat = &row.seats[side.index()];
        assert_eq!(seat.rating_before, Some(player.before.rating));
        assert_eq!(seat.rating_after, Some(player.after.rating));
    }
    // What was computed from ratings that have changed since is not stored, nor is its event.
    running(store, "next", &ada, &bob).await;
    let stored = store.append_event("next", &event, &status, Some(&rated));
    assert_eq!(stored.await, Err(StoreError::RatingsChanged));
    assert_eq!(store.events("next", 0).await, Ok(vec![]));
    let rated = rate(store, ["ada", "bob"]).await;
    let stored = store.append_event("next", &event, &status, Some(&rated));
    stored.await.expect("stored");
    let ratings = store.ratings("ada").await.expect("a store");
    assert_eq!(ratings[0].games_played, 2);
}

async fn texts_of_all_kinds_are_stored_and_looked_for(on: TestStore) {
    let store = &*on.store;
    for text in [
        "",
        "'; DROP TABLE users; --",
        "\u{1f40e} ä\\t\t\n\"",
        "\u{7f}",
    ] {
        assert_eq!(store.get_or_insert(text, text).await.as_deref(), Ok(text));
        assert_eq!(store.get_or_insert(text, "x").await.as_deref(), Ok(text));
    }
    // Whatever a client asks for that cannot exist does not.
    for text in ["a\0b", "\0", "\u{fffd}"] {
        assert!(store.game(text).await.expect("a store").is_none());
        assert!(store.user(text).await.expect("a store").is_none());
        assert!(store.account(text).await.expect("a store").is_none());
        assert!(store.token(text).await.expect("a store").is_none());
        assert_eq!(store.has_credential(text).await, Ok(false));
    }
}
