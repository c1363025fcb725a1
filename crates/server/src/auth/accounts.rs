//! Accounts: signing up, in and out; passwords, sessions and access tokens.

use super::credentials::{check_length, check_name, check_password, is_name, name_key};
use super::identity::{Credential, CurrentUser, new_user_id, session_cookie};
use super::signing::hash_key;
use super::{AuthError, Guess, GuessPermit, Passwords, RateLimiter};
use crate::bus::Revoked;
use crate::config::SessionLifetime;
use crate::game::Rooms;
use crate::ids::{random_id, random_key};
use crate::shutdown::Shutdown;
use crate::store::{NewAccount, SessionRow, Store, StoreError, TokenRow, UserRow};
use crate::ws::Connections;
use quintain_api::protocol::{ChangePasswordRequest, Credentials};
use quintain_table::Timestamp;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tracing::warn;

/// How many access tokens an account may have.
const MAX_TOKENS: u32 = 20;
/// How many sessions an account may have; the one used least recently ends for a new one.
const MAX_SESSIONS: u32 = 50;
/// How often expired sessions are removed, and their sockets closed: sooner if sessions are short.
const MIN_EXPIRY_INTERVAL: Duration = Duration::from_secs(1);
const MAX_EXPIRY_INTERVAL: Duration = Duration::from_secs(60);
/// The lengths of the ids of sessions and tokens.
const CREDENTIAL_ID_LEN: usize = 12;
/// How much of a `User-Agent` is stored.
const MAX_USER_AGENT_CHARS: usize = 200;

