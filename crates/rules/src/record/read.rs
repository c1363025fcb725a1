//! Parsing records, strictly: whatever is not exactly right is an error with its position.

use super::fault::Part;
use super::write::result_token;
use super::{EndReason, Outcome, RESERVED, Record, RecordError, RecordFault, check_header_name};
use crate::Registry;
use crate::message::AllOf;
use crate::phrases::quote;
use crate::{GameInfo, Side};

impl Record {
    /// Parses a text that holds exactly one record.
    pub fn parse(registry: &Registry, text: &str) -> Result<Record, RecordError> {
        let mut source = Source::new(text);
        let record = read_record(registry, &mut source)?;
        source.skip_space();
        if source.rest.is_empty() {
            Ok(record)
        } else {
            Err(source.unexpected(Part::EndOfRecord))
        }
    }

    /// Parses a text that holds any number of records, one after the other.
    pub fn parse_all(registry: &Registry, text: &str) -> Result<Vec<Record>, RecordError> {
        let mut source = Source::new(text);
        let mut records = Vec::new();
        source.skip_space();
        while !source.rest.is_empty() {
            records.push(read_record(registry, &mut source)?);
            source.skip_space();
        }
        Ok(records)
    }
}

/// The white space between the parts of a record.
fn is_space(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\r' | '\n')
}

/// A place in the text.
#[derive(Clone, Copy)]
struct Place {
    line: usize,
    column: usize,
}

impl Place {
    fn error(self, fault: impl Into<RecordFault>) -> RecordError {
        RecordError {
            line: self.line,
            column: self.column,
            fault: fault.into(),
        }
    }
}

/// The text that is still to be parsed.
struct Source<'a> {
    rest: &'a str,
    place: Place,
}

impl<'a> Source<'a> {
    /// The whole text. A byte order mark, which some editors put first, is not part of it.
    fn new(text: &'a str) -> Self {
        Source {
            rest: text.strip_prefix('\u{feff}').unwrap_or(text),
            place: Place { line: 1, column: 1 },
        }
    }

    fn next(&mut self) -> Option<char> {
        let mut letters = self.rest.chars();
        let letter = letters.next()?;
        self.rest = letters.as_str();
        if letter == '\n' {
            self.place = Place {
                line: self.place.line + 1,
                column: 1,
            };
        } else {
            self.place.column += 1;
        }
        Some(letter)
    }

    fn skip_space(&mut self) {
        while self.rest.starts_with(is_space) {
            self.next();
        }
    }

    /// Takes characters up to white space or one of `stop`.
    fn word(&mut self, stop: &[char]) -> &'a str {
        let end = |letter: char| is_space(letter) || stop.contains(&letter);
        let (word, _) = self
            .rest
            .split_at(self.rest.find(end).unwrap_or(self.rest.len()));
        for _ in word.chars() {
            self.next();
        }
        word
    }

    /// Takes one character that must be there.
    fn take(&mut self, letter: char, expected: Part) -> Result<(), RecordError> {
        if self.rest.starts_with(letter) {
            self.next();
            Ok(())
        } else {
            Err(self.unexpected(expected))
        }
    }

    /// Takes a text up to its closing mark, which is not part of it.
    fn quoted(&mut self, close: char) -> Result<String, RecordError> {
        let begin = self.place;
        let mut text = String::new();
        loop {
            let here = self.place;
            match self.next() {
                None => {
                    let closing = Part::Closing { mark: close };
                    return Err(begin.error(unexpected(Part::EndOfText, closing)));
                }
                Some(letter) if letter == close => return Ok(text),
                Some('\n') if close == '"' => {
                    return Err(
                        here.error(unexpected(Part::EndOfLine, Part::Closing { mark: close }))
                    );
                }
                // A line break of another system; the writer makes line feeds.
                Some('\r') if close == '}' => {
                    if !self.rest.starts_with('\n') {
                        text.push('\n');
                    }
                }
                Some('\\') => match self.next() {
                    Some(letter) if letter == close || letter == '\\' => text.push(letter),
                    Some('n') if close == '"' => text.push('\n'),
                    _ => {
                        let escapes = Part::Escapes { mark: close };
                        return Err(here.error(unexpected(Part::LoneBackslash, escapes)));
                    }
                },
                Some(letter) => text.push(letter),
            }
        }
    }

    fn unexpected(&self, expected: Part) -> RecordError {
        let found = match self.rest.chars().next() {
            None => Part::EndOfText,
            Some(letter) if is_space(letter) => Part::Text {
                text: format!("{letter:?}"),
            },
            Some(_) => {
                let end = self.rest.find(is_space).unwrap_or(self.rest.len());
                let text = quote(&self.rest[..end]);
                Part::Text { text }
            }
        };
        self.place.error(unexpected(found, expected))
    }
}

