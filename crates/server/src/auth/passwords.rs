//! Passwords: hashed with Argon2id on blocking threads, a few at a time.
//!
//! Each hash fills 19 MiB of memory. That memory belongs to a pool and is used again and again:
//! left to the allocator, every thread that ever hashed would keep a copy of its own.

use super::AuthError;
use crate::budget::Budget;
use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use std::fmt::Display;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Semaphore;

/// How many passwords are hashed at the same time.
const MAX_CONCURRENT_HASHES: usize = 2;
/// How many requests may hash or wait for it, in all and from one address. Whoever comes then is
/// refused at once: signing in must not become a queue in which requests pile up.
const MAX_QUEUED_HASHES: usize = 40;
const MAX_QUEUED_PER_ADDRESS: usize = 10;
/// How long a refused client waits before it tries again.
const BUSY_RETRY_SECONDS: u32 = 5;
/// The length of a salt.
const SALT_BYTES: usize = 16;
/// The memory of one hash.
const BLOCKS: usize = Params::DEFAULT.block_count();

// Whatever happens, passwords take less than 64 MB.
const _: () = assert!(MAX_CONCURRENT_HASHES * BLOCKS * Block::SIZE < 64_000_000);

/// Hashes and checks passwords, cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Passwords {
    queue: Budget,
    slots: Arc<Semaphore>,
    memory: Arc<Mutex<Vec<Vec<Block>>>>,
}

impl Default for Passwords {
    fn default() -> Self {
        Passwords {
            queue: Budget::new(MAX_QUEUED_HASHES, MAX_QUEUED_PER_ADDRESS),
            slots: Arc::new(Semaphore::new(MAX_CONCURRENT_HASHES)),
            memory: Arc::default(),
        }
    }
}

impl Passwords {
    /// The hash of a password that comes from an address.
    pub(crate) async fn hash(
        &self,
        address: IpAddr,
        password: String,
    ) -> Result<String, AuthError> {
        self.run_blocking(address, move |memory| {
            let entropy = quintain_table::entropy();
            let salt = &entropy[..SALT_BYTES];
            let params = Params::DEFAULT;
            let hash = PasswordHash {
                algorithm: Algorithm::Argon2id.ident(),
                version: Some(Version::V0x13.into()),
                params: ParamsString::try_from(&params).map_err(hashing_error)?,
                salt: Some(Salt::new(salt).map_err(hashing_error)?),
                hash: Some(output(memory, password.as_bytes(), salt, params)?),
            };
            Ok(hash.to_string())
        })
        .await
    }

    /// Whether a password that comes from an address has this hash. Without a hash it takes just as long and is false, so
    /// that nobody can find out which names exist.
    pub(crate) async fn verify(
        &self,
        address: IpAddr,
        password: String,
        hash: Option<String>,
    ) -> Result<bool, AuthError> {
        let Some(hash) = hash else {
            return self.hash(address, password).await.map(|_| false);
        };
        self.run_blocking(address, move |memory| {
            let stored = PasswordHash::new(&hash).map_err(hashing_error)?;
            let params = Params::try_from(&stored).map_err(hashing_error)?;
            let (Some(salt), Some(expected)) = (stored.salt, stored.hash) else {
                return Err(hashing_error("a stored hash has no salt or no output"));
            };
            // The comparison of outputs takes the same time wherever they differ.
            Ok(output(memory, password.as_bytes(), &salt, params)? == expected)
        })
        .await
    }

    async fn run_blocking<T: Send + 'static>(
        &self,
        address: IpAddr,
        work: impl FnOnce(&mut [Block]) -> Result<T, AuthError> + Send + 'static,
    ) -> Result<T, AuthError> {
        let Ok(place) = self.queue.share(address).take(1) else {
            return Err(AuthError::TooManySignIns {
                retry_after_seconds: BUSY_RETRY_SECONDS,
            });
        };
        let slot = Arc::clone(&self.slots).acquire_owned().await;
        let slot = slot.map_err(hashing_error)?;
        let passwords = self.clone();
        let work = move || {
            let taken = passwords.memory().pop();
            let mut memory = taken.unwrap_or_else(|| vec![Block::default(); BLOCKS]);
            let outcome = work(&mut memory);
            passwords.memory().push(memory);
            // The work goes on if the client leaves, so it keeps its place until it is done.
            drop((slot, place));
            outcome
        };
        tokio::task::spawn_blocking(work)
            .await
            .unwrap_or_else(|error| Err(hashing_error(error)))
    }

    fn memory(&self) -> MutexGuard<'_, Vec<Vec<Block>>> {
        // The list is consistent between any two of its operations.
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn output(
    memory: &mut [Block],
    password: &[u8],
    salt: &[u8],
    params: Params,
) -> Result<Output, AuthError> {
    let mut bytes = [0; Params::DEFAULT_OUTPUT_LEN];
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into_with_memory(password, salt, &mut bytes, memory)
        .map_err(hashing_error)?;
    Output::new(&bytes).map_err(hashing_error)
}

