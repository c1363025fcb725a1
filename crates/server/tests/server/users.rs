//! Guests, accounts, sessions, tokens and ratings.

use crate::common::{Client, start, temp_dir};
use serde_json::{Value, json};

fn credentials(name: &str) -> Value {
    json!({ "name": name, "password": "correct horse" })
}

async fn local_game(client: &mut Client) -> String {
    let create = json!({ "game": "sight", "size": 3, "opponent": { "kind": "local" } });
    client.create(&create).await["id"]
        .as_str()
        .expect("an id")
        .to_owned()
}

#[tokio::test]
async fn guests_keep_their_games_when_they_sign_up() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut client = Client::guest(server.address).await;
    let game = local_game(&mut client).await;
    let made = client.post("/api/me/register", &credentials("Ada")).await;
    assert_eq!((made.status, &made.json()["guest"]), (200, &json!(false)));
    let snapshot = client.get(&format!("/api/games/{game}")).await.json();
    assert_eq!(snapshot["summary"]["seats"][0]["name"], "Ada");
    assert_eq!(snapshot["your_sides"], json!(["first", "second"]));
    let taken = Client::guest(server.address)
        .await
        .post("/api/me/register", &credentials("ADA"))
        .await;
    assert_eq!(
        (taken.status, &taken.json()["code"]),
        (409, &json!("conflict"))
    );
    server.stop().await;
}

#[tokio::test]
async fn guests_keep_their_games_when_they_sign_in() {
    let dir = temp_dir();
    let server = start(&dir).await;
    Client::account(server.address, "Ada").await;
    let mut client = Client::guest(server.address).await;
    let game = local_game(&mut client).await;
    let wrong = json!({ "name": "Ada", "password": "wrong horse" });
    assert_eq!(client.post("/api/me/login", &wrong).await.status, 401);
    let mut nobody = credentials("Nobody");
    assert_eq!(client.post("/api/me/login", &nobody).await.status, 401);
    nobody["name"] = json!("ada");
    assert_eq!(client.post("/api/me/login", &nobody).await.status, 200);
    let mine = client.get("/api/me/games").await.json();
    assert_eq!(mine[0]["id"], json!(game));
    assert_eq!(mine[0]["seats"][1]["name"], "Ada");
    server.stop().await;
}

#[tokio::test]
async fn sessions_can_be_listed_and_revoked() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut here = Client::account(server.address, "Ada").await;
    let mut there = Client::guest(server.address).await;
    assert_eq!(
        there
            .post("/api/me/login", &credentials("Ada"))
            .await
            .status,
        200
    );
    let mut socket = there.socket().await;
    let sessions = here.get("/api/me/sessions").await.json();
    let sessions = sessions.as_array().expect("a list");
    assert_eq!(sessions.len(), 2);
    let other = sessions.iter().find(|session| session["current"] == false);
    let other = other.expect("another one")["id"].as_str().expect("an id");
    assert_eq!(
        here.delete(&format!("/api/me/sessions/{other}"))
            .await
            .status,
        204
    );
    // The socket of that session is closed, and its cookie no longer works.
    let closed = loop {
        if let Err(code) = socket.receive_or_close().await {
            break code;
        }
    };
    assert_eq!(closed, Some(4001));
    assert_eq!(there.get("/api/me").await.status, 401);
    // The browser was told to forget it, and continues as a guest.
    assert_eq!(there.get("/api/me").await.json()["guest"], true);
    assert_eq!(here.get("/api/me").await.json()["name"], "Ada");
    assert_eq!(here.delete("/api/me/sessions/none").await.status, 404);
    server.stop().await;
}

#[tokio::test]
async fn a_new_password_ends_other_sessions() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut here = Client::account(server.address, "Ada").await;
    let mut there = Client::guest(server.address).await;
    there.post("/api/me/login", &credentials("Ada")).await;
    let wrong = json!({ "current_password": "wrong horse", "new_password": "another horse" });
    assert_eq!(here.post("/api/me/password", &wrong).await.status, 401);
    let right = json!({ "current_password": "correct horse", "new_password": "another horse" });
    assert_eq!(here.post("/api/me/password", &right).await.status, 204);
    assert_eq!(there.get("/api/me").await.status, 401);
    assert_eq!(here.get("/api/me").await.json()["name"], "Ada");
    assert_eq!(
        there
            .post("/api/me/login", &credentials("Ada"))
            .await
            .status,
        401
    );
    let new = json!({ "name": "Ada", "password": "another horse" });
    assert_eq!(there.post("/api/me/login", &new).await.status, 200);
    server.stop().await;
}

