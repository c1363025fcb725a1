//! The engine's threads: a bounded pool beside the async ones, fair between those who wait.
//!
//! Whoever wants something thought about has one task in the queue at a time. A task runs for a
//! slice and, if it is not done, goes to the end of the queue; so a long analysis does not keep
//! others waiting for longer than a slice. Slices of a task grow, since a search that is taken up
//! again first has to come back to where it was.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// How long a task first runs before others get their turn.
const FIRST_SLICE: Duration = Duration::from_millis(250);
/// How long it runs at most.
const LONGEST_SLICE: Duration = Duration::from_secs(2);

/// Something to think about.
pub(crate) trait Task: Send {
    /// Thinks for about a slice, less if `stop` is set; true when there is nothing more to do.
    fn run(&mut self, slice: Duration, stop: &AtomicBool) -> bool;
}

/// Whoever holds this waits for the task; when it is dropped, the task is cancelled.
#[derive(Debug)]
pub(crate) struct Ticket {
    stop: Arc<AtomicBool>,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

struct Waiting {
    task: Box<dyn Task>,
    stop: Arc<AtomicBool>,
    slice: Duration,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Waiting>,
    closed: bool,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    news: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // A queue is whole between any two of its operations, also if a thread has panicked.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The pool.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    /// How many may wait.
    room: usize,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl Pool {
    /// Starts so many threads, for at most `room` waiting tasks.
    pub(crate) fn start(threads: usize, room: usize) -> std::io::Result<Pool> {
        let shared = Arc::new(Shared::default());
        let start = |number| {
            let shared = Arc::clone(&shared);
            std::thread::Builder::new()
                .name(format!("engine-{number}"))
                .spawn(move || work(&shared))
        };
        let threads = (0..threads.max(1)).map(start).collect::<Result<_, _>>()?;
        Ok(Pool {
            shared,
            room,
            threads: Mutex::new(threads),
        })
    }

    /// Queues a task; nothing if too many wait already.
    pub(crate) fn submit(&self, task: Box<dyn Task>) -> Option<Ticket> {
        let stop = Arc::new(AtomicBool::new(false));
        let mut queue = self.shared.lock();
        if queue.closed || queue.waiting.len() >= self.room {
            return None;
        }
        queue.waiting.push_back(Waiting {
            task,
            stop: Arc::clone(&stop),
            slice: FIRST_SLICE,
        });
        drop(queue);
        self.shared.news.notify_one();
        Some(Ticket { stop })
    }

    /// How many tasks wait.
    pub(crate) fn waiting(&self) -> usize {
        self.shared.lock().waiting.len()
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut queue = self.shared.lock();
        queue.closed = true;
        for waiting in queue.waiting.drain(..) {
            waiting.stop.store(true, Ordering::Relaxed);
        }
        drop(queue);
        self.shared.news.notify_all();
        let threads = self
            .threads
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        for thread in threads.drain(..) {
            // A thread that has panicked has said so on stderr.
            drop(thread.join());
        }
    }
}

fn work(shared: &Shared) {
    while let Some(mut next) = next(shared) {
        if next.stop.load(Ordering::Relaxed) {
            continue;
        }
        let done = next.task.run(next.slice, &next.stop);
        if !done && !next.stop.load(Ordering::Relaxed) {
            next.slice = (next.slice * 2).min(LONGEST_SLICE);
            let mut queue = shared.lock();
            if !queue.closed {
                queue.waiting.push_back(next);
            }
        }
    }
}

/// The next task; waits for one. Nothing when the pool is closed.
fn next(shared: &Shared) -> Option<Waiting> {
    let mut queue = shared.lock();
    loop {
        if queue.closed {
            return None;
        }
        if let Some(next) = queue.waiting.pop_front() {
            return Some(next);
        }
        queue = shared
            .news
            .wait(queue)
            .unwrap_or_else(PoisonError::into_inner);
    }
}

#[cfg(test)]
mod tests {
    use super::{Pool, Task};
    use std::sync::atomic::AtomicBool;
    use std::sync::mpsc::{Sender, channel};
    use std::time::Duration;

    /// Says its name each time it runs, until it has run often enough.
    struct Say {
        name: &'static str,
        left: u32,
        said: Sender<&'static str>,
    }

    impl Task for Say {
        fn run(&mut self, _: Duration, _: &AtomicBool) -> bool {
            self.left -= 1;
            self.said.send(self.name).ok();
            self.left == 0
        }
    }

    /// Keeps a thread busy until it is told to go on.
    struct Hold(std::sync::mpsc::Receiver<()>);

    impl Task for Hold {
        fn run(&mut self, _: Duration, _: &AtomicBool) -> bool {
            self.0.recv().ok();
            true
        }
    }

    #[test]
    fn tasks_take_turns_and_cancelled_ones_do_not_run() {
        let pool = Pool::start(1, 10).expect("threads");
        let (go, held) = channel();
        let (said, heard) = channel();
        let say = |name, left| {
            let said = said.clone();
            pool.submit(Box::new(Say { name, left, said }))
        };
        let hold = pool.submit(Box::new(Hold(held)));
        let long = say("long", 3);
        let gone = say("gone", 1);
        let short = say("short", 1);
        drop(gone);
        go.send(()).expect("held");
        let order: Vec<_> = heard.iter().take(4).collect();
        assert_eq!(order, ["long", "short", "long", "long"]);
        drop((hold, long, short));
    }

    #[test]
    fn a_full_queue_takes_no_more() {
        let pool = Pool::start(1, 1).expect("threads");
        let (said, _heard) = channel();
        let (go, held) = channel();
        let hold = pool.submit(Box::new(Hold(held)));
        // Once the thread has taken it, there is room for one.
        while pool.waiting() > 0 {
            std::thread::yield_now();
        }
        let say = |name| {
            let said = said.clone();
            let left = 1;
            pool.submit(Box::new(Say { name, left, said }))
        };
        let first = say("first");
        assert!(first.is_some());
        assert!(say("second").is_none());
        go.send(()).expect("held");
        drop((hold, first));
    }
}
