//! The sender of a request: known by a signed guest cookie, a session cookie, or an access token.

use super::AuthError;
use super::rate_limit::network;
use super::signing::{hash_key, sign, verify};
use crate::config::SessionLifetime;
use crate::ids::random_id;
use crate::log_throttle::{LogThrottle, log_throttled};
use crate::store::{Store, StoreResult, UserRow};
use quintain_table::Timestamp;
use std::net::IpAddr;
use std::sync::Arc;

/// The length of users' ids.
const USER_ID_LEN: usize = 12;
/// The length of what stands for an address, in hexadecimal digits.
const ADDRESS_TAG_LEN: usize = 16;
/// The use of a session or token is recorded at most this often, in milliseconds, so that not
/// every request costs a write.
const TOUCH_INTERVAL_MS: u64 = 60_000;

/// The sender of a request.
#[derive(Clone, Debug)]
pub(crate) struct CurrentUser {
    /// The user.
    pub(crate) user: UserRow,
    /// How they proved who they are.
    pub(crate) credential: Credential,
}

/// How users prove who they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Credential {
    /// By a guest's cookie.
    Guest,
    /// By the session with this id.
    Session(String),
    /// By the access token with this id.
    Token(String),
}

impl Credential {
    /// The id of the session or token, which can be revoked.
    pub(crate) fn id(&self) -> Option<&str> {
        match self {
            Credential::Guest => None,
            Credential::Session(id) | Credential::Token(id) => Some(id),
        }
    }
}

impl CurrentUser {
    /// A new guest.
    pub(crate) fn new_guest() -> CurrentUser {
        CurrentUser::guest(UserRow::guest(random_id(USER_ID_LEN), Timestamp::now()))
    }

    fn guest(user: UserRow) -> CurrentUser {
        CurrentUser {
            user,
            credential: Credential::Guest,
        }
    }

    /// Whether a program acts for the user.
    pub(crate) fn is_bot(&self) -> bool {
        matches!(self.credential, Credential::Token(_))
    }

    /// The user and the id of their session; an error for guests and programs.
    pub(crate) fn session(&self) -> Result<(&UserRow, &str), AuthError> {
        match &self.credential {
            Credential::Session(id) => Ok((&self.user, id)),
            Credential::Guest => Err(AuthError::AccountRequired),
            Credential::Token(_) => Err(AuthError::SessionRequired),
        }
    }
}

/// Finds out who sends a request, cheap to clone.
#[derive(Clone)]
pub(crate) struct Authenticator {
    store: Arc<dyn Store>,
    /// Signs the cookies of guests; all processes on a database share it.
    signing_key: Arc<str>,
    lifetime: SessionLifetime,
}

impl Authenticator {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        signing_key: String,
        lifetime: SessionLifetime,
    ) -> Authenticator {
        Authenticator {
            store,
            signing_key: signing_key.into(),
            lifetime,
        }
    }

    /// Whether a sender may still act. A connection asks this once it can be found by those who
    /// revoke sessions and tokens: what was revoked before that would otherwise go unnoticed.
    pub(crate) async fn is_current(&self, current: &CurrentUser) -> Result<bool, AuthError> {
        match current.credential.id() {
            Some(id) => Ok(self.store.has_credential(id).await?),
            None => match self.known_guest(&current.user.id).await {
                Ok(_) => Ok(true),
                Err(AuthError::GuestHasAccount) => Ok(false),
                Err(error) => Err(error),
            },
        }
    }

    /// The user of an access token.
    pub(crate) async fn by_token(&self, token: &str) -> Result<CurrentUser, AuthError> {
        let found = self.store.token(&hash_key(token)).await?;
        let (token, user) = found.ok_or(AuthError::UnknownToken)?;
        let now = Timestamp::now();
        let is_unrecorded = |used| now.ms_since(used) > TOUCH_INTERVAL_MS;
        if token.last_used_at.is_none_or(is_unrecorded) {
            note_failure(self.store.touch_token(&token.id, now).await);
        }
        Ok(CurrentUser {
            user,
            credential: Credential::Token(token.id),
        })
    }

    /// The user of a cookie.
    pub(crate) async fn by_cookie(&self, cookie: &str) -> Result<CurrentUser, AuthError> {
        let guest = cookie
            .strip_prefix("g.")
            .and_then(|rest| rest.split_once('.'));
        if let Some((id, signature)) = guest {
            if !verify(&self.signing_key, id, signature) {
                return Err(AuthError::ForgedCookie);
            }
            return self.known_guest(id).await;
        }
        let key = cookie.strip_prefix("s.").ok_or(AuthError::SessionEnded)?;
        let now = Timestamp::now();
        let cutoff = self.lifetime.cutoff(now);
        let found = self.store.session(&hash_key(key), cutoff).await?;
        let (session, user) = found.ok_or(AuthError::SessionEnded)?;
        // Often enough for the shortest of lifetimes.
        let lifetime = now.ms_since(cutoff.unused_since);
        let interval = TOUCH_INTERVAL_MS.min(lifetime / 4);
        if now.ms_since(session.last_used_at) > interval {
            note_failure(self.store.touch_session(&session.id, now).await);
        }
        Ok(CurrentUser {
            user,
            credential: Credential::Session(session.id),
        })
    }

    async fn known_guest(&self, id: &str) -> Result<CurrentUser, AuthError> {
        match self.store.user(id).await? {
            // Once a guest has become an account, only its password opens it.
            Some(user) if user.is_account() || user.deleted => Err(AuthError::GuestHasAccount),
            Some(user) => Ok(CurrentUser::guest(user)),
            None => Ok(CurrentUser::guest(UserRow::guest(
                id.to_owned(),
                Timestamp::now(),
            ))),
        }
    }

    /// What stands for a client's address in the store: the same for the same address, and of no
    /// use to anyone who does not have the key.
    pub(crate) fn address_tag(&self, address: IpAddr) -> String {
        let mut tag = sign(&self.signing_key, &format!("address {}", network(address)));
        tag.truncate(ADDRESS_TAG_LEN);
        tag
    }

    /// The value of a guest's cookie.
    pub(crate) fn guest_cookie(&self, id: &str) -> String {
        format!("g.{id}.{}", sign(&self.signing_key, id))
    }
}

/// The use of a session or token could not be recorded, on a full disk for example. That must not
/// keep anyone from reading.
fn note_failure(touched: StoreResult<()>) {
    static THROTTLE: LogThrottle = LogThrottle::new();
    if let Err(error) = touched {
        log_throttled!(THROTTLE, warn, %error, "cannot record the use of a session");
    }
}

/// The value of the cookie of a session with this key.
pub(super) fn session_cookie(key: &str) -> String {
    format!("s.{key}")
}

/// A new user id.
pub(super) fn new_user_id() -> String {
    random_id(USER_ID_LEN)
}