fn unexpected(found: Part, expected: Part) -> RecordFault {
    RecordFault::Unexpected {
        found: found.into(),
        expected: expected.into(),
    }
}

/// A literal text, as a part of a record.
fn text(text: &str) -> Part {
    let text = text.to_owned();
    Part::Text { text }
}

/// A header, as parsed.
struct Header {
    name: String,
    value: String,
    place: Place,
}

fn read_record(registry: &Registry, source: &mut Source<'_>) -> Result<Record, RecordError> {
    source.skip_space();
    let begin = source.place;
    let mut headers: Vec<Header> = Vec::new();
    while source.rest.starts_with('[') {
        let header = read_header(source)?;
        if headers.iter().any(|other| other.name == header.name) {
            let name = header.name;
            return Err(header.place.error(RecordFault::HeaderTwice { name }));
        }
        headers.push(header);
        source.skip_space();
    }
    let mut record = start_record(registry, begin, &headers)?;
    read_steps(&mut record, source)?;
    finish(&mut record, source, &headers)?;
    Ok(record)
}

fn read_header(source: &mut Source<'_>) -> Result<Header, RecordError> {
    source.take('[', text("["))?;
    let place = source.place;
    let name = source.word(&['"', ']']).to_owned();
    check_header_name(&name).map_err(|fault| place.error(fault))?;
    source.take(' ', Part::SpaceAfterName)?;
    source.take('"', Part::QuotedValue)?;
    let value = source.quoted('"')?;
    source.take(']', Part::EndOfHeader)?;
    Ok(Header { name, value, place })
}

/// The record before its first step, from its headers.
fn start_record(
    registry: &Registry,
    begin: Place,
    headers: &[Header],
) -> Result<Record, RecordError> {
    let header = |name: &str| headers.iter().find(|header| header.name == name);
    let Some(game) = headers.first().filter(|header| header.name == "Game") else {
        return Err(begin.error(RecordFault::NoGame));
    };
    let any = registry
        .get(&game.value)
        .map_err(|error| game.place.error(error))?;
    let size = header("Size")
        .map(|size| read_size(any.info(), size))
        .transpose()?;
    let start = match header("Start") {
        None => any.start(size).map_err(|error| begin.error(error))?,
        Some(start) => {
            let position = any
                .parse(&start.value)
                .map_err(|error| start.place.error(error))?;
            if size.is_some() && position.size() != size {
                return Err(start.place.error(RecordFault::SizeMismatch));
            }
            position
        }
    };
    let mut record = Record::new(start);
    if let Some(header) = header("Secret") {
        // Disclosed now, it is checked against every step as it is parsed.
        record
            .disclose_secret(&header.value)
            .map_err(|fault| header.place.error(fault))?;
        match record.secret() {
            Some(secret) if secret == header.value => {}
            Some(secret) => {
                let canonical = format!("{secret:?}");
                return Err(header
                    .place
                    .error(RecordFault::SecretSpelling { canonical }));
            }
            None => {
                let game = any.info().name();
                return Err(header.place.error(RecordFault::NoSecrets { game }));
            }
        }
    }
    for header in headers {
        match header.name.as_str() {
            name if RESERVED.contains(&name) => {}
            name => record
                .set_header(name, &header.value)
                .map_err(|fault| header.place.error(fault))?,
        }
    }
    Ok(record)
}

