//! Depth-first proof-number search (df-pn) by several threads on one table.
//!
//! The search always works on the position that seems to decide the most for the least work. What
//! that is follows from two numbers for every position, about how many positions have still to be
//! solved to prove that the side to move wins, and that it loses: to win, one move is enough, so
//! the least of the moves' numbers counts; to lose, all moves have to be refuted. Many of them
//! lead to the same positions in the end, so their numbers are not added up: the hardest counts
//! in full, every other one as 1 (weak proof-number search). A subtree is searched until its
//! numbers pass a limit, at which another one is more promising (the "1 + epsilon" trick keeps it
//! from switching to and fro).
//!
//! All threads search from the root. What one of them is busy with seems harder to the others, so
//! they choose something else; what it finds they see in the table.
//!
//! Near the end positions are solved [depth first](super::depth_first), which is faster than
//! keeping numbers for all of them.

use super::depth_first::Candidate;
use super::proof_table::{Numbers, ProofTable};
use quintain_rules::{Evaluate, MoveOrdering, Side, SolverKnowledge};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

/// How often the limits are checked, in nodes.
const CHECK_INTERVAL: u64 = 1024;
/// Counters of the threads that are busy with a position; a power of two. Positions may share
/// one, which costs nothing but order.
const BUSY_COUNTERS: usize = 1 << 12;

/// With at most this many plies left, positions are solved depth first.
const DEPTH_FIRST_PLIES: u32 = 18;
/// A move is searched until its number is larger than that of the next best one by one in this
/// many.
const EPSILON_PARTS: u32 = 4;
/// How many times as hard a move seems to be for each thread that is already busy with it, less
/// one.
const BUSY_WEIGHT: u32 = 2;
/// By this many points of evaluation the estimated numbers grow or shrink by a factor of e.
const EVAL_UNIT: f32 = 200.0;
/// The largest exponent of that factor.
const MAX_EXPONENT: f32 = 5.0;

/// What the threads of one search share.
pub(super) struct Control<'a, M> {
    pub(super) proofs: &'a ProofTable,
    /// Whether positions that were solved before may be used.
    use_solved: bool,
    node_limit: u64,
    /// The nodes that the threads have been allowed so far, never more than the limit.
    granted: AtomicU64,
    /// The nodes of the threads that have ended.
    nodes: AtomicU64,
    /// Set when the root is solved or the search is aborted.
    ended: AtomicBool,
    /// Whether the side to move wins and by which move, as soon as that is proved.
    solved: Mutex<Option<(bool, Option<M>)>>,
    /// How many threads are busy with a position, by its key; empty with one thread.
    busy: Box<[AtomicU8]>,
}

impl<'a, M: Copy> Control<'a, M> {
    pub(super) fn new(
        proofs: &'a ProofTable,
        use_solved: bool,
        node_limit: u64,
        threads: usize,
    ) -> Self {
        let counters = if threads > 1 { BUSY_COUNTERS } else { 0 };
        Control {
            proofs,
            use_solved,
            node_limit,
            granted: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            ended: AtomicBool::new(false),
            solved: Mutex::new(None),
            busy: (0..counters).map(|_| AtomicU8::new(0)).collect(),
        }
    }

    /// The nodes that were searched by threads that have ended.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Whether the side to move wins the root and by which move, if that is proved.
    pub(super) fn solved(&self) -> Option<(bool, Option<M>)> {
        self.solved.lock().map_or(None, |solved| *solved)
    }

    /// The counter of the threads that are busy with a position.
    #[inline]
    fn busy(&self, key: u128) -> Option<&AtomicU8> {
        // The upper half of the key chooses the table's line.
        self.busy.get(key as usize % BUSY_COUNTERS)
    }

    /// Allows some more nodes; 0 at the limit.
    fn grant(&self) -> u64 {
        let granted = self
            .granted
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |granted| {
                Some(granted + CHECK_INTERVAL.min(self.node_limit - granted))
            });
        let granted = granted.unwrap_or(self.node_limit);
        CHECK_INTERVAL.min(self.node_limit - granted)
    }
}

/// A move and what is known about the position it leads to.
#[derive(Clone, Copy)]
struct Child<M> {
    mv: M,
    key: u128,
    numbers: Numbers,
}

