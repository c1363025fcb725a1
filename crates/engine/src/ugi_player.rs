//! Other programs as players, through the Universal Game Interface.

use crate::limits::Limits;
use crate::player::{GameState, Player, PlayerError};
use quintain_rules::{GameInfo, Registry, Side, quote};
use std::io::{BufRead, BufReader, Read, Write};
use std::ops::RangeInclusive;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// How long a program may take to answer a request that needs no search.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);
/// How long it may search under limits that do not mention time.
const UNTIMED_SEARCH_TIMEOUT: Duration = Duration::from_secs(3600);
/// How often the stop flag is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// The option for random choices.
const SEED: &str = "Seed";
/// More options than this are not kept.
const MAX_OPTIONS: usize = 1024;
/// Longer lines are not answers.
const MAX_LINE_BYTES: u64 = 1 << 16;

/// Which way a line went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the program.
    Sent,
    /// From the program.
    Received,
}

/// Called with every line as it is sent or received, from several threads.
pub type ProtocolLog = Arc<dyn Fn(Direction, &str) + Send + Sync>;

/// How a program is started.
#[derive(Clone)]
pub struct UgiConfig {
    /// Its name and arguments, separated by whitespace.
    pub command: String,
    /// Options to set, by name; a button has no value.
    pub options: Vec<(String, Option<String>)>,
    /// How long it may take to answer requests that need no search, and how far it may exceed
    /// its limits until it is given up.
    pub timeout: Duration,
    /// Is told what is said.
    pub log: Option<ProtocolLog>,
}

impl UgiConfig {
    /// A command with the default timeout, no options and no log.
    pub fn new(command: impl Into<String>) -> Self {
        UgiConfig {
            command: command.into(),
            options: Vec::new(),
            timeout: DEFAULT_TIMEOUT,
            log: None,
        }
    }
}

/// A program that speaks UGI.
pub struct UgiPlayer {
    info: &'static GameInfo,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    timeout: Duration,
    log: Option<ProtocolLog>,
    /// The `option` lines it sent.
    declared: Vec<String>,
    /// The range of its option `Seed`, if it has one that nobody has set.
    seeds: Option<RangeInclusive<i64>>,
    /// Why it can no longer be used: a late answer would be taken for the answer to the next
    /// request.
    fault: Option<PlayerError>,
}

impl UgiPlayer {
    /// Starts a program, sets its options and waits until it is ready.
    pub fn start(info: &'static GameInfo, config: &UgiConfig) -> Result<Self, PlayerError> {
        let mut words = config.command.split_whitespace();
        let program = words.next().ok_or(PlayerError::NoCommand)?;
        let mut command = Command::new(program);
        command
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        // Ctrl-C in a terminal is for us: a program that it ended would seem to have crashed. All
        // programs end when their input does.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| PlayerError::CannotStart {
            program: program.to_owned(),
            error: error.into(),
        })?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(PlayerError::InputClosed);
        };
        // Bounded: a program that writes without end has to wait for its reader.
        let (sender, lines) = sync_channel(1024);
        let log = config.log.clone();
        std::thread::spawn(move || forward_lines(output, &sender, log.as_ref()));
        let mut player = UgiPlayer {
            info,
            child,
            input,
            lines,
            timeout: config.timeout,
            log: config.log.clone(),
            declared: Vec::new(),
            seeds: None,
            fault: None,
        };
        let never = AtomicBool::new(false);
        player.request("ugi", "ugiok", config.timeout, &never)?;
        let mut seed_is_set = false;
        for (name, value) in &config.options {
            player.set_option(name, value.as_deref())?;
            seed_is_set |= name.eq_ignore_ascii_case(SEED);
        }
        player.request("isready", "readyok", config.timeout, &never)?;
        let declared = player.declared.iter();
        let seed = declared.filter(|_| !seed_is_set).find_map(|line| {
            let is_seed = option_name(line)?.eq_ignore_ascii_case(SEED);
            is_seed.then(|| spin_range(line)).flatten()
        });
        player.seeds = seed;
        Ok(player)
    }

    /// Sets an option that it has declared.
    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), PlayerError> {
        let mut names = self.declared.iter().filter_map(|line| option_name(line));
        let Some(name) = names.find(|known| known.eq_ignore_ascii_case(name)) else {
            let name = quote(name);
            return Err(PlayerError::NoOption { name });
        };
        let line = match value {
            Some(value) => format!("setoption name {name} value {value}"),
            None => format!("setoption name {name}"),
        };
        self.send(&line)
    }

    fn send(&mut self, line: &str) -> Result<(), PlayerError> {
        if let Some(log) = &self.log {
            log(Direction::Sent, line);
        }
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| {
            let fault = self.exit_reason();
            self.fault = Some(fault.clone());
            fault
        })
    }

    /// Says that it has exited, and with which status if that is known.
    fn exit_reason(&mut self) -> PlayerError {
        // Its streams may be closed a little before it exits.
        let deadline = Instant::now() + Duration::from_millis(200);
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    let status = status_text(status);
                    return PlayerError::Exited { status };
                }
                Ok(None) if Instant::now() < deadline => std::thread::sleep(POLL_INTERVAL),
                _ => return PlayerError::InputClosed,
            }
        }
    }

    /// Sends a line and waits for one that starts with a word; returns the rest of it. If `stop`
    /// is set meanwhile, sends `stop`.
    fn request(
        &mut self,
        line: &str,
        word: &str,
        timeout: Duration,
        stop: &AtomicBool,
    ) -> Result<String, PlayerError> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let answer = self.try_request(line, word, timeout, stop);
        if let Err(fault) = &answer {
            self.fault = Some(fault.clone());
        }
        answer
    }

    fn try_request(
        &mut self,
        line: &str,
        word: &str,
        timeout: Duration,
        stop: &AtomicBool,
    ) -> Result<String, PlayerError> {
        self.send(line)?;
        let mut deadline = Instant::now() + timeout;
        let mut stopped = false;
        loop {
            if !stopped && stop.load(Ordering::Relaxed) {
                stopped = true;
                deadline = Instant::now() + self.timeout;
                self.send("stop")?;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(answer) => {
                    if answer.starts_with("option ") && self.declared.len() < MAX_OPTIONS {
                        self.declared.push(answer);
                        continue;
                    }
                    if let Some(reason) = answer.strip_prefix("info error ") {
                        let reason = reason.to_owned();
                        return Err(PlayerError::Reported { reason });
                    }
                    if let Some(rest) = answer.strip_prefix(word)
                        && (rest.is_empty() || rest.starts_with(' '))
                    {
                        return Ok(rest.trim().to_owned());
                    }
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    let sent = if stopped { "stop" } else { line };
                    return Err(PlayerError::NoAnswer {
                        sent: format!("{sent:?}"),
                        expected: word.to_owned(),
                    });
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.exit_reason()),
            }
        }
    }
}

