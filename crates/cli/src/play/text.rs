//! Texts that both user interfaces of `quintain play` use.

use quintain_table::Table;

/// What was hidden, once the game is over.
pub(crate) fn disclosure(table: &Table) -> String {
    let Some(seal) = table.disclosed() else {
        return String::new();
    };
    let referee = table.start().referee_from(&seal.secret);
    let sentence = referee.map(|referee| format!("{}\n", referee.secret_text()));
    format!(
        "{}Salt: {}\nSecret: {}\nCommitment: {}\n",
        sentence.unwrap_or_default(),
        seal.salt,
        seal.secret,
        seal.commitment()
    )
}

/// A time as clocks show it: `4:59`, `1:00:00`, and tenths below ten seconds.
pub(crate) fn clock(millis: u64) -> String {
    let seconds = millis / 1000;
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 if seconds < 10 => format!("0:0{seconds}.{}", millis % 1000 / 100),
        0 => format!("{minutes}:{rest:02}"),
        _ => format!("{hours}:{minutes:02}:{rest:02}"),
    }
}

/// A sentence with a capital letter at the start, unless it starts with a name or a move.
pub(crate) fn capitalize(text: &str) -> String {
    let word = text.split(' ').next().unwrap_or_default();
    if !word.chars().all(char::is_alphabetic) {
        return text.to_owned();
    }
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::{capitalize, clock};

    #[test]
    fn clocks_show_tenths_only_when_it_matters() {
        assert_eq!(clock(3_600_000), "1:00:00");
        assert_eq!(clock(299_999), "4:59");
        assert_eq!(clock(10_000), "0:10");
        assert_eq!(clock(9_950), "0:09.9");
        assert_eq!(clock(0), "0:00.0");
    }

    #[test]
    fn sentences_start_with_a_capital_letter() {
        assert_eq!(capitalize("where it may go"), "Where it may go");
        assert_eq!(capitalize("b2 is taken"), "b2 is taken");
        assert_eq!(
            capitalize("game.txt: no such file"),
            "game.txt: no such file"
        );
        assert_eq!(capitalize(""), "");
    }
}
