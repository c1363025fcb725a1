//! Accounts: signing up, in and out; passwords, sessions and access tokens.

use super::identity::{Credential, CurrentUser, new_user_id, session_cookie};
use super::signing::hash_key;
use super::{AuthError, Passwords, RateLimiter};
use crate::game::Rooms;
use crate::ids::{random_id, random_key};
use crate::store::{SessionRow, Store, StoreError, TokenRow, UserRow};
use crate::ws::Connections;
use quintain_api::protocol::{ChangePasswordRequest, Credentials};
use quintain_table::Timestamp;
use std::net::IpAddr;
use std::sync::Arc;

/// How many access tokens an account may have.
const MAX_TOKENS: usize = 20;
/// The lengths of the ids of sessions and tokens.
const CREDENTIAL_ID_LEN: usize = 12;
/// How much of a `User-Agent` is stored.
const MAX_USER_AGENT_CHARS: usize = 200;
/// How many games show a new name at once; the others do when they are next loaded.
const MAX_RESEATED_GAMES: u32 = 100;

/// Accounts, cheap to clone.
#[derive(Clone)]
pub(crate) struct Accounts {
    store: Arc<dyn Store>,
    passwords: Passwords,
    limiter: RateLimiter,
    connections: Connections,
    rooms: Rooms,
}

/// A user who has just signed in, and the cookie that remembers it.
#[derive(Debug)]
pub(crate) struct SignIn {
    pub(crate) user: UserRow,
    pub(crate) cookie: String,
}

