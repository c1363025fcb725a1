//! One thread of a search: its memory, and the iterations at the root.

use super::path::Path;
use super::ranking::{Memory, Ranked, reductions};
use super::{Line, MAX_PLY, Shared};
use crate::chance;
use crate::score::Score;
use quintain_rules::{Reveal, Strategy};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

/// How often the limits are looked at, in nodes; a power of two.
const LOOK: u64 = 1024;

/// Thread-local state of a search.
pub(crate) struct Worker<'a, G: Strategy> {
    pub(crate) root: G,
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) nodes: u64,
    pub(crate) ended: bool,
    /// How deep this iteration is.
    pub(crate) depth: u8,
    /// Moves that are already taken as better lines of this iteration.
    pub(crate) taken: Vec<G::Move>,
    /// The last iteration's lines, to begin with: scores and first moves.
    guesses: Vec<(Score, G::Move)>,
    /// The move to try first at the root.
    pub(crate) favourite: Option<G::Move>,
    pub(crate) path: Path,
    pub(crate) memory: Memory<G::Move>,
    /// One stack of moves for the whole tree; each node uses the part above its parent's.
    pub(crate) moves: Vec<Ranked<G::Move>>,
    /// The best line from each ply, `MAX_PLY` moves for each.
    pub(crate) lines: Vec<Vec<G::Move>>,
    /// How much less deeply the n-th move of a node is searched, by depth and n.
    pub(crate) reductions: Vec<[u8; 64]>,
    /// What only games with chance need.
    pub(crate) chance: chance::Room<G>,
}

impl<'a, G: Strategy> Worker<'a, G> {
    /// Whether moves of this game can reveal different things.
    pub(crate) const CHANCE: bool = G::Reveal::ALL.len() > 1;

    pub(crate) fn new(root: &G, history: &[u64], shared: &'a Shared<'a>) -> Self {
        let path = Path::new(if G::HAS_CYCLES { history } else { &[] });
        Worker {
            root: *root,
            shared,
            nodes: 0,
            ended: false,
            depth: 0,
            taken: Vec::new(),
            guesses: Vec::new(),
            favourite: None,
            path,
            memory: Memory::new(MAX_PLY + 1),
            moves: Vec::with_capacity(64 * MAX_PLY),
            lines: (0..=MAX_PLY).map(|_| Vec::with_capacity(MAX_PLY)).collect(),
            reductions: reductions(),
            chance: chance::Room::new(),
        }
    }

    /// Nodes that the shared count does not have yet.
    pub(crate) fn unreported(&self) -> u64 {
        self.nodes % LOOK
    }

    /// Searches the root to a depth and gives its best lines: fewer than wanted if it had to
    /// end early.
    pub(crate) fn iterate(&mut self, depth: u8, wanted: usize) -> Vec<Line<G::Move>> {
        self.depth = depth;
        self.taken.clear();
        let mut found: Vec<Line<G::Move>> = Vec::new();
        for place in 0..wanted {
            let guess = self.guesses.get(place).map(|guess| guess.0);
            self.favourite = self
                .guesses
                .iter()
                .map(|guess| guess.1)
                .find(|mv| !self.taken.contains(mv));
            let line = self.aspire(guess, depth);
            if let Some(line) = line
                && (!self.ended || place == 0)
            {
                self.taken.push(line.moves[0]);
                found.push(line);
            }
            if self.ended {
                break;
            }
        }
        found.sort_by_key(|line| std::cmp::Reverse(line.score));
        if !self.ended {
            let guess = |line: &Line<G::Move>| (line.score, line.moves[0]);
            self.guesses = found.iter().map(guess).collect();
        }
        if Self::CHANCE {
            for line in &mut found {
                line.score = chance::told::<G>(line.score);
            }
        }
        found
    }

    /// Searches the root with a window around the last score, wider until it fits. Nothing if
    /// the search had to end before any move proved good.
    fn aspire(&mut self, guess: Option<Score>, depth: u8) -> Option<Line<G::Move>> {
        let root = self.root;
        let mut margin = if Self::CHANCE {
            chance::MARGIN
        } else {
            (G::SCALE / 6.0) as i32 + 4
        };
        let window = guess.filter(|guess| depth >= 4 && guess.forced().is_none());
        let (mut alpha, mut beta) = match window {
            Some(guess) => (guess.plus(-margin), guess.plus(margin)),
            None => (Score::MIN, Score::MAX),
        };
        let mut last = None;
        loop {
            self.lines[0].clear();
            let score = if Self::CHANCE {
                self.expect_root(&root, alpha, beta, depth)
            } else {
                self.node(&root, alpha, beta, i32::from(depth), 0)
            };
            if let Some(&first) = self.lines[0].first() {
                // What was improved before an end is right as far as it goes; a move that was
                // better than the window is tried first in the wider one.
                self.favourite = Some(first);
                let moves = self.lines[0].clone();
                last = Some(Line { score, moves });
            } else if !self.ended {
                // No move came into the window: what an earlier one found was wrong.
                last = None;
            }
            if self.ended {
                return last;
            }
            margin *= 3;
            if score <= alpha && alpha > Score::MIN {
                alpha = score.plus(-margin);
            } else if score >= beta && beta < Score::MAX {
                beta = score.plus(margin);
            } else {
                return last;
            }
        }
    }

    /// Counts a node and now and then looks at the limits.
    #[inline]
    pub(crate) fn count(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) {
            self.shared.nodes.fetch_add(LOOK, Ordering::Relaxed);
            // The first iteration is always finished, so that there is a real answer.
            self.ended |= self.depth > 1 && self.shared.must_end();
        }
    }

    /// Puts a node's legal moves on the stack with their ranks.
    pub(crate) fn list(&mut self, position: &G, best: Option<u16>, ply: usize) {
        let (moves, memory, taken) = (&mut self.moves, &self.memory, &self.taken);
        let _ = position.visit_moves(|mv| {
            if ply > 0 || !taken.contains(&mv) {
                let rank = memory.rank(position, mv, best, ply);
                moves.push(Ranked { mv, rank });
            }
            ControlFlow::<()>::Continue(())
        });
    }

    /// Puts a node's tactical moves on the stack with their ranks.
    pub(crate) fn list_tactical(&mut self, position: &G) {
        let moves = &mut self.moves;
        let _ = position.visit_tactical(|mv| {
            let rank = position.move_score(mv);
            moves.push(Ranked { mv, rank });
            ControlFlow::<()>::Continue(())
        });
    }

    /// The best line from here begins with this move.
    pub(crate) fn extend_line(&mut self, mv: G::Move, ply: usize) {
        let (here, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(mv);
        if let Some(rest) = below.first() {
            line.extend_from_slice(rest);
        }
    }
}
