//! Messages of the whole program: reasons of errors, and how sentences and numbers are written.

use crate::TEXTS;
use quintain_rules::message::{AnyOf, Language, Message, ToMessage};
use quintain_rules::{OsError, messages};
use std::fmt::Display;

messages! {
    /// Parts of other texts.
    pub(crate) enum Part in TEXTS {
        /// A text that needs no translation.
        Foreign = "foreign" { text: String },
        /// One sentence after another.
        Sentences = "sentences" { head: Message, last: Message },
        /// One line after another.
        Lines = "lines" { head: Message, last: Message },
        /// The mark between a number and its decimals.
        DecimalMark = "decimal-mark",
    }
}

messages! {
    /// Reasons why a command fails.
    pub(crate) enum Reason in TEXTS {
        /// Something is wrong with a file.
        InFile = "in-file" { file: String, reason: Message },
        /// The result cannot be written.
        Output = "output-failed" { error: OsError },
        /// Somebody pressed Ctrl-C.
        Interrupted = "interrupted",
        /// There are no threads to serve with.
        NoThreads = "no-threads" { error: OsError },
        /// The program does not know where it is.
        NoProgram = "no-program" { error: OsError },
        /// The position is not on a board of the requested size.
        OtherSize = "other-size" { found: u8, requested: u8 },
        /// There is no such file format.
        UnknownFormat = "unknown-format" { name: String, formats: AnyOf<&'static str> },
        /// A file that would be overwritten is not a game.
        NotAGame = "file-not-a-game",
        /// A file that would be overwritten holds another game.
        OtherGame = "file-other-game",
        /// A new file whose name would stand for a game in another file.
        NumberedFile = "file-numbered" { number: usize },
        /// A directory, a device or the like.
        NotAFile = "not-a-file",
        /// More than is read.
        TooLarge = "file-too-large" { mib: u64 },
        /// Bytes that are not text.
        NotText = "file-not-text",
        /// A file that is not a database.
        NotADatabase = "not-a-database",
        /// A file with several games where one is wanted.
        SeveralGames = "file-several-games" { count: usize, example: String, list: Message },
        /// There are not that many games in a file.
        NoSuchGame = "file-no-such-game" { number: usize, count: usize },
        /// A game in the list of a file's games.
        ListedGame = "listed-game" { number: usize, game: Message, moves: usize, result: &'static str },
        /// The same with its players.
        ListedGameOf = "listed-game-of" {
            number: usize,
            game: Message,
            moves: usize,
            result: &'static str,
            first: String,
            second: String,
        },
        /// A position or size beside a file that has one.
        FileHasStart = "file-has-start",
        /// There is no game in a file.
        NoGame = "file-no-game",
        /// Something is wrong with one of the games in a file.
        GameNumber = "game-number" { number: usize, reason: Message },
        /// Something is wrong with a line of a file.
        LineNumber = "line-number" { number: usize, reason: Message },
        /// A line is not a game of a saved match.
        NotASavedGame = "not-a-saved-game",
        /// A line is not a setting.
        NotASettingLine = "not-a-setting-line",
        /// A setting is there twice.
        RepeatedSetting = "repeated-setting",
        /// A file does not contain settings.
        NotSettings = "not-settings",
        /// There is no such setting.
        UnknownSetting = "unknown-setting" { name: String },
        /// A setting has a wrong value.
        WrongSetting = "wrong-setting" { name: String, reason: Message },
        /// The file is there already.
        FileExists = "file-exists",
        /// Databases are moved to PostgreSQL only.
        NotAPostgresUrl = "not-a-postgres-url" { text: String },
        /// There is no database to copy.
        NoDatabase = "no-database",
        /// A finished game cannot be analysed.
        NothingToAnalyse = "nothing-to-analyse" { status: Message },
        /// The file is no saved match.
        NotAMatch = "not-a-match",
        /// A tablebase has another number of pieces.
        OtherPieces = "other-pieces" { found: u8, requested: u8 },
        /// The engine has replied with something illegal.
        IllegalReplies = "illegal-replies" { count: usize, first: String },
        /// A game has no result in JSON.
        PlayHasNoJson = "play-has-no-json",
        /// UGI has a form of its own.
        EngineHasNoJson = "engine-has-no-json",
        /// No game was named.
        WhichGame = "which-game" { games: String },
        /// A request timeout of 0.
        ZeroTimeout = "zero-timeout",
    }
}

messages! {
    /// Why a value on the command line is rejected.
    pub(crate) enum ValueError in TEXTS {
        /// Not a whole number.
        NotAnInteger = "not-an-integer" { text: String },
        /// A number that is too small or too large.
        OutOfRange = "out-of-range" { text: String, min: String, max: String },
        /// Not a number of threads, lines, games or mebibytes.
        NotACount = "not-a-count" { max: String },
        /// Not a number at all.
        NotANumber = "not-a-number" { text: String },
        /// Not an address with a port.
        NotAnAddress = "not-an-address" { text: String },
        /// Not a clock.
        NotAClock = "not-a-clock" { text: String },
        /// Not a limit of a search.
        NotALimit = "not-a-limit" { text: String },
        /// Not a player of a match.
        NotAMatchPlayer = "not-a-match-player" { text: String },
        /// A number in quotation marks, or a text without them.
        WrongQuotes = "wrong-quotes" { text: String },
        /// Not an origin of web pages.
        NotAnOrigin = "not-an-origin" { text: String },
    }
}

/// What the operating system says.
pub(crate) fn os_error(error: &std::io::Error) -> OsError {
    OsError::from(error)
}

/// A text that needs no translation, as a message.
pub(crate) fn foreign(error: &dyn Display) -> Message {
    let text = error.to_string();
    Part::Foreign { text }.into()
}

/// Sentences as one message.
pub(crate) fn sentences(all: &[Message]) -> Message {
    let joined = all.iter().cloned().reduce(|head, last| {
        let both = Part::Sentences { head, last };
        both.into()
    });
    joined.unwrap_or_else(|| foreign(&""))
}

/// A number with this many decimals, as the language writes it.
pub(crate) fn decimal(number: f64, decimals: usize, language: Language) -> String {
    let mark = Part::DecimalMark.to_message().render(language);
    format!("{number:.decimals$}").replace('.', &mark)
}
