//! Records: whole games as text.

use crate::error::ServiceError;
use crate::positions::{check_step_count, start};
use crate::protocol::{
    Header, ParseRecordsRequest, ParseRecordsResponse, RecordView, WriteRecordRequest,
    WriteRecordResponse,
};
use quintain_rules::Registry;
use quintain_rules::erased::AnyGame;
use quintain_rules::message::AllOf;
use quintain_rules::quote;
use quintain_rules::record::{FileFormat, Outcome, Record};

/// The name of the common record format.
const RECORD: &str = "record";

/// Parses records and checks them.
pub fn parse(
    games: &Registry,
    request: &ParseRecordsRequest,
) -> Result<ParseRecordsResponse, ServiceError> {
    let formats = games.iter().flat_map(AnyGame::formats);
    let (records, warnings) = match find_format(formats, request.format.as_deref())? {
        Some(format) => {
            let import = (format.parse)(&request.text)?;
            (vec![import.record], import.warnings)
        }
        None => (Record::parse_all(games, &request.text)?, Vec::new()),
    };
    Ok(ParseRecordsResponse {
        records: records.iter().map(view).collect(),
        warnings,
    })
}

/// Writes the record of some steps.
pub fn write(
    games: &Registry,
    request: &WriteRecordRequest,
) -> Result<WriteRecordResponse, ServiceError> {
    check_step_count(&request.steps)?;
    let start = start(games, &request.game, request.size, request.start.as_deref())?;
    let mut record = Record::new(start);
    for header in &request.headers {
        record.set_header(&header.name, &header.value)?;
    }
    for step in &request.steps {
        record.play(step)?;
    }
    Ok(WriteRecordResponse {
        text: to_text(games, &record, request.format.as_deref())?,
    })
}

/// A record in one of its game's formats; in the common one if none is named.
pub fn to_text(
    games: &Registry,
    record: &Record,
    format: Option<&str>,
) -> Result<String, ServiceError> {
    let formats = games.get(record.info().id)?.formats();
    match find_format(formats.iter(), format)? {
        Some(format) => Ok((format.write)(record)?),
        None => Ok(record.to_string()),
    }
}

/// A format by name; `None` for the common one.
fn find_format<'a>(
    formats: impl Iterator<Item = &'a FileFormat>,
    name: Option<&str>,
) -> Result<Option<&'a FileFormat>, ServiceError> {
    let Some(name) = name.filter(|&name| name != RECORD) else {
        return Ok(None);
    };
    let mut names = vec![RECORD];
    for format in formats {
        if format.name == name {
            return Ok(Some(format));
        }
        names.push(format.name);
    }
    Err(ServiceError::UnknownFormat {
        name: quote(name),
        formats: AllOf(names),
    })
}

fn view(record: &Record) -> RecordView {
    let result = record.result();
    let after_steps = record.steps().iter().map(|step| step.comments.clone());
    let header = |(name, value): (&str, &str)| Header {
        name: name.to_owned(),
        value: value.to_owned(),
    };
    let steps = record.steps().iter();
    RecordView {
        game: record.info().id.to_owned(),
        size: record.start().size(),
        start: record.start().text(),
        headers: record.headers().map(header).collect(),
        steps: steps.map(|step| step.text.clone()).collect(),
        comments: std::iter::once(record.preamble().to_vec())
            .chain(after_steps)
            .collect(),
        ended: result.is_some(),
        winner: result.and_then(|result| result.winner),
        end_reason: result.and_then(Outcome::termination),
        secret: record.secret().map(str::to_owned),
        text: record.to_string(),
    }
}
