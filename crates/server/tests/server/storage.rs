//! A database that is full, damaged, broken or in use: the server says so, and loses nothing.

use crate::common::{
    Client, Machine, Response, database, file_config as config, metric, start_on_file as start,
    start_with, temp_dir,
};
use crate::time::timed;
use crate::wait::eventually;
use quintain_engine::EngineRegistry;
use quintain_rules::message::ToMessage;
use quintain_server::store::{Database, StoreError};
use quintain_server::{Clock, Config, StartError, backup, serve};
use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor, Row, SqliteConnection};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

/// Waits until the server is not ready, and returns why.
async fn not_ready(client: &mut Client) -> String {
    let mut reason = String::new();
    eventually("/ready says that the server is not ready", async || {
        let ready = client.get("/ready").await;
        if ready.status == 503 {
            reason = ready.body;
            return true;
        }
        assert_eq!((ready.status, ready.body.as_str()), (200, "ok\n"));
        false
    })
    .await;
    reason
}

async fn assert_alive(client: &mut Client) {
    let health = client.get("/health").await;
    assert_eq!((health.status, health.body.as_str()), (200, "ok\n"));
}

fn local() -> serde_json::Value {
    json!({ "game": "sight", "size": 3, "opponent": { "kind": "local" } })
}

#[tokio::test]
async fn a_full_database_is_called_full_and_not_a_shutdown() {
    let dir = temp_dir();
    let mut config = config(&dir);
    config.max_database_bytes = Some(300_000);
    let server = start_with(config).await;
    let mut client = Client::guest(server.address).await;
    assert_eq!(client.get("/ready").await.body, "ok\n");
    let mut made = Vec::new();
    let full: Response = loop {
        let response = client.post("/api/games", &local()).await;
        match response.status {
            201 => made.push(response.json()["id"].clone()),
            _ => break response,
        }
    };
    assert_eq!(full.status, 503, "{full:?}");
    assert_eq!(full.json()["code"], "unavailable");
    assert_eq!(full.json()["message"]["key"], "server.store-full");
    let reason = not_ready(&mut client).await;
    assert!(reason.contains("no space"), "{reason}");
    assert_alive(&mut client).await;
    // Everything that was acknowledged is there.
    for id in &made {
        let path = format!("/api/games/{}", id.as_str().expect("an id"));
        assert_eq!(client.get(&path).await.status, 200);
    }
    server.stop().await;
}

/// Overwrites the first page of a table with zeros.
pub(crate) async fn overwrite_table(dir: &tempfile::TempDir, table: &str) {
    let mut connection = database(dir).await;
    let sql = "SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE name = $1";
    let row = sqlx::query(sql).bind(table).fetch_one(&mut connection);
    let row = row.await.expect("a row");
    let (page, size): (i64, i64) = (row.get(0), row.get(1));
    connection.close().await.expect("closed");
    let mut file = std::fs::OpenOptions::new()
        .write(true)
        .open(dir.path().join("test.db"))
        .expect("a file");
    let start_of_page = u64::try_from((page - 1) * size).expect("positive");
    file.seek(SeekFrom::Start(start_of_page)).expect("a page");
    let zeros = vec![0; usize::try_from(size).expect("positive")];
    file.write_all(&zeros).expect("written");
}

#[tokio::test]
async fn a_damaged_database_signs_nobody_out() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut guest = Client::guest(server.address).await;
    guest.create(&local()).await;
    let mut ada = Client::account(server.address, "Ada").await;
    server.stop().await;
    overwrite_table(&dir, "users").await;
    let server = start(&dir).await;
    for client in [&mut guest, &mut ada] {
        client.address = server.address;
        let me = client.get("/api/me").await;
        assert_eq!(me.status, 503, "{me:?}");
        // The cookie is all that a guest has: it is good again when the database is.
        assert_eq!(me.header("set-cookie"), None);
        assert!(client.cookie.is_some());
    }
    server.stop().await;
}

#[tokio::test]
async fn who_cannot_be_noted_as_present_may_still_read() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut ada = Client::account(server.address, "Ada").await;
    let token = ada
        .post("/api/me/tokens", &json!({ "label": "a program" }))
        .await;
    let mut program = Client {
        cookie: None,
        token: token.json()["token"].as_str().map(str::to_owned),
        ..ada.clone()
    };
    // Both were last used long ago, and no use can be recorded, as on a full disk.
    let mut connection = database(&dir).await;
    let sql = "UPDATE sessions SET last_used_at = last_used_at - 3600000; \
        CREATE TRIGGER full_disk BEFORE UPDATE ON sessions \
            BEGIN SELECT RAISE(ABORT, 'as a test'); END; \
        CREATE TRIGGER full_disk_too BEFORE UPDATE ON tokens \
            BEGIN SELECT RAISE(ABORT, 'as a test'); END;";
    connection.execute(sql).await.expect("changed");
    connection.close().await.expect("closed");
    for client in [&mut ada, &mut program] {
        let me = client.get("/api/me").await;
        assert_eq!((me.status, me.json()["name"].as_str()), (200, Some("Ada")));
        assert_eq!(me.header("set-cookie"), None);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_damaged_database_is_not_ready_and_games_say_why() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut client = Client::guest(server.address).await;
    let id = client.create(&local()).await["id"].clone();
    let path = format!("/api/games/{}", id.as_str().expect("an id"));
    let action = json!({ "kind": "move", "text": "a1" });
    let played = client.act(id.as_str().expect("an id"), action).await;
    assert_eq!(played.status, 200, "{played:?}");
    server.stop().await;
    overwrite_table(&dir, "game_events").await;
    let server = start(&dir).await;
    client.address = server.address;
    // Even before anyone has asked for a game.
    let reason = not_ready(&mut client).await;
    assert!(reason.contains("damaged"), "{reason}");
    assert_alive(&mut client).await;
    let game = client.get(&path).await;
    assert_eq!(game.status, 503, "{game:?}");
    assert_eq!(game.json()["message"]["key"], "server.games-damaged");
    server.stop().await;
}

