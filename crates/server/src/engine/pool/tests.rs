//! The pool, with tasks that say when they run.

use super::{
    EnginePool, Flags, Job, MAX_MOVE_TIME, MAX_MOVE_WAIT, MIN_MOVE_TIME, Next, Queue, Task,
    TaskHandle, TaskKind, TaskState, Turn, run,
};
use crate::captured_log::CapturedLog;
use crate::engine::fair_queue::Requester;
use crate::engine::thread_engines::ThreadEngines;
use crate::metrics::{Gauges, Metrics};
use quintain_engine::{EngineRegistry, Settings};
use std::collections::HashSet;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

const ANALYSIS: TaskKind = TaskKind::Analysis {
    time: Duration::from_secs(600),
};

fn requester(user: &str, last: u8) -> Requester {
    Requester {
        user: user.to_owned(),
        address: Some(IpAddr::V4(Ipv4Addr::new(192, 0, 2, last))),
    }
}

/// A task made of a function that is called for each turn; what is left of it, in which the name
/// of what happened is sent.
struct Script<F> {
    run: F,
    ended: Option<Sender<&'static str>>,
}

impl<F: FnMut(&Turn<'_>, &mut ThreadEngines) -> TaskState + Send> Task for Script<F> {
    fn run(&mut self, turn: &Turn<'_>, engines: &mut ThreadEngines) -> TaskState {
        (self.run)(turn, engines)
    }

    fn give_up(&mut self) {
        if let Some(ended) = &self.ended {
            ended.send("given up").ok();
        }
    }
}