/// One thread of a search for a proof.
pub(super) struct Worker<'a, P: Evaluate> {
    pub(super) control: &'a Control<'a, P::Move>,
    /// Whether to abort, given the nodes of all threads so far. One thread asks for all.
    should_stop: Option<&'a mut dyn FnMut(u64) -> bool>,
    pub(super) nodes: u64,
    /// Where to ask for more nodes.
    nodes_granted: u64,
    /// Set when the search has ended, solved by another thread or aborted: from then on all
    /// results are meaningless.
    pub(super) ended: bool,
    /// The move that wins the position that was found to be won last.
    winning_move: Option<P::Move>,
    /// One stack of moves for the whole tree; each node uses the part above its parent's.
    pub(super) candidates: Vec<Candidate<P::Move>>,
    children: Vec<Child<P::Move>>,
}

impl<'a, P: Evaluate> Worker<'a, P> {
    pub(super) fn new(
        control: &'a Control<'a, P::Move>,
        should_stop: Option<&'a mut dyn FnMut(u64) -> bool>,
    ) -> Self {
        Worker {
            control,
            should_stop,
            nodes: 0,
            nodes_granted: 0,
            ended: false,
            winning_move: None,
            candidates: Vec::with_capacity(256),
            children: Vec::new(),
        }
    }

    /// Searches until the root is solved, by this thread or another, or the search is aborted.
    pub(super) fn run(mut self, root: &P) {
        let key = P::Solver::canonical_key(root);
        let alone = self.control.busy.is_empty();
        let numbers = if alone && P::Solver::max_plies_left(root) <= DEPTH_FIRST_PLIES {
            self.winning_move = self.find_win(root);
            Numbers::solved(self.winning_move.is_some())
        } else {
            self.search(root, key, Numbers::UNLIMITED)
        };
        if let (Some(won), false) = (numbers.winner_moves(), self.ended)
            && let Ok(mut solved) = self.control.solved.lock()
        {
            self.control.proofs.store(key, numbers, self.nodes);
            *solved = Some((won, self.winning_move.filter(|_| won)));
        }
        // Either the root is solved, or the search was aborted.
        self.control.ended.store(true, Ordering::Relaxed);
        self.control.nodes.fetch_add(self.nodes, Ordering::Relaxed);
    }

    /// Counts a node; false if it must not be searched.
    #[inline]
    pub(super) fn enter_node(&mut self) -> bool {
        if self.nodes >= self.nodes_granted {
            self.ask_for_nodes();
        }
        if !self.ended {
            self.nodes += 1;
        }
        !self.ended
    }

    #[cold]
    fn ask_for_nodes(&mut self) {
        let so_far = self.control.granted.load(Ordering::Relaxed);
        let stop = |should_stop: &mut &mut dyn FnMut(u64) -> bool| should_stop(so_far);
        let granted = self.control.grant();
        self.nodes_granted += granted;
        self.ended |= granted == 0
            || self.control.ended.load(Ordering::Relaxed)
            || self.should_stop.as_mut().is_some_and(stop);
    }

    /// The winner, where the game knows it.
    pub(super) fn known_winner(&self, position: &P) -> Option<Side> {
        P::Solver::static_outcome(position).or_else(|| {
            let solved = if self.control.use_solved {
                P::Solver::probe_solved(position)
            } else {
                None
            };
            solved.map(|solved| solved.winner)
        })
    }

    /// Searches a position until one of its numbers reaches its limit. Meaningless if the search
    /// has ended.
    fn search(&mut self, position: &P, key: u128, limits: Numbers) -> Numbers {
        if !self.enter_node() {
            return Numbers::open(1, 1);
        }
        let nodes_before = self.nodes;
        let base = self.children.len();
        self.push_children(position);
        let numbers = loop {
            let summary = self.summarize(base);
            let numbers = summary.numbers;
            let passed = numbers.proof >= limits.proof || numbers.disproof >= limits.disproof;
            if passed || numbers.winner_moves().is_some() {
                break numbers;
            }
            let index = summary.best;
            let child = self.children[index];
            let next = P::Solver::play(position, child.mv);
            let busy = self.control.busy(child.key);
            busy.inspect(|busy| _ = busy.fetch_add(1, Ordering::Relaxed));
            let found = if P::Solver::max_plies_left(&next) <= DEPTH_FIRST_PLIES {
                Numbers::solved(self.is_won(&next))
            } else {
                let limits = summary.child_limits(limits, child.numbers);
                self.search(&next, child.key, limits)
            };
            busy.inspect(|busy| _ = busy.fetch_sub(1, Ordering::Relaxed));
            if self.ended {
                break numbers;
            }
            self.children[index].numbers = found;
        };
        self.children.truncate(base);
        if !self.ended {
            self.control
                .proofs
                .store(key, numbers, self.nodes - nodes_before + 1);
        }
        numbers
    }

