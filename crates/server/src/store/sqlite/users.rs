//! Users in SQLite: guests, accounts, sessions, tokens and ratings.

use super::convert::{
    enum_name, fetch_all, fetch_optional, from_millis, get_enum, narrow, to_millis,
};
use crate::glicko::Glicko;
use crate::store::{RatingRow, SessionRow, StoreError, StoreResult, TokenRow, UserRow};
use quintain_api::protocol::{GameResults, RatingPoint, Speed};
use quintain_table::Timestamp;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection, query};

/// The use of a session or token is recorded at most this often, in milliseconds, so that not
/// every request costs a write.
const TOUCH_INTERVAL_MS: u64 = 60_000;

pub(super) async fn ensure_guest(
    connection: &mut SqliteConnection,
    id: &str,
    now: Timestamp,
) -> StoreResult<()> {
    query("INSERT INTO users (id, created_at) VALUES ($1, $2) ON CONFLICT DO NOTHING")
        .bind(id)
        .bind(to_millis(now))
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn by_id(
    connection: &mut SqliteConnection,
    id: &str,
) -> StoreResult<Option<UserRow>> {
    let sql = "SELECT id, name, deleted_at, password_hash, created_at, is_program FROM users \
               WHERE id = $1";
    fetch_optional(connection, query(sql).bind(id), |row| user_at(row, 0)).await
}

pub(super) async fn by_name(
    connection: &mut SqliteConnection,
    name: &str,
) -> StoreResult<Option<UserRow>> {
    let sql = "SELECT id, name, deleted_at, password_hash, created_at, is_program FROM users \
               WHERE name_lower = $1";
    let sql = query(sql).bind(name.to_lowercase());
    fetch_optional(connection, sql, |row| user_at(row, 0)).await
}

/// Reads the user whose columns start here.
fn user_at(row: &SqliteRow, first: usize) -> StoreResult<UserRow> {
    Ok(UserRow {
        id: row.try_get(first)?,
        name: row.try_get(first + 1)?,
        deleted: row.try_get::<Option<i64>, _>(first + 2)?.is_some(),
        password_hash: row.try_get(first + 3)?,
        created_at: from_millis(row.try_get(first + 4)?),
        is_program: row.try_get::<i64, _>(first + 5)? != 0,
    })
}

pub(super) async fn register(
    connection: &mut SqliteConnection,
    user: &str,
    name: &str,
    password_hash: &str,
    now: Timestamp,
) -> StoreResult<()> {
    ensure_guest(connection, user, now).await?;
    let sql = "UPDATE users SET name = $2, name_lower = $3, password_hash = $4, created_at = $5 \
               WHERE id = $1 AND name_lower IS NULL AND deleted_at IS NULL";
    let done = query(sql)
        .bind(user)
        .bind(name)
        .bind(name.to_lowercase())
        .bind(password_hash)
        .bind(to_millis(now))
        .execute(connection)
        .await;
    match done {
        Ok(done) if done.rows_affected() == 1 => Ok(()),
        Ok(_) => Err(StoreError::Conflict),
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
            Err(StoreError::Conflict)
        }
        Err(error) => Err(error.into()),
    }
}

pub(super) async fn set_password(
    connection: &mut SqliteConnection,
    user: &str,
    password_hash: &str,
    kept_session: &str,
) -> StoreResult<()> {
    query("UPDATE users SET password_hash = $2 WHERE id = $1")
        .bind(user)
        .bind(password_hash)
        .execute(&mut *connection)
        .await?;
    query("DELETE FROM sessions WHERE user_id = $1 AND id <> $2")
        .bind(user)
        .bind(kept_session)
        .execute(connection)
        .await?;
    Ok(())
}

/// Marks an account as a program's, or as a person's. Once it has sat in a rated game it stays what
/// it is, so that no rating is ever earned by both.
pub(super) async fn set_program(
    connection: &mut SqliteConnection,
    user: &str,
    program: bool,
) -> StoreResult<()> {
    let sql = "UPDATE users SET is_program = $2 WHERE id = $1 AND name IS NOT NULL \
               AND NOT EXISTS (SELECT 1 FROM seats s JOIN games g ON g.id = s.game_id \
               WHERE s.user_id = $1 AND g.rated = 1)";
    let done = query(sql)
        .bind(user)
        .bind(i64::from(program))
        .execute(connection)
        .await?;
    match done.rows_affected() {
        0 => Err(StoreError::Conflict),
        _ => Ok(()),
    }
}

pub(super) async fn transfer_games(
    connection: &mut SqliteConnection,
    guest: &str,
    account: &str,
) -> StoreResult<Vec<String>> {
    let sql = "SELECT DISTINCT game_id FROM seats WHERE user_id = $1 AND is_open = 1";
    let open = fetch_all(&mut *connection, query(sql).bind(guest), |row| {
        Ok(row.try_get(0)?)
    })
    .await?;
    for sql in [
        "UPDATE seats SET user_id = $2 WHERE user_id = $1",
        "UPDATE games SET creator_id = $2 WHERE creator_id = $1 AND state = 'waiting'",
    ] {
        query(sql)
            .bind(guest)
            .bind(account)
            .execute(&mut *connection)
            .await?;
    }
    // Nobody comes back as this guest.
    query("DELETE FROM guest_use WHERE owner = $1")
        .bind(guest)
        .execute(connection)
        .await?;
    Ok(open)
}

