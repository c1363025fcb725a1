//! Analysis of positions and games by the engine.

use crate::error::{ServiceError, in_range};
use crate::positions::Playthrough;
use crate::protocol::{AnalysisLine, AnalysisRequest, AnalysisUpdate, ProvedWin};
use quintain_engine::{
    AnyEngine, EngineFactory, EngineRegistry, Level, Limits, Mate, PvLine, SearchResult, Settings,
};
use quintain_rules::Side;
use quintain_rules::erased::AnyPosition;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long a single position is analysed by default.
const DEFAULT_TIME_MS: u32 = 5000;
/// How long each position of a whole game is analysed by default.
const DEFAULT_TIME_PER_POSITION_MS: u32 = 500;

/// The analysis of one or more positions, one after the other. It runs in slices, so that
/// several can take turns on one thread.
///
/// It has no engine of its own but borrows that of the thread for each slice: the tables of an
/// engine are large, and there may be many analyses.
pub struct Analysis {
    request_id: String,
    factory: &'static dyn EngineFactory,
    multi_pv: usize,
    /// The positions still to be analysed, the next one last.
    queue: Vec<Target>,
    /// The Zobrist keys of all positions of the request, oldest first.
    keys: Vec<u64>,
    max_depth: Option<u8>,
    /// The time for each position.
    time: Duration,
    /// What was last reported.
    latest: Option<AnalysisUpdate>,
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
    /// How many positions came before it.
    history_len: usize,
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
        let (queue, keys) = targets(engines, request)?;
        Ok(Analysis {
            request_id,
            factory: engines.get(&request.position.game)?,
            multi_pv: usize::from(request.lines),
            queue,
            keys,
            max_depth: request.depth,
            time: Duration::from_millis(time.into()),
            latest: None,
        })
    }

    /// What makes engines for its game.
    pub fn factory(&self) -> &'static dyn EngineFactory {
        self.factory
    }

    /// How long it takes at most if it never has to wait.
    pub fn time_requested(&self) -> Duration {
        let positions = u32::try_from(self.queue.len()).unwrap_or(u32::MAX);
        self.time.saturating_mul(positions)
    }

    /// Spends less time on each position, so that all of them are done within some time.
    pub fn shorten(&mut self, time_left: Duration) {
        let positions = u32::try_from(self.queue.len()).unwrap_or(u32::MAX);
        self.time = self.time.min(time_left / positions.max(1));
    }

    /// Analyses for about a slice of time with an engine of its game, less if `stop` is set, and
    /// reports what it finds. Of the engine's settings only the sizes are kept.
    pub fn run(
        &mut self,
        engine: &mut dyn AnyEngine,
        slice: Duration,
        stop: &AtomicBool,
        mut on_update: impl FnMut(AnalysisUpdate),
    ) -> Progress {
        let is_last = self.queue.len() == 1;
        let Some(target) = self.queue.last_mut() else {
            return Progress::Done;
        };
        engine.configure(Settings {
            multi_pv: self.multi_pv,
            level: Level::FULL,
            ..engine.settings()
        });
        target.find_paths();
        let slice = slice.min(self.time.saturating_sub(target.spent));
        let limits = Limits {
            depth: self.max_depth,
            move_time: Some(slice),
            ..Limits::default()
        };
        let (request_id, latest) = (&self.request_id, &mut self.latest);
        let mut report = |target: &Target, result: &SearchResult, done: bool| {
            let update = AnalysisUpdate {
                request_id: request_id.clone(),
                position_done: done,
                analysis_done: done && is_last,
                ..target.update(result)
            };
            *latest = Some(update.clone());
            on_update(update);
        };
        let (position, history) = (&*target.position, &self.keys[..target.history_len]);
        let mut on_info = |result: &SearchResult| {
            // Depths below the one reached in an earlier slice are not news.
            if result.depth > target.depth {
                report(target, result, false);
            }
        };
        let result = engine.go(position, history, &limits, stop, &mut on_info);
        let deep = self.max_depth.is_some_and(|depth| result.depth >= depth);
        // An engine that uses less than its slice has nothing left to find, unless it was stopped.
        let interrupted = stop.load(Ordering::Relaxed);
        let exhausted = !interrupted && result.time * 2 < slice;
        let used = if interrupted { result.time } else { slice };
        let out_of_time = target.spent + used >= self.time;
        if deep || exhausted || out_of_time {
            report(target, &result, true);
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

    /// Ends it before it is complete: what was found last is reported again, as the end.
    pub fn finish(&mut self, mut on_update: impl FnMut(AnalysisUpdate)) {
        let Some(target) = self.queue.last() else {
            return;
        };
        let latest = self.latest.take().filter(|update| update.ply == target.ply);
        let found = latest.unwrap_or_else(|| target.update(&SearchResult::default()));
        on_update(AnalysisUpdate {
            request_id: self.request_id.clone(),
            position_done: true,
            analysis_done: true,
            ..found
        });
        self.queue.clear();
    }
}

/// The positions of a request to analyse, which are the last one or all of them, and the Zobrist
/// keys of all of them.
fn targets(
    engines: &EngineRegistry,
    request: &AnalysisRequest,
) -> Result<(Vec<Target>, Vec<u64>), ServiceError> {
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
    let mut keys = Vec::new();
    let mut targets = Vec::new();
    for (ply, position) in positions.enumerate() {
        let key = position.zobrist();
        if ply >= first {
            targets.push(Target {
                ply: u32::try_from(ply).unwrap_or(u32::MAX),
                position,
                history_len: ply,
                spent: Duration::ZERO,
                depth: 0,
                paths: HashMap::new(),
            });
        }
        keys.push(key);
    }
    Ok((targets, keys))
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
        // A win can be proved without anyone knowing how long it takes.
        let proved = line.score.is_forced().then(|| ProvedWin {
            winner: if line.score.is_win() { turn } else { !turn },
            plies: line.score.mate().map(|mate| match mate {
                Mate::Win(plies) | Mate::Loss(plies) => plies,
            }),
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
