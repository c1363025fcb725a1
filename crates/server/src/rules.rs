//! The rules as a service.

use crate::error::ApiError;
use crate::protocol::{
    Chance, DraftRead, DraftText, GameCard, Header, PositionAsk, Positions, ReadDraft, ReadRecords,
    RecordAsk, RecordText, RecordView, RecordsRead, StepFault, WriteDraft,
};
use quintain_rules::Registry;
use quintain_rules::erased::{AnyGame, AnyPosition};
use quintain_rules::record::{FileFormat, Outcome, Record};
use quintain_rules::view::StepView;

/// How many steps a request may have.
const MOST_STEPS: usize = 2000;
/// The longest start position.
const LONGEST_START: usize = 500;
/// The name of the common record format.
const RECORD: &str = "record";

/// A start, steps, and the positions on the way.
pub(crate) struct Line {
    /// The start, and the position after each step.
    pub(crate) positions: Vec<Box<dyn AnyPosition>>,
    pub(crate) steps: Vec<StepView>,
    /// The step that could not be played.
    pub(crate) fault: Option<StepFault>,
}

impl Line {
    pub(crate) fn new(games: &Registry, ask: &PositionAsk) -> Result<Line, ApiError> {
        if ask.steps.len() > MOST_STEPS {
            return Err(ApiError::Invalid(format!(
                "there are more than {MOST_STEPS} steps"
            )));
        }
        let mut position = start(games, &ask.game, ask.size, ask.start.as_deref())?;
        let mut line = Line {
            positions: vec![position.clone()],
            steps: Vec::new(),
            fault: None,
        };
        for (index, step) in (0..).zip(&ask.steps) {
            match position.play(step) {
                Ok(view) => line.steps.push(view),
                Err(error) => {
                    let message = error.to_string();
                    line.fault = Some(StepFault { index, message });
                    break;
                }
            }
            line.positions.push(position.clone());
        }
        Ok(line)
    }
}

fn start(
    games: &Registry,
    game: &str,
    size: Option<u8>,
    start: Option<&str>,
) -> Result<Box<dyn AnyPosition>, ApiError> {
    let game = games.get(game)?;
    let usual = game.start(size)?;
    let Some(text) = start else { return Ok(usual) };
    if text.len() > LONGEST_START {
        return Err(ApiError::Invalid("the start position is too long".into()));
    }
    let start = game.parse(text)?;
    match (size, start.size()) {
        (Some(asked), Some(found)) if asked != found => Err(ApiError::Invalid(format!(
            "the start position's board has size {found}, not {asked}"
        ))),
        _ => Ok(start),
    }
}

/// Positions to draw.
pub(crate) fn positions(games: &Registry, ask: &PositionAsk) -> Result<Positions, ApiError> {
    let line = Line::new(games, ask)?;
    let (last, before) = line
        .positions
        .split_last()
        .ok_or_else(|| ApiError::Internal("a line has no start".into()))?;
    let mut views = Vec::new();
    if ask.all {
        for position in before {
            let mut view = position.view();
            view.moves.clear();
            views.push(view);
        }
    }
    views.push(last.view());
    let chance = |event: quintain_rules::erased::Event| Chance {
        mv: event.mv,
        step: event.text,
        weight: event.weight,
        total: event.total,
    };
    Ok(Positions {
        geometry: last.geometry(),
        views,
        steps: line.steps,
        chances: last
            .events()
            .into_iter()
            // What is certain, and shows in the move itself, needs no choice.
            .filter(|event| event.weight != event.total || event.mv != event.text)
            .map(chance)
            .collect(),
        fault: line.fault,
    })
}

/// A position taken apart.
pub(crate) fn read_draft(games: &Registry, ask: &ReadDraft) -> Result<DraftRead, ApiError> {
    let position = start(games, &ask.game, ask.size, ask.position.as_deref())?;
    Ok(DraftRead {
        geometry: position.geometry(),
        parts: games.get(&ask.game)?.setup_schema(),
        draft: position.draft(),
    })
}

