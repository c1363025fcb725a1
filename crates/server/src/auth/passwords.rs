//! Passwords: hashed with Argon2id on blocking threads, a few at a time.

use super::AuthError;
use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// How many passwords are hashed at the same time: each takes 19 MiB of memory.
const MAX_CONCURRENT_HASHES: usize = 2;
/// The length of a salt.
const SALT_BYTES: usize = 16;

/// Hashes and checks passwords, cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Passwords {
    permits: Arc<Semaphore>,
}

impl Default for Passwords {
    fn default() -> Self {
        Passwords {
            permits: Arc::new(Semaphore::new(MAX_CONCURRENT_HASHES)),
        }
    }
}

impl Passwords {
    /// The hash of a password.
    pub(crate) async fn hash(&self, password: String) -> Result<String, AuthError> {
        self.run_blocking(move || {
            let salt = quintain_table::entropy();
            let hash: PasswordHash = Argon2::default()
                .hash_password_with_salt(password.as_bytes(), &salt[..SALT_BYTES])
                .map_err(|error| hashing_error(&error))?;
            Ok(hash.to_string())
        })
        .await
    }

    /// Whether a password has this hash. Without a hash it takes just as long and is false, so
    /// that nobody can find out which names exist.
    pub(crate) async fn verify(
        &self,
        password: String,
        hash: Option<String>,
    ) -> Result<bool, AuthError> {
        let Some(hash) = hash else {
            return self.hash(password).await.map(|_| false);
        };
        self.run_blocking(move || {
            let hash = PasswordHash::new(&hash).map_err(|error| hashing_error(&error))?;
            let verified = Argon2::default().verify_password(password.as_bytes(), &hash);
            Ok(verified.is_ok())
        })
        .await
    }

    async fn run_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, AuthError> + Send + 'static,
    ) -> Result<T, AuthError> {
        let permit = self.permits.acquire().await;
        let _permit = permit.map_err(|error| hashing_error(&error))?;
        tokio::task::spawn_blocking(work)
            .await
            .unwrap_or_else(|error| Err(hashing_error(&error)))
    }
}

fn hashing_error(error: &impl std::fmt::Display) -> AuthError {
    AuthError::Hashing {
        reason: error.to_string(),
    }
}
