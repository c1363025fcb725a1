//! What is wrong with JSON that cannot be read, in our own words.
//!
//! The parser says it in English only, and in the words of the program's types. Its errors are
//! texts, but of a few fixed forms; the tests hold them.

use super::ApiError;
use crate::TEXTS;
use quintain_rules::message::{AllOf, AnyOf, Message, ToMessage};
use quintain_rules::{messages, quote};
use serde::de::DeserializeOwned;
use serde_json::error::Category;
use std::error::Error;

messages! {
    /// Why a body, a message or a query cannot be read.
    pub(crate) enum Malformed in TEXTS {
        /// It is not JSON.
        NotJson = "not-json" {
            /// The line with the error, from 1.
            line: usize,
            /// The column with the error.
            column: usize,
        },
        /// It ends too early.
        Incomplete = "json-incomplete",
        /// The header does not say that it is JSON.
        NotJsonType = "not-json-type",
        /// A field is missing.
        MissingField = "missing-field" {
            /// Where, quoted.
            field: String,
        },
        /// A field is there twice.
        DuplicateField = "duplicate-field" {
            /// Where, quoted.
            field: String,
        },
        /// There is no such field.
        UnknownField = "unknown-field" {
            /// Its name, quoted.
            field: String,
            /// The fields there are.
            fields: AllOf<String>,
        },
        /// There is no such field where none is allowed.
        NoFields = "no-fields" {
            /// Its name, quoted.
            field: String,
        },
        /// There is no such choice.
        UnknownChoice = "unknown-choice" {
            /// What was chosen, quoted.
            value: String,
            /// The choices there are.
            choices: AnyOf<String>,
        },
        /// A value is of the wrong kind.
        WrongValue = "wrong-value" {
            /// What was wanted.
            wanted: Wanted,
            /// What was there.
            found: Found,
        },
        /// It has the form of none of the things that are possible.
        Unreadable = "unreadable",
        /// Something is wrong in a part.
        Within = "malformed-within" {
            /// Where, quoted.
            field: String,
            /// What.
            reason: Message,
        },
    }
}

impl Error for Malformed {}

messages! {
    /// What a value should be.
    pub(crate) enum Wanted in TEXTS {
        /// A text.
        Text = "wanted-text",
        /// A number.
        Number = "wanted-number",
        /// A whole number.
        Integer = "wanted-integer",
        /// A whole number in a range.
        Range = "wanted-range" {
            /// The smallest.
            min: u64,
            /// The largest.
            max: u64,
        },
        /// A whole number that is not negative.
        NotNegative = "wanted-not-negative",
        /// True or false.
        Boolean = "wanted-boolean",
        /// A list.
        List = "wanted-list",
        /// An object.
        Object = "wanted-object",
        /// Something else.
        Other = "wanted-other",
    }
}

messages! {
    /// What a value is.
    pub(crate) enum Found in TEXTS {
        /// A text.
        Text = "found-text" {
            /// The text, quoted.
            value: String,
        },
        /// A number, true or false, null.
        Literal = "found-literal" {
            /// As JSON has it.
            value: String,
        },
        /// A list.
        List = "found-list",
        /// An object.
        Object = "found-object",
        /// Something else.
        Other = "found-other",
    }
}

/// Reads JSON.
pub(crate) fn parse<T: DeserializeOwned>(json: &[u8]) -> Result<T, ApiError> {
    let mut deserializer = serde_json::Deserializer::from_slice(json);
    let parsed = serde_path_to_error::deserialize(&mut deserializer);
    let value = parsed.map_err(|error| {
        let path = error.path().to_string();
        explain(error.inner(), &path)
    })?;
    deserializer.end().map_err(|error| explain(&error, "."))?;
    Ok(value)
}

fn explain(error: &serde_json::Error, path: &str) -> ApiError {
    let (line, column) = (error.line(), error.column());
    match error.classify() {
        Category::Eof => Malformed::Incomplete.into(),
        Category::Syntax | Category::Io => Malformed::NotJson { line, column }.into(),
        Category::Data => {
            let text = error.to_string();
            let place = format!(" at line {line} column {column}");
            describe(text.strip_suffix(&place).unwrap_or(&text), path)
        }
    }
}