/// The name in a line such as `option name Clear Hash type button`.
fn option_name(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once(" name ")?;
    let end = rest.find(" type ").unwrap_or(rest.len());
    Some(rest[..end].trim())
}

/// The range in a line such as `option name Seed type spin default 0 min 0 max 100`.
fn spin_range(line: &str) -> Option<RangeInclusive<i64>> {
    let mut words = line.split_whitespace();
    let mut bound = |name: &str| words.by_ref().skip_while(|&word| word != name).nth(1);
    let min: i64 = bound("min")?.parse().ok()?;
    let max: i64 = bound("max")?.parse().ok()?;
    (min <= max).then_some(min..=max)
}

/// A seed in a range.
fn seed_within(seed: u64, range: &RangeInclusive<i64>) -> i64 {
    let (min, max) = (i128::from(*range.start()), i128::from(*range.end()));
    let within = min + i128::from(seed) % (max - min + 1);
    i64::try_from(within).unwrap_or(*range.start())
}

/// An exit status as a number: negative for the signal that ended a process.
fn status_text(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("-{signal}");
    }
    status.code().unwrap_or_default().to_string()
}

/// Forwards a program's output, line by line, until it ends or the receiver is gone.
fn forward_lines(output: ChildStdout, sender: &SyncSender<String>, log: Option<&ProtocolLog>) {
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
        if let Some(log) = log {
            log(Direction::Received, &line);
        }
        if sender.send(line).is_err() {
            return;
        }
    }
}

/// The `position` command: `startpos` for the game's default start, and any other as a position
/// string.
fn position_command(state: &GameState<'_>) -> String {
    let start = state.start.text();
    let games = Registry::standard();
    let default = games.get(state.start.info().id).ok();
    let default = default.and_then(|game| game.start(None).ok());
    let mut line = match default {
        Some(default) if default.text() == start => "position startpos".to_owned(),
        _ => format!("position fen {start}"),
    };
    if !state.steps.is_empty() {
        line += " moves ";
        line += &state.steps.join(" ");
    }
    line
}

/// The `go` command, and how long the search should take at most.
fn go_command(limits: &Limits, turn: Side) -> (String, Duration) {
    let mut go = String::from("go");
    let mut time = Duration::ZERO;
    if let Some(limit) = limits.move_time {
        go += &format!(" movetime {}", limit.as_millis());
        time += limit;
    }
    let clocks = match turn {
        Side::First => [limits.clock, limits.opponent_clock],
        Side::Second => [limits.opponent_clock, limits.clock],
    };
    for (side, clock) in ["p1", "p2"].into_iter().zip(clocks) {
        if let Some(clock) = clock {
            let (left, increment) = (clock.remaining.as_millis(), clock.increment.as_millis());
            go += &format!(" {side}time {left} {side}inc {increment}");
        }
    }
    if let Some(clock) = limits.clock {
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

    fn new_game(&mut self, seed: u64) {
        // Errors here are reported when it is asked for a move.
        if self.fault.is_some() {
            return;
        }
        if let Some(range) = &self.seeds {
            let value = seed_within(seed, range).to_string();
            drop(self.set_option(SEED, Some(&value)));
        }
        drop(self.send("uginewgame"));
        drop(self.request("isready", "readyok", self.timeout, &AtomicBool::new(false)));
    }

    fn is_usable(&self) -> bool {
        self.fault.is_none()
    }

    fn choose(
        &mut self,
        state: &GameState<'_>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<String, PlayerError> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        self.send(&position_command(state))?;
        let (go, time) = go_command(limits, state.position.turn());
        let answer = self.request(&go, "bestmove", time.saturating_add(self.timeout), stop)?;
        match answer.split_whitespace().next() {
            Some("resign") => Err(PlayerError::Resigned),
            Some(mv) => Ok(mv.to_owned()),
            None => Err(PlayerError::NoMove),
        }
    }
}

impl Drop for UgiPlayer {
    fn drop(&mut self) {
        // It may have exited already; then there is nothing to do.
        drop(self.send("quit"));
        let timeout = match self.fault {
            // A program that does not answer does not quit either.
            Some(_) => Duration::ZERO,
            None => Duration::from_secs(1),
        };
        let deadline = Instant::now() + timeout;
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
