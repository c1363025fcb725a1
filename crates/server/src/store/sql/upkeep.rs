//! Finding games that nobody ends, and deleting what nobody needs.

use super::games::expect_row;
use super::{Driver, Statement, fetch_all, fetch_optional, read, statements, values, write_to};
use crate::store::{StoreError, StoreResult, Upkeep};
use async_trait::async_trait;
use futures_util::{StreamExt, stream};
use quintain_table::Timestamp;

/// How many of the writes of a sweep are under way at the same time. Each is a transaction of its
/// own: none keeps others waiting for more than one thing.
const CONCURRENT_WRITES: usize = 16;

#[async_trait]
impl<D: Driver> Upkeep for D {
    async fn games_past_deadline(&self, now: Timestamp, limit: u32) -> StoreResult<Vec<String>> {
        ids_until(self, &statements::PAST_DEADLINE, now, limit).await
    }

    async fn games_with_running_clock(&self, correspondence: bool) -> StoreResult<Vec<String>> {
        let sql = match correspondence {
            true => &statements::GAMES_WITH_ANY_RUNNING_CLOCK,
            false => &statements::GAMES_WITH_RUNNING_CLOCK,
        };
        read!(self, |connection| fetch_all(
            connection,
            sql,
            values![],
            |row| row.get(0)
        ))
    }

    async fn has_running_clock(&self) -> StoreResult<bool> {
        let sql = &statements::ANY_RUNNING_CLOCK;
        let any = read!(self, |connection| fetch_optional(
            connection,
            sql,
            values![],
            |_| Ok(())
        ))?;
        Ok(any.is_some())
    }

    async fn unstarted_games(
        &self,
        fast_before: Timestamp,
        slow_before: Timestamp,
        limit: u32,
    ) -> StoreResult<Vec<String>> {
        let fast = &statements::UNSTARTED_FAST_GAMES;
        let mut ids = ids_until(self, fast, fast_before, limit).await?;
        let slow = &statements::UNSTARTED_SLOW_GAMES;
        ids.extend(ids_until(self, slow, slow_before, limit).await?);
        Ok(ids)
    }

    async fn expire_waiting_games(&self, now: Timestamp, limit: u32) -> StoreResult<Vec<String>> {
        let ids = ids_until(self, &statements::EXPIRED_WAITING_GAMES, now, limit).await?;
        sweep(self, &statements::ABORT_WAITING_GAME, ids, Some(now)).await
    }

    async fn delete_unplayed_guest_games(
        &self,
        before: Timestamp,
        limit: u32,
    ) -> StoreResult<Vec<String>> {
        let ids = ids_until(self, &statements::UNPLAYED_GUEST_GAMES, before, limit).await?;
        sweep(self, &statements::DELETE_UNPLAYED_GAME, ids, None).await
    }

    async fn delete_guests_without_games(
        &self,
        after: &str,
        before: Timestamp,
        limit: u32,
    ) -> StoreResult<Option<String>> {
        let sql = &statements::OLD_GUESTS;
        let ids: Vec<String> = read!(self, |connection| fetch_all(
            connection,
            sql,
            values![after, before, limit],
            |row| row.get(0)
        ))?;
        let last = ids.last().cloned();
        let sql = &statements::DELETE_GUEST_WITHOUT_GAMES;
        sweep(self, sql, ids, None).await?;
        Ok(last)
    }
}

/// The ids of games of a kind up to a moment.
async fn ids_until<D: Driver>(
    store: &D,
    sql: &Statement,
    moment: Timestamp,
    limit: u32,
) -> StoreResult<Vec<String>> {
    read!(store, |connection| fetch_all(
        connection,
        sql,
        values![moment, limit],
        |row| row.get(0)
    ))
}

/// Runs a statement for each of these ids, and returns those that it has changed. What is no longer
/// as it was when the ids were read is left alone.
async fn sweep<D: Driver>(
    store: &D,
    sql: &'static Statement,
    ids: Vec<String>,
    now: Option<Timestamp>,
) -> StoreResult<Vec<String>> {
    let change = |id: String| async move {
        match change(store, sql, &id, now).await {
            Ok(()) => Ok(Some(id)),
            Err(StoreError::Conflict) => Ok(None),
            Err(error) => Err(error),
        }
    };
    let mut changes = stream::iter(ids)
        .map(change)
        .buffer_unordered(CONCURRENT_WRITES);
    let mut changed = Vec::new();
    while let Some(result) = changes.next().await {
        changed.extend(result?);
    }
    Ok(changed)
}

async fn change<D: Driver>(
    store: &D,
    sql: &'static Statement,
    id: &str,
    now: Option<Timestamp>,
) -> StoreResult<()> {
    write_to!(store, Statement, (id), |connection| async move {
        let changed = match now {
            Some(now) => connection.execute(sql, values![&id, now]).await?,
            None => connection.execute(sql, values![&id]).await?,
        };
        expect_row(changed)
    })
}