/// Accounts, cheap to clone.
#[derive(Clone)]
pub(crate) struct Accounts {
    pub(super) store: Arc<dyn Store>,
    passwords: Passwords,
    limiter: RateLimiter,
    pub(super) connections: Connections,
    rooms: Rooms,
    lifetime: SessionLifetime,
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
        lifetime: SessionLifetime,
    ) -> Accounts {
        Accounts {
            store,
            passwords: Passwords::default(),
            limiter,
            connections,
            rooms,
            lifetime,
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
        check_password(&name, &password)?;
        self.limiter.sign_up(address)?;
        if self.store.account(&name_key(&name)).await?.is_some() {
            return Err(AuthError::NameTaken { name });
        }
        let user = match current.credential {
            Credential::Guest => current.user.id,
            _ => new_user_id(),
        };
        let hash = self.passwords.hash(address, password).await?;
        let account = NewAccount {
            name_lower: name_key(&name),
            name: name.clone(),
            password_hash: hash.clone(),
        };
        let now = Timestamp::now();
        match self.store.register(&user, &account, now).await {
            Ok(()) => {}
            Err(StoreError::Conflict) => return Err(AuthError::NameTaken { name }),
            Err(error) => return Err(error.into()),
        }
        // From now on only a password opens the account, also for connections that are open.
        self.connections.revoke(&user, Revoked::Guest);
        self.rooms.reseat_user(&user).await;
        self.sign_in(&user, &hash, user_agent).await
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
        check_length(&password)?;
        // Nobody has such a name: there is nothing to look up and nothing to hide.
        if !is_name(&name) {
            return Err(AuthError::WrongCredentials);
        }
        let guess = self.limiter.guess(address, Guess::SignIn { name: &name })?;
        let account = self.store.account(&name_key(&name)).await?;
        let hash = account
            .as_ref()
            .and_then(|account| account.password_hash.clone());
        let correct = self.check_guess(guess, address, password, hash.clone());
        let (Some(account), Some(hash), true) = (account, hash, correct.await?) else {
            return Err(AuthError::WrongCredentials);
        };
        let sign_in = self.sign_in(&account.id, &hash, user_agent).await?;
        if current.credential == Credential::Guest {
            let guest = &current.user.id;
            let games = self.store.transfer_games(guest, &account.id).await?;
            for game in &games {
                self.rooms.reseat(game).await;
            }
            self.connections.revoke(guest, Revoked::Guest);
        }
        Ok(sign_in)
    }

    /// Starts a session of an account, if its password still has this hash.
    async fn sign_in(
        &self,
        user: &str,
        password_hash: &str,
        user_agent: &str,
    ) -> Result<SignIn, AuthError> {
        let (key, now) = (random_key(), Timestamp::now());
        let session = SessionRow {
            id: random_id(CREDENTIAL_ID_LEN),
            user_id: user.to_owned(),
            user_agent: user_agent.chars().take(MAX_USER_AGENT_CHARS).collect(),
            created_at: now,
            last_used_at: now,
        };
        let created = self
            .store
            .create_session(&session, &hash_key(&key), password_hash, MAX_SESSIONS)
            .await;
        let ended = match created {
            // The password was changed or the account deleted while it was being checked.
            Err(StoreError::Conflict) => return Err(AuthError::WrongCredentials),
            created => created?,
        };
        if !ended.is_empty() {
            self.connections.revoke(user, Revoked::Credentials(ended));
        }
        let user = self.store.user(user).await?;
        Ok(SignIn {
            user: user.ok_or_else(|| StoreError::corrupt("a new account is missing"))?,
            cookie: session_cookie(&key),
        })
    }

    /// Closes the connections that came by a session or token.
    fn revoke(&self, user: &str, id: &str) {
        let revoked = Revoked::Credentials(vec![id.to_owned()]);
        self.connections.revoke(user, revoked);
    }

    /// Ends the session of a request, if it has one.
    pub(crate) async fn logout(&self, current: &CurrentUser) -> Result<(), AuthError> {
        if let Credential::Session(id) = &current.credential {
            self.store.delete_session(&current.user.id, id).await?;
            self.revoke(&current.user.id, id);
        }
        Ok(())
    }

    /// Changes the password, ends all other sessions and revokes all access tokens: whoever had
    /// the old password may have made them.
    pub(crate) async fn change_password(
        &self,
        current: &CurrentUser,
        change: ChangePasswordRequest,
        address: IpAddr,
    ) -> Result<(), AuthError> {
        let (user, session) = current.session()?;
        let name = user.name.as_deref().unwrap_or_default();
        check_password(name, &change.new_password)?;
        let old = self
            .confirm(user, session, change.current_password, address)
            .await?;
        let new = self.passwords.hash(address, change.new_password).await?;
        let changed = self.store.set_password(&user.id, &old, &new, session).await;
        match changed {
            Ok(()) => {}
            // Another change came first.
            Err(StoreError::Conflict) => return Err(AuthError::WrongPassword),
            Err(error) => return Err(error.into()),
        }
        let revoked = Revoked::AllButSession(session.to_owned());
        self.connections.revoke(&user.id, revoked);
        Ok(())
    }

    /// Deletes the account. Its games stay, without the name.
    pub(crate) async fn delete(
        &self,
        current: &CurrentUser,
        password: String,
        address: IpAddr,
    ) -> Result<(), AuthError> {
        let (user, session) = current.session()?;
        self.confirm(user, session, password, address).await?;
        self.store
            .delete_account(&user.id, Timestamp::now())
            .await?;
        self.connections.revoke(&user.id, Revoked::All);
        self.rooms.reseat_user(&user.id).await;
        Ok(())
    }

    /// Whether a password has this hash. Only a wrong one counts as a guess, and not one that there
    /// was no time to check.
    async fn check_guess(
        &self,
        guess: GuessPermit,
        address: IpAddr,
        password: String,
        hash: Option<String>,
    ) -> Result<bool, AuthError> {
        let verified = self.passwords.verify(address, password, hash).await;
        if !matches!(verified, Ok(false)) {
            guess.refund();
        }
        verified
    }

    /// Checks the password of a user who is signed in. Returns its hash.
    async fn confirm(
        &self,
        user: &UserRow,
        session: &str,
        password: String,
        address: IpAddr,
    ) -> Result<String, AuthError> {
        check_length(&password)?;
        let guess = self.limiter.guess(address, Guess::Confirm { session })?;
        let hash = user.password_hash.clone();
        let correct = self.check_guess(guess, address, password, hash.clone());
        match (hash, correct.await?) {
            (Some(hash), true) => Ok(hash),
            _ => Err(AuthError::WrongPassword),
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
        self.revoke(&user.id, id);
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
        address: IpAddr,
    ) -> Result<UserRow, AuthError> {
        let (user, _) = current.session()?;
        if user.is_program == program {
            return Ok(user.clone());
        }
        self.limiter.account_change(address, &user.id)?;
        match self.store.set_program(&user.id, program).await {
            Ok(()) => {}
            Err(StoreError::Conflict) => return Err(AuthError::HasPlayedRated),
            Err(error) => return Err(error.into()),
        }
        // Programs that are connected come back with what they are now.
        self.connections.revoke(&user.id, Revoked::Tokens);
        self.rooms.reseat_user(&user.id).await;
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
        let (user, session) = current.session()?;
        let is_printable = !label.chars().any(char::is_control);
        if !(1..=60).contains(&label.chars().count()) || !is_printable {
            return Err(AuthError::InvalidLabel);
        }
        let token = format!("qt_{}", random_key());
        let row = TokenRow {
            id: random_id(CREDENTIAL_ID_LEN),
            user_id: user.id.clone(),
            label,
            created_at: Timestamp::now(),
            last_used_at: None,
        };
        let created = self
            .store
            .create_token(&row, &hash_key(&token), session, MAX_TOKENS)
            .await;
        match created {
            Ok(true) => Ok((row, token)),
            Ok(false) => Err(AuthError::TooManyTokens { max: MAX_TOKENS }),
            // A token must not outlive a change of the password that ended this session.
            Err(StoreError::Conflict) => Err(AuthError::SessionEnded),
            Err(error) => Err(error.into()),
        }
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
        self.revoke(&user.id, id);
        Ok(())
    }

    /// Removes sessions that have expired, and closes their connections, until the server shuts
    /// down.
    pub(crate) async fn expiry_loop(self, shutdown: Shutdown) {
        let shortest = self.lifetime.idle.min(self.lifetime.max_age);
        let interval = shortest.clamp(MIN_EXPIRY_INTERVAL, MAX_EXPIRY_INTERVAL);
        loop {
            let wait = tokio::time::timeout(interval, shutdown.wait());
            if wait.await.is_ok() {
                return;
            }
            if let Err(error) = self.expire_sessions(Timestamp::now()).await {
                warn!(%error, "cannot remove expired sessions");
            }
        }
    }

    async fn expire_sessions(&self, now: Timestamp) -> Result<(), StoreError> {
        let cutoff = self.lifetime.cutoff(now);
        for (user, session) in self.store.expire_sessions(cutoff).await? {
            self.revoke(&user, &session);
        }
        Ok(())
    }
}