pub(super) async fn delete_account(
    connection: &mut SqliteConnection,
    user: &str,
    now: Timestamp,
) -> StoreResult<()> {
    let sql = "UPDATE users SET name = NULL, name_lower = NULL, password_hash = NULL, \
               deleted_at = $2 WHERE id = $1";
    query(sql)
        .bind(user)
        .bind(to_millis(now))
        .execute(&mut *connection)
        .await?;
    for sql in [
        "DELETE FROM sessions WHERE user_id = $1",
        "DELETE FROM tokens WHERE user_id = $1",
        "DELETE FROM ratings WHERE user_id = $1",
        "DELETE FROM rating_history WHERE user_id = $1",
    ] {
        query(sql).bind(user).execute(&mut *connection).await?;
    }
    Ok(())
}

pub(super) async fn create_session(
    connection: &mut SqliteConnection,
    session: &SessionRow,
    key_hash: &str,
) -> StoreResult<()> {
    let sql = "INSERT INTO sessions (id, key_hash, user_id, user_agent, created_at, \
               last_used_at) VALUES ($1, $2, $3, $4, $5, $6)";
    query(sql)
        .bind(&session.id)
        .bind(key_hash)
        .bind(&session.user_id)
        .bind(&session.user_agent)
        .bind(to_millis(session.created_at))
        .bind(to_millis(session.last_used_at))
        .execute(connection)
        .await?;
    Ok(())
}

/// A session with its user, and whether its use is to be recorded.
pub(super) async fn session(
    connection: &mut SqliteConnection,
    key_hash: &str,
    now: Timestamp,
) -> StoreResult<Option<(SessionRow, UserRow, bool)>> {
    let sql = "SELECT s.id, s.user_id, s.user_agent, s.created_at, s.last_used_at, \
               u.id, u.name, u.deleted_at, u.password_hash, u.created_at, u.is_program \
               FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.key_hash = $1";
    fetch_optional(connection, query(sql).bind(key_hash), |row| {
        let session = session_at(row)?;
        let stale = now.ms_since(session.last_used_at) > TOUCH_INTERVAL_MS;
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
) -> StoreResult<()> {
    let sql = "INSERT INTO tokens (id, token_hash, user_id, label, created_at) \
               VALUES ($1, $2, $3, $4, $5)";
    query(sql)
        .bind(&token.id)
        .bind(token_hash)
        .bind(&token.user_id)
        .bind(&token.label)
        .bind(to_millis(token.created_at))
        .execute(connection)
        .await?;
    Ok(())
}

/// A token with its user, and whether its use is to be recorded.
pub(super) async fn token(
    connection: &mut SqliteConnection,
    token_hash: &str,
    now: Timestamp,
) -> StoreResult<Option<(TokenRow, UserRow, bool)>> {
    let sql = "SELECT t.id, t.user_id, t.label, t.created_at, t.last_used_at, \
               u.id, u.name, u.deleted_at, u.password_hash, u.created_at, u.is_program \
               FROM tokens t JOIN users u ON u.id = t.user_id WHERE t.token_hash = $1";
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

pub(super) async fn ratings(
    connection: &mut SqliteConnection,
    user: &str,
) -> StoreResult<Vec<RatingRow>> {
    let sql = "SELECT game, speed, rating, deviation, volatility, games_played, updated_at \
               FROM ratings WHERE user_id = $1 ORDER BY games_played DESC, game, speed";
    fetch_all(connection, query(sql).bind(user), |row| {
        Ok(RatingRow {
            game: row.try_get(0)?,
            speed: get_enum(row, 1)?,
            glicko: Glicko {
                rating: row.try_get(2)?,
                deviation: row.try_get(3)?,
                volatility: row.try_get(4)?,
            },
            games_played: narrow(row.try_get(5)?)?,
            updated_at: from_millis(row.try_get(6)?),
        })
    })
    .await
}

pub(super) async fn rating_history(
    connection: &mut SqliteConnection,
    user: &str,
    game: &str,
    speed: Speed,
) -> StoreResult<Vec<RatingPoint>> {
    let sql = "SELECT rated_at, rating, deviation, game_id FROM rating_history \
               WHERE user_id = $1 AND game = $2 AND speed = $3 \
               ORDER BY rated_at DESC LIMIT 1000";
    let sql = query(sql).bind(user).bind(game).bind(enum_name(&speed));
    let mut points = fetch_all(connection, sql, |row| {
        Ok(RatingPoint {
            at: row.try_get(0)?,
            rating: row.try_get(1)?,
            deviation: row.try_get(2)?,
            game_id: row.try_get(3)?,
        })
    })
    .await?;
    points.reverse();
    Ok(points)
}

pub(super) async fn results_by_game(
    connection: &mut SqliteConnection,
    user: &str,
) -> StoreResult<Vec<GameResults>> {
    // Local games, in which the user has both seats, are nobody's result.
    let sql = "SELECT g.game, \
               SUM(CASE WHEN g.winner = s.side THEN 1 ELSE 0 END), \
               SUM(CASE WHEN g.winner = 1 - s.side THEN 1 ELSE 0 END), \
               SUM(CASE WHEN g.winner IS NULL THEN 1 ELSE 0 END) \
               FROM seats s JOIN games g ON g.id = s.game_id \
               JOIN seats o ON o.game_id = s.game_id AND o.side = 1 - s.side \
               WHERE s.user_id = $1 AND g.state = 'ended' \
               AND (o.user_id IS NULL OR o.user_id <> $1) \
               GROUP BY g.game ORDER BY g.game";
    fetch_all(connection, query(sql).bind(user), |row| {
        Ok(GameResults {
            game: row.try_get(0)?,
            wins: narrow(row.try_get(1)?)?,
            losses: narrow(row.try_get(2)?)?,
            draws: narrow(row.try_get(3)?)?,
        })
    })
    .await
}
