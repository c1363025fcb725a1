//! Perft: counting the leaves of the game tree at a depth, the standard test of move generation.

use crate::{Position, StepOf};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// The number of sequences of exactly `depth` steps; a finished game has no continuation.
/// Bulk counting: the last ply is counted without being played.
///
/// ```
/// use quintain_rules::{Position, games::sight::Sight, perft::perft};
/// assert_eq!(perft(&Sight::start(Some(3))?, 4), 3024);
/// # Ok::<(), quintain_rules::SizeError>(())
/// ```
pub fn perft<P: Position>(position: &P, depth: u8) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_steps(),
        // The same as below, but in one piece: the compiler sees that nobody reads the hashes of
        // the last positions, and leaves out computing them.
        2 => {
            let mut nodes = 0;
            position.visit_steps(|step| {
                let mut next = *position;
                next.play_unchecked(step);
                nodes += next.count_steps();
            });
            nodes
        }
        _ => {
            let mut nodes = 0;
            // Played in place: returning the position would copy it again.
            position.visit_steps(|step| {
                let mut next = *position;
                next.play_unchecked(step);
                nodes += perft(&next, depth - 1);
            });
            nodes
        }
    }
}

/// How far a count has got. The whole counts [`PerftProgress::TOTAL`], and the steps in a position
/// have equal parts of what the position counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftProgress {
    /// What is counted.
    pub done: u64,
}

impl PerftProgress {
    /// Everything.
    pub const TOTAL: u64 = 1 << 40;

    /// The part that is counted, from 0 to 1.
    pub fn part(self) -> f64 {
        self.done as f64 / Self::TOTAL as f64
    }
}

/// One of several equal parts of a number, so that all of them make up the whole.
fn part_of(whole: u64, index: u64, count: u64) -> u64 {
    let end =
        |index: u64| (u128::from(whole) * u128::from(index) / u128::from(count.max(1))) as u64;
    end(index + 1) - end(index)
}

/// The counts below each root step, sorted by the step's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Division {
    /// The steps with their counts.
    pub rows: Vec<(String, u64)>,
    /// Whether everything is counted: a count that was stopped has only part of it.
    pub is_complete: bool,
}

/// What is called whenever another part is counted, by the thread that counted it.
pub type OnProgress<'a> = &'a (dyn Fn(PerftProgress) + Sync);

/// Perft divided by root step, until `stop` is set.
pub fn divide<P: Position>(
    position: &P,
    depth: u8,
    threads: usize,
    stop: &AtomicBool,
    on_progress: OnProgress<'_>,
) -> Division {
    let mut rows = Vec::new();
    let mut tasks = Vec::new();
    if depth > 0 {
        position.visit_steps(|step| {
            let task = Task {
                row: rows.len(),
                position: after(position, step),
                depth: depth - 1,
            };
            tasks.push(task);
            rows.push((position.step_text(step), 0));
        });
    }
    let (counts, is_complete) = count(tasks, rows.len(), threads, stop, on_progress);
    for (row, nodes) in rows.iter_mut().zip(counts) {
        row.1 = nodes;
    }
    rows.sort();
    Division { rows, is_complete }
}

/// The same number as [`perft`], counted on several threads.
pub fn parallel<P: Position>(position: &P, depth: u8, threads: usize) -> u64 {
    let task = Task {
        row: 0,
        position: *position,
        depth,
    };
    let never = AtomicBool::new(false);
    let (counts, _) = count(vec![task], 1, threads, &never, &|_| {});
    counts.iter().sum()
}

/// Whether to stop is asked at positions down to this far above the leaves: often enough for a
/// person who waits, and too rarely to cost anything.
const STOP_DEPTH: u8 = 4;

/// Progress is reported after this many leaves: where there are few moves, that is many subtrees.
const REPORT_NODES: u64 = 100_000;

/// What a count tells its caller, and hears from it.
struct Counting<'a> {
    stop: &'a AtomicBool,
    done: AtomicU64,
    on_progress: OnProgress<'a>,
}

/// What a thread has counted since its last report.
#[derive(Default)]
struct Unreported {
    nodes: u64,
    weight: u64,
}

impl Counting<'_> {
    /// The same number as [`perft`] for a position that counts `weight`; what is counted by then,
    /// and `false`, if it is stopped.
    fn perft<P: Position>(
        &self,
        position: &P,
        depth: u8,
        weight: u64,
        unreported: &mut Unreported,
    ) -> (u64, bool) {
        // Asked at every position on the way down: what is left of a deep count is large.
        if self.stop.load(Ordering::Relaxed) {
            return (0, false);
        }
        let steps = match depth > STOP_DEPTH {
            true => position.count_steps(),
            false => 0,
        };
        if steps == 0 {
            let nodes = perft(position, depth);
            unreported.nodes += nodes;
            unreported.weight += weight;
            if unreported.nodes >= REPORT_NODES {
                self.report(unreported);
            }
            return (nodes, true);
        }
        let (mut nodes, mut is_complete, mut index) = (0, true, 0);
        position.visit_steps(|step| {
            let part = part_of(weight, index, steps);
            let (more, is_whole) = self.perft(&after(position, step), depth - 1, part, unreported);
            nodes += more;
            is_complete &= is_whole;
            index += 1;
        });
        (nodes, is_complete)
    }

    fn report(&self, unreported: &mut Unreported) {
        let Unreported { weight, .. } = std::mem::take(unreported);
        let done = weight + self.done.fetch_add(weight, Ordering::Relaxed);
        (self.on_progress)(PerftProgress { done });
    }
}

