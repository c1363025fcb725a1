//! What one game, one user and one address may use.

use crate::common::{Client, Response, Socket, config, temp_dir};
use crate::play::{by_link, seated};
use quintain_engine::EngineRegistry;
use quintain_server::{Config, Limits, RunningServer, serve};
use quintain_table::TableLimits;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tempfile::TempDir;

async fn start_with(dir: &TempDir, change: impl FnOnce(&mut Config)) -> RunningServer {
    let mut config = config(dir);
    change(&mut config);
    let server = serve(EngineRegistry::standard(), config).await;
    server.expect("the server starts")
}

/// Acts for a side of a local game.
async fn act_for(client: &mut Client, game: &str, side: &str, action: Value) -> Response {
    let request = json!({ "side": side, "action": action });
    let path = format!("/api/games/{game}/actions");
    client.post(&path, &request).await
}

fn key(response: &Response) -> (u16, Value) {
    (response.status, response.json()["message"]["key"].clone())
}

#[tokio::test]
async fn two_guests_cannot_make_a_game_grow_forever() {
    let dir = temp_dir();
    let limits = TableLimits {
        entries: 12,
        takebacks_per_ply: 2,
        ..TableLimits::HOSTED
    };
    let server = start_with(&dir, |config| config.game_limits = limits).await;
    let mut client = Client::guest(server.address).await;
    let create = json!({ "game": "knights-duel", "opponent": { "kind": "local" } });
    let id = client.create(&create).await["id"].clone();
    let id = id.as_str().expect("an id").to_owned();
    let play = |text: &str| json!({ "kind": "move", "text": text });
    let takeback = json!({ "kind": "takeback" });
    for _ in 0..2 {
        let played = act_for(&mut client, &id, "first", play("(2,3)")).await;
        assert_eq!(played.status, 200, "{played:?}");
        let back = act_for(&mut client, &id, "first", takeback.clone()).await;
        assert_eq!(back.status, 200, "{back:?}");
    }
    let played = act_for(&mut client, &id, "first", play("(2,3)")).await;
    assert_eq!(played.json()["seq"], 5);
    let back = act_for(&mut client, &id, "first", takeback).await;
    assert_eq!(key(&back), (409, json!("table.too-many-takebacks-here")));
    // A game that holds all that it may is a draw.
    let mut snapshot = played.json();
    while snapshot["summary"]["state"] == "running" {
        assert!(snapshot["seq"].as_u64() < Some(12), "{snapshot}");
        let text = snapshot["view"]["moves"][0]["text"].as_str();
        let next = client.act(&id, play(text.expect("a legal move"))).await;
        assert_eq!(next.status, 200, "{next:?}");
        snapshot = next.json();
    }
    assert_eq!(snapshot["seq"], 13);
    assert_eq!(snapshot["summary"]["outcome"]["reason"], "adjudication");
    assert_eq!(snapshot["summary"]["outcome"]["winner"], Value::Null);
    server.stop().await;
}

fn against_engine() -> Value {
    json!({ "game": "sight", "opponent": { "kind": "engine", "level": 1 }, "side": "first" })
}

#[tokio::test]
async fn fresh_guests_cannot_have_more_engine_games_than_their_address() {
    let dir = temp_dir();
    let server = start_with(&dir, |config| config.limits.engine_games = 3).await;
    let mut guests = Vec::new();
    for _ in 0..3 {
        let mut guest = Client::guest(server.address).await;
        let id = guest.create(&against_engine()).await["id"].clone();
        guests.push((guest, id.as_str().expect("an id").to_owned()));
    }
    let mut fresh = Client::guest(server.address).await;
    let refused = fresh.post("/api/games", &against_engine()).await;
    assert_eq!(key(&refused), (409, json!("server.too-many-engine-games")));
    // Games between people are not limited by this.
    fresh.create(&by_link("sight")).await;
    // When one ends, there is room for another one.
    let (guest, id) = &mut guests[0];
    let resigned = guest.act(id, json!({ "kind": "resign" })).await;
    assert_eq!(resigned.status, 200, "{resigned:?}");
    fresh.create(&against_engine()).await;
    // A rematch is a game like any other.
    let rematch = guest.act(id, json!({ "kind": "offer_rematch" })).await;
    assert_eq!(key(&rematch), (409, json!("server.too-many-engine-games")));
    let (other, other_id) = &mut guests[1];
    let resigned = other.act(other_id, json!({ "kind": "resign" })).await;
    assert_eq!(resigned.status, 200, "{resigned:?}");
    let (guest, id) = &mut guests[0];
    let rematch = guest.act(id, json!({ "kind": "offer_rematch" })).await;
    assert_eq!(rematch.status, 200, "{rematch:?}");
    let refused = fresh.post("/api/games", &against_engine()).await;
    assert_eq!(refused.status, 409);
    server.stop().await;
}

