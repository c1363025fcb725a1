//! Sessions, tokens and passwords against those who should not have them.

use crate::common::{Client, Socket, config, start, start_on_file, temp_dir};
use crate::wait::{eventually, in_time};
use quintain_engine::EngineRegistry;
use quintain_server::{Limits, serve};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::TcpStream;

fn credentials(name: &str, password: &str) -> Value {
    json!({ "name": name, "password": password })
}

/// Signs in from another browser.
async fn sign_in(address: SocketAddr, name: &str, password: &str) -> (u16, Client) {
    let mut client = Client::guest(address).await;
    let login = client
        .post("/api/me/login", &credentials(name, password))
        .await;
    (login.status, client)
}

/// A program with a new token.
async fn bot_of(owner: &mut Client) -> (Client, String) {
    let made = owner
        .post("/api/me/tokens", &json!({ "label": "bot" }))
        .await;
    assert_eq!(made.status, 201, "{made:?}");
    let made = made.json();
    let bot = Client {
        token: made["token"].as_str().map(str::to_owned),
        ..Client::anonymous(owner.address)
    };
    let id = made["info"]["id"].as_str().expect("an id").to_owned();
    (bot, id)
}

/// The code with which the server closes a socket.
async fn close_code(socket: &mut Socket) -> Option<u16> {
    loop {
        if let Err(code) = socket.receive_or_close().await {
            return code;
        }
    }
}

/// Opens a stream and reads the head of the response.
async fn stream(client: &Client, path: &str) -> Lines<BufReader<TcpStream>> {
    let mut connection = TcpStream::connect(client.address).await.expect("connected");
    let token = client.token.as_deref().expect("a token");
    let request =
        format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\r\n");
    connection
        .write_all(request.as_bytes())
        .await
        .expect("sent");
    let mut lines = BufReader::new(connection).lines();
    let status = lines.next_line().await.expect("read").expect("a status");
    assert!(status.contains("200"), "{status}");
    lines
}

/// Reads a stream to its end.
async fn read_to_end(mut lines: Lines<BufReader<TcpStream>>) {
    let end = async { while let Ok(Some(_)) = lines.next_line().await {} };
    in_time("the end of the stream", end).await;
}

#[tokio::test]
async fn a_socket_from_before_registration_does_not_act_for_the_account() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut client = Client::guest(server.address).await;
    let guest = client.clone();
    let mut socket = guest.socket().await;
    let body = credentials("Ada", "correct horse");
    assert_eq!(client.post("/api/me/register", &body).await.status, 200);
    assert_eq!(close_code(&mut socket).await, Some(4001));
    // The guest's cookie opens nothing anymore.
    assert_eq!(guest.clone().get("/api/me").await.status, 401);
    assert_eq!(guest.try_socket(&[]).await.err(), Some(401));
    // Someone who signs in takes their guest's games along, and the guest's socket ends.
    let mut other = Client::guest(server.address).await;
    let mut socket = other.socket().await;
    assert_eq!(other.post("/api/me/login", &body).await.status, 200);
    assert_eq!(close_code(&mut socket).await, Some(4001));
    server.stop().await;
}

#[tokio::test]
async fn a_new_password_revokes_tokens_and_cuts_every_other_connection() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let address = server.address;
    let mut here = Client::account(address, "Ada").await;
    let (status, there) = sign_in(address, "Ada", "correct horse").await;
    assert_eq!(status, 200);
    let (mut bot, _) = bot_of(&mut here).await;
    let mut sockets = [there.socket().await, bot.socket().await];
    let mut mine = here.socket().await;
    let games = stream(&bot, "/api/me/stream").await;
    let change = json!({ "current_password": "correct horse", "new_password": "another horse" });
    assert_eq!(here.post("/api/me/password", &change).await.status, 204);
    for socket in &mut sockets {
        assert_eq!(close_code(socket).await, Some(4001));
    }
    read_to_end(games).await;
    assert_eq!(bot.get("/api/me").await.status, 401);
    assert_eq!(here.get("/api/me/tokens").await.json(), json!([]));
    // The session in which it was changed continues.
    mine.send(&json!({ "type": "ping", "request_id": "p" }))
        .await;
    assert_eq!(mine.receive_type("pong").await["request_id"], "p");
    server.stop().await;
}