fn script(
    run: impl FnMut(&Turn<'_>, &mut ThreadEngines) -> TaskState + Send + 'static,
) -> Box<dyn Task> {
    Box::new(Script { run, ended: None })
}

/// Sends its name each time it runs.
fn announce(name: &'static str, mut runs: u32, names: &Sender<&'static str>) -> Box<dyn Task> {
    let names = names.clone();
    script(move |_, _| {
        runs -= 1;
        names.send(name).ok();
        match runs {
            0 => TaskState::Done,
            _ => TaskState::Unfinished,
        }
    })
}

/// Keeps a thread busy until it is released, whatever anyone wants.
fn block(pool: &EnginePool) -> (Sender<()>, TaskHandle) {
    let (release, blocked): (Sender<()>, Receiver<()>) = channel();
    let (started, running) = channel();
    let task = script(move |_, _| {
        started.send(()).ok();
        blocked.recv().ok();
        TaskState::Done
    });
    let handle = pool.submit(TaskKind::Move, &requester("blocker", 250), task);
    running.recv().expect("it runs");
    (release, handle.expect("room"))
}

fn pool(threads: usize, max_moves: usize, max_analyses: usize) -> (EnginePool, Metrics) {
    let metrics = Metrics::new();
    let pool = EnginePool::start(threads, max_moves, max_analyses, metrics.clone());
    (pool.expect("threads"), metrics)
}

fn count(metrics: &Metrics, name: &str) -> u64 {
    let page = metrics.render(Gauges::default());
    let line = page
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.expect(name).parse().expect("a number")
}

#[test]
fn analyses_take_turns_and_cancelled_ones_do_not_run() {
    let (pool, _) = pool(1, 10, 10);
    let (release, blocker) = block(&pool);
    let (names, announced) = channel();
    let submit = |name, user, runs| {
        let task = announce(name, runs, &names);
        pool.submit(ANALYSIS, &requester(user, 1), task)
    };
    let long = submit("long", "a", 3);
    let cancelled = submit("cancelled", "b", 1);
    let short = submit("short", "c", 1);
    drop(cancelled);
    release.send(()).expect("blocked");
    let order: Vec<_> = announced.iter().take(4).collect();
    assert_eq!(order, ["long", "short", "long", "long"]);
    drop((blocker, long, short));
}

#[test]
fn a_stranger_does_not_wait_for_hundreds_of_games_of_one_address() {
    let (pool, _) = pool(1, 1000, 10);
    let (release, blocker) = block(&pool);
    let (names, announced) = channel();
    let mut handles = Vec::new();
    for guest in 0..700 {
        let task = announce("hostile", 1, &names);
        let guest = requester(&format!("guest-{guest}"), 1);
        handles.push(pool.submit(TaskKind::Move, &guest, task).expect("room"));
    }
    let task = announce("honest", 1, &names);
    handles.push(
        pool.submit(TaskKind::Move, &requester("stranger", 2), task)
            .expect("room"),
    );
    release.send(()).expect("blocked");
    let place = announced.iter().position(|name| name == "honest");
    assert!(place.expect("it ran") <= 1, "{place:?} were faster");
    drop((blocker, handles));
}

#[test]
fn moves_come_before_analyses_and_interrupt_them() {
    let (pool, _) = pool(1, 10, 10);
    let (names, announced) = channel();
    let (started, running) = channel();
    let (mut turns, analysis_names) = (0, names.clone());
    let analysis = script(move |turn, _| {
        turns += 1;
        if turns > 1 {
            analysis_names.send("analysis resumed").ok();
            return TaskState::Done;
        }
        started.send(()).ok();
        let (begun, minute) = (Instant::now(), Duration::from_secs(60));
        let is_stopped = || turn.stop.load(Ordering::SeqCst);
        while !is_stopped() && begun.elapsed() < minute {
            std::thread::yield_now();
        }
        analysis_names
            .send(match is_stopped() {
                true => "analysis interrupted",
                false => "analysis not interrupted",
            })
            .ok();
        TaskState::Unfinished
    });
    let analysis = pool.submit(ANALYSIS, &requester("a", 1), analysis);
    running.recv().expect("it runs");
    let other = pool.submit(
        ANALYSIS,
        &requester("b", 2),
        announce("other analysis", 1, &names),
    );
    let mv = pool.submit(
        TaskKind::Move,
        &requester("c", 3),
        announce("move", 1, &names),
    );
    let order: Vec<_> = announced.iter().take(4).collect();
    assert_eq!(
        order,
        [
            "analysis interrupted",
            "move",
            "analysis resumed",
            "other analysis"
        ]
    );
    drop((analysis, other, mv));
}

#[test]
fn many_waiting_moves_are_thought_about_for_less_time() {
    let (pool, metrics) = pool(1, 1000, 10);
    let (release, blocker) = block(&pool);
    let (slices, seen) = channel();
    let mut handles = Vec::new();
    let mut submit = |user: &str, address, who: &'static str| {
        let slices = slices.clone();
        let task = script(move |turn, _| {
            slices.send((who, turn.slice)).ok();
            TaskState::Done
        });
        let requester = requester(user, address);
        handles.push(pool.submit(TaskKind::Move, &requester, task).expect("room"));
    };
    for guest in 0..300 {
        submit(&format!("guest-{guest}"), 1, "hostile");
    }
    submit("stranger", 2, "honest");
    release.send(()).expect("blocked");
    let seen: Vec<(&str, Duration)> = seen.iter().take(301).collect();
    let total: Duration = seen.iter().map(|(_, slice)| *slice).sum();
    assert!(total < Duration::from_secs(15), "{total:?} for all");
    for (who, slice) in &seen {
        assert!((MIN_MOVE_TIME..=MAX_MOVE_TIME).contains(slice));
        if *who == "honest" {
            assert_eq!(*slice, MAX_MOVE_TIME / 2, "a half each for two addresses");
        }
    }
    // The last one has the thread for itself.
    assert_eq!(seen.last(), Some(&("hostile", MAX_MOVE_TIME)));
    assert_eq!(count(&metrics, "quintain_engine_shortened_total"), 300);
    drop((blocker, handles));
}

#[test]
fn an_analysis_whose_time_is_up_ends_although_it_never_had_a_turn() {
    let (pool, metrics) = pool(1, 10, 10);
    let (release, blocker) = block(&pool);
    let (ended, end) = channel();
    let late = Box::new(Script {
        run: |_: &Turn<'_>, _: &mut ThreadEngines| TaskState::Done,
        ended: Some(ended),
    });
    let kind = TaskKind::Analysis {
        time: Duration::ZERO,
    };
    let late = pool.submit(kind, &requester("a", 1), late);
    release.send(()).expect("blocked");
    assert_eq!(end.recv(), Ok("given up"));
    assert_eq!(count(&metrics, "quintain_engine_expired_total"), 1);
    drop((blocker, late));
}

