//! Games in SQLite: finding them.

use super::games::{millis, small, time};
use super::{find, find_all, read, words};
use crate::protocol::GameState;
use crate::store::{
    Asked, GameFilter, GameRow, Progress, Recorded, SeatRow, StoreError, Stored, UserRow, Won,
};
use quintain_rules::Side;
use quintain_table::{Entry, Outcome, Timestamp};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection, query};

/// A game with its seats and the names of who sits there, in the order that [`game`] reads.
macro_rules! games_where {
    ($rest:literal) => {
        concat!(
            "SELECT g.id, g.game, g.size, g.start, g.clock, g.speed, g.rated, g.public, g.lobby, \
             g.choice, g.created, g.setup, g.state, g.position, g.turn, g.plies, g.winner, \
             g.ended_by, g.ending, g.changed, g.due, g.rematch, g.rematch_offer, \
             a.user_id, a.level, a.bot, a.rating_before, a.rating_after, \
             ua.name, ua.folded, ua.created, \
             b.user_id, b.level, b.bot, b.rating_before, b.rating_after, \
             ub.name, ub.folded, ub.created \
             FROM games g \
             JOIN seats a ON a.game_id = g.id AND a.side = 0 \
             JOIN seats b ON b.game_id = g.id AND b.side = 1 \
             LEFT JOIN users ua ON ua.id = a.user_id \
             LEFT JOIN users ub ON ub.id = b.user_id ",
            $rest
        )
    };
}

pub(super) async fn one(connection: &mut SqliteConnection, id: &str) -> Stored<Option<GameRow>> {
    find(
        connection,
        query(games_where!("WHERE g.id = $1")).bind(id),
        game,
    )
    .await
}

pub(super) async fn seeks(connection: &mut SqliteConnection, limit: u32) -> Stored<Vec<GameRow>> {
    let sql =
        games_where!("WHERE g.state = 'waiting' AND g.lobby = 1 ORDER BY g.created DESC LIMIT $1");
    find_all(connection, query(sql).bind(i64::from(limit)), game).await
}

pub(super) async fn live(connection: &mut SqliteConnection, limit: u32) -> Stored<Vec<GameRow>> {
    let sql =
        games_where!("WHERE g.state = 'running' AND g.public = 1 ORDER BY g.changed DESC LIMIT $1");
    find_all(connection, query(sql).bind(i64::from(limit)), game).await
}