#[tokio::test]
async fn games_whose_end_cannot_be_stored_are_tried_less_and_less_often() {
    let dir = temp_dir();
    let (machine, mut config) = (Machine::new(), config(&dir));
    config.clock = Clock::new(machine.clone());
    let clock = config.clock.clone();
    let server = start_with(config).await;
    let address = server.address;
    let mut ids = Vec::new();
    let mut clients = [Client::guest(address).await, Client::guest(address).await];
    for _ in 0..5 {
        let control = json!({ "kind": "clock", "base_ms": 10_000, "increment_ms": 0 });
        ids.push(timed(&mut clients, control).await);
    }
    let mut connection = database(&dir).await;
    let broken = "CREATE TRIGGER broken BEFORE INSERT ON game_events \
                  BEGIN SELECT RAISE(ROLLBACK, 'broken on purpose'); END";
    connection.execute(broken).await.expect("a trigger");
    let failures = "quintain_store_failed_transactions_total";
    machine.pass(&clock, 11_000);
    eventually("the end of each game was tried", async || {
        metric(address, failures).await >= 5
    })
    .await;
    // However often the games are asked for, they are not tried again each time.
    for _ in 0..40 {
        for id in &ids {
            let game = clients[0].get(&format!("/api/games/{id}")).await;
            assert_eq!(game.json()["summary"]["state"], "running");
        }
    }
    let tried = metric(address, failures).await;
    assert!(tried < 50, "{tried} attempts");
    // Once the fault is gone, they end.
    connection
        .execute("DROP TRIGGER broken")
        .await
        .expect("dropped");
    for id in &ids {
        eventually("the game ends", async || {
            let game = clients[0].get(&format!("/api/games/{id}")).await;
            game.json()["summary"]["state"] == "ended"
        })
        .await;
    }
    assert_eq!(
        metric(address, "quintain_store_writer_restarts_total").await,
        0
    );
    server.stop().await;
}

#[tokio::test]
async fn a_rollback_by_the_database_undoes_only_what_was_not_acknowledged() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut client = Client::guest(server.address).await;
    let kept = client.create(&local()).await["id"].clone();
    let mut connection = database(&dir).await;
    let broken = "CREATE TRIGGER broken BEFORE INSERT ON game_events \
                  BEGIN SELECT RAISE(ROLLBACK, 'broken on purpose'); END";
    connection.execute(broken).await.expect("a trigger");
    let id = kept.as_str().expect("an id");
    let lost = client.act(id, json!({ "kind": "resign" })).await;
    assert_eq!(lost.status, 500, "{lost:?}");
    // The room is as it was, and the next write works.
    let created = client.create(&local()).await["id"].clone();
    connection
        .execute("DROP TRIGGER broken")
        .await
        .expect("dropped");
    for id in [&kept, &created] {
        let id = id.as_str().expect("an id");
        let game = client.get(&format!("/api/games/{id}")).await.json();
        assert_eq!(game["summary"]["state"], "running");
        assert_eq!(game["seq"], 0);
        assert_eq!(
            client.act(id, json!({ "kind": "resign" })).await.status,
            200
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn a_second_server_on_one_database_is_refused() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let Err(error) = serve(EngineRegistry::standard(), config(&dir)).await else {
        panic!("a second server started");
    };
    let StartError::Store(StoreError::InUse { process, .. }) = &error else {
        panic!("{error}");
    };
    assert_eq!(*process, std::process::id().to_string());
    let text = error.to_message().to_string();
    assert!(text.contains("test.db") && text.contains(process), "{text}");
    #[cfg(unix)]
    {
        // A link leads to the same database.
        let mut config = config(&dir);
        let link = dir.path().join("link.db");
        std::os::unix::fs::symlink(dir.path().join("test.db"), &link).expect("a link");
        config.database = Database::File(link);
        let second = serve(EngineRegistry::standard(), config).await;
        let in_use = |error| matches!(error, StartError::Store(StoreError::InUse { .. }));
        assert!(second.err().is_some_and(in_use));
    }
    server.stop().await;
    start(&dir).await.stop().await;
}

#[cfg(unix)]
#[tokio::test]
async fn a_database_with_a_second_name_is_refused() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let database = dir.path().join("test.db");
    let link = dir.path().join("link.db");
    std::fs::hard_link(&database, &link).expect("a link");
    let second = Config {
        database: Database::File(link.clone()),
        ..config(&dir)
    };
    let many_names = |error: &StoreError| matches!(error, StoreError::ManyNames { .. });
    let refused = serve(EngineRegistry::standard(), second.clone())
        .await
        .err();
    let of_store = |error| matches!(error, StartError::Store(error) if many_names(&error));
    assert!(refused.is_some_and(of_store));
    // A copy by the other name would miss what is only in the file next to the first.
    let copy = dir.path().join("copy.db");
    assert!(
        backup(&link, &copy)
            .await
            .is_err_and(|error| many_names(&error))
    );
    assert!(!copy.exists());
    server.stop().await;
    // A second name is no problem any more when the first has gone.
    std::fs::remove_file(&database).expect("removed");
    start_with(second).await.stop().await;
}

