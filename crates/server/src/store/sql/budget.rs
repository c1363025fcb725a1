//! How much of the store one person, and everyone at one address, may use.

use super::{Connection, Statement, fetch_count, fetch_optional, statements, values};
use crate::store::{Budgets, GameRequest, StoreError, StoreResult};

/// Checks that a game may be created. `is_waiting` says whether it waits for a player.
pub(super) async fn check(
    connection: &mut dyn Connection,
    request: &GameRequest,
    is_waiting: bool,
    budgets: &Budgets,
) -> StoreResult<()> {
    let tag = request.address_tag.as_deref();
    if is_waiting || tag.is_some() {
        for owner in [Some(request.creator_id.as_str()), tag]
            .into_iter()
            .flatten()
        {
            let lock = &statements::LOCK_OWNER;
            connection.lock(lock, values![owner]).await?;
        }
    }
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
    if has(connection, &statements::WAITING_BY_CREATOR, creator, max).await? {
        return Err(StoreError::TooManyWaiting { max });
    }
    if !request.in_lobby {
        return Ok(());
    }
    let max = budgets.offers_per_user;
    if has(connection, &statements::OFFERS_BY_CREATOR, creator, max).await? {
        return Err(StoreError::TooManyOffers { max });
    }
    if let Some(tag) = &request.address_tag {
        let max = budgets.guest_offers_per_address;
        if has(connection, &statements::OFFERS_BY_ADDRESS, tag, max).await? {
            return Err(StoreError::TooManyOffersFromAddress { max });
        }
    }
    Ok(())
}

/// Whether there are this many already.
async fn has(
    connection: &mut dyn Connection,
    sql: &Statement,
    key: &str,
    max: u32,
) -> StoreResult<bool> {
    let count = fetch_count(connection, sql, values![key, max]).await?;
    Ok(count >= i64::from(max))
}
