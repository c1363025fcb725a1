//! Wrong, hostile and careless clients: each is told, and nobody else notices.

use crate::common::{Person, Scratch, config, start};
use quintain_engine::EngineRegistry;
use quintain_server::serve;
use serde_json::json;

#[tokio::test]
async fn messages_that_are_not_understood_are_refused_one_by_one() {
    let scratch = Scratch::new();
    let server = start(&scratch).await;
    let mut socket = Person::guest(server.address).await.socket().await;
    for (text, part) in [
        ("", "EOF"),
        ("{", "EOF"),
        ("[]", "type"),
        ("null", "expected"),
        ("{\"type\":\"dance\"}", "dance"),
        ("{\"type\":\"watch\"}", "game"),
        ("{\"type\":\"watch\",\"game\":\"x\",\"extra\":1}", "extra"),
        ("{\"type\":\"watch\",\"game\":\"x\"}", "no such game"),
        (
            "{\"type\":\"act\",\"id\":\"\",\"game\":\"x\",\"action\":{\"kind\":\"resign\"}}",
            "game",
        ),
        (
            "{\"type\":\"analyse\",\"id\":\"a\",\"ask\":{\"position\":{\"game\":\"chess\"}}}",
            "chess",
        ),
        ("\u{1F600}", "expected"),
    ] {
        socket.say_text(text).await;
        let refused = socket.hear_type("refused").await;
        let message = refused["error"]["message"].as_str().expect("a message");
        assert!(message.contains(part), "{text}: {message}");
    }
    // The connection is as good as ever.
    socket.say(&json!({ "type": "ping", "id": "p" })).await;
    assert_eq!(socket.hear_type("pong").await["id"], "p");
    server.stop().await;
}

#[tokio::test]
async fn who_only_talks_nonsense_or_too_much_at_once_is_cut_off() {
    let scratch = Scratch::new();
    let server = start(&scratch).await;
    let person = Person::guest(server.address).await;
    let mut socket = person.socket().await;
    for _ in 0..60 {
        socket.say_text("nonsense").await;
    }
    let closed = loop {
        if let Err(code) = socket.hear_or_close().await {
            break code;
        }
    };
    assert_eq!(closed, Some(4000));
    let mut socket = person.socket().await;
    socket.say_text(&"x".repeat(20_000)).await;
    let closed = loop {
        if let Err(code) = socket.hear_or_close().await {
            break code;
        }
    };
    assert!(closed.is_none_or(|code| code == 1009), "{closed:?}");
    person.socket().await;
    server.stop().await;
}

#[tokio::test]
async fn other_sites_are_refused() {
    let scratch = Scratch::new();
    let server = start(&scratch).await;
    let mut person = Person::guest(server.address).await;
    let own = format!("http://{}", server.address);
    assert!(person.try_socket(&[("origin", &own)]).await.is_ok());
    for origin in ["https://evil.example", "null", "http://127.0.0.1"] {
        assert_eq!(
            person.try_socket(&[("origin", origin)]).await.err(),
            Some(403),
            "{origin}"
        );
        let create = json!({ "game": "sight", "opponent": { "kind": "device" } }).to_string();
        let headers = [("origin", origin)];
        let answer = person
            .request("POST", "/api/games", Some(&create), &headers)
            .await;
        assert_eq!(answer.json()["code"], "origin", "{origin}");
    }
    let headers = [("sec-fetch-site", "cross-site")];
    let answer = person
        .request("POST", "/api/me/logout", None, &headers)
        .await;
    assert_eq!(answer.status, 403);
    server.stop().await;
}

