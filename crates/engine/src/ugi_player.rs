//! Other programs as players, through UGI.

use crate::limits::Limits;
use crate::player::{GameState, Player};
use quintain_rules::{GameInfo, Side};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// How long a program may take to answer what needs no thought.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);
/// How long it may think about limits that say nothing of time.
const UNTIMED_SEARCH_TIMEOUT: Duration = Duration::from_secs(3600);
/// How often it is looked whether the program is to stop.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// Longer lines are no answers.
const MAX_LINE_BYTES: u64 = 1 << 16;

/// A program that talks UGI.
#[derive(Debug)]
pub struct UgiPlayer {
    info: &'static GameInfo,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    timeout: Duration,
    /// Why it is of no more use: an answer that came late would be taken for the next one.
    fault: Option<String>,
}

impl UgiPlayer {
    /// Starts a program (its name and arguments, separated by white space) and waits until it
    /// is ready.
    pub fn start(info: &'static GameInfo, command: &str) -> Result<Self, String> {
        UgiPlayer::start_with_timeout(info, command, DEFAULT_TIMEOUT)
    }

    /// The same with so much patience: how long the program may take for what needs no thought,
    /// and beyond its limits.
    pub fn start_with_timeout(
        info: &'static GameInfo,
        command: &str,
        patience: Duration,
    ) -> Result<Self, String> {
        let mut words = command.split_whitespace();
        let program = words
            .next()
            .ok_or("an engine needs a command to start it")?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start {program}: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("cannot talk to {program}"));
        };
        // A program that talks on and on has to wait until it is listened to.
        let (sender, lines) = sync_channel(1024);
        std::thread::spawn(move || listen(output, &sender));
        let mut process = UgiPlayer {
            info,
            child,
            input,
            lines,
            timeout: patience,
            fault: None,
        };
        let never = AtomicBool::new(false);
        process.ask("ugi", "ugiok", patience, &never)?;
        process.ask("isready", "readyok", patience, &never)?;
        Ok(process)
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        let said = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        said.map_err(|_| self.ended())
    }

    /// That it has ended, and how if that is known.
    fn ended(&mut self) -> String {
        // Its streams may be closed a little before it is gone.
        let deadline = Instant::now() + Duration::from_millis(200);
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return format!("the engine has ended ({status})"),
                Ok(None) if Instant::now() < deadline => std::thread::sleep(POLL_INTERVAL),
                _ => return "the engine does not listen any more".into(),
            }
        }
    }

    /// Says a line and waits for one that begins with a word; gives the rest of it. If `stop`
    /// is set, it is told to stop.
    fn ask(
        &mut self,
        line: &str,
        word: &str,
        patience: Duration,
        stop: &AtomicBool,
    ) -> Result<String, String> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let answer = self.try_ask(line, word, patience, stop);
        if let Err(fault) = &answer {
            self.fault = Some(fault.clone());
        }
        answer
    }

    fn try_ask(
        &mut self,
        line: &str,
        word: &str,
        patience: Duration,
        stop: &AtomicBool,
    ) -> Result<String, String> {
        self.say(line)?;
        let mut deadline = Instant::now() + patience;
        let mut stopped = false;
        loop {
            if !stopped && stop.load(Ordering::Relaxed) {
                stopped = true;
                deadline = Instant::now() + self.timeout;
                self.say("stop")?;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(answer) => {
                    if let Some(reason) = answer.strip_prefix("info error ") {
                        return Err(format!("the engine refuses: {reason}"));
                    }
                    if let Some(rest) = answer.strip_prefix(word)
                        && (rest.is_empty() || rest.starts_with(' '))
                    {
                        return Ok(rest.trim().to_owned());
                    }
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    let asked = if stopped { "stop" } else { line };
                    return Err(format!("the engine did not answer {asked:?} with {word}"));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }
}

/// Passes on what a program says, line by line, until it ends or nobody listens.
fn listen(output: ChildStdout, sender: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = output
            .by_ref()
            .take(MAX_LINE_BYTES)
            .read_until(b'\n', &mut line);
        if !read.is_ok_and(|bytes| bytes > 0) {
            return;
        }
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        if sender.send(line).is_err() {
            return;
        }
    }
}

/// The command that sets a position. The start is always told: what a program takes for its
/// start position depends on how it was started.
fn position(turn: &GameState<'_>) -> String {
    let mut line = format!("position fen {}", turn.start.text());
    if !turn.steps.is_empty() {
        line += " moves ";
        line += &turn.steps.join(" ");
    }
    line
}

/// The command that begins a search, and how long it should take at most.
fn go(limits: &Limits, turn: Side) -> (String, Duration) {
    let mut go = String::from("go");
    let mut time = Duration::ZERO;
    if let Some(limit) = limits.move_time {
        go += &format!(" movetime {}", limit.as_millis());
        time += limit;
    }
    if let Some(clock) = limits.clock {
        let side = match turn {
            Side::First => "p1",
            Side::Second => "p2",
        };
        let (left, increment) = (clock.remaining.as_millis(), clock.increment.as_millis());
        go += &format!(" {side}time {left} {side}inc {increment}");
        time += clock.remaining;
    }
    if let Some(depth) = limits.depth {
        go += &format!(" depth {depth}");
    }
    if let Some(nodes) = limits.nodes {
        go += &format!(" nodes {nodes}");
    }
    if limits.move_time.is_none() && limits.clock.is_none() {
        time = UNTIMED_SEARCH_TIMEOUT;
    }
    (go, time)
}

impl Player for UgiPlayer {
    fn info(&self) -> &'static GameInfo {
        self.info
    }

    fn new_game(&mut self) {
        // What goes wrong here is told when it is asked for a move.
        drop(self.say("uginewgame"));
        drop(self.ask("isready", "readyok", self.timeout, &AtomicBool::new(false)));
    }

    fn choose(
        &mut self,
        turn: &GameState<'_>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<String, String> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        self.say(&position(turn))?;
        let (go, time) = go(limits, turn.position.turn());
        let answer = self.ask(&go, "bestmove", time.saturating_add(self.timeout), stop)?;
        match answer.split_whitespace().next() {
            Some(mv) => Ok(mv.to_owned()),
            None => Err("the engine gave no move".into()),
        }
    }
}

impl Drop for UgiPlayer {
    fn drop(&mut self) {
        // It may have ended already; then there is nothing to do.
        drop(self.say("quit"));
        let patience = match self.fault {
            // Who does not answer does not quit either.
            Some(_) => Duration::ZERO,
            None => Duration::from_secs(1),
        };
        let deadline = Instant::now() + patience;
        loop {
            if let Ok(Some(_)) = self.child.try_wait() {
                return;
            }
            if Instant::now() >= deadline {
                break;
            }
            std::thread::sleep(POLL_INTERVAL);
        }
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
