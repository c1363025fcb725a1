//! Sessions and access tokens in SQLite.

use super::convert::{fetch_all, fetch_optional, from_millis, to_millis};
use super::users::user_at;
use crate::store::{SessionCutoff, SessionRow, StoreError, StoreResult, TokenRow, UserRow};
use quintain_table::Timestamp;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection, query};

/// The use of a session or token is recorded at most this often, in milliseconds, so that not
/// every request costs a write.
const TOUCH_INTERVAL_MS: u64 = 60_000;

pub(super) async fn create_session(
    connection: &mut SqliteConnection,
    session: &SessionRow,
    key_hash: &str,
    password_hash: &str,
    max: u32,
) -> StoreResult<Vec<String>> {
    // The password was checked before: by now it may have changed, or the account may be gone.
    let sql = "INSERT INTO sessions (id, key_hash, user_id, user_agent, created_at, \
               last_used_at) SELECT $1, $2, id, $4, $5, $6 FROM users \
               WHERE id = $3 AND password_hash = $7 AND deleted_at IS NULL";
    let done = query(sql)
        .bind(&session.id)
        .bind(key_hash)
        .bind(&session.user_id)
        .bind(&session.user_agent)
        .bind(to_millis(session.created_at))
        .bind(to_millis(session.last_used_at))
        .bind(password_hash)
        .execute(&mut *connection)
        .await?;
    if done.rows_affected() == 0 {
        return Err(StoreError::Conflict);
    }
    let sql = "DELETE FROM sessions WHERE id IN (SELECT id FROM sessions \
               WHERE user_id = $1 AND id <> $2 ORDER BY last_used_at DESC, id \
               LIMIT -1 OFFSET $3) RETURNING id";
    let sql = query(sql)
        .bind(&session.user_id)
        .bind(&session.id)
        .bind(i64::from(max.saturating_sub(1)));
    fetch_all(connection, sql, |row| Ok(row.try_get(0)?)).await
}

pub(super) async fn expire_sessions(
    connection: &mut SqliteConnection,
    cutoff: SessionCutoff,
) -> StoreResult<Vec<(String, String)>> {
    let sql = "DELETE FROM sessions WHERE last_used_at < $1 OR created_at < $2 \
               RETURNING user_id, id";
    let sql = query(sql)
        .bind(to_millis(cutoff.unused_since))
        .bind(to_millis(cutoff.created_before));
    fetch_all(connection, sql, |row| {
        Ok((row.try_get(0)?, row.try_get(1)?))
    })
    .await
}

pub(super) async fn exists(connection: &mut SqliteConnection, id: &str) -> StoreResult<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM sessions WHERE id = $1) \
               OR EXISTS (SELECT 1 FROM tokens WHERE id = $1)";
    let row = query(sql).bind(id).fetch_one(connection).await?;
    Ok(row.try_get::<i64, _>(0)? != 0)
}

/// A session with its user, and whether its use is to be recorded.
pub(super) async fn session(
    connection: &mut SqliteConnection,
    key_hash: &str,
    now: Timestamp,
    cutoff: SessionCutoff,
) -> StoreResult<Option<(SessionRow, UserRow, bool)>> {
    let sql = "SELECT s.id, s.user_id, s.user_agent, s.created_at, s.last_used_at, \
               u.id, u.name, u.deleted_at, u.password_hash, u.created_at, u.is_program \
               FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.key_hash = $1 \
               AND s.last_used_at >= $2 AND s.created_at >= $3 AND u.deleted_at IS NULL";
    let sql = query(sql)
        .bind(key_hash)
        .bind(to_millis(cutoff.unused_since))
        .bind(to_millis(cutoff.created_before));
    fetch_optional(connection, sql, |row| {
        let session = session_at(row)?;
        // Often enough for the shortest of lifetimes.
        let lifetime = now.ms_since(cutoff.unused_since);
        let interval = TOUCH_INTERVAL_MS.min(lifetime / 4);
        let stale = now.ms_since(session.last_used_at) > interval;
        Ok((session, user_at(row, 5)?, stale))
    })
    .await
}

fn session_at(row: &SqliteRow) -> StoreResult<SessionRow> {
    Ok(SessionRow {
        id: row.try_get(0)?,
        user_id: row.try_get(1)?,
        user_agent: row.try_get(2)?,
        created_at: from_millis(row.try_get(3)?),
        last_used_at: from_millis(row.try_get(4)?),
    })
}

