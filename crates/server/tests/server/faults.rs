//! Broken, hostile and careless clients: each gets an error, and nobody else notices.

use crate::common::{Client, config, start, start_on_file, temp_dir};
use crate::storage::overwrite_table;
use quintain_engine::EngineRegistry;
use quintain_server::serve;
use serde_json::json;

#[tokio::test]
async fn invalid_messages_are_rejected_one_by_one() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut socket = Client::guest(server.address).await.socket().await;
    for (text, part) in [
        ("", "ends too early"),
        ("{", "ends too early"),
        ("[]", "type"),
        ("null", "expected"),
        ("{\"type\":\"dance\"}", "dance"),
        ("{\"type\":\"watch\"}", "game"),
        (
            "{\"type\":\"watch\",\"game_id\":\"x\",\"extra\":1}",
            "extra",
        ),
        ("{\"type\":\"watch\",\"game_id\":\"x\"}", "no such game"),
        (
            "{\"type\":\"act\",\"request_id\":\"\",\"game_id\":\"x\",\"action\":{\"kind\":\"resign\"}}",
            "game",
        ),
        (
            "{\"type\":\"start_analysis\",\"request_id\":\"a\",\"request\":{\"position\":{\"game\":\"chess\"}}}",
            "chess",
        ),
        ("\u{1F600}", "not JSON"),
    ] {
        socket.send_text(text).await;
        let rejected = socket.receive_type("error").await;
        let message = rejected["error"]["message"]["text"]
            .as_str()
            .expect("a message");
        assert!(message.contains(part), "{text}: {message}");
    }
    // The connection still works.
    socket
        .send(&json!({ "type": "ping", "request_id": "p" }))
        .await;
    assert_eq!(socket.receive_type("pong").await["request_id"], "p");
    server.stop().await;
}

#[tokio::test]
async fn a_client_that_sends_only_nonsense_or_huge_messages_is_disconnected() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let client = Client::guest(server.address).await;
    let mut socket = client.socket().await;
    for _ in 0..60 {
        socket.send_text("nonsense").await;
    }
    let closed = loop {
        if let Err(code) = socket.receive_or_close().await {
            break code;
        }
    };
    assert_eq!(closed, Some(4000));
    let mut socket = client.socket().await;
    socket.send_text(&"x".repeat(20_000)).await;
    let closed = loop {
        if let Err(code) = socket.receive_or_close().await {
            break code;
        }
    };
    assert!(closed.is_none_or(|code| code == 1009), "{closed:?}");
    client.socket().await;
    server.stop().await;
}

#[tokio::test]
async fn a_socket_whose_user_cannot_be_looked_up_is_asked_to_come_back_and_not_signed_out() {
    let dir = temp_dir();
    let server = start_on_file(&dir).await;
    Client::account(server.address, "Ada").await;
    server.stop().await;
    // The index by which a user is looked up.
    overwrite_table(&dir, "sqlite_autoindex_users_1").await;
    let server = start_on_file(&dir).await;
    let newcomer = Client::anonymous(server.address);
    let mut socket = newcomer.try_socket(&[]).await.expect("it opens");
    let closing = socket.receive_or_close().await.expect("a message");
    assert_eq!(
        (&closing["type"], &closing["reason"]),
        (&json!("closing"), &json!("unavailable")),
        "{closing}"
    );
    assert!(
        closing["retry_after_ms"].as_u64() > Some(0),
        "when: {closing}"
    );
    assert_eq!(socket.receive_or_close().await, Err(Some(1013)));
    server.stop().await;
}

#[tokio::test]
async fn requests_from_other_sites_are_rejected() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut client = Client::guest(server.address).await;
    let own = format!("http://{}", server.address);
    assert!(client.try_socket(&[("origin", &own)]).await.is_ok());
    for origin in ["https://evil.example", "null", "http://127.0.0.1"] {
        assert_eq!(
            client.try_socket(&[("origin", origin)]).await.err(),
            Some(403),
            "{origin}"
        );
        let create = json!({ "game": "sight", "opponent": { "kind": "local" } }).to_string();
        let headers = [("origin", origin)];
        let response = client
            .request("POST", "/api/games", Some(&create), &headers)
            .await;
        assert_eq!(response.json()["code"], "cross_origin", "{origin}");
    }
    let headers = [("sec-fetch-site", "cross-site")];
    let response = client
        .request("POST", "/api/me/logout", None, &headers)
        .await;
    assert_eq!(response.status, 403);
    server.stop().await;
}

