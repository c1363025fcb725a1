//! How late an engine answers: after its time, and after it was told to stop.

use crate::baseline::Random;
use crate::erased::{AnyEngine, Settings};
use crate::limits::{Clock, Limits};
use crate::registry::EngineFactory;
use quintain_rules::erased::AnyPosition;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LatencyRequest {
    /// How many answers are waited for.
    pub answers: usize,
    /// How many threads search.
    pub threads: usize,
    /// What positions and limits are made from.
    pub seed: u64,
}

/// How late the answers were.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Latency {
    /// Of every answer to a limit of time, how long after it came, the latest last.
    pub after_limit: Vec<Duration>,
    /// Of every answer to a stop at some moment, how long after it came, the latest last.
    pub after_stop: Vec<Duration>,
    /// Answers that were no legal move, with their positions. There should be none.
    pub illegal: Vec<String>,
}

/// Asks an engine for moves in random positions, on all boards, with random limits of time, and
/// every second time by stopping it at a random moment.
pub fn measure_latency(expert: &dyn EngineFactory, request: &LatencyRequest) -> Latency {
    let mut random = Random(request.seed);
    let mut engine = expert.engine();
    engine.configure(Settings {
        threads: request.threads,
        ..engine.settings()
    });
    engine.new_game();
    let mut lateness = Latency::default();
    for answer in 0..request.answers {
        let position = random_position(expert, &mut random);
        let wait = Duration::from_micros(1_000 + random.below(60_000) as u64);
        let (late, best) = if answer % 2 == 0 {
            let (late, best) = in_time(&mut *engine, &*position, wait, answer % 4 == 0);
            lateness.after_limit.push(late);
            (late, best)
        } else {
            let (late, best) = at_stop(&mut *engine, &*position, wait);
            lateness.after_stop.push(late);
            (late, best)
        };
        let legal = best
            .as_ref()
            .is_some_and(|best| position.moves().contains(best));
        if !legal {
            let text = position.text();
            lateness
                .illegal
                .push(format!("{best:?} after {late:?} in {text}"));
        }
    }
    lateness.after_limit.sort_unstable();
    lateness.after_stop.sort_unstable();
    lateness
}

/// A position of a random game in which someone is to move.
fn random_position(expert: &dyn EngineFactory, random: &mut Random) -> Box<dyn AnyPosition> {
    let sizes = expert.game().info().sizes();
    let size = sizes.get(random.below(sizes.len().max(1))).copied();
    loop {
        let Ok(mut position) = expert.game().start(size) else {
            continue;
        };
        let plies = random.below(40);
        for _ in 0..plies {
            let events = position.events();
            let mut next = position.clone();
            let Some(event) = events.get(random.below(events.len().max(1))) else {
                break;
            };
            if next.play(&event.text).is_err() || next.winner().is_some() {
                break;
            }
            position = next;
        }
        if position.winner().is_none() {
            return position;
        }
    }
}

/// With a time for the move, or with a clock that has no more than that left.
fn in_time(
    engine: &mut dyn AnyEngine,
    position: &dyn AnyPosition,
    wait: Duration,
    clock: bool,
) -> (Duration, Option<String>) {
    let limits = if clock {
        Limits {
            clock: Some(Clock {
                remaining: wait,
                increment: Duration::ZERO,
            }),
            ..Limits::default()
        }
    } else {
        Limits {
            move_time: Some(wait),
            ..Limits::default()
        }
    };
    let stop = AtomicBool::new(false);
    let begin = Instant::now();
    let thought = engine.go(position, &[], &limits, &stop, &mut |_| {});
    (begin.elapsed().saturating_sub(wait), thought.best_move)
}

fn at_stop(
    engine: &mut dyn AnyEngine,
    position: &dyn AnyPosition,
    wait: Duration,
) -> (Duration, Option<String>) {
    let stop = AtomicBool::new(false);
    let (thought, stopped) = std::thread::scope(|scope| {
        let stopper = scope.spawn(|| {
            std::thread::sleep(wait);
            let stopped = Instant::now();
            stop.store(true, Ordering::Relaxed);
            stopped
        });
        let limits = Limits::default();
        let thought = engine.go(position, &[], &limits, &stop, &mut |_| {});
        let end = Instant::now();
        // An engine that has seen all there is answers before it is stopped: in time.
        let stopped = stopper.join().unwrap_or(end);
        (thought, end.saturating_duration_since(stopped))
    });
    (stopped, thought.best_move)
}
