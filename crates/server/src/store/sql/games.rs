//! Games: creating, changing and loading them.

use super::convert::{enum_name, from_json, to_json};
use super::queries::game;
use super::{
    Connection, Driver, budget, fetch_all, fetch_optional, read, statements, users, values,
    write_to,
};
use crate::store::{
    Budgets, GameRequest, GameRow, GameStart, GameStatus, Games, NewGame, RatedGame, SeatRow,
    StoreError, StoreResult, StoredEvent,
};
use async_trait::async_trait;
use quintain_rules::Side;
use quintain_table::{Entry, Timestamp};

#[async_trait]
impl<D: Driver> Games for D {
    async fn create_game(
        &self,
        request: &GameRequest,
        new: &NewGame,
        budgets: &Budgets,
    ) -> StoreResult<()> {
        write_to!(self, Transaction, (request, new, budgets), |connection| {
            create(connection, &request, &new, &budgets)
        })
    }

    async fn start_game(&self, id: &str, creator: &str, begin: &GameStart) -> StoreResult<()> {
        write_to!(self, Transaction, (id, creator, begin), |connection| {
            start(connection, &id, &creator, &begin)
        })
    }

    async fn abort_waiting_game(&self, id: &str, now: Timestamp) -> StoreResult<()> {
        write_to!(self, Statement, (id), |connection| {
            abort_waiting(connection, &id, now)
        })
    }

    async fn game(&self, id: &str) -> StoreResult<Option<GameRow>> {
        let sql = &statements::GAME;
        read!(self, |connection| fetch_optional(
            connection,
            sql,
            values![id],
            game
        ))
    }

    async fn events(&self, id: &str, from: u32) -> StoreResult<Vec<StoredEvent>> {
        read!(self, |connection| events(connection, id, from))
    }

    async fn append_event(
        &self,
        id: &str,
        event: &StoredEvent,
        status: &GameStatus,
        rated: Option<&RatedGame>,
    ) -> StoreResult<()> {
        match rated {
            None => write_to!(self, Statement, (id, event, status), |connection| {
                append(connection, &id, &event, &status)
            }),
            Some(rated) => {
                write_to!(
                    self,
                    Transaction,
                    (id, event, status, rated),
                    |connection| { append_rated(connection, &id, &event, &status, &rated) }
                )
            }
        }
    }

    async fn set_rematch_offer(
        &self,
        id: &str,
        from: Option<Side>,
        to: Option<Side>,
    ) -> StoreResult<()> {
        write_to!(self, Statement, (id), |connection| async move {
            let sql = &statements::SET_REMATCH_OFFER;
            expect_row(connection.execute(sql, values![&id, from, to]).await?)
        })
    }

    async fn create_rematch(
        &self,
        id: &str,
        offered_by: Option<Side>,
        request: &GameRequest,
        begin: &GameStart,
        budgets: &Budgets,
    ) -> StoreResult<()> {
        let new = &NewGame::Running(Box::new(begin.clone()));
        write_to!(
            self,
            Transaction,
            (id, request, new, budgets),
            |connection| { create_rematch(connection, &id, offered_by, &request, &new, &budgets) }
        )
    }
}

/// [`StoreError::Conflict`] if a statement has changed nothing.
pub(super) fn expect_row(changed: u64) -> StoreResult<()> {
    match changed {
        0 => Err(StoreError::Conflict),
        _ => Ok(()),
    }
}

async fn create(
    connection: &mut dyn Connection,
    request: &GameRequest,
    new: &NewGame,
    budgets: &Budgets,
) -> StoreResult<()> {
    let seats = match new {
        NewGame::Waiting(seats) => seats,
        NewGame::Running(begin) => &begin.seats,
    };
    // Guests are known from the first game on. For a user who is known already nothing happens.
    users::ensure_guest(connection, &request.creator_id, request.created_at).await?;
    ensure_guests(connection, seats).await?;
    let is_waiting = matches!(new, NewGame::Waiting(_));
    budget::check(connection, request, is_waiting, budgets).await?;
    insert_game(connection, request).await?;
    for (side, seat) in Side::BOTH.into_iter().zip(seats) {
        let sql = &statements::INSERT_SEAT;
        let values = values![
            &request.id,
            side,
            seat.user_id(),
            seat.engine_level,
            seat.is_bot,
            seat.rating_before,
            request.created_at,
        ];
        connection.execute(sql, values).await?;
    }
    match new {
        NewGame::Waiting(_) => Ok(()),
        NewGame::Running(begin) => {
            set_running(connection, &request.id, &request.creator_id, begin).await
        }
    }
}

async fn insert_game(connection: &mut dyn Connection, request: &GameRequest) -> StoreResult<()> {
    let values = values![
        &request.id,
        &request.game,
        request.size,
        &request.start,
        request.time_control.to_string(),
        enum_name(&request.speed),
        request.rated,
        request.public,
        request.in_lobby,
        enum_name(&request.side_choice),
        &request.creator_id,
        &request.address_tag,
        request.creator_is_program,
        request.created_at,
        request.expires_at,
        &request.position,
        request.by_guest,
    ];
    connection.execute(&statements::INSERT_GAME, values).await?;
    Ok(())
}

