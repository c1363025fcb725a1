//! The engine's threads: a bounded pool next to the async ones, fair to everyone who waits.
//!
//! Every game and every connection has at most one task in the queue. Moves come before analyses:
//! a move runs once, and an analysis gives up its thread when a move is waiting for one. An
//! analysis runs for a slice of time and, if it is not done, waits for its next turn, so that it
//! does not keep others waiting for longer than a slice. Its slices grow, because a search that is
//! resumed has to get back to the depth that it had reached first.
//!
//! When much is waiting, moves are thought about for less time, instead of being late: each
//! address has an equal share of the threads, and its games have equal parts of that share. The
//! time of a request is bounded, waiting included: a move that is late is found quickly, and an
//! analysis that is late ends with what it has found.
//!
//! This is our own because general thread pools run a job to its end: they have no slices, no
//! shares, no limit on the queue, and no way to drop a job that nobody is waiting for anymore.

#[cfg(test)]
mod tests;

use super::fair_queue::{FairQueue, Requester};
use super::thread_engines::ThreadEngines;
use crate::metrics::Metrics;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tracing::error;

/// The longest that the engine thinks about a move, however much time it has: people are waiting.
pub(super) const MAX_MOVE_TIME: Duration = Duration::from_millis(1500);
/// The shortest, however many are waiting: enough for a sensible move.
pub(super) const MIN_MOVE_TIME: Duration = Duration::from_millis(10);
/// A move that has waited for this long gets the shortest time.
pub(super) const MAX_MOVE_WAIT: Duration = Duration::from_secs(6);
/// How long an analysis runs at first before others get their turn.
const FIRST_SLICE: Duration = Duration::from_millis(250);
/// How long an analysis runs at most.
const MAX_SLICE: Duration = Duration::from_secs(2);

/// Work for the engine.
pub(crate) trait Task: Send {
    /// Works for about a turn, with the engines of its thread.
    fn run(&mut self, turn: &Turn<'_>, engines: &mut ThreadEngines) -> TaskState;

    /// The task is ended before it is done: its time is up, or it has panicked.
    fn give_up(&mut self);
}

/// What a task may use when it runs.
pub(crate) struct Turn<'a> {
    /// How long.
    pub(crate) slice: Duration,
    /// How much time it has in all, turns and waiting included.
    pub(crate) time_left: Duration,
    /// Set when it must end early.
    pub(crate) stop: &'a AtomicBool,
}

/// Whether a task has more to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TaskState {
    /// Run it again.
    Unfinished,
    /// It is complete.
    Done,
}

/// What a task is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TaskKind {
    /// A move, which someone is waiting for.
    Move,
    /// An analysis, for which this much time may pass in all.
    Analysis {
        /// Waiting and thinking.
        time: Duration,
    },
}

/// A task in the pool. Dropping the handle cancels the task.
#[derive(Debug)]
pub(crate) struct TaskHandle(Arc<Flags>);

impl Drop for TaskHandle {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

#[derive(Debug, Default)]
struct Flags {
    /// Nobody wants the result anymore.
    cancelled: AtomicBool,
    /// The current turn has to end.
    stop: AtomicBool,
}

impl Flags {
    fn cancel(&self) {
        self.cancelled.store(true, Ordering::SeqCst);
        self.stop.store(true, Ordering::SeqCst);
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::SeqCst)
    }
}

struct Job {
    task: Box<dyn Task>,
    kind: TaskKind,
    requester: Requester,
    flags: Arc<Flags>,
    slice: Duration,
    deadline: Instant,
}

impl Job {
    fn is_late(&self, now: Instant) -> bool {
        self.deadline <= now
    }
}

#[derive(Default)]
struct Queue {
    moves: FairQueue<Job>,
    analyses: FairQueue<Job>,
    /// What the busy threads are running.
    running: Vec<(TaskKind, Arc<Flags>)>,
    /// How many threads are waiting for a job.
    idle: usize,
    closed: bool,
}

/// What a thread does next.
enum Next {
    Run(Job, Duration),
    GiveUp(Vec<Job>),
}

