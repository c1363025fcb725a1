//! One thread of a search: its memory, and the iterations at the root.

use super::move_picker::{History, ScoredMove, lmr_table};
use super::repetition::RepetitionStack;
use super::{MAX_PLY, PvLine, SharedState};
use crate::expectimax;
use crate::score::Score;
use quintain_rules::{Reveal, Strategy};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

/// How often the limits are looked at, in nodes; a power of two.
const CHECK_INTERVAL: u64 = 1024;

/// Thread-local state of a search.
pub(crate) struct Worker<'a, G: Strategy> {
    pub(crate) root: G,
    pub(crate) shared: &'a SharedState<'a>,
    pub(crate) nodes: u64,
    pub(crate) stopped: bool,
    /// How deep this iteration is.
    pub(crate) depth: u8,
    /// Moves that are already taken as better lines of this iteration.
    pub(crate) excluded: Vec<G::Move>,
    /// The last iteration's lines, to begin with: scores and first moves.
    previous: Vec<(Score, G::Move)>,
    /// The move to try first at the root.
    pub(crate) root_best: Option<G::Move>,
    pub(crate) repetitions: RepetitionStack,
    pub(crate) history: History<G::Move>,
    /// One stack of moves for the whole tree; each node uses the part above its parent's.
    pub(crate) moves: Vec<ScoredMove<G::Move>>,
    /// The best line from each ply, `MAX_PLY` moves for each.
    pub(crate) pv: Vec<Vec<G::Move>>,
    /// How much less deeply the n-th move of a node is searched, by depth and n.
    pub(crate) reductions: Vec<[u8; 64]>,
    /// What only games with chance need.
    pub(crate) scratch: expectimax::ChanceScratch<G>,
}

impl<'a, G: Strategy> Worker<'a, G> {
    /// Whether moves of this game can reveal different things.
    pub(crate) const HAS_CHANCE: bool = G::Reveal::ALL.len() > 1;

    pub(crate) fn new(root: &G, history: &[u64], shared: &'a SharedState<'a>) -> Self {
        let path = RepetitionStack::new(if G::HAS_CYCLES { history } else { &[] });
        Worker {
            root: *root,
            shared,
            nodes: 0,
            stopped: false,
            depth: 0,
            excluded: Vec::new(),
            previous: Vec::new(),
            root_best: None,
            repetitions: path,
            history: History::new(MAX_PLY + 1),
            moves: Vec::with_capacity(64 * MAX_PLY),
            pv: (0..=MAX_PLY).map(|_| Vec::with_capacity(MAX_PLY)).collect(),
            reductions: lmr_table(),
            scratch: expectimax::ChanceScratch::new(),
        }
    }

    /// Nodes that the shared count does not have yet.
    pub(crate) fn unflushed_nodes(&self) -> u64 {
        self.nodes % CHECK_INTERVAL
    }

    /// Searches the root to a depth and gives its best lines: fewer than wanted if it had to
    /// end early.
    pub(crate) fn search_root(&mut self, depth: u8, wanted: usize) -> Vec<PvLine<G::Move>> {
        self.depth = depth;
        self.excluded.clear();
        let mut found: Vec<PvLine<G::Move>> = Vec::new();
        for place in 0..wanted {
            let guess = self.previous.get(place).map(|guess| guess.0);
            self.root_best = self
                .previous
                .iter()
                .map(|guess| guess.1)
                .find(|mv| !self.excluded.contains(mv));
            let line = self.aspiration_window(guess, depth);
            if let Some(line) = line
                && (!self.stopped || place == 0)
            {
                self.excluded.push(line.moves[0]);
                found.push(line);
            }
            if self.stopped {
                break;
            }
        }
        found.sort_by_key(|line| std::cmp::Reverse(line.score));
        if !self.stopped {
            let guess = |line: &PvLine<G::Move>| (line.score, line.moves[0]);
            self.previous = found.iter().map(guess).collect();
        }
        if Self::HAS_CHANCE {
            for line in &mut found {
                line.score = expectimax::to_reported_score::<G>(line.score);
            }
        }
        found
    }

    /// Searches the root with a window around the last score, wider until it fits. Nothing if
    /// the search had to end before any move proved good.
    fn aspiration_window(&mut self, guess: Option<Score>, depth: u8) -> Option<PvLine<G::Move>> {
        let root = self.root;
        let mut margin = if Self::HAS_CHANCE {
            expectimax::ASPIRATION_MARGIN
        } else {
            (G::SCALE / 6.0) as i32 + 4
        };
        let window = guess.filter(|guess| depth >= 4 && guess.mate().is_none());
        let (mut alpha, mut beta) = match window {
            Some(guess) => (guess.saturating_add(-margin), guess.saturating_add(margin)),
            None => (Score::MIN, Score::MAX),
        };
        let mut last = None;
        loop {
            self.pv[0].clear();
            let score = if Self::HAS_CHANCE {
                self.expectimax_root(&root, alpha, beta, depth)
            } else {
                self.negamax(&root, alpha, beta, i32::from(depth), 0)
            };
            if let Some(&first) = self.pv[0].first() {
                // What was improved before an end is right as far as it goes; a move that was
                // better than the window is tried first in the wider one.
                self.root_best = Some(first);
                let moves = self.pv[0].clone();
                last = Some(PvLine { score, moves });
            } else if !self.stopped {
                // No move came into the window: what an earlier one found was wrong.
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

    /// Counts a node and now and then looks at the limits.
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

    /// Puts a node's legal moves on the stack with their ranks.
    pub(crate) fn push_moves(&mut self, position: &G, best: Option<u16>, ply: usize) {
        let (moves, memory, taken) = (&mut self.moves, &self.history, &self.excluded);
        let _ = position.visit_moves(|mv| {
            if ply > 0 || !taken.contains(&mv) {
                let rank = memory.score_move(position, mv, best, ply);
                moves.push(ScoredMove { mv, score: rank });
            }
            ControlFlow::<()>::Continue(())
        });
    }

    /// Puts a node's tactical moves on the stack with their ranks.
    pub(crate) fn push_tactical(&mut self, position: &G) {
        let moves = &mut self.moves;
        let _ = position.visit_tactical(|mv| {
            let rank = position.move_score(mv);
            moves.push(ScoredMove { mv, score: rank });
            ControlFlow::<()>::Continue(())
        });
    }

    /// The best line from here begins with this move.
    pub(crate) fn update_pv(&mut self, mv: G::Move, ply: usize) {
        let (here, below) = self.pv.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(mv);
        if let Some(rest) = below.first() {
            line.extend_from_slice(rest);
        }
    }
}
