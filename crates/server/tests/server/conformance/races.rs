//! Whoever comes first wins, and exactly one does, whoever holds a room.

use super::{
    TestStore, account, begin, create, first_move, guest, on_all_stores, rate, request,
    resignation, running, waiting,
};
use futures_util::future::join_all;
use quintain_rules::Side;
use quintain_server::store::{Budgets, GameRequest, NewAccount, StoreError, StoreResult, TokenRow};
use quintain_table::Timestamp;
use std::sync::Arc;
use tokio::task::JoinHandle;

on_all_stores!(
    each_number_of_a_game_is_taken_once,
    a_waiting_game_is_joined_once_or_withdrawn,
    a_rematch_is_offered_by_one_side_and_created_once,
    rated_games_of_one_player_that_end_at_once_all_count,
    a_name_is_given_to_one_account,
    nobody_gets_past_a_budget_by_asking_several_times_at_once,
    a_session_never_outlives_the_password_that_it_was_made_with,
    a_guest_who_signs_in_while_someone_joins_has_the_game_afterwards,
    all_processes_agree_on_a_shared_value,
);

/// Runs work on several threads at the same time, and returns what each has got.
async fn at_once<T: Send + 'static, W: Future<Output = T> + Send + 'static>(
    works: impl IntoIterator<Item = W>,
) -> Vec<T> {
    let tasks: Vec<JoinHandle<T>> = works.into_iter().map(tokio::spawn).collect();
    let results = join_all(tasks).await.into_iter();
    results.map(|result| result.expect("no panic")).collect()
}

/// How many of the results are good; all others must be conflicts.
fn winners<T: std::fmt::Debug + PartialEq>(results: &[StoreResult<T>]) -> usize {
    let (good, others): (Vec<_>, Vec<_>) = results.iter().partition(|result| result.is_ok());
    for other in others {
        assert_eq!(*other, Err(StoreError::Conflict));
    }
    good.len()
}

async fn each_number_of_a_game_is_taken_once(on: TestStore) {
    for number in 0..10 {
        let id = format!("game{number}");
        running(&*on.store, &id, &guest("ada"), &guest("bob")).await;
    }
    // Several requests want to be the first event of the same game.
    let works = (0..50).map(|attempt| {
        let (store, id) = (Arc::clone(&on.store), format!("game{}", attempt % 10));
        let (event, status) = first_move(attempt / 10);
        async move {
            let stored = store.append_event(&id, &event, &status, None).await;
            stored.map(|()| (id, event))
        }
    });
    let results = at_once(works).await;
    assert_eq!(winners(&results), 10, "one for each game");
    for (id, event) in results.into_iter().flatten() {
        assert_eq!(on.store.events(&id, 0).await, Ok(vec![event]));
        let row = on.store.game(&id).await.expect("a store");
        assert_eq!(row.expect("a game").events, 1);
    }
}

async fn a_waiting_game_is_joined_once_or_withdrawn(on: TestStore) {
    for round in 0..10 {
        let id = format!("game{round}");
        let offer = GameRequest {
            in_lobby: false,
            ..request(&id, "ada")
        };
        create(&*on.store, &offer, &waiting(&guest("ada")))
            .await
            .expect("stored");
        let results = at_once((0..5).map(|number| {
            let (store, id) = (Arc::clone(&on.store), id.clone());
            async move {
                match number {
                    0 => store.abort_waiting_game(&id, Timestamp(5)).await,
                    _ => {
                        let joining = guest(&format!("guest{number}"));
                        let begin = begin(&guest("ada"), &joining);
                        store.start_game(&id, "ada", &begin).await
                    }
                }
            }
        }));
        let results = results.await;
        assert_eq!(winners(&results), 1);
        let row = on.store.game(&id).await.expect("a store").expect("a game");
        // The seats are the winner's.
        let joined = results.iter().skip(1).position(Result::is_ok);
        let joined = joined.map(|index| format!("guest{}", index + 1));
        assert_eq!(row.seats[1].user_id(), joined.as_deref());
    }
}

