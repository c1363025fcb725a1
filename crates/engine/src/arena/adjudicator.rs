//! Adjudication: ending games that are decided, and telling which openings are balanced.

use crate::erased::Settings;
use crate::go::{Resources, go};
use crate::host::SystemHost;
use crate::limits::Limits;
use crate::score::{Mate, Score};
use crate::search::{SearchContext, SearchRequest, SearchResult, Searcher};
use crate::solve::{ProofTable, SolveLimits, Solver};
use crate::tt::TranspositionTable;
use quintain_rules::erased::AnyPosition;
use quintain_rules::view::Describe;
use quintain_rules::{Evaluate, Rng, Side, SolverKnowledge, Step};
use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;

/// Win probabilities of the side to move that count as balanced.
pub(super) const BALANCED: RangeInclusive<f64> = 0.2..=0.8;
/// Nodes to prove a winner.
const PROOF_NODES: u64 = 40_000;
/// A quick game that lasts longer than this counts as a draw.
const QUICK_GAME_PLIES: usize = 24;
/// The size of each table, in mebibytes.
const TABLE_MIB: usize = 4;

/// How thoroughly it is judged whether an opening is balanced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// For players that search a few thousand nodes per move: more would take longer than the
    /// games, and see what they do not.
    Quick,
    /// For all others.
    Thorough,
}

impl Effort {
    /// Nodes to estimate which side is better.
    fn balance_nodes(self) -> u64 {
        match self {
            Effort::Quick => 4_000,
            Effort::Thorough => 10_000,
        }
    }

    /// Nodes per move of a quick game, and of a second one that confirms it.
    fn quick_game_nodes(self) -> &'static [u64] {
        match self {
            Effort::Quick => &[400],
            Effort::Thorough => &[1_000, 10_000],
        }
    }
}

/// Assesses positions by a short search of its own, independent of the players. Its answers
/// depend only on what it was asked since the last [`new_game`](Adjudicator::new_game), so that
/// matches can be repeated.
pub trait Adjudicator: Send {
    /// Clears what it has found, for a new game.
    fn new_game(&mut self);
    /// Sets how thoroughly balance is judged from then on; before, thoroughly.
    fn set_effort(&mut self, effort: Effort);
    /// The side that wins whatever the other side does and chance brings, if that is proved by
    /// the rules alone, under which a repetition ends nothing. `history` holds the Zobrist hashes
    /// of the positions played before.
    fn proven_winner(&mut self, position: &dyn AnyPosition, history: &[u64]) -> Option<Side>;
    /// The win probability of the side to move; `None` if the game is over, or a short search
    /// sees its end.
    ///
    /// It is the mean of the score of the search and the result of a quick game: in some games
    /// nearly every position is won for one side, and the openings worth playing are those in
    /// which that is hard to see.
    fn balance(&mut self, position: &dyn AnyPosition) -> Option<f64>;
}

/// The adjudicator for a game's type.
pub(crate) fn adjudicator<P: Describe + Evaluate>() -> Box<dyn Adjudicator> {
    Box::new(SearchAdjudicator::<P> {
        tt: TranspositionTable::new(TABLE_MIB),
        proofs: Solver::can_solve::<P>().then(|| ProofTable::new(TABLE_MIB)),
        searcher: Searcher::new(),
        effort: Effort::Thorough,
    })
}

struct SearchAdjudicator<P: Evaluate> {
    tt: TranspositionTable,
    /// For games in which a solver proves more than a search.
    proofs: Option<ProofTable>,
    searcher: Searcher<P>,
    effort: Effort,
}

