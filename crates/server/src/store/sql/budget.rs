//! How much of the store one person, and everyone at one address, may use.

use super::{Connection, fetch_count, fetch_optional, statements, values};
use crate::store::{Budgets, GameRequest, StoreError, StoreResult};

/// Checks that a game may be created. `is_waiting` says whether it waits for a player.
pub(super) async fn check(
    connection: &mut dyn Connection,
    request: &GameRequest,
    is_waiting: bool,
    budgets: &Budgets,
) -> StoreResult<()> {
    if is_waiting || request.by_guest {
        for owner in [&request.creator_id, &request.address_tag] {
            let lock = &statements::LOCK_OWNER;
            connection.lock(lock, values![owner]).await?;
        }
    }
    if is_waiting {
        check_waiting(connection, request, budgets).await?;
    }
    if !request.by_guest {
        return Ok(());
    }
    for (owner, max_games, max_events) in [
        (
            &request.creator_id,
            budgets.games_per_guest,
            budgets.events_per_guest,
        ),
        (
            &request.address_tag,
            budgets.guest_games_per_address,
            budgets.guest_events_per_address,
        ),
    ] {
        let sql = &statements::GUEST_USE;
        let used = fetch_optional(connection, sql, values![owner], |row| {
            Ok((row.get::<i64>(0)?, row.get::<i64>(1)?))
        })
        .await?;
        let (games, events) = used.unwrap_or_default();
        if games >= i64::from(max_games) || events >= i64::from(max_events) {
            return Err(StoreError::GuestBudget);
        }
    }
    Ok(())
}

async fn check_waiting(
    connection: &mut dyn Connection,
    request: &GameRequest,
    budgets: &Budgets,
) -> StoreResult<()> {
    let creator = &request.creator_id;
    let max = budgets.waiting_games_per_user;
    let sql = &statements::WAITING_BY_CREATOR;
    if fetch_count(connection, sql, values![creator, max]).await? >= i64::from(max) {
        return Err(StoreError::TooManyWaiting { max });
    }
    if !request.in_lobby {
        return Ok(());
    }
    let max = budgets.offers_per_user;
    let sql = &statements::OFFERS_BY_CREATOR;
    if fetch_count(connection, sql, values![creator, max]).await? >= i64::from(max) {
        return Err(StoreError::TooManyOffers { max });
    }
    // Accounts and guests have shares of their own: nobody who has an account is kept out by guests.
    let max = match request.by_guest {
        true => budgets.guest_offers_per_address,
        false => budgets.account_offers_per_address,
    };
    let sql = &statements::OFFERS_BY_ADDRESS;
    let values = values![&request.address_tag, max, request.by_guest];
    if fetch_count(connection, sql, values).await? >= i64::from(max) {
        return Err(StoreError::TooManyOffersFromAddress { max });
    }
    Ok(())
}
