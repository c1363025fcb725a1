//! One thread of a search: its state, and what happens at the root.

use super::history::History;
use super::lmr::LmrTable;
use super::move_picker::{ScoredMove, score_move};
use super::repetition::RepetitionStack;
use super::{MAX_PLY, PvLine, SharedState};
use crate::expectimax::{self, ChanceScratch};
use crate::score::Score;
use quintain_rules::{Evaluate, MoveOrdering, Reveal};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

/// How often the limits are checked, in nodes; a power of two.
const CHECK_INTERVAL: u64 = 1024;

/// Aspiration windows from this depth on: earlier scores change too much.
const ASPIRATION_MIN_DEPTH: u8 = 4;

/// Thread-local state of a search.
pub(crate) struct Worker<'a, P: Evaluate> {
    root: P,
    pub(crate) shared: &'a SharedState<'a>,
    nodes: u64,
    /// Set when the search is aborted: from then on all values are meaningless.
    pub(crate) stopped: bool,
    /// The depth of this iteration.
    pub(super) depth: u8,
    /// How many root moves are left out altogether: the first ones of `excluded`.
    left_out: usize,
    /// Root moves that are left out, and in multi-PV those that are already reported as better lines of this iteration.
    pub(crate) excluded: Vec<P::Move>,
    /// Scores and first moves of the previous iteration's lines.
    previous: Vec<(Score, P::Move)>,
    /// The move to try first at the root.
    pub(super) root_best: Option<P::Move>,
    pub(crate) repetitions: RepetitionStack,
    pub(crate) history: History<P::Move>,
    pub(crate) lmr: LmrTable,
    /// One stack of moves for the whole tree; each node uses the part above its parent's.
    pub(crate) moves: Vec<ScoredMove<P::Move>>,
    /// The principal variation from each ply (a triangular table).
    pub(crate) pv: Vec<Vec<P::Move>>,
    /// What only games with chance need.
    pub(crate) scratch: ChanceScratch<P>,
}

impl<'a, P: Evaluate> Worker<'a, P> {
    /// Whether moves of this game can reveal different things.
    pub(crate) const HAS_CHANCE: bool = P::Reveal::ALL.len() > 1;

    pub(crate) fn new(
        root: &P,
        history: &[u64],
        shared: &'a SharedState<'a>,
        excluded: &[P::Move],
    ) -> Self {
        Worker {
            root: *root,
            shared,
            nodes: 0,
            stopped: false,
            depth: 0,
            left_out: excluded.len(),
            excluded: excluded.to_vec(),
            previous: Vec::new(),
            root_best: None,
            repetitions: RepetitionStack::new(if P::HAS_CYCLES { history } else { &[] }),
            history: History::new(MAX_PLY + 1),
            lmr: LmrTable::new(),
            moves: Vec::with_capacity(64 * MAX_PLY),
            pv: (0..=MAX_PLY).map(|_| Vec::with_capacity(MAX_PLY)).collect(),
            scratch: ChanceScratch::new(),
        }
    }

    /// Nodes that are not in the shared count yet.
    pub(super) fn unflushed_nodes(&self) -> u64 {
        self.nodes % CHECK_INTERVAL
    }

    /// One iteration: searches the root to a depth and returns its best lines. Fewer than
    /// `multi_pv` if it is stopped early.
    pub(super) fn search_root(&mut self, depth: u8, multi_pv: usize) -> Vec<PvLine<P::Move>> {
        self.depth = depth;
        self.excluded.truncate(self.left_out);
        let mut found: Vec<(Score, Vec<P::Move>)> = Vec::new();
        // Multi-PV: each line is the best one without the first moves of those before.
        for place in 0..multi_pv {
            let guess = self.previous.get(place).map(|previous| previous.0);
            let mut moves = self.previous.iter().map(|previous| previous.1);
            self.root_best = moves.find(|mv| !self.excluded.contains(mv));
            if let Some((score, moves)) = self.aspiration_window(guess, depth)
                && (!self.stopped || place == 0)
            {
                self.excluded.push(moves[0]);
                found.push((score, moves));
            }
            if self.stopped {
                break;
            }
        }
        found.sort_by_key(|line| std::cmp::Reverse(line.0));
        if !self.stopped {
            self.previous = found.iter().map(|line| (line.0, line.1[0])).collect();
        }
        let line = |(score, moves)| {
            let score = if Self::HAS_CHANCE {
                expectimax::to_reported_score::<P>(score)
            } else {
                score
            };
            PvLine::new(score, P::SCALE, moves)
        };
        found.into_iter().map(line).collect()
    }