#[tokio::test]
async fn an_address_that_has_used_up_its_share_takes_nothing_from_others() {
    let dir = temp_dir();
    let server = start_with(&dir, |config| {
        config.behind_proxy = true;
        config.limits.engine_games = 1;
        config.limits.games_per_hour = 1;
    })
    .await;
    let create = against_engine().to_string();
    let mut statuses = Vec::new();
    for address in [
        "192.0.2.1",
        "192.0.2.1",
        "192.0.2.2",
        "2001:db8::1",
        "2001:db8::2",
    ] {
        let mut guest = Client::guest(server.address).await;
        let headers = [("x-forwarded-for", address)];
        let made = guest.request("POST", "/api/games", Some(&create), &headers);
        statuses.push(made.await.status);
    }
    // The addresses of one IPv6 network count as one.
    assert_eq!(statuses, [201, 409, 201, 201, 409]);
    server.stop().await;
}

#[tokio::test]
async fn fresh_guests_cannot_create_games_without_end() {
    let dir = temp_dir();
    let server = start_with(&dir, |config| config.limits.games_per_hour = 2).await;
    let create = json!({ "game": "sight", "opponent": { "kind": "local" } });
    for _ in 0..5 {
        let mut guest = Client::guest(server.address).await;
        for _ in 0..2 {
            guest.create(&create).await;
        }
    }
    let mut fresh = Client::guest(server.address).await;
    let refused = fresh.post("/api/games", &create).await;
    assert_eq!(key(&refused), (429, json!("server.rate-limited")));
    server.stop().await;
}