/// What position a draft makes, if it makes one.
pub(crate) fn write_draft(games: &Registry, ask: &WriteDraft) -> Result<DraftText, ApiError> {
    let game = games.get(&ask.game)?;
    let text = game.compose(&ask.draft)?;
    Ok(match game.parse(&text) {
        Ok(position) => DraftText {
            text,
            problem: None,
            status: Some(position.view().status),
        },
        Err(error) => DraftText {
            text,
            problem: Some(error.to_string()),
            status: None,
        },
    })
}

/// A game in the catalogue.
pub(crate) fn card(game: &dyn AnyGame) -> Result<GameCard, ApiError> {
    let (info, start) = (game.info(), game.start(None)?);
    Ok(GameCard {
        id: info.id.to_owned(),
        name: info.name.to_owned(),
        summary: info.summary.to_owned(),
        sides: info.sides.map(str::to_owned),
        boards: info.boards,
        secret: start.secret_count() > 1,
        formats: game
            .formats()
            .iter()
            .map(|format| format.name.to_owned())
            .collect(),
        geometry: start.geometry(),
        view: start.view(),
    })
}

/// A format by name; nothing for the common one.
pub(crate) fn format<'a>(
    formats: impl Iterator<Item = &'a FileFormat>,
    name: Option<&str>,
) -> Result<Option<&'a FileFormat>, ApiError> {
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
    Err(ApiError::Invalid(format!(
        "there is no format {name:?}; there are {}",
        names.join(", ")
    )))
}

/// Reads records.
pub(crate) fn read(games: &Registry, ask: &ReadRecords) -> Result<RecordsRead, ApiError> {
    let own = games.iter().flat_map(AnyGame::formats);
    let records = match format(own, ask.format.as_deref())? {
        Some(format) => {
            let record = (format.parse)(&ask.text);
            vec![record.map_err(|error| ApiError::Illegal(error.to_string()))?]
        }
        None => Record::parse_all(games, &ask.text)?,
    };
    Ok(RecordsRead {
        records: records.iter().map(record_view).collect(),
    })
}

fn record_view(record: &Record) -> RecordView {
    let outcome = record.result();
    let after_steps = record.steps().iter().map(|step| step.comments.clone());
    RecordView {
        game: record.info().id.to_owned(),
        size: record.start().size(),
        start: record.start().text(),
        headers: record
            .headers()
            .map(|(name, value)| Header {
                name: name.to_owned(),
                value: value.to_owned(),
            })
            .collect(),
        steps: record
            .steps()
            .iter()
            .map(|step| step.text.clone())
            .collect(),
        comments: std::iter::once(record.preamble().to_vec())
            .chain(after_steps)
            .collect(),
        ended: outcome.is_some(),
        winner: outcome.and_then(|outcome| outcome.winner),
        termination: outcome
            .and_then(Outcome::termination)
            .map(|reason| reason.as_str().to_owned()),
        secret: record.secret().map(str::to_owned),
        text: record.to_string(),
    }
}

/// Writes a record of steps.
pub(crate) fn write(games: &Registry, ask: &RecordAsk) -> Result<RecordText, ApiError> {
    if ask.steps.len() > MOST_STEPS {
        return Err(ApiError::Invalid(format!(
            "there are more than {MOST_STEPS} steps"
        )));
    }
    let begin = start(games, &ask.game, ask.size, ask.start.as_deref())?;
    let mut record = Record::new(begin);
    for header in &ask.headers {
        record.set_header(&header.name, &header.value)?;
    }
    for step in &ask.steps {
        record.play(step)?;
    }
    let formats = games.get(&ask.game)?.formats();
    Ok(RecordText {
        text: as_text(&record, format(formats.iter(), ask.format.as_deref())?)?,
    })
}

/// A record in a format.
pub(crate) fn as_text(record: &Record, format: Option<&FileFormat>) -> Result<String, ApiError> {
    match format {
        Some(format) => {
            (format.write)(record).map_err(|error| ApiError::Illegal(error.to_string()))
        }
        None => Ok(record.to_string()),
    }
}
