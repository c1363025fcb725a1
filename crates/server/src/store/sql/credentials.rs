//! Passwords, sessions and access tokens.

use super::convert::to_json;
use super::games::expect_row;
use super::users::{lock, user_at};
use super::{
    Connection, Driver, Row, Statement, fetch_all, fetch_optional, read, statements, values,
    write_to,
};
use crate::store::{
    Credentials, SessionCutoff, SessionRow, StoreError, StoreResult, TokenRow, UserRow,
};
use async_trait::async_trait;
use quintain_table::Timestamp;

#[async_trait]
impl<D: Driver> Credentials for D {
    async fn set_password(
        &self,
        user: &str,
        old_hash: &str,
        new_hash: &str,
        kept_session: &str,
    ) -> StoreResult<()> {
        write_to!(
            self,
            Transaction,
            (user, old_hash, new_hash, kept_session),
            |connection| { set_password(connection, &user, &old_hash, &new_hash, &kept_session) }
        )
    }

    async fn create_session(
        &self,
        session: &SessionRow,
        key_hash: &str,
        password_hash: &str,
        max: u32,
    ) -> StoreResult<Vec<String>> {
        write_to!(
            self,
            Transaction,
            (session, key_hash, password_hash),
            |connection| { create_session(connection, &session, &key_hash, &password_hash, max) }
        )
    }

    async fn session(
        &self,
        key_hash: &str,
        cutoff: SessionCutoff,
    ) -> StoreResult<Option<(SessionRow, UserRow)>> {
        let sql = &statements::SESSION;
        let values = values![key_hash, cutoff.unused_since, cutoff.created_before];
        read!(self, |connection| fetch_optional(
            connection,
            sql,
            values,
            |row| Ok((session_at(row)?, user_at(row, 5)?))
        ))
    }

    async fn touch_session(&self, id: &str, now: Timestamp) -> StoreResult<()> {
        write_to!(self, Statement, (id), |connection| async move {
            let sql = &statements::TOUCH_SESSION;
            connection.execute(sql, values![&id, now]).await?;
            Ok(())
        })
    }

