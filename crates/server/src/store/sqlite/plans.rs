//! The plans of all statements: none may read a whole table that grows.

use super::file;
use crate::store::sql::statements;
use sqlx::{ConnectOptions, Executor, Row, SqliteConnection};
use std::path::Path;

/// Statements that want everything in a partial index, which holds only the games whose clocks are
/// running: after an outage, and by nobody who visits.
const WANTS_ALL: [&str; 2] = ["GAMES_WITH_RUNNING_CLOCK", "GAMES_WITH_ANY_RUNNING_CLOCK"];

/// Steps of a plan that do not read a table that grows: what a statement has computed itself, and
/// a list that it was given.
const HARMLESS_SCANS: [&str; 5] = [
    "SCAN wanted VIRTUAL TABLE",
    "SCAN (subquery",
    "SCAN found",
    "SCAN latest",
    "SCAN CONSTANT ROW",
];

/// The texts in Rust source that are SQL statements.
fn statements_in(source: &str) -> Vec<String> {
    let mut statements = Vec::new();
    for verb in ["SELECT ", "INSERT ", "UPDATE ", "DELETE ", "WITH "] {
        for (start, _) in source.match_indices(&format!("\"{verb}")) {
            let text = &source[start + 1..];
            let end = text.find('"').expect("the text ends");
            // A backslash at the end of a line joins it with the next one.
            let lines = text[..end].split("\\\n").map(str::trim_start);
            statements.push(lines.collect::<String>());
        }
    }
    statements
}

/// The steps of a plan that read a whole table or index. An index that is read in order, up to a
/// limit, is not.
async fn scans(connection: &mut SqliteConnection, statement: &str) -> Vec<String> {
    let explain = sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {statement}"));
    let rows = connection.fetch_all(explain).await;
    let rows = rows.unwrap_or_else(|error| panic!("{statement}: {error}"));
    let steps: Vec<String> = rows.iter().map(|row| row.get(3)).collect();
    let sorts = steps.iter().any(|step| step.starts_with("USE TEMP B-TREE"));
    let is_bounded = statement.contains(" LIMIT $1") || statement.ends_with(" LIMIT 1");
    let is_allowed = |step: &String| {
        HARMLESS_SCANS
            .iter()
            .any(|harmless| step.starts_with(harmless))
            || (is_bounded && !sorts && step.contains(" INDEX games_"))
    };
    let scans = steps.iter().filter(|step| step.starts_with("SCAN"));
    scans.filter(|step| !is_allowed(step)).cloned().collect()
}

async fn database(dir: &tempfile::TempDir) -> SqliteConnection {
    let options = file::options(&dir.path().join("test.db"));
    let mut connection = options.connect().await.expect("a database");
    file::migrate(&mut connection).await.expect("a schema");
    connection
}

#[tokio::test]
async fn no_statement_reads_a_whole_table_that_grows() {
    let dir = tempfile::tempdir().expect("a directory");
    let mut connection = database(&dir).await;
    let mut count = 0;
    for (name, statement) in statements::ALL {
        // Where two statements go together, each has a plan.
        for statement in statement.sqlite.split("; ").filter(|sql| !sql.is_empty()) {
            let scans = scans(&mut connection, statement).await;
            let partial = |scan: &String| scan.contains("USING COVERING INDEX games_");
            match WANTS_ALL.contains(name) {
                true => assert!(scans.iter().all(partial), "{name}: {scans:?}"),
                false => assert_eq!(scans, [""; 0], "{name}: {statement}"),
            }
            count += 1;
        }
    }
    assert!(count > 70, "only {count} statements were found");
}

#[tokio::test]
async fn a_statement_without_an_index_would_be_noticed() {
    let dir = tempfile::tempdir().expect("a directory");
    let mut connection = database(&dir).await;
    let slow = "SELECT COUNT(*) FROM games WHERE state = 'running'";
    assert_eq!(scans(&mut connection, slow).await.len(), 1);
    let source = "query(\"SELECT 1 \\\n    FROM games\")";
    assert_eq!(statements_in(source), ["SELECT 1 FROM games"]);
}

#[tokio::test]
async fn what_refers_to_a_deleted_row_is_found_by_an_index() {
    let dir = tempfile::tempdir().expect("a directory");
    let mut connection = database(&dir).await;
    let sql = "SELECT t.name, f.\"from\" FROM sqlite_schema t, pragma_foreign_key_list(t.name) f \
               WHERE t.type = 'table'";
    let rows = connection.fetch_all(sql).await.expect("the references");
    assert!(rows.len() > 5, "only {} references", rows.len());
    for row in rows {
        let (table, column): (String, String) = (row.get(0), row.get(1));
        let looked_for = format!("SELECT 1 FROM {table} WHERE {column} = $1");
        let scans = scans(&mut connection, &looked_for).await;
        assert_eq!(scans, [""; 0], "{looked_for}");
    }
}

#[test]
fn statements_stand_where_the_test_of_their_plans_finds_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path
                .file_name()
                .and_then(|name| name.to_str())
                .unwrap_or_default();
            let source = std::fs::read_to_string(&path).expect("source");
            // Tests, checks of the database itself and its copies speak SQL of their own.
            let checked = [
                "statements.rs",
                "plans.rs",
                "writer.rs",
                "file.rs",
                "transfer.rs",
                "copy.rs",
                "nodes.rs",
                "server.rs",
            ];
            if !checked.contains(&name) {
                assert_eq!(statements_in(&source), [""; 0], "{}", path.display());
            }
        }
    }
}
