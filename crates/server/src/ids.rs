//! Random ids and keys, from the operating system's source of randomness.

/// Letters and digits without those that are easily mistaken for one another.
const ALPHABET: &[u8; 57] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/// Random bytes from the operating system.
fn random_bytes() -> [u8; 32] {
    quintain_table::entropy()
}

/// A random id of letters and digits.
pub(crate) fn random_id(length: usize) -> String {
    let mut id = String::with_capacity(length);
    while id.len() < length {
        // Bytes beyond a multiple of the alphabet's length would favor its first letters.
        let fair = random_bytes()
            .into_iter()
            .filter(|&byte| usize::from(byte) < 256 / ALPHABET.len() * ALPHABET.len())
            .map(|byte| char::from(ALPHABET[usize::from(byte) % ALPHABET.len()]));
        id.extend(fair.take(length - id.len()));
    }
    id
}

/// A random key that nobody can guess, in hexadecimal.
pub(crate) fn random_key() -> String {
    hex::encode(random_bytes())
}

/// A coin toss.
pub(crate) fn coin_flip() -> bool {
    random_bytes()[0] & 1 == 1
}

/// A seed for the engine's randomness.
pub(crate) fn random_seed() -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = random_bytes();
    u64::from_be_bytes([a, b, c, d, e, f, g, h])
}

#[cfg(test)]
mod tests {
    use super::{ALPHABET, random_id};
    use std::collections::HashSet;

    #[test]
    fn ids_have_the_requested_length_and_differ() {
        let ids: HashSet<String> = (0..1000).map(|_| random_id(10)).collect();
        assert_eq!(ids.len(), 1000);
        assert!(ids.iter().all(|id| id.len() == 10));
        let letters = |id: &String| id.bytes().all(|byte| ALPHABET.contains(&byte));
        assert!(ids.iter().all(letters));
        assert_eq!(random_id(64).len(), 64);
    }
}