    /// Pushes a position's moves; only one if that wins at once.
    fn push_children(&mut self, position: &P) {
        let base = self.children.len();
        let won = position.visit_moves(|mv| {
            let next = P::Solver::play(position, mv);
            let replies = next.count_moves() as u32;
            let terminal = next.terminal_winner();
            if terminal.is_none() && replies == 0 || terminal == Some(position.turn()) {
                return ControlFlow::Break(mv);
            }
            if terminal.is_some() {
                return ControlFlow::Continue(());
            }
            let key = P::Solver::canonical_key(&next);
            if self.children[base..].iter().any(|child| child.key == key) {
                return ControlFlow::Continue(());
            }
            let known = self.control.proofs.numbers(key);
            let numbers = known.unwrap_or_else(|| match self.known_winner(&next) {
                Some(winner) => Numbers::solved(winner == next.turn()),
                None => estimate(replies, P::Ordering::quick_eval(&next)),
            });
            self.children.push(Child { mv, key, numbers });
            ControlFlow::Continue(())
        });
        if let ControlFlow::Break(mv) = won {
            self.children.truncate(base);
            self.children.push(Child {
                mv,
                key: 0,
                numbers: Numbers::LOST,
            });
        }
    }

    /// What the moves from `base` on add up to. Other threads may have found out more about them.
    fn summarize(&mut self, base: usize) -> Summary {
        let mut summary = Summary {
            numbers: Numbers::LOST,
            best: base,
            second: u32::MAX,
            others: 0,
        };
        let (mut least, mut least_burdened) = (u32::MAX, u32::MAX);
        let (mut hardest, mut open) = (0, 0);
        for index in base..self.children.len() {
            let child = &mut self.children[index];
            if child.numbers.winner_moves().is_none()
                && let Some(numbers) = self.control.proofs.numbers(child.key)
            {
                child.numbers = numbers;
            }
            let Numbers { proof, disproof } = child.numbers;
            if disproof == 0 {
                self.winning_move = Some(child.mv);
                summary.numbers = Numbers::WON;
                return summary;
            }
            if proof == 0 {
                continue;
            }
            least = least.min(disproof);
            hardest = hardest.max(proof);
            open += 1;
            let busy = self.control.busy(child.key);
            let busy = busy.map_or(0, |busy| busy.load(Ordering::Relaxed));
            let burdened = disproof.saturating_mul(1 + BUSY_WEIGHT * u32::from(busy));
            if burdened < least_burdened {
                summary.second = least_burdened;
                least_burdened = burdened;
                summary.best = index;
            } else {
                summary.second = summary.second.min(burdened);
            }
        }
        if open > 0 {
            summary.others = open - 1;
            summary.numbers = Numbers::open(least, hardest + summary.others);
        }
        summary
    }
}

/// What is known about a position from its moves.
struct Summary {
    numbers: Numbers,
    /// The index of the move to search.
    best: usize,
    /// The least disproof number of the other moves.
    second: u32,
    /// How many other moves are open: what they add to the disproof number.
    others: u32,
}

impl Summary {
    /// How far to search the chosen move: until another one is clearly better, or the position's
    /// own limits are reached; and always a bit further than now.
    fn child_limits(&self, limits: Numbers, child: Numbers) -> Numbers {
        let clearly_worse = self.second.saturating_add(self.second / EPSILON_PARTS + 1);
        Numbers {
            proof: limits
                .disproof
                .saturating_sub(self.others)
                .max(child.proof + 1),
            disproof: limits.proof.min(clearly_worse).max(child.disproof + 1),
        }
    }
}

/// Numbers for a position that nobody has looked at yet, from its number of moves and its
/// evaluation.
fn estimate(replies: u32, eval: i32) -> Numbers {
    let exponent = eval as f32 / EVAL_UNIT;
    let factor = exponent.clamp(-MAX_EXPONENT, MAX_EXPONENT).exp();
    Numbers::open(
        (1.0 / factor) as u32 + 1,
        (replies as f32 * factor) as u32 + 1,
    )
}
