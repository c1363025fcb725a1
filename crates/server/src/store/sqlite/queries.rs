//! Games in SQLite: finding them.

use super::convert::{
    enum_name, fetch_all, fetch_optional, from_millis, get_enum, narrow, parse_enum, to_millis,
};
use super::sql;
use crate::store::{
    GameFilter, GameRequest, GameResult, GameRow, GameStatus, OfferRow, SeatRow, StoreError,
    StoreResult, StoredEvent, UserRow,
};
use quintain_rules::Side;
use quintain_table::{Entry, Outcome, Timestamp};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection, query};

pub(super) async fn by_id(
    connection: &mut SqliteConnection,
    id: &str,
) -> StoreResult<Option<GameRow>> {
    fetch_optional(connection, query(sql::GAME).bind(id), game).await
}

pub(super) async fn by_ids(
    connection: &mut SqliteConnection,
    ids: &[String],
) -> StoreResult<Vec<GameRow>> {
    let ids = serde_json::to_string(ids).map_err(StoreError::corrupt)?;
    fetch_all(connection, query(sql::GAMES_BY_ID).bind(ids), game).await
}

pub(super) async fn offers(
    connection: &mut SqliteConnection,
    limit: u32,
) -> StoreResult<Vec<OfferRow>> {
    let sql = query(sql::OFFERS).bind(i64::from(limit));
    fetch_all(connection, sql, |row| {
        Ok(OfferRow {
            id: row.try_get(0)?,
            creator_id: row.try_get(1)?,
            address_tag: row.try_get(2)?,
        })
    })
    .await
}

pub(super) async fn matches(
    connection: &mut SqliteConnection,
    request: &GameRequest,
    limit: u32,
) -> StoreResult<Vec<String>> {
    let sql = query(sql::MATCHES)
        .bind(&request.game)
        .bind(request.time_control.to_string())
        .bind(i64::from(request.rated))
        .bind(request.size.map(i64::from))
        .bind(&request.start)
        .bind(&request.creator_id)
        .bind(enum_name(&request.side_choice))
        .bind(i64::from(request.creator_is_program))
        .bind(i64::from(limit));
    fetch_all(connection, sql, |row| Ok(row.try_get(0)?)).await
}

pub(super) async fn live(
    connection: &mut SqliteConnection,
    limit: u32,
) -> StoreResult<Vec<GameRow>> {
    let sql = query(sql::LIVE_GAMES).bind(i64::from(limit));
    fetch_all(connection, sql, game).await
}

pub(super) async fn open_of_user(
    connection: &mut SqliteConnection,
    user: &str,
    limit: u32,
) -> StoreResult<Vec<GameRow>> {
    let sql = query(sql::OPEN_GAMES_OF_USER);
    let sql = sql.bind(user).bind(i64::from(limit));
    fetch_all(connection, sql, game).await
}

pub(super) async fn finished_of_user(
    connection: &mut SqliteConnection,
    user: &str,
    filter: &GameFilter,
) -> StoreResult<Vec<GameRow>> {
    let result = filter.result.map(|result| match result {
        GameResult::Win => "win",
        GameResult::Loss => "loss",
        GameResult::Draw => "draw",
    });
    let (at, id) = match &filter.before {
        Some((at, id)) => (Some(to_millis(*at)), Some(id)),
        None => (None, None),
    };
    let sql = query(sql::FINISHED_GAMES_OF_USER)
        .bind(user)
        .bind(&filter.game)
        .bind(filter.rated.map(i64::from))
        .bind(result)
        .bind(at)
        .bind(id)
        .bind(i64::from(filter.limit))
        .bind(i64::from(filter.only_public));
    fetch_all(connection, sql, game).await
}

pub(super) async fn events(
    connection: &mut SqliteConnection,
    id: &str,
    from: u32,
) -> StoreResult<Vec<StoredEvent>> {
    fetch_all(
        connection,
        query(sql::EVENTS).bind(id).bind(i64::from(from)),
        |row| {
            let event: String = row.try_get(2)?;
            Ok(StoredEvent {
                entry: Entry {
                    seq: narrow(row.try_get(0)?)?,
                    at: from_millis(row.try_get(1)?),
                    event: serde_json::from_str(&event).map_err(StoreError::corrupt)?,
                },
                request_id: row.try_get(3)?,
            })
        },
    )
    .await
}

/// The ids of games of a kind up to a moment.
async fn ids_until(
    connection: &mut SqliteConnection,
    sql: &'static str,
    moment: Timestamp,
    limit: u32,
) -> StoreResult<Vec<String>> {
    let sql = query(sql).bind(to_millis(moment)).bind(i64::from(limit));
    fetch_all(connection, sql, |row| Ok(row.try_get(0)?)).await
}

pub(super) async fn past_deadline(
    connection: &mut SqliteConnection,
    now: Timestamp,
    limit: u32,
) -> StoreResult<Vec<String>> {
    ids_until(connection, sql::PAST_DEADLINE, now, limit).await
}

pub(super) async fn unstarted(
    connection: &mut SqliteConnection,
    fast_before: Timestamp,
    slow_before: Timestamp,
    limit: u32,
) -> StoreResult<Vec<String>> {
    let fast = sql::UNSTARTED_FAST_GAMES;
    let mut ids = ids_until(connection, fast, fast_before, limit).await?;
    let slow = sql::UNSTARTED_SLOW_GAMES;
    ids.extend(ids_until(connection, slow, slow_before, limit).await?);
    Ok(ids)
}

