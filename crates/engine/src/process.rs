//! Other programs as players, through UGI.

use crate::limits::Limits;
use crate::player::Player;
use quintain_rules::erased::AnyPosition;
use quintain_rules::{GameInfo, Side};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How long a program may take to answer what needs no thought.
const PATIENCE: Duration = Duration::from_secs(10);

/// A program that talks UGI.
#[derive(Debug)]
pub struct Process {
    info: &'static GameInfo,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Process {
    /// Starts a program (its name and arguments, separated by white space) and waits until it
    /// is ready.
    pub fn start(info: &'static GameInfo, command: &str) -> Result<Self, String> {
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
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).split(b'\n') {
                let Ok(line) = line else { break };
                let line = String::from_utf8_lossy(&line).trim().to_owned();
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut process = Process {
            info,
            child,
            input,
            lines,
        };
        process.ask("ugi", "ugiok", PATIENCE)?;
        process.ask("isready", "readyok", PATIENCE)?;
        Ok(process)
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .map_err(|error| format!("the engine does not listen: {error}"))
    }

    /// Says a line and waits for one that begins with a word; gives the rest of it.
    fn ask(&mut self, line: &str, word: &str, patience: Duration) -> Result<String, String> {
        self.say(line)?;
        let deadline = Instant::now() + patience;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(answer) => {
                    if let Some(rest) = answer.strip_prefix(word)
                        && (rest.is_empty() || rest.starts_with(' '))
                    {
                        return Ok(rest.trim().to_owned());
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    return Err(format!("the engine did not answer {line:?} with {word}"));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err("the engine has ended".into());
                }
            }
        }
    }
}

impl Player for Process {
    fn info(&self) -> &'static GameInfo {
        self.info
    }

    fn new_game(&mut self) {
        // An engine that has ended says so when it is asked for a move.
        drop(self.say("uginewgame"));
        drop(self.ask("isready", "readyok", PATIENCE));
    }

    fn choose(
        &mut self,
        position: &dyn AnyPosition,
        _: &[u64],
        limits: &Limits,
        _: &AtomicBool,
    ) -> Result<String, String> {
        self.say(&format!("position fen {}", position.text()))?;
        let mut go = String::from("go");
        let mut patience = PATIENCE;
        if let Some(time) = limits.time {
            go += &format!(" movetime {}", time.as_millis());
            patience += time;
        }
        if let Some(clock) = limits.clock {
            let side = if position.turn() == Side::First {
                "p1"
            } else {
                "p2"
            };
            let (left, increment) = (clock.left.as_millis(), clock.increment.as_millis());
            go += &format!(" {side}time {left} {side}inc {increment}");
            patience += clock.left;
        }
        if let Some(depth) = limits.depth {
            go += &format!(" depth {depth}");
        }
        if let Some(nodes) = limits.nodes {
            go += &format!(" nodes {nodes}");
        }
        if limits.time.is_none() && limits.clock.is_none() {
            // A count of plies or positions may take as long as it takes.
            patience = Duration::from_secs(3600);
        }
        let answer = self.ask(&go, "bestmove", patience)?;
        match answer.split_whitespace().next() {
            Some(mv) => Ok(mv.to_owned()),
            None => Err("the engine gave no move".into()),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already; then there is nothing to do.
        drop(self.say("quit"));
        let deadline = Instant::now() + Duration::from_secs(1);
        while Instant::now() < deadline {
            if let Ok(Some(_)) = self.child.try_wait() {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
