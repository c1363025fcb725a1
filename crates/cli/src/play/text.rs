//! Texts that both user interfaces of `quintain play` use.

use crate::TEXTS;
use crate::markdown::wrap;
use quintain_rules::message::{Language, Message, ToMessage};
use quintain_rules::messages;
use quintain_table::Table;

messages! {
    /// What both user interfaces say.
    pub(crate) enum Text in TEXTS {
        /// A line of a disclosed secret.
        Salt = "salt" { salt: String },
        /// A line of a disclosed secret.
        Secret = "secret" { secret: String },
        /// A line of a disclosed or sealed secret.
        Commitment = "commitment" { commitment: String },
        /// An unfinished game.
        StoredGame = "stored-game" { game: Message, moves: usize },
        /// The game is saved in a file.
        Saved = "saved" { file: String },
        /// The same for a file that names what is hidden in a game that is not over.
        SavedOpenly = "saved-openly" { file: String },
        /// The game that was left is stored.
        PreviousStored = "previous-stored" { file: String },
        /// The game is stored.
        Stored = "stored" { file: String },
        /// How to resume it.
        HowToResume = "how-to-resume",
        /// Moves were taken back.
        TakenBack = "taken-back" { moves: usize },
        /// A draw was declined.
        DrawDeclined = "draw-declined",
        /// There is no hint.
        NoHint = "no-hint",
        /// There is no hint for a reason.
        NoHintBecause = "no-hint-because" { reason: Message },
    }
}

/// The disclosure of what was hidden, once the game is over: one line each, none before that.
pub(crate) fn disclosure(table: &Table) -> Vec<Message> {
    let Some(seal) = table.disclosed() else {
        return Vec::new();
    };
    let referee = table.start().referee_from(&seal.secret).ok();
    let sentence = referee.and_then(|referee| referee.disclosure().cloned());
    let mut lines: Vec<Message> = sentence.into_iter().collect();
    let (salt, secret) = (seal.salt.clone(), seal.secret.clone());
    let commitment = seal.commitment();
    lines.push(Text::Salt { salt }.into());
    lines.push(Text::Secret { secret }.into());
    lines.push(Text::Commitment { commitment }.into());
    lines
}

/// Messages as wrapped lines, each ending in a newline.
pub(crate) fn lines(messages: &[Message], language: Language) -> String {
    let line = |message: &Message| wrap(&message.render(language));
    messages.iter().map(line).collect()
}

/// A reason as a sentence of its own.
pub(crate) fn as_sentence(reason: &impl ToMessage, language: Language) -> String {
    let text = capitalize(&reason.to_message().render(language));
    if text.ends_with('.') || ends_with_list(&text) {
        text
    } else {
        text + "."
    }
}

/// Whether the last line is an entry of a numbered list, which is not a sentence.
fn ends_with_list(text: &str) -> bool {
    let entry = text.lines().next_back().unwrap_or_default();
    let rest = entry.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < entry.len() && rest.starts_with(':')
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
