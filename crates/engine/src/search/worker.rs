//! One thread of a search: its state, and what happens at the root.

use super::frame::Frame;
use super::history::History;
use super::move_picker::{MovePicker, MoveStack, ScoredMove, score_move};
use super::node::{Node, Root};
use super::repetition::RepetitionStack;
use super::{MAX_PLY, PvLine, SearchRequest, SharedState, Technique, Techniques};
use crate::expectimax::{self, ChanceScratch};
use crate::score::Score;
use quintain_rules::{Evaluate, MoveBits, MoveOrdering, Reveal};
use std::ops::ControlFlow;

/// Aspiration windows from this depth on: earlier scores change too much.
const ASPIRATION_MIN_DEPTH: u8 = 4;

/// What a thread keeps from one search to the next: what it has learned about moves, and memory
/// to work with. Empty until it is first used.
pub(crate) struct WorkerMemory<P: Evaluate> {
    pub(crate) history: History<P::Move>,
    pub(crate) repetitions: RepetitionStack,
    pub(crate) moves: MoveStack<P::Move>,
    /// The nodes on the way to the current one, by ply.
    pub(crate) frames: Vec<Frame>,
    /// The principal variation from each ply (a triangular table).
    pub(crate) pv: Vec<Vec<P::Move>>,
    /// Incremental evaluation: the accumulator of each ply.
    pub(super) accumulators: Vec<P::Accumulator>,
    /// What only games with chance need.
    pub(crate) chance: ChanceScratch<P>,
}

impl<P: Evaluate> Default for WorkerMemory<P> {
    fn default() -> Self {
        WorkerMemory {
            history: History::default(),
            repetitions: RepetitionStack::default(),
            moves: Vec::new(),
            frames: Vec::new(),
            pv: Vec::new(),
            accumulators: Vec::new(),
            chance: ChanceScratch::default(),
        }
    }
}

impl<P: Evaluate> WorkerMemory<P> {
    /// Gets ready for a search after the positions with these hashes.
    fn new_search(&mut self, history: &[u64], techniques: Techniques) {
        self.history
            .new_search(MAX_PLY + 1, P::Ordering::MOVE_CLASSES, techniques);
        self.frames.clear();
        self.frames.resize(MAX_PLY + 1, Frame::default());
        if P::HAS_CYCLES {
            self.repetitions.new_search(history);
        }
        self.moves.clear();
        self.moves.reserve(64 * MAX_PLY);
        self.pv.resize_with(MAX_PLY + 1, Vec::new);
        self.accumulators
            .resize_with(MAX_PLY + 1, P::Accumulator::default);
        self.chance.new_search();
    }
}

/// The search of one thread.
pub(crate) struct Search<'a, P: Evaluate> {
    root: P,
    pub(crate) shared: &'a SharedState<'a>,
    pub(crate) memory: WorkerMemory<P>,
    /// Nodes that it may still search before it asks for more.
    lease: u64,
    /// Set when the search is aborted: from then on all values are meaningless.
    pub(crate) stopped: bool,
    /// The depth of this iteration.
    pub(super) depth: u8,
    /// The largest distance from the root in this iteration.
    seldepth: usize,
    /// How many root moves are left out altogether: the first ones of `excluded`.
    left_out: usize,
    /// Root moves that are left out, and in multi-PV those that are already reported as better
    /// lines of this iteration.
    pub(super) excluded: Vec<P::Move>,
    /// Scores and first moves of the previous iteration's lines.
    previous: Vec<(Score, P::Move)>,
    /// The move to try first at the root.
    pub(super) root_best: Option<P::Move>,
    /// Called when the search of a root move begins.
    pub(super) on_current_move: Option<&'a (dyn Fn(u8, P::Move, usize) + Sync)>,
}

impl<'a, P: Evaluate> Search<'a, P> {
    /// Whether moves of this game can reveal different things.
    pub(crate) const HAS_CHANCE: bool = P::Reveal::ALL.len() > 1;

    pub(crate) fn new(
        request: &SearchRequest<'_, P>,
        shared: &'a SharedState<'a>,
        mut memory: WorkerMemory<P>,
    ) -> Self {
        memory.new_search(request.history, request.options.techniques);
        Search {
            root: *request.root,
            shared,
            memory,
            lease: 0,
            stopped: false,
            depth: 0,
            seldepth: 0,
            left_out: request.excluded.len(),
            excluded: request.excluded.to_vec(),
            previous: Vec::new(),
            root_best: None,
            on_current_move: None,
        }
    }

    /// Whether the search uses a technique.
    #[inline]
    pub(super) fn uses(&self, technique: Technique) -> bool {
        self.shared.options.techniques.has(technique)
    }

    /// Ends the search, and returns what is kept for the next one.
    pub(crate) fn into_memory(self) -> WorkerMemory<P> {
        self.shared.return_nodes(self.lease);
        self.memory
    }

    /// How many of the nodes it was given it has not searched.
    pub(super) fn unused_nodes(&self) -> u64 {
        self.lease
    }

    /// The largest distance from the root in this iteration.
    pub(super) fn seldepth(&self) -> u8 {
        self.seldepth.min(usize::from(u8::MAX)) as u8
    }

