//! What one person, and everyone at one address, may use of the server.

use crate::common::{Client, config, start, start_with, temp_dir};
use serde_json::{Value, json};

/// An offer in the lobby that differs from the others by its clock.
fn offer(minutes: u64) -> Value {
    json!({ "game": "sight", "opponent": { "kind": "anyone" },
            "time_control": { "kind": "clock", "base_ms": minutes * 60_000, "increment_ms": 0 } })
}

fn local() -> Value {
    json!({ "game": "sight", "size": 3, "opponent": { "kind": "local" } })
}

/// How many offers of each creator the lobby lists.
async fn listed(client: &mut Client) -> Vec<String> {
    let lobby = client.get("/api/lobby").await.json();
    let seeks = lobby["seeks"].as_array().expect("a list").iter();
    let ids = seeks.map(|game| game["id"].as_str().expect("an id").to_owned());
    ids.collect()
}

#[tokio::test]
async fn one_guest_cannot_hide_the_offers_of_others() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut quiet = Client::guest(server.address).await;
    let own = quiet.create(&offer(1)).await["id"].clone();
    let mut loud = Client::guest(server.address).await;
    for minutes in 2..=6 {
        loud.create(&offer(minutes)).await;
    }
    let refused = loud.post("/api/games", &offer(7)).await;
    assert_eq!(refused.status, 409, "{refused:?}");
    let error = &refused.json()["message"];
    assert_eq!(error["key"], "server.too-many-offers");
    assert_eq!(error["args"]["max"], 5);
    // Both are listed, and the loud one not more than twice.
    let ids = listed(&mut quiet).await;
    assert_eq!(ids.len(), 3);
    assert!(ids.iter().any(|id| own == **id));
    server.stop().await;
}

#[tokio::test]
async fn many_offers_of_one_guest_do_not_keep_others_from_meeting() {
    let dir = temp_dir();
    let mut config = config(&dir);
    config.budgets.offers_per_user = 1000;
    config.budgets.waiting_games_per_user = 1000;
    config.budgets.guest_offers_per_address = 1000;
    let server = start_with(config).await;
    let mut patient = Client::guest(server.address).await;
    let waiting = patient.create(&offer(180)).await["id"].clone();
    let mut loud = Client::guest(server.address).await;
    let mut last = Value::Null;
    for minutes in 1..=150 {
        last = loud.create(&offer(minutes)).await["id"].clone();
    }
    // Nobody meets themselves, and whoever wants the oldest offer gets it.
    let again = loud.create(&offer(150)).await;
    assert_eq!(again["state"], "waiting");
    assert_ne!(again["id"], last);
    let mut other = Client::guest(server.address).await;
    let joined = other.create(&offer(180)).await;
    assert_eq!(joined["id"], waiting);
    assert_eq!(joined["state"], "running");
    server.stop().await;
}

#[tokio::test]
async fn guests_at_one_address_share_their_offers_and_so_do_accounts() {
    let dir = temp_dir();
    let mut config = config(&dir);
    config.budgets.guest_offers_per_address = 3;
    config.budgets.account_offers_per_address = 2;
    let server = start_with(config).await;
    for minutes in 1..=3 {
        let mut guest = Client::guest(server.address).await;
        guest.create(&offer(minutes)).await;
    }
    let mut guest = Client::guest(server.address).await;
    let refused = guest.post("/api/games", &offer(4)).await;
    assert_eq!(refused.status, 409, "{refused:?}");
    let key = &refused.json()["message"]["key"];
    assert_eq!(key, "server.too-many-offers-from-address");
    // A game that is not in the lobby takes no place in it.
    guest.create(&local()).await;
    // Nobody who has an account is kept out by guests, but becoming account after account gains
    // nothing either.
    for (minutes, name) in [(4, "Ada"), (5, "Bob")] {
        let mut account = Client::account(server.address, name).await;
        account.create(&offer(minutes)).await;
    }
    let mut eve = Client::account(server.address, "Eve").await;
    let refused = eve.post("/api/games", &offer(6)).await;
    let key = &refused.json()["message"]["key"];
    assert_eq!(key, "server.too-many-offers-from-address");
    server.stop().await;
}

#[tokio::test]
async fn many_games_of_one_person_do_not_hide_those_that_others_watch() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut quiet = Client::guest(server.address).await;
    let public = json!({
        "game": "sight", "size": 3, "opponent": { "kind": "local" }, "public": true,
    });
    let own = quiet.create(&public).await["id"].clone();
    let mut loud = Client::guest(server.address).await;
    for _ in 0..60 {
        loud.create(&public).await;
    }
    let lobby = quiet.get("/api/lobby").await.json();
    let live = lobby["live"].as_array().expect("a list");
    assert!(live.iter().any(|game| game["id"] == own), "{live:?}");
    assert_eq!(live.len(), 3, "two of the other");
    server.stop().await;
}

