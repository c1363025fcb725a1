//! Who sends: the server's key, and the tokens that it signs for push services (RFC 8292).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};

/// How long a token is valid, in seconds: at most a day is allowed.
const TOKEN_SECONDS: u64 = 12 * 3600;

/// The server's key for push services.
pub(super) struct Identity {
    key: EcdsaKeyPair,
    /// Where to complain.
    contact: Option<String>,
}

impl Identity {
    /// A new key as text, to be kept. `None` if the system has no randomness.
    pub(super) fn generate() -> Option<String> {
        let random = SystemRandom::new();
        let key = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random);
        Some(BASE64.encode(key.ok()?.as_ref()))
    }

    /// The identity with a key as text. `None` if that is not a key.
    pub(super) fn parse(key: &str, contact: Option<String>) -> Option<Identity> {
        let key = BASE64.decode(key).ok()?;
        let random = SystemRandom::new();
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &key, &random);
        Some(Identity {
            key: key.ok()?,
            contact,
        })
    }

    /// The public key, as browsers want it.
    pub(super) fn public_key(&self) -> String {
        BASE64.encode(self.key.public_key())
    }

    /// The value of the header `Authorization` for a push service, at a time in seconds.
    pub(super) fn authorization(&self, service: &str, now: u64) -> Option<String> {
        let mut claims = serde_json::json!({ "aud": service, "exp": now + TOKEN_SECONDS });
        if let Some(contact) = &self.contact {
            claims["sub"] = contact.clone().into();
        }
        let head = BASE64.encode(r#"{"typ":"JWT","alg":"ES256"}"#);
        let signed = format!("{head}.{}", BASE64.encode(claims.to_string()));
        let signature = self.key.sign(&SystemRandom::new(), signed.as_bytes());
        let signature = BASE64.encode(signature.ok()?);
        Some(format!(
            "vapid t={signed}.{signature}, k={}",
            self.public_key()
        ))
    }
}
