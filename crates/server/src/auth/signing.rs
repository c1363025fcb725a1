//! Signatures of guests' cookies, and hashes of keys.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// The form in which a key is stored: useless to anyone who reads the database.
pub(super) fn hash_key(key: &str) -> String {
    hex::encode(Sha256::digest(key))
}

/// The signature of a text.
pub(super) fn sign(key: &str, text: &str) -> String {
    hex::encode(mac(key, text).finalize().into_bytes())
}

/// Whether a text has this signature, in constant time.
pub(super) fn verify(key: &str, text: &str, signature: &str) -> bool {
    hex::decode(signature).is_ok_and(|bytes| mac(key, text).verify_slice(&bytes).is_ok())
}

fn mac(key: &str, text: &str) -> Hmac<Sha256> {
    let mac = Hmac::<Sha256>::new_from_slice(key.as_bytes());
    let mut mac = mac.unwrap_or_else(|_| unreachable!("HMAC takes keys of any length"));
    mac.update(text.as_bytes());
    mac
}

#[cfg(test)]
mod tests {
    use super::{sign, verify};

    #[test]
    fn a_signature_is_valid_for_its_own_text_and_key_only() {
        let signature = sign("key", "text");
        assert!(verify("key", "text", &signature));
        assert!(!verify("key", "texts", &signature));
        assert!(!verify("keys", "text", &signature));
        let longer = format!("{signature}00");
        for forged in ["", "0", "zz", "é", &signature[2..], &longer] {
            assert!(!verify("key", "text", forged), "{forged:?}");
        }
    }
}