#[tokio::test]
async fn an_account_is_turned_into_a_programs_only_so_often() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut ada = Client::account(server.address, "Ada").await;
    let mut changes = 0;
    // What changes nothing costs nothing.
    let person = json!({ "program": false });
    for _ in 0..50 {
        assert_eq!(ada.post("/api/me/program", &person).await.status, 200);
    }
    let refused = loop {
        let body = json!({ "program": changes % 2 == 0 });
        let changed = ada.post("/api/me/program", &body).await;
        match changed.status {
            200 => changes += 1,
            _ => break changed,
        }
        assert!(changes < 100, "without end");
    };
    assert_eq!(refused.status, 429, "{refused:?}");
    server.stop().await;
}

#[tokio::test]
async fn a_guest_cannot_fill_the_disk_with_games() {
    let dir = temp_dir();
    let mut config = config(&dir);
    config.budgets.games_per_guest = 3;
    config.budgets.guest_games_per_address = 5;
    let server = start_with(config).await;
    let mut guest = Client::guest(server.address).await;
    let mut last = Value::Null;
    for _ in 0..3 {
        last = guest.create(&local()).await["id"].clone();
    }
    let refused = guest.post("/api/games", &local()).await;
    assert_eq!(refused.status, 403, "{refused:?}");
    assert_eq!(refused.json()["message"]["key"], "server.guest-budget");
    // A rematch is a game like any other.
    let last = last.as_str().expect("an id");
    guest.act(last, json!({ "kind": "resign" })).await;
    let rematch = guest.act(last, json!({ "kind": "offer_rematch" })).await;
    assert_eq!(rematch.status, 403, "{rematch:?}");
    // New guests have what is left for the address.
    for allowed in [true, true, false] {
        let mut other = Client::guest(server.address).await;
        let made = other.post("/api/games", &local()).await;
        assert_eq!(made.status == 201, allowed, "{made:?}");
    }
    // With an account one may play on.
    let body = json!({ "name": "Ada", "password": "correct horse" });
    assert_eq!(guest.post("/api/me/register", &body).await.status, 200);
    guest.create(&local()).await;
    server.stop().await;
}

#[tokio::test]
async fn a_guest_cannot_fill_the_disk_with_moves() {
    let dir = temp_dir();
    let mut config = config(&dir);
    config.budgets.events_per_guest = 2;
    config.budgets.guest_events_per_address = 4;
    let server = start_with(config).await;
    // New guests have what is left for the address.
    for _ in 0..2 {
        let mut guest = Client::guest(server.address).await;
        let id = guest.create(&local()).await["id"].clone();
        let id = id.as_str().expect("an id");
        for _ in 0..2 {
            guest.create(&local()).await;
            let game = guest.get(&format!("/api/games/{id}")).await.json();
            let text = &game["view"]["moves"][0]["text"];
            let played = guest.act(id, json!({ "kind": "move", "text": text })).await;
            assert_eq!(played.status, 200, "{played:?}");
        }
        assert_eq!(guest.post("/api/games", &local()).await.status, 403);
    }
    let mut fresh = Client::guest(server.address).await;
    assert_eq!(fresh.post("/api/games", &local()).await.status, 403);
    server.stop().await;
}

#[tokio::test]
async fn a_rematch_is_limited_like_any_other_game() {
    let dir = temp_dir();
    let mut config = config(&dir);
    config.limits.games_per_hour = 3;
    let server = start_with(config).await;
    let mut guest = Client::guest(server.address).await;
    let local = json!({ "game": "knights-duel", "opponent": { "kind": "local" } });
    let mut id = guest.create(&local).await["id"].clone();
    for status in [200, 200, 429] {
        let path = format!("/api/games/{}/actions", id.as_str().expect("an id"));
        let act = |kind: &str| json!({ "action": { "kind": kind } });
        assert_eq!(guest.post(&path, &act("abort")).await.status, 200);
        let rematch = guest.post(&path, &act("offer_rematch")).await;
        assert_eq!(rematch.status, status, "{}", rematch.body);
        if status == 200 {
            id = rematch.json()["rematch"]["game_id"].clone();
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn joining_games_is_limited_like_creating_them() {
    let dir = temp_dir();
    let mut config = config(&dir);
    config.limits.games_per_hour = 2;
    let server = start_with(config).await;
    let mut guest = Client::guest(server.address).await;
    for status in [200, 200, 429] {
        let mut creator = Client::guest(server.address).await;
        let id = creator.create(&offer(1)).await["id"].clone();
        let path = format!("/api/games/{}/join", id.as_str().expect("an id"));
        assert_eq!(guest.post(&path, &json!({})).await.status, status);
    }
    server.stop().await;
}
