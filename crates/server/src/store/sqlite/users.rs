//! Users in SQLite: guests, accounts and ratings.

use super::convert::{
    enum_name, fetch_all, fetch_optional, from_millis, get_enum, narrow, to_millis,
};
use crate::glicko::Glicko;
use crate::store::{RatingRow, StoreError, StoreResult, UserRow};
use quintain_api::protocol::{GameResults, RatingPoint, Speed};
use quintain_table::Timestamp;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection, query};

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
pub(super) fn user_at(row: &SqliteRow, first: usize) -> StoreResult<UserRow> {
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
    old_hash: &str,
    new_hash: &str,
    kept_session: &str,
) -> StoreResult<()> {
    let sql = "UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2 \
               AND EXISTS (SELECT 1 FROM sessions WHERE id = $4 AND user_id = $1)";
    let done = query(sql)
        .bind(user)
        .bind(old_hash)
        .bind(new_hash)
        .bind(kept_session)
        .execute(&mut *connection)
        .await?;
    if done.rows_affected() == 0 {
        return Err(StoreError::Conflict);
    }
    query("DELETE FROM sessions WHERE user_id = $1 AND id <> $2")
        .bind(user)
        .bind(kept_session)
        .execute(&mut *connection)
        .await?;
    query("DELETE FROM tokens WHERE user_id = $1")
        .bind(user)
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
    let sql = "UPDATE games SET state = 'aborted', updated_at = $2 WHERE state = 'waiting' \
               AND id IN (SELECT game_id FROM seats WHERE user_id = $1)";
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
    let sql = "SELECT h.rated_at, h.rating, h.deviation, \
               CASE WHEN g.public = 1 THEN h.game_id END \
               FROM rating_history h LEFT JOIN games g ON g.id = h.game_id \
               WHERE h.user_id = $1 AND h.game = $2 AND h.speed = $3 \
               ORDER BY h.rated_at DESC LIMIT 1000";
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
    only_public: bool,
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
               AND ($2 = 0 OR g.public = 1) \
               GROUP BY g.game ORDER BY g.game";
    let sql = query(sql).bind(user).bind(i64::from(only_public));
    fetch_all(connection, sql, |row| {
        Ok(GameResults {
            game: row.try_get(0)?,
            wins: narrow(row.try_get(1)?)?,
            losses: narrow(row.try_get(2)?)?,
            draws: narrow(row.try_get(3)?)?,
        })
    })
    .await
}