/// What an error of serde says about the value at a path.
pub(super) fn describe(text: &str, path: &str) -> ApiError {
    let path = match path {
        "." | "?" => "",
        path => path.strip_suffix(".?").unwrap_or(path),
    };
    let Some(reason) = reason(text, path) else {
        // Errors that are not serde's own come from our types and say it themselves.
        return ApiError::bad_request(text);
    };
    match (path, &reason) {
        ("", _) | (_, Malformed::MissingField { .. } | Malformed::DuplicateField { .. }) => {
            reason.into()
        }
        _ => Malformed::Within {
            field: quote(path),
            reason: reason.to_message(),
        }
        .into(),
    }
}

fn reason(text: &str, path: &str) -> Option<Malformed> {
    let names = |text: &str| ticked(text).map(str::to_owned).collect::<Vec<_>>();
    // Fields that are missing or there twice are named by their whole path.
    let within = |name: &str| match path {
        "" => quote(name),
        // The path of a field that is there twice ends with it.
        path if path == name || path.ends_with(&format!(".{name}")) => quote(path),
        path => quote(&format!("{path}.{name}")),
    };
    if let Some(rest) = text.strip_prefix("missing field ") {
        let field = within(ticked(rest).next()?);
        return Some(Malformed::MissingField { field });
    }
    if let Some(rest) = text.strip_prefix("duplicate field ") {
        let field = within(ticked(rest).next()?);
        return Some(Malformed::DuplicateField { field });
    }
    if let Some(rest) = text.strip_prefix("unknown field `") {
        // A name can contain anything, but nothing that serde adds contains this.
        if let Some((name, _)) = rest.rsplit_once("`, there are no fields") {
            let field = quote(name);
            return Some(Malformed::NoFields { field });
        }
        let (name, known) = rest.rsplit_once("`, expected ")?;
        return Some(Malformed::UnknownField {
            field: quote(name),
            fields: AllOf(names(known)),
        });
    }
    if let Some(rest) = text.strip_prefix("unknown variant `") {
        let (name, known) = rest.rsplit_once("`, expected ")?;
        return Some(Malformed::UnknownChoice {
            value: quote(name),
            choices: AnyOf(names(known)),
        });
    }
    if text.starts_with("data did not match any variant") {
        return Some(Malformed::Unreadable);
    }
    if let Some(wanted) = wanted_in_query(text) {
        let found = Found::Other;
        return Some(Malformed::WrongValue { wanted, found });
    }
    let rest = text
        .strip_prefix("invalid type: ")
        .or_else(|| text.strip_prefix("invalid value: "))
        // The fields of an object may come as a list, which nobody means.
        .or_else(|| text.starts_with("invalid length").then_some(text))?;
    let (value, expected) = rest.rsplit_once(", expected ")?;
    Some(Malformed::WrongValue {
        wanted: wanted(expected),
        found: found(value),
    })
}

/// What a query's value should have been: there everything is text until it is parsed, and the errors
/// are those of the standard library.
fn wanted_in_query(text: &str) -> Option<Wanted> {
    const NUMBERS: [&str; 3] = [
        "invalid digit found",
        "cannot parse integer",
        "number too large",
    ];
    if NUMBERS.iter().any(|start| text.starts_with(start)) {
        return Some(Wanted::NotNegative);
    }
    let boolean = "provided string was not `true` or `false`";
    text.starts_with(boolean).then_some(Wanted::Boolean)
}

