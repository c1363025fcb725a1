//! Games in SQLite: making and changing them.

use super::word;
use crate::glicko::Glicko;
use crate::protocol::{RatingChange, SideChoice};
use crate::store::{Asked, Finish, Progress, Recorded, Start, StoreError, Stored};
use quintain_rules::Side;
use quintain_table::Timestamp;
use sqlx::{Row, SqliteConnection, query};

pub(super) async fn create(
    connection: &mut SqliteConnection,
    asked: &Asked,
    start: Option<&Start>,
) -> Stored<()> {
    let sql = "INSERT INTO games (id, game, size, start, clock, speed, rated, public, lobby, \
               choice, created, state, position, plies, changed) \
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'waiting', $12, 0, $11)";
    query(sql)
        .bind(&asked.id)
        .bind(&asked.game)
        .bind(asked.size.map(i64::from))
        .bind(&asked.start)
        .bind(asked.clock.to_string())
        .bind(word(&asked.speed))
        .bind(i64::from(asked.rated))
        .bind(i64::from(asked.public))
        .bind(i64::from(asked.lobby))
        .bind(word(&asked.choice))
        .bind(millis(asked.created))
        .bind(&asked.position)
        .execute(&mut *connection)
        .await?;
    // While it waits, the creator sits where they want to, or on the first side if the lot
    // decides later.
    let creator = match asked.choice {
        SideChoice::First | SideChoice::Random => Side::First,
        SideChoice::Second => Side::Second,
    };
    for side in Side::BOTH {
        let user = (side == creator).then_some(asked.creator.as_str());
        let bot = side == creator && asked.bot;
        let sql = "INSERT INTO seats (game_id, side, user_id, bot, created) \
                   VALUES ($1, $2, $3, $4, $5)";
        query(sql)
            .bind(&asked.id)
            .bind(side.index() as i64)
            .bind(user)
            .bind(i64::from(bot))
            .bind(millis(asked.created))
            .execute(&mut *connection)
            .await?;
    }
    match start {
        Some(start) => begin(connection, &asked.id, start).await,
        None => Ok(()),
    }
}

/// Turns a waiting game into a running one.
pub(super) async fn begin(
    connection: &mut SqliteConnection,
    id: &str,
    start: &Start,
) -> Stored<()> {
    let setup = serde_json::to_string(&start.setup)
        .map_err(|error| StoreError::Damaged(error.to_string()))?;
    let done =
        query("UPDATE games SET setup = $2, state = 'running' WHERE id = $1 AND state = 'waiting'")
            .bind(id)
            .bind(setup)
            .execute(&mut *connection)
            .await?;
    if done.rows_affected() == 0 {
        return Err(StoreError::Taken);
    }
    for (side, seat) in Side::BOTH.into_iter().zip(&start.seats) {
        let sql = "UPDATE seats SET user_id = $3, level = $4, bot = $5, rating_before = $6 \
                   WHERE game_id = $1 AND side = $2";
        query(sql)
            .bind(id)
            .bind(side.index() as i64)
            .bind(seat.user.as_ref().map(|user| &user.id))
            .bind(seat.level.map(i64::from))
            .bind(i64::from(seat.bot))
            .bind(seat.before)
            .execute(&mut *connection)
            .await?;
    }
    set_progress(connection, id, &start.progress).await
}

async fn set_progress(
    connection: &mut SqliteConnection,
    id: &str,
    progress: &Progress,
) -> Stored<()> {
    let sql = "UPDATE games SET state = $2, position = $3, turn = $4, plies = $5, winner = $6, \
               ended_by = $7, ending = $8, changed = $9, due = $10 WHERE id = $1";
    query(sql)
        .bind(id)
        .bind(word(&progress.state))
        .bind(&progress.position)
        .bind(progress.turn.map(|side| side.index() as i64))
        .bind(i64::from(progress.plies))
        .bind(
            progress
                .outcome
                .and_then(|outcome| outcome.winner)
                .map(|side| side.index() as i64),
        )
        .bind(progress.outcome.map(|outcome| word(&outcome.reason)))
        .bind(&progress.ending)
        .bind(millis(progress.changed))
        .bind(progress.due.map(millis))
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn withdraw(
    connection: &mut SqliteConnection,
    id: &str,
    now: Timestamp,
) -> Stored<()> {
    let sql =
        "UPDATE games SET state = 'aborted', changed = $2 WHERE id = $1 AND state = 'waiting'";
    let done = query(sql)
        .bind(id)
        .bind(millis(now))
        .execute(connection)
        .await?;
    if done.rows_affected() == 0 {
        return Err(StoreError::Taken);
    }
    Ok(())
}

pub(super) async fn expire_seeks(
    connection: &mut SqliteConnection,
    before: Timestamp,
    now: Timestamp,
) -> Stored<u64> {
    let sql = "UPDATE games SET state = 'aborted', changed = $2 WHERE state = 'waiting' \
               AND lobby = 1 AND speed <> 'correspondence' AND created < $1";
    let done = query(sql)
        .bind(millis(before))
        .bind(millis(now))
        .execute(connection)
        .await?;
    Ok(done.rows_affected())
}

pub(super) async fn append(
    connection: &mut SqliteConnection,
    id: &str,
    what: &Recorded,
    progress: &Progress,
    finish: Option<&Finish>,
) -> Stored<Option<[RatingChange; 2]>> {
    let event = serde_json::to_string(&what.entry.event)
        .map_err(|error| StoreError::Damaged(error.to_string()))?;
    let sql = "INSERT INTO entries (game_id, seq, at, event, request) VALUES ($1, $2, $3, $4, $5)";
    let inserted = query(sql)
        .bind(id)
        .bind(i64::from(what.entry.seq))
        .bind(millis(what.entry.at))
        .bind(event)
        .bind(&what.request)
        .execute(&mut *connection)
        .await;
    match inserted {
        Ok(_) => {}
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
            return Err(StoreError::Taken);
        }
        Err(error) => return Err(error.into()),
    }
    set_progress(connection, id, progress).await?;
    match finish {
        Some(finish) => rate(connection, id, finish, what.entry.at).await.map(Some),
        None => Ok(None),
    }
}

