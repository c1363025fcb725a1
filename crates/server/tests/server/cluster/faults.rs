//! Nodes and the bus go away, and come back.

use super::{Cluster, at, game, seen, update};
use crate::common::{Client, Socket, metric};
use serde_json::{Value, json};
use std::time::Duration;

/// Plays a move over a socket, and waits until it is acknowledged.
async fn play(socket: &mut Socket, id: &str, text: &str) {
    let ack = socket.play(id, text).await;
    assert_eq!(ack["type"], "ack", "{ack}");
}

/// The first legal move for whoever asks.
async fn legal(client: &mut Client, id: &str) -> String {
    let snapshot = client.get(&format!("/api/games/{id}")).await.json();
    let text = snapshot["view"]["moves"][0]["text"].as_str();
    text.unwrap_or_else(|| panic!("no move: {snapshot}"))
        .to_owned()
}

/// The updates with these numbers, in this order.
async fn updates(socket: &mut Socket, numbers: std::ops::RangeInclusive<u64>) -> Vec<[Value; 5]> {
    let mut all = Vec::new();
    for number in numbers {
        let (update, _) = update(socket).await;
        assert_eq!(update["seq"], number, "{update}");
        all.push(seen(&update));
    }
    all
}

#[tokio::test]
async fn without_the_bus_games_go_on_and_nothing_is_lost() {
    let cluster = Cluster::new();
    let (a, b) = (cluster.node("a").await, cluster.node("b").await);
    let mut ada = Client::guest(a.address).await;
    let mut bob = Client::guest(b.address).await;
    let id = game(&mut ada, &mut bob).await;
    let mut sockets = [ada.socket().await, bob.socket().await];
    let mut watchers = [
        Client::guest(a.address).await.socket().await,
        Client::guest(b.address).await.socket().await,
    ];
    for watcher in &mut watchers {
        watcher.watch(&id).await;
    }
    cluster.bus.kill();
    while metric(a.address, "quintain_bus_connected").await != 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // Each node knows of the other's moves by asking the store.
    for step in 0..4 {
        let mover = if step % 2 == 0 { &mut ada } else { &mut bob };
        let text = legal(mover, &id).await;
        play(&mut sockets[step % 2], &id, &text).await;
    }
    let [first, second] = &mut watchers;
    let during = updates(first, 1..=4).await;
    assert_eq!(during, updates(second, 1..=4).await);
    cluster.bus.start_again();
    for address in [a.address, b.address] {
        while metric(address, "quintain_bus_connected").await != 1 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    for step in 4..8 {
        let mover = if step % 2 == 0 { &mut ada } else { &mut bob };
        let text = legal(mover, &id).await;
        play(&mut sockets[step % 2], &id, &text).await;
    }
    let after = updates(first, 5..=8).await;
    assert_eq!(after, updates(second, 5..=8).await);
    a.stop().await;
    b.stop().await;
}

#[tokio::test]
async fn a_session_that_ended_while_the_bus_was_away_is_cut_when_it_is_back() {
    let cluster = Cluster::new();
    let (a, b) = (cluster.node("a").await, cluster.node("b").await);
    let mut ada = Client::account(a.address, "Ada").await;
    let mut elsewhere = at(&ada, b.address).socket().await;
    cluster.bus.kill();
    while metric(a.address, "quintain_bus_connected").await != 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(ada.post("/api/me/logout", &json!({})).await.status, 204);
    cluster.bus.start_again();
    assert_eq!(super::closed(&mut elsewhere).await, Some(4001));
    a.stop().await;
    b.stop().await;
}

#[tokio::test]
async fn games_of_a_node_that_is_killed_go_on_at_the_others() {
    let cluster = Cluster::new();
    let b = cluster.node("b").await;
    let mut a = cluster.process("a");
    let mut ada = Client::guest(a.address).await;
    let mut bob = Client::guest(b.address).await;
    let id = game(&mut ada, &mut bob).await;
    let (mut hers, mut his) = (ada.socket().await, bob.socket().await);
    hers.watch(&id).await;
    his.watch(&id).await;
    for step in 0..4 {
        let (mover, socket) = match step % 2 {
            0 => (&mut ada, &mut hers),
            _ => (&mut bob, &mut his),
        };
        let text = legal(mover, &id).await;
        play(socket, &id, &text).await;
    }
    a.kill();
    // She comes back at the other node with what she has seen, and misses nothing.
    let mut ada = at(&ada, b.address);
    let mut hers = ada.socket().await;
    let watch = json!({ "type": "watch", "game_id": id, "after": 2 });
    hers.send(&watch).await;
    updates(&mut hers, 3..=4).await;
    for step in 4..6 {
        let (mover, socket) = match step % 2 {
            0 => (&mut ada, &mut hers),
            _ => (&mut bob, &mut his),
        };
        let text = legal(mover, &id).await;
        play(socket, &id, &text).await;
    }
    let game = ada.get(&format!("/api/games/{id}")).await.json();
    // The other node was there all the time: nobody has got time back.
    assert_eq!(
        (&game["seq"], &game["summary"]["plies"]),
        (&json!(6), &json!(6))
    );
    // It may come back under its name at once.
    let back = cluster.node("a").await;
    let same = at(&ada, back.address)
        .get(&format!("/api/games/{id}"))
        .await;
    assert_eq!(same.json()["seq"], 6);
    back.stop().await;
    b.stop().await;
}

#[tokio::test]
async fn a_flag_falls_although_the_node_of_the_game_was_killed() {
    let cluster = Cluster::new();
    let b = cluster.node("b").await;
    let mut a = cluster.process("a");
    let address = a.address;
    let mut clients = [Client::guest(address).await, Client::guest(address).await];
    let clock = json!({ "kind": "clock", "base_ms": 3_000, "increment_ms": 0 });
    let id = crate::time::timed(&mut clients, clock).await;
    a.kill();
    let mut watcher = at(&clients[0], b.address);
    loop {
        let game = watcher.get(&format!("/api/games/{id}")).await.json();
        if game["summary"]["state"] == "ended" {
            assert_eq!(game["summary"]["outcome"]["reason"], "time", "{game}");
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    b.stop().await;
}