async fn a_rematch_is_offered_by_one_side_and_created_once(on: TestStore) {
    let (ada, bob) = (guest("ada"), guest("bob"));
    for round in 0..10 {
        let id = format!("game{round}");
        running(&*on.store, &id, &ada, &bob).await;
        let (event, status) = resignation();
        let ended = on.store.append_event(&id, &event, &status, None).await;
        ended.expect("stored");
        // Both offer at the same moment: the second one has to find out about the first.
        let offers = at_once(Side::BOTH.map(|side| {
            let (store, id) = (Arc::clone(&on.store), id.clone());
            async move { store.set_rematch_offer(&id, None, Some(side)).await }
        }));
        let offers = offers.await;
        assert_eq!(winners(&offers), 1);
        let offering = Side::BOTH[usize::from(offers[1].is_ok())];
        let row = on.store.game(&id).await.expect("a store").expect("a game");
        assert_eq!(row.rematch_offered_by, Some(offering));
        // Now several accept, and the offer is taken back.
        let results = at_once((0..4).map(|number| {
            let (store, id) = (Arc::clone(&on.store), id.clone());
            async move {
                if number == 0 {
                    return store.set_rematch_offer(&id, Some(offering), None).await;
                }
                let request = request(&format!("{id}-{number}"), "ada");
                let begin = begin(&guest("bob"), &guest("ada"));
                let budgets = Budgets::default();
                store
                    .create_rematch(&id, Some(offering), &request, &begin, &budgets)
                    .await
            }
        }));
        let results = results.await;
        assert_eq!(winners(&results), 1);
        let row = on.store.game(&id).await.expect("a store").expect("a game");
        assert_eq!(row.rematch_offered_by, None);
        assert_eq!(row.rematch_id.is_none(), results[0].is_ok());
        for (number, result) in results.iter().enumerate().skip(1) {
            // What has lost has left nothing behind.
            let rematch = on.store.game(&format!("{id}-{number}")).await;
            let exists = rematch.expect("a store").is_some();
            assert_eq!(exists, result.is_ok());
        }
    }
}

async fn rated_games_of_one_player_that_end_at_once_all_count(on: TestStore) {
    const GAMES: usize = 12;
    let store = &*on.store;
    let ada = account(store, "ada", "Ada").await;
    for number in 0..GAMES {
        // Three opponents, so that games of the same two players meet as well; sides change.
        let opponent = format!("user{}", number % 3);
        if number < 3 {
            account(store, &opponent, &format!("User-{number}")).await;
        }
        let opponent = guest(&opponent);
        let players = if number % 2 == 0 {
            [&ada, &opponent]
        } else {
            [&opponent, &ada]
        };
        running(store, &format!("game{number}"), players[0], players[1]).await;
    }
    let results = at_once((0..GAMES).map(|number| {
        let store = Arc::clone(&on.store);
        async move {
            let (event, status) = resignation();
            let (id, opponent) = (format!("game{number}"), format!("user{}", number % 3));
            let players = match number % 2 {
                0 => ["ada", opponent.as_str()],
                _ => [opponent.as_str(), "ada"],
            };
            loop {
                let rated = rate(&*store, players).await;
                match store.append_event(&id, &event, &status, Some(&rated)).await {
                    Err(StoreError::RatingsChanged) => {}
                    other => return other,
                }
            }
        }
    }));
    assert_eq!(winners(&results.await), GAMES);
    let ratings = store.ratings("ada").await.expect("a store");
    assert_eq!(ratings[0].games_played, GAMES as u32);
    // The ratings of the games form one chain: each begins where another has ended.
    let mut before = Vec::new();
    let mut after = vec![1500.0];
    for number in 0..GAMES {
        let row = store.game(&format!("game{number}")).await;
        let row = row.expect("a store").expect("a game");
        let seat = &row.seats[number % 2];
        assert_eq!(seat.user_id(), Some("ada"));
        before.extend(seat.rating_before);
        after.extend(seat.rating_after);
    }
    let last = ratings[0].glicko.rating;
    after.retain(|rating| *rating != last);
    before.sort_by(f64::total_cmp);
    after.sort_by(f64::total_cmp);
    assert_eq!(before, after);
}

async fn a_name_is_given_to_one_account(on: TestStore) {
    let results = at_once((0..10).map(|number| {
        let store = Arc::clone(&on.store);
        let account = NewAccount {
            name: ["Ada", "ADA"][number % 2].to_owned(),
            name_lower: "ada".to_owned(),
            password_hash: "hash".to_owned(),
        };
        async move {
            let user = format!("user{number}");
            store.register(&user, &account, Timestamp(5)).await
        }
    }));
    let results = results.await;
    assert_eq!(winners(&results), 1);
    let winner = results.iter().position(Result::is_ok).expect("one");
    let account = on.store.account("ada").await.expect("a store");
    assert_eq!(account.expect("an account").id, format!("user{winner}"));
}