impl Queue {
    fn next(&mut self, threads: usize, now: Instant) -> Option<Next> {
        let late = self.analyses.remove(|job| job.is_late(now));
        if !late.is_empty() {
            return Some(Next::GiveUp(late));
        }
        if let Some(job) = self.moves.pop() {
            let slice = self.move_time(&job, threads, now);
            return Some(Next::Run(job, slice));
        }
        let job = self.analyses.pop()?;
        let slice = job.slice;
        Some(Next::Run(job, slice))
    }

    /// How long to think about a move: the share of its address, divided by the games of that
    /// address that are waiting.
    fn move_time(&self, job: &Job, threads: usize, now: Instant) -> Duration {
        if job.is_late(now) {
            return MIN_MOVE_TIME;
        }
        let siblings = self.moves.len_of_household(&job.requester);
        // Its address is counted even if this was the last of its games.
        let households = self.moves.households() + usize::from(siblings == 0);
        let waiting = (households * (siblings + 1)).max(1);
        let share = MAX_MOVE_TIME.as_secs_f64() * threads as f64 / waiting as f64;
        Duration::from_secs_f64(share).clamp(MIN_MOVE_TIME, MAX_MOVE_TIME)
    }

    /// Frees a thread for a move, if an analysis has one.
    fn interrupt_analysis(&self) {
        let is_analysis = |(kind, flags): &&(TaskKind, Arc<Flags>)| {
            matches!(kind, TaskKind::Analysis { .. }) && !flags.stop.load(Ordering::SeqCst)
        };
        if let Some((_, flags)) = self.running.iter().find(is_analysis) {
            flags.stop.store(true, Ordering::SeqCst);
        }
    }
}

struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    threads: usize,
    max_moves: usize,
    max_analyses: usize,
    metrics: Metrics,
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
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl EnginePool {
    /// Starts a pool of threads, for at most this many waiting moves and analyses.
    pub(crate) fn start(
        threads: usize,
        max_moves: usize,
        max_analyses: usize,
        metrics: Metrics,
    ) -> std::io::Result<EnginePool> {
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            changed: Condvar::new(),
            threads: threads.max(1),
            max_moves,
            max_analyses,
            metrics,
        });
        let start = |number| {
            let shared = Arc::clone(&shared);
            std::thread::Builder::new()
                .name(format!("engine-{number}"))
                .spawn(move || work(&shared))
        };
        let threads = (0..shared.threads).map(start).collect::<Result<_, _>>()?;
        Ok(EnginePool {
            shared,
            threads: Mutex::new(threads),
        })
    }

    /// Queues a task; `None` if too many are waiting.
    pub(crate) fn submit(
        &self,
        kind: TaskKind,
        requester: &Requester,
        task: Box<dyn Task>,
    ) -> Option<TaskHandle> {
        let flags = Arc::new(Flags::default());
        let handle = TaskHandle(Arc::clone(&flags));
        let time = match kind {
            TaskKind::Move => MAX_MOVE_WAIT,
            TaskKind::Analysis { time } => time,
        };
        let job = Job {
            task,
            kind,
            requester: requester.clone(),
            flags,
            slice: FIRST_SLICE,
            deadline: Instant::now() + time,
        };
        let mut queue = self.shared.lock();
        let (lane, max) = match kind {
            TaskKind::Move => (&mut queue.moves, self.shared.max_moves),
            TaskKind::Analysis { .. } => (&mut queue.analyses, self.shared.max_analyses),
        };
        let mut cancelled = Vec::new();
        if lane.len() >= max {
            cancelled = lane.remove(|job| job.flags.is_cancelled());
        }
        if lane.len() >= max || queue.closed {
            self.shared.metrics.engine_refused.increment(1);
            return None;
        }
        match kind {
            TaskKind::Move => queue.moves.push_back(requester, job),
            TaskKind::Analysis { .. } => queue.analyses.push_back(requester, job),
        }
        if queue.moves.len() > queue.idle {
            queue.interrupt_analysis();
        }
        drop(queue);
        drop(cancelled);
        self.shared.changed.notify_one();
        Some(handle)
    }

    /// How many tasks are waiting for a thread.
    pub(crate) fn queue_len(&self) -> usize {
        let queue = self.shared.lock();
        queue.moves.len() + queue.analyses.len()
    }
}

