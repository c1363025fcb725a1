//! The senders of requests and what they may do: accounts, sessions, tokens, passwords, rate limits.
//!
//! A guest is an id with the server's signature in a cookie; nothing is stored before the guest
//! plays. A session or token is a random key; the store has only its hash.

mod accounts;
mod credentials;
mod identity;
mod passwords;
mod rate_limit;
mod recheck;
mod signing;

pub(crate) use accounts::{Accounts, SignIn};
pub(crate) use credentials::name_key;
pub(crate) use identity::{Authenticator, Credential, CurrentUser};
pub(crate) use passwords::Passwords;
pub(crate) use rate_limit::{
    Bucket, ConnectionPermit, Guess, GuessPermit, RateLimited, RateLimiter, network,
};

use crate::TEXTS;
use crate::store::StoreError;
use quintain_api::protocol::ErrorCode;
use quintain_rules::messages;
use std::error::Error;

messages! {
    /// Why someone is not who they claim to be, or may not do what they ask.
    pub(crate) enum AuthError in TEXTS {
        /// The name is not allowed.
        InvalidName = "invalid-name",
        /// The name would pass for the server or the people who run it.
        ReservedName = "reserved-name" {
            /// The name.
            name: String,
        },
        /// The password is too short or too long.
        InvalidPassword = "invalid-password",
        /// The password is among the first that anyone would try.
        TrivialPassword = "trivial-password",
        /// The label of a token is empty or too long.
        InvalidLabel = "invalid-label",
        /// There is already an account with this name.
        NameTaken = "name-taken" {
            /// The name.
            name: String,
        },
        /// There is no account with this name and password.
        WrongCredentials = "wrong-credentials",
        /// The password is not the account's.
        WrongPassword = "wrong-password",
        /// The access token is unknown or has been revoked.
        UnknownToken = "unknown-token",
        /// The guest's cookie is not signed by this server.
        ForgedCookie = "forged-cookie",
        /// The guest has become an account, which only its password opens.
        GuestHasAccount = "guest-has-account",
        /// The session has ended.
        SessionEnded = "session-ended",
        /// Only an account can do this.
        AccountRequired = "account-required",
        /// Only a person in a browser can do this: a stolen token must not be able to create more.
        SessionRequired = "session-required",
        /// An account that has played rated games wants to become a program's, or a person's.
        HasPlayedRated = "has-played-rated",
        /// The account has too many tokens.
        TooManyTokens = "too-many-tokens" {
            /// How many it may have.
            max: u32,
        },
        /// There is no such session.
        NoSuchSession = "no-such-session",
        /// There is no such token.
        NoSuchToken = "no-such-token",
        /// Too many people sign in at the moment.
        TooManySignIns = "too-many-sign-ins" {
            /// How long to wait.
            retry_after_seconds: u32,
        },
        /// A password could not be hashed.
        Hashing = "hashing-failed" {
            /// Why.
            reason: String,
        },
    } or {
        /// Too many attempts.
        RateLimited(RateLimited),
        /// The store failed.
        Store(StoreError),
    }
}

impl Error for AuthError {}

impl From<RateLimited> for AuthError {
    fn from(limited: RateLimited) -> Self {
        AuthError::RateLimited(limited)
    }
}

impl From<StoreError> for AuthError {
    fn from(error: StoreError) -> Self {
        AuthError::Store(error)
    }
}

impl AuthError {
    /// Whether a cookie is of no use anymore. It may still be good if the store has failed.
    pub(crate) fn is_bad_cookie(&self) -> bool {
        matches!(
            self,
            AuthError::ForgedCookie | AuthError::GuestHasAccount | AuthError::SessionEnded
        )
    }

    /// The kind of error on the wire; `None` if the store's error decides.
    pub(crate) fn code(&self) -> Option<ErrorCode> {
        Some(match self {
            AuthError::InvalidName
            | AuthError::ReservedName { .. }
            | AuthError::InvalidPassword
            | AuthError::TrivialPassword
            | AuthError::InvalidLabel => ErrorCode::BadRequest,
            AuthError::NameTaken { .. }
            | AuthError::HasPlayedRated
            | AuthError::TooManyTokens { .. } => ErrorCode::Conflict,
            AuthError::WrongCredentials
            | AuthError::WrongPassword
            | AuthError::UnknownToken
            | AuthError::ForgedCookie
            | AuthError::GuestHasAccount
            | AuthError::SessionEnded => ErrorCode::Unauthorized,
            AuthError::AccountRequired | AuthError::SessionRequired => ErrorCode::Forbidden,
            AuthError::NoSuchSession | AuthError::NoSuchToken => ErrorCode::NotFound,
            AuthError::RateLimited(_) => ErrorCode::RateLimited,
            AuthError::TooManySignIns { .. } => ErrorCode::Unavailable,
            AuthError::Hashing { .. } => ErrorCode::Internal,
            AuthError::Store(_) => return None,
        })
    }
}
