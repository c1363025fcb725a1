//! Users: guests, accounts and ratings.

use super::convert::{enum_name, get_enum};
use super::games::expect_row;
use super::{
    Connection, Driver, Row, Statement, fetch_all, fetch_optional, read, statements, values,
    write_to,
};
use crate::glicko::Glicko;
use crate::store::{NewAccount, RatingRow, Ratings, StoreResult, UserRow, Users};
use async_trait::async_trait;
use quintain_api::protocol::{GameResults, RatingPoint, Speed};
use quintain_table::Timestamp;

#[async_trait]
impl<D: Driver> Users for D {
    async fn user(&self, id: &str) -> StoreResult<Option<UserRow>> {
        let sql = &statements::USER;
        read!(self, |connection| fetch_optional(
            connection,
            sql,
            values![id],
            |row| user_at(row, 0)
        ))
    }

    async fn account(&self, name_lower: &str) -> StoreResult<Option<UserRow>> {
        let sql = &statements::ACCOUNT;
        read!(self, |connection| fetch_optional(
            connection,
            sql,
            values![name_lower],
            |row| user_at(row, 0)
        ))
    }

    async fn register(&self, user: &str, account: &NewAccount, now: Timestamp) -> StoreResult<()> {
        write_to!(self, Transaction, (user, account), |connection| {
            register(connection, &user, &account, now)
        })
    }

    async fn set_program(&self, user: &str, program: bool) -> StoreResult<()> {
        write_to!(self, Transaction, (user), |connection| async move {
            lock(connection, &user).await?;
            let sql = &statements::SET_PROGRAM;
            expect_row(connection.execute(sql, values![&user, program]).await?)
        })
    }

    async fn transfer_games(&self, guest: &str, account: &str) -> StoreResult<Vec<String>> {
        write_to!(self, Transaction, (guest, account), |connection| {
            transfer_games(connection, &guest, &account)
        })
    }

    async fn delete_account(&self, user: &str, now: Timestamp) -> StoreResult<()> {
        write_to!(self, Transaction, (user), |connection| {
            delete_account(connection, &user, now)
        })
    }
}

#[async_trait]
impl<D: Driver> Ratings for D {
    async fn ratings(&self, user: &str) -> StoreResult<Vec<RatingRow>> {
        let sql = &statements::RATINGS;
        let rating = |row: &Row| {
            Ok(RatingRow {
                game: row.get(0)?,
                speed: get_enum(row, 1)?,
                glicko: Glicko {
                    rating: row.get(2)?,
                    deviation: row.get(3)?,
                    volatility: row.get(4)?,
                },
                games_played: row.get(5)?,
                updated_at: row.get(6)?,
            })
        };
        read!(self, |connection| fetch_all(
            connection,
            sql,
            values![user],
            rating
        ))
    }

    async fn rating_history(
        &self,
        user: &str,
        game: &str,
        speed: Speed,
    ) -> StoreResult<Vec<RatingPoint>> {
        let sql = &statements::RATING_HISTORY;
        let values = values![user, game, enum_name(&speed)];
        let point = |row: &Row| {
            Ok(RatingPoint {
                at: row.get(0)?,
                rating: row.get(1)?,
                deviation: row.get(2)?,
                game_id: row.get(3)?,
            })
        };
        let mut points = read!(self, |connection| fetch_all(connection, sql, values, point))?;
        points.reverse();
        Ok(points)
    }

    async fn results_by_game(
        &self,
        user: &str,
        only_public: bool,
        last: u32,
    ) -> StoreResult<Vec<GameResults>> {
        let sql = &statements::RESULTS_BY_GAME;
        let results = |row: &Row| {
            Ok(GameResults {
                game: row.get(0)?,
                wins: row.get(1)?,
                losses: row.get(2)?,
                draws: row.get(3)?,
            })
        };
        read!(self, |connection| fetch_all(
            connection,
            sql,
            values![user, only_public, last],
            results
        ))
    }
}

/// Makes everything else about an account wait until this transaction is over.
pub(super) async fn lock(connection: &mut dyn Connection, user: &str) -> StoreResult<()> {
    connection.lock(&statements::LOCK_USER, values![user]).await
}

pub(super) async fn ensure_guest(
    connection: &mut dyn Connection,
    id: &str,
    now: Timestamp,
) -> StoreResult<()> {
    let sql = &statements::INSERT_GUEST;
    connection.execute(sql, values![id, now]).await?;
    Ok(())
}

/// Reads the user whose columns start here.
pub(super) fn user_at(row: &Row, first: usize) -> StoreResult<UserRow> {
    Ok(UserRow {
        id: row.get(first)?,
        name: row.get(first + 1)?,
        deleted: row.get::<Option<Timestamp>>(first + 2)?.is_some(),
        password_hash: row.get(first + 3)?,
        created_at: row.get(first + 4)?,
        is_program: row.get(first + 5)?,
    })
}

async fn register(
    connection: &mut dyn Connection,
    user: &str,
    account: &NewAccount,
    now: Timestamp,
) -> StoreResult<()> {
    ensure_guest(connection, user, now).await?;
    let values = values![
        user,
        &account.name,
        &account.name_lower,
        &account.password_hash,
        now
    ];
    expect_row(connection.execute(&statements::REGISTER, values).await?)
}

async fn transfer_games(
    connection: &mut dyn Connection,
    guest: &str,
    account: &str,
) -> StoreResult<Vec<String>> {
    let games = &statements::LOCK_GAMES_OF_USER;
    connection.lock(games, values![guest]).await?;
    let open = &statements::OPEN_GAME_IDS_OF_USER;
    let open = fetch_all(connection, open, values![guest], |row| row.get(0)).await?;
    for sql in [
        &statements::TRANSFER_SEATS,
        &statements::TRANSFER_WAITING_GAMES,
    ] {
        connection.execute(sql, values![guest, account]).await?;
    }
    // Nobody comes back as this guest.
    let sql = &statements::DELETE_GUEST_USE;
    connection.execute(sql, values![guest]).await?;
    Ok(open)
}

async fn delete_account(
    connection: &mut dyn Connection,
    user: &str,
    now: Timestamp,
) -> StoreResult<()> {
    const CHANGES: [&Statement; 2] = [
        &statements::DELETE_ACCOUNT,
        &statements::ABORT_WAITING_GAMES_OF_USER,
    ];
    const DELETIONS: [&Statement; 5] = [
        &statements::DELETE_PUSH_SUBSCRIPTIONS,
        &statements::DELETE_SESSIONS,
        &statements::DELETE_TOKENS,
        &statements::DELETE_RATINGS,
        &statements::DELETE_RATING_HISTORY,
    ];
    lock(connection, user).await?;
    for sql in CHANGES {
        connection.execute(sql, values![user, now]).await?;
    }
    for sql in DELETIONS {
        connection.execute(sql, values![user]).await?;
    }
    Ok(())
}