impl Drop for EnginePool {
    fn drop(&mut self) {
        let mut queue = self.shared.lock();
        queue.closed = true;
        for (_, flags) in &queue.running {
            flags.cancel();
        }
        let waiting = [
            std::mem::take(&mut queue.moves),
            std::mem::take(&mut queue.analyses),
        ];
        drop(queue);
        drop(waiting);
        self.shared.changed.notify_all();
        let threads = self
            .threads
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        for thread in threads.drain(..) {
            // A thread catches the panics of its tasks.
            drop(thread.join());
        }
    }
}

fn work(shared: &Shared) {
    let mut engines = ThreadEngines::default();
    while let Some(next) = wait_for_next(shared) {
        match next {
            Next::Run(job, slice) => run(shared, job, slice, &mut engines),
            Next::GiveUp(jobs) => {
                for job in jobs {
                    shared.metrics.engine_expired.increment(1);
                    give_up(shared, job);
                }
            }
        }
    }
}

/// Waits for something to do; `None` once the pool is closed.
fn wait_for_next(shared: &Shared) -> Option<Next> {
    let mut queue = shared.lock();
    loop {
        if queue.closed {
            return None;
        }
        if let Some(next) = queue.next(shared.threads, Instant::now()) {
            if let Next::Run(job, _) = &next {
                let running = (job.kind, Arc::clone(&job.flags));
                queue.running.push(running);
            }
            return Some(next);
        }
        queue.idle += 1;
        queue = shared
            .changed
            .wait(queue)
            .unwrap_or_else(PoisonError::into_inner);
        queue.idle -= 1;
    }
}

fn run(shared: &Shared, mut job: Job, slice: Duration, engines: &mut ThreadEngines) {
    let flags = Arc::clone(&job.flags);
    let finished = match flags.is_cancelled() {
        true => Ok(TaskState::Done),
        false => {
            if job.kind == TaskKind::Move && slice < MAX_MOVE_TIME {
                shared.metrics.engine_shortened.increment(1);
            }
            let turn = Turn {
                slice,
                time_left: job.deadline.saturating_duration_since(Instant::now()),
                stop: &flags.stop,
            };
            catch_unwind(AssertUnwindSafe(|| job.task.run(&turn, engines)))
        }
    };
    shared
        .lock()
        .running
        .retain(|(_, running)| !Arc::ptr_eq(running, &flags));
    match finished {
        Ok(TaskState::Unfinished) if !flags.is_cancelled() => requeue(shared, job),
        Ok(_) => {}
        Err(panic) => {
            log_panic(shared, &*panic);
            // Whatever it has left behind in them, no other task shall find.
            *engines = ThreadEngines::default();
            give_up(shared, job);
        }
    }
}

/// Puts a task back that has more to do.
fn requeue(shared: &Shared, mut job: Job) {
    let requester = job.requester.clone();
    let mut queue = shared.lock();
    if queue.closed {
        return;
    }
    if job.flags.stop.swap(false, Ordering::SeqCst) {
        if job.flags.is_cancelled() {
            return;
        }
        // It had to make way for a move, and has not had its turn.
        queue.analyses.push_front(&requester, job);
    } else {
        job.slice = (job.slice * 2).min(MAX_SLICE);
        queue.analyses.push_back(&requester, job);
    }
}

/// Ends a task before it is done.
fn give_up(shared: &Shared, job: Job) {
    let mut task = job.task;
    let given_up = catch_unwind(AssertUnwindSafe(move || {
        task.give_up();
        drop(task);
    }));
    if let Err(panic) = given_up {
        log_panic(shared, &*panic);
    }
}

fn log_panic(shared: &Shared, panic: &(dyn Any + Send)) {
    shared.metrics.engine_panics.increment(1);
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    error!(
        panic = text.unwrap_or("unknown"),
        "a task of the engine has panicked"
    );
}
