//! What only PostgreSQL can do wrong, and moving to it.

use crate::common::{Client, DATABASE_VARIABLE, file_config, start_on_file, start_with, temp_dir};
use quintain_engine::EngineRegistry;
use quintain_rules::message::ToMessage;
use quintain_server::store::{Database, StoreError, transfer};
use quintain_server::{Config, StartError, serve};
use quintain_test_services as services;
use serde_json::json;
use sqlx::{Connection, Executor, PgConnection, Row};
use std::process::Command;
use tempfile::TempDir;

/// Tests of the server as its clients see it that are run with PostgreSQL as well.
const ALSO_ON_POSTGRES: [&str; 8] = [
    "play::",
    "rated::",
    "users::",
    "time::",
    "outages::",
    "budgets::",
    "shutdown::",
    "credentials::",
];

#[test]
fn the_server_behaves_the_same_on_postgresql() {
    if std::env::var_os(DATABASE_VARIABLE).is_some() {
        // All tests are being run with it.
        return;
    }
    let program = std::env::current_exe().expect("this program");
    let output = Command::new(program)
        .args(ALSO_ON_POSTGRES)
        .env(DATABASE_VARIABLE, "postgres")
        .output()
        .expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    let passed = text.lines().filter(|line| line.ends_with("... ok"));
    assert!(passed.count() > 20, "{text}");
}

fn on(dir: &TempDir, url: &str) -> Config {
    Config {
        database: Database::Postgres(url.to_owned()),
        ..file_config(dir)
    }
}

/// Why a server does not start with a database.
async fn refusal(url: &str) -> String {
    let dir = temp_dir();
    match serve(EngineRegistry::standard(), on(&dir, url)).await {
        Ok(_) => panic!("it starts with {url}"),
        Err(error) => error.to_message().to_string(),
    }
}

#[tokio::test]
async fn a_server_says_in_one_sentence_why_it_cannot_use_a_database() {
    let database = services::Database::new();
    let url = database.url();
    let mut connection = PgConnection::connect(url).await.expect("a connection");
    let (name, rest) = url.split_once('?').expect("a query");
    let name = name.trim_start_matches("postgres:///");
    let host = rest.split('&').next().expect("a host");
    for (url, parts) in [
        (
            "postgres://127.0.0.1:1/games".to_owned(),
            ["127.0.0.1:1", "nobody is listening"],
        ),
        (
            "postgres:///games?host=/nowhere&user=a".to_owned(),
            ["/nowhere", "reached"],
        ),
        (format!("postgres:///none?{rest}"), ["none", "no database"]),
        (
            format!("postgres:///{name}?{host}&user=nobody"),
            ["nobody", "password"],
        ),
        (format!("{url}&sslmode=require"), ["encrypted", "tunnel"]),
    ] {
        let refusal = refusal(&url).await;
        for part in parts {
            assert!(refusal.contains(part), "{url}: {refusal}");
        }
        assert!(!refusal.contains('\n') && refusal.len() < 220, "{refusal}");
    }
    // Something else is in the database.
    connection
        .execute("CREATE TABLE other (x BIGINT)")
        .await
        .expect("created");
    let refused = refusal(url).await;
    assert!(
        refused.contains("is not a database of this program"),
        "{refused}"
    );
    connection.execute("DROP TABLE other").await.expect("gone");
    // A newer program has migrated it.
    let dir = temp_dir();
    start_with(on(&dir, url)).await.stop().await;
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, \
                 execution_time) VALUES (999, 'newer', true, '', 0)";
    connection.execute(newer).await.expect("changed");
    let refused = refusal(url).await;
    assert!(
        refused.contains("another version of this program"),
        "{refused}"
    );
    connection
        .execute("DELETE FROM _sqlx_migrations WHERE version = 999")
        .await
        .expect("changed");
    // A user who may not change it.
    connection
        .execute("CREATE ROLE reader LOGIN; REVOKE ALL ON SCHEMA public FROM PUBLIC")
        .await
        .expect("a role");
    let refused = refusal(&format!("postgres:///{name}?{host}&user=reader")).await;
    assert!(refused.contains("does not allow"), "{refused}");
}

