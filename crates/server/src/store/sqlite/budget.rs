//! How much of the store one person, and everyone at one address, may use.

use super::sql;
use crate::store::{Budgets, GameRequest, StoreError, StoreResult};
use sqlx::{Row, SqliteConnection, query};

/// Checks that a game may be created. `is_waiting` says whether it waits for a player.
pub(super) async fn check(
    connection: &mut SqliteConnection,
    request: &GameRequest,
    is_waiting: bool,
    budgets: &Budgets,
) -> StoreResult<()> {
    if is_waiting {
        check_waiting(connection, request, budgets).await?;
    }
    let Some(tag) = &request.address_tag else {
        return Ok(());
    };
    for (owner, max_games, max_events) in [
        (
            &request.creator_id,
            budgets.games_per_guest,
            budgets.events_per_guest,
        ),
        (
            tag,
            budgets.guest_games_per_address,
            budgets.guest_events_per_address,
        ),
    ] {
        let row = query(sql::GUEST_USE).bind(owner);
        let Some(row) = row.fetch_optional(&mut *connection).await? else {
            continue;
        };
        let (games, events): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
        if games >= i64::from(max_games) || events >= i64::from(max_events) {
            return Err(StoreError::GuestBudget);
        }
    }
    Ok(())
}

async fn check_waiting(
    connection: &mut SqliteConnection,
    request: &GameRequest,
    budgets: &Budgets,
) -> StoreResult<()> {
    let creator = &request.creator_id;
    let max = budgets.waiting_games_per_user;
    if count(connection, sql::WAITING_BY_CREATOR, creator, max).await? {
        return Err(StoreError::TooManyWaiting { max });
    }
    if !request.in_lobby {
        return Ok(());
    }
    let max = budgets.offers_per_user;
    if count(connection, sql::OFFERS_BY_CREATOR, creator, max).await? {
        return Err(StoreError::TooManyOffers { max });
    }
    if let Some(tag) = &request.address_tag {
        let max = budgets.guest_offers_per_address;
        if count(connection, sql::OFFERS_BY_ADDRESS, tag, max).await? {
            return Err(StoreError::TooManyOffersFromAddress { max });
        }
    }
    Ok(())
}

/// Whether there are this many already.
async fn count(
    connection: &mut SqliteConnection,
    sql: &'static str,
    key: &str,
    max: u32,
) -> StoreResult<bool> {
    let row = query(sql)
        .bind(key)
        .bind(i64::from(max))
        .fetch_one(connection)
        .await?;
    Ok(row.try_get::<i64, _>(0)? >= i64::from(max))
}
