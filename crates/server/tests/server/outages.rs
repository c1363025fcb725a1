//! Clocks of games while the machine's clock is set, the process stands still, or it crashes.

use crate::common::{Client, Machine, config, start_with, temp_dir};
use crate::conformance::game_with_clock;
use crate::time::timed;
use crate::wait::eventually;
use quintain_engine::EngineRegistry;
use quintain_server::{App, Clock, Config, RunningServer};
use serde_json::{Value, json};
use std::sync::Arc;
use tempfile::TempDir;

fn with_machine(dir: &TempDir) -> (Machine, Clock, Config) {
    let machine = Machine::new();
    let clock = Clock::new(machine.clone());
    let mut config = config(dir);
    config.clock = clock.clone();
    (machine, clock, config)
}

/// A running game with ten seconds for each side, and its first player.
async fn ten_seconds(server: &RunningServer) -> (String, Client) {
    let address = server.address;
    let mut clients = [Client::guest(address).await, Client::guest(address).await];
    let clock = json!({ "kind": "clock", "base_ms": 10_000, "increment_ms": 0 });
    let id = timed(&mut clients, clock).await;
    let [first, _] = clients;
    (id, first)
}

async fn state(client: &mut Client, id: &str) -> (Value, u64) {
    let game = client.get(&format!("/api/games/{id}")).await.json();
    let remaining = game["clocks"]["remaining_ms"][0].as_u64();
    (
        game["summary"]["state"].clone(),
        remaining.expect("a clock"),
    )
}

#[tokio::test]
async fn setting_the_machines_clock_forward_costs_nobody_time() {
    let dir = temp_dir();
    let (machine, clock, config) = with_machine(&dir);
    let server = start_with(config).await;
    let (id, mut client) = ten_seconds(&server).await;
    let mut socket = client.socket().await;
    socket.watch(&id).await;
    machine.pass(&clock, 4000);
    machine.set_wall(|wall| wall + 3_600_000);
    let update = socket.receive_type("update").await["update"].take();
    assert_eq!(update["event"]["kind"], "paused", "{update}");
    assert_eq!(state(&mut client, &id).await, (json!("running"), 6000));
    // From then on the clock runs as before.
    machine.pass(&clock, 1000);
    assert_eq!(state(&mut client, &id).await, (json!("running"), 5000));
    machine.pass(&clock, 6000);
    let over = socket.receive_type("update").await["update"].take();
    assert_eq!(over["outcome"]["reason"], "time", "{over}");
    server.stop().await;
}

#[tokio::test]
async fn setting_the_machines_clock_back_does_not_stop_the_clocks_of_games() {
    let dir = temp_dir();
    let (machine, clock, config) = with_machine(&dir);
    let server = start_with(config).await;
    let (id, mut client) = ten_seconds(&server).await;
    machine.set_wall(|wall| wall - 3_600_000);
    machine.pass(&clock, 4000);
    assert_eq!(state(&mut client, &id).await, (json!("running"), 6000));
    server.stop().await;
    // Nor does it after a restart: time goes on where it was.
    let (_, clock, mut config) = with_machine(&dir);
    config.clock = clock;
    let earlier = Machine::new();
    earlier.set_wall(|wall| wall - 3_600_000);
    let clock = Clock::new(earlier.clone());
    config.clock = clock.clone();
    let server = start_with(config).await;
    client.address = server.address;
    assert_eq!(state(&mut client, &id).await, (json!("running"), 6000));
    earlier.pass(&clock, 1000);
    assert_eq!(state(&mut client, &id).await, (json!("running"), 5000));
    server.stop().await;
}

#[tokio::test]
async fn a_process_that_stood_still_costs_nobody_time() {
    let dir = temp_dir();
    let (machine, clock, config) = with_machine(&dir);
    let server = start_with(config).await;
    let (id, mut client) = ten_seconds(&server).await;
    machine.pass(&clock, 3000);
    machine.stand_still(15_000);
    assert_eq!(state(&mut client, &id).await, (json!("running"), 7000));
    let played = client
        .act(&id, json!({ "kind": "move", "text": "(1,5)" }))
        .await;
    assert_eq!(played.status, 200, "{played:?}");
    assert_eq!(state(&mut client, &id).await, (json!("running"), 7000));
    server.stop().await;
}

#[tokio::test]
async fn time_that_was_played_without_an_open_room_is_not_given_back() {
    let dir = temp_dir();
    let (machine, clock, config) = with_machine(&dir);
    let store = config.database.open(None).await.expect("a store");
    let engines = EngineRegistry::standard();
    let app = App::start(engines, Arc::clone(&store), config)
        .await
        .expect("the services start");
    // A clock is running in a game that nobody looks at.
    let flag_at = clock.now().plus_ms(3_600_000);
    game_with_clock(&*store, "game", clock.now(), flag_at).await;
    machine.pass(&clock, 60_000);
    // However the process ends now, this minute counts as played.
    eventually("a heartbeat without a room", async || {
        store.last_heartbeat().await.expect("a store") >= Some(clock.now())
    })
    .await;
    drop(app);
}