impl Accounts {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        limiter: RateLimiter,
        connections: Connections,
        rooms: Rooms,
    ) -> Accounts {
        Accounts {
            store,
            passwords: Passwords::default(),
            limiter,
            connections,
            rooms,
        }
    }

    /// Turns a guest into an account. A user who is signed in already gets a second account.
    pub(crate) async fn register(
        &self,
        current: CurrentUser,
        credentials: Credentials,
        address: IpAddr,
        user_agent: &str,
    ) -> Result<SignIn, AuthError> {
        let Credentials { name, password } = credentials;
        check_name(&name)?;
        check_password(&password)?;
        self.limiter.password(address, &name)?;
        if self.store.account(&name).await?.is_some() {
            return Err(AuthError::NameTaken { name });
        }
        let user = match current.credential {
            Credential::Guest => current.user.id,
            _ => new_user_id(),
        };
        let hash = self.passwords.hash(password).await?;
        match self
            .store
            .register(&user, &name, &hash, Timestamp::now())
            .await
        {
            Ok(()) => {}
            Err(StoreError::Conflict) => return Err(AuthError::NameTaken { name }),
            Err(error) => return Err(error.into()),
        }
        self.reseat(&self.open_games(&user).await?).await;
        self.sign_in(&user, user_agent).await
    }

    /// Signs in. The games of a guest become the account's.
    pub(crate) async fn login(
        &self,
        current: &CurrentUser,
        credentials: Credentials,
        address: IpAddr,
        user_agent: &str,
    ) -> Result<SignIn, AuthError> {
        let Credentials { name, password } = credentials;
        self.limiter.password(address, &name)?;
        check_password(&password)?;
        let account = self.store.account(&name).await?;
        let hash = account
            .as_ref()
            .and_then(|account| account.password_hash.clone());
        let correct = self.passwords.verify(password, hash).await?;
        let account = account
            .filter(|_| correct)
            .ok_or(AuthError::WrongCredentials)?;
        if current.credential == Credential::Guest {
            let (guest, account) = (&current.user.id, &account.id);
            let games = self.store.transfer_games(guest, account).await?;
            self.reseat(&games).await;
        }
        self.sign_in(&account.id, user_agent).await
    }

    /// Starts a session.
    async fn sign_in(&self, user: &str, user_agent: &str) -> Result<SignIn, AuthError> {
        let (key, now) = (random_key(), Timestamp::now());
        let session = SessionRow {
            id: random_id(CREDENTIAL_ID_LEN),
            user_id: user.to_owned(),
            user_agent: user_agent.chars().take(MAX_USER_AGENT_CHARS).collect(),
            created_at: now,
            last_used_at: now,
        };
        self.store.create_session(&session, &hash_key(&key)).await?;
        let user = self.store.user(user).await?;
        Ok(SignIn {
            user: user.ok_or_else(|| StoreError::corrupt("a new account is missing"))?,
            cookie: session_cookie(&key),
        })
    }

    /// Ends the session of a request, if it has one.
    pub(crate) async fn logout(&self, current: &CurrentUser) -> Result<(), AuthError> {
        if let Credential::Session(id) = &current.credential {
            self.store.delete_session(&current.user.id, id).await?;
            self.connections.disconnect(&current.user.id, Some(id));
        }
        Ok(())
    }

    /// Changes the password and ends all other sessions.
    pub(crate) async fn change_password(
        &self,
        current: &CurrentUser,
        change: ChangePasswordRequest,
        address: IpAddr,
    ) -> Result<(), AuthError> {
        let (user, session) = current.session()?;
        check_password(&change.new_password)?;
        self.confirm(user, change.current_password, address).await?;
        let sessions = self.store.sessions(&user.id).await?;
        let hash = self.passwords.hash(change.new_password).await?;
        self.store.set_password(&user.id, &hash, session).await?;
        for other in sessions.iter().filter(|other| other.id != session) {
            self.connections.disconnect(&user.id, Some(&other.id));
        }
        Ok(())
    }

    /// Deletes the account. Its games stay, without the name.
    pub(crate) async fn delete(
        &self,
        current: &CurrentUser,
        password: String,
        address: IpAddr,
    ) -> Result<(), AuthError> {
        let (user, _) = current.session()?;
        self.confirm(user, password, address).await?;
        let games = self.open_games(&user.id).await?;
        self.store
            .delete_account(&user.id, Timestamp::now())
            .await?;
        self.connections.disconnect(&user.id, None);
        self.reseat(&games).await;
        Ok(())
    }

    /// Checks the password of a user who is signed in.
    async fn confirm(
        &self,
        user: &UserRow,
        password: String,
        address: IpAddr,
    ) -> Result<(), AuthError> {
        let name = user.name.as_deref().unwrap_or_default();
        self.limiter.password(address, name)?;
        let hash = user.password_hash.clone();
        match self.passwords.verify(password, hash).await? {
            true => Ok(()),
            false => Err(AuthError::WrongPassword),
        }
    }

    /// The user's sessions, and the id of the current one.
    pub(crate) async fn sessions<'a>(
        &self,
        current: &'a CurrentUser,
    ) -> Result<(Vec<SessionRow>, &'a str), AuthError> {
        let (user, session) = current.session()?;
        Ok((self.store.sessions(&user.id).await?, session))
    }

    /// Ends one of the user's sessions.
    pub(crate) async fn end_session(
        &self,
        current: &CurrentUser,
        id: &str,
    ) -> Result<(), AuthError> {
        let (user, _) = current.session()?;
        if !self.store.delete_session(&user.id, id).await? {
            return Err(AuthError::NoSuchSession);
        }
        self.connections.disconnect(&user.id, Some(id));
        Ok(())
    }

    /// The user's access tokens.
    pub(crate) async fn tokens(&self, current: &CurrentUser) -> Result<Vec<TokenRow>, AuthError> {
        let (user, _) = current.session()?;
        Ok(self.store.tokens(&user.id).await?)
    }

    /// Marks the account as a program's, or as a person's.
    pub(crate) async fn set_program(
        &self,
        current: &CurrentUser,
        program: bool,
    ) -> Result<UserRow, AuthError> {
        let (user, _) = current.session()?;
        match self.store.set_program(&user.id, program).await {
            Ok(()) => {}
            Err(StoreError::Conflict) => return Err(AuthError::HasPlayedRated),
            Err(error) => return Err(error.into()),
        }
        // Programs that are connected come back with what they are now.
        for token in self.store.tokens(&user.id).await? {
            self.connections.disconnect(&user.id, Some(&token.id));
        }
        self.reseat(&self.open_games(&user.id).await?).await;
        Ok(UserRow {
            is_program: program,
            ..user.clone()
        })
    }

    /// Creates an access token; returns what is stored about it, and the token itself.
    pub(crate) async fn create_token(
        &self,
        current: &CurrentUser,
        label: String,
    ) -> Result<(TokenRow, String), AuthError> {
        let (user, _) = current.session()?;
        if !(1..=60).contains(&label.chars().count()) {
            return Err(AuthError::InvalidLabel);
        }
        if self.store.tokens(&user.id).await?.len() >= MAX_TOKENS {
            return Err(AuthError::TooManyTokens { max: MAX_TOKENS });
        }
        let token = format!("qt_{}", random_key());
        let row = TokenRow {
            id: random_id(CREDENTIAL_ID_LEN),
            user_id: user.id.clone(),
            label,
            created_at: Timestamp::now(),
            last_used_at: None,
        };
        self.store.create_token(&row, &hash_key(&token)).await?;
        Ok((row, token))
    }

    /// Revokes an access token.
    pub(crate) async fn revoke_token(
        &self,
        current: &CurrentUser,
        id: &str,
    ) -> Result<(), AuthError> {
        let (user, _) = current.session()?;
        if !self.store.delete_token(&user.id, id).await? {
            return Err(AuthError::NoSuchToken);
        }
        self.connections.disconnect(&user.id, Some(id));
        Ok(())
    }

    async fn open_games(&self, user: &str) -> Result<Vec<String>, StoreError> {
        let rows = self
            .store
            .open_games_of_user(user, MAX_RESEATED_GAMES)
            .await?;
        Ok(rows.into_iter().map(|row| row.request.id).collect())
    }

    /// Makes the rooms of games show a player's new name.
    async fn reseat(&self, games: &[String]) {
        for game in games {
            self.rooms.reseat(game).await;
        }
    }
}

fn check_name(name: &str) -> Result<(), AuthError> {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    let starts_well = name.starts_with(|c: char| c.is_ascii_alphabetic());
    if name.chars().all(allowed) && starts_well && (2..=20).contains(&name.len()) {
        Ok(())
    } else {
        Err(AuthError::InvalidName)
    }
}

fn check_password(password: &str) -> Result<(), AuthError> {
    match password.chars().count() {
        8..=200 => Ok(()),
        _ => Err(AuthError::InvalidPassword),
    }
}