#[tokio::test]
async fn forged_cookies_and_tokens_are_rejected() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let good = Client::guest(server.address).await;
    let cookie = good.cookie.clone().expect("a cookie");
    let (start_of, last) = cookie.split_at(cookie.len() - 1);
    let other = if last == "0" { "1" } else { "0" };
    for forged in [
        format!("{start_of}{other}"),
        "quintain=g.someone.".to_owned(),
        "quintain=g.someone.00".to_owned(),
        "quintain=s.0000".to_owned(),
        "quintain=nonsense".to_owned(),
    ] {
        let mut client = Client {
            cookie: Some(forged.clone()),
            ..Client::anonymous(server.address)
        };
        assert_eq!(client.try_socket(&[]).await.err(), Some(401), "{forged}");
        let response = client.get("/api/me").await;
        assert_eq!(
            (response.status, &response.json()["code"]),
            (401, &json!("unauthorized"))
        );
        // The bad cookie is removed, so that the browser is not locked out.
        assert_eq!(client.cookie, None);
    }
    for token in ["", "x", "qt_0000"] {
        let mut bot = Client {
            token: Some(token.to_owned()),
            ..Client::anonymous(server.address)
        };
        assert_eq!(bot.get("/api/me").await.status, 401, "{token}");
    }
    server.stop().await;
}

#[tokio::test]
async fn limits_are_enforced_and_say_when_to_retry() {
    let dir = temp_dir();
    let mut config = config(&dir);
    config.limits.games_per_hour = 2;
    config.limits.connections = 2;
    config.limits.passwords_per_minute = 2;
    let server = serve(EngineRegistry::standard(), config)
        .await
        .expect("starts");
    let mut client = Client::guest(server.address).await;
    let create = json!({ "game": "sight", "opponent": { "kind": "local" } });
    for status in [201, 201, 429] {
        let response = client.post("/api/games", &create).await;
        assert_eq!(response.status, status, "{response:?}");
        assert_eq!(response.header("retry-after").is_some(), status == 429);
    }
    let open = [client.socket().await, client.socket().await];
    assert_eq!(client.try_socket(&[]).await.err(), Some(429));
    drop(open);
    // Half of them at once for one account.
    for (name, status) in [("Ada", 401), ("Ada", 429), ("Bob", 401), ("Eve", 429)] {
        let guess = json!({ "name": name, "password": "a wild guess" });
        assert_eq!(client.post("/api/me/login", &guess).await.status, status);
    }
    server.stop().await;
}

#[tokio::test]
async fn bad_requests_get_a_reason() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut client = Client::guest(server.address).await;
    let local = json!({ "kind": "local" });
    for (body, status, part) in [
        (json!({}), 400, "game"),
        (json!({ "game": "chess", "opponent": local }), 404, "chess"),
        (
            json!({ "game": "sight", "opponent": { "kind": "cat" } }),
            400,
            "cat",
        ),
        (
            json!({ "game": "sight", "opponent": local, "size": 4 }),
            400,
            "size 4",
        ),
        (
            json!({ "game": "sight", "opponent": local, "start": "x" }),
            422,
            "position",
        ),
        (
            json!({ "game": "sight", "opponent": { "kind": "engine", "level": 9 } }),
            400,
            "9",
        ),
        (
            json!({ "game": "sight", "opponent": local, "rated": true }),
            400,
            "rated",
        ),
        (
            json!({ "game": "sight", "opponent": local, "colour": "red" }),
            400,
            "colour",
        ),
        (
            json!({ "game": "sight", "opponent": local,
                    "time_control": { "kind": "clock", "base_ms": 0, "increment_ms": 0 } }),
            400,
            "base_ms",
        ),
    ] {
        let response = client.post("/api/games", &body).await;
        let message = response.json()["message"]["text"]
            .as_str()
            .expect("a message")
            .to_owned();
        assert_eq!(response.status, status, "{body}: {message}");
        assert!(message.contains(part), "{body}: {message}");
    }
    for (query, message) in [
        (
            "limit=many",
            "in \"limit\": expected a whole number that is not negative",
        ),
        (
            "limit=-1",
            "in \"limit\": expected a whole number that is not negative",
        ),
        ("rated=maybe", "in \"rated\": expected true or false"),
        (
            "result=luck",
            "in \"result\": there is no \"luck\"; it can be win, loss or draw",
        ),
        (
            "colour=red",
            "there is no field \"colour\"; there are game, ",
        ),
    ] {
        let response = client.get(&format!("/api/users/Ada/games?{query}")).await;
        let text = response.json()["message"]["text"].take();
        assert_eq!(response.status, 400, "{query}");
        assert!(
            text.as_str().is_some_and(|text| text.contains(message)),
            "{query}: {text}"
        );
    }
    let huge = format!("{{\"text\":\"{}\"}}", "x".repeat(600_000));
    let response = client
        .request("POST", "/api/rules/records/parse", Some(&huge), &[])
        .await;
    assert_eq!(response.json()["code"], "payload_too_large");
    assert_eq!(client.get("/api/nothing").await.json()["code"], "not_found");
    assert_eq!(client.delete("/api/games").await.status, 405);
    for name in ["x", "1abc", "has space", "way-too-long-for-a-name-here", ""] {
        let body = json!({ "name": name, "password": "correct horse" });
        assert_eq!(
            client.post("/api/me/register", &body).await.status,
            400,
            "{name}"
        );
    }
    server.stop().await;
}
