//! Only time in which nobody could play is given back.

use super::{Cluster, at, game};
use crate::common::Client;
use quintain_test_services as services;
use serde_json::{Value, json};
use std::time::Duration;

/// Longer than it takes for nobody to have been there.
const LONG_ENOUGH: Duration = Duration::from_millis(3500);

/// A game in which both have moved, so that a clock is running.
async fn running_game(first: &mut Client, second: &mut Client) -> String {
    let id = game(first, second).await;
    for (client, text) in [(first, "(2,3)"), (second, "(6,7)")] {
        let played = client
            .act(&id, json!({ "kind": "move", "text": text }))
            .await;
        assert_eq!(played.status, 200, "{played:?}");
    }
    id
}

async fn snapshot(client: &Client, address: std::net::SocketAddr, id: &str) -> Value {
    let path = format!("/api/games/{id}");
    at(client, address).get(&path).await.json()
}

fn remaining(snapshot: &Value) -> u64 {
    snapshot["clocks"]["remaining_ms"][0]
        .as_u64()
        .expect("a clock")
}

#[tokio::test]
async fn time_without_any_node_is_given_back_and_time_without_one_of_them_is_not() {
    let cluster = Cluster::new();
    let (a, b) = (cluster.node("a").await, cluster.node("b").await);
    let mut ada = Client::guest(a.address).await;
    let mut bob = Client::guest(b.address).await;
    let id = running_game(&mut ada, &mut bob).await;
    // One node goes away, and comes back: the game could be played at the other one.
    a.stop().await;
    tokio::time::sleep(LONG_ENOUGH).await;
    let a = cluster.node("a").await;
    for address in [a.address, b.address] {
        assert_eq!(snapshot(&ada, address, &id).await["seq"], 2);
    }
    // Both go away.
    let before = remaining(&snapshot(&ada, a.address, &id).await);
    a.stop().await;
    b.stop().await;
    tokio::time::sleep(LONG_ENOUGH).await;
    let a = cluster.node("a").await;
    let after = snapshot(&ada, a.address, &id).await;
    // One event more: the pause.
    assert_eq!(
        (&after["seq"], &after["summary"]["plies"]),
        (&json!(3), &json!(2))
    );
    let lost = before.saturating_sub(remaining(&after));
    let outage = LONG_ENOUGH.as_millis();
    // However slow the machine is while nodes start and stop, the outage itself was not played.
    assert!(u128::from(lost) < 600_000 - outage, "{lost}");
    let b = cluster.node("b").await;
    assert_eq!(snapshot(&ada, b.address, &id).await["seq"], 3);
    a.stop().await;
    b.stop().await;
}

#[tokio::test]
async fn time_without_the_database_is_given_back_once() {
    let postgres = services::Cluster::start(false);
    let cluster = Cluster::on(postgres.database());
    let (a, b) = (cluster.node("a").await, cluster.node("b").await);
    let mut ada = Client::guest(a.address).await;
    let mut bob = Client::guest(b.address).await;
    let id = running_game(&mut ada, &mut bob).await;
    postgres.crash();
    tokio::time::sleep(LONG_ENOUGH).await;
    postgres.start_again();
    // Whichever node is first gives the time back.
    loop {
        let game = at(&ada, a.address).get(&format!("/api/games/{id}")).await;
        if game.status == 200 && game.json()["seq"] == 3 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    tokio::time::sleep(LONG_ENOUGH).await;
    for address in [a.address, b.address] {
        let game = snapshot(&ada, address, &id).await;
        assert_eq!(
            (&game["seq"], &game["summary"]["plies"]),
            (&json!(3), &json!(2))
        );
    }
    a.stop().await;
    b.stop().await;
}