fn hashing_error(error: impl Display) -> AuthError {
    AuthError::Hashing {
        reason: error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{
        AuthError, BLOCKS, MAX_CONCURRENT_HASHES, MAX_QUEUED_HASHES, MAX_QUEUED_PER_ADDRESS,
        Passwords,
    };
    use argon2::Block;
    use argon2::password_hash::PasswordVerifier;
    use std::net::IpAddr;

    fn address(last: usize) -> IpAddr {
        let last = u8::try_from(last).expect("a small number");
        IpAddr::from([192, 0, 2, last])
    }

    /// What the pool holds, in bytes.
    fn pooled_bytes(passwords: &Passwords) -> usize {
        let memory = passwords.memory();
        memory.iter().map(|blocks| blocks.len() * Block::SIZE).sum()
    }

    #[tokio::test]
    async fn many_sign_ins_at_once_take_less_than_64_mb_and_leave_no_more_behind() {
        let passwords = Passwords::default();
        let hashes: Vec<_> = (0..20)
            .map(|number| {
                let passwords = passwords.clone();
                let password = format!("password {number}");
                tokio::spawn(async move { passwords.hash(address(number), password).await })
            })
            .collect();
        for hash in hashes {
            hash.await.expect("no panic").expect("a hash");
        }
        let bytes = pooled_bytes(&passwords);
        assert!(bytes <= MAX_CONCURRENT_HASHES * BLOCKS * Block::SIZE);
        assert!(bytes < 64_000_000, "{bytes}");
        assert_eq!(passwords.queue.used(), 0);
        // The memory is used again, and none is left to the allocator.
        let places = || -> Vec<_> { passwords.memory().iter().map(Vec::as_ptr).collect() };
        let before = places();
        assert!(!before.is_empty());
        let hash = passwords.hash(address(1), "another password".to_owned());
        hash.await.expect("a hash");
        assert_eq!(places(), before);
    }

    #[tokio::test]
    async fn a_full_queue_refuses_instead_of_growing() {
        let passwords = Passwords::default();
        let mut places = Vec::new();
        for address in (0..MAX_QUEUED_HASHES / MAX_QUEUED_PER_ADDRESS).map(address) {
            let share = passwords.queue.share(address);
            places.push(share.take(MAX_QUEUED_PER_ADDRESS).expect("its share"));
            // This address has no place left, whatever the others have.
            let refused = passwords.hash(address, "correct horse".to_owned()).await;
            assert!(matches!(refused, Err(AuthError::TooManySignIns { .. })));
        }
        let password = || "correct horse".to_owned();
        let refused = passwords.hash(address(100), password()).await;
        assert!(matches!(refused, Err(AuthError::TooManySignIns { .. })));
        places.pop();
        assert!(passwords.hash(address(100), password()).await.is_ok());
    }

    #[tokio::test]
    async fn used_memory_gives_the_same_hashes_as_the_library() {
        let passwords = Passwords::default();
        let address = address(1);
        for _ in 0..2 {
            let hash = passwords.hash(address, "correct horse".to_owned()).await;
            let hash = hash.expect("a hash");
            let library = argon2::Argon2::default();
            let verified = library.verify_password(b"correct horse", hash.as_str());
            assert!(verified.is_ok());
            for (password, expected) in [("correct horse", true), ("correct horsf", false)] {
                let hash = Some(hash.clone());
                let verified = passwords.verify(address, password.to_owned(), hash);
                assert_eq!(verified.await.ok(), Some(expected), "{password}");
            }
        }
        let nobody = passwords.verify(address, "correct horse".to_owned(), None);
        assert_eq!(nobody.await.ok(), Some(false));
    }
}
