//! What was acknowledged is there afterwards.

use super::{TestStore, first_move, guest, on_all_stores, running};
use quintain_server::store::{Database, Store, StoreError, StoredEvent};
use quintain_test_services as services;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

on_all_stores!(what_was_acknowledged_is_there_when_the_store_is_opened_again);

async fn what_was_acknowledged_is_there_when_the_store_is_opened_again(mut on: TestStore) {
    let mut stored = Vec::new();
    for number in 0..10 {
        let id = format!("game{number}");
        running(&*on.store, &id, &guest("ada"), &guest("bob")).await;
        let (event, status) = first_move(number % 3);
        let appended = on.store.append_event(&id, &event, &status, None).await;
        appended.expect("stored");
        stored.push((id, event));
    }
    on.reopen().await;
    assert_all(&*on.store, &stored).await;
}

async fn assert_all(store: &dyn Store, stored: &[(String, StoredEvent)]) {
    for (id, event) in stored {
        let events = store.events(id, 0).await.expect("a store");
        assert_eq!(events, std::slice::from_ref(event), "{id}");
        let row = store.game(id).await.expect("a store").expect("a game");
        assert_eq!(row.events, 1);
    }
}

/// PostgreSQL crashes in the middle of writing, several times; the store goes on by itself when it
/// is back.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_crash_of_postgresql_loses_nothing_that_was_acknowledged() {
    let cluster = Arc::new(services::Cluster::start(true));
    let database = Database::Postgres(cluster.database().url().to_owned());
    let store = database.open(None).await.expect("a store");
    for round in 0..3 {
        for number in 0..200 {
            let id = format!("game{round}-{number}");
            running(&*store, &id, &guest("ada"), &guest("bob")).await;
        }
        let (crash, is_down) = (Arc::clone(&cluster), Arc::new(AtomicBool::new(false)));
        let stored = Arc::new(AtomicU32::new(0));
        let tasks: Vec<_> = (0..10)
            .map(|writer| {
                let (store, is_down) = (Arc::clone(&store), Arc::clone(&is_down));
                let stored = Arc::clone(&stored);
                tokio::spawn(async move {
                    let mut acknowledged = Vec::new();
                    for number in (writer..200).step_by(10) {
                        let id = format!("game{round}-{number}");
                        let (event, status) = first_move(0);
                        match store.append_event(&id, &event, &status, None).await {
                            Ok(()) => {
                                stored.fetch_add(1, Ordering::SeqCst);
                                acknowledged.push((id, event));
                            }
                            Err(StoreError::Conflict) => panic!("nobody else writes"),
                            Err(_) if is_down.load(Ordering::SeqCst) => break,
                            Err(error) => panic!("{error}"),
                        }
                    }
                    acknowledged
                })
            })
            .collect();
        while stored.load(Ordering::SeqCst) < 20 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        is_down.store(true, Ordering::SeqCst);
        tokio::task::spawn_blocking(move || crash.crash())
            .await
            .expect("it crashes");
        let mut acknowledged = Vec::new();
        for task in tasks {
            acknowledged.extend(task.await.expect("no panic"));
        }
        let back = Arc::clone(&cluster);
        tokio::task::spawn_blocking(move || back.start_again())
            .await
            .expect("it is back");
        assert!(acknowledged.len() >= 20);
        assert_all(&*store, &acknowledged).await;
        assert_eq!(store.check_writable().await, Ok(()));
    }
    assert!(store.fault_counts().failed_transactions > 0);
    store.close().await;
}
