//! Words for messages and captions.

/// A text as it appears in a message: quoted, escaped, and never longer than a line.
pub(crate) fn quote(text: &str) -> String {
    const LONGEST: usize = 48;
    if text.chars().count() <= LONGEST {
        format!("{text:?}")
    } else {
        let head: String = text.chars().take(LONGEST).collect();
        format!("{head:?}...")
    }
}

/// `1 row`, `2 rows`.
pub(crate) fn count(number: usize, thing: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{ending}")
}

/// `a`, `a and b`, `a, b and c`, with the joining word given.
pub(crate) fn list(words: &[String], joint: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [head @ .., last] => format!("{} {joint} {last}", head.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::{list, quote};

    #[test]
    fn lists_read_as_sentences_do() {
        let words = ["a", "b", "c"].map(String::from);
        assert_eq!(list(&words, "and"), "a, b and c");
        assert_eq!(list(&words[..2], "or"), "a or b");
        assert_eq!(list(&words[..1], "or"), "a");
        assert_eq!(list(&[], "or"), "");
    }

    #[test]
    fn long_texts_are_cut_in_messages() {
        assert_eq!(quote("a\"b"), r#""a\"b""#);
        assert_eq!(quote(&"é".repeat(1000)).chars().count(), 48 + 2 + 3);
    }
}
