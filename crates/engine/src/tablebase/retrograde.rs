//! Solving the classes of a group together, backwards from what is known.
//!
//! Moves within a group reveal nothing, so inside it the game is one without chance in which
//! the side to move may also stop, for the best that leaving the group at once is worth: its
//! exit. Values are settled from the most extreme down. Whoever can stop for the largest value
//! left does so; who can move to a position that is as bad for the other side does that; and
//! who has only moves left that are as good for the other side, and no better exit, has that
//! value too. Each of these is found by going back from a settled position to those that lead
//! there, so that every position is gone through twice in all. What is never settled is even:
//! both sides had rather play on for ever.
//!
//! A forced end is one ply further away with each step back, which is a little less extreme, so
//! the order holds for distances too.

use super::{Class, Tablebase};
use crate::expectimax::WeightedMean;
use crate::score::{Mate, Score};
use quintain_rules::{EndgameClass, Step, Strategy};
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};

/// Forced ends that are further away are told as being this far.
const MAX_MATE_PLIES: u8 = 240;

/// How many positions a thread takes at a time.
const CHUNK: usize = 4096;

/// The value of what is not settled, and the exit of what has none.
const UNKNOWN: Score = Score::MIN;

/// Values that are equally extreme have the same one of these.
const MAGNITUDES: usize = Score::MAX.value() as usize + 1;

#[inline]
fn magnitude(score: Score) -> usize {
    score.value().unsigned_abs() as usize
}

/// Classes that are being solved together. Positions are numbered through all of them.
pub(super) struct MaterialGroup<'a, G: Strategy> {
    board: &'a G,
    solved: &'a Tablebase,
    threads: usize,
    /// The classes: their ids and numbers.
    classes: Vec<(u32, Range<usize>)>,
    values: Vec<AtomicU16>,
    /// The best that can be had by leaving the group at once.
    exit_values: Vec<AtomicU16>,
    /// How many different positions of the group can be moved to and are not settled as won
    /// for who moves there.
    open_successors: Vec<AtomicU16>,
}

fn filled(size: usize, bits: u16) -> Vec<AtomicU16> {
    (0..size).map(|_| AtomicU16::new(bits)).collect()
}

#[inline]
fn score_at(cells: &[AtomicU16], at: usize) -> Score {
    Score::from_bits(cells[at].load(Ordering::Relaxed))
}

/// What comes of settling positions: others that are settled with them, and those that are
/// with the values that are a little less extreme.
#[derive(Default)]
struct Propagation {
    now: Vec<u32>,
    next: Vec<(u32, Score)>,
    /// Room for the numbers of positions.
    sources: Vec<u32>,
}

