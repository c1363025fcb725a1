//! Analysis of positions and games by the engine.

use crate::app::App;
use crate::error::ApiError;
use crate::pool::{Task, Ticket};
use crate::protocol::{AnalysisAsk, AnalysisLine, AnalysisNews, Proved};
use crate::rules::Line;
use quintain_engine::{AnyEngine, Limits, Mate, PvLine, SearchResult, Settings};
use quintain_rules::Side;
use quintain_rules::erased::AnyPosition;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long one position is looked at if nothing is said, in milliseconds.
const USUAL: u32 = 5000;
/// How long each position of a whole game is.
const USUAL_EACH: u32 = 500;
/// The size of the engine's table, in mebibytes.
const HASH: usize = 32;

/// Where findings go.
pub(crate) type Tell = Box<dyn FnMut(AnalysisNews) + Send>;

/// Positions being looked at, one after the other.
struct Analysis {
    id: String,
    engine: Box<dyn AnyEngine>,
    /// What is left to look at, the next one last.
    positions: Vec<Place>,
    depth: Option<u8>,
    time: Duration,
    tell: Tell,
}

/// A position to look at.
struct Place {
    ply: u32,
    position: Box<dyn AnyPosition>,
    keys: Vec<u64>,
    /// How long it was looked at already.
    spent: Duration,
    /// What the finding was then, since a new slice begins from the surface.
    depth: u8,
    /// The paths of the legal moves.
    paths: HashMap<String, Vec<String>>,
}

impl App {
    /// Starts an analysis; it ends when the answer is dropped.
    pub(crate) fn analyse(
        &self,
        id: String,
        ask: &AnalysisAsk,
        tell: Tell,
    ) -> Result<Ticket, ApiError> {
        let within = |name: &str, value: u32, least: u32, most: u32| {
            if (least..=most).contains(&value) {
                Ok(value)
            } else {
                Err(ApiError::Invalid(format!(
                    "{name} must be from {least} to {most}, not {value}"
                )))
            }
        };
        within("lines", ask.lines.into(), 1, 5)?;
        within("depth", ask.depth.unwrap_or(1).into(), 1, 60)?;
        let usual = if ask.position.all { USUAL_EACH } else { USUAL };
        let time = within("time", ask.time.unwrap_or(usual), 10, 60_000)?;
        let line = Line::new(self.games(), &ask.position)?;
        if let Some(fault) = line.fault {
            return Err(ApiError::Illegal(fault.message));
        }
        let first = if ask.position.all {
            0
        } else {
            line.positions.len() - 1
        };
        let keys: Vec<u64> = line.positions.iter().map(|p| p.zobrist()).collect();
        let places = line.positions.into_iter().enumerate().skip(first);
        let positions: Vec<Place> = places
            .map(|(ply, position)| Place::new(ply, position, keys[..ply].to_vec()))
            .collect();
        let mut engine = self.expert(&ask.position.game)?.engine();
        engine.configure(Settings {
            hash_mib: HASH,
            multi_pv: usize::from(ask.lines),
            ..engine.settings()
        });
        let analysis = Analysis {
            id,
            engine,
            positions,
            depth: ask.depth,
            time: Duration::from_millis(time.into()),
            tell,
        };
        self.pool()
            .submit(Box::new(analysis))
            .ok_or_else(|| ApiError::Unavailable("the engine is too busy; try again".into()))
    }
}

impl Place {
    fn new(ply: usize, position: Box<dyn AnyPosition>, keys: Vec<u64>) -> Place {
        Place {
            ply: u32::try_from(ply).unwrap_or(u32::MAX),
            keys,
            spent: Duration::ZERO,
            depth: 0,
            paths: HashMap::new(),
            position,
        }
    }
}

impl Task for Analysis {
    fn run(&mut self, slice: Duration, stop: &AtomicBool) -> bool {
        let last = self.positions.len() == 1;
        let Some(place) = self.positions.last_mut() else {
            return true;
        };
        if place.paths.is_empty() {
            let moves = place.position.view().moves;
            place.paths = moves.into_iter().map(|mv| (mv.text, mv.path)).collect();
        }
        let left = self.time.saturating_sub(place.spent);
        let limits = Limits {
            depth: self.depth,
            move_time: Some(left.min(slice)),
            ..Limits::default()
        };
        let (id, tell, known) = (&self.id, &mut self.tell, place.depth);
        let (position, paths, ply) = (&*place.position, &place.paths, place.ply);
        let (turn, spent) = (position.turn(), place.spent);
        let news = |thought: &SearchResult, done: bool| AnalysisNews {
            id: id.clone(),
            ply,
            depth: thought.depth,
            nodes: thought.nodes,
            time: u64::try_from((spent + thought.time).as_millis()).unwrap_or(u64::MAX),
            lines: thought.lines.iter().map(|l| line(l, turn, paths)).collect(),
            done,
            last: done && last,
        };
        let thought = self
            .engine
            .go(position, &place.keys, &limits, stop, &mut |thought| {
                if thought.depth > known {
                    tell(news(thought, false));
                }
            });
        let deep = self.depth.is_some_and(|depth| thought.depth >= depth);
        // Less than the slice was used: there is nothing more to find.
        let exhausted = thought.time * 2 < left.min(slice);
        if deep || exhausted || left <= slice {
            tell(news(&thought, true));
            self.positions.pop();
        } else {
            place.spent += thought.time;
            place.depth = place.depth.max(thought.depth);
        }
        self.positions.is_empty()
    }
}

/// A line as clients see it: for the first side.
fn line(line: &PvLine, turn: Side, paths: &HashMap<String, Vec<String>>) -> AnalysisLine {
    let (chance, points) = match turn {
        Side::First => (line.win_probability, line.score.value()),
        Side::Second => (1.0 - line.win_probability, -line.score.value()),
    };
    let proved = line.score.mate().map(|forced| match forced {
        Mate::Win(plies) => Proved {
            winner: turn,
            plies,
        },
        Mate::Loss(plies) => Proved {
            winner: !turn,
            plies,
        },
    });
    let first = line.moves.first();
    AnalysisLine {
        chance,
        points,
        proved,
        path: first
            .and_then(|first| paths.get(first).cloned())
            .unwrap_or_default(),
        moves: line.moves.clone(),
    }
}