    async fn expire_sessions(&self, cutoff: SessionCutoff) -> StoreResult<Vec<(String, String)>> {
        write_to!(self, Statement, (), |connection| async move {
            let sql = &statements::DELETE_EXPIRED_SESSIONS;
            let values = values![cutoff.unused_since, cutoff.created_before];
            fetch_all(connection, sql, values, |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .await
        })
    }

    async fn has_credential(&self, id: &str) -> StoreResult<bool> {
        read!(self, |connection| exists(connection, id))
    }

    async fn revoked_credentials(&self, ids: &[String]) -> StoreResult<Vec<String>> {
        read!(self, |connection| ids_among(
            connection,
            &statements::REVOKED_CREDENTIALS,
            ids
        ))
    }

    async fn users_with_account(&self, ids: &[String]) -> StoreResult<Vec<String>> {
        read!(self, |connection| ids_among(
            connection,
            &statements::USERS_WITH_ACCOUNT,
            ids
        ))
    }

    async fn sessions(&self, user: &str) -> StoreResult<Vec<SessionRow>> {
        let sql = &statements::SESSIONS;
        read!(self, |connection| fetch_all(
            connection,
            sql,
            values![user],
            session_at
        ))
    }

    async fn delete_session(&self, user: &str, id: &str) -> StoreResult<bool> {
        write_to!(self, Statement, (user, id), |connection| async move {
            let sql = &statements::DELETE_SESSION;
            Ok(connection.execute(sql, values![&user, &id]).await? > 0)
        })
    }

    async fn create_token(
        &self,
        token: &TokenRow,
        token_hash: &str,
        session: &str,
        max: u32,
    ) -> StoreResult<bool> {
        write_to!(
            self,
            Transaction,
            (token, token_hash, session),
            |connection| { create_token(connection, &token, &token_hash, &session, max) }
        )
    }

    async fn token(&self, token_hash: &str) -> StoreResult<Option<(TokenRow, UserRow)>> {
        let sql = &statements::TOKEN;
        read!(self, |connection| fetch_optional(
            connection,
            sql,
            values![token_hash],
            |row| Ok((token_at(row)?, user_at(row, 5)?))
        ))
    }

    async fn touch_token(&self, id: &str, now: Timestamp) -> StoreResult<()> {
        write_to!(self, Statement, (id), |connection| async move {
            let sql = &statements::TOUCH_TOKEN;
            connection.execute(sql, values![&id, now]).await?;
            Ok(())
        })
    }

    async fn tokens(&self, user: &str) -> StoreResult<Vec<TokenRow>> {
        let sql = &statements::TOKENS;
        read!(self, |connection| fetch_all(
            connection,
            sql,
            values![user],
            token_at
        ))
    }

    async fn delete_token(&self, user: &str, id: &str) -> StoreResult<bool> {
        write_to!(self, Statement, (user, id), |connection| async move {
            let sql = &statements::DELETE_TOKEN;
            Ok(connection.execute(sql, values![&user, &id]).await? > 0)
        })
    }
}

async fn set_password(
    connection: &mut dyn Connection,
    user: &str,
    old_hash: &str,
    new_hash: &str,
    kept_session: &str,
) -> StoreResult<()> {
    lock(connection, user).await?;
    let values = values![user, old_hash, new_hash, kept_session];
    expect_row(
        connection
            .execute(&statements::SET_PASSWORD, values)
            .await?,
    )?;
    let others = &statements::DELETE_OTHER_SESSIONS;
    connection
        .execute(others, values![user, kept_session])
        .await?;
    let tokens = &statements::DELETE_TOKENS;
    connection.execute(tokens, values![user]).await?;
    Ok(())
}

async fn create_session(
    connection: &mut dyn Connection,
    session: &SessionRow,
    key_hash: &str,
    password_hash: &str,
    max: u32,
) -> StoreResult<Vec<String>> {
    lock(connection, &session.user_id).await?;
    let values = values![
        &session.id,
        key_hash,
        &session.user_id,
        &session.user_agent,
        session.created_at,
        session.last_used_at,
        password_hash,
    ];
    let sql = &statements::INSERT_SESSION;
    expect_row(connection.execute(sql, values).await?)?;
    let sql = &statements::DELETE_OLDEST_SESSIONS;
    let values = values![&session.user_id, &session.id, max.saturating_sub(1)];
    fetch_all(connection, sql, values, |row| row.get(0)).await
}

async fn exists(connection: &mut dyn Connection, id: &str) -> StoreResult<bool> {
    let sql = &statements::HAS_CREDENTIAL;
    let exists = fetch_optional(connection, sql, values![id], |row| row.get(0)).await?;
    Ok(exists.unwrap_or_default())
}

/// Those of these ids that a statement finds.
async fn ids_among(
    connection: &mut dyn Connection,
    sql: &Statement,
    ids: &[String],
) -> StoreResult<Vec<String>> {
    fetch_all(connection, sql, values![to_json(&ids)?], |row| row.get(0)).await
}

fn session_at(row: &Row) -> StoreResult<SessionRow> {
    Ok(SessionRow {
        id: row.get(0)?,
        user_id: row.get(1)?,
        user_agent: row.get(2)?,
        created_at: row.get(3)?,
        last_used_at: row.get(4)?,
    })
}

async fn create_token(
    connection: &mut dyn Connection,
    token: &TokenRow,
    token_hash: &str,
    session: &str,
    max: u32,
) -> StoreResult<bool> {
    lock(connection, &token.user_id).await?;
    let values = values![
        &token.id,
        token_hash,
        &token.user_id,
        &token.label,
        token.created_at,
        session,
        max,
    ];
    if connection
        .execute(&statements::INSERT_TOKEN, values)
        .await?
        > 0
    {
        return Ok(true);
    }
    match exists(connection, session).await? {
        true => Ok(false),
        false => Err(StoreError::Conflict),
    }
}

fn token_at(row: &Row) -> StoreResult<TokenRow> {
    Ok(TokenRow {
        id: row.get(0)?,
        user_id: row.get(1)?,
        label: row.get(2)?,
        created_at: row.get(3)?,
        last_used_at: row.get(4)?,
    })
}