#[tokio::test]
async fn a_revoked_token_receives_nothing_more() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut owner = Client::account(server.address, "Ada").await;
    let create = json!({ "game": "sight", "size": 3, "opponent": { "kind": "local" } });
    let game = owner.create(&create).await["id"].clone();
    let game = game.as_str().expect("an id");
    let (bot, id) = bot_of(&mut owner).await;
    let mut socket = bot.socket().await;
    let streams = [
        stream(&bot, "/api/me/stream").await,
        stream(&bot, &format!("/api/games/{game}/stream")).await,
    ];
    let revoke = owner.delete(&format!("/api/me/tokens/{id}")).await;
    assert_eq!(revoke.status, 204);
    assert_eq!(close_code(&mut socket).await, Some(4001));
    for stream in streams {
        read_to_end(stream).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn guessing_does_not_lock_the_owner_out() {
    let dir = temp_dir();
    let mut config = config(&dir);
    config.behind_proxy = true;
    config.limits.passwords_per_minute = Limits::default().passwords_per_minute;
    let server = serve(EngineRegistry::standard(), config)
        .await
        .expect("starts");
    let mut ada = Client::account(server.address, "Ada").await;
    let login = |password: &str| credentials("Ada", password).to_string();
    let from = |address: &'static str| [("x-forwarded-for", address)];
    let mut guesser = Client::guest(server.address).await;
    let mut limited = 0;
    for guess in 0..30 {
        let body = login(&format!("wrong horse {guess}"));
        let headers = from("192.0.2.7");
        let path = "/api/me/login";
        let response = guesser.request("POST", path, Some(&body), &headers).await;
        match response.status {
            401 => {}
            429 => limited += 1,
            other => panic!("status {other}"),
        }
        assert_eq!(
            response.header("retry-after").is_some(),
            response.status == 429
        );
    }
    assert_eq!(limited, 25, "five guesses are admitted");
    // The owner signs in from elsewhere, and changes the password in an open session.
    let body = login("correct horse");
    let mut elsewhere = Client::guest(server.address).await;
    let headers = from("198.51.100.1");
    let path = "/api/me/login";
    let response = elsewhere.request("POST", path, Some(&body), &headers).await;
    assert_eq!(response.status, 200, "{response:?}");
    let change = json!({ "current_password": "correct horse", "new_password": "another horse" });
    let headers = from("192.0.2.7");
    let change = change.to_string();
    let path = "/api/me/password";
    let response = ada.request("POST", path, Some(&change), &headers).await;
    assert_eq!(response.status, 204, "{response:?}");
    server.stop().await;
}

#[tokio::test]
async fn the_limit_of_tokens_holds_for_requests_at_the_same_time() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut owner = Client::account(server.address, "Ada").await;
    let requests: Vec<_> = (0..40)
        .map(|number| {
            let mut owner = owner.clone();
            tokio::spawn(async move {
                let body = json!({ "label": format!("bot {number}") });
                owner.post("/api/me/tokens", &body).await.status
            })
        })
        .collect();
    let mut statuses = Vec::new();
    for request in requests {
        statuses.push(request.await.expect("no panic"));
    }
    let count = |status| statuses.iter().filter(|found| **found == status).count();
    assert_eq!((count(201), count(409)), (20, 20), "{statuses:?}");
    let tokens = owner.get("/api/me/tokens").await.json();
    assert_eq!(tokens.as_array().map(Vec::len), Some(20));
    server.stop().await;
}

#[tokio::test]
async fn an_expired_session_signs_nobody_in() {
    let dir = temp_dir();
    let mut config = config(&dir);
    config.session_lifetime.max_age = Duration::ZERO;
    let server = serve(EngineRegistry::standard(), config)
        .await
        .expect("starts");
    let mut ada = Client::account(server.address, "Ada").await;
    // It is valid within the millisecond in which it began.
    eventually("the session has expired", async || {
        assert!(ada.cookie.is_some());
        ada.get("/api/me").await.status != 200
    })
    .await;
    assert_eq!(ada.get("/api/me").await.json()["guest"], true);
    server.stop().await;
}

