//! Games in SQLite: finding them.

use super::convert::{
    fetch_all, fetch_optional, from_millis, get_enum, narrow, parse_enum, to_millis,
};
use crate::store::{
    GameFilter, GameRequest, GameResult, GameRow, GameStatus, SeatRow, StoreError, StoreResult,
    StoredEvent, UserRow,
};
use quintain_rules::Side;
use quintain_table::{Entry, Outcome, Timestamp};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection, query};

/// Selects games with their seats and players, with the columns in the order that [`game`] reads.
macro_rules! games_where {
    ($rest:literal) => {
        concat!(
            "SELECT g.id, g.game, g.size, g.start_position, g.time_control, g.speed, g.rated, \
             g.public, g.in_lobby, g.side_choice, g.created_at, g.setup, g.state, g.position, \
             g.turn, g.plies, g.winner, g.end_reason, g.updated_at, g.flag_at, \
             g.rematch_id, g.rematch_offered_by, \
             a.user_id, a.engine_level, a.is_bot, a.rating_before, a.rating_after, \
             ua.name, ua.deleted_at, ua.created_at, \
             b.user_id, b.engine_level, b.is_bot, b.rating_before, b.rating_after, \
             ub.name, ub.deleted_at, ub.created_at \
             FROM games g \
             JOIN seats a ON a.game_id = g.id AND a.side = 0 \
             JOIN seats b ON b.game_id = g.id AND b.side = 1 \
             LEFT JOIN users ua ON ua.id = a.user_id \
             LEFT JOIN users ub ON ub.id = b.user_id ",
            $rest
        )
    };
}

pub(super) async fn by_id(
    connection: &mut SqliteConnection,
    id: &str,
) -> StoreResult<Option<GameRow>> {
    fetch_optional(
        connection,
        query(games_where!("WHERE g.id = $1")).bind(id),
        game,
    )
    .await
}

pub(super) async fn seeks(
    connection: &mut SqliteConnection,
    limit: u32,
) -> StoreResult<Vec<GameRow>> {
    let sql = games_where!(
        "WHERE g.state = 'waiting' AND g.in_lobby = 1 ORDER BY g.created_at DESC LIMIT $1"
    );
    fetch_all(connection, query(sql).bind(i64::from(limit)), game).await
}

pub(super) async fn live(
    connection: &mut SqliteConnection,
    limit: u32,
) -> StoreResult<Vec<GameRow>> {
    let sql = games_where!(
        "WHERE g.state = 'running' AND g.public = 1 ORDER BY g.updated_at DESC LIMIT $1"
    );
    fetch_all(connection, query(sql).bind(i64::from(limit)), game).await
}

pub(super) async fn of_user(
    connection: &mut SqliteConnection,
    user: &str,
    filter: &GameFilter,
) -> StoreResult<Vec<GameRow>> {
    // A filter that is not set lets everything through. In a local game the user has both seats,
    // and the game is listed once.
    let sql = games_where!(
        "WHERE g.id IN (SELECT s.game_id FROM seats s JOIN games h ON h.id = s.game_id \
           WHERE s.user_id = $1 \
           AND (CAST($2 AS TEXT) IS NULL OR h.game = $2) \
           AND (CAST($3 AS BIGINT) IS NULL OR h.rated = $3) \
           AND (CAST($4 AS BIGINT) IS NULL \
                OR $4 = CASE WHEN h.state IN ('waiting', 'running') THEN 1 ELSE 0 END) \
           AND (CAST($5 AS TEXT) IS NULL OR (h.state = 'ended' AND $5 = \
                CASE WHEN h.winner IS NULL THEN 'draw' WHEN h.winner = s.side THEN 'win' \
                ELSE 'loss' END)) \
           AND (CAST($6 AS BIGINT) IS NULL OR s.created_at < $6 \
                OR (s.created_at = $6 AND s.game_id < $7)) \
           AND (CAST($9 AS BIGINT) = 0 OR h.public = 1) \
           ORDER BY s.created_at DESC, s.game_id DESC LIMIT 2 * $8) \
         ORDER BY g.created_at DESC, g.id DESC LIMIT $8"
    );
    let result = filter.result.map(|result| match result {
        GameResult::Win => "win",
        GameResult::Loss => "loss",
        GameResult::Draw => "draw",
    });
    let (at, id) = match &filter.before {
        Some((at, id)) => (Some(to_millis(*at)), Some(id)),
        None => (None, None),
    };
    let sql = query(sql)
        .bind(user)
        .bind(&filter.game)
        .bind(filter.rated.map(i64::from))
        .bind(filter.open.map(i64::from))
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
    let sql = "SELECT seq, happened_at, event, request_id FROM game_events \
               WHERE game_id = $1 AND seq >= $2 ORDER BY seq";
    fetch_all(
        connection,
        query(sql).bind(id).bind(i64::from(from)),
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

pub(super) async fn past_deadline(
    connection: &mut SqliteConnection,
    now: Timestamp,
    limit: u32,
) -> StoreResult<Vec<String>> {
    let sql = "SELECT id FROM games WHERE flag_at IS NOT NULL AND flag_at <= $1 ORDER BY flag_at LIMIT $2";
    let sql = query(sql).bind(to_millis(now)).bind(i64::from(limit));
    fetch_all(connection, sql, |row| Ok(row.try_get(0)?)).await
}

pub(super) async fn with_running_clock(
    connection: &mut SqliteConnection,
) -> StoreResult<Vec<String>> {
    let sql = "SELECT id FROM games WHERE flag_at IS NOT NULL AND speed <> 'correspondence'";
    fetch_all(connection, query(sql), |row| Ok(row.try_get(0)?)).await
}

pub(super) async fn unstarted(
    connection: &mut SqliteConnection,
    before: Timestamp,
    limit: u32,
) -> StoreResult<Vec<String>> {
    let sql = "SELECT id FROM games WHERE state = 'running' AND plies < 2 AND updated_at < $1 \
               AND speed NOT IN ('correspondence', 'unlimited') LIMIT $2";
    let sql = query(sql).bind(to_millis(before)).bind(i64::from(limit));
    fetch_all(connection, sql, |row| Ok(row.try_get(0)?)).await
}

pub(super) async fn count_stale_seeks(
    connection: &mut SqliteConnection,
    before: Timestamp,
) -> StoreResult<u32> {
    let sql = "SELECT COUNT(*) FROM games WHERE state = 'waiting' AND in_lobby = 1 \
               AND speed <> 'correspondence' AND created_at < $1";
    let row = query(sql)
        .bind(to_millis(before))
        .fetch_one(connection)
        .await?;
    narrow(row.try_get(0)?)
}

pub(super) async fn count_running(connection: &mut SqliteConnection) -> StoreResult<u32> {
    let row = query("SELECT COUNT(*) FROM games WHERE state = 'running'")
        .fetch_one(connection)
        .await?;
    narrow(row.try_get(0)?)
}

/// Reads a row of [`games_where`].
fn game(row: &SqliteRow) -> StoreResult<GameRow> {
    let setup: Option<String> = row.try_get(11)?;
    let setup = setup
        .map(|setup| serde_json::from_str(&setup))
        .transpose()
        .map_err(StoreError::corrupt)?;
    Ok(GameRow {
        request: request(row)?,
        setup,
        seats: [seat(row, 22)?, seat(row, 30)?],
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
        creator_id: String::new(),
        creator_is_bot: false,
        created_at: from_millis(row.try_get(10)?),
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
