//! Retrograde analysis: solving the classes of a group together, backwards from what is known.
//!
//! Moves within a group reveal nothing, so inside it the game has no chance, except that the side
//! to move may also leave: the best value that leaving the group at once brings is a position's
//! exit value. Values are assigned from the largest magnitude down. If the largest value left is
//! an exit value, the side to move takes it. If a move leads to a position with the value that is
//! as bad for the other side, the side to move plays it. And if all successors are as good for the
//! other side, and no exit is better, the position has that value too; a counter of open
//! successors shows when the last of them has got its value. Each of these is found by unmoves
//! from positions that have just got a value, so that every position is visited twice in all.
//! Positions that never get a value are draws: both sides prefer to play on forever.
//!
//! A forced result is one ply further away with each step back, which makes its magnitude a
//! little smaller, so the order is right for distances too.

use super::{Class, Tablebase};
use crate::expectimax::WeightedMean;
use crate::score::{Mate, Score};
use quintain_rules::{EndgameClass, EndgameIndex, Evaluate, Step};
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering};

/// Forced results that are further away are stored with this distance.
const MAX_MATE_PLIES: u8 = 240;

/// How many positions a thread takes at once.
const CHUNK: usize = 4096;

/// The value of a position that has none yet, and the exit value of one without exits.
const UNKNOWN: Score = Score::MIN;

/// The number of magnitudes, absolute values of scores.
const MAGNITUDES: usize = Score::MAX.value() as usize + 1;

#[inline]
fn magnitude(score: Score) -> usize {
    score.value().unsigned_abs() as usize
}

/// Classes that are solved together. Positions are numbered consecutively through all of them.
pub(super) struct MaterialGroup<'a, P: Evaluate> {
    board: &'a P,
    solved: &'a Tablebase,
    threads: usize,
    stop: &'a AtomicBool,
    /// The ids of the classes and the numbers of their positions.
    classes: Vec<(u32, Range<usize>)>,
    values: Vec<AtomicU16>,
    /// The best value that leaving the group at once brings.
    exit_values: Vec<AtomicU16>,
    /// How many different positions of the group can be moved to and have no value yet that is
    /// won for the side to move there.
    open_successors: Vec<AtomicU16>,
}

fn filled(size: usize, bits: u16) -> Vec<AtomicU16> {
    (0..size).map(|_| AtomicU16::new(bits)).collect()
}

#[inline]
fn score_at(cells: &[AtomicU16], at: usize) -> Score {
    Score::from_bits(cells[at].load(Ordering::Relaxed))
}

/// What propagating values brings: positions that get a value of the same magnitude, and those
/// that get a slightly smaller one.
#[derive(Default)]
struct Propagation {
    now: Vec<u32>,
    next: Vec<(u32, Score)>,
    /// Scratch space for predecessors.
    predecessors: Vec<u32>,
}

impl<'a, P: Evaluate> MaterialGroup<'a, P> {
    /// Initialises all positions, which is half of the work, and reports how many are done.
    pub(super) fn new(
        board: &'a P,
        classes: &[EndgameClass],
        solved: &'a Tablebase,
        threads: usize,
        stop: &'a AtomicBool,
        on_progress: &mut dyn FnMut(u64),
    ) -> Self {
        let mut end = 0;
        let mut range = |class: &EndgameClass| {
            let begin = end;
            end += class.size as usize;
            (class.id, begin..end)
        };
        let classes: Vec<_> = classes.iter().map(&mut range).collect();
        let group = MaterialGroup {
            board,
            solved,
            threads: threads.max(1),
            stop,
            classes,
            values: filled(end, UNKNOWN.to_bits()),
            exit_values: filled(end, UNKNOWN.to_bits()),
            open_successors: filled(end, 0),
        };
        group.initialise(on_progress);
        group
    }