#[tokio::test]
async fn an_expired_session_takes_its_socket_with_it() {
    let dir = temp_dir();
    let mut config = config(&dir);
    config.session_lifetime.max_age = Duration::from_secs(3);
    let server = serve(EngineRegistry::standard(), config)
        .await
        .expect("starts");
    Client::account(server.address, "Ada").await;
    // On a busy machine, a session may end before there is a socket.
    let mut socket = loop {
        let (status, client) = sign_in(server.address, "Ada", "correct horse").await;
        assert_eq!(status, 200);
        if let Ok(socket) = client.try_socket(&[]).await {
            break socket;
        }
    };
    assert_eq!(close_code(&mut socket).await, Some(4001));
    server.stop().await;
}

#[tokio::test]
async fn a_deleted_account_does_not_come_back_and_its_name_is_nowhere() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let address = server.address;
    let mut ada = Client::guest(address).await;
    let guest = ada.clone();
    let body = credentials("Ada", "correct horse");
    assert_eq!(ada.post("/api/me/register", &body).await.status, 200);
    let (bot, _) = bot_of(&mut ada).await;
    let mut bob = Client::account(address, "Bob").await;
    let create = json!({ "game": "knights-duel", "opponent": { "kind": "friend" },
                         "side": "first", "public": true });
    let id = ada.create(&create).await["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let joined = bob.post(&format!("/api/games/{id}/join"), &json!({})).await;
    assert_eq!(joined.status, 200, "{joined:?}");
    // The game is over, but someone still looks at it.
    let mut watching = Client::guest(address).await.socket().await;
    watching.watch(&id).await;
    for (who, text) in [(&mut ada, "(2,3)"), (&mut bob, "(6,7)")] {
        let done = who.act(&id, json!({ "kind": "move", "text": text })).await;
        assert_eq!(done.status, 200, "{done:?}");
    }
    let done = bob.act(&id, json!({ "kind": "resign" })).await;
    assert_eq!(done.status, 200, "{done:?}");
    let seek = json!({ "game": "sight", "opponent": { "kind": "anyone" } });
    let seek = ada.create(&seek).await["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let old = ada.clone();
    let mut socket = ada.socket().await;
    let delete = json!({ "password": "correct horse" });
    assert_eq!(ada.post("/api/me/delete", &delete).await.status, 204);
    assert_eq!(close_code(&mut socket).await, Some(4001));
    for mut revived in [guest, old, bot] {
        assert_eq!(revived.try_socket(&[]).await.err(), Some(401));
        assert_eq!(revived.get("/api/me").await.status, 401);
    }
    let mut anyone = Client::guest(address).await;
    for path in [
        format!("/api/games/{id}"),
        format!("/api/games/{id}/record"),
        "/api/users/Bob/games".to_owned(),
        "/api/users/Bob/records".to_owned(),
        format!("/api/games/{seek}"),
        "/api/lobby".to_owned(),
    ] {
        let response = anyone.get(&path).await;
        assert_eq!(response.status, 200, "{path}");
        assert!(!response.body.contains("Ada"), "{path}: {}", response.body);
    }
    let snapshot = watching.watch(&id).await;
    assert_eq!(snapshot["summary"]["seats"][0]["kind"], "deleted");
    // What the account offered is withdrawn.
    let seek = anyone.get(&format!("/api/games/{seek}")).await.json();
    assert_eq!(seek["summary"]["state"], "aborted");
    server.stop().await;
}

#[tokio::test]
async fn an_unlisted_game_stays_unlisted_when_it_ends() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut ada = Client::account(server.address, "Ada").await;
    let mut bob = Client::account(server.address, "Bob").await;
    let create = json!({
        "game": "knights-duel", "opponent": { "kind": "friend" }, "side": "first", "rated": true,
        "time_control": { "kind": "clock", "base_ms": 300_000, "increment_ms": 3_000 },
    });
    let id = ada.create(&create).await["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    bob.post(&format!("/api/games/{id}/join"), &json!({})).await;
    for (who, text) in [(&mut ada, "(2,3)"), (&mut bob, "(6,7)")] {
        let played = who.act(&id, json!({ "kind": "move", "text": text })).await;
        assert_eq!(played.status, 200, "{played:?}");
    }
    bob.act(&id, json!({ "kind": "resign" })).await;
    let mut stranger = Client::anonymous(server.address);
    for path in [
        "/api/users/Ada/games",
        "/api/users/Ada/records",
        "/api/users/Ada/ratings/knights-duel/blitz",
        "/api/lobby",
    ] {
        let response = stranger.get(path).await;
        assert_eq!(response.status, 200, "{path}");
        assert!(!response.body.contains(&id), "{path}: {}", response.body);
        assert!(
            !response.body.contains("(2,3)"),
            "{path}: {}",
            response.body
        );
    }
    // Nor is it counted: whoever knows the other games could tell that there is one more.
    let profile = stranger.get("/api/users/Ada").await.json();
    assert_eq!(profile["results"], json!([]));
    let own = ada.get("/api/users/Ada").await.json();
    assert_eq!(own["results"][0]["wins"], 1);
    // Clients that only read get no cookie; the players see their own games.
    assert_eq!(stranger.cookie, None);
    let own = ada.get("/api/users/Ada/games").await.json();
    assert_eq!(own["games"][0]["id"], json!(id));
    assert!(
        ada.get("/api/users/Ada/records")
            .await
            .body
            .contains("(2,3)")
    );
    let others = ada.get("/api/users/Bob/games").await.json();
    assert_eq!(others["games"], json!([]));
    server.stop().await;
}

#[tokio::test]
async fn reserved_names_and_trivial_passwords_are_refused() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut client = Client::guest(server.address).await;
    for (name, password, key) in [
        ("admin", "correct horse", "server.reserved-name"),
        ("Gu3st", "correct horse", "server.reserved-name"),
        ("Quintain", "correct horse", "server.reserved-name"),
        ("TheAdmin", "correct horse", "server.reserved-name"),
        ("the-mods", "correct horse", "server.reserved-name"),
        ("Charlie", "password password", "server.trivial-password"),
        ("Charlie", "password1", "server.trivial-password"),
        ("Charlie", "charliecharlie", "server.trivial-password"),
        ("Charlie", "aaaaaaaaaa", "server.trivial-password"),
    ] {
        let body = credentials(name, password);
        let refused = client.post("/api/me/register", &body).await;
        assert_eq!(refused.status, 400, "{name}");
        assert_eq!(refused.json()["message"]["key"], key, "{name} {password}");
    }
    let body = credentials("Charlie", "correct horse");
    assert_eq!(client.post("/api/me/register", &body).await.status, 200);
    let change = json!({ "current_password": "correct horse", "new_password": "Charlie99" });
    let refused = client.post("/api/me/password", &change).await;
    assert_eq!(refused.json()["message"]["key"], "server.trivial-password");
    server.stop().await;
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_on_the_machine_can_read_the_database_or_a_backup() {
    use std::os::unix::fs::PermissionsExt;
    let dir = temp_dir();
    let database = dir.path().join("test.db");
    // Also one that an earlier version left open to all.
    std::fs::write(&database, "").expect("written");
    let everyone = std::fs::Permissions::from_mode(0o644);
    std::fs::set_permissions(&database, everyone).expect("set");
    let server = start_on_file(&dir).await;
    Client::account(server.address, "Ada").await;
    let backup = dir.path().join("backup.db");
    quintain_server::backup(&database, &backup)
        .await
        .expect("a copy");
    let mut checked = Vec::new();
    for file in std::fs::read_dir(dir.path()).expect("a directory") {
        let file = file.expect("a file");
        let mode = file.metadata().expect("metadata").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{:?}", file.file_name());
        checked.push(file.file_name());
    }
    assert!(checked.len() >= 3, "{checked:?}");
    server.stop().await;
}