/// Makes sure that the guests at a table are known.
async fn ensure_guests(connection: &mut dyn Connection, seats: &[SeatRow; 2]) -> StoreResult<()> {
    for user in seats.iter().filter_map(|seat| seat.user.as_ref()) {
        if !user.is_account() {
            users::ensure_guest(connection, &user.id, user.created_at).await?;
        }
    }
    Ok(())
}

/// Turns a waiting game into a running one.
async fn start(
    connection: &mut dyn Connection,
    id: &str,
    creator: &str,
    begin: &GameStart,
) -> StoreResult<()> {
    ensure_guests(connection, &begin.seats).await?;
    set_running(connection, id, creator, begin).await?;
    for (side, seat) in Side::BOTH.into_iter().zip(&begin.seats) {
        let values = values![
            id,
            side,
            seat.user_id(),
            seat.engine_level,
            seat.is_bot,
            seat.rating_before,
        ];
        connection.execute(&statements::FILL_SEAT, values).await?;
    }
    Ok(())
}

async fn set_running(
    connection: &mut dyn Connection,
    id: &str,
    creator: &str,
    begin: &GameStart,
) -> StoreResult<()> {
    let status = &begin.status;
    let values = values![
        id,
        creator,
        to_json(&begin.setup)?,
        enum_name(&status.state),
        &status.position,
        status.turn,
        status.plies,
        status.updated_at,
        status.flag_at,
    ];
    expect_row(connection.execute(&statements::START_GAME, values).await?)
}

pub(super) async fn abort_waiting(
    connection: &mut dyn Connection,
    id: &str,
    now: Timestamp,
) -> StoreResult<()> {
    let sql = &statements::ABORT_WAITING_GAME;
    expect_row(connection.execute(sql, values![id, now]).await?)
}

/// Appends an event, in one statement.
async fn append(
    connection: &mut dyn Connection,
    id: &str,
    event: &StoredEvent,
    status: &GameStatus,
) -> StoreResult<()> {
    let entry = &event.entry;
    let outcome = status.outcome;
    let values = values![
        id,
        entry.seq,
        entry.at,
        to_json(&entry.event)?,
        &event.request_id,
        enum_name(&status.state),
        &status.position,
        status.turn,
        status.plies,
        outcome.and_then(|outcome| outcome.winner),
        outcome.map(|outcome| enum_name(&outcome.reason)),
        status.updated_at,
        status.flag_at,
        entry.seq.saturating_add(1),
    ];
    expect_row(
        connection
            .execute(&statements::APPEND_EVENT, values)
            .await?,
    )
}

/// Appends the event that ends a rated game.
async fn append_rated(
    connection: &mut dyn Connection,
    id: &str,
    event: &StoredEvent,
    status: &GameStatus,
    rated: &RatedGame,
) -> StoreResult<()> {
    let [first, second] = &rated.players;
    let players = values![&first.user, &second.user];
    connection.lock(&statements::LOCK_PLAYERS, players).await?;
    append(connection, id, event, status).await?;
    let mut sides = Side::BOTH;
    // Two games of the same players can end at the same time.
    sides.sort_by_key(|side| &rated.players[side.index()].user);
    for side in sides {
        store_rating(connection, id, rated, side, event.entry.at).await?;
    }
    for side in Side::BOTH {
        let player = &rated.players[side.index()];
        let values = values![id, side, player.before.rating, player.after.rating];
        let sql = &statements::SET_SEAT_RATING;
        connection.execute(sql, values).await?;
    }
    Ok(())
}

async fn store_rating(
    connection: &mut dyn Connection,
    id: &str,
    rated: &RatedGame,
    side: Side,
    at: Timestamp,
) -> StoreResult<()> {
    let player = &rated.players[side.index()];
    let (user, new, speed) = (&player.user, player.after, enum_name(&rated.speed));
    let values = values![
        user,
        &rated.game,
        &speed,
        new.rating,
        new.deviation,
        new.volatility,
        at,
        player.games_played,
    ];
    let changed = match player.games_played {
        0 => {
            let sql = &statements::INSERT_RATING;
            connection.execute(sql, &values[..7]).await?
        }
        _ => {
            let sql = &statements::UPDATE_RATING;
            connection.execute(sql, values).await?
        }
    };
    if changed == 0 {
        return Err(StoreError::RatingsChanged);
    }
    let values = values![user, id, &rated.game, &speed, at, new.rating, new.deviation];
    let sql = &statements::INSERT_RATING_POINT;
    connection.execute(sql, values).await?;
    Ok(())
}

async fn create_rematch(
    connection: &mut dyn Connection,
    id: &str,
    offered_by: Option<Side>,
    request: &GameRequest,
    new: &NewGame,
    budgets: &Budgets,
) -> StoreResult<()> {
    let values = values![id, offered_by, &request.id];
    // The game itself comes first only in time: its row is locked after users and owners are.
    create(connection, request, new, budgets).await?;
    expect_row(connection.execute(&statements::SET_REMATCH, values).await?)
}

async fn events(
    connection: &mut dyn Connection,
    id: &str,
    from: u32,
) -> StoreResult<Vec<StoredEvent>> {
    fetch_all(connection, &statements::EVENTS, values![id, from], |row| {
        Ok(StoredEvent {
            entry: Entry {
                seq: row.get(0)?,
                at: row.get(1)?,
                event: from_json(&row.get::<String>(2)?)?,
            },
            request_id: row.get(3)?,
        })
    })
    .await
}
