//! Games in SQLite.

use super::{find, find_all, read, word, words};
use crate::glicko::Glicko;
use crate::protocol::{GameState, RatingChange, SideChoice};
use crate::store::{
    Asked, Finish, GameFilter, GameRow, Progress, Recorded, SeatRow, Start, StoreError, Stored,
    UserRow, Won,
};
use quintain_rules::Side;
use quintain_table::{Entry, Outcome, Time};
use sqlx::sqlite::SqliteRow;
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
        .bind(progress.outcome.map(|outcome| word(&outcome.by)))
        .bind(&progress.ending)
        .bind(millis(progress.changed))
        .bind(progress.due.map(millis))
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn withdraw(connection: &mut SqliteConnection, id: &str, now: Time) -> Stored<()> {
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
    at: Time,
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
            *glicko = stored.after_rest(at.since(time(row.try_get(3)?)));
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
    now: Time,
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
            by: words(&by)?,
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

/// A number that was small when it was stored.
pub(super) fn small<T: TryFrom<i64>>(stored: i64) -> Stored<T> {
    T::try_from(stored).map_err(|_| StoreError::Damaged(format!("{stored} is out of range")))
}

/// A moment as it is stored.
pub(super) fn millis(time: Time) -> i64 {
    i64::try_from(time.0).unwrap_or(i64::MAX)
}

/// A moment as it was stored.
pub(super) fn time(stored: i64) -> Time {
    Time(u64::try_from(stored).unwrap_or_default())
}
