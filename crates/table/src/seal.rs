//! Secrets that are provably fixed at the start and disclosed at the end: a commitment scheme.
//!
//! A seal is a secret and a salt. Its commitment, the SHA-256 of `salt:secret` in hexadecimal,
//! is shown at the start; salt and secret are shown at the end. Nobody can find a second secret
//! for a commitment, or the secret from the commitment alone.

use crate::TEXTS;
use quintain_rules::erased::AnyPosition;
use quintain_rules::record::Record;
use quintain_rules::{messages, splitmix64};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::error::Error;
use std::fmt;

/// A secret with its salt.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    /// The secret, as records write it.
    pub secret: String,
    /// Random text that keeps the secret from being guessed from the commitment.
    pub salt: String,
}

impl fmt::Debug for Seal {
    /// Shows only the commitment: a secret must not get into a log.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Seal({})", self.commitment())
    }
}

impl Seal {
    /// Draws one of a position's secrets; `None` if there is only one.
    pub(crate) fn draw(position: &dyn AnyPosition, entropy: [u8; 32]) -> Option<Seal> {
        let (salt, rest) = entropy.split_at(16);
        let count = position.secret_count();
        if count <= 1 {
            return None;
        }
        let index = rest[..8]
            .iter()
            .fold(0, |index: u64, &byte| index << 8 | u64::from(byte));
        Some(Seal {
            secret: position.referee(index % count).secret().to_owned(),
            salt: hex::encode(salt),
        })
    }

    /// The commitment, which is shown at the start.
    pub fn commitment(&self) -> String {
        hex::encode(Sha256::digest(format!("{}:{}", self.salt, self.secret)))
    }
}

/// Randomness from the operating system.
#[cfg(feature = "entropy")]
pub fn entropy() -> [u8; 32] {
    let mut bytes = [0; 32];
    // Without a source of randomness no secret is safe; every supported system has one.
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes
}

/// Pseudorandom bytes that follow from a seed, for games that must be reproducible.
pub fn entropy_from_seed(seed: u64) -> [u8; 32] {
    let mut bytes = [0; 32];
    let mut state = seed;
    for chunk in bytes.chunks_mut(8) {
        state = splitmix64(state);
        chunk.copy_from_slice(&state.to_be_bytes());
    }
    bytes
}

messages! {
    /// Why a record does not prove that its secret was fixed at the start.
    pub enum SealError in TEXTS {
        /// The record lacks a header.
        Missing = "seal-missing" {
            /// The header.
            header: &'static str,
        },
        /// The commitment belongs to another secret.
        Mismatch = "seal-mismatch" {
            /// The commitment in the record.
            stated: String,
            /// The commitment that follows from its salt and secret.
            computed: String,
        },
    }
}

impl Error for SealError {}

/// Checks that a record's secret is the one that was committed to, and returns the commitment.
///
/// Reading the record has already checked that the secret agrees with every step.
pub fn check_seal(record: &Record) -> Result<String, SealError> {
    let header = |header| record.header(header).ok_or(SealError::Missing { header });
    let stated = header("Commitment")?.to_owned();
    let seal = Seal {
        salt: header("Salt")?.to_owned(),
        secret: record
            .secret()
            .ok_or(SealError::Missing { header: "Secret" })?
            .to_owned(),
    };
    let computed = seal.commitment();
    if stated == computed {
        Ok(computed)
    } else {
        Err(SealError::Mismatch { stated, computed })
    }
}