/// A count is split into at least this many subtrees, as far as they are worth it.
const MIN_TASKS: usize = 128;

/// A subtree whose count is added to a row of the result.
struct Task<P> {
    row: usize,
    position: P,
    depth: u8,
}

/// Does all tasks and returns the sum for each row, and whether all of it was counted.
fn count<P: Position>(
    mut tasks: Vec<Task<P>>,
    rows: usize,
    threads: usize,
    stop: &AtomicBool,
    on_progress: OnProgress<'_>,
) -> (Vec<u64>, bool) {
    // Split the largest subtrees until there are enough tasks that no thread waits long for
    // another at the end, and that progress is seen.
    while tasks.len() < MIN_TASKS.max(32 * threads.min(256)) {
        // Anything shallower is too small to be worth splitting.
        let Some(deepest) = tasks
            .iter()
            .map(|task| task.depth)
            .max()
            .filter(|&depth| depth > 3)
        else {
            break;
        };
        let (split, kept): (Vec<_>, Vec<_>) =
            tasks.into_iter().partition(|task| task.depth == deepest);
        tasks = kept;
        for task in split {
            task.position.visit_steps(|step| {
                let position = after(&task.position, step);
                tasks.push(Task {
                    row: task.row,
                    position,
                    depth: task.depth - 1,
                });
            });
        }
    }
    let next = AtomicUsize::new(0);
    let was_stopped = AtomicBool::new(false);
    let counting = Counting {
        stop,
        done: AtomicU64::new(0),
        on_progress,
    };
    let work = || {
        let mut sums = vec![0; rows];
        let mut unreported = Unreported::default();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = tasks.get(index) else {
                return sums;
            };
            let weight = part_of(PerftProgress::TOTAL, index as u64, tasks.len() as u64);
            let (nodes, is_complete) =
                counting.perft(&task.position, task.depth, weight, &mut unreported);
            counting.report(&mut unreported);
            sums[task.row] += nodes;
            if !is_complete {
                was_stopped.store(true, Ordering::Relaxed);
            }
        }
    };
    let helpers = threads.min(tasks.len()).saturating_sub(1);
    let sums = std::thread::scope(|scope| {
        let others: Vec<_> = (0..helpers).map(|_| scope.spawn(work)).collect();
        let mut sums = work();
        for thread in others {
            match thread.join() {
                Ok(more) => sums
                    .iter_mut()
                    .zip(more)
                    .for_each(|(sum, nodes)| *sum += nodes),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        sums
    });
    (sums, !was_stopped.into_inner())
}

fn after<P: Position>(position: &P, step: StepOf<P>) -> P {
    let mut next = *position;
    next.play_unchecked(step);
    next
}

#[cfg(test)]
mod tests {
    use super::{PerftProgress, divide, perft};
    use crate::Position;
    use crate::games::sight::Sight;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn a_deep_count_shows_progress_long_before_its_first_step_is_counted() {
        let start = Sight::start(Some(5)).expect("a board");
        let stop = AtomicBool::new(false);
        let first = Mutex::new(None);
        let stopped = divide(&start, 9, 1, &stop, &|progress| {
            stop.store(true, Ordering::Relaxed);
            first.lock().expect("no panic").get_or_insert(progress);
        });
        assert!(!stopped.is_complete);
        let first = first.into_inner().expect("no panic").expect("a report");
        assert!(first.part() > 0.0 && first.part() < 1e-4, "{first:?}");
    }

    #[test]
    fn a_count_that_would_take_years_ends_when_it_is_stopped() {
        let start = Sight::start(Some(9)).expect("a board");
        let stop = AtomicBool::new(false);
        let stopped = divide(&start, 40, 2, &stop, &|_| {
            stop.store(true, Ordering::Relaxed);
        });
        assert!(!stopped.is_complete);
        assert!(stopped.rows.iter().any(|row| row.1 > 0));
    }

    #[test]
    fn a_count_that_is_stopped_says_so_and_keeps_what_it_has_counted() {
        let start = Sight::start(Some(3)).expect("a board");
        for threads in [1, 3] {
            let stop = AtomicBool::new(false);
            let stopped = divide(&start, 6, threads, &stop, &|progress| {
                if progress.part() > 0.5 {
                    stop.store(true, Ordering::Relaxed);
                }
            });
            assert!(!stopped.is_complete);
            let nodes: u64 = stopped.rows.iter().map(|row| row.1).sum();
            assert!(nodes > 0 && nodes < perft(&start, 6), "{nodes}");
            let all = divide(&start, 6, threads, &AtomicBool::new(false), &|_| {});
            assert!(all.is_complete);
            for ((step, nodes), whole) in stopped.rows.iter().zip(&all.rows) {
                assert!(*step == whole.0 && *nodes <= whole.1);
            }
        }
    }

    #[test]
    fn progress_is_reported_until_everything_is_counted() {
        let start = Sight::start(Some(3)).expect("a board");
        for threads in [1, 3] {
            let reports = Mutex::new(Vec::new());
            let on_progress = |progress| reports.lock().expect("no panic").push(progress);
            let stop = AtomicBool::new(false);
            let counted = divide(&start, 5, threads, &stop, &on_progress);
            assert!(counted.is_complete);
            let nodes: u64 = counted.rows.iter().map(|row| row.1).sum();
            assert_eq!(nodes, perft(&start, 5));
            let mut reports = reports.into_inner().expect("no panic");
            reports.sort_by_key(|report: &PerftProgress| report.done);
            reports.dedup();
            assert!(reports.len() > 8);
            let last = reports.last().map(|report| report.done);
            assert_eq!(last, Some(PerftProgress::TOTAL));
        }
    }
}
