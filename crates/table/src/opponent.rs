//! Players that are programs: the engine or another one, thinking on a thread of its own.

use crate::clock::Time;
use crate::setup::Controller;
use crate::table::Table;
use quintain_engine::{EngineFactory, Level, Limits, Player, UgiPlayer, Settings, SearchResult, GameState};
use quintain_rules::erased::AnyPosition;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// How long a program thinks about a move if there is no clock.
const PATIENCE: Duration = Duration::from_secs(2);

/// A program that plays, asked for a move and answering some time later.
#[derive(Debug)]
pub struct Opponent {
    questions: Sender<Question>,
    answers: Receiver<(u64, Answer)>,
    /// The question that waits for an answer: its number, and what stops it.
    open: Option<(u64, Arc<AtomicBool>)>,
    asked: u64,
    /// When it was asked, and how long it is expected to think.
    pace: Option<(Instant, Duration)>,
}

/// What an opponent says.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// What it has found so far.
    Thinking(SearchResult),
    /// Its move, and what it thought if it tells.
    Move(String, Option<SearchResult>),
    /// It cannot play, and why.
    Failed(String),
}

struct Question {
    number: u64,
    start: Box<dyn AnyPosition>,
    steps: Vec<String>,
    position: Box<dyn AnyPosition>,
    keys: Vec<u64>,
    limits: Limits,
    stop: Arc<AtomicBool>,
}

impl Opponent {
    /// Starts a program; nothing for a person, who needs none. `seed` is what chance is made
    /// from at the levels that have a say for it.
    pub fn start(
        expert: &'static dyn EngineFactory,
        controller: &Controller,
        seed: u64,
    ) -> Option<Opponent> {
        if controller.is_human() {
            return None;
        }
        let controller = controller.clone();
        let (questions, to_answer) = channel::<Question>();
        let (sender, answers) = channel();
        std::thread::spawn(move || match controller {
            Controller::Human => {}
            Controller::Engine { level } => be_engine(expert, level, seed, &to_answer, &sender),
            Controller::Ugi { command } => be_program(expert, &command, &to_answer, &sender),
        });
        Some(Opponent {
            questions,
            answers,
            open: None,
            asked: 0,
            pace: None,
        })
    }

    /// Asks for a move at a table; the clock, if there is one, is read now. An earlier question
    /// is dropped.
    pub fn ask(&mut self, table: &Table, now: Time) {
        let clocks = table.clocks().zip(table.turn());
        let limits = match clocks {
            Some((clocks, side)) => Limits {
                clock: Some(clocks.for_engine(side, now)),
                ..Limits::default()
            },
            None => Limits {
                move_time: Some(PATIENCE),
                ..Limits::default()
            },
        };
        self.ask_within(table, limits);
    }

    /// Asks for a move within limits.
    pub fn ask_within(&mut self, table: &Table, limits: Limits) {
        self.cancel();
        self.asked += 1;
        let stop = Arc::new(AtomicBool::new(false));
        self.open = Some((self.asked, Arc::clone(&stop)));
        self.pace = limits.expected_time().map(|time| (Instant::now(), time));
        let question = Question {
            number: self.asked,
            start: table.start().boxed_clone(),
            steps: table.steps().iter().map(|step| step.text.clone()).collect(),
            position: table.position().boxed_clone(),
            keys: table.keys().to_vec(),
            limits,
            stop,
        };
        // A thread that has ended has said why; `next` tells.
        drop(self.questions.send(question));
    }

    /// Whether a question waits for an answer.
    pub fn is_busy(&self) -> bool {
        self.open.is_some()
    }

    /// How much of the time it is expected to think has gone by, from 0 to 1; nothing if it is
    /// not asked, or time is not what ends its thinking. It may answer earlier.
    pub fn progress(&self) -> Option<f64> {
        let (begun, expected) = self.pace.filter(|_| self.is_busy())?;
        let part = begun.elapsed().as_secs_f64() / expected.as_secs_f64().max(1e-3);
        Some(part.min(1.0))
    }

    /// Drops the question that waits.
    pub fn cancel(&mut self) {
        if let Some((_, stop)) = self.open.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Has it answer at once with what it has found.
    pub fn hurry(&mut self) {
        if let Some((_, stop)) = &self.open {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// What it says next, waiting at most so long.
    pub fn next(&mut self, patience: Duration) -> Option<Answer> {
        let deadline = Instant::now() + patience;
        let open = self.open.as_ref()?.0;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let answer = match self.answers.recv_timeout(left) {
                // Answers to questions that were dropped are of no interest.
                Ok((number, _)) if number != open => continue,
                Ok((_, answer)) => answer,
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => {
                    Answer::Failed("the program has ended".into())
                }
            };
            if !matches!(answer, Answer::Thinking(_)) {
                self.open = None;
            }
            return Some(answer);
        }
    }
}

impl Drop for Opponent {
    fn drop(&mut self) {
        self.cancel();
    }
}

fn be_engine(
    expert: &'static dyn EngineFactory,
    level: u8,
    seed: u64,
    questions: &Receiver<Question>,
    answers: &Sender<(u64, Answer)>,
) {
    let mut engine = expert.engine();
    engine.configure(Settings {
        level: Level::new(level).unwrap_or(Level::FULL),
        seed,
        ..engine.settings()
    });
    for question in questions {
        let number = question.number;
        // Nobody listens any more: the answer is of no interest to anybody.
        let say = |answer| drop(answers.send((number, answer)));
        let thought = engine.go(
            &*question.position,
            &question.keys,
            &question.limits,
            &question.stop,
            &mut |thought| say(Answer::Thinking(thought.clone())),
        );
        say(match thought.best_move.clone() {
            Some(best) => Answer::Move(best, Some(thought)),
            None => Answer::Failed("the engine has no move".into()),
        });
    }
}

fn be_program(
    expert: &'static dyn EngineFactory,
    command: &str,
    questions: &Receiver<Question>,
    answers: &Sender<(u64, Answer)>,
) {
    let mut process = match UgiPlayer::start(expert.game().info(), command) {
        Ok(process) => process,
        Err(reason) => return refuse_all(questions, answers, &reason),
    };
    process.new_game();
    for question in questions {
        let turn = GameState {
            start: &*question.start,
            steps: &question.steps,
            position: &*question.position,
            history: &question.keys,
        };
        let answer = match process.choose(&turn, &question.limits, &question.stop) {
            Ok(text) => Answer::Move(text, None),
            Err(reason) => Answer::Failed(reason),
        };
        drop(answers.send((question.number, answer)));
    }
}

fn refuse_all(questions: &Receiver<Question>, answers: &Sender<(u64, Answer)>, reason: &str) {
    for question in questions {
        drop(answers.send((question.number, Answer::Failed(reason.to_owned()))));
    }
}