impl<P: Evaluate> SearchAdjudicator<P> {
    /// The scores of the last two iterations of a search of this many nodes, the last one first.
    fn last_scores(&mut self, root: &P, history: &[u64], nodes: u64) -> Option<[Score; 2]> {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let stop = AtomicBool::new(false);
        let mut last = [None; 2];
        let mut on_info = |result: &SearchResult<P::Move>| {
            last = [result.lines.first().map(|line| line.score), last[0]];
        };
        let request = SearchRequest {
            history,
            limits,
            ..SearchRequest::new(root)
        };
        let context = SearchContext::new(&self.tt, &stop);
        self.searcher.search(&request, context, &mut on_info);
        let score = last[0]?;
        Some([score, last[1].unwrap_or(score)])
    }

    fn winner(&mut self, root: &P, history: &[u64], nodes: u64) -> Option<Side> {
        if let Some(winner) = root.winner() {
            return Some(winner);
        }
        if let Some(proofs) = &self.proofs {
            let limits = SolveLimits {
                nodes: Some(nodes),
                time: None,
            };
            // From scratch: a proof that neither player may know of ends no game.
            let mut solver = Solver::new(proofs).with_limits(limits).from_scratch();
            return solver.solve(root).winner;
        }
        match self.last_scores(root, history, nodes)?[0].mate()? {
            Mate::Win(_) => Some(root.turn()),
            Mate::Loss(_) => Some(!root.turn()),
        }
    }

    /// Plays a quick game at full strength until its end is seen: 1 if the side to move wins it,
    /// 0 if it loses, one half if it takes too long.
    fn quick_game(&mut self, root: &P, nodes: u64) -> f64 {
        let points = |winner: Side| f64::from(u8::from(winner == root.turn()));
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let (settings, stop) = (Settings::default(), AtomicBool::new(false));
        let mut rng = Rng::new(root.zobrist());
        let (mut position, mut history) = (*root, Vec::new());
        while history.len() < QUICK_GAME_PLIES {
            let solved = P::Solver::probe_solved(&position).map(|solved| solved.winner);
            if let Some(winner) = solved.or_else(|| self.winner(&position, &history, nodes)) {
                return points(winner);
            }
            let resources = Resources {
                searcher: &mut self.searcher,
                tt: &self.tt,
                proofs: self.proofs.as_ref(),
                tablebase: None,
                host: &SystemHost,
                stop: &stop,
            };
            let request = SearchRequest {
                history: &history,
                limits,
                ..SearchRequest::new(&position)
            };
            let result = go(&request, &settings, resources, &mut |_| {});
            let Some(mv) = result.best_move else { break };
            history.push(position.zobrist());
            let reveal = rng.reveal(&position, mv);
            position.play_unchecked(Step { mv, reveal });
        }
        0.5
    }
}

impl<P: Describe + Evaluate> Adjudicator for SearchAdjudicator<P> {
    fn new_game(&mut self) {
        self.tt.clear();
        self.searcher.new_game();
        if self.proofs.is_some() {
            self.proofs = Some(ProofTable::new(TABLE_MIB));
        }
    }

    fn set_effort(&mut self, effort: Effort) {
        self.effort = effort;
    }

    fn proven_winner(&mut self, position: &dyn AnyPosition, history: &[u64]) -> Option<Side> {
        let root = position.as_any().downcast_ref::<P>()?;
        self.winner(root, history, PROOF_NODES)
    }

    fn balance(&mut self, position: &dyn AnyPosition) -> Option<f64> {
        let root = position.as_any().downcast_ref::<P>()?;
        if root.winner().is_some() {
            return None;
        }
        let scores = self.last_scores(root, &[], self.effort.balance_nodes())?;
        if scores[0].mate().is_some() {
            return None;
        }
        // The mean of two iterations: in some games the score swings with every ply of depth.
        let [last, before] = scores.map(|score| score.win_probability(P::SCALE));
        let searched = (last + before) / 2.0;
        let mut probability = searched;
        for &nodes in self.effort.quick_game_nodes() {
            probability = (searched + self.quick_game(root, nodes)) / 2.0;
            if !BALANCED.contains(&probability) {
                break;
            }
        }
        Some(probability)
    }
}