pub(super) async fn expired_waiting(
    connection: &mut SqliteConnection,
    now: Timestamp,
    limit: u32,
) -> StoreResult<Vec<String>> {
    ids_until(connection, sql::EXPIRED_WAITING_GAMES, now, limit).await
}

pub(super) async fn unplayed_by_guests(
    connection: &mut SqliteConnection,
    before: Timestamp,
    limit: u32,
) -> StoreResult<Vec<String>> {
    ids_until(connection, sql::UNPLAYED_GUEST_GAMES, before, limit).await
}

pub(super) async fn old_guests(
    connection: &mut SqliteConnection,
    after: &str,
    before: Timestamp,
    limit: u32,
) -> StoreResult<Vec<String>> {
    let sql = query(sql::OLD_GUESTS)
        .bind(after)
        .bind(to_millis(before))
        .bind(i64::from(limit));
    fetch_all(connection, sql, |row| Ok(row.try_get(0)?)).await
}

pub(super) async fn with_running_clock(
    connection: &mut SqliteConnection,
    correspondence: bool,
) -> StoreResult<Vec<String>> {
    let sql = match correspondence {
        true => sql::GAMES_WITH_ANY_RUNNING_CLOCK,
        false => sql::GAMES_WITH_RUNNING_CLOCK,
    };
    fetch_all(connection, query(sql), |row| Ok(row.try_get(0)?)).await
}

pub(super) async fn has_running_clock(connection: &mut SqliteConnection) -> StoreResult<bool> {
    let row = query(sql::ANY_RUNNING_CLOCK)
        .fetch_optional(connection)
        .await?;
    Ok(row.is_some())
}

/// Reads a row of `sql::GAME` and its like.
fn game(row: &SqliteRow) -> StoreResult<GameRow> {
    let setup: Option<String> = row.try_get(11)?;
    let setup = setup
        .map(|setup| serde_json::from_str(&setup))
        .transpose()
        .map_err(StoreError::corrupt)?;
    Ok(GameRow {
        request: request(row)?,
        setup,
        seats: [seat(row, 22)?, seat(row, 31)?],
        status: status(row)?,
        rematch_id: row.try_get(20)?,
        rematch_offered_by: side(row.try_get(21)?),
    })
}

fn request(row: &SqliteRow) -> StoreResult<GameRequest> {
    let time_control: String = row.try_get(4)?;
    Ok(GameRequest {
        id: row.try_get(0)?,
        game: row.try_get(1)?,
        size: row.try_get::<Option<i64>, _>(2)?.map(narrow).transpose()?,
        start: row.try_get(3)?,
        position: row.try_get(13)?,
        time_control: time_control.parse().map_err(|_| {
            StoreError::corrupt(format_args!("{time_control:?} is not a time control"))
        })?,
        speed: get_enum(row, 5)?,
        rated: row.try_get::<i64, _>(6)? != 0,
        public: row.try_get::<i64, _>(7)? != 0,
        in_lobby: row.try_get::<i64, _>(8)? != 0,
        side_choice: get_enum(row, 9)?,
        creator_id: row.try_get(40)?,
        creator_is_program: row.try_get::<i64, _>(41)? != 0,
        address_tag: row.try_get(42)?,
        creator_is_bot: false,
        created_at: from_millis(row.try_get(10)?),
        expires_at: from_millis(row.try_get(43)?),
    })
}

fn status(row: &SqliteRow) -> StoreResult<GameStatus> {
    let end_reason: Option<String> = row.try_get(17)?;
    let outcome = match end_reason {
        Some(reason) => Some(Outcome {
            winner: side(row.try_get(16)?),
            reason: parse_enum(&reason)?,
        }),
        None => None,
    };
    Ok(GameStatus {
        state: get_enum(row, 12)?,
        position: row.try_get(13)?,
        turn: side(row.try_get(14)?),
        plies: narrow(row.try_get(15)?)?,
        outcome,
        updated_at: from_millis(row.try_get(18)?),
        flag_at: row.try_get::<Option<i64>, _>(19)?.map(from_millis),
    })
}

/// Reads the seat whose columns start here.
fn seat(row: &SqliteRow, first: usize) -> StoreResult<SeatRow> {
    let id: Option<String> = row.try_get(first)?;
    let user = match id {
        Some(id) => Some(UserRow {
            id,
            name: row.try_get(first + 5)?,
            deleted: row.try_get::<Option<i64>, _>(first + 6)?.is_some(),
            password_hash: None,
            created_at: from_millis(row.try_get(first + 7)?),
            is_program: row.try_get::<i64, _>(first + 8)? != 0,
        }),
        None => None,
    };
    let level: Option<i64> = row.try_get(first + 1)?;
    Ok(SeatRow {
        user,
        engine_level: level.map(narrow).transpose()?,
        is_bot: row.try_get::<i64, _>(first + 2)? != 0,
        rating_before: row.try_get(first + 3)?,
        rating_after: row.try_get(first + 4)?,
    })
}

fn side(stored: Option<i64>) -> Option<Side> {
    stored.map(|side| Side::BOTH[usize::from(side != 0)])
}
