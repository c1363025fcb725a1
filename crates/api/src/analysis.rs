//! Analysis of positions and games by the engine.

use crate::error::{ServiceError, in_range};
use crate::positions::Playthrough;
use crate::protocol::{AnalysisLine, AnalysisRequest, AnalysisUpdate, ProvedWin};
use quintain_engine::{AnyEngine, EngineRegistry, Limits, Mate, PvLine, SearchResult, Settings};
use quintain_rules::Side;
use quintain_rules::erased::AnyPosition;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long a single position is analysed by default.
const DEFAULT_TIME_MS: u32 = 5000;
/// How long each position of a whole game is analysed by default.
const DEFAULT_TIME_PER_POSITION_MS: u32 = 500;
/// The size of the engine's transposition table, in mebibytes.
const HASH_MIB: usize = 32;

/// The analysis of one or more positions, one after the other. It runs in slices, so that
/// several can take turns on one thread.
pub struct Analysis {
    request_id: String,
    engine: Box<dyn AnyEngine>,
    /// The positions still to be analysed, the next one last.
    queue: Vec<Target>,
    max_depth: Option<u8>,
    time: Duration,
}

/// Whether an analysis has more to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Run it again.
    Unfinished,
    /// It is complete.
    Done,
}

/// A position to analyse.
struct Target {
    ply: u32,
    position: Box<dyn AnyPosition>,
    /// The Zobrist keys of the positions before it.
    history: Vec<u64>,
    /// How long it has been analysed.
    spent: Duration,
    /// The depth reached so far. Each slice starts over from depth 1.
    depth: u8,
    /// The paths of the legal moves, by the text of the move.
    paths: HashMap<String, Vec<String>>,
}

impl Analysis {
    /// Checks a request and prepares its analysis.
    pub fn new(
        engines: &EngineRegistry,
        request_id: String,
        request: &AnalysisRequest,
    ) -> Result<Analysis, ServiceError> {
        in_range("lines", request.lines, 1..=5)?;
        in_range("depth", request.depth.unwrap_or(1), 1..=60)?;
        let default = match request.position.all {
            true => DEFAULT_TIME_PER_POSITION_MS,
            false => DEFAULT_TIME_MS,
        };
        let time = in_range("time_ms", request.time_ms.unwrap_or(default), 10..=60_000)?;
        let mut engine = engines.get(&request.position.game)?.engine();
        engine.configure(Settings {
            hash_mib: HASH_MIB,
            multi_pv: usize::from(request.lines),
            ..engine.settings()
        });
        Ok(Analysis {
            request_id,
            engine,
            queue: targets(engines, request)?,
            max_depth: request.depth,
            time: Duration::from_millis(time.into()),
        })
    }

    /// Analyses for about a slice of time, less if `stop` is set, and reports what it finds.
    pub fn run(
        &mut self,
        slice: Duration,
        stop: &AtomicBool,
        mut on_update: impl FnMut(AnalysisUpdate),
    ) -> Progress {
        let is_last = self.queue.len() == 1;
        let Some(target) = self.queue.last_mut() else {
            return Progress::Done;
        };
        target.find_paths();
        let slice = slice.min(self.time.saturating_sub(target.spent));
        let limits = Limits {
            depth: self.max_depth,
            move_time: Some(slice),
            ..Limits::default()
        };
        let request_id = &self.request_id;
        let update = |target: &Target, result: &SearchResult, done: bool| AnalysisUpdate {
            request_id: request_id.clone(),
            position_done: done,
            analysis_done: done && is_last,
            ..target.update(result)
        };
        let (position, history) = (&*target.position, &target.history);
        let mut on_info = |result: &SearchResult| {
            // Depths below the one reached in an earlier slice are not news.
            if result.depth > target.depth {
                on_update(update(target, result, false));
            }
        };
        let result = self
            .engine
            .go(position, history, &limits, stop, &mut on_info);
        let deep = self.max_depth.is_some_and(|depth| result.depth >= depth);
        // An engine that uses less than its slice has nothing left to find.
        let exhausted = result.time * 2 < slice;
        let out_of_time = target.spent + slice >= self.time;
        if deep || exhausted || out_of_time {
            on_update(update(target, &result, true));
            self.queue.pop();
        } else {
            target.spent += result.time;
            target.depth = target.depth.max(result.depth);
        }
        match self.queue.is_empty() {
            true => Progress::Done,
            false => Progress::Unfinished,
        }
    }
}

/// The positions of a request: the last one, or all of them.
fn targets(
    engines: &EngineRegistry,
    request: &AnalysisRequest,
) -> Result<Vec<Target>, ServiceError> {
    let line = Playthrough::new(engines.registry(), &request.position)?;
    if let Some(error) = line.error {
        return Err(ServiceError::Step {
            number: error.index + 1,
            reason: error.message,
        });
    }
    let first = if request.position.all {
        0
    } else {
        line.positions.len()
    };
    let positions = std::iter::once(line.start).chain(line.positions);
    let mut history = Vec::new();
    let mut targets = Vec::new();
    for (ply, position) in positions.enumerate() {
        let key = position.zobrist();
        if ply >= first {
            targets.push(Target {
                ply: u32::try_from(ply).unwrap_or(u32::MAX),
                position,
                history: history.clone(),
                spent: Duration::ZERO,
                depth: 0,
                paths: HashMap::new(),
            });
        }
        history.push(key);
    }
    Ok(targets)
}

impl Target {
    fn find_paths(&mut self) {
        if self.paths.is_empty() {
            let moves = self.position.view().moves.into_iter();
            self.paths = moves.map(|mv| (mv.text, mv.path)).collect();
        }
    }

    /// What clients are sent about the position; whether anything is done is for the caller to say.
    fn update(&self, result: &SearchResult) -> AnalysisUpdate {
        let time = self.spent + result.time;
        let lines = result.lines.iter();
        AnalysisUpdate {
            request_id: String::new(),
            ply: self.ply,
            depth: result.depth,
            nodes: result.nodes,
            time_ms: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
            lines: lines.map(|line| self.line(line)).collect(),
            position_done: false,
            analysis_done: false,
        }
    }

    /// A line from the first side's point of view.
    fn line(&self, line: &PvLine) -> AnalysisLine {
        let turn = self.position.turn();
        let (win_probability, score) = match turn {
            Side::First => (line.win_probability, line.score.value()),
            Side::Second => (1.0 - line.win_probability, -line.score.value()),
        };
        let proved = line.score.mate().map(|mate| match mate {
            Mate::Win(plies) => ProvedWin {
                winner: turn,
                plies,
            },
            Mate::Loss(plies) => ProvedWin {
                winner: !turn,
                plies,
            },
        });
        let path = line.moves.first().and_then(|mv| self.paths.get(mv));
        AnalysisLine {
            win_probability,
            score,
            proved,
            path: path.cloned().unwrap_or_default(),
            moves: line.moves.clone(),
        }
    }
}