#[tokio::test]
async fn an_address_cannot_make_accounts_without_end_though_a_class_can_sign_up_at_once() {
    let dir = temp_dir();
    let server = start_with(&dir, |config| {
        config.behind_proxy = true;
        config.limits.passwords_per_minute = Limits::default().passwords_per_minute;
    })
    .await;
    let started = Instant::now();
    let sign_up = async |number: usize, address: &str| {
        let mut guest = Client::guest(server.address).await;
        let body = json!({ "name": format!("Pupil-{number}"), "password": "correct horse" });
        let headers = [("x-forwarded-for", address)];
        let path = "/api/me/register";
        let body = body.to_string();
        guest.request("POST", path, Some(&body), &headers).await
    };
    let mut made = 0;
    let refused = loop {
        let response = sign_up(made, "192.0.2.1").await;
        match response.status {
            200 => made += 1,
            _ => break response,
        }
    };
    // What a slow machine has earned in the meantime is added to the burst.
    let earned = usize::try_from(started.elapsed().as_secs() / 180).expect("a few");
    assert!((60..=60 + earned).contains(&made), "{made} accounts");
    assert_eq!(key(&refused), (429, json!("server.rate-limited")));
    // Another one is admitted when a twentieth of an hour has passed since the last.
    let wait = refused.header("retry-after").expect("a time");
    let wait: u64 = wait.parse().expect("seconds");
    assert!(wait > 60 && wait <= 181, "{wait} seconds");
    // That is no reason to keep anyone else from signing up, or from signing in.
    assert_eq!(sign_up(made, "192.0.2.2").await.status, 200);
    let mut pupil = Client::guest(server.address).await;
    let body = json!({ "name": "Pupil-0", "password": "correct horse" }).to_string();
    let headers = [("x-forwarded-for", "192.0.2.1")];
    let path = "/api/me/login";
    loop {
        let login = pupil.request("POST", path, Some(&body), &headers).await;
        if login.status == 200 {
            break;
        }
        let wait = login.header("retry-after").expect("a time");
        assert!(wait == "1" || wait == "2", "{login:?}");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    server.stop().await;
}

/// Starts a long analysis. Returns the first message about it: a result or an error.
async fn analyse(socket: &mut Socket) -> Value {
    let start = json!({ "type": "start_analysis", "request_id": "a", "request": {
        "position": { "game": "animal-chess" }, "time_ms": 60_000 } });
    socket.send(&start).await;
    loop {
        let message = socket.receive().await;
        if message["type"] == "analysis" || message["type"] == "error" {
            return message;
        }
    }
}

/// Ends the analysis of a socket, and waits until that is done.
async fn stop_analysis(socket: &mut Socket) {
    socket.send(&json!({ "type": "stop_analysis" })).await;
    socket
        .send(&json!({ "type": "ping", "request_id": "p" }))
        .await;
    socket.receive_type("pong").await;
}

#[tokio::test]
async fn users_and_addresses_have_shares_of_the_analyses() {
    let dir = temp_dir();
    let server = start_with(&dir, |config| {
        config.limits.analyses_per_user = 2;
        config.limits.analyses_per_address = 3;
    })
    .await;
    let client = Client::guest(server.address).await;
    let mut sockets = [
        client.socket().await,
        client.socket().await,
        client.socket().await,
    ];
    assert_eq!(analyse(&mut sockets[0]).await["type"], "analysis");
    assert_eq!(analyse(&mut sockets[1]).await["type"], "analysis");
    let refused = analyse(&mut sockets[2]).await["error"].take();
    assert_eq!(refused["message"]["key"], "server.too-many-analyses");
    assert_eq!(refused["code"], "conflict");
    // Becoming another guest helps only as far as the address has analyses left.
    let mut others = [
        Client::guest(server.address).await.socket().await,
        Client::guest(server.address).await.socket().await,
    ];
    assert_eq!(analyse(&mut others[0]).await["type"], "analysis");
    let refused = analyse(&mut others[1]).await["error"].take();
    assert_eq!(
        refused["message"]["key"],
        "server.too-many-analyses-of-address"
    );
    // A new analysis replaces the one of the same connection.
    assert_eq!(analyse(&mut sockets[0]).await["type"], "analysis");
    // One that is stopped or whose client has gone makes room.
    stop_analysis(&mut sockets[1]).await;
    assert_eq!(analyse(&mut sockets[2]).await["type"], "analysis");
    server.stop().await;
}

#[tokio::test]
async fn the_engine_moves_while_analyses_keep_it_busy() {
    let dir = temp_dir();
    let server = start_with(&dir, |_| {}).await;
    let mut busy = Vec::new();
    for _ in 0..3 {
        let mut socket = Client::guest(server.address).await.socket().await;
        assert_eq!(analyse(&mut socket).await["type"], "analysis");
        busy.push(socket);
    }
    let mut client = Client::guest(server.address).await;
    let id = client.create(&against_engine()).await["id"].clone();
    let id = id.as_str().expect("an id");
    let mut socket = client.socket().await;
    let snapshot = socket.watch(id).await;
    let text = snapshot["view"]["moves"][0]["text"].as_str();
    let played = socket.play(id, text.expect("a legal move")).await;
    assert_eq!(played["type"], "ack");
    loop {
        let update = socket.receive_type("update").await;
        if update["update"]["seq"] == 2 {
            assert_eq!(update["update"]["event"]["kind"], "step");
            break;
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn every_spectator_gets_everything_once_and_in_order() {
    let dir = temp_dir();
    let server = start_with(&dir, |_| {}).await;
    let (id, mut players, _) = seated(server.address, &by_link("knights-duel")).await;
    let mut spectators = Vec::new();
    for _ in 0..150 {
        let mut socket = Client::guest(server.address).await.socket().await;
        socket.watch(&id).await;
        spectators.push(socket);
    }
    let mut count = 0;
    for round in 0..4 {
        for kind in ["offer_draw", "decline_draw"] {
            let request_id = format!("{kind}-{round}");
            let done = players[0].act(&id, &request_id, json!({ "kind": kind }));
            assert_eq!(done.await["type"], "ack");
            count += 1;
        }
    }
    for spectator in &mut spectators {
        for seq in 1..=count {
            let update = spectator.receive_type("update").await;
            assert_eq!(update["update"]["seq"], seq);
        }
    }
    server.stop().await;
}
