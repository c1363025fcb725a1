//! Which processes may use a store at the same time.

use super::{TestStore, on_all_stores};
use quintain_server::store::{Beat, Node, NodeStatus, StoreError};

on_all_stores!(a_process_that_has_joined_is_alive_until_it_leaves);

fn node(id: &str, has_bus: bool) -> Node {
    Node {
        id: id.to_owned(),
        process: 7,
        has_bus,
        status: NodeStatus {
            bus_is_up: has_bus,
            users_online: 0,
        },
    }
}

async fn a_process_that_has_joined_is_alive_until_it_leaves(on: TestStore) {
    let store = &*on.store;
    let joined = store.join(&node("a", false)).await.expect("a store");
    let beat = joined.expect("nobody else is there");
    assert!(beat.is_registered && beat.others.is_empty(), "{beat:?}");
    let later = store.beat(NodeStatus::default()).await.expect("a store");
    assert!(later.is_registered && later.now >= beat.now, "{later:?}");
    store.leave().await;
    store.leave().await;
}

/// A second process on the database of the first.
async fn second(on: &TestStore) -> TestStore {
    TestStore {
        store: on.database.open(None).await.expect("a store"),
        database: on.database.clone(),
        _dir: None,
    }
}

#[tokio::test]
async fn processes_that_do_not_go_together_do_not_join() {
    let first = TestStore::postgres().await;
    let second = second(&first).await;
    for (there, new, goes) in [
        (node("a", true), node("b", true), true),
        (node("a", true), node("a", true), false),
        (node("a", true), node("b", false), false),
        (node("a", false), node("b", true), false),
        (node("a", false), node("b", false), false),
    ] {
        let joined = first.store.join(&there).await.expect("a store");
        assert!(joined.is_ok(), "{joined:?}");
        match second.store.join(&new).await.expect("a store") {
            Ok(beat) => {
                assert!(goes, "{there:?} {new:?}");
                assert_eq!(beat.others, [there]);
                let seen = first.store.beat(there_status()).await.expect("a store");
                assert_eq!(seen.others, [new]);
            }
            Err(other) => {
                assert!(!goes, "{there:?} {new:?}");
                assert_eq!(other, there);
                let beat = second.store.beat(NodeStatus::default()).await;
                assert_eq!(beat, Err(StoreError::Closed));
            }
        }
        second.store.leave().await;
        let alone = first.store.beat(there_status()).await.expect("a store");
        assert_eq!(alone.others, []);
        first.store.leave().await;
    }
}

fn there_status() -> NodeStatus {
    NodeStatus {
        bus_is_up: true,
        users_online: 3,
    }
}

#[tokio::test]
async fn a_process_that_ends_without_a_word_is_not_in_the_way() {
    let first = TestStore::postgres().await;
    let second = second(&first).await;
    let joined = first.store.join(&node("a", true)).await.expect("a store");
    assert!(joined.is_ok(), "{joined:?}");
    drop(first);
    // PostgreSQL notices the end of its connection in a moment.
    loop {
        if let Ok(beat) = second.store.join(&node("a", false)).await.expect("a store") {
            assert!(beat.is_registered, "{beat:?}");
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn an_outage_is_stored_once_and_only_if_no_process_was_there() {
    let first = TestStore::postgres().await;
    let second = second(&first).await;
    let join = async |on: &TestStore, id: &str| -> Beat {
        let joined = on.store.join(&node(id, true)).await.expect("a store");
        joined.expect("they go together")
    };
    assert_eq!(join(&first, "a").await.outages, []);
    assert_eq!(join(&second, "b").await.outages, []);
    first.store.leave().await;
    // The second one is still there, and says so.
    for _ in 0..6 {
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        let beat = second.store.beat(there_status()).await.expect("a store");
        assert_eq!(beat.outages, []);
    }
    assert_eq!(join(&first, "a").await.outages, []);
    // Neither says anything for a while.
    let silent_since = first.store.beat(there_status()).await.expect("a store").now;
    tokio::time::sleep(std::time::Duration::from_millis(2500)).await;
    let beats = tokio::join!(
        first.store.beat(there_status()),
        second.store.beat(there_status())
    );
    let (one, other) = (beats.0.expect("a store"), beats.1.expect("a store"));
    let known = second.store.beat(there_status()).await.expect("a store");
    let [(from_at, to_at)] = known.outages[..] else {
        panic!("{known:?}");
    };
    assert_eq!(from_at, silent_since);
    assert!(to_at == one.now || to_at == other.now, "{known:?}");
}
