//! Engines behind trait objects, for applications that choose the game at run time: positions
//! in, moves as text out.

use crate::level::Level;
use crate::limits::Limits;
use crate::score::Score;
use crate::search::{Options, Report};
use crate::solve::{Proofs, Solver};
use crate::table::Table;
use crate::tablebase::{EndgameError, Endgames};
use crate::think::think;
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
    pub hash: usize,
    /// How many threads search.
    pub threads: usize,
    /// How many best moves are told.
    pub lines: usize,
    /// How strong it plays.
    pub level: Level,
    /// What chance is made from, at levels that have a say for it.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            hash: 64,
            threads: 1,
            lines: 1,
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
    fn set(&mut self, settings: Settings);
    /// How it is set up.
    fn settings(&self) -> Settings;
    /// Gets ready, so that the next thought begins at once.
    fn prepare(&mut self);
    /// Forgets what it has found and gets ready, for a new game.
    fn forget(&mut self);
    /// Gives it exact values of endgames, which it uses from then on, or takes them away. A
    /// table of another game is refused.
    fn set_endgames(&mut self, endgames: Option<Arc<Endgames>>) -> Result<(), EndgameError>;
    /// Thinks about a position of its game until a limit is reached or `stop` is set, telling
    /// `tell` now and then. `history` holds the keys of the positions played before, oldest
    /// first. The answer always has a legal move if there is one.
    ///
    /// A position of another game has no answer.
    fn think(
        &mut self,
        position: &dyn AnyPosition,
        history: &[u64],
        limits: &Limits,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Thought),
    ) -> Thought;
}

/// What an engine has found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thought {
    /// The move it would play; nothing if there is no legal move.
    pub best: Option<String>,
    /// How many plies deep the search was.
    pub depth: u8,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub fullness: u32,
    /// The best moves, the best first.
    pub lines: Vec<ThoughtLine>,
    /// Who wins, where that is proved: by an argument about the game, by a table that comes
    /// with it, or by a proof found just now.
    pub proved: Option<Side>,
}

/// One of the best moves and what is expected after it.
#[derive(Clone, Debug, PartialEq)]
pub struct ThoughtLine {
    /// The value for the side to move.
    pub score: Score,
    /// The chance to win that the score stands for.
    pub chance: f64,
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
    table: Option<Table>,
    /// The same, in games in which anything can be proved.
    proofs: Option<Proofs>,
    endgames: Option<Arc<Endgames>>,
    game: PhantomData<fn() -> G>,
}

/// The table of proofs is so much smaller than the other one.
const PROOFS: usize = 4;

impl<G: Strategy> Engine<G> {
    /// The tables, which take a moment to make.
    fn tables(&mut self) -> (&Table, Option<&Proofs>) {
        let hash = self.settings.hash;
        let table = self.table.get_or_insert_with(|| {
            let mut table = Table::new(hash);
            table.set_endgames(self.endgames.clone());
            table
        });
        if Solver::can_solve::<G>() {
            self.proofs
                .get_or_insert_with(|| Proofs::new(hash / PROOFS));
        }
        (table, self.proofs.as_ref())
    }
}

impl<G: Describe + Strategy> AnyEngine for Engine<G> {
    fn info(&self) -> &'static GameInfo {
        &G::INFO
    }

    fn set(&mut self, settings: Settings) {
        if settings.hash != self.settings.hash {
            self.table = None;
            self.proofs = None;
        }
        self.settings = settings;
    }

    fn settings(&self) -> Settings {
        self.settings
    }

    fn forget(&mut self) {
        if let Some(table) = &self.table {
            table.clear();
        }
        // Proofs stay right, but the same game shall go the same way again.
        self.proofs = None;
        self.prepare();
    }

    fn prepare(&mut self) {
        self.tables();
    }

    fn set_endgames(&mut self, endgames: Option<Arc<Endgames>>) -> Result<(), EndgameError> {
        if let Some(endgames) = &endgames {
            endgames.must_be_of::<G>()?;
        }
        self.endgames = endgames;
        // What was found without them, or with others, is not what they say.
        self.table = None;
        Ok(())
    }

    fn think(
        &mut self,
        position: &dyn AnyPosition,
        history: &[u64],
        limits: &Limits,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let Some(root) = position.as_any().downcast_ref::<G>() else {
            return Thought::default();
        };
        let begin = Instant::now();
        let Settings {
            threads,
            lines,
            level,
            seed,
            ..
        } = self.settings;
        let tables = self.tables();
        let limits = &limits.after(begin.elapsed());
        let options = Options {
            threads,
            lines,
            ..Options::default()
        };
        let mut told = |report: &Report<G::Move>| tell(&thought(root, report, report.best()));
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

fn thought<G: Strategy>(root: &G, report: &Report<G::Move>, best: Option<G::Move>) -> Thought {
    let line = |line: &crate::search::Line<G::Move>| ThoughtLine {
        score: line.score,
        chance: line.score.chance(G::SCALE),
        moves: texts(root, &line.moves),
    };
    Thought {
        best: best.map(|mv| root.move_text(mv)),
        depth: report.depth,
        nodes: report.nodes,
        time: report.time,
        fullness: report.fullness,
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
