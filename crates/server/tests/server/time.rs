//! Clocks, flags, and a server that goes down and comes back.

use crate::common::{Client, config, start, temp_dir};
use quintain_engine::EngineRegistry;
use quintain_server::serve;
use serde_json::{Value, json};

pub(crate) async fn timed(clients: &mut [Client; 2], clock: Value) -> String {
    let create = json!({ "game": "knights-duel", "opponent": { "kind": "friend" },
                         "side": "first", "time_control": clock });
    let id = clients[0].create(&create).await["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let joined = clients[1]
        .post(&format!("/api/games/{id}/join"), &json!({}))
        .await;
    assert_eq!(joined.status, 200, "{joined:?}");
    // Clocks run once both have moved.
    for (client, text) in clients.iter_mut().zip(["(2,3)", "(6,7)"]) {
        let played = client
            .act(&id, json!({ "kind": "move", "text": text }))
            .await;
        assert_eq!(played.status, 200, "{played:?}");
    }
    id
}

#[tokio::test]
async fn the_server_flags_players_by_itself() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let address = server.address;
    let mut clients = [Client::guest(address).await, Client::guest(address).await];
    let clock = json!({ "kind": "clock", "base_ms": 1_000, "increment_ms": 0 });
    let id = timed(&mut clients, clock).await;
    let mut socket = clients[1].socket().await;
    let mut state = socket.watch(&id).await;
    if state["summary"]["state"] == "running" {
        state = socket.receive_type("update").await["update"].take();
        assert_eq!(state["event"]["kind"], "ended", "{state}");
        assert_eq!(state["outcome"]["reason"], "time");
        assert_eq!(state["outcome"]["winner"], "second");
        assert_eq!(state["clocks"]["remaining_ms"][0], 0);
    }
    let late = clients[0]
        .act(&id, json!({ "kind": "move", "text": "(1,5)" }))
        .await;
    assert_eq!(
        (late.status, &late.json()["code"]),
        (409, &json!("conflict"))
    );
    server.stop().await;
}

#[tokio::test]
async fn games_resume_after_a_restart_with_the_right_clocks() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let address = server.address;
    let mut clients = [Client::guest(address).await, Client::guest(address).await];
    let clock = json!({ "kind": "clock", "base_ms": 600_000, "increment_ms": 0 });
    let id = timed(&mut clients, clock).await;
    let mut socket = clients[0].socket().await;
    let before = socket.watch(&id).await;
    server.stop().await;
    // All clients were notified.
    let closed = loop {
        match socket.receive_or_close().await {
            Ok(message) if message["type"] == "closing" => {
                assert!(message["retry_after_ms"].as_u64() > Some(0));
            }
            Ok(_) => {}
            Err(code) => break code,
        }
    };
    assert_eq!(closed, Some(1001));
    // For a while nobody can play, and nobody is charged for it.
    let gone = std::time::Duration::from_millis(2500);
    tokio::time::sleep(gone).await;
    let server = start(&dir).await;
    for client in &mut clients {
        client.address = server.address;
    }
    let mut socket = clients[0].socket().await;
    let after = socket.watch(&id).await;
    let remaining = |snapshot: &Value| {
        snapshot["clocks"]["remaining_ms"][0]
            .as_u64()
            .expect("a clock")
    };
    let at = |snapshot: &Value| snapshot["clocks"]["at"].as_u64().expect("a moment");
    let (used, passed) = (
        remaining(&before) - remaining(&after),
        at(&after) - at(&before),
    );
    assert!(used + 1500 <= passed, "{used} of {passed} ms were charged");
    assert_eq!(after["steps"], before["steps"]);
    assert_eq!(socket.play(&id, "(1,5)").await["type"], "ack");
    // The cookie still stands for the same user.
    assert_eq!(after["your_sides"], json!(["first"]));
    server.stop().await;
}

#[tokio::test]
async fn nobody_is_flagged_for_an_outage() {
    let dir = temp_dir();
    let clock = json!({ "kind": "clock", "base_ms": 3_000, "increment_ms": 0 });
    loop {
        let server = start(&dir).await;
        let address = server.address;
        let mut clients = [Client::guest(address).await, Client::guest(address).await];
        let id = timed(&mut clients, clock.clone()).await;
        server.stop().await;
        let gone = quintain_table::Timestamp::now().0;
        // Longer than the time that anyone had left.
        tokio::time::sleep(std::time::Duration::from_millis(3100)).await;
        let server = start(&dir).await;
        clients[0].address = server.address;
        let mut socket = clients[0].socket().await;
        let watch = json!({ "type": "watch", "game_id": id, "after": 2 });
        socket.send(&watch).await;
        let next = socket.receive_type("update").await["update"].take();
        server.stop().await;
        // On a slow machine time may run out before the server stops: then try again.
        if next["at"].as_u64().expect("a moment") > gone {
            assert_eq!(next["event"]["kind"], "paused", "{next}");
            break;
        }
    }
}

#[tokio::test]
async fn a_player_who_has_left_can_be_claimed_against() {
    let dir = temp_dir();
    let mut config = config(&dir);
    config.claim_after = std::time::Duration::from_millis(200);
    let server = serve(EngineRegistry::standard(), config)
        .await
        .expect("starts");
    let address = server.address;
    let mut clients = [Client::guest(address).await, Client::guest(address).await];
    let clock = json!({ "kind": "clock", "base_ms": 300_000, "increment_ms": 0 });
    let id = timed(&mut clients, clock).await;
    let mut sockets = [clients[0].socket().await, clients[1].socket().await];
    for socket in &mut sockets {
        socket.watch(&id).await;
    }
    let [mut stays, leaves] = sockets;
    // Both are online, however long ago they connected.
    loop {
        let presence = stays.receive_type("presence").await;
        if presence["presence"]["online"] == json!([true, true]) {
            break;
        }
    }
    let early = stays
        .act(&id, "early", json!({ "kind": "claim_win" }))
        .await;
    assert_eq!(early["error"]["code"], "conflict", "{early}");
    drop(leaves);
    let from = loop {
        let presence = stays.receive_type("presence").await["presence"].take();
        if presence["online"] == json!([true, false]) {
            break presence["claimable_from"][1].as_u64().expect("a moment");
        }
    };
    while quintain_table::Timestamp::now().0 < from {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(
        stays
            .act(&id, "claim", json!({ "kind": "claim_win" }))
            .await["type"],
        "ack"
    );
    let over = stays.watch(&id).await;
    assert_eq!(over["summary"]["outcome"]["reason"], "abandonment");
    assert_eq!(over["summary"]["outcome"]["winner"], "first");
    server.stop().await;
}
