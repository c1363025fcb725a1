//! Accounts, sessions and access tokens.

use super::{TestStore, account, begin, create, guest, on_all_stores, request, running, waiting};
use quintain_api::protocol::GameState;
use quintain_server::store::{
    GameRequest, NewAccount, NewGame, SessionCutoff, SessionRow, Store, StoreError, StoreResult,
    TokenRow,
};
use quintain_table::Timestamp;

on_all_stores!(
    an_account_is_found_by_its_name_in_any_case,
    sessions_expire_when_unused_and_at_a_certain_age,
    the_sessions_used_least_recently_end_for_new_ones,
    tokens_belong_to_a_session_that_has_not_ended,
    a_deleted_account_leaves_its_games_and_nothing_else,
    an_account_that_has_sat_in_a_rated_game_stays_what_it_is,
    many_credentials_are_looked_up_at_once,
);

/// Starts a session of an account.
pub(super) async fn sign_in(
    store: &dyn Store,
    user: &str,
    id: &str,
    password_hash: &str,
) -> StoreResult<()> {
    let session = session(user, id, 100, 100);
    let key = format!("key of {id}");
    store
        .create_session(&session, &key, password_hash, 50)
        .await
        .map(drop)
}

fn session(user: &str, id: &str, created_at: u64, last_used_at: u64) -> SessionRow {
    SessionRow {
        id: id.to_owned(),
        user_id: user.to_owned(),
        user_agent: "a browser".to_owned(),
        created_at: Timestamp(created_at),
        last_used_at: Timestamp(last_used_at),
    }
}

async fn ids(store: &dyn Store, user: &str) -> Vec<String> {
    let sessions = store.sessions(user).await.expect("a store");
    sessions.into_iter().map(|session| session.id).collect()
}

async fn an_account_is_found_by_its_name_in_any_case(on: TestStore) {
    let store = &*on.store;
    running(store, "game", &guest("u"), &guest("v")).await;
    let ada = account(store, "u", "Ada").await;
    assert_eq!(ada.name.as_deref(), Some("Ada"));
    assert_eq!(store.account("ada").await, Ok(Some(ada.clone())));
    assert_eq!(
        store.account("Ada").await,
        Ok(None),
        "only in the unique form"
    );
    assert_eq!(store.user("nobody").await, Ok(None));
    // Neither a second account with the name, nor a second name for the account.
    for (user, name) in [("w", "ADA"), ("u", "Bob")] {
        let new = NewAccount {
            name: name.to_owned(),
            name_lower: name.to_lowercase(),
            password_hash: "other".to_owned(),
        };
        let registered = store.register(user, &new, Timestamp(9)).await;
        assert_eq!(registered, Err(StoreError::Conflict), "{user} {name}");
    }
    assert_eq!(store.user("u").await, Ok(Some(ada)));
}

async fn sessions_expire_when_unused_and_at_a_certain_age(on: TestStore) {
    let store = &*on.store;
    account(store, "u", "Ada").await;
    for session in [
        session("u", "used", 950, 999),
        session("u", "idle", 950, 989),
        session("u", "old", 899, 999),
    ] {
        let key = session.id.clone();
        let created = store.create_session(&session, &key, "hash", 50).await;
        assert_eq!(created, Ok(vec![]));
    }
    let cutoff = SessionCutoff {
        unused_since: Timestamp(990),
        created_before: Timestamp(900),
    };
    for (key, is_good) in [
        ("used", true),
        ("idle", false),
        ("old", false),
        ("x", false),
    ] {
        let found = store.session(key, cutoff).await.expect("a store");
        assert_eq!(found.is_some(), is_good, "{key}");
        if let Some((session, user)) = found {
            assert_eq!(
                (session.id.as_str(), user.name.as_deref()),
                (key, Some("Ada"))
            );
        }
    }
    store
        .touch_session("idle", Timestamp(1000))
        .await
        .expect("stored");
    let ended = store.expire_sessions(cutoff).await;
    assert_eq!(ended, Ok(vec![("u".to_owned(), "old".to_owned())]));
    assert_eq!(
        ids(store, "u").await,
        ["idle", "used"],
        "the one used last first"
    );
    assert_eq!(store.has_credential("old").await, Ok(false));
    assert_eq!(store.has_credential("used").await, Ok(true));
    assert_eq!(store.delete_session("v", "used").await, Ok(false));
    assert_eq!(store.delete_session("u", "used").await, Ok(true));
    assert_eq!(store.delete_session("u", "used").await, Ok(false));
}

async fn the_sessions_used_least_recently_end_for_new_ones(on: TestStore) {
    let store = &*on.store;
    account(store, "u", "Ada").await;
    for (number, used) in [30, 10, 20].into_iter().enumerate() {
        let session = session("u", &format!("s{number}"), 1, used);
        let key = session.id.clone();
        let ended = store.create_session(&session, &key, "hash", 3).await;
        assert_eq!(ended, Ok(vec![]));
    }
    // The new one stays, although it was used even longer ago.
    let new = session("u", "new", 1, 1);
    let ended = store.create_session(&new, "new", "hash", 3).await;
    assert_eq!(ended, Ok(vec!["s1".to_owned()]));
    assert_eq!(ids(store, "u").await, ["s0", "s2", "new"]);
    for hash in ["wrong", ""] {
        let refused = sign_in(store, "u", "more", hash).await;
        assert_eq!(refused, Err(StoreError::Conflict));
    }
    assert_eq!(
        sign_in(store, "nobody", "more", "hash").await,
        Err(StoreError::Conflict)
    );
}

