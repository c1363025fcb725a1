//! Messages that only the browser can read: RFC 8291, with the content coding of RFC 8188.

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{self, ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey};
use ring::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use ring::rand::{SecureRandom, SystemRandom};

/// The length of a public key, as a point that is not compressed.
pub(super) const PUBLIC_KEY_BYTES: usize = 65;
/// The length of what a browser authenticates messages by.
pub(super) const AUTH_SECRET_BYTES: usize = 16;
const SALT_BYTES: usize = 16;
const TAG_BYTES: usize = 16;
/// A message is one record, which may have this many bytes.
const RECORD_BYTES: u32 = 4096;
/// Follows the text of the last record.
const LAST_RECORD: u8 = 2;

/// A browser's keys.
#[derive(Clone, Copy, Debug)]
pub(super) struct BrowserKeys<'a> {
    pub(super) public_key: &'a [u8],
    pub(super) auth_secret: &'a [u8],
}

/// How many bytes to derive.
#[derive(Clone, Copy)]
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

/// Encrypts a text for a browser, with keys that are used once.
pub(super) fn encrypt(browser: BrowserKeys<'_>, text: &[u8]) -> Option<Vec<u8>> {
    let random = SystemRandom::new();
    let mut salt = [0; SALT_BYTES];
    random.fill(&mut salt).ok()?;
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &random).ok()?;
    let own_public = own.compute_public_key().ok()?;
    let theirs = UnparsedPublicKey::new(&ECDH_P256, browser.public_key);
    let sealed = agreement::agree_ephemeral(own, &theirs, |shared| {
        seal(browser, own_public.as_ref(), shared, salt, text)
    });
    sealed.ok()?
}

/// The whole message, from the secret that both sides share.
fn seal(
    browser: BrowserKeys<'_>,
    own_public: &[u8],
    shared: &[u8],
    salt: [u8; SALT_BYTES],
    text: &[u8],
) -> Option<Vec<u8>> {
    if text.len() + 1 + TAG_BYTES > RECORD_BYTES as usize {
        return None;
    }
    let mut input_key = [0; 32];
    let info: [&[u8]; 3] = [b"WebPush: info\0", browser.public_key, own_public];
    let secret = Salt::new(HKDF_SHA256, browser.auth_secret).extract(shared);
    derive(&secret, &info, &mut input_key)?;
    let secret = Salt::new(HKDF_SHA256, &salt).extract(&input_key);
    let (mut key, mut nonce) = ([0; 16], [0; 12]);
    derive(&secret, &[b"Content-Encoding: aes128gcm\0"], &mut key)?;
    derive(&secret, &[b"Content-Encoding: nonce\0"], &mut nonce)?;
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).ok()?);
    let mut record = text.to_vec();
    record.push(LAST_RECORD);
    let nonce = Nonce::assume_unique_for_key(nonce);
    let sealed = key.seal_in_place_append_tag(nonce, Aad::empty(), &mut record);
    sealed.ok()?;
    let mut message = salt.to_vec();
    message.extend(RECORD_BYTES.to_be_bytes());
    message.push(u8::try_from(own_public.len()).ok()?);
    message.extend(own_public);
    message.extend(record);
    Some(message)
}

fn derive(secret: &Prk, info: &[&[u8]], out: &mut [u8]) -> Option<()> {
    let derived = secret.expand(info, Length(out.len())).ok()?;
    derived.fill(out).ok()
}

#[cfg(test)]
mod tests {
    use super::{BrowserKeys, seal};
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;

    fn bytes(text: &str) -> Vec<u8> {
        BASE64.decode(text).expect("base64")
    }

    #[test]
    fn the_example_of_rfc_8291_comes_out_as_printed() {
        let public_key = bytes(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        );
        let auth_secret = bytes("BTBZMqHH6r4Tts7J_aSIgg");
        let browser = BrowserKeys {
            public_key: &public_key,
            auth_secret: &auth_secret,
        };
        let own = bytes(
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
        );
        let shared = bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw")
            .try_into()
            .expect("16 bytes");
        let text = b"When I grow up, I want to be a watermelon";
        let message = seal(browser, &own, &shared, salt, text).expect("a message");
        let printed = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3v\
                       CYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPX\
                       LWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(BASE64.encode(message), printed);
    }

    #[test]
    fn a_text_that_fills_more_than_a_record_is_not_sent() {
        let browser = BrowserKeys {
            public_key: &[4; 65],
            auth_secret: &[1; 16],
        };
        let sealed =
            |length: usize| seal(browser, &[4; 65], &[2; 32], [3; 16], &vec![b'x'; length]);
        assert!(sealed(4079).is_some());
        assert!(sealed(4080).is_none());
    }
}
