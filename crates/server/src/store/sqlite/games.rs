//! Games in SQLite: creating and changing them.

use super::convert::{enum_name, from_millis, to_millis};
use crate::glicko::Glicko;
use crate::store::{
    GameRequest, GameStart, GameStatus, RatedResult, StoreError, StoreResult, StoredEvent,
};
use quintain_api::protocol::{RatingChange, SideChoice};
use quintain_rules::Side;
use quintain_table::Timestamp;
use sqlx::{Row, SqliteConnection, query};

pub(super) async fn create(
    connection: &mut SqliteConnection,
    request: &GameRequest,
    game_start: Option<&GameStart>,
) -> StoreResult<()> {
    let sql = "INSERT INTO games (id, game, size, start_position, time_control, speed, rated, \
               public, in_lobby, side_choice, created_at, state, position, plies, updated_at) \
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'waiting', $12, 0, $11)";
    query(sql)
        .bind(&request.id)
        .bind(&request.game)
        .bind(request.size.map(i64::from))
        .bind(&request.start)
        .bind(request.time_control.to_string())
        .bind(enum_name(&request.speed))
        .bind(i64::from(request.rated))
        .bind(i64::from(request.public))
        .bind(i64::from(request.in_lobby))
        .bind(enum_name(&request.side_choice))
        .bind(to_millis(request.created_at))
        .bind(&request.position)
        .execute(&mut *connection)
        .await?;
    // While the game is waiting, the creator sits on the chosen side, or on the first side if
    // sides are drawn when it starts.
    let creator = match request.side_choice {
        SideChoice::First | SideChoice::Random => Side::First,
        SideChoice::Second => Side::Second,
    };
    for side in Side::BOTH {
        let user = (side == creator).then_some(request.creator_id.as_str());
        let is_bot = side == creator && request.creator_is_bot;
        let sql = "INSERT INTO seats (game_id, side, user_id, is_bot, created_at) \
                   VALUES ($1, $2, $3, $4, $5)";
        query(sql)
            .bind(&request.id)
            .bind(side.index() as i64)
            .bind(user)
            .bind(i64::from(is_bot))
            .bind(to_millis(request.created_at))
            .execute(&mut *connection)
            .await?;
    }
    match game_start {
        Some(game_start) => start(connection, &request.id, game_start).await,
        None => Ok(()),
    }
}

/// Turns a waiting game into a running one.
pub(super) async fn start(
    connection: &mut SqliteConnection,
    id: &str,
    start: &GameStart,
) -> StoreResult<()> {
    let setup = serde_json::to_string(&start.setup).map_err(StoreError::corrupt)?;
    let done =
        query("UPDATE games SET setup = $2, state = 'running' WHERE id = $1 AND state = 'waiting'")
            .bind(id)
            .bind(setup)
            .execute(&mut *connection)
            .await?;
    if done.rows_affected() == 0 {
        return Err(StoreError::Conflict);
    }
    for (side, seat) in Side::BOTH.into_iter().zip(&start.seats) {
        let sql = "UPDATE seats SET user_id = $3, engine_level = $4, is_bot = $5, \
                   rating_before = $6 WHERE game_id = $1 AND side = $2";
        query(sql)
            .bind(id)
            .bind(side.index() as i64)
            .bind(seat.user_id())
            .bind(seat.engine_level.map(i64::from))
            .bind(i64::from(seat.is_bot))
            .bind(seat.rating_before)
            .execute(&mut *connection)
            .await?;
    }
    set_status(connection, id, &start.status).await
}

async fn set_status(
    connection: &mut SqliteConnection,
    id: &str,
    status: &GameStatus,
) -> StoreResult<()> {
    let winner = status.outcome.and_then(|outcome| outcome.winner);
    let sql = "UPDATE games SET state = $2, position = $3, turn = $4, plies = $5, winner = $6, \
               end_reason = $7, updated_at = $8, flag_at = $9 WHERE id = $1";
    query(sql)
        .bind(id)
        .bind(enum_name(&status.state))
        .bind(&status.position)
        .bind(status.turn.map(|side| side.index() as i64))
        .bind(i64::from(status.plies))
        .bind(winner.map(|side| side.index() as i64))
        .bind(status.outcome.map(|outcome| enum_name(&outcome.reason)))
        .bind(to_millis(status.updated_at))
        .bind(status.flag_at.map(to_millis))
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn abort_waiting(
    connection: &mut SqliteConnection,
    id: &str,
    now: Timestamp,
) -> StoreResult<()> {
    let sql =
        "UPDATE games SET state = 'aborted', updated_at = $2 WHERE id = $1 AND state = 'waiting'";
    let done = query(sql)
        .bind(id)
        .bind(to_millis(now))
        .execute(connection)
        .await?;
    if done.rows_affected() == 0 {
        return Err(StoreError::Conflict);
    }
    Ok(())
}

pub(super) async fn expire_seeks(
    connection: &mut SqliteConnection,
    before: Timestamp,
    now: Timestamp,
) -> StoreResult<u64> {
    let sql = "UPDATE games SET state = 'aborted', updated_at = $2 WHERE state = 'waiting' \
               AND in_lobby = 1 AND speed <> 'correspondence' AND created_at < $1";
    let done = query(sql)
        .bind(to_millis(before))
        .bind(to_millis(now))
        .execute(connection)
        .await?;
    Ok(done.rows_affected())
}

pub(super) async fn append_event(
    connection: &mut SqliteConnection,
    id: &str,
    event: &StoredEvent,
    status: &GameStatus,
    result: Option<&RatedResult>,
) -> StoreResult<Option<[RatingChange; 2]>> {
    let entry = &event.entry;
    let json = serde_json::to_string(&entry.event).map_err(StoreError::corrupt)?;
    let sql = "INSERT INTO game_events (game_id, seq, happened_at, event, request_id) \
               VALUES ($1, $2, $3, $4, $5)";
    let inserted = query(sql)
        .bind(id)
        .bind(i64::from(entry.seq))
        .bind(to_millis(entry.at))
        .bind(json)
        .bind(&event.request_id)
        .execute(&mut *connection)
        .await;
    match inserted {
        Ok(_) => {}
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
            return Err(StoreError::Conflict);
        }
        Err(error) => return Err(error.into()),
    }
    set_status(connection, id, status).await?;
    match result {
        Some(result) => rate(connection, id, result, entry.at).await.map(Some),
        None => Ok(None),
    }
}