    /// One iteration: searches the root to a depth and returns its best lines. Fewer than
    /// `multi_pv` if it is stopped early.
    pub(super) fn search_root(&mut self, depth: u8, multi_pv: usize) -> Vec<PvLine<P::Move>> {
        self.depth = depth;
        self.seldepth = 0;
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
                // The best first; of equals, the one that was found first.
                let better = found.partition_point(|line: &(Score, _)| line.0 >= score);
                found.insert(better, (score, moves));
            }
            if self.stopped {
                break;
            }
        }
        if self.stopped {
            // Losing moves prove nothing as long as there are others: a forced loss counts only
            // in a complete iteration.
            found.retain(|line| !line.0.is_loss());
        } else {
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
        let mut margin = if Self::HAS_CHANCE {
            expectimax::ASPIRATION_MARGIN
        } else {
            (P::SCALE / 6.0) as i32 + 4
        };
        let narrow = depth >= ASPIRATION_MIN_DEPTH && self.uses(Technique::Aspiration);
        let guess = guess.filter(|guess| narrow && !guess.is_forced());
        let (mut alpha, mut beta) = match guess {
            Some(guess) => (guess.saturating_add(-margin), guess.saturating_add(margin)),
            None => (Score::MIN, Score::MAX),
        };
        let mut last = None;
        loop {
            let score = self.root_value(alpha, beta, depth);
            if let Some(&first) = self.memory.pv[0].first() {
                // What was improved before a stop is right as far as it goes; a move that failed
                // high is tried first in the wider window.
                self.root_best = Some(first);
                last = Some((score, self.memory.pv[0].clone()));
            } else if !self.stopped {
                // Failed low: no move came into the window, so an earlier one was wrong.
                last = None;
            }
            if self.stopped {
                return last;
            }
            margin = margin.saturating_mul(3);
            if score <= alpha && alpha > Score::MIN {
                alpha = score.saturating_add(-margin);
            } else if score >= beta && beta < Score::MAX {
                beta = score.saturating_add(margin);
            } else {
                return last;
            }
        }
    }

    /// The root's value within a window.
    pub(crate) fn root_value(&mut self, alpha: Score, beta: Score, depth: u8) -> Score {
        let root = self.root;
        self.depth = depth;
        self.memory.pv[0].clear();
        let node = Node {
            alpha,
            beta,
            depth: depth.into(),
            ply: 0,
            cut_node: false,
        };
        self.negamax::<Root>(&root, node)
    }

    /// Some legal move, for a search that is stopped before it has found one: the one it would
    /// try first.
    pub(super) fn fallback_line(&mut self) -> Option<PvLine<P::Move>> {
        let root = self.root;
        let tt_move = self.shared.tt.probe(root.zobrist());
        let tt_move = tt_move.and_then(|entry| entry.mv);
        let mut picker = MovePicker::new(&self.memory.moves);
        self.push_moves::<Root>(&root, tt_move, 0);
        let first = picker.next(&mut self.memory.moves);
        picker.finish(&mut self.memory.moves);
        let score = Score::from_eval(self.static_eval(&root, 0));
        first.map(|first| PvLine::new(score, P::SCALE, vec![first.mv]))
    }

    /// Counts a node, and from time to time checks the limits. Returns whether the search may
    /// continue.
    #[inline]
    pub(crate) fn enter_node(&mut self, ply: usize) -> bool {
        if self.lease == 0 && !self.renew_lease() {
            self.stopped = true;
            return false;
        }
        self.lease -= 1;
        self.seldepth = self.seldepth.max(ply);
        true
    }

    #[cold]
    fn renew_lease(&mut self) -> bool {
        // The first iteration is finished if there are nodes for it, so that there is a real
        // answer.
        if self.stopped || self.depth > 1 && self.shared.should_stop() {
            return false;
        }
        self.lease = self.shared.lease_nodes();
        self.lease > 0
    }

    /// Pushes a node's legal moves with their scores.
    pub(crate) fn push_moves<N: super::node::NodeType>(
        &mut self,
        position: &P,
        tt_move: Option<u16>,
        ply: usize,
    ) {
        let WorkerMemory {
            moves,
            history,
            frames,
            ..
        } = &mut self.memory;
        let excluded = &self.excluded;
        let followed = history.followed(frames, ply, position.turn());
        let _ = position.visit_moves(|mv| {
            if !N::ROOT || !excluded.contains(&mv) {
                let score = score_move(history, position, mv, tt_move, ply, followed);
                moves.push(ScoredMove { mv, score });
            }
            ControlFlow::<()>::Continue(())
        });
    }

    /// Pushes a node's tactical moves with their scores.
    pub(super) fn push_tactical(&mut self, position: &P, tt_move: Option<u16>) {
        let moves = &mut self.memory.moves;
        let _ = position.visit_tactical(|mv| {
            let score = if tt_move == Some(mv.to_bits()) {
                i32::MAX
            } else {
                P::Ordering::move_score(position, mv)
            };
            moves.push(ScoredMove { mv, score });
            ControlFlow::<()>::Continue(())
        });
    }

    /// The principal variation from a ply is this move, followed by that of the next ply.
    pub(super) fn update_pv(&mut self, mv: P::Move, ply: usize) {
        let (here, below) = self.memory.pv.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(mv);
        if let Some(rest) = below.first() {
            line.extend_from_slice(rest);
        }
    }

    /// A static evaluation in points as a score in the tree.
    #[inline]
    pub(super) fn eval_score(&self, points: i32) -> Score {
        if Self::HAS_CHANCE {
            self.memory.chance.eval_score(points)
        } else {
            Score::from_eval(points)
        }
    }
}
