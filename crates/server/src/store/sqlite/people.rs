//! People in SQLite.

use super::games::{millis, small, time};
use super::{find, find_all, read, word};
use crate::glicko::Glicko;
use crate::protocol::{RatingPoint, Speed, Tally};
use crate::store::{RatingRow, SessionRow, StoreError, Stored, TokenRow, UserRow};
use quintain_table::Timestamp;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection, query};

/// What someone without an account is called.
const GUEST: &str = "Guest";
/// What is left of the name of a deleted account.
const DELETED: &str = "Deleted";
/// The use of a session or token is noted at most so often, in milliseconds: reading one must
/// not cost a write each time.
const NOTED: u64 = 60_000;

pub(super) async fn ensure_guest(
    connection: &mut SqliteConnection,
    id: &str,
    now: Timestamp,
) -> Stored<()> {
    query("INSERT INTO users (id, name, created) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
        .bind(id)
        .bind(GUEST)
        .bind(millis(now))
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn user(connection: &mut SqliteConnection, id: &str) -> Stored<Option<UserRow>> {
    let sql = "SELECT id, name, folded, password, created FROM users WHERE id = $1";
    find(connection, query(sql).bind(id), |row| user_at(row, 0)).await
}

pub(super) async fn account(
    connection: &mut SqliteConnection,
    name: &str,
) -> Stored<Option<UserRow>> {
    let sql = "SELECT id, name, folded, password, created FROM users WHERE folded = $1";
    let sql = query(sql).bind(name.to_lowercase());
    find(connection, sql, |row| user_at(row, 0)).await
}

fn user_at(row: &SqliteRow, first: usize) -> Stored<UserRow> {
    let folded: Option<String> = row.try_get(first + 2)?;
    Ok(UserRow {
        id: row.try_get(first)?,
        name: row.try_get(first + 1)?,
        account: folded.is_some(),
        password: row.try_get(first + 3)?,
        created: time(row.try_get(first + 4)?),
    })
}

pub(super) async fn register(
    connection: &mut SqliteConnection,
    user: &str,
    name: &str,
    password: &str,
    now: Timestamp,
) -> Stored<()> {
    ensure_guest(connection, user, now).await?;
    let sql = "UPDATE users SET name = $2, folded = $3, password = $4, created = $5 \
               WHERE id = $1 AND folded IS NULL";
    let done = query(sql)
        .bind(user)
        .bind(name)
        .bind(name.to_lowercase())
        .bind(password)
        .bind(millis(now))
        .execute(connection)
        .await;
    match done {
        Ok(done) if done.rows_affected() == 1 => Ok(()),
        Ok(_) => Err(StoreError::Taken),
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Err(StoreError::Taken),
        Err(error) => Err(error.into()),
    }
}

pub(super) async fn set_password(
    connection: &mut SqliteConnection,
    user: &str,
    password: &str,
    keep: &str,
) -> Stored<()> {
    query("UPDATE users SET password = $2 WHERE id = $1")
        .bind(user)
        .bind(password)
        .execute(&mut *connection)
        .await?;
    query("DELETE FROM sessions WHERE user_id = $1 AND id <> $2")
        .bind(user)
        .bind(keep)
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn adopt(
    connection: &mut SqliteConnection,
    guest: &str,
    account: &str,
) -> Stored<Vec<String>> {
    let sql = "SELECT DISTINCT s.game_id FROM seats s JOIN games g ON g.id = s.game_id \
               WHERE s.user_id = $1 AND g.state IN ('waiting', 'running')";
    let open = find_all(&mut *connection, query(sql).bind(guest), |row| {
        Ok(row.try_get(0)?)
    })
    .await?;
    query("UPDATE seats SET user_id = $2 WHERE user_id = $1")
        .bind(guest)
        .bind(account)
        .execute(connection)
        .await?;
    Ok(open)
}

pub(super) async fn delete_account(connection: &mut SqliteConnection, user: &str) -> Stored<()> {
    query("UPDATE users SET name = $2, folded = NULL, password = NULL WHERE id = $1")
        .bind(user)
        .bind(DELETED)
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
    hash: &str,
) -> Stored<()> {
    let sql = "INSERT INTO sessions (id, hash, user_id, created, used, agent) \
               VALUES ($1, $2, $3, $4, $5, $6)";
    query(sql)
        .bind(&session.id)
        .bind(hash)
        .bind(&session.user)
        .bind(millis(session.created))
        .bind(millis(session.used))
        .bind(&session.agent)
        .execute(connection)
        .await?;
    Ok(())
}

/// A session and its user; and whether its use is to be noted.
pub(super) async fn session(
    connection: &mut SqliteConnection,
    hash: &str,
    now: Timestamp,
) -> Stored<Option<(SessionRow, UserRow, bool)>> {
    let sql = "SELECT s.id, s.user_id, s.created, s.used, s.agent, \
               u.id, u.name, u.folded, u.password, u.created \
               FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.hash = $1";
    find(connection, query(sql).bind(hash), |row| {
        let session = session_at(row)?;
        let stale = now.ms_since(session.used) > NOTED;
        Ok((session, user_at(row, 5)?, stale))
    })
    .await
}

fn session_at(row: &SqliteRow) -> Stored<SessionRow> {
    Ok(SessionRow {
        id: row.try_get(0)?,
        user: row.try_get(1)?,
        created: time(row.try_get(2)?),
        used: time(row.try_get(3)?),
        agent: row.try_get(4)?,
    })
}

pub(super) async fn note_session(
    connection: &mut SqliteConnection,
    id: &str,
    now: Timestamp,
) -> Stored<()> {
    query("UPDATE sessions SET used = $2 WHERE id = $1")
        .bind(id)
        .bind(millis(now))
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn sessions(
    connection: &mut SqliteConnection,
    user: &str,
) -> Stored<Vec<SessionRow>> {
    let sql = "SELECT id, user_id, created, used, agent FROM sessions \
               WHERE user_id = $1 ORDER BY used DESC, id";
    find_all(connection, query(sql).bind(user), session_at).await
}

pub(super) async fn delete_session(
    connection: &mut SqliteConnection,
    user: &str,
    id: &str,
) -> Stored<bool> {
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
    hash: &str,
) -> Stored<()> {
    let sql = "INSERT INTO tokens (id, hash, user_id, label, created) VALUES ($1, $2, $3, $4, $5)";
    query(sql)
        .bind(&token.id)
        .bind(hash)
        .bind(&token.user)
        .bind(&token.label)
        .bind(millis(token.created))
        .execute(connection)
        .await?;
    Ok(())
}

/// A token and its user; and whether its use is to be noted.
pub(super) async fn token(
    connection: &mut SqliteConnection,
    hash: &str,
    now: Timestamp,
) -> Stored<Option<(TokenRow, UserRow, bool)>> {
    let sql = "SELECT t.id, t.user_id, t.label, t.created, t.used, \
               u.id, u.name, u.folded, u.password, u.created \
               FROM tokens t JOIN users u ON u.id = t.user_id WHERE t.hash = $1";
    find(connection, query(sql).bind(hash), |row| {
        let token = token_at(row)?;
        let stale = token.used.is_none_or(|used| now.ms_since(used) > NOTED);
        Ok((token, user_at(row, 5)?, stale))
    })
    .await
}

fn token_at(row: &SqliteRow) -> Stored<TokenRow> {
    Ok(TokenRow {
        id: row.try_get(0)?,
        user: row.try_get(1)?,
        label: row.try_get(2)?,
        created: time(row.try_get(3)?),
        used: row.try_get::<Option<i64>, _>(4)?.map(time),
    })
}

pub(super) async fn note_token(
    connection: &mut SqliteConnection,
    id: &str,
    now: Timestamp,
) -> Stored<()> {
    query("UPDATE tokens SET used = $2 WHERE id = $1")
        .bind(id)
        .bind(millis(now))
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn tokens(connection: &mut SqliteConnection, user: &str) -> Stored<Vec<TokenRow>> {
    let sql = "SELECT id, user_id, label, created, used FROM tokens \
               WHERE user_id = $1 ORDER BY created DESC, id";
    find_all(connection, query(sql).bind(user), token_at).await
}

pub(super) async fn delete_token(
    connection: &mut SqliteConnection,
    user: &str,
    id: &str,
) -> Stored<bool> {
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
) -> Stored<Vec<RatingRow>> {
    let sql = "SELECT game, speed, rating, deviation, volatility, games, changed FROM ratings \
               WHERE user_id = $1 ORDER BY games DESC, game, speed";
    find_all(connection, query(sql).bind(user), |row| {
        Ok(RatingRow {
            game: row.try_get(0)?,
            speed: read(row, 1)?,
            glicko: Glicko {
                rating: row.try_get(2)?,
                deviation: row.try_get(3)?,
                volatility: row.try_get(4)?,
            },
            games: small(row.try_get(5)?)?,
            changed: time(row.try_get(6)?),
        })
    })
    .await
}

pub(super) async fn rating_history(
    connection: &mut SqliteConnection,
    user: &str,
    game: &str,
    speed: Speed,
) -> Stored<Vec<RatingPoint>> {
    let sql = "SELECT at, rating, deviation, game_id FROM rating_history \
               WHERE user_id = $1 AND game = $2 AND speed = $3 ORDER BY at DESC LIMIT 1000";
    let sql = query(sql).bind(user).bind(game).bind(word(&speed));
    let mut points = find_all(connection, sql, |row| {
        Ok(RatingPoint {
            at: row.try_get(0)?,
            rating: row.try_get(1)?,
            deviation: row.try_get(2)?,
            game: row.try_get(3)?,
        })
    })
    .await?;
    points.reverse();
    Ok(points)
}

pub(super) async fn tallies(connection: &mut SqliteConnection, user: &str) -> Stored<Vec<Tally>> {
    // At one device someone has both seats: such games are nobody's result.
    let sql = "SELECT g.game, \
               SUM(CASE WHEN g.winner = s.side THEN 1 ELSE 0 END), \
               SUM(CASE WHEN g.winner = 1 - s.side THEN 1 ELSE 0 END), \
               SUM(CASE WHEN g.winner IS NULL THEN 1 ELSE 0 END) \
               FROM seats s JOIN games g ON g.id = s.game_id \
               JOIN seats o ON o.game_id = s.game_id AND o.side = 1 - s.side \
               WHERE s.user_id = $1 AND g.state = 'ended' \
               AND (o.user_id IS NULL OR o.user_id <> $1) \
               GROUP BY g.game ORDER BY g.game";
    find_all(connection, query(sql).bind(user), |row| {
        Ok(Tally {
            game: row.try_get(0)?,
            won: small(row.try_get(1)?)?,
            lost: small(row.try_get(2)?)?,
            drawn: small(row.try_get(3)?)?,
        })
    })
    .await
}
