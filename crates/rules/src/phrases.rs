//! Quoting for messages.

/// A text as it appears in a message: quoted, escaped, and never longer than a line.
pub fn quote(text: &str) -> String {
    const LONGEST: usize = 48;
    if text.chars().count() <= LONGEST {
        format!("{text:?}")
    } else {
        let head: String = text.chars().take(LONGEST).collect();
        format!("{head:?}...")
    }
}

#[cfg(test)]
mod tests {
    use super::quote;

    #[test]
    fn long_texts_are_cut_in_messages() {
        assert_eq!(quote("a\"b"), r#""a\"b""#);
        assert_eq!(quote(&"é".repeat(1000)).chars().count(), 48 + 2 + 3);
    }
}