fn read_size(info: &GameInfo, header: &Header) -> Result<u8, RecordError> {
    let number = header.value.parse::<u8>().ok();
    let Some(size) = number.filter(|size| size.to_string() == header.value) else {
        let found = quote(&header.value);
        return Err(header.place.error(RecordFault::SizeSyntax { found }));
    };
    info.board_size(Some(size))
        .map_err(|error| header.place.error(error))
}

/// Parses comments, numbers and steps up to the result, which stays in the source.
fn read_steps(record: &mut Record, source: &mut Source<'_>) -> Result<(), RecordError> {
    let mut side = record.start.turn();
    let mut number = 1;
    loop {
        source.skip_space();
        if source.rest.starts_with('{') {
            source.next();
            let comment = source.quoted('}')?;
            record.comment(&comment);
            continue;
        }
        if at_result(source.rest) {
            return Ok(());
        }
        if side == Side::First || record.steps.is_empty() {
            let dots = if side == Side::First { "." } else { "..." };
            let expected = format!("{number}{dots}");
            let place = source.place;
            let found = source.word(&['{']);
            if found.is_empty() {
                return Err(source.unexpected(Part::NumberOrResult { number: expected }));
            }
            if found != expected {
                let found = text(&quote(found));
                let expected = Part::NumberOrResult { number: expected };
                return Err(place.error(unexpected(found, expected)));
            }
            source.skip_space();
        }
        let place = source.place;
        let text = source.word(&['{']);
        if text.is_empty() {
            return Err(source.unexpected(Part::Step));
        }
        let step = record.play(text).map_err(|fault| place.error(fault))?;
        if step.text != text {
            let found = text.to_owned();
            let canonical = step.text;
            return Err(place.error(RecordFault::Spelling { found, canonical }));
        }
        if side == Side::Second {
            number += 1;
        }
        side = !side;
    }
}

/// Whether a result comes next.
fn at_result(rest: &str) -> bool {
    let end = rest.find(|letter: char| is_space(letter) || letter == '[');
    let word = &rest[..end.unwrap_or(rest.len())];
    ["*", "1-0", "0-1", "1/2-1/2"].contains(&word)
}

/// Parses the result and checks it and the termination against the game.
fn finish(
    record: &mut Record,
    source: &mut Source<'_>,
    headers: &[Header],
) -> Result<(), RecordError> {
    let place = source.place;
    let token = source.word(&['[']);
    let header = |name: &str| headers.iter().find(|header| header.name == name);
    if let Some(outcome) = record.result {
        let expected = result_token(Some(outcome));
        if token != expected {
            let (found, expected) = (token.to_owned(), expected.to_owned());
            return Err(place.error(RecordFault::WrongResult { found, expected }));
        }
        return match header("Termination") {
            None => Ok(()),
            Some(header) => Err(header.place.error(RecordFault::NoTermination)),
        };
    }
    let termination = header("Termination").map(read_termination).transpose()?;
    let (winner, reason) = match (token, termination) {
        ("*", None) => return Ok(()),
        ("*", Some(EndReason::Abort)) => (None, EndReason::Abort),
        ("*", Some(_)) => return Err(place.error(RecordFault::ResultMissing)),
        (_, Some(EndReason::Abort)) => return Err(place.error(RecordFault::AbortWithResult)),
        (_, None) => {
            let found = token.to_owned();
            return Err(place.error(RecordFault::TerminationMissing { found }));
        }
        ("1-0", Some(reason)) => (Some(Side::First), reason),
        ("0-1", Some(reason)) => (Some(Side::Second), reason),
        (_, Some(reason)) => (None, reason),
    };
    record.result = Some(Outcome { winner, reason });
    Ok(())
}

fn read_termination(header: &Header) -> Result<EndReason, RecordError> {
    let found = EndReason::TERMINATIONS
        .into_iter()
        .find(|reason| reason.as_str() == header.value);
    found.ok_or_else(|| {
        header.place.error(RecordFault::TerminationUnknown {
            found: quote(&header.value),
            expected: AllOf(EndReason::TERMINATIONS.map(EndReason::as_str).to_vec()),
        })
    })
}
