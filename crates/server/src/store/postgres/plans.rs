//! The plans of all statements: none may read a whole table that grows.
//!
//! The tables are empty, so PostgreSQL would rather read them whole; the test makes it prefer an
//! index wherever one will do. Which one is then a matter of chance: so it may read a partial index
//! whole, which holds only what is waiting or running, but none that holds everything.

use crate::store::sql::statements;
use quintain_test_services::Database as TestDatabase;
use sqlx::{ConnectOptions, Executor, PgConnection, Row};

async fn connection(database: &TestDatabase) -> PgConnection {
    let options = super::server::options(database.url()).expect("a URL");
    let mut connection = options.connect().await.expect("a connection");
    super::server::migrate(&mut connection)
        .await
        .expect("a schema");
    connection
        .execute(
            "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; \
             SET plan_cache_mode = force_generic_plan",
        )
        .await
        .expect("set");
    connection
}

/// How many parameters a statement has.
fn parameters(sql: &str) -> usize {
    let mut numbers = sql.split('$').skip(1).map(|rest| {
        let digits = rest.chars().take_while(char::is_ascii_digit);
        digits.collect::<String>().parse().unwrap_or(0)
    });
    let first = numbers.next().unwrap_or(0);
    numbers.fold(first, usize::max)
}

/// The indexes that hold only some of their table's rows.
async fn partial_indexes(connection: &mut PgConnection) -> Vec<String> {
    let sql = "SELECT relname::TEXT FROM pg_index JOIN pg_class ON oid = indexrelid \
               WHERE indpred IS NOT NULL";
    let rows = connection.fetch_all(sql).await.expect("the indexes");
    rows.iter().map(|row| row.get(0)).collect()
}

/// The steps of a plan that read a whole table, or a whole index that is not partial.
async fn scans(connection: &mut PgConnection, sql: &str) -> Vec<String> {
    let prepare = sqlx::AssertSqlSafe(format!("PREPARE checked AS {sql}"));
    let prepared = connection.execute(prepare).await;
    prepared.unwrap_or_else(|error| panic!("{sql}: {error}"));
    let nulls = vec!["NULL"; parameters(sql)].join(", ");
    let execute = match nulls.is_empty() {
        true => "EXPLAIN EXECUTE checked".to_owned(),
        false => format!("EXPLAIN EXECUTE checked ({nulls})"),
    };
    let rows = sqlx::raw_sql(sqlx::AssertSqlSafe(execute)).fetch_all(&mut *connection);
    let rows = rows.await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    connection
        .execute("DEALLOCATE checked")
        .await
        .expect("done");
    let lines: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
    let partial = partial_indexes(connection).await;
    // A step's own lines come before the next step.
    let mut steps: Vec<(String, bool)> = Vec::new();
    for line in lines {
        match steps.last_mut() {
            Some((_, has_condition)) if !line.contains("->") => {
                *has_condition |= line.contains("Index Cond:");
            }
            _ => steps.push((line, false)),
        }
    }
    let reads_all = |(step, has_condition): &(String, bool)| {
        let reads_index = step.contains("Index Scan") || step.contains("Index Only Scan");
        let is_partial = || partial.iter().any(|index| step.contains(index));
        step.contains("Seq Scan") || (reads_index && !has_condition && !is_partial())
    };
    let whole = steps.into_iter().filter(reads_all);
    whole.map(|(step, _)| step).collect()
}

#[tokio::test]
async fn no_statement_reads_a_whole_table_that_grows() {
    let database = TestDatabase::new();
    let mut connection = connection(&database).await;
    let mut count = 0;
    for (name, statement) in statements::ALL {
        let scans = scans(&mut connection, statement.postgres).await;
        assert_eq!(scans, [""; 0], "{name}: {}", statement.postgres);
        count += 1;
    }
    assert!(count > 70, "only {count} statements were found");
}

#[tokio::test]
async fn a_statement_without_an_index_would_be_noticed() {
    let database = TestDatabase::new();
    let mut connection = connection(&database).await;
    for slow in [
        "SELECT COUNT(*) FROM games WHERE state = $1",
        "SELECT COUNT(*) FROM games",
        "SELECT id FROM games ORDER BY id",
    ] {
        assert_eq!(scans(&mut connection, slow).await.len(), 1, "{slow}");
    }
}