pub(super) async fn of_user(
    connection: &mut SqliteConnection,
    user: &str,
    filter: &GameFilter,
) -> Stored<Vec<GameRow>> {
    // A filter that is not set lets everything pass. At one device someone has both seats, and
    // the game is listed once.
    let sql = games_where!(
        "WHERE g.id IN (SELECT s.game_id FROM seats s JOIN games h ON h.id = s.game_id \
           WHERE s.user_id = $1 \
           AND (CAST($2 AS TEXT) IS NULL OR h.game = $2) \
           AND (CAST($3 AS BIGINT) IS NULL OR h.rated = $3) \
           AND (CAST($4 AS BIGINT) IS NULL \
                OR $4 = CASE WHEN h.state IN ('waiting', 'running') THEN 1 ELSE 0 END) \
           AND (CAST($5 AS TEXT) IS NULL OR (h.state = 'ended' AND $5 = \
                CASE WHEN h.winner IS NULL THEN 'drawn' WHEN h.winner = s.side THEN 'won' \
                ELSE 'lost' END)) \
           AND (CAST($6 AS BIGINT) IS NULL OR s.created < $6 \
                OR (s.created = $6 AND s.game_id < $7)) \
           ORDER BY s.created DESC, s.game_id DESC LIMIT 2 * $8) \
         ORDER BY g.created DESC, g.id DESC LIMIT $8"
    );
    let result = filter.result.map(|result| match result {
        Won::Won => "won",
        Won::Lost => "lost",
        Won::Drawn => "drawn",
    });
    let (at, id) = match &filter.before {
        Some((at, id)) => (Some(millis(*at)), Some(id)),
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
        .bind(i64::from(filter.limit));
    find_all(connection, sql, game).await
}

pub(super) async fn entries(
    connection: &mut SqliteConnection,
    id: &str,
    from: u32,
) -> Stored<Vec<Recorded>> {
    let sql = "SELECT seq, at, event, request FROM entries \
               WHERE game_id = $1 AND seq >= $2 ORDER BY seq";
    find_all(
        connection,
        query(sql).bind(id).bind(i64::from(from)),
        |row| {
            let event: String = row.try_get(2)?;
            Ok(Recorded {
                entry: Entry {
                    seq: small(row.try_get(0)?)?,
                    at: time(row.try_get(1)?),
                    event: serde_json::from_str(&event)
                        .map_err(|error| StoreError::Damaged(error.to_string()))?,
                },
                request: row.try_get(3)?,
            })
        },
    )
    .await
}

pub(super) async fn overdue(
    connection: &mut SqliteConnection,
    now: Timestamp,
    limit: u32,
) -> Stored<Vec<String>> {
    let sql = "SELECT id FROM games WHERE due IS NOT NULL AND due <= $1 ORDER BY due LIMIT $2";
    let sql = query(sql).bind(millis(now)).bind(i64::from(limit));
    find_all(connection, sql, |row| Ok(row.try_get(0)?)).await
}

pub(super) async fn ticking(connection: &mut SqliteConnection) -> Stored<Vec<String>> {
    let sql = "SELECT id FROM games WHERE due IS NOT NULL AND speed <> 'correspondence'";
    find_all(connection, query(sql), |row| Ok(row.try_get(0)?)).await
}

pub(super) async fn unbegun(
    connection: &mut SqliteConnection,
    before: Timestamp,
    limit: u32,
) -> Stored<Vec<String>> {
    let sql = "SELECT id FROM games WHERE state = 'running' AND plies < 2 AND changed < $1 \
               AND speed NOT IN ('correspondence', 'unlimited') LIMIT $2";
    let sql = query(sql).bind(millis(before)).bind(i64::from(limit));
    find_all(connection, sql, |row| Ok(row.try_get(0)?)).await
}

pub(super) async fn stale_seeks(
    connection: &mut SqliteConnection,
    before: Timestamp,
) -> Stored<u32> {
    let sql = "SELECT COUNT(*) FROM games WHERE state = 'waiting' AND lobby = 1 \
               AND speed <> 'correspondence' AND created < $1";
    let row = query(sql)
        .bind(millis(before))
        .fetch_one(connection)
        .await?;
    small(row.try_get(0)?)
}

pub(super) async fn count_running(connection: &mut SqliteConnection) -> Stored<u32> {
    let row = query("SELECT COUNT(*) FROM games WHERE state = 'running'")
        .fetch_one(connection)
        .await?;
    small(row.try_get(0)?)
}

/// Reads a row of [`games_where`].
fn game(row: &SqliteRow) -> Stored<GameRow> {
    let setup: Option<String> = row.try_get(11)?;
    let setup = setup
        .map(|setup| serde_json::from_str(&setup))
        .transpose()
        .map_err(|error| StoreError::Damaged(error.to_string()))?;
    let clock: String = row.try_get(4)?;
    let ended_by: Option<String> = row.try_get(17)?;
    let winner = side(row.try_get(16)?);
    let outcome = match ended_by {
        Some(by) => Some(Outcome {
            winner,
            reason: words(&by)?,
        }),
        None => None,
    };
    let state: GameState = read(row, 12)?;
    Ok(GameRow {
        asked: Asked {
            id: row.try_get(0)?,
            game: row.try_get(1)?,
            size: row.try_get::<Option<i64>, _>(2)?.map(small).transpose()?,
            start: row.try_get(3)?,
            position: row.try_get(13)?,
            clock: clock
                .parse()
                .map_err(|_| StoreError::Damaged(format!("{clock:?} is no clock")))?,
            speed: read(row, 5)?,
            rated: row.try_get::<i64, _>(6)? != 0,
            public: row.try_get::<i64, _>(7)? != 0,
            lobby: row.try_get::<i64, _>(8)? != 0,
            choice: read(row, 9)?,
            creator: String::new(),
            bot: false,
            created: time(row.try_get(10)?),
        },
        setup,
        seats: [seat(row, 23)?, seat(row, 31)?],
        progress: Progress {
            state,
            position: row.try_get(13)?,
            turn: side(row.try_get(14)?),
            plies: small(row.try_get(15)?)?,
            outcome,
            ending: row.try_get(18)?,
            changed: time(row.try_get(19)?),
            due: row.try_get::<Option<i64>, _>(20)?.map(time),
        },
        rematch: row.try_get(21)?,
        rematch_offer: side(row.try_get(22)?),
    })
}

/// Reads the seat whose columns begin here.
fn seat(row: &SqliteRow, first: usize) -> Stored<SeatRow> {
    let id: Option<String> = row.try_get(first)?;
    let name: Option<String> = row.try_get(first + 5)?;
    let folded: Option<String> = row.try_get(first + 6)?;
    let created: Option<i64> = row.try_get(first + 7)?;
    let user = id.zip(name).map(|(id, name)| UserRow {
        id,
        name,
        account: folded.is_some(),
        password: None,
        created: time(created.unwrap_or_default()),
    });
    Ok(SeatRow {
        user,
        level: row
            .try_get::<Option<i64>, _>(first + 1)?
            .map(small)
            .transpose()?,
        bot: row.try_get::<i64, _>(first + 2)? != 0,
        before: row.try_get(first + 3)?,
        after: row.try_get(first + 4)?,
    })
}

fn side(stored: Option<i64>) -> Option<Side> {
    stored.map(|side| Side::BOTH[usize::from(side != 0)])
}
