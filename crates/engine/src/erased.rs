//! Engines behind trait objects, for applications that choose the game at run time: positions
//! in, moves as text out.

use crate::go::think;
use crate::level::Level;
use crate::limits::Limits;
use crate::score::Score;
use crate::search::{Report, SearchOptions};
use crate::solve::{ProofTable, Solver};
use crate::tablebase::{Tablebase, TablebaseError};
use crate::tt::TranspositionTable;
use quintain_rules::erased::AnyPosition;
use quintain_rules::view::Describe;
use quintain_rules::{GameInfo, Side, Step, Strategy};
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How an engine is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The size of the table, in mebibytes.
    pub hash_mib: usize,
    /// How many threads search.
    pub threads: usize,
    /// How many best moves are told.
    pub multi_pv: usize,
    /// How strong it plays.
    pub level: Level,
    /// What chance is made from, at levels that have a say for it.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            hash_mib: 64,
            threads: 1,
            multi_pv: 1,
            level: Level::FULL,
            seed: 0,
        }
    }
}

/// An engine for a game chosen at run time.
pub trait AnyEngine: Send {
    /// The game it plays.
    fn info(&self) -> &'static GameInfo;
    /// Sets it up anew; what it had found is forgotten if the table changes its size.
    fn configure(&mut self, settings: Settings);
    /// How it is set up.
    fn settings(&self) -> Settings;
    /// Gets ready, so that the next thought begins at once.
    fn ensure_ready(&mut self);
    /// Forgets what it has found and gets ready, for a new game.
    fn new_game(&mut self);
    /// Gives it exact values of endgames, which it uses from then on, or takes them away. A
    /// table of another game is refused.
    fn set_tablebase(&mut self, endgames: Option<Arc<Tablebase>>) -> Result<(), TablebaseError>;
    /// Thinks about a position of its game until a limit is reached or `stop` is set, telling
    /// `tell` now and then. `history` holds the keys of the positions played before, oldest
    /// first. The answer always has a legal move if there is one.
    ///
    /// A position of another game has no answer.
    fn go(
        &mut self,
        position: &dyn AnyPosition,
        history: &[u64],
        limits: &Limits,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&SearchResult),
    ) -> SearchResult;
}

/// What an engine has found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchResult {
    /// The move it would play; nothing if there is no legal move.
    pub best_move: Option<String>,
    /// How many plies deep the search was.
    pub depth: u8,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// The best moves, the best first.
    pub lines: Vec<PvLine>,
    /// Who wins, where that is proved: by an argument about the game, by a table that comes
    /// with it, or by a proof found just now.
    pub proved: Option<Side>,
}

/// One of the best moves and what is expected after it.
#[derive(Clone, Debug, PartialEq)]
pub struct PvLine {
    /// The value for the side to move.
    pub score: Score,
    /// The chance to win that the score stands for.
    pub win_probability: f64,
    /// The move and what follows.
    pub moves: Vec<String>,
}

/// The engine for a game's type.
pub fn engine<G: Describe + Strategy>() -> Box<dyn AnyEngine> {
    Box::new(Engine::<G> {
        settings: Settings::default(),
        table: None,
        proofs: None,
        endgames: None,
        game: PhantomData,
    })
}

struct Engine<G> {
    settings: Settings,
    /// Made when it is first needed.
    table: Option<TranspositionTable>,
    /// The same, in games in which anything can be proved.
    proofs: Option<ProofTable>,
    endgames: Option<Arc<Tablebase>>,
    game: PhantomData<fn() -> G>,
}

/// The table of proofs is so much smaller than the other one.
const PROOFS: usize = 4;

impl<G: Strategy> Engine<G> {
    /// The tables, which take a moment to make.
    fn tables(&mut self) -> (&TranspositionTable, Option<&ProofTable>) {
        let hash = self.settings.hash_mib;
        let table = self.table.get_or_insert_with(|| {
            let mut table = TranspositionTable::new(hash);
            table.set_tablebase(self.endgames.clone());
            table
        });
        if Solver::can_solve::<G>() {
            self.proofs
                .get_or_insert_with(|| ProofTable::new(hash / PROOFS));
        }
        (table, self.proofs.as_ref())
    }
}

impl<G: Describe + Strategy> AnyEngine for Engine<G> {
    fn info(&self) -> &'static GameInfo {
        &G::INFO
    }

    fn configure(&mut self, settings: Settings) {
        if settings.hash_mib != self.settings.hash_mib {
            self.table = None;
            self.proofs = None;
        }
        self.settings = settings;
    }

    fn settings(&self) -> Settings {
        self.settings
    }

    fn new_game(&mut self) {
        if let Some(table) = &self.table {
            table.clear();
        }
        // Proofs stay right, but the same game shall go the same way again.
        self.proofs = None;
        self.ensure_ready();
    }

    fn ensure_ready(&mut self) {
        self.tables();
    }

    fn set_tablebase(&mut self, endgames: Option<Arc<Tablebase>>) -> Result<(), TablebaseError> {
        if let Some(endgames) = &endgames {
            endgames.ensure_game::<G>()?;
        }
        self.endgames = endgames;
        // What was found without them, or with others, is not what they say.
        self.table = None;
        Ok(())
    }

    fn go(
        &mut self,
        position: &dyn AnyPosition,
        history: &[u64],
        limits: &Limits,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&SearchResult),
    ) -> SearchResult {
        let Some(root) = position.as_any().downcast_ref::<G>() else {
            return SearchResult::default();
        };
        let begin = Instant::now();
        let Settings {
            threads,
            multi_pv: lines,
            level,
            seed,
            ..
        } = self.settings;
        let tables = self.tables();
        let limits = &limits.minus_elapsed(begin.elapsed());
        let options = SearchOptions {
            threads,
            multi_pv: lines,
            ..SearchOptions::default()
        };
        let mut told = |report: &Report<G::Move>| tell(&thought(root, report, report.best_move()));
        let choice = think(
            root,
            history,
            limits,
            options,
            (level, seed),
            tables,
            stop,
            &mut told,
        );
        thought(root, &choice.report, choice.best)
    }
}

fn thought<G: Strategy>(root: &G, report: &Report<G::Move>, best: Option<G::Move>) -> SearchResult {
    let line = |line: &crate::search::PvLine<G::Move>| PvLine {
        score: line.score,
        win_probability: line.score.win_probability(G::SCALE),
        moves: texts(root, &line.moves),
    };
    SearchResult {
        best_move: best.map(|mv| root.move_text(mv)),
        depth: report.depth,
        nodes: report.nodes,
        time: report.time,
        hashfull: report.hashfull,
        lines: report.lines.iter().map(line).collect(),
        proved: report.proved,
    }
}

/// The texts of moves played one after the other. Where chance has more than one say the line
/// ends, since what follows depends on it.
fn texts<G: Strategy>(root: &G, moves: &[G::Move]) -> Vec<String> {
    let mut position = *root;
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        if !position.is_legal(mv) {
            break;
        }
        texts.push(position.move_text(mv));
        let mut reveals = Vec::new();
        position.visit_reveals(mv, |reveal, _| reveals.push(reveal));
        let &[reveal] = reveals.as_slice() else { break };
        position.play_unchecked(Step { mv, reveal });
    }
    texts
}
