//! Counting the sequences of steps from a position: the standard test of move generation.

use crate::{Position, StepOf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many sequences of exactly `depth` steps there are; a finished game has no continuation.
/// The last ply is counted without being played.
///
/// ```
/// use quintain_rules::{Position, games::sight::Sight, perft::perft};
/// assert_eq!(perft(&Sight::start(Some(3))?, 4), 3024);
/// # Ok::<(), quintain_rules::SizeError>(())
/// ```
pub fn perft<G: Position>(position: &G, depth: u8) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_steps(),
        // The same as below, but all in one piece: the compiler sees that nobody asks for the
        // last positions' keys and leaves them out.
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
            // Played in place: returning the position would copy it once more.
            position.visit_steps(|step| {
                let mut next = *position;
                next.play_unchecked(step);
                nodes += perft(&next, depth - 1);
            });
            nodes
        }
    }
}

/// The count behind each step, sorted by the step's text.
pub fn divide<G: Position>(position: &G, depth: u8, threads: usize) -> Vec<(String, u64)> {
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
    let counts = count(tasks, rows.len(), threads);
    for (row, nodes) in rows.iter_mut().zip(counts) {
        row.1 = nodes;
    }
    rows.sort();
    rows
}

/// The same number as [`perft`], counted by several threads.
pub fn parallel<G: Position>(position: &G, depth: u8, threads: usize) -> u64 {
    count(
        vec![Task {
            row: 0,
            position: *position,
            depth,
        }],
        1,
        threads,
    )
    .iter()
    .sum()
}

/// A position whose count is to be added to a row.
struct Task<G> {
    row: usize,
    position: G,
    depth: u8,
}

/// Does all tasks and gives the sum for each row.
fn count<G: Position>(mut tasks: Vec<Task<G>>, rows: usize, threads: usize) -> Vec<u64> {
    // Enough tasks for every thread, so that none waits for a last large one.
    while threads > 1 && tasks.len() < 32 * threads.min(256) {
        // What is left below this depth is too little to be worth sharing.
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
    let work = || {
        let mut sums = vec![0; rows];
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            sums[task.row] += perft(&task.position, task.depth);
        }
        sums
    };
    let helpers = threads.min(tasks.len()).saturating_sub(1);
    std::thread::scope(|scope| {
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
    })
}

fn after<G: Position>(position: &G, step: StepOf<G>) -> G {
    let mut next = *position;
    next.play_unchecked(step);
    next
}
