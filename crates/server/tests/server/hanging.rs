//! A database that does not answer: whoever asks is not left hanging, and nobody pays for it.

use crate::common::{Client, file_config, start_with, temp_dir};
use crate::time::timed;
use crate::wait::eventually;
use quintain_server::store::Database;
use quintain_server::{Config, RunningServer};
use quintain_table::Timestamp;
use quintain_test_services as services;
use serde_json::json;
use sqlx::{Connection, Executor, PgConnection, Row};
use std::time::Duration;
use tempfile::TempDir;

/// How long a table is locked at least.
const LOCKED_MS: u64 = 3000;

async fn start(dir: &TempDir) -> (RunningServer, services::Database) {
    let database = services::Database::new();
    let config = Config {
        database: Database::Postgres(database.url().to_owned()),
        ..file_config(dir)
    };
    (start_with(config).await, database)
}

/// Locks a table: everyone else who wants to read or write it waits until the connection is closed.
async fn lock(database: &services::Database, table: &str) -> PgConnection {
    let url = database.url();
    let mut connection = PgConnection::connect(url).await.expect("a connection");
    let lock = format!("BEGIN; LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE");
    let locked = connection.execute(sqlx::AssertSqlSafe(lock)).await;
    locked.expect("locked");
    connection
}

/// Waits until somebody waits for a table that is locked.
async fn somebody_waits(connection: &mut PgConnection, table: &str) {
    let sql = "SELECT COUNT(*) FROM pg_locks WHERE NOT granted AND relation = to_regclass($1)";
    eventually("somebody waits", async || {
        let row = sqlx::query(sql).bind(table).fetch_one(&mut *connection);
        row.await.expect("a count").get::<i64, _>(0) > 0
    })
    .await;
}

#[tokio::test]
async fn a_database_that_hangs_does_not_hang_whoever_asks_whether_the_server_is_ready() {
    let dir = temp_dir();
    let (server, database) = start(&dir).await;
    let mut client = Client::anonymous(server.address);
    assert_eq!(client.get("/ready").await.body, "ok\n");
    let locked = lock(&database, "write_checks").await;
    // The last result is still good for a moment.
    let mut not_ready = client.get("/ready").await;
    eventually("/ready says that the server is not ready", async || {
        not_ready = client.get("/ready").await;
        not_ready.status != 200
    })
    .await;
    assert_eq!(not_ready.status, 503, "{not_ready:?}");
    assert_eq!(not_ready.body, "the database does not respond\n");
    assert_eq!(client.get("/health").await.status, 200);
    locked.close().await.expect("closed");
    eventually("the server is ready again", async || {
        let ready = client.get("/ready").await;
        assert!(ready.status == 200 || ready.body == not_ready.body);
        ready.status == 200
    })
    .await;
    server.stop().await;
}

#[tokio::test]
async fn a_session_that_ends_while_its_socket_opens_opens_none() {
    let dir = temp_dir();
    let (server, database) = start(&dir).await;
    let ada = Client::account(server.address, "Ada").await;
    // Who it is can be found out, but not whether that is still so.
    let mut locked = lock(&database, "tokens").await;
    let opening = {
        let ada = ada.clone();
        tokio::spawn(async move { ada.try_socket(&[]).await })
    };
    let mut streaming = ada.clone();
    let streaming = tokio::spawn(async move { streaming.get("/api/me/stream").await.status });
    eventually("both have been identified", async || {
        let sql = "SELECT COUNT(*) FROM pg_locks WHERE NOT granted \
                   AND relation = to_regclass('tokens')";
        let row = locked.fetch_one(sql).await.expect("a count");
        row.get::<i64, _>(0) == 2
    })
    .await;
    // Whoever ended it has told all connections by now, and these were not among them.
    let deleted = locked.execute("DELETE FROM sessions; COMMIT").await;
    deleted.expect("deleted");
    let socket = opening.await.expect("no panic");
    let mut socket = socket.expect("it was identified");
    let code = loop {
        if let Err(code) = socket.receive_or_close().await {
            break code;
        }
    };
    assert_eq!(code, Some(4001));
    assert_eq!(streaming.await.expect("no panic"), 401);
    server.stop().await;
}

#[tokio::test]
async fn finding_out_who_moves_is_not_on_the_movers_clock() {
    let dir = temp_dir();
    let (server, database) = start(&dir).await;
    let address = server.address;
    let mut clients = [
        Client::account(address, "Ada").await,
        Client::account(address, "Bob").await,
    ];
    let clock = json!({ "kind": "clock", "base_ms": 600_000, "increment_ms": 0 });
    let id = timed(&mut clients, clock).await;
    let [mut ada, mut bob] = clients;
    let mut locked = lock(&database, "sessions").await;
    let game = id.clone();
    let moving = tokio::spawn(async move {
        ada.act(&game, json!({ "kind": "move", "text": "(1,5)" }))
            .await
    });
    somebody_waits(&mut locked, "sessions").await;
    let arrived = Timestamp::now().0;
    tokio::time::sleep(Duration::from_millis(LOCKED_MS)).await;
    locked.close().await.expect("closed");
    let moved = moving.await.expect("a response");
    assert_eq!(moved.status, 200, "{moved:?}");
    let mut socket = bob.socket().await;
    let after = json!({ "type": "watch", "game_id": id, "after": 2 });
    socket.send(&after).await;
    let update = socket.receive_type("update").await["update"].take();
    assert_eq!(update["event"]["kind"], "step", "{update}");
    let counted = update["at"].as_u64().expect("a moment");
    let late = counted.saturating_sub(arrived);
    assert!(late < LOCKED_MS / 2, "the move counts {late} ms too late");
    // The other side's clock has been running since.
    let game = bob.get(&format!("/api/games/{id}")).await.json();
    let left = game["clocks"]["remaining_ms"][1].as_u64();
    assert!(left.expect("a clock") < 600_000 - LOCKED_MS / 2, "{game}");
    server.stop().await;
}