    /// Computes exit values and counts successors, on several threads.
    fn initialise(&self, on_progress: &mut dyn FnMut(u64)) {
        let next = AtomicU64::new(0);
        let run = |on_progress: &mut dyn FnMut(u64)| {
            let mut targets = Vec::new();
            loop {
                let begin = next.fetch_add(CHUNK as u64, Ordering::Relaxed) as usize;
                if begin >= self.values.len() || self.is_stopped() {
                    break;
                }
                for at in begin..self.values.len().min(begin + CHUNK) {
                    if let Some(position) = self.position(at) {
                        let exit = self.exit_value(&position, &mut targets);
                        self.exit_values[at].store(exit.to_bits(), Ordering::Relaxed);
                        dedup(&mut targets);
                        self.open_successors[at].store(targets.len() as u16, Ordering::Relaxed);
                    }
                }
                on_progress(begin as u64 / 2);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(|| run(&mut |_| {}));
            }
            run(on_progress);
        });
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Assigns all values, from the largest magnitude down; `None` if it is stopped.
    pub(super) fn solve(self) -> Option<Vec<Class>> {
        let (order, ends) = self.by_exits();
        let mut next: Vec<(u32, Score)> = Vec::new();
        for at_magnitude in (1..MAGNITUDES).rev() {
            let mut now = Vec::new();
            for (at, score) in std::mem::take(&mut next) {
                self.assign(at, score, &mut now);
            }
            for &at in &order[ends[at_magnitude - 1]..ends[at_magnitude]] {
                let exit = score_at(&self.exit_values, at as usize);
                let no_successor =
                    || self.open_successors[at as usize].load(Ordering::Relaxed) == 0;
                if exit > Score::DRAW || no_successor() {
                    self.assign(at, exit, &mut now);
                }
            }
            while !now.is_empty() {
                if self.is_stopped() {
                    return None;
                }
                let (same, smaller) = self.propagate(&now, at_magnitude);
                now = same;
                next.extend(smaller);
            }
        }
        (!self.is_stopped()).then(|| self.finish())
    }

