//! Latency: how late an engine answers after its time is up, or after it was told to stop.

use crate::erased::{AnyEngine, Settings};
use crate::limits::{Clock, Limits};
use crate::registry::EngineFactory;
use quintain_rules::Rng;
use quintain_rules::erased::AnyPosition;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Random positions are at most this many plies from the start.
const MAX_PLIES: usize = 40;

/// What to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LatencyRequest {
    /// How many answers are measured.
    pub answers: usize,
    /// How many threads search.
    pub threads: usize,
    /// The seed of positions and limits.
    pub seed: u64,
}

/// How late the answers were.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Latency {
    /// How long after its time limit each answer came, sorted.
    pub after_limit: Vec<Duration>,
    /// How long after a stop each answer came, sorted.
    pub after_stop: Vec<Duration>,
    /// Answers that were not legal moves, with their positions. There should be none.
    pub illegal: Vec<String>,
}

/// Asks an engine for moves in random positions on all boards: every other time with a random
/// time limit, otherwise by stopping it at a random moment.
pub fn measure_latency(factory: &dyn EngineFactory, request: &LatencyRequest) -> Latency {
    let mut rng = Rng::new(request.seed);
    let mut engine = factory.engine();
    engine.configure(Settings {
        threads: request.threads,
        ..engine.settings()
    });
    engine.new_game();
    let mut latency = Latency::default();
    for answer in 0..request.answers {
        let position = random_position(factory, &mut rng);
        let wait = Duration::from_micros(1_000 + rng.below(60_000) as u64);
        let (late, best) = if answer % 2 == 0 {
            let (late, best) = with_limit(&mut *engine, &*position, wait, answer % 4 == 0);
            latency.after_limit.push(late);
            (late, best)
        } else {
            let (late, best) = with_stop(&mut *engine, &*position, wait);
            latency.after_stop.push(late);
            (late, best)
        };
        let legal = best
            .as_ref()
            .is_some_and(|best| position.moves().contains(best));
        if !legal {
            let text = position.text();
            let illegal = format!("{best:?} after {late:?} in {text}");
            latency.illegal.push(illegal);
        }
    }
    latency.after_limit.sort_unstable();
    latency.after_stop.sort_unstable();
    latency
}

/// A position of a random game that is not over.
fn random_position(factory: &dyn EngineFactory, rng: &mut Rng) -> Box<dyn AnyPosition> {
    let sizes = factory.game().info().sizes();
    let size = sizes.get(rng.below(sizes.len().max(1))).copied();
    loop {
        let Ok(start) = factory.game().start(size) else {
            continue;
        };
        let plies = rng.below(MAX_PLIES);
        let last = rng
            .erased_playout(&*start)
            .take(plies)
            .take_while(|(_, position)| position.winner().is_none())
            .last();
        let position = last.map_or(start, |(_, position)| position);
        if position.winner().is_none() {
            return position;
        }
    }
}

/// With a time for the move, or with a clock that has no more than that left.
fn with_limit(
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
    let started = Instant::now();
    let result = engine.go(position, &[], &limits, &stop, &mut |_| {});
    (started.elapsed().saturating_sub(wait), result.best_move)
}

fn with_stop(
    engine: &mut dyn AnyEngine,
    position: &dyn AnyPosition,
    wait: Duration,
) -> (Duration, Option<String>) {
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let stopper = scope.spawn(|| {
            std::thread::sleep(wait);
            let stopped = Instant::now();
            stop.store(true, Ordering::Relaxed);
            stopped
        });
        let limits = Limits::default();
        let result = engine.go(position, &[], &limits, &stop, &mut |_| {});
        let end = Instant::now();
        // An engine that has resolved the position answers before it is stopped: in time.
        let stopped = stopper.join().unwrap_or(end);
        (end.saturating_duration_since(stopped), result.best_move)
    })
}
