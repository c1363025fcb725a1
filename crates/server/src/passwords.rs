//! Passwords: hashed with Argon2id, off the async threads, a few at a time.

use crate::app::App;
use crate::error::ApiError;
use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};

impl App {
    /// The hash of a password.
    pub(crate) async fn hashed(&self, password: String) -> Result<String, ApiError> {
        self.hash(move || {
            let salt = quintain_table::entropy();
            let hash: PasswordHash = Argon2::default()
                .hash_password_with_salt(password.as_bytes(), &salt[..16])
                .map_err(|error| ApiError::Internal(error.to_string()))?;
            Ok(hash.to_string())
        })
        .await
    }

    /// Whether a password is the one with this hash. Without a hash it takes as long and is
    /// not, so that nobody learns which names exist.
    pub(crate) async fn is_password(
        &self,
        password: String,
        hash: Option<String>,
    ) -> Result<bool, ApiError> {
        let Some(hash) = hash else {
            return self.hashed(password).await.map(|_| false);
        };
        self.hash(move || {
            let hash =
                PasswordHash::new(&hash).map_err(|error| ApiError::Internal(error.to_string()))?;
            let verified = Argon2::default().verify_password(password.as_bytes(), &hash);
            Ok(verified.is_ok())
        })
        .await
    }

    async fn hash<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let turn = self.hashing().acquire().await;
        let _turn = turn.map_err(|error| ApiError::Internal(error.to_string()))?;
        tokio::task::spawn_blocking(work)
            .await
            .unwrap_or_else(|error| Err(ApiError::Internal(error.to_string())))
    }
}