impl<'a, G: Strategy> MaterialGroup<'a, G> {
    /// Looks at all positions: where they can go, and what leaving the group is worth. Tells
    /// how many are done, which is half of the work.
    pub(super) fn new(
        board: &'a G,
        classes: &[EndgameClass],
        solved: &'a Tablebase,
        threads: usize,
        tell: &mut dyn FnMut(u64),
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
            classes,
            values: filled(end, UNKNOWN.to_bits()),
            exit_values: filled(end, UNKNOWN.to_bits()),
            open_successors: filled(end, 0),
        };
        group.initialise(tell);
        group
    }

    /// Fills in exits and hopes, in threads.
    fn initialise(&self, tell: &mut dyn FnMut(u64)) {
        let next = AtomicU64::new(0);
        let run = |tell: &mut dyn FnMut(u64)| {
            let mut targets = Vec::new();
            loop {
                let begin = next.fetch_add(CHUNK as u64, Ordering::Relaxed) as usize;
                if begin >= self.values.len() {
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
                tell(begin as u64 / 2);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(|| run(&mut |_| {}));
            }
            run(tell);
        });
    }

    /// Settles all values.
    pub(super) fn solve(self) -> Vec<Class> {
        let (order, ends) = self.by_exits();
        let mut next: Vec<(u32, Score)> = Vec::new();
        for extreme in (1..MAGNITUDES).rev() {
            let mut now = Vec::new();
            for (at, score) in std::mem::take(&mut next) {
                self.assign(at, score, &mut now);
            }
            for &at in &order[ends[extreme - 1]..ends[extreme]] {
                let exit = score_at(&self.exit_values, at as usize);
                let hopeless = || self.open_successors[at as usize].load(Ordering::Relaxed) == 0;
                if exit > Score::DRAW || hopeless() {
                    self.assign(at, exit, &mut now);
                }
            }
            while !now.is_empty() {
                let (settled, later) = self.propagate(&now, extreme);
                now = settled;
                next.extend(later);
            }
        }
        self.finish()
    }

    /// The positions that have exits, sorted by how extreme those are, and where each extreme
    /// ends.
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

    /// Gives a position its value, unless it has one.
    #[inline]
    fn assign(&self, at: u32, score: Score, now: &mut Vec<u32>) {
        let (old, new) = (UNKNOWN.to_bits(), score.to_bits());
        let cell = &self.values[at as usize];
        let done = cell.compare_exchange(old, new, Ordering::Relaxed, Ordering::Relaxed);
        if done.is_ok() {
            now.push(at);
        }
    }

    /// Goes back from positions that are settled, in threads if they are many.
    fn propagate(&self, from: &[u32], extreme: usize) -> (Vec<u32>, Vec<(u32, Score)>) {
        let next = AtomicU64::new(0);
        let run = || {
            let mut settled = Propagation::default();
            loop {
                let begin = next.fetch_add(CHUNK as u64, Ordering::Relaxed) as usize;
                let Some(rest) = from.get(begin..).filter(|rest| !rest.is_empty()) else {
                    return settled;
                };
                for &at in &rest[..rest.len().min(CHUNK)] {
                    self.propagate_from(at, extreme, &mut settled);
                }
            }
        };
        let threads = self.threads.min(from.len().div_ceil(CHUNK));
        let mut all = std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
            let mut all = run();
            for other in others {
                match other.join() {
                    Ok(settled) => {
                        all.now.extend(settled.now);
                        all.next.extend(settled.next);
                    }
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            all
        });
        (std::mem::take(&mut all.now), all.next)
    }

    fn propagate_from(&self, at: u32, extreme: usize, settled: &mut Propagation) {
        let Some(position) = self.position(at as usize) else {
            return;
        };
        let Propagation { now, next, sources } = settled;
        sources.clear();
        position.visit_predecessors(|source| sources.extend(self.index_of(&source)));
        dedup(sources);
        let score = before(score_at(&self.values, at as usize));
        for &source in sources.iter() {
            let place = source as usize;
            if score_at(&self.values, place) != UNKNOWN {
                continue;
            }
            if score < Score::DRAW {
                let hopes = self.open_successors[place].fetch_sub(1, Ordering::Relaxed);
                // With a better exit, that is the value: it comes later.
                if hopes > 1 || score_at(&self.exit_values, place) > score {
                    continue;
                }
            }
            if magnitude(score) == extreme {
                self.assign(source, score, now);
            } else {
                next.push((source, score));
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

    /// The position of a number.
    #[inline]
    fn position(&self, at: usize) -> Option<G> {
        let (id, range) = self.classes.iter().find(|class| class.1.contains(&at))?;
        self.board.endgame_at(*id, (at - range.start) as u64)
    }

    /// The number of a position, if it is of this group.
    #[inline]
    fn index_of(&self, position: &G) -> Option<u32> {
        let id = position.endgame_class()?;
        let (_, range) = self.classes.iter().find(|class| class.0 == id)?;
        let place = range.start + position.endgame_index() as usize;
        range.contains(&place).then_some(place as u32)
    }

    /// The best of the moves that leave the group, and the positions of the group that the
    /// others lead to.
    fn exit_value(&self, position: &G, targets: &mut Vec<u32>) -> Score {
        let mut best = UNKNOWN;
        targets.clear();
        let _ = position.visit_moves(|mv| {
            let mut mean = WeightedMean::NEW;
            let mut leaves = true;
            position.visit_reveals(mv, |reveal, weight| {
                let mut next = *position;
                next.play_unchecked(Step { mv, reveal });
                if let Some(place) = self.index_of(&next) {
                    targets.push(place);
                    leaves = false;
                } else {
                    mean.add(weight, before(self.value(&next)));
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
    fn value(&self, position: &G) -> Score {
        match position.winner() {
            Some(winner) if winner == position.turn() => Score::win_in(0),
            Some(_) => Score::loss_in(0),
            None => self.solved.probe(position).unwrap_or(Score::DRAW),
        }
    }
}

/// Leaves each number once.
#[inline]
fn dedup(numbers: &mut Vec<u32>) {
    numbers.sort_unstable();
    numbers.dedup();
}

/// A position's score as the side sees it that has just moved there, one ply before.
#[inline]
pub(super) fn before(score: Score) -> Score {
    match (-score).mate() {
        Some(Mate::Win(plies) | Mate::Loss(plies)) if plies >= MAX_MATE_PLIES => -score,
        _ => (-score).from_tt(1),
    }
}
