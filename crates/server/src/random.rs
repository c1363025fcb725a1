//! Ids and keys.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// Letters and digits that are not easily mistaken for one another.
const LETTERS: &[u8; 57] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/// Random bytes from the operating system.
fn bytes() -> [u8; 32] {
    quintain_table::entropy()
}

/// A random id of letters and digits.
pub(crate) fn id(length: usize) -> String {
    let mut id = String::with_capacity(length);
    while id.len() < length {
        // Bytes beyond a multiple of the letters would favour the first of them.
        let fair = bytes()
            .into_iter()
            .filter(|&byte| usize::from(byte) < 256 / LETTERS.len() * LETTERS.len())
            .map(|byte| char::from(LETTERS[usize::from(byte) % LETTERS.len()]));
        id.extend(fair.take(length - id.len()));
    }
    id
}

/// A random key that nobody guesses, in hexadecimal.
pub(crate) fn key() -> String {
    hex(&bytes())
}

/// A coin's toss.
pub(crate) fn coin() -> bool {
    bytes()[0] & 1 == 1
}

/// A number for the engine's chance.
pub(crate) fn seed() -> u64 {
    let bytes = bytes();
    bytes[..8]
        .iter()
        .fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// What of a key is stored: whoever reads the database cannot use it.
pub(crate) fn hash(key: &str) -> String {
    hex(&Sha256::digest(key))
}

/// A signature of a text.
pub(crate) fn sign(key: &str, text: &str) -> String {
    hex(&mac(key, text).finalize().into_bytes())
}

/// Whether that is the signature of a text, in a time that tells nothing.
pub(crate) fn is_signed(key: &str, text: &str, signature: &str) -> bool {
    let bytes: Option<Vec<u8>> = (0..signature.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(signature.get(at..at + 2)?, 16).ok())
        .collect();
    bytes.is_some_and(|bytes| mac(key, text).verify_slice(&bytes).is_ok())
}

fn mac(key: &str, text: &str) -> Hmac<Sha256> {
    let mac = Hmac::<Sha256>::new_from_slice(key.as_bytes());
    let mut mac = mac.unwrap_or_else(|_| unreachable!("HMAC takes keys of any length"));
    mac.update(text.as_bytes());
    mac
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::{LETTERS, id, is_signed, sign};
    use std::collections::HashSet;

    #[test]
    fn ids_have_their_length_and_differ() {
        let ids: HashSet<String> = (0..1000).map(|_| id(10)).collect();
        assert_eq!(ids.len(), 1000);
        assert!(ids.iter().all(|id| id.len() == 10));
        assert!(
            ids.iter()
                .all(|id| id.bytes().all(|b| LETTERS.contains(&b)))
        );
        assert_eq!(id(64).len(), 64);
    }

    #[test]
    fn a_signature_is_good_for_its_text_and_key_alone() {
        let signature = sign("key", "text");
        assert!(is_signed("key", "text", &signature));
        assert!(!is_signed("key", "texts", &signature));
        assert!(!is_signed("keys", "text", &signature));
        for forged in [
            "",
            "0",
            "zz",
            "é",
            &signature[2..],
            &format!("{signature}00"),
        ] {
            assert!(!is_signed("key", "text", forged), "{forged:?}");
        }
    }
}