    /// The positions that have exits, sorted by the magnitude of the exit value (counting sort),
    /// and where each magnitude ends.
    fn by_exits(&self) -> (Vec<u32>, Vec<usize>) {
        let exits = || {
            (0..self.exit_values.len())
                .map(|at| (at, score_at(&self.exit_values, at)))
                .filter(|exit| exit.1 != UNKNOWN)
        };
        let mut ends = vec![0; MAGNITUDES];
        for (_, exit) in exits() {
            ends[magnitude(exit)] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        let mut places = ends.clone();
        let mut order = vec![0; sum];
        for (at, exit) in exits() {
            let place = &mut places[magnitude(exit)];
            *place -= 1;
            order[*place] = at as u32;
        }
        (order, ends)
    }

    /// Assigns a value to a position, unless it has one.
    #[inline]
    fn assign(&self, at: u32, score: Score, now: &mut Vec<u32>) {
        let (old, new) = (UNKNOWN.to_bits(), score.to_bits());
        let cell = &self.values[at as usize];
        let done = cell.compare_exchange(old, new, Ordering::Relaxed, Ordering::Relaxed);
        if done.is_ok() {
            now.push(at);
        }
    }

    /// Propagates values to predecessors, on several threads if there are many.
    fn propagate(&self, from: &[u32], at_magnitude: usize) -> (Vec<u32>, Vec<(u32, Score)>) {
        let next = AtomicU64::new(0);
        let run = || {
            let mut result = Propagation::default();
            loop {
                let begin = next.fetch_add(CHUNK as u64, Ordering::Relaxed) as usize;
                let Some(rest) = from.get(begin..).filter(|rest| !rest.is_empty()) else {
                    return result;
                };
                for &at in &rest[..rest.len().min(CHUNK)] {
                    self.propagate_from(at, at_magnitude, &mut result);
                }
            }
        };
        let threads = self.threads.min(from.len().div_ceil(CHUNK));
        let mut all = std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
            let mut all = run();
            for other in others {
                match other.join() {
                    Ok(result) => {
                        all.now.extend(result.now);
                        all.next.extend(result.next);
                    }
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            all
        });
        (std::mem::take(&mut all.now), all.next)
    }

    fn propagate_from(&self, at: u32, at_magnitude: usize, result: &mut Propagation) {
        let Some(position) = self.position(at as usize) else {
            return;
        };
        let Propagation {
            now,
            next,
            predecessors,
        } = result;
        predecessors.clear();
        P::Endgames::visit_predecessors(&position, |before| {
            predecessors.extend(self.index_of(&before));
        });
        dedup(predecessors);
        let score = one_ply_back(score_at(&self.values, at as usize));
        for &predecessor in predecessors.iter() {
            let place = predecessor as usize;
            if score_at(&self.values, place) != UNKNOWN {
                continue;
            }
            if score < Score::DRAW {
                let open = self.open_successors[place].fetch_sub(1, Ordering::Relaxed);
                // With a better exit, that is the value: its turn comes later.
                if open > 1 || score_at(&self.exit_values, place) > score {
                    continue;
                }
            }
            if magnitude(score) == at_magnitude {
                self.assign(predecessor, score, now);
            } else {
                next.push((predecessor, score));
            }
        }
    }

    fn finish(self) -> Vec<Class> {
        let value = |bits: &AtomicU16| match bits.load(Ordering::Relaxed) {
            bits if bits == UNKNOWN.to_bits() => Score::DRAW.to_bits(),
            bits => bits,
        };
        let class = |(id, range): &(u32, Range<usize>)| Class {
            id: *id,
            values: self.values[range.clone()].iter().map(value).collect(),
        };
        self.classes.iter().map(class).collect()
    }

    /// The position with a number.
    #[inline]
    fn position(&self, at: usize) -> Option<P> {
        let (id, range) = self.classes.iter().find(|class| class.1.contains(&at))?;
        P::Endgames::position(self.board, *id, (at - range.start) as u64)
    }

    /// The number of a position, if it belongs to this group.
    #[inline]
    fn index_of(&self, position: &P) -> Option<u32> {
        let id = P::Endgames::class(position)?;
        let (_, range) = self.classes.iter().find(|class| class.0 == id)?;
        let place = range.start + P::Endgames::index(position) as usize;
        range.contains(&place).then_some(place as u32)
    }

    /// The value of the best move that leaves the group; fills `targets` with the positions of
    /// the group that the other moves lead to.
    fn exit_value(&self, position: &P, targets: &mut Vec<u32>) -> Score {
        let mut best = UNKNOWN;
        targets.clear();
        let _ = position.visit_moves(|mv| {
            let mut mean = WeightedMean::EMPTY;
            let mut leaves = true;
            position.visit_reveals(mv, |reveal, weight| {
                let mut next = *position;
                next.play_unchecked(Step { mv, reveal });
                if let Some(place) = self.index_of(&next) {
                    targets.push(place);
                    leaves = false;
                } else {
                    mean.add(weight, one_ply_back(self.value(&next)));
                }
            });
            if leaves {
                best = best.max(mean.score());
            }
            ControlFlow::<()>::Continue(())
        });
        best
    }

    /// The value of a position outside the group, for the side to move.
    #[inline]
    fn value(&self, position: &P) -> Score {
        match position.winner() {
            Some(winner) if winner == position.turn() => Score::win_in(0),
            Some(_) => Score::loss_in(0),
            None => self.solved.probe(position).unwrap_or(Score::DRAW),
        }
    }
}

/// Removes duplicates.
#[inline]
fn dedup(numbers: &mut Vec<u32>) {
    numbers.sort_unstable();
    numbers.dedup();
}

/// A position's score as the side sees it that moves there, one ply before.
#[inline]
pub(super) fn one_ply_back(score: Score) -> Score {
    match (-score).mate() {
        Some(Mate::Win(plies) | Mate::Loss(plies)) if plies >= MAX_MATE_PLIES => -score,
        _ => Score::from_tt(-score, 1),
    }
}
