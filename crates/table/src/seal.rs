//! Secrets that are fixed at the start, provably so, and told at the end.
//!
//! A seal is a secret and a salt. Its commitment, the SHA-256 of `salt:secret` in hexadecimal,
//! is shown at the start; salt and secret at the end. Nobody can find another secret for a
//! commitment, nor the secret from the commitment alone.

use quintain_rules::erased::AnyPosition;
use quintain_rules::record::Record;
use quintain_rules::splitmix64;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use thiserror::Error;

/// A secret with its salt.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    /// The secret, as records write it.
    pub secret: String,
    /// What makes the commitment impossible to guess.
    pub salt: String,
}

impl fmt::Debug for Seal {
    /// Shows the commitment only: what is secret must not get into a log.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Seal({})", self.commitment())
    }
}

impl Seal {
    /// Draws one of a position's secrets; nothing where there is only one.
    pub(crate) fn draw(position: &dyn AnyPosition, entropy: [u8; 32]) -> Option<Seal> {
        let (salt, rest) = entropy.split_at(16);
        let count = position.secret_count();
        if count <= 1 {
            return None;
        }
        let number = rest[..8]
            .iter()
            .fold(0, |number: u64, &byte| number << 8 | u64::from(byte));
        Some(Seal {
            secret: position.referee(number % count).secret().to_owned(),
            salt: hex(salt),
        })
    }

    /// What is shown at the start.
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(format!("{}:{}", self.salt, self.secret)))
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Randomness from the operating system.
pub fn entropy() -> [u8; 32] {
    let mut bytes = [0; 32];
    // Without a source of randomness no secret is safe; every system we run on has one.
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes
}

/// What looks like randomness and follows from a number, for games that must be repeatable.
pub fn entropy_of(seed: u64) -> [u8; 32] {
    let mut bytes = [0; 32];
    let mut state = seed;
    for chunk in bytes.chunks_mut(8) {
        state = splitmix64(state);
        chunk.copy_from_slice(&state.to_be_bytes());
    }
    bytes
}

/// Why a record does not prove that its secret was fixed at the start.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Broken {
    /// Something is not in the record.
    #[error("the record has no {0}, so there is nothing to check")]
    Missing(&'static str),
    /// The commitment is of something else.
    #[error("the commitment is {told}, but salt and secret give {found}")]
    Mismatch {
        /// What the record says.
        told: String,
        /// What it should say.
        found: String,
    },
}

/// Checks that a record's secret is the one that was committed to; gives the commitment.
///
/// That the secret agrees with every step was checked when the record was read.
pub fn check_seal(record: &Record) -> Result<String, Broken> {
    let header = |name| record.header(name).ok_or(Broken::Missing(name));
    let told = header("Commitment")?.to_owned();
    let seal = Seal {
        salt: header("Salt")?.to_owned(),
        secret: record.secret().ok_or(Broken::Missing("Secret"))?.to_owned(),
    };
    let found = seal.commitment();
    if told == found {
        Ok(found)
    } else {
        Err(Broken::Mismatch { told, found })
    }
}