/// Changes the ratings of both players of a rated game.
async fn rate(
    connection: &mut SqliteConnection,
    id: &str,
    finish: &Finish,
    at: Timestamp,
) -> Stored<[RatingChange; 2]> {
    let speed = word(&finish.speed);
    let mut before = [Glicko::default(); 2];
    for (glicko, user) in before.iter_mut().zip(&finish.users) {
        let sql = "SELECT rating, deviation, volatility, changed FROM ratings \
                   WHERE user_id = $1 AND game = $2 AND speed = $3";
        let row = query(sql)
            .bind(user)
            .bind(&finish.game)
            .bind(&speed)
            .fetch_optional(&mut *connection)
            .await?;
        if let Some(row) = row {
            let stored = Glicko {
                rating: row.try_get(0)?,
                deviation: row.try_get(1)?,
                volatility: row.try_get(2)?,
            };
            *glicko = stored.after_rest(at.ms_since(time(row.try_get(3)?)));
        }
    }
    let after = [
        before[0].after_game(before[1], finish.score),
        before[1].after_game(before[0], 1.0 - finish.score),
    ];
    for side in Side::BOTH {
        let (user, new) = (&finish.users[side.index()], after[side.index()]);
        let sql = "INSERT INTO ratings (user_id, game, speed, rating, deviation, volatility, \
                   games, changed) VALUES ($1, $2, $3, $4, $5, $6, 1, $7) \
                   ON CONFLICT (user_id, game, speed) DO UPDATE SET rating = excluded.rating, \
                   deviation = excluded.deviation, volatility = excluded.volatility, \
                   games = ratings.games + 1, changed = excluded.changed";
        query(sql)
            .bind(user)
            .bind(&finish.game)
            .bind(&speed)
            .bind(new.rating)
            .bind(new.deviation)
            .bind(new.volatility)
            .bind(millis(at))
            .execute(&mut *connection)
            .await?;
        let sql = "INSERT INTO rating_history (user_id, game_id, game, speed, at, rating, \
                   deviation) VALUES ($1, $2, $3, $4, $5, $6, $7)";
        query(sql)
            .bind(user)
            .bind(id)
            .bind(&finish.game)
            .bind(&speed)
            .bind(millis(at))
            .bind(new.rating)
            .bind(new.deviation)
            .execute(&mut *connection)
            .await?;
        let sql = "UPDATE seats SET rating_before = $3, rating_after = $4 \
                   WHERE game_id = $1 AND side = $2";
        query(sql)
            .bind(id)
            .bind(side.index() as i64)
            .bind(before[side.index()].rating)
            .bind(new.rating)
            .execute(&mut *connection)
            .await?;
    }
    Ok([0, 1].map(|side| RatingChange {
        before: before[side].rating.round() as i32,
        after: after[side].rating.round() as i32,
    }))
}

pub(super) async fn offer_rematch(
    connection: &mut SqliteConnection,
    id: &str,
    side: Option<Side>,
) -> Stored<()> {
    query("UPDATE games SET rematch_offer = $2 WHERE id = $1")
        .bind(id)
        .bind(side.map(|side| side.index() as i64))
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn make_rematch(
    connection: &mut SqliteConnection,
    id: &str,
    asked: &Asked,
    start: &Start,
) -> Stored<()> {
    let sql = "UPDATE games SET rematch = $2, rematch_offer = NULL \
               WHERE id = $1 AND rematch IS NULL";
    let done = query(sql)
        .bind(id)
        .bind(&asked.id)
        .execute(&mut *connection)
        .await?;
    if done.rows_affected() == 0 {
        return Err(StoreError::Taken);
    }
    create(connection, asked, Some(start)).await
}

/// A number that was small when it was stored.
pub(super) fn small<T: TryFrom<i64>>(stored: i64) -> Stored<T> {
    T::try_from(stored).map_err(|_| StoreError::Damaged(format!("{stored} is out of range")))
}

/// A moment as it is stored.
pub(super) fn millis(time: Timestamp) -> i64 {
    i64::try_from(time.0).unwrap_or(i64::MAX)
}

/// A moment as it was stored.
pub(super) fn time(stored: i64) -> Timestamp {
    Timestamp(u64::try_from(stored).unwrap_or_default())
}
