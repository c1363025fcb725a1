//! What players have asked for in advance: conditional moves, and to be told of their turns.

use super::convert::{from_json, to_json};
use super::{
    Connection, Driver, fetch_all, fetch_optional, read, statements, users, values, write_to,
};
use crate::store::{ConditionalRow, Conditionals, PushRow, PushSubscriptions, StoreResult};
use async_trait::async_trait;
use quintain_rules::Side;

#[async_trait]
impl<D: Driver> Conditionals for D {
    async fn conditional_moves(&self, id: &str, side: Side) -> StoreResult<Option<ConditionalRow>> {
        let sql = &statements::CONDITIONAL_MOVES;
        read!(self, |connection| fetch_optional(
            connection,
            sql,
            values![id, side],
            |row| {
                Ok(ConditionalRow {
                    ply: row.get(0)?,
                    position: row.get(1)?,
                    lines: from_json(&row.get::<String>(2)?)?,
                })
            }
        ))
    }

    async fn set_conditional_moves(
        &self,
        id: &str,
        side: Side,
        moves: Option<&ConditionalRow>,
    ) -> StoreResult<()> {
        let moves = &moves.cloned();
        write_to!(self, Statement, (id, moves), |connection| async move {
            match moves {
                Some(ConditionalRow {
                    ply,
                    position,
                    lines,
                }) => {
                    let values = values![&id, side, ply, &position, to_json(&lines)?];
                    let sql = &statements::SET_CONDITIONAL_MOVES;
                    connection.execute(sql, values).await?
                }
                None => {
                    let sql = &statements::DELETE_CONDITIONAL_MOVES;
                    connection.execute(sql, values![&id, side]).await?
                }
            };
            Ok(())
        })
    }
}

#[async_trait]
impl<D: Driver> PushSubscriptions for D {
    async fn subscribe(&self, subscription: &PushRow, max: u32) -> StoreResult<()> {
        write_to!(self, Transaction, (subscription), |connection| {
            subscribe(connection, &subscription, max)
        })
    }

    async fn push_subscriptions(&self, user: &str) -> StoreResult<Vec<PushRow>> {
        let sql = &statements::PUSH_SUBSCRIPTIONS;
        read!(self, |connection| fetch_all(
            connection,
            sql,
            values![user],
            |row| {
                Ok(PushRow {
                    endpoint: row.get(0)?,
                    user_id: row.get(1)?,
                    public_key: row.get(2)?,
                    auth_secret: row.get(3)?,
                    language: row.get(4)?,
                    created_at: row.get(5)?,
                })
            }
        ))
    }

    async fn unsubscribe(&self, user: &str, endpoint: &str) -> StoreResult<()> {
        write_to!(self, Statement, (user, endpoint), |connection| async move {
            let sql = &statements::DELETE_PUSH_SUBSCRIPTION;
            connection.execute(sql, values![&endpoint, &user]).await?;
            Ok(())
        })
    }
}

async fn subscribe(
    connection: &mut dyn Connection,
    subscription: &PushRow,
    max: u32,
) -> StoreResult<()> {
    // Guests are known from the first game on, or from here.
    users::ensure_guest(connection, &subscription.user_id, subscription.created_at).await?;
    let values = values![
        &subscription.endpoint,
        &subscription.user_id,
        &subscription.public_key,
        &subscription.auth_secret,
        &subscription.language,
        subscription.created_at,
    ];
    let sql = &statements::SET_PUSH_SUBSCRIPTION;
    connection.execute(sql, values).await?;
    let values = values![&subscription.user_id, max];
    let sql = &statements::DELETE_OLD_PUSH_SUBSCRIPTIONS;
    connection.execute(sql, values).await?;
    Ok(())
}
