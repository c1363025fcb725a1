//! Engines behind trait objects, for applications that choose the game at run time: positions
//! in, moves as text out.

use crate::go::{Tables, go};
use crate::level::Level;
use crate::limits::Limits;
use crate::search::{PvLine, SearchResult};
use crate::solve::{ProofTable, Solver};
use crate::tablebase::{Tablebase, TablebaseError};
use crate::tt::TranspositionTable;
use quintain_rules::erased::AnyPosition;
use quintain_rules::view::Describe;
use quintain_rules::{Evaluate, GameInfo, Step};
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The options of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The size of the transposition table, in mebibytes.
    pub hash_mib: usize,
    /// How many threads search.
    pub threads: usize,
    /// How many of the best moves are reported.
    pub multi_pv: usize,
    /// How strong it plays.
    pub level: Level,
    /// The seed of the random choice at levels below the highest.
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
    /// Changes its settings. If the size of the transposition table changes, its contents are
    /// lost.
    fn configure(&mut self, settings: Settings);
    /// Its settings.
    fn settings(&self) -> Settings;
    /// Allocates what it needs, so that the next search starts at once.
    fn ensure_ready(&mut self);
    /// Clears what earlier searches have found and gets ready for a new game.
    fn new_game(&mut self);
    /// Gives it a tablebase, which it uses from then on, or takes it away. A tablebase of
    /// another game is an error.
    fn set_tablebase(&mut self, tablebase: Option<Arc<Tablebase>>) -> Result<(), TablebaseError>;
    /// Searches a position of its game until a limit is reached or `stop` is set, and calls
    /// `on_info` from time to time. `history` holds the Zobrist hashes of the positions played
    /// before, oldest first. The result always has a legal move if there is one.
    ///
    /// For a position of another game the result is empty.
    fn go(
        &mut self,
        position: &dyn AnyPosition,
        history: &[u64],
        limits: &Limits,
        stop: &AtomicBool,
        on_info: &mut dyn FnMut(&SearchResult),
    ) -> SearchResult;
}

/// The engine for a game's type.
pub fn engine<P: Describe + Evaluate>() -> Box<dyn AnyEngine> {
    Box::new(Engine::<P> {
        settings: Settings::default(),
        tt: None,
        proofs: None,
        tablebase: None,
        game: PhantomData,
    })
}

struct Engine<P> {
    settings: Settings,
    /// Allocated when it is first needed.
    tt: Option<TranspositionTable>,
    /// Likewise, in games in which anything can be proved.
    proofs: Option<ProofTable>,
    tablebase: Option<Arc<Tablebase>>,
    game: PhantomData<fn() -> P>,
}

/// The proof table has this fraction of the transposition table's size.
const PROOF_TABLE_FRACTION: usize = 4;

impl<P: Evaluate> Engine<P> {
    /// The tables, allocated if necessary.
    fn tables(&mut self) -> Tables<'_> {
        let mebibytes = self.settings.hash_mib;
        if Solver::can_solve::<P>() {
            self.proofs
                .get_or_insert_with(|| ProofTable::new(mebibytes / PROOF_TABLE_FRACTION));
        }
        Tables {
            tt: self
                .tt
                .get_or_insert_with(|| TranspositionTable::new(mebibytes)),
            proofs: self.proofs.as_ref(),
            tablebase: self.tablebase.as_deref(),
        }
    }
}

impl<P: Describe + Evaluate> AnyEngine for Engine<P> {
    fn info(&self) -> &'static GameInfo {
        &P::INFO
    }

    fn configure(&mut self, settings: Settings) {
        if settings.hash_mib != self.settings.hash_mib {
            self.tt = None;
            self.proofs = None;
        }
        self.settings = settings;
    }

    fn settings(&self) -> Settings {
        self.settings
    }

    fn ensure_ready(&mut self) {
        self.tables();
    }

    fn new_game(&mut self) {
        if let Some(tt) = &self.tt {
            tt.clear();
        }
        // Proofs stay right, but the same game shall be played the same way again.
        self.proofs = None;
        self.ensure_ready();
    }

    fn set_tablebase(&mut self, tablebase: Option<Arc<Tablebase>>) -> Result<(), TablebaseError> {
        if let Some(tablebase) = &tablebase {
            tablebase.ensure_game::<P>()?;
        }
        self.tablebase = tablebase;
        // Scores found without it, or with another one, are not what it says.
        self.tt = None;
        Ok(())
    }

    fn go(
        &mut self,
        position: &dyn AnyPosition,
        history: &[u64],
        limits: &Limits,
        stop: &AtomicBool,
        on_info: &mut dyn FnMut(&SearchResult),
    ) -> SearchResult {
        let Some(root) = position.as_any().downcast_ref::<P>() else {
            return SearchResult::default();
        };
        let started = Instant::now();
        let settings = self.settings;
        let tables = self.tables();
        let limits = &limits.minus_elapsed(started.elapsed());
        let mut on_typed_info = |result: &SearchResult<P::Move>| on_info(&as_text(root, result));
        let result = go(
            root,
            history,
            limits,
            &settings,
            tables,
            stop,
            &mut on_typed_info,
        );
        as_text(root, &result)
    }
}

/// The result with moves as text.
fn as_text<P: Evaluate>(root: &P, result: &SearchResult<P::Move>) -> SearchResult {
    let line = |line: &PvLine<P::Move>| PvLine {
        score: line.score,
        win_probability: line.win_probability,
        moves: move_texts(root, &line.moves),
    };
    SearchResult {
        best_move: result.best_move.map(|mv| root.move_text(mv)),
        depth: result.depth,
        nodes: result.nodes,
        time: result.time,
        hashfull: result.hashfull,
        lines: result.lines.iter().map(line).collect(),
        proved: result.proved,
    }
}

/// The texts of moves played one after the other. Where chance has more than one choice the line
/// ends, since what follows depends on it.
fn move_texts<P: Evaluate>(root: &P, moves: &[P::Move]) -> Vec<String> {
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
