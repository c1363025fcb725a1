//! What expires by itself, by a clock that the test moves.

use crate::common::{Client, Machine, database, file_config as config, start_with, temp_dir};
use crate::wait::eventually;
use quintain_server::Clock;
use serde_json::{Value, json};
use sqlx::{Executor, Row, SqliteConnection};

const MINUTE: u64 = 60_000;
const DAY: u64 = 24 * 60 * MINUTE;

/// Waits until a game is in a state; a game that does not exist has none.
async fn wait_for(client: &mut Client, id: &str, state: &Value) {
    eventually(&format!("game {id} is {state}"), async || {
        let game = client.get(&format!("/api/games/{id}")).await.json();
        game["summary"]["state"] == *state
    })
    .await;
}

async fn count(connection: &mut SqliteConnection, sql: &'static str) -> i64 {
    connection.fetch_one(sql).await.expect("a row").get(0)
}

#[tokio::test]
async fn open_offers_unplayed_games_and_guests_without_games_expire() {
    let dir = temp_dir();
    let (machine, mut config) = (Machine::new(), config(&dir));
    config.clock = Clock::new(machine.clone());
    let server = start_with(config).await;
    let mut guest = Client::guest(server.address).await;
    let mut ids = Vec::new();
    let days = json!({ "kind": "correspondence", "days": 1 });
    for (opponent, clock) in [
        ("anyone", json!({ "kind": "unlimited" })),
        ("anyone", days.clone()),
        ("friend", json!({ "kind": "unlimited" })),
        ("local", json!({ "kind": "unlimited" })),
    ] {
        let create = json!({ "game": "sight", "size": 3, "opponent": { "kind": opponent },
                             "time_control": clock });
        let id = guest.create(&create).await["id"].clone();
        ids.push(id.as_str().expect("an id").to_owned());
    }
    let (waiting, running, aborted) = (json!("waiting"), json!("running"), json!("aborted"));
    for (time, states) in [
        (11 * MINUTE, [&aborted, &waiting, &waiting, &running]),
        (3 * DAY, [&Value::Null, &aborted, &waiting, &running]),
        (12 * DAY, [&Value::Null, &Value::Null, &aborted, &running]),
        (
            30 * DAY,
            [&Value::Null, &Value::Null, &Value::Null, &aborted],
        ),
    ] {
        machine.stand_still(time);
        for (id, state) in ids.iter().zip(states) {
            wait_for(&mut guest, id, state).await;
        }
    }
    let mut connection = database(&dir).await;
    machine.stand_still(2 * DAY);
    for sql in [
        "SELECT COUNT(*) FROM games",
        "SELECT COUNT(*) FROM seats",
        "SELECT COUNT(*) FROM users",
        "SELECT COUNT(*) FROM guest_use",
    ] {
        eventually(&format!("{sql} is zero"), async || {
            count(&mut connection, sql).await == 0
        })
        .await;
    }
    // The guest's cookie is still good.
    let create = json!({ "game": "sight", "opponent": { "kind": "local" } });
    guest.create(&create).await;
    server.stop().await;
}

#[tokio::test]
async fn played_games_and_their_guests_stay() {
    let dir = temp_dir();
    let (machine, mut config) = (Machine::new(), config(&dir));
    config.clock = Clock::new(machine.clone());
    let server = start_with(config).await;
    let mut guest = Client::guest(server.address).await;
    let create = json!({ "game": "sight", "size": 3, "opponent": { "kind": "local" } });
    let (mut played, mut unplayed) = (Value::Null, Value::Null);
    for id in [&mut played, &mut unplayed] {
        *id = guest.create(&create).await["id"].clone();
    }
    let played = played.as_str().expect("an id");
    for _ in 0..2 {
        let game = guest.get(&format!("/api/games/{played}")).await.json();
        let text = &game["view"]["moves"][0]["text"];
        let action = json!({ "kind": "move", "text": text });
        assert_eq!(guest.act(played, action).await.status, 200);
    }
    machine.stand_still(31 * DAY);
    let unplayed = unplayed.as_str().expect("an id");
    wait_for(&mut guest, unplayed, &json!("aborted")).await;
    machine.stand_still(2 * DAY);
    wait_for(&mut guest, unplayed, &Value::Null).await;
    wait_for(&mut guest, played, &json!("running")).await;
    server.stop().await;
}

#[tokio::test]
async fn the_number_of_running_games_is_kept_through_starts_ends_and_restarts() {
    let dir = temp_dir();
    let server = start_with(config(&dir)).await;
    let mut guest = Client::guest(server.address).await;
    let create = json!({ "game": "sight", "size": 3, "opponent": { "kind": "local" } });
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(guest.create(&create).await["id"].clone());
    }
    guest
        .create(&json!({ "game": "sight", "opponent": { "kind": "friend" } }))
        .await;
    for (id, action) in ids.iter().zip(["resign", "abort"]) {
        let id = id.as_str().expect("an id");
        assert_eq!(guest.act(id, json!({ "kind": action })).await.status, 200);
    }
    let running = guest.get("/api/server").await.json();
    assert_eq!(running["games_running"], 1);
    server.stop().await;
    let server = start_with(config(&dir)).await;
    guest.address = server.address;
    let running = guest.get("/api/server").await.json();
    assert_eq!(running["games_running"], 1);
    server.stop().await;
}