async fn nobody_gets_past_a_budget_by_asking_several_times_at_once(on: TestStore) {
    let budgets = Budgets {
        waiting_games_per_user: 3,
        guest_games_per_address: 5,
        ..Budgets::default()
    };
    let results = at_once((0..12).map(|number| {
        let store = Arc::clone(&on.store);
        async move {
            let offer = request(&format!("game{number}"), "ada");
            store
                .create_game(&offer, &waiting(&guest("ada")), &budgets)
                .await
        }
    }));
    let results = results.await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 3);
    let refused = StoreError::TooManyWaiting { max: 3 };
    assert_eq!(
        results
            .iter()
            .filter(|result| **result == Err(refused.clone()))
            .count(),
        9
    );
    // The guests at one address together.
    let results = at_once((0..12).map(|number| {
        let store = Arc::clone(&on.store);
        async move {
            let creator = guest(&format!("guest{number}"));
            let offer = GameRequest {
                address_tag: "home".to_owned(),
                by_guest: true,
                ..request(&format!("guests{number}"), &creator.id)
            };
            store
                .create_game(&offer, &waiting(&creator), &budgets)
                .await
        }
    }));
    let results = results.await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 5);
    // Access tokens.
    let ada = account(&*on.store, "account", "Ada").await;
    super::accounts::sign_in(&*on.store, &ada.id, "session", "hash")
        .await
        .expect("signed in");
    let results = at_once((0..12).map(|number| {
        let store = Arc::clone(&on.store);
        let token = TokenRow {
            id: format!("token{number}"),
            user_id: "account".to_owned(),
            label: "bot".to_owned(),
            created_at: Timestamp(5),
            last_used_at: None,
        };
        async move {
            let hash = format!("hash{number}");
            store.create_token(&token, &hash, "session", 4).await
        }
    }));
    let made = results.await.into_iter().filter(|made| *made == Ok(true));
    assert_eq!(made.count(), 4);
    assert_eq!(on.store.tokens("account").await.expect("a store").len(), 4);
}

async fn a_session_never_outlives_the_password_that_it_was_made_with(on: TestStore) {
    for round in 0..15 {
        let user = format!("user{round}");
        account(&*on.store, &user, &format!("Name-{round}")).await;
        let kept = format!("kept{round}");
        super::accounts::sign_in(&*on.store, &user, &kept, "hash")
            .await
            .expect("signed in");
        let results = at_once((0..6).map(|number| {
            let (store, user, kept) = (Arc::clone(&on.store), user.clone(), kept.clone());
            async move {
                match number {
                    3 => store.set_password(&user, "hash", "new", &kept).await,
                    _ => {
                        let id = format!("{user}-{number}");
                        super::accounts::sign_in(&*store, &user, &id, "hash").await
                    }
                }
            }
        }));
        let results = results.await;
        winners(&results);
        assert_eq!(results[3], Ok(()));
        let sessions = on.store.sessions(&user).await.expect("a store");
        let ids: Vec<&str> = sessions.iter().map(|session| session.id.as_str()).collect();
        assert_eq!(ids, [kept.as_str()]);
    }
}

async fn a_guest_who_signs_in_while_someone_joins_has_the_game_afterwards(on: TestStore) {
    account(&*on.store, "ada", "Ada").await;
    for round in 0..20 {
        let (id, name) = (format!("game{round}"), format!("guest{round}"));
        create(&*on.store, &request(&id, &name), &waiting(&guest(&name)))
            .await
            .expect("stored");
        let join = {
            let (store, id, name) = (Arc::clone(&on.store), id.clone(), name.clone());
            async move {
                let begin = begin(&guest(&name), &guest("bob"));
                store.start_game(&id, &name, &begin).await.is_ok()
            }
        };
        let sign_in = {
            let (store, name) = (Arc::clone(&on.store), name.clone());
            async move { store.transfer_games(&name, "ada").await.is_ok() }
        };
        let (joined, signed_in) = tokio::join!(tokio::spawn(join), tokio::spawn(sign_in));
        assert!(signed_in.expect("no panic"));
        let row = on.store.game(&id).await.expect("a store").expect("a game");
        assert_eq!(row.seats[0].user_id(), Some("ada"));
        let bob = row.seats[1].user_id().is_some();
        assert_eq!(bob, joined.expect("no panic"));
    }
}

async fn all_processes_agree_on_a_shared_value(on: TestStore) {
    let results = at_once((0..10).map(|number| {
        let store = Arc::clone(&on.store);
        async move { store.get_or_insert("key", &number.to_string()).await }
    }));
    let results = results.await;
    assert!(results[0].is_ok());
    assert!(results.iter().all(|result| *result == results[0]));
}