async fn tokens_belong_to_a_session_that_has_not_ended(on: TestStore) {
    let store = &*on.store;
    account(store, "u", "Ada").await;
    sign_in(store, "u", "s", "hash").await.expect("signed in");
    let token = |id: &str, created_at: u64| TokenRow {
        id: id.to_owned(),
        user_id: "u".to_owned(),
        label: "ein Bot".to_owned(),
        created_at: Timestamp(created_at),
        last_used_at: None,
    };
    for (id, at, made) in [("a", 1, Ok(true)), ("b", 2, Ok(true)), ("c", 3, Ok(false))] {
        assert_eq!(store.create_token(&token(id, at), id, "s", 2).await, made);
    }
    let refused = store.create_token(&token("d", 4), "d", "ended", 9).await;
    assert_eq!(refused, Err(StoreError::Conflict));
    store.touch_token("a", Timestamp(50)).await.expect("stored");
    let (found, user) = store.token("a").await.expect("a store").expect("a token");
    assert_eq!(
        (found.last_used_at, user.id.as_str()),
        (Some(Timestamp(50)), "u")
    );
    let tokens = store.tokens("u").await.expect("a store");
    let ids: Vec<&str> = tokens.iter().map(|token| token.id.as_str()).collect();
    assert_eq!(ids, ["b", "a"], "the newest first");
    assert_eq!(store.delete_token("u", "a").await, Ok(true));
    // A new password ends everything but the session that asked for it.
    sign_in(store, "u", "t", "hash").await.expect("signed in");
    for (old, session, done) in [
        ("wrong", "s", Err(StoreError::Conflict)),
        ("hash", "ended", Err(StoreError::Conflict)),
        ("hash", "s", Ok(())),
    ] {
        assert_eq!(store.set_password("u", old, "new", session).await, done);
    }
    assert_eq!(super::accounts::ids(store, "u").await, ["s"]);
    assert!(store.tokens("u").await.expect("a store").is_empty());
}

async fn a_deleted_account_leaves_its_games_and_nothing_else(on: TestStore) {
    let store = &*on.store;
    let ada = account(store, "u", "Ada").await;
    sign_in(store, "u", "s", "hash").await.expect("signed in");
    let token = TokenRow {
        id: "t".to_owned(),
        user_id: "u".to_owned(),
        label: "bot".to_owned(),
        created_at: Timestamp(1),
        last_used_at: None,
    };
    let made = store.create_token(&token, "token", "s", 9).await;
    assert_eq!(made, Ok(true));
    create(store, &request("open", "u"), &waiting(&ada))
        .await
        .expect("stored");
    running(store, "running", &ada, &guest("v")).await;
    store
        .delete_account("u", Timestamp(70))
        .await
        .expect("deleted");
    assert_eq!(store.account("ada").await, Ok(None));
    let left = store
        .user("u")
        .await
        .expect("a store")
        .expect("what is left");
    assert!(left.deleted && left.name.is_none() && left.password_hash.is_none());
    assert!(ids(store, "u").await.is_empty());
    assert!(store.tokens("u").await.expect("a store").is_empty());
    let state = async |id: &str| {
        let row = store.game(id).await.expect("a store").expect("a game");
        assert!(row.seats[0].user.as_ref().is_some_and(|user| user.deleted));
        row.status.state
    };
    assert_eq!(state("open").await, GameState::Aborted);
    assert_eq!(state("running").await, GameState::Running);
    // The name is free, and what is left never becomes an account again.
    account(store, "w", "Ada").await;
    let new = NewAccount {
        name: "Eve".to_owned(),
        name_lower: "eve".to_owned(),
        password_hash: "hash".to_owned(),
    };
    let registered = store.register("u", &new, Timestamp(80)).await;
    assert_eq!(registered, Err(StoreError::Conflict));
}

async fn an_account_that_has_sat_in_a_rated_game_stays_what_it_is(on: TestStore) {
    let store = &*on.store;
    let ada = account(store, "u", "Ada").await;
    let bob = account(store, "v", "Bob").await;
    store.set_program("u", true).await.expect("it is free");
    assert!(
        store
            .user("u")
            .await
            .expect("a store")
            .expect("a user")
            .is_program
    );
    store.set_program("u", false).await.expect("it is free");
    assert_eq!(
        store.set_program("nobody", true).await,
        Err(StoreError::Conflict)
    );
    let rated = GameRequest {
        rated: true,
        ..request("game", "u")
    };
    create(
        store,
        &rated,
        &NewGame::Running(Box::new(begin(&ada, &bob))),
    )
    .await
    .expect("stored");
    for user in ["u", "v"] {
        assert_eq!(
            store.set_program(user, true).await,
            Err(StoreError::Conflict)
        );
    }
}

async fn many_credentials_are_looked_up_at_once(on: TestStore) {
    let store = &*on.store;
    running(store, "game", &guest("g"), &guest("v")).await;
    let ada = account(store, "u", "Ada").await;
    let hash = ada.password_hash.expect("a password");
    sign_in(store, "u", "a", &hash).await.expect("signed in");
    let token = TokenRow {
        id: "t".to_owned(),
        user_id: "u".to_owned(),
        label: "bot".to_owned(),
        created_at: Timestamp(1),
        last_used_at: None,
    };
    let made = store.create_token(&token, "hash", "a", 9).await;
    assert_eq!(made, Ok(true));
    let ids = ["a", "gone", "t", "\"]["].map(str::to_owned);
    let mut revoked = store.revoked_credentials(&ids).await.expect("a store");
    revoked.sort();
    assert_eq!(revoked, ["\"][", "gone"]);
    assert_eq!(store.revoked_credentials(&[]).await, Ok(Vec::new()));
    let users = ["u", "g", "nobody"].map(str::to_owned);
    let accounts = store.users_with_account(&users).await;
    assert_eq!(accounts, Ok(vec!["u".to_owned()]));
}