#[tokio::test]
async fn a_second_server_that_does_not_know_of_the_first_is_refused() {
    let (dir, database) = (temp_dir(), services::Database::new());
    let server = start_with(on(&dir, database.url())).await;
    let second = serve(EngineRegistry::standard(), on(&dir, database.url())).await;
    let Err(StartError::Store(StoreError::InUse { process, .. })) = second else {
        panic!("a second server started");
    };
    assert_eq!(process, std::process::id().to_string());
    server.stop().await;
    start_with(on(&dir, database.url())).await.stop().await;
}

#[tokio::test]
async fn everything_moves_from_a_file_to_postgresql() {
    let (dir, database) = (temp_dir(), services::Database::new());
    let server = start_on_file(&dir).await;
    let mut ada = Client::account(server.address, "Ada").await;
    let mut bob = Client::account(server.address, "Bob").await;
    let mut guest = Client::guest(server.address).await;
    let rated = json!({ "game": "knights-duel", "opponent": { "kind": "friend" },
        "side": "first", "rated": true,
        "time_control": { "kind": "clock", "base_ms": 600_000, "increment_ms": 0 } });
    let id = ada.create(&rated).await["id"].clone();
    let id = id.as_str().expect("an id");
    let joined = bob.post(&format!("/api/games/{id}/join"), &json!({})).await;
    assert_eq!(joined.status, 200, "{joined:?}");
    for (player, text) in [(&mut ada, "(2,3)"), (&mut bob, "(6,7)")] {
        let played = player
            .act(id, json!({ "kind": "move", "text": text }))
            .await;
        assert_eq!(played.status, 200, "{played:?}");
    }
    bob.act(id, json!({ "kind": "resign" })).await;
    let local = json!({ "game": "incognito", "opponent": { "kind": "local" } });
    let running = guest.create(&local).await["id"].clone();
    let offer = json!({ "game": "sight", "opponent": { "kind": "anyone" } });
    guest.create(&offer).await;
    let token = ada.post("/api/me/tokens", &json!({ "label": "bot" })).await;
    assert_eq!(token.status, 201, "{token:?}");
    let file = dir.path().join("test.db");
    // Not while a server is using it.
    let refused = transfer(&file, database.url()).await;
    assert!(
        matches!(refused, Err(StoreError::InUse { .. })),
        "{refused:?}"
    );
    let seen = async |address| {
        let mut pages = Vec::new();
        for client in [&ada, &bob, &guest] {
            let mut client = Client {
                address,
                ..client.clone()
            };
            for path in [
                "/api/me/games",
                "/api/users/Ada/games",
                "/api/users/Bob/ratings/knights-duel/rapid",
                "/api/lobby",
                &format!("/api/games/{id}/record"),
                &format!("/api/games/{}", running.as_str().expect("an id")),
            ] {
                let page = client.get(path).await;
                pages.push((path.to_owned(), page.status, page.body));
            }
        }
        pages
    };
    let before = seen(server.address).await;
    server.stop().await;
    let tables = transfer(&file, database.url()).await.expect("it moves");
    let rows = |name: &str| {
        tables
            .iter()
            .find(|table| table.name == name)
            .map(|t| t.rows)
    };
    assert_eq!(
        (rows("users"), rows("games"), rows("seats")),
        (Some(3), Some(3), Some(6))
    );
    assert_eq!(
        (rows("ratings"), rows("rating_history")),
        (Some(2), Some(2))
    );
    assert_eq!((rows("game_events"), rows("tokens")), (Some(3), Some(1)));
    assert_eq!((rows("counts"), rows("guest_use")), (Some(1), Some(2)));
    let server = start_with(on(&dir, database.url())).await;
    assert_eq!(seen(server.address).await, before);
    // Counts go on where they were.
    let mut connection = PgConnection::connect(database.url()).await.expect("open");
    let use_of = "SELECT SUM(games)::BIGINT, SUM(events)::BIGINT FROM guest_use";
    let mut guest = Client {
        address: server.address,
        ..guest
    };
    let over = guest.act(
        running.as_str().expect("an id"),
        json!({ "kind": "resign" }),
    );
    assert_eq!(over.await.status, 200);
    let row = connection.fetch_one(use_of).await.expect("a row");
    assert_eq!((row.get::<i64, _>(0), row.get::<i64, _>(1)), (4, 2));
    server.stop().await;
    // Only into an empty database.
    let refused = transfer(&file, database.url()).await;
    assert!(
        matches!(refused, Err(StoreError::NotEmpty { .. })),
        "{refused:?}"
    );
}
