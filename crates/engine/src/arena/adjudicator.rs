//! Who says how a game stands, whoever plays it.

use super::BALANCED;
use crate::baseline::Random;
use crate::go::think;
use crate::level::Level;
use crate::limits::Limits;
use crate::score::{Mate, Score};
use crate::search::{Report, SearchOptions, search};
use crate::solve::{ProofTable, SolveLimits, Solver};
use crate::tt::TranspositionTable;
use quintain_rules::erased::AnyPosition;
use quintain_rules::view::Describe;
use quintain_rules::{Side, Step, Strategy};
use std::marker::PhantomData;
use std::sync::atomic::AtomicBool;

/// How many positions a judge looks at to prove who wins.
const PROOF_NODES: u64 = 40_000;
/// How many positions a judge looks at to say who is better.
const BALANCE_NODES: u64 = 10_000;
/// How many positions a judge looks at for each move of a quick game, and of one that is to
/// confirm it.
const QUICK_NODES: [u64; 2] = [1_000, 10_000];
/// A quick game that takes longer than this counts one half.
const QUICK_PLIES: usize = 24;
/// The size of a judge's tables, in mebibytes.
const TABLE: usize = 4;

/// Judges positions by a short search of its own. What it says depends on nothing but what it
/// was asked since the last [`forget`](Judge::forget), so that matches can be played again.
pub trait Adjudicator: Send {
    /// Forgets what it has found, for a new game.
    fn new_game(&mut self);
    /// Who wins whatever the other side does and chance brings, if that is proved: by the
    /// rules alone, in which a repetition ends nothing. `history` holds the keys of the
    /// positions played before.
    fn proven_winner(&mut self, position: &dyn AnyPosition, history: &[u64]) -> Option<Side>;
    /// The chance to win of the side to move; nothing if the game is over, or if a short search
    /// sees its end. This is the mean of what the search thinks and of how a quick game ends:
    /// there are games in which nearly every position is won, and those are worth playing in
    /// which that is hard to see.
    fn balance(&mut self, position: &dyn AnyPosition) -> Option<f64>;
}

/// The judge for a game's type.
pub(crate) fn adjudicator<G: Describe + Strategy>() -> Box<dyn Adjudicator> {
    Box::new(SearchAdjudicator::<G> {
        table: TranspositionTable::new(TABLE),
        proofs: Solver::can_solve::<G>().then(|| ProofTable::new(TABLE)),
        game: PhantomData,
    })
}

struct SearchAdjudicator<G> {
    table: TranspositionTable,
    /// For games in which a solver proves more than a search.
    proofs: Option<ProofTable>,
    game: PhantomData<fn() -> G>,
}

impl<G: Strategy> SearchAdjudicator<G> {
    /// What a search of so many positions finds: its last two values, the last one first.
    fn look(&self, root: &G, history: &[u64], nodes: u64) -> Option<[Score; 2]> {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let stop = AtomicBool::new(false);
        let mut last = [None; 2];
        let mut see = |report: &Report<G::Move>| {
            last = [report.lines.first().map(|line| line.score), last[0]];
        };
        let options = SearchOptions::default();
        search(
            root,
            history,
            &limits,
            options,
            &self.table,
            &stop,
            &mut see,
        );
        let score = last[0]?;
        Some([score, last[1].unwrap_or(score)])
    }

    fn winner(&self, root: &G, history: &[u64], nodes: u64) -> Option<Side> {
        if let Some(winner) = root.winner() {
            return Some(winner);
        }
        if let Some(proofs) = &self.proofs {
            let limits = SolveLimits {
                nodes: Some(nodes),
                time: None,
            };
            // From scratch: a proof that nobody at the board may know of ends no game.
            let mut solver = Solver::new(proofs).with_limits(limits).from_scratch();
            return solver.solve(root).winner;
        }
        match self.look(root, history, nodes)?[0].mate()? {
            Mate::Win(_) => Some(root.turn()),
            Mate::Loss(_) => Some(!root.turn()),
        }
    }
}

impl<G: Describe + Strategy> Adjudicator for SearchAdjudicator<G> {
    fn new_game(&mut self) {
        self.table.clear();
        if self.proofs.is_some() {
            self.proofs = Some(ProofTable::new(TABLE));
        }
    }

    fn proven_winner(&mut self, position: &dyn AnyPosition, history: &[u64]) -> Option<Side> {
        let root = position.as_any().downcast_ref::<G>()?;
        self.winner(root, history, PROOF_NODES)
    }

    fn balance(&mut self, position: &dyn AnyPosition) -> Option<f64> {
        let root = position.as_any().downcast_ref::<G>()?;
        if root.winner().is_some() {
            return None;
        }
        let scores = self.look(root, &[], BALANCE_NODES)?;
        if scores[0].mate().is_some() {
            return None;
        }
        // In some games the value goes up and down with every ply of depth.
        let [last, before] = scores.map(|score| score.win_probability(G::SCALE));
        let glance = (last + before) / 2.0;
        let mut chance = glance;
        for nodes in QUICK_NODES {
            chance = (glance + self.quick_game(root, nodes)) / 2.0;
            if !BALANCED.contains(&chance) {
                break;
            }
        }
        Some(chance)
    }
}

impl<G: Describe + Strategy> SearchAdjudicator<G> {
    /// Plays a quick game at full strength until its end is seen: 1 if the side to move wins
    /// it, 0 if it loses, one half if it takes too long.
    fn quick_game(&self, root: &G, nodes: u64) -> f64 {
        let points = |winner: Side| f64::from(u8::from(winner == root.turn()));
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let stop = AtomicBool::new(false);
        let mut random = Random(root.zobrist());
        let (mut position, mut history) = (*root, Vec::new());
        while history.len() < QUICK_PLIES {
            let known = position.probe_solved().map(|known| known.winner);
            if let Some(winner) = known.or_else(|| self.winner(&position, &history, nodes)) {
                return points(winner);
            }
            let choice = think(
                &position,
                &history,
                &limits,
                SearchOptions::default(),
                (Level::FULL, 0),
                (&self.table, self.proofs.as_ref()),
                &stop,
                &mut |_| {},
            );
            let Some(mv) = choice.best else { break };
            history.push(position.zobrist());
            let reveal = random.reveal(&position, mv);
            position.play_unchecked(Step { mv, reveal });
        }
        0.5
    }
}