/// Updates the ratings of both players of a rated game.
async fn rate(
    connection: &mut SqliteConnection,
    id: &str,
    result: &RatedResult,
    at: Timestamp,
) -> StoreResult<[RatingChange; 2]> {
    let mut before = [Glicko::default(); 2];
    for (glicko, user) in before.iter_mut().zip(&result.users) {
        *glicko = current_rating(connection, user, result, at).await?;
    }
    let after = [
        before[0].after_game(before[1], result.score),
        before[1].after_game(before[0], 1.0 - result.score),
    ];
    for side in [0, 1] {
        store_rating(connection, id, result, at, side, after[side]).await?;
        let sql = "UPDATE seats SET rating_before = $3, rating_after = $4 \
                   WHERE game_id = $1 AND side = $2";
        query(sql)
            .bind(id)
            .bind(side as i64)
            .bind(before[side].rating)
            .bind(after[side].rating)
            .execute(&mut *connection)
            .await?;
    }
    Ok([0, 1].map(|side| RatingChange {
        before: before[side].rating.round() as i32,
        after: after[side].rating.round() as i32,
    }))
}

/// A player's rating at the end of a game, before the game counts.
async fn current_rating(
    connection: &mut SqliteConnection,
    user: &str,
    result: &RatedResult,
    at: Timestamp,
) -> StoreResult<Glicko> {
    let sql = "SELECT rating, deviation, volatility, updated_at FROM ratings \
               WHERE user_id = $1 AND game = $2 AND speed = $3";
    let row = query(sql)
        .bind(user)
        .bind(&result.game)
        .bind(enum_name(&result.speed))
        .fetch_optional(connection)
        .await?;
    let Some(row) = row else {
        return Ok(Glicko::default());
    };
    let stored = Glicko {
        rating: row.try_get(0)?,
        deviation: row.try_get(1)?,
        volatility: row.try_get(2)?,
    };
    Ok(stored.after_inactivity(at.ms_since(from_millis(row.try_get(3)?))))
}

async fn store_rating(
    connection: &mut SqliteConnection,
    id: &str,
    result: &RatedResult,
    at: Timestamp,
    side: usize,
    new: Glicko,
) -> StoreResult<()> {
    let (user, speed) = (&result.users[side], enum_name(&result.speed));
    let sql = "INSERT INTO ratings (user_id, game, speed, rating, deviation, volatility, \
               games_played, updated_at) VALUES ($1, $2, $3, $4, $5, $6, 1, $7) \
               ON CONFLICT (user_id, game, speed) DO UPDATE SET rating = excluded.rating, \
               deviation = excluded.deviation, volatility = excluded.volatility, \
               games_played = ratings.games_played + 1, updated_at = excluded.updated_at";
    query(sql)
        .bind(user)
        .bind(&result.game)
        .bind(&speed)
        .bind(new.rating)
        .bind(new.deviation)
        .bind(new.volatility)
        .bind(to_millis(at))
        .execute(&mut *connection)
        .await?;
    let sql = "INSERT INTO rating_history (user_id, game_id, game, speed, rated_at, rating, \
               deviation) VALUES ($1, $2, $3, $4, $5, $6, $7)";
    query(sql)
        .bind(user)
        .bind(id)
        .bind(&result.game)
        .bind(&speed)
        .bind(to_millis(at))
        .bind(new.rating)
        .bind(new.deviation)
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn set_rematch_offer(
    connection: &mut SqliteConnection,
    id: &str,
    side: Option<Side>,
) -> StoreResult<()> {
    query("UPDATE games SET rematch_offered_by = $2 WHERE id = $1")
        .bind(id)
        .bind(side.map(|side| side.index() as i64))
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn create_rematch(
    connection: &mut SqliteConnection,
    id: &str,
    request: &GameRequest,
    start: &GameStart,
) -> StoreResult<()> {
    let sql = "UPDATE games SET rematch_id = $2, rematch_offered_by = NULL \
               WHERE id = $1 AND rematch_id IS NULL";
    let done = query(sql)
        .bind(id)
        .bind(&request.id)
        .execute(&mut *connection)
        .await?;
    if done.rows_affected() == 0 {
        return Err(StoreError::Conflict);
    }
    create(connection, request, Some(start)).await
}
