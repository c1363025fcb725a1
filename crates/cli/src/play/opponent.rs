//! Opponents that are programs: the built-in engine or another one through UGI, each thinking on
//! a thread of its own.

use super::OpponentError;
use quintain_engine::{
    Clock, EngineFactory, GameState, Level, Limits, Player, SearchResult, Settings, UgiConfig,
    UgiPlayer,
};
use quintain_rules::erased::AnyPosition;
use quintain_rules::message::Message;
use quintain_table::{Controller, EngineLevel, Table, Timestamp};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// How long a program thinks about a move if there is no clock.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(2);

/// A program that plays: asked for a move, it replies some time later.
#[derive(Debug)]
pub(super) struct Opponent {
    requests: Sender<Request>,
    replies: Receiver<(u64, Reply)>,
    /// The request without an answer so far: its number, and the flag that stops it.
    pending: Option<(u64, Arc<AtomicBool>)>,
    requests_sent: u64,
    /// When it began to think, and how long it is expected to.
    expected: Option<(Instant, Duration)>,
}

/// An opponent's reply to a request for a move.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Reply {
    /// Its result so far.
    Thinking(SearchResult),
    /// Its move, and how it came to it if it says so.
    Move(String, Option<SearchResult>),
    /// Why it cannot play.
    Failed(Message),
}

struct Request {
    number: u64,
    start: Box<dyn AnyPosition>,
    steps: Vec<String>,
    position: Box<dyn AnyPosition>,
    history: Vec<u64>,
    limits: Limits,
    stop: Arc<AtomicBool>,
}

impl Opponent {
    /// Starts a program; `None` for a person. The weaker levels make their random choices from
    /// `seed`.
    pub(super) fn start(
        factory: &'static dyn EngineFactory,
        controller: &Controller,
        seed: u64,
    ) -> Option<Opponent> {
        if controller.is_human() {
            return None;
        }
        let controller = controller.clone();
        let (requests, to_answer) = channel::<Request>();
        let (sender, replies) = channel();
        std::thread::spawn(move || match controller {
            Controller::Human => {}
            Controller::Engine { level } => run_engine(factory, level, seed, &to_answer, &sender),
            Controller::Ugi { command } => {
                run_process(factory, &command, seed, &to_answer, &sender);
            }
        });
        Some(Opponent {
            requests,
            replies,
            pending: None,
            requests_sent: 0,
            expected: None,
        })
    }

    /// Asks for a move at a table, within what its clock shows now. A pending request is
    /// dropped.
    pub(super) fn request_move(&mut self, table: &Table, now: Timestamp) {
        let clock = table
            .clocks()
            .zip(table.turn())
            .map(|(clocks, side)| Clock {
                remaining: Duration::from_millis(clocks.remaining_ms(side, now)),
                increment: Duration::from_millis(clocks.control().increment_ms()),
            });
        let limits = Limits {
            move_time: clock.is_none().then_some(DEFAULT_MOVE_TIME),
            clock,
            ..Limits::default()
        };
        self.request_within(table, limits);
    }

    /// Asks for a move within limits.
    pub(super) fn request_within(&mut self, table: &Table, limits: Limits) {
        self.cancel();
        self.requests_sent += 1;
        let stop = Arc::new(AtomicBool::new(false));
        self.pending = Some((self.requests_sent, Arc::clone(&stop)));
        self.expected = limits.expected_time().map(|time| (Instant::now(), time));
        let steps = table.steps().iter();
        let request = Request {
            number: self.requests_sent,
            start: table.start().boxed_clone(),
            steps: steps.map(|played| played.step.text.clone()).collect(),
            position: table.position().boxed_clone(),
            history: table.history().to_vec(),
            limits,
            stop,
        };
        // If the thread has ended, `next` reports it.
        drop(self.requests.send(request));
    }

    /// Whether it is thinking.
    pub(super) fn is_busy(&self) -> bool {
        self.pending.is_some()
    }

    /// How much of its expected thinking time has passed, from 0 to 1; `None` if it is not
    /// thinking, or is not limited by time. It may reply earlier.
    pub(super) fn progress(&self) -> Option<f64> {
        let (started_at, expected) = self.expected.filter(|_| self.is_busy())?;
        let part = started_at.elapsed().as_secs_f64() / expected.as_secs_f64().max(1e-3);
        Some(part.min(1.0))
    }

    /// Drops the pending request.
    pub(super) fn cancel(&mut self) {
        self.move_now();
        self.pending = None;
    }

    /// Makes it reply at once with the best it has found.
    pub(super) fn move_now(&mut self) {
        if let Some((_, stop)) = &self.pending {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Its next reply, waiting no longer than the timeout.
    pub(super) fn next(&mut self, timeout: Duration) -> Option<Reply> {
        let deadline = Instant::now() + timeout;
        let pending = self.pending.as_ref()?.0;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let reply = match self.replies.recv_timeout(left) {
                // A reply to a request that was dropped.
                Ok((number, _)) if number != pending => continue,
                Ok((_, reply)) => reply,
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => Reply::Failed(OpponentError::Ended.into()),
            };
            if !matches!(reply, Reply::Thinking(_)) {
                self.pending = None;
            }
            return Some(reply);
        }
    }
}

impl Drop for Opponent {
    fn drop(&mut self) {
        self.cancel();
    }
}

fn run_engine(
    factory: &'static dyn EngineFactory,
    level: EngineLevel,
    seed: u64,
    requests: &Receiver<Request>,
    replies: &Sender<(u64, Reply)>,
) {
    let mut engine = factory.engine();
    engine.configure(Settings {
        level: Level::new(level.number()).unwrap_or(Level::FULL),
        seed,
        ..engine.settings()
    });
    for request in requests {
        // If nobody listens any more, the reply does not matter.
        let send = |reply| drop(replies.send((request.number, reply)));
        let result = engine.go(
            &*request.position,
            &request.history,
            &request.limits,
            &request.stop,
            &mut |result| send(Reply::Thinking(result.clone())),
        );
        send(match result.best_move.clone() {
            Some(best) => Reply::Move(best, Some(result)),
            None => Reply::Failed(OpponentError::NoMove.into()),
        });
    }
}

fn run_process(
    factory: &'static dyn EngineFactory,
    command: &str,
    seed: u64,
    requests: &Receiver<Request>,
    replies: &Sender<(u64, Reply)>,
) {
    let mut player = UgiPlayer::start(factory.game().info(), &UgiConfig::new(command));
    if let Ok(player) = &mut player {
        player.new_game(seed);
    }
    for request in requests {
        let state = GameState {
            start: &*request.start,
            steps: &request.steps,
            position: &*request.position,
            history: &request.history,
        };
        let chosen = match &mut player {
            Ok(player) => player.choose(&state, &request.limits, &request.stop),
            Err(reason) => Err(reason.clone()),
        };
        let reply = match chosen {
            Ok(text) => Reply::Move(text, None),
            Err(reason) => Reply::Failed(reason.into()),
        };
        drop(replies.send((request.number, reply)));
    }
}