/// The texts between backticks.
fn ticked(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

fn wanted(expected: &str) -> Wanted {
    let range = |max| Wanted::Range { min: 0, max };
    match expected {
        "u8" => range(u8::MAX.into()),
        "u16" => range(u16::MAX.into()),
        "u32" => range(u32::MAX.into()),
        "u64" | "usize" => Wanted::NotNegative,
        "i8" | "i16" | "i32" | "i64" | "isize" => Wanted::Integer,
        "f32" | "f64" => Wanted::Number,
        "a boolean" => Wanted::Boolean,
        "a string" | "string or map" | "variant identifier" => Wanted::Text,
        "a sequence" => Wanted::List,
        "a map" => Wanted::Object,
        other if other.starts_with("enum ") => Wanted::Text,
        other if other.starts_with("struct ") || other.contains("tagged enum") => Wanted::Object,
        _ => Wanted::Other,
    }
}

fn found(value: &str) -> Found {
    let literal = |value: &str| Found::Literal {
        value: quote_long(value.trim_matches('`')),
    };
    match value.split_once(' ') {
        Some(("string", text)) => {
            // The parser has quoted it already.
            let text = serde_json::from_str::<String>(text).unwrap_or_else(|_| text.to_owned());
            let value = quote(&text);
            Found::Text { value }
        }
        Some(("integer" | "boolean", value)) => literal(value),
        Some(("floating", rest)) => literal(rest.trim_start_matches("point ")),
        None if value == "null" => literal(value),
        None if value == "map" => Found::Object,
        None if value == "sequence" => Found::List,
        Some(("invalid", _)) => Found::List,
        _ => Found::Other,
    }
}

/// A number as it was written, unless that is longer than any number needs to be.
fn quote_long(text: &str) -> String {
    match text.len() {
        ..=48 => text.to_owned(),
        _ => quote(text),
    }
}

impl From<Malformed> for ApiError {
    fn from(malformed: Malformed) -> Self {
        ApiError::Malformed(malformed)
    }
}

#[cfg(test)]
mod tests {
    use super::parse;
    use crate::http::ApiError;
    use quintain_api::protocol::{ClientMessage, CreateGameRequest};
    use quintain_rules::message::{Language, ToMessage};
    use serde::de::DeserializeOwned;

    fn said<T: DeserializeOwned>(json: &str, language: Language) -> String {
        let error: ApiError = match parse::<T>(json.as_bytes()) {
            Ok(_) => panic!("{json} is valid"),
            Err(error) => error,
        };
        error.to_message().render(language)
    }

    #[test]
    fn a_body_that_cannot_be_read_is_explained_in_our_own_words() {
        let german = Language::negotiate(["de"]);
        for (body, expected) in [
            ("", "the JSON ends too early"),
            ("{", "the JSON ends too early"),
            ("{]", "this is not JSON: line 1, column 2"),
            (
                r#"{"game": "sight", "opponent": {"kind": "local"}} x"#,
                "this is not JSON: line 1, column 50",
            ),
            ("{}", "the field \"game\" is missing"),
            ("[]", "expected an object, found a list"),
            ("7", "expected an object, found 7"),
            (r#"{"game": 5}"#, "in \"game\": expected a text, found 5"),
            (
                r#"{"game": "sight", "game": "sight"}"#,
                "the field \"game\" is there twice",
            ),
            (
                r#"{"game": "sight", "opponent": {"kind": "cat"}}"#,
                "in \"opponent.kind\": there is no \"cat\"; it can be engine, friend, anyone or local",
            ),
            (
                r#"{"game": "sight", "opponent": {"kind": "engine"}}"#,
                "the field \"opponent.level\" is missing",
            ),
            (
                r#"{"game": "sight", "opponent": {"kind": "engine", "level": "x"}}"#,
                "in \"opponent\": expected a whole number from 0 to 255, found the text \"x\"",
            ),
            (
                r#"{"game": "sight", "opponent": {"kind": "local"}, "size": 300}"#,
                "in \"size\": expected a whole number from 0 to 255, found 300",
            ),
            (
                r#"{"game": "sight", "opponent": {"kind": "local"}, "rated": "yes"}"#,
                "in \"rated\": expected true or false, found the text \"yes\"",
            ),
        ] {
            assert_eq!(said::<CreateGameRequest>(body, Language::ENGLISH), expected);
            let german = said::<CreateGameRequest>(body, german);
            assert_ne!(german, expected);
            for theirs in ["expected", "invalid", "missing", "unknown"] {
                assert!(!german.contains(theirs), "{german}");
            }
        }
        let unknown = said::<CreateGameRequest>(r#"{"colour": 1}"#, Language::ENGLISH);
        assert!(
            unknown.contains("there is no field \"colour\"; there are ")
                && unknown.contains("game"),
            "{unknown}"
        );
        let long = format!(r#"{{"{}": 1}}"#, "x".repeat(100_000));
        assert!(said::<CreateGameRequest>(&long, Language::ENGLISH).len() < 500);
    }

    #[test]
    fn a_message_that_cannot_be_read_is_explained_in_our_own_words() {
        for (text, expected) in [
            (r#"{"type":"watch"}"#, "the field \"game_id\" is missing"),
            (
                r#"{"type":"watch","game_id":"x","extra":1}"#,
                "there is no field \"extra\"; there are game_id and after",
            ),
            (r#"{}"#, "the field \"type\" is missing"),
        ] {
            assert_eq!(said::<ClientMessage>(text, Language::ENGLISH), expected);
        }
        let dance = said::<ClientMessage>(r#"{"type":"dance"}"#, Language::ENGLISH);
        assert!(
            dance.starts_with("in \"type\": there is no \"dance\"; it can be watch, "),
            "{dance}"
        );
    }
}