pub(super) async fn touch_session(
    connection: &mut SqliteConnection,
    id: &str,
    now: Timestamp,
) -> StoreResult<()> {
    query("UPDATE sessions SET last_used_at = $2 WHERE id = $1")
        .bind(id)
        .bind(to_millis(now))
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn sessions(
    connection: &mut SqliteConnection,
    user: &str,
) -> StoreResult<Vec<SessionRow>> {
    let sql = "SELECT id, user_id, user_agent, created_at, last_used_at FROM sessions \
               WHERE user_id = $1 ORDER BY last_used_at DESC, id";
    fetch_all(connection, query(sql).bind(user), session_at).await
}

pub(super) async fn delete_session(
    connection: &mut SqliteConnection,
    user: &str,
    id: &str,
) -> StoreResult<bool> {
    let done = query("DELETE FROM sessions WHERE user_id = $1 AND id = $2")
        .bind(user)
        .bind(id)
        .execute(connection)
        .await?;
    Ok(done.rows_affected() > 0)
}

pub(super) async fn create_token(
    connection: &mut SqliteConnection,
    token: &TokenRow,
    token_hash: &str,
    session: &str,
    max: u32,
) -> StoreResult<bool> {
    // The limit is checked where the token is stored: two requests at once do not get past it.
    let sql = "INSERT INTO tokens (id, token_hash, user_id, label, created_at) \
               SELECT $1, $2, user_id, $4, $5 FROM sessions WHERE id = $6 AND user_id = $3 \
               AND (SELECT COUNT(*) FROM tokens WHERE user_id = $3) < $7";
    let done = query(sql)
        .bind(&token.id)
        .bind(token_hash)
        .bind(&token.user_id)
        .bind(&token.label)
        .bind(to_millis(token.created_at))
        .bind(session)
        .bind(i64::from(max))
        .execute(&mut *connection)
        .await?;
    if done.rows_affected() > 0 {
        return Ok(true);
    }
    match exists(connection, session).await? {
        true => Ok(false),
        false => Err(StoreError::Conflict),
    }
}

/// A token with its user, and whether its use is to be recorded.
pub(super) async fn token(
    connection: &mut SqliteConnection,
    token_hash: &str,
    now: Timestamp,
) -> StoreResult<Option<(TokenRow, UserRow, bool)>> {
    let sql = "SELECT t.id, t.user_id, t.label, t.created_at, t.last_used_at, \
               u.id, u.name, u.deleted_at, u.password_hash, u.created_at, u.is_program \
               FROM tokens t JOIN users u ON u.id = t.user_id WHERE t.token_hash = $1 \
               AND u.deleted_at IS NULL";
    fetch_optional(connection, query(sql).bind(token_hash), |row| {
        let token = token_at(row)?;
        let stale = token
            .last_used_at
            .is_none_or(|used| now.ms_since(used) > TOUCH_INTERVAL_MS);
        Ok((token, user_at(row, 5)?, stale))
    })
    .await
}

fn token_at(row: &SqliteRow) -> StoreResult<TokenRow> {
    Ok(TokenRow {
        id: row.try_get(0)?,
        user_id: row.try_get(1)?,
        label: row.try_get(2)?,
        created_at: from_millis(row.try_get(3)?),
        last_used_at: row.try_get::<Option<i64>, _>(4)?.map(from_millis),
    })
}

pub(super) async fn touch_token(
    connection: &mut SqliteConnection,
    id: &str,
    now: Timestamp,
) -> StoreResult<()> {
    query("UPDATE tokens SET last_used_at = $2 WHERE id = $1")
        .bind(id)
        .bind(to_millis(now))
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn tokens(
    connection: &mut SqliteConnection,
    user: &str,
) -> StoreResult<Vec<TokenRow>> {
    let sql = "SELECT id, user_id, label, created_at, last_used_at FROM tokens \
               WHERE user_id = $1 ORDER BY created_at DESC, id";
    fetch_all(connection, query(sql).bind(user), token_at).await
}

pub(super) async fn delete_token(
    connection: &mut SqliteConnection,
    user: &str,
    id: &str,
) -> StoreResult<bool> {
    let done = query("DELETE FROM tokens WHERE user_id = $1 AND id = $2")
        .bind(user)
        .bind(id)
        .execute(connection)
        .await?;
    Ok(done.rows_affected() > 0)
}
