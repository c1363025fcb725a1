//! Counting the sequences of steps from a position: the standard test of move generation.

use crate::{Game, StepOf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many sequences of exactly `depth` steps there are; a finished game has no continuation.
/// The last ply is counted without being played.
///
/// ```
/// use quintain_rules::{Game, games::sight::Sight, perft::perft};
/// assert_eq!(perft(&Sight::start(Some(3))?, 4), 3024);
/// # Ok::<(), quintain_rules::SizeError>(())
/// ```
pub fn perft<G: Game>(position: &G, depth: u8) -> u64 {
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
pub fn divide<G: Game>(position: &G, depth: u8, threads: usize) -> Vec<(String, u64)> {
    let mut rows = Vec::new();
    if depth > 0 {
        position.visit_steps(|step| {
            let nodes = parallel(&after(position, step), depth - 1, threads);
            rows.push((position.step_text(step), nodes));
        });
    }
    rows.sort();
    rows
}

/// The same number as [`perft`], counted by several threads.
pub fn parallel<G: Game>(position: &G, depth: u8, threads: usize) -> u64 {
    // Below this depth there is too little work to share.
    if threads <= 1 || depth < 4 {
        return perft(position, depth);
    }
    let mut tasks = Vec::new();
    position.visit_steps(|first| {
        let middle = after(position, first);
        middle.visit_steps(|second| tasks.push(after(&middle, second)));
    });
    let next = AtomicUsize::new(0);
    let work = || {
        let mut nodes = 0;
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            nodes += perft(task, depth - 2);
        }
        nodes
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let own = work();
        let join = |thread: std::thread::ScopedJoinHandle<'_, u64>| match thread.join() {
            Ok(nodes) => nodes,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        own + others.into_iter().map(join).sum::<u64>()
    })
}

fn after<G: Game>(position: &G, step: StepOf<G>) -> G {
    let mut next = *position;
    next.play_unchecked(step);
    next
}
