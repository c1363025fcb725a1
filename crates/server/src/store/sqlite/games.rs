//! Games in SQLite: creating and changing them.

use super::convert::{enum_name, from_millis, to_millis};
use super::{budget, sql, users};
use crate::glicko::Glicko;
use crate::store::{
    Budgets, GameRequest, GameStart, GameStatus, RatedResult, StoreError, StoreResult, StoredEvent,
};
use quintain_api::protocol::{RatingChange, SideChoice};
use quintain_rules::Side;
use quintain_table::Timestamp;
use sqlx::{Row, SqliteConnection, query};

pub(super) async fn create(
    connection: &mut SqliteConnection,
    request: &GameRequest,
    game_start: Option<&GameStart>,
    budgets: &Budgets,
) -> StoreResult<()> {
    budget::check(connection, request, game_start.is_none(), budgets).await?;
    // Guests are known from the first game on. For a user who is known already nothing happens.
    users::ensure_guest(connection, &request.creator_id, request.created_at).await?;
    query(sql::INSERT_GAME)
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
        .bind(&request.creator_id)
        .bind(&request.address_tag)
        .bind(i64::from(request.creator_is_program))
        .bind(to_millis(request.created_at))
        .bind(to_millis(request.expires_at))
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
        query(sql::INSERT_SEAT)
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
    for user in start.seats.iter().filter_map(|seat| seat.user.as_ref()) {
        if !user.is_account() {
            users::ensure_guest(connection, &user.id, user.created_at).await?;
        }
    }
    let setup = serde_json::to_string(&start.setup).map_err(StoreError::corrupt)?;
    let done = query(sql::START_GAME)
        .bind(id)
        .bind(setup)
        .execute(&mut *connection)
        .await?;
    if done.rows_affected() == 0 {
        return Err(StoreError::Conflict);
    }
    for (side, seat) in Side::BOTH.into_iter().zip(&start.seats) {
        query(sql::FILL_SEAT)
            .bind(id)
            .bind(side.index() as i64)
            .bind(seat.user_id())
            .bind(seat.engine_level.map(i64::from))
            .bind(i64::from(seat.is_bot))
            .bind(seat.rating_before)
            .execute(&mut *connection)
            .await?;
    }
    set_status(connection, id, &start.status, 0).await
}

async fn set_status(
    connection: &mut SqliteConnection,
    id: &str,
    status: &GameStatus,
    events: u32,
) -> StoreResult<()> {
    let winner = status.outcome.and_then(|outcome| outcome.winner);
    query(sql::SET_STATUS)
        .bind(id)
        .bind(enum_name(&status.state))
        .bind(&status.position)
        .bind(status.turn.map(|side| side.index() as i64))
        .bind(i64::from(status.plies))
        .bind(winner.map(|side| side.index() as i64))
        .bind(status.outcome.map(|outcome| enum_name(&outcome.reason)))
        .bind(to_millis(status.updated_at))
        .bind(status.flag_at.map(to_millis))
        .bind(i64::from(events))
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn abort_waiting(
    connection: &mut SqliteConnection,
    id: &str,
    now: Timestamp,
) -> StoreResult<()> {
    let done = query(sql::ABORT_WAITING_GAME)
        .bind(id)
        .bind(to_millis(now))
        .execute(connection)
        .await?;
    if done.rows_affected() == 0 {
        return Err(StoreError::Conflict);
    }
    Ok(())
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
    let inserted = query(sql::INSERT_EVENT)
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
    let events = entry.seq.saturating_add(1);
    set_status(connection, id, status, events).await?;
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
        query(sql::SET_SEAT_RATING)
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
    let row = query(sql::RATING)
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
    query(sql::SET_RATING)
        .bind(user)
        .bind(&result.game)
        .bind(&speed)
        .bind(new.rating)
        .bind(new.deviation)
        .bind(new.volatility)
        .bind(to_millis(at))
        .execute(&mut *connection)
        .await?;
    query(sql::INSERT_RATING_POINT)
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
    query(sql::SET_REMATCH_OFFER)
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
    budgets: &Budgets,
) -> StoreResult<()> {
    let done = query(sql::SET_REMATCH)
        .bind(id)
        .bind(&request.id)
        .execute(&mut *connection)
        .await?;
    if done.rows_affected() == 0 {
        return Err(StoreError::Conflict);
    }
    create(connection, request, Some(start), budgets).await
}

/// Aborts waiting games. Those that have started in the meantime are left alone.
pub(super) async fn abort_waiting_games(
    connection: &mut SqliteConnection,
    ids: &[String],
    now: Timestamp,
) -> StoreResult<()> {
    for id in ids {
        query(sql::ABORT_WAITING_GAME)
            .bind(id)
            .bind(to_millis(now))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Deletes games that were aborted before both sides had moved.
pub(super) async fn delete_unplayed(
    connection: &mut SqliteConnection,
    ids: &[String],
) -> StoreResult<()> {
    for id in ids {
        query(sql::DELETE_UNPLAYED_GAME)
            .bind(id)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Deletes those of these guests who have no games.
pub(super) async fn delete_guests(
    connection: &mut SqliteConnection,
    ids: &[String],
) -> StoreResult<()> {
    for id in ids {
        query(sql::DELETE_GUEST_WITHOUT_GAMES)
            .bind(id)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