#[test]
fn a_panic_takes_nothing_with_it_and_is_counted() {
    let (pool, metrics) = pool(1, 10, 10);
    let (ended, end) = channel();
    let bad = Box::new(Script {
        run: |_: &Turn<'_>, _: &mut ThreadEngines| panic!("as a test"),
        ended: Some(ended),
    });
    let bad = pool.submit(TaskKind::Move, &requester("a", 1), bad);
    assert_eq!(end.recv(), Ok("given up"));
    // The only thread is still there.
    let (names, announced) = channel();
    let good = announce("next", 1, &names);
    let good = pool.submit(TaskKind::Move, &requester("a", 1), good);
    assert_eq!(announced.recv(), Ok("next"));
    assert_eq!(count(&metrics, "quintain_engine_panics_total"), 1);
    drop((bad, good));
}

#[test]
fn a_panic_is_logged_and_leaves_nothing_behind_in_the_engines() {
    let (pool, _) = pool(1, 10, 10);
    let registry = EngineRegistry::standard();
    let factory = registry.get("knights-duel").expect("a game");
    let job = Job {
        task: script(move |_, engines| {
            let engine = engines.for_analysis(factory);
            engine.configure(Settings {
                multi_pv: 5,
                ..engine.settings()
            });
            panic!("as a test")
        }),
        kind: ANALYSIS,
        requester: requester("a", 1),
        flags: Arc::new(Flags::default()),
        slice: Duration::ZERO,
        deadline: Instant::now() + MAX_MOVE_WAIT,
    };
    // What a thread of the pool does, on this one, whose log can be read.
    let (log, _capturing) = CapturedLog::start();
    let mut engines = ThreadEngines::default();
    run(&pool.shared, job, Duration::ZERO, &mut engines);
    assert!(log.has_line(&["ERROR", "as a test", "engine has panicked"]));
    let next = engines.for_analysis(factory).settings();
    assert_eq!(next.multi_pv, factory.engine().settings().multi_pv);
}

#[test]
fn a_full_queue_takes_no_more_but_forgets_what_was_cancelled() {
    let (pool, metrics) = pool(1, 1, 1);
    let (release, blocker) = block(&pool);
    let (names, _announced) = channel();
    for kind in [TaskKind::Move, ANALYSIS] {
        let submit = || pool.submit(kind, &requester("a", 1), announce("x", 1, &names));
        let first = submit();
        assert!(first.is_some());
        assert!(submit().is_none());
        drop(first);
        let second = submit();
        assert!(second.is_some(), "nobody waits for the first one anymore");
    }
    assert_eq!(count(&metrics, "quintain_engine_refused_total"), 2);
    assert_eq!(pool.queue_len(), 2);
    release.send(()).expect("blocked");
    drop(blocker);
}

#[test]
fn a_hundred_analyses_use_the_tables_of_the_threads() {
    let (pool, _) = pool(2, 10, 200);
    let engines = EngineRegistry::standard();
    let factory = engines.get("knights-duel").expect("a game");
    let (places, seen) = channel();
    let mut handles = Vec::new();
    for number in 0..100 {
        let places = places.clone();
        let task = script(move |_, engines| {
            let engine: *const _ = engines.for_analysis(factory);
            places.send(engine.cast::<()>() as usize).ok();
            TaskState::Done
        });
        let requester = requester(&format!("user-{number}"), number);
        handles.push(pool.submit(ANALYSIS, &requester, task).expect("room"));
    }
    let places: HashSet<usize> = seen.iter().take(100).collect();
    assert!(places.len() <= 2, "{} engines", places.len());
}

#[test]
fn a_move_that_has_waited_too_long_is_found_quickly() {
    let now = Instant::now();
    let mut queue = Queue::default();
    let requester = requester("a", 1);
    let mut take = |after: Duration| {
        let job = Job {
            task: script(|_, _| TaskState::Done),
            kind: TaskKind::Move,
            requester: requester.clone(),
            flags: Arc::new(Flags::default()),
            slice: Duration::ZERO,
            deadline: now + MAX_MOVE_WAIT,
        };
        queue.moves.push_back(&requester, job);
        match queue.next(1, now + after) {
            Some(Next::Run(_, slice)) => slice,
            _ => panic!("a move is waiting"),
        }
    };
    assert_eq!(take(Duration::ZERO), MAX_MOVE_TIME);
    assert_eq!(take(MAX_MOVE_WAIT), MIN_MOVE_TIME);
}