#[tokio::test]
async fn a_program_plays_with_its_token_and_cannot_create_more_of_them() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut owner = Client::account(server.address, "Ada").await;
    let made = owner
        .post("/api/me/tokens", &json!({ "label": "bot" }))
        .await;
    assert_eq!(made.status, 201);
    let mut bot = Client {
        token: made.json()["token"].as_str().map(str::to_owned),
        ..Client::anonymous(server.address)
    };
    assert_eq!(bot.get("/api/me").await.json()["name"], "Ada");
    assert_eq!(
        bot.post("/api/me/tokens", &json!({ "label": "x" }))
            .await
            .status,
        403
    );
    let seek = json!({ "game": "sight", "opponent": { "kind": "anyone" }, "side": "first" });
    let game = bot.create(&seek).await;
    assert_eq!(game["seats"][0]["kind"], "bot");
    // Someone who asks for the same game gets the bot as opponent.
    let mut other = Client::guest(server.address).await;
    let mut same = seek.clone();
    same["side"] = json!("random");
    let joined = other.create(&same).await;
    assert_eq!(
        (&joined["id"], &joined["state"]),
        (&game["id"], &json!("running"))
    );
    let id = game["id"].as_str().expect("an id");
    let played = bot.act(id, json!({ "kind": "move", "text": "d4" })).await;
    assert_eq!(played.status, 200, "{played:?}");
    assert_eq!(played.json()["summary"]["plies"], 1);
    let tokens = owner.get("/api/me/tokens").await.json();
    let token = tokens[0]["id"].as_str().expect("an id");
    assert!(tokens[0]["last_used_at"].is_i64());
    assert_eq!(
        owner
            .delete(&format!("/api/me/tokens/{token}"))
            .await
            .status,
        204
    );
    assert_eq!(bot.get("/api/me").await.status, 401);
    server.stop().await;
}

#[tokio::test]
async fn rated_games_change_both_ratings_and_appear_on_the_profile() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut ada = Client::account(server.address, "Ada").await;
    let mut bob = Client::account(server.address, "Bob").await;
    let create = json!({
        "game": "knights-duel", "opponent": { "kind": "friend" }, "side": "first", "rated": true,
        "public": true,
        "time_control": { "kind": "clock", "base_ms": 300_000, "increment_ms": 3_000 },
    });
    let id = ada.create(&create).await["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let guest = Client::guest(server.address)
        .await
        .post(&format!("/api/games/{id}/join"), &json!({}))
        .await;
    assert_eq!(guest.status, 403, "guests have no rating: {guest:?}");
    assert_eq!(
        bob.post(&format!("/api/games/{id}/join"), &json!({}))
            .await
            .status,
        200
    );
    for (who, text) in [(&mut ada, "(2,3)"), (&mut bob, "(6,7)")] {
        let played = who.act(&id, json!({ "kind": "move", "text": text })).await;
        assert_eq!(played.status, 200, "{played:?}");
    }
    let over = bob.act(&id, json!({ "kind": "resign" })).await.json();
    let change = |side: usize| {
        let change = &over["rating_changes"][side];
        change["after"].as_i64().expect("a rating") - change["before"].as_i64().expect("a rating")
    };
    assert!(change(0) > 0 && change(1) < 0, "{}", over["rating_changes"]);
    let profile = ada.get("/api/users/ada").await.json();
    assert_eq!(profile["ratings"][0]["speed"], "blitz");
    assert_eq!(profile["ratings"][0]["games"], 1);
    assert!(profile["ratings"][0]["rating"].as_f64() > Some(1500.0));
    assert_eq!(profile["results"][0]["wins"], 1);
    let history = ada
        .get("/api/users/Ada/ratings/knights-duel/blitz")
        .await
        .json();
    assert_eq!(history["points"][0]["game_id"], json!(id));
    for (query, count) in [
        ("", 1),
        ("?result=win", 1),
        ("?result=loss", 0),
        ("?rated=false", 0),
        ("?game=sight", 0),
        ("?limit=1", 1),
    ] {
        let page = ada
            .get(&format!("/api/users/Ada/games{query}"))
            .await
            .json();
        assert_eq!(
            page["games"].as_array().map(Vec::len),
            Some(count),
            "{query}"
        );
    }
    let records = ada.get("/api/users/Ada/records").await.body;
    assert!(
        records.contains("[First \"Ada\"]") && records.contains("[Termination \"resignation\"]")
    );
    server.stop().await;
}

#[tokio::test]
async fn a_deleted_account_leaves_its_games_without_the_name() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut ada = Client::account(server.address, "Ada").await;
    let game = local_game(&mut ada).await;
    let wrong = json!({ "password": "wrong horse" });
    assert_eq!(ada.post("/api/me/delete", &wrong).await.status, 401);
    let right = json!({ "password": "correct horse" });
    assert_eq!(ada.post("/api/me/delete", &right).await.status, 204);
    assert_eq!(ada.get("/api/users/Ada").await.status, 404);
    let snapshot = ada.get(&format!("/api/games/{game}")).await.json();
    assert_eq!(snapshot["summary"]["seats"][0]["kind"], "deleted");
    assert_eq!(snapshot["summary"]["seats"][0]["name"], Value::Null);
    assert_eq!(
        ada.post("/api/me/login", &credentials("Ada")).await.status,
        401
    );
    // The name can be used again.
    let again = Client::account(server.address, "Ada")
        .await
        .get("/api/me/games")
        .await;
    assert_eq!(again.json(), json!([]));
    server.stop().await;
}
