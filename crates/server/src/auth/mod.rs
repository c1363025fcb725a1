//! Who sends a request, and what they may do: accounts, sessions, tokens, passwords, rate limits.
//!
//! A guest is an id with the server's signature in a cookie; nothing is stored before the guest
//! plays. A session or token is a random key of which the store has the hash.

mod accounts;
mod identity;
mod passwords;
mod rate_limit;
mod signing;

pub(crate) use accounts::{Accounts, SignIn};
pub(crate) use identity::{Authenticator, CurrentUser};
pub(crate) use passwords::Passwords;
pub(crate) use rate_limit::{Bucket, ConnectionPermit, RateLimited, RateLimiter};

use crate::store::StoreError;
use quintain_api::protocol::ErrorCode;

/// Why someone is not who they say, or may not do what they ask.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AuthError {
    /// The name is not allowed.
    #[error("a name has 2 to 20 letters, digits, - and _, and starts with a letter")]
    InvalidName,
    /// The password is too short or too long.
    #[error("a password has 8 to 200 characters")]
    InvalidPassword,
    /// The label of a token is empty or too long.
    #[error("a label has 1 to 60 characters")]
    InvalidLabel,
    /// There is an account of this name.
    #[error("the name {name} is taken")]
    NameTaken {
        /// The name.
        name: String,
    },
    /// There is no account with this name and password.
    #[error("wrong name or password")]
    WrongCredentials,
    /// The password is not the account's.
    #[error("wrong password")]
    WrongPassword,
    /// The access token is unknown or has been revoked.
    #[error("the access token is unknown or has been revoked")]
    UnknownToken,
    /// The guest's cookie is not signed by this server.
    #[error("the cookie was not issued by this server")]
    ForgedCookie,
    /// The guest has an account by now, and only a password opens it.
    #[error("this guest has an account now; sign in")]
    GuestHasAccount,
    /// The session has ended.
    #[error("the session has ended; reload the page")]
    SessionEnded,
    /// Only an account can do this.
    #[error("this requires an account")]
    AccountRequired,
    /// Only a person in a browser can do this: a stolen token must not be able to create more.
    #[error("programs cannot do this; sign in with a browser")]
    SessionRequired,
    /// The account has too many tokens.
    #[error("an account has at most {max} access tokens; revoke one first")]
    TooManyTokens {
        /// How many it may have.
        max: usize,
    },
    /// There is no such session.
    #[error("there is no such session")]
    NoSuchSession,
    /// There is no such token.
    #[error("there is no such access token")]
    NoSuchToken,
    /// Too many attempts.
    #[error(transparent)]
    RateLimited(#[from] RateLimited),
    /// A password could not be hashed.
    #[error("a password could not be hashed: {0}")]
    Hashing(String),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl AuthError {
    /// The kind of error on the wire; `None` if the store's error decides.
    pub(crate) fn code(&self) -> Option<ErrorCode> {
        Some(match self {
            AuthError::InvalidName | AuthError::InvalidPassword | AuthError::InvalidLabel => {
                ErrorCode::BadRequest
            }
            AuthError::NameTaken { .. } | AuthError::TooManyTokens { .. } => ErrorCode::Conflict,
            AuthError::WrongCredentials
            | AuthError::WrongPassword
            | AuthError::UnknownToken
            | AuthError::ForgedCookie
            | AuthError::GuestHasAccount
            | AuthError::SessionEnded => ErrorCode::Unauthorized,
            AuthError::AccountRequired | AuthError::SessionRequired => ErrorCode::Forbidden,
            AuthError::NoSuchSession | AuthError::NoSuchToken => ErrorCode::NotFound,
            AuthError::RateLimited(_) => ErrorCode::RateLimited,
            AuthError::Hashing(_) => ErrorCode::Internal,
            AuthError::Store(_) => return None,
        })
    }
}