#[tokio::test]
async fn forged_cookies_and_tokens_are_refused() {
    let scratch = Scratch::new();
    let server = start(&scratch).await;
    let good = Person::guest(server.address).await;
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
        let mut person = Person {
            cookie: Some(forged.clone()),
            ..Person::stranger(server.address)
        };
        assert_eq!(person.try_socket(&[]).await.err(), Some(401), "{forged}");
        let answer = person.get("/api/me").await;
        assert_eq!(
            (answer.status, &answer.json()["code"]),
            (401, &json!("unauthorized"))
        );
        // The bad cookie is taken away, so that the browser is not locked out.
        assert_eq!(person.cookie, None);
    }
    for token in ["", "x", "qt_0000"] {
        let mut bot = Person {
            token: Some(token.to_owned()),
            ..Person::stranger(server.address)
        };
        assert_eq!(bot.get("/api/me").await.status, 401, "{token}");
    }
    server.stop().await;
}

#[tokio::test]
async fn limits_are_kept_and_told() {
    let scratch = Scratch::new();
    let mut config = config(&scratch);
    config.limits.games = 2;
    config.limits.connections = 2;
    config.limits.passwords = 2;
    let server = serve(EngineRegistry::standard(), config)
        .await
        .expect("starts");
    let mut person = Person::guest(server.address).await;
    let create = json!({ "game": "sight", "opponent": { "kind": "device" } });
    for status in [201, 201, 429] {
        let answer = person.post("/api/games", &create).await;
        assert_eq!(answer.status, status, "{answer:?}");
        assert_eq!(answer.header("retry-after").is_some(), status == 429);
    }
    let open = [person.socket().await, person.socket().await];
    assert_eq!(person.try_socket(&[]).await.err(), Some(429));
    drop(open);
    let guess = json!({ "name": "Ada", "password": "a wild guess" });
    let tries = [401, 401, 429];
    for status in tries {
        assert_eq!(person.post("/api/me/login", &guess).await.status, status);
    }
    server.stop().await;
}

#[tokio::test]
async fn bad_requests_are_told_what_is_wrong() {
    let scratch = Scratch::new();
    let server = start(&scratch).await;
    let mut person = Person::guest(server.address).await;
    let device = json!({ "kind": "device" });
    for (body, status, part) in [
        (json!({}), 400, "game"),
        (json!({ "game": "chess", "opponent": device }), 404, "chess"),
        (
            json!({ "game": "sight", "opponent": { "kind": "cat" } }),
            400,
            "cat",
        ),
        (
            json!({ "game": "sight", "opponent": device, "size": 4 }),
            400,
            "size 4",
        ),
        (
            json!({ "game": "sight", "opponent": device, "start": "x" }),
            422,
            "position",
        ),
        (
            json!({ "game": "sight", "opponent": { "kind": "engine", "level": 9 } }),
            400,
            "9",
        ),
        (
            json!({ "game": "sight", "opponent": device, "rated": true }),
            400,
            "rated",
        ),
        (
            json!({ "game": "sight", "opponent": device, "colour": "red" }),
            400,
            "colour",
        ),
        (
            json!({ "game": "sight", "opponent": device,
                    "clock": { "kind": "real_time", "seconds": 0, "increment": 0 } }),
            400,
            "seconds",
        ),
    ] {
        let answer = person.post("/api/games", &body).await;
        let message = answer.json()["message"]
            .as_str()
            .expect("a message")
            .to_owned();
        assert_eq!(answer.status, status, "{body}: {message}");
        assert!(message.contains(part), "{body}: {message}");
    }
    let huge = format!("{{\"text\":\"{}\"}}", "x".repeat(600_000));
    let answer = person
        .request("POST", "/api/rules/records/read", Some(&huge), &[])
        .await;
    assert_eq!(answer.json()["code"], "too_large");
    assert_eq!(person.get("/api/nothing").await.json()["code"], "not_found");
    assert_eq!(person.delete("/api/games").await.status, 405);
    for name in ["x", "1abc", "has space", "way-too-long-for-a-name-here", ""] {
        let body = json!({ "name": name, "password": "correct horse" });
        assert_eq!(
            person.post("/api/me/register", &body).await.status,
            400,
            "{name}"
        );
    }
    server.stop().await;
}
