//! The engine's threads: a bounded pool next to the async ones, fair to everyone who waits.
//!
//! Every game and every connection has at most one task in the queue. A task runs for a slice of
//! time and, if it is not done, goes to the end of the queue, so that a long analysis does not
//! keep others waiting for longer than a slice. The slices of a task grow, because a search that
//! is resumed has to get back to the depth that it had reached first.
//!
//! This is our own because general thread pools run a job to its end: they have no slices, no
//! limit on the queue, and no way to drop a job that nobody is waiting for anymore.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// How long a task runs at first before others get their turn.
const FIRST_SLICE: Duration = Duration::from_millis(250);
/// How long a task runs at most.
const MAX_SLICE: Duration = Duration::from_secs(2);

/// Work for the engine.
pub(crate) trait Task: Send {
    /// Works for about a slice of time, less if `stop` is set.
    fn run(&mut self, slice: Duration, stop: &AtomicBool) -> TaskState;
}

/// Whether a task has more to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TaskState {
    /// Run it again.
    Unfinished,
    /// It is complete.
    Done,
}

/// A task in the pool. Dropping the handle cancels the task.
#[derive(Debug)]
pub(crate) struct TaskHandle {
    stop: Arc<AtomicBool>,
}

impl Drop for TaskHandle {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

struct QueuedTask {
    task: Box<dyn Task>,
    stop: Arc<AtomicBool>,
    slice: Duration,
}

#[derive(Default)]
struct Queue {
    tasks: VecDeque<QueuedTask>,
    closed: bool,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // The queue is consistent between any two of its operations, even if a thread panics.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The pool.
pub(crate) struct EnginePool {
    shared: Arc<Shared>,
    max_queue_len: usize,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl EnginePool {
    /// Starts a pool of threads, for at most `max_queue_len` waiting tasks.
    pub(crate) fn start(threads: usize, max_queue_len: usize) -> std::io::Result<EnginePool> {
        let shared = Arc::new(Shared::default());
        let start = |number| {
            let shared = Arc::clone(&shared);
            std::thread::Builder::new()
                .name(format!("engine-{number}"))
                .spawn(move || work(&shared))
        };
        let threads = (0..threads.max(1)).map(start).collect::<Result<_, _>>()?;
        Ok(EnginePool {
            shared,
            max_queue_len,
            threads: Mutex::new(threads),
        })
    }

    /// Queues a task; `None` if the queue is full.
    pub(crate) fn submit(&self, task: Box<dyn Task>) -> Option<TaskHandle> {
        let stop = Arc::new(AtomicBool::new(false));
        let mut queue = self.shared.lock();
        if queue.closed || queue.tasks.len() >= self.max_queue_len {
            return None;
        }
        queue.tasks.push_back(QueuedTask {
            task,
            stop: Arc::clone(&stop),
            slice: FIRST_SLICE,
        });
        drop(queue);
        self.shared.changed.notify_one();
        Some(TaskHandle { stop })
    }

    /// How many tasks are waiting for a thread.
    pub(crate) fn queue_len(&self) -> usize {
        self.shared.lock().tasks.len()
    }
}

impl Drop for EnginePool {
    fn drop(&mut self) {
        let mut queue = self.shared.lock();
        queue.closed = true;
        for queued in queue.tasks.drain(..) {
            queued.stop.store(true, Ordering::Relaxed);
        }
        drop(queue);
        self.shared.changed.notify_all();
        let threads = self
            .threads
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        for thread in threads.drain(..) {
            // A thread that panicked has said so on stderr.
            drop(thread.join());
        }
    }
}

fn work(shared: &Shared) {
    while let Some(mut next) = next_task(shared) {
        if next.stop.load(Ordering::Relaxed) {
            continue;
        }
        let state = next.task.run(next.slice, &next.stop);
        if state == TaskState::Unfinished && !next.stop.load(Ordering::Relaxed) {
            next.slice = (next.slice * 2).min(MAX_SLICE);
            let mut queue = shared.lock();
            if !queue.closed {
                queue.tasks.push_back(next);
            }
        }
    }
}

/// Waits for the next task; `None` once the pool is closed.
fn next_task(shared: &Shared) -> Option<QueuedTask> {
    let mut queue = shared.lock();
    loop {
        if queue.closed {
            return None;
        }
        if let Some(next) = queue.tasks.pop_front() {
            return Some(next);
        }
        queue = shared
            .changed
            .wait(queue)
            .unwrap_or_else(PoisonError::into_inner);
    }
}

#[cfg(test)]
mod tests {
    use super::{EnginePool, Task, TaskState};
    use std::sync::atomic::AtomicBool;
    use std::sync::mpsc::{Sender, channel};
    use std::time::Duration;

    /// Sends its name each time it runs.
    struct Announce {
        name: &'static str,
        runs_left: u32,
        names: Sender<&'static str>,
    }

    impl Task for Announce {
        fn run(&mut self, _: Duration, _: &AtomicBool) -> TaskState {
            self.runs_left -= 1;
            self.names.send(self.name).ok();
            match self.runs_left {
                0 => TaskState::Done,
                _ => TaskState::Unfinished,
            }
        }
    }

    /// Keeps a thread busy until it is released.
    struct Block(std::sync::mpsc::Receiver<()>);

    impl Task for Block {
        fn run(&mut self, _: Duration, _: &AtomicBool) -> TaskState {
            self.0.recv().ok();
            TaskState::Done
        }
    }

    #[test]
    fn tasks_take_turns_and_cancelled_ones_do_not_run() {
        let pool = EnginePool::start(1, 10).expect("threads");
        let (release, blocked) = channel();
        let (names, announced) = channel();
        let announce = |name, runs_left| {
            let names = names.clone();
            pool.submit(Box::new(Announce {
                name,
                runs_left,
                names,
            }))
        };
        let block = pool.submit(Box::new(Block(blocked)));
        let long = announce("long", 3);
        let cancelled = announce("cancelled", 1);
        let short = announce("short", 1);
        drop(cancelled);
        release.send(()).expect("blocked");
        let order: Vec<_> = announced.iter().take(4).collect();
        assert_eq!(order, ["long", "short", "long", "long"]);
        drop((block, long, short));
    }

    #[test]
    fn a_full_queue_takes_no_more() {
        let pool = EnginePool::start(1, 1).expect("threads");
        let (names, _announced) = channel();
        let (release, blocked) = channel();
        let block = pool.submit(Box::new(Block(blocked)));
        // Once the thread has taken it, there is room for one more.
        while pool.queue_len() > 0 {
            std::thread::yield_now();
        }
        let announce = |name| {
            let names = names.clone();
            let runs_left = 1;
            pool.submit(Box::new(Announce {
                name,
                runs_left,
                names,
            }))
        };
        let first = announce("first");
        assert!(first.is_some());
        assert!(announce("second").is_none());
        release.send(()).expect("blocked");
        drop((block, first));
    }
}