    /// Aspiration window: searches the root with a narrow window around the previous score, and
    /// again with a wider one until the score falls inside. `None` if the search was stopped
    /// before any move proved good.
    fn aspiration_window(
        &mut self,
        guess: Option<Score>,
        depth: u8,
    ) -> Option<(Score, Vec<P::Move>)> {
        let root = self.root;
        let mut margin = if Self::HAS_CHANCE {
            expectimax::ASPIRATION_MARGIN
        } else {
            (P::SCALE / 6.0) as i32 + 4
        };
        let guess = guess.filter(|guess| depth >= ASPIRATION_MIN_DEPTH && guess.mate().is_none());
        let (mut alpha, mut beta) = match guess {
            Some(guess) => (guess.saturating_add(-margin), guess.saturating_add(margin)),
            None => (Score::MIN, Score::MAX),
        };
        let mut last = None;
        loop {
            self.pv[0].clear();
            let score = if Self::HAS_CHANCE {
                self.expectimax_root(&root, alpha, beta, depth)
            } else {
                self.negamax(&root, alpha, beta, depth.into(), 0)
            };
            if let Some(&first) = self.pv[0].first() {
                // What was improved before a stop is right as far as it goes; a move that failed
                // high is tried first in the wider window.
                self.root_best = Some(first);
                last = Some((score, self.pv[0].clone()));
            } else if !self.stopped {
                // Failed low: no move came into the window, so an earlier one was wrong.
                last = None;
            }
            if self.stopped {
                return last;
            }
            margin *= 3;
            if score <= alpha && alpha > Score::MIN {
                alpha = score.saturating_add(-margin);
            } else if score >= beta && beta < Score::MAX {
                beta = score.saturating_add(margin);
            } else {
                return last;
            }
        }
    }

    /// Counts a node, and from time to time checks the limits.
    #[inline]
    pub(crate) fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_INTERVAL) {
            self.shared
                .nodes
                .fetch_add(CHECK_INTERVAL, Ordering::Relaxed);
            // The first iteration is always finished, so that there is a real answer.
            self.stopped |= self.depth > 1 && self.shared.should_stop();
        }
    }

    /// Pushes a node's legal moves with their scores.
    pub(crate) fn push_moves(&mut self, position: &P, tt_move: Option<u16>, ply: usize) {
        let (moves, history, excluded) = (&mut self.moves, &self.history, &self.excluded);
        let _ = position.visit_moves(|mv| {
            if ply > 0 || !excluded.contains(&mv) {
                let score = score_move(history, position, mv, tt_move, ply);
                moves.push(ScoredMove { mv, score });
            }
            ControlFlow::<()>::Continue(())
        });
    }

    /// Pushes a node's tactical moves with their scores.
    pub(crate) fn push_tactical(&mut self, position: &P) {
        let moves = &mut self.moves;
        let _ = position.visit_tactical(|mv| {
            let score = P::Ordering::move_score(position, mv);
            moves.push(ScoredMove { mv, score });
            ControlFlow::<()>::Continue(())
        });
    }

    /// The principal variation from a ply is this move, followed by that of the next ply.
    pub(crate) fn update_pv(&mut self, mv: P::Move, ply: usize) {
        let (here, below) = self.pv.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(mv);
        if let Some(rest) = below.first() {
            line.extend_from_slice(rest);
        }
    }
}
