//! Ratings: what counts, and for whom.

use crate::common::{Client, start, temp_dir};
use serde_json::{Value, json};
use std::net::SocketAddr;

fn rated() -> Value {
    json!({ "game": "knights-duel", "opponent": { "kind": "friend" }, "side": "first",
            "rated": true,
            "time_control": { "kind": "clock", "base_ms": 600_000, "increment_ms": 0 } })
}

async fn ratings(client: &mut Client, name: &str) -> Vec<Value> {
    let profile = client.get(&format!("/api/users/{name}")).await.json();
    profile["ratings"].as_array().expect("a list").clone()
}

/// The client of a program: the same account, by a token.
async fn program(owner: &mut Client) -> Client {
    let made = owner
        .post("/api/me/tokens", &json!({ "label": "bot" }))
        .await;
    assert_eq!(made.status, 201, "{made:?}");
    let mut client = Client::anonymous(owner.address);
    client.token = made.json()["token"].as_str().map(str::to_owned);
    client
}

/// An account that is marked as a program's, and its program.
async fn program_account(address: SocketAddr, name: &str) -> (Client, Client) {
    let mut owner = Client::account(address, name).await;
    let me = owner
        .post("/api/me/program", &json!({ "program": true }))
        .await;
    assert_eq!((me.status, &me.json()["program"]), (200, &json!(true)));
    let program = program(&mut owner).await;
    (owner, program)
}

/// A rated game that one creates and the other joins.
async fn rated_game(creator: &mut Client, other: &mut Client) -> String {
    let id = creator.create(&rated()).await["id"].clone();
    let id = id.as_str().expect("an id").to_owned();
    let joined = other
        .post(&format!("/api/games/{id}/join"), &json!({}))
        .await;
    assert_eq!(joined.status, 200, "{joined:?}");
    id
}

async fn play(client: &mut Client, id: &str, text: &str) {
    let action = json!({ "kind": "move", "text": text });
    let played = client.act(id, action).await;
    assert_eq!(played.status, 200, "{played:?}");
}

#[tokio::test]
async fn a_rated_game_counts_only_if_both_have_moved() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut ada = Client::account(server.address, "Ada").await;
    let mut bob = Client::account(server.address, "Bob").await;
    for moves in 0..3 {
        let id = rated_game(&mut ada, &mut bob).await;
        if moves > 0 {
            play(&mut ada, &id, "(2,3)").await;
        }
        if moves > 1 {
            play(&mut bob, &id, "(6,7)").await;
        }
        let over = bob.act(&id, json!({ "kind": "resign" })).await.json();
        let counts = moves == 2;
        let state = if counts { "ended" } else { "aborted" };
        assert_eq!(over["summary"]["state"], state, "{moves} moves");
        assert_eq!(over["rating_changes"].is_array(), counts);
        assert_eq!(ratings(&mut ada, "Ada").await.len(), usize::from(counts));
        assert_eq!(ratings(&mut ada, "Bob").await.len(), usize::from(counts));
    }
    // Agreeing on a draw before the first move is no way around it.
    let id = rated_game(&mut ada, &mut bob).await;
    for client in [&mut ada, &mut bob] {
        let offered = client.act(&id, json!({ "kind": "offer_draw" })).await;
        assert_eq!(offered.status, 200, "{offered:?}");
    }
    let game = ada.get(&format!("/api/games/{id}")).await.json();
    assert_eq!(game["summary"]["state"], "aborted");
    assert_eq!(ratings(&mut ada, "Ada").await[0]["games"], 1);
    server.stop().await;
}

#[tokio::test]
async fn a_program_cannot_play_with_a_persons_rating() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut ada = Client::account(server.address, "Ada").await;
    let mut bob = Client::account(server.address, "Bob").await;
    let mut bot = program(&mut ada).await;
    let refused = |response: crate::common::Response| {
        assert_eq!(response.status, 403, "{response:?}");
        let error = response.json();
        assert_eq!(error["message"]["key"], "server.program-needs-own-account");
    };
    refused(bot.post("/api/games", &rated()).await);
    let id = bob.create(&rated()).await["id"].clone();
    let path = format!("/api/games/{}/join", id.as_str().expect("an id"));
    refused(bot.post(&path, &json!({})).await);
    // Nor may it move in a game that the person has begun, over HTTP or over a socket.
    let id = rated_game(&mut ada, &mut bob).await;
    let mv = json!({ "kind": "move", "text": "(2,3)" });
    refused(bot.act(&id, mv.clone()).await);
    let mut socket = bot.socket().await;
    let error = socket.act(&id, "m", mv).await;
    assert_eq!(error["error"]["code"], "forbidden", "{error}");
    play(&mut ada, &id, "(2,3)").await;
    // Games that are not rated are free to play.
    let create = json!({ "game": "sight", "opponent": { "kind": "local" } });
    bot.create(&create).await;
    server.stop().await;
}

#[tokio::test]
async fn programs_have_ratings_of_their_own_and_are_shown_as_what_they_are() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut ada = Client::account(server.address, "Ada").await;
    let (mut owner, mut first) = program_account(server.address, "Deep").await;
    let (_, mut second) = program_account(server.address, "Blue").await;
    // A person and a program do not meet in a rated game.
    let id = first.create(&rated()).await["id"].clone();
    let path = format!("/api/games/{}/join", id.as_str().expect("an id"));
    let refused = ada.post(&path, &json!({})).await;
    assert_eq!(refused.status, 403, "{refused:?}");
    let key = &refused.json()["message"]["key"];
    assert_eq!(key, "server.rated-needs-equal-players");
    // Not even if the lobby brings them together.
    let mut offer = rated();
    offer["opponent"] = json!({ "kind": "anyone" });
    offer["side"] = json!("random");
    first.create(&offer).await;
    assert_eq!(ada.create(&offer).await["state"], "waiting");
    let id = rated_game(&mut first, &mut second).await;
    play(&mut first, &id, "(2,3)").await;
    play(&mut second, &id, "(6,7)").await;
    let over = second.act(&id, json!({ "kind": "resign" })).await.json();
    assert_eq!(over["summary"]["seats"][0]["kind"], "bot");
    assert!(over["rating_changes"].is_array(), "{over}");
    assert_eq!(ratings(&mut ada, "Deep").await.len(), 1);
    let profile = ada.get("/api/users/Deep").await.json();
    assert_eq!(profile["program"], true);
    // There is no way back.
    let back = owner
        .post("/api/me/program", &json!({ "program": false }))
        .await;
    assert_eq!(back.json()["message"]["key"], "server.has-played-rated");
    assert_eq!(owner.get("/api/me").await.json()["program"], true);
    // Nor can a person's rating become a program's.
    let mut bob = Client::account(server.address, "Bob").await;
    rated_game(&mut ada, &mut bob).await;
    let late = ada
        .post("/api/me/program", &json!({ "program": true }))
        .await;
    assert_eq!(late.status, 409, "{late:?}");
    server.stop().await;
}
