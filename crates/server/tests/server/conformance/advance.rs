//! What players have asked for in advance.

use super::{TestStore, guest, on_all_stores, running};
use quintain_rules::Side;
use quintain_server::store::{ConditionalRow, PushRow};
use quintain_table::Timestamp;

on_all_stores!(
    conditional_moves_are_replaced_and_belong_to_one_side,
    a_browser_has_one_user_and_a_user_few_browsers,
);

async fn conditional_moves_are_replaced_and_belong_to_one_side(mut on: TestStore) {
    let (ada, bob) = (guest("ada"), guest("bob"));
    running(&*on.store, "game", &ada, &bob).await;
    let row = |ply| ConditionalRow {
        ply,
        position: "a position".to_owned(),
        lines: vec![vec!["a".to_owned(), "b".to_owned()], Vec::new()],
    };
    let set =
        async |store: &dyn quintain_server::store::Store, side, row: Option<&ConditionalRow>| {
            let stored = store.set_conditional_moves("game", side, row).await;
            stored.expect("stored");
        };
    set(&*on.store, Side::First, Some(&row(1))).await;
    set(&*on.store, Side::First, Some(&row(2))).await;
    on.reopen().await;
    let store = &*on.store;
    let found = store.conditional_moves("game", Side::First).await;
    assert_eq!(found.expect("read"), Some(row(2)));
    let other = store.conditional_moves("game", Side::Second).await;
    assert_eq!(other.expect("read"), None);
    set(store, Side::First, None).await;
    let found = store.conditional_moves("game", Side::First).await;
    assert_eq!(found.expect("read"), None);
}

async fn a_browser_has_one_user_and_a_user_few_browsers(on: TestStore) {
    let store = &*on.store;
    let row = |endpoint: &str, user: &str, at| PushRow {
        endpoint: endpoint.to_owned(),
        user_id: user.to_owned(),
        public_key: "key".to_owned(),
        auth_secret: "secret".to_owned(),
        language: "de".to_owned(),
        created_at: Timestamp(at),
    };
    let endpoints = async |user: &str| -> Vec<String> {
        let found = store.push_subscriptions(user).await.expect("read");
        found.into_iter().map(|row| row.endpoint).collect()
    };
    for (endpoint, at) in [("a", 1), ("b", 2), ("c", 3)] {
        store
            .subscribe(&row(endpoint, "ada", at), 2)
            .await
            .expect("stored");
    }
    assert_eq!(endpoints("ada").await, ["c", "b"]);
    // Someone else signs in there.
    store
        .subscribe(&row("c", "bob", 4), 2)
        .await
        .expect("stored");
    assert_eq!(endpoints("ada").await, ["b"]);
    let found = store.push_subscriptions("bob").await.expect("read");
    assert_eq!(found, [row("c", "bob", 4)]);
    // Only the user's own are deleted.
    store.unsubscribe("ada", "c").await.expect("done");
    assert_eq!(endpoints("bob").await, ["c"]);
    store
        .delete_account("bob", Timestamp(5))
        .await
        .expect("deleted");
    assert_eq!(endpoints("bob").await, [""; 0]);
}
