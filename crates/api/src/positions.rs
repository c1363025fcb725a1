//! Positions: steps played from a start.

use crate::error::ServiceError;
use crate::protocol::{Chance, PositionRequest, PositionResponse, PremovesResponse, StepError};
use quintain_rules::Registry;
use quintain_rules::erased::{AnyPosition, Event};
use quintain_rules::message::ToMessage;
use quintain_rules::view::StepView;

/// How many steps a request may have.
pub(crate) const MAX_STEPS: usize = 2000;
/// How many positions a response has at most: each is a few kilobytes, and a step that leads to one
/// is a few bytes.
const MAX_VIEWS: usize = 100;
/// The longest start position, in bytes.
pub const MAX_START_BYTES: usize = 500;

/// Steps played from a start, as far as they can be played.
pub(crate) struct Playthrough {
    /// The start.
    pub(crate) start: Box<dyn AnyPosition>,
    /// The position after each step.
    pub(crate) positions: Vec<Box<dyn AnyPosition>>,
    pub(crate) steps: Vec<StepView>,
    /// The first step that cannot be played.
    pub(crate) error: Option<StepError>,
}

impl Playthrough {
    pub(crate) fn new(
        games: &Registry,
        request: &PositionRequest,
    ) -> Result<Playthrough, ServiceError> {
        check_step_count(&request.steps)?;
        let start = start(games, &request.game, request.size, request.start.as_deref())?;
        let mut position = start.clone();
        let mut line = Playthrough {
            start,
            positions: Vec::new(),
            steps: Vec::new(),
            error: None,
        };
        for (index, step) in (0..).zip(&request.steps) {
            match position.play(step) {
                Ok(view) => line.steps.push(view),
                Err(error) => {
                    let message = error.to_message();
                    line.error = Some(StepError { index, message });
                    break;
                }
            }
            line.positions.push(position.clone());
        }
        Ok(line)
    }

    /// The last position.
    pub(crate) fn last(&self) -> &dyn AnyPosition {
        &**self.positions.last().unwrap_or(&self.start)
    }
}

pub(crate) fn check_step_count(steps: &[String]) -> Result<(), ServiceError> {
    if steps.len() > MAX_STEPS {
        return Err(ServiceError::TooManySteps { max: MAX_STEPS });
    }
    Ok(())
}

/// The start position of a request: the default one, or the one that it names.
pub fn start(
    games: &Registry,
    game: &str,
    size: Option<u8>,
    start: Option<&str>,
) -> Result<Box<dyn AnyPosition>, ServiceError> {
    let game = games.get(game)?;
    // Even if a position is given, the size must be one of the game's.
    let default = game.start(size)?;
    let Some(text) = start else {
        return Ok(default);
    };
    if text.len() > MAX_START_BYTES {
        return Err(ServiceError::StartTooLong {
            max: MAX_START_BYTES,
        });
    }
    let start = game.parse(text)?;
    match (size, start.size()) {
        (Some(expected), Some(found)) if expected != found => {
            Err(ServiceError::WrongSize { expected, found })
        }
        _ => Ok(start),
    }
}

/// Plays steps from a start and returns the positions to draw.
pub fn play(games: &Registry, request: &PositionRequest) -> Result<PositionResponse, ServiceError> {
    let line = Playthrough::new(games, request)?;
    let last = line.last();
    let plies = line.positions.len();
    let from = match request.all {
        true => usize::try_from(request.from)
            .unwrap_or(usize::MAX)
            .min(plies),
        false => plies,
    };
    let positions = std::iter::once(&line.start).chain(&line.positions);
    let mut views = Vec::new();
    for (ply, position) in positions.enumerate().skip(from).take(MAX_VIEWS) {
        let mut view = position.view();
        if ply < plies {
            view.moves.clear();
        }
        views.push(view);
    }
    let events = last.events().into_iter();
    Ok(PositionResponse {
        geometry: last.geometry(),
        views,
        chances: events.filter(is_choice).map(chance).collect(),
        steps: line.steps,
        error: line.error,
    })
}

/// What the side not to move may choose from in advance in the last position.
pub fn premoves(
    games: &Registry,
    request: &PositionRequest,
) -> Result<PremovesResponse, ServiceError> {
    let line = Playthrough::new(games, request)?;
    Ok(PremovesResponse {
        moves: match line.error {
            None => line.last().premoves(),
            Some(_) => Vec::new(),
        },
        error: line.error,
    })
}

/// Whether a move leaves something to chance. What is certain and follows from the move's own
/// text needs no choice.
fn is_choice(event: &Event) -> bool {
    event.weight != event.total || event.mv != event.text
}

fn chance(event: Event) -> Chance {
    Chance {
        mv: event.mv,
        step: event.text,
        weight: event.weight,
        total: event.total,
    }
}