/// Whether a file contains some bytes.
fn contains(file: &Path, bytes: &[u8]) -> bool {
    let content = std::fs::read(file).expect("readable");
    content.windows(bytes.len()).any(|part| part == bytes)
}

#[tokio::test]
async fn the_name_of_a_deleted_account_is_nowhere_in_the_database_file() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let address = server.address;
    // Enough others that pages are split and rows move.
    for number in 0..30 {
        Client::account(address, &format!("Somebody-{number}")).await;
    }
    let mut leaving = Client::account(address, "Zacharias-Zett").await;
    let create = json!({ "game": "sight", "opponent": { "kind": "local" } });
    leaving.create(&create).await;
    for number in 30..60 {
        Client::account(address, &format!("Somebody-{number}")).await;
    }
    server.stop().await;
    let database = dir.path().join("test.db");
    assert!(contains(&database, b"Zacharias-Zett"));
    let server = start(&dir).await;
    leaving.address = server.address;
    let body = json!({ "password": "correct horse" });
    let deleted = leaving.post("/api/me/delete", &body).await;
    assert!(deleted.status < 300, "{deleted:?}");
    server.stop().await;
    assert!(contains(&database, b"Somebody-17"));
    for entry in std::fs::read_dir(dir.path()).expect("a directory") {
        let file = entry.expect("a file").path();
        for name in ["Zacharias-Zett", "zacharias-zett"] {
            assert!(!contains(&file, name.as_bytes()), "{}", file.display());
        }
    }
}

async fn tables(file: &Path) -> Vec<String> {
    let options = SqliteConnectOptions::new().filename(file).read_only(true);
    let mut connection = options.connect().await.expect("a database");
    let rows = connection.fetch_all("SELECT name FROM sqlite_schema ORDER BY name");
    let names = rows
        .await
        .expect("rows")
        .iter()
        .map(|row| row.get(0))
        .collect();
    connection.close().await.expect("closed");
    names
}

async fn create(file: &Path, sql: &'static str) {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true);
    let mut connection: SqliteConnection = options.connect().await.expect("a database");
    connection.execute(sql).await.expect("created");
    connection.close().await.expect("closed");
}

#[tokio::test]
async fn a_backup_by_a_newer_program_does_not_migrate_the_database() {
    let dir = temp_dir();
    let (old, copy) = (dir.path().join("old.db"), dir.path().join("copy.db"));
    create(
        &old,
        "CREATE TABLE _sqlx_migrations (version BIGINT PRIMARY KEY); CREATE TABLE old (x BIGINT)",
    )
    .await;
    let (names, bytes) = (tables(&old).await, std::fs::read(&old).expect("read"));
    backup(&old, &copy).await.expect("a copy");
    assert_eq!(tables(&copy).await, names);
    assert_eq!(std::fs::read(&old).expect("read"), bytes);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&copy)
            .expect("a file")
            .permissions()
            .mode();
        assert_eq!(mode & 0o077, 0, "only its owner can read it");
    }
    // What is not ours is not copied, and no server changes it.
    let other = dir.path().join("other.db");
    create(&other, "CREATE TABLE other (x BIGINT)").await;
    let text = dir.path().join("text.db");
    std::fs::write(
        &text,
        "not a database, but a text that is longer than its header. ".repeat(20),
    )
    .expect("written");
    for file in [&other, &text] {
        let mut config = config(&dir);
        config.database = Database::File(file.clone());
        let started = serve(EngineRegistry::standard(), config).await;
        let names_it = |error| match error {
            StartError::Store(StoreError::NotOurs { file: named }) => {
                named == *file.to_string_lossy()
            }
            _ => false,
        };
        assert!(started.err().is_some_and(names_it), "{}", file.display());
    }
    assert_eq!(tables(&other).await, ["other"]);
    let target = dir.path().join("target.db");
    for file in [&other, &dir.path().join("missing.db")] {
        assert!(backup(file, &target).await.is_err());
        assert!(!target.exists());
    }
}
