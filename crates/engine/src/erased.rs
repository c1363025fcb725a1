//! Engines behind trait objects, for applications that choose the game at run time: positions
//! in, moves as text out.

use crate::go::{Resources, go};
use crate::hash_memory::HashError;
use crate::host::{Host, SystemHost};
use crate::level::Level;
use crate::limits::Limits;
use crate::search::{PvLine, SearchRequest, SearchResult, Searcher, Techniques};
use crate::solve::{ProofTable, Solver};
use crate::tablebase::{Tablebase, TablebaseError};
use crate::tt::TranspositionTable;
use quintain_rules::erased::AnyPosition;
use quintain_rules::view::Describe;
use quintain_rules::{Evaluate, GameInfo, Step};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

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
    /// The techniques that its search uses.
    pub techniques: Techniques,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            hash_mib: 64,
            threads: 1,
            multi_pv: 1,
            level: Level::FULL,
            seed: 0,
            techniques: Techniques::ALL,
        }
    }
}

/// Called with the depth, a move of the position and its number when its search begins.
pub type OnCurrentMove<'a> = dyn Fn(u8, &str, usize) + Sync + 'a;

/// What an engine is asked.
#[derive(Clone, Copy)]
pub struct GoRequest<'a> {
    /// A position of its game.
    pub position: &'a dyn AnyPosition,
    /// The Zobrist hashes of the positions played before, oldest first.
    pub history: &'a [u64],
    /// What ends the search.
    pub limits: Limits,
    /// The moves to choose from; empty for all.
    pub search_moves: &'a [String],
    /// Called when the search of a move begins.
    pub on_current_move: Option<&'a OnCurrentMove<'a>>,
}

/// Nothing else can be an engine for this crate's purposes: a new version may add methods.
mod sealed {
    pub trait Sealed {}
    impl<P: quintain_rules::Evaluate> Sealed for super::Engine<P> {}
}

/// An engine for a game chosen at run time; [`engine`] and [`EngineRegistry`](crate::EngineRegistry)
/// make them.
pub trait AnyEngine: sealed::Sealed + Send {
    /// The game it plays.
    fn info(&self) -> &'static GameInfo;
    /// Changes its settings. If the size of the transposition table changes, its contents are
    /// lost.
    fn configure(&mut self, settings: Settings);
    /// Its settings.
    fn settings(&self) -> Settings;
    /// Allocates what it needs, so that the next search starts at once. An error if there is not
    /// enough memory for tables of the size that is set; a search makes do with small ones then.
    fn ensure_ready(&mut self) -> Result<(), HashError>;
    /// Clears what earlier searches have found and gets ready for a new game.
    fn new_game(&mut self);
    /// Gives it a tablebase, which it uses from then on, or takes it away. A tablebase of
    /// another game is an error.
    fn set_tablebase(&mut self, tablebase: Option<Arc<Tablebase>>) -> Result<(), TablebaseError>;
    /// Takes time and threads from this host from then on; before, from the system.
    fn set_host(&mut self, host: Arc<dyn Host>);
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
    ) -> SearchResult {
        let request = GoRequest {
            position,
            history,
            limits: *limits,
            search_moves: &[],
            on_current_move: None,
        };
        self.go_request(&request, stop, on_info)
    }
    /// The same for all that can be asked.
    fn go_request(
        &mut self,
        request: &GoRequest<'_>,
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
        searcher: Searcher::new(),
        host: Arc::new(SystemHost),
    })
}

struct Engine<P: Evaluate> {
    settings: Settings,
    /// Allocated when it is first needed.
    tt: Option<TranspositionTable>,
    /// Likewise, in games in which anything can be proved.
    proofs: Option<ProofTable>,
    tablebase: Option<Arc<Tablebase>>,
    searcher: Searcher<P>,
    host: Arc<dyn Host>,
}

/// The proof table has this fraction of the transposition table's size.
const PROOF_TABLE_FRACTION: usize = 4;

impl<P: Evaluate> Engine<P> {
    /// The size of the proof table, if the game can be solved.
    fn proof_mib(&self) -> Option<usize> {
        Solver::can_solve::<P>().then_some(self.settings.hash_mib / PROOF_TABLE_FRACTION)
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

    fn ensure_ready(&mut self) -> Result<(), HashError> {
        if self.tt.is_none() {
            self.tt = Some(TranspositionTable::try_new(self.settings.hash_mib)?);
        }
        if let (None, Some(mebibytes)) = (&self.proofs, self.proof_mib()) {
            self.proofs = Some(ProofTable::try_new(mebibytes)?);
        }
        Ok(())
    }

    fn set_host(&mut self, host: Arc<dyn Host>) {
        self.host = host;
    }

    fn new_game(&mut self) {
        if let Some(tt) = &self.tt {
            tt.clear();
        }
        self.searcher.new_game();
        // Proofs stay right, but the same game shall be played the same way again.
        self.proofs = None;
        // Without memory for its tables the next search makes do with small ones.
        drop(self.ensure_ready());
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

    fn go_request(
        &mut self,
        request: &GoRequest<'_>,
        stop: &AtomicBool,
        on_info: &mut dyn FnMut(&SearchResult),
    ) -> SearchResult {
        let Some(root) = request.position.as_any().downcast_ref::<P>() else {
            return SearchResult::default();
        };
        let started = self.host.now();
        let mebibytes = self.settings.hash_mib;
        if let (None, Some(mebibytes)) = (&self.proofs, self.proof_mib()) {
            self.proofs = Some(ProofTable::new(mebibytes));
        }
        let resources = Resources {
            searcher: &mut self.searcher,
            tt: self
                .tt
                .get_or_insert_with(|| TranspositionTable::new(mebibytes)),
            proofs: self.proofs.as_ref(),
            tablebase: self.tablebase.as_deref(),
            host: &*self.host,
            stop,
        };
        let elapsed = self.host.now().saturating_sub(started);
        let is_left_out = |mv: &P::Move| {
            let wanted = request.search_moves;
            !wanted.is_empty() && !wanted.contains(&root.move_text(*mv))
        };
        let left_out: Vec<P::Move> = root.moves().into_iter().filter(is_left_out).collect();
        let on_current_move = |depth: u8, mv: P::Move, number: usize| {
            if let Some(on_current_move) = request.on_current_move {
                on_current_move(depth, &root.move_text(mv), number);
            }
        };
        let search = SearchRequest {
            history: request.history,
            limits: request.limits.minus_elapsed(elapsed),
            excluded: &left_out,
            on_current_move: Some(&on_current_move),
            ..SearchRequest::new(root)
        };
        let mut on_info = |result: &SearchResult<P::Move>| on_info(&as_text(root, result));
        let result = go(&search, &self.settings, resources, &mut on_info);
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
        seldepth: result.seldepth,
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
