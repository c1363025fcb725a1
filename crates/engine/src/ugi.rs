//! The Universal Game Interface (UGI): UCI for any two-player game, over two streams.
//! `docs/ugi.md` describes the commands and answers.

mod command;
mod options;
mod perft;
mod ponder;
mod report;

use crate::erased::{AnyEngine, GoRequest, Settings};
use crate::host::Host;
use crate::registry::EngineFactory;
use crate::search::SearchResult;
use crate::tablebase::Tablebase;
use command::{Command, Go, parse};
use ponder::PonderHost;
use quintain_rules::Side;
use quintain_rules::erased::AnyPosition;
use report::{best_move_line, info_line, say};
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Which root move is being searched is reported after this long.
const CURRENT_MOVE_AFTER: Duration = Duration::from_secs(1);

/// Longer lines are cut: a position after thousands of moves fits.
const MAX_LINE_BYTES: usize = 1 << 20;

/// Where the session and the search write their answers.
type Output = Arc<Mutex<dyn Write + Send>>;

/// Speaks UGI about a game until `quit` or the end of the input.
///
/// `start` is the position that `startpos` means; the engine may start with a tablebase for its
/// board. A line that is not understood, or not possible now, is answered by `info error` and
/// changes nothing.
pub fn run(
    factory: &'static dyn EngineFactory,
    start: Box<dyn AnyPosition>,
    tablebase: Option<Arc<Tablebase>>,
    mut input: impl BufRead,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let mut engine = factory.engine();
    engine.set_tablebase(tablebase).map_err(io::Error::other)?;
    let host = Arc::new(PonderHost::default());
    engine.set_host(Arc::clone(&host) as Arc<dyn Host>);
    let mut session = Session {
        factory,
        settings: engine.settings(),
        engine: Arc::new(Mutex::new(engine)),
        host,
        ponder: false,
        position: start.clone(),
        start,
        history: Vec::new(),
        search: None,
        output: Arc::new(Mutex::new(output)),
    };
    let mut line = Vec::new();
    while read_line(&mut input, &mut line)? {
        let text = String::from_utf8_lossy(&line);
        match parse(text.trim()) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => break,
            Ok(Some(command)) => session.handle(command)?,
            Err(reason) => session.error(&reason)?,
        }
    }
    session.stop();
    Ok(())
}

/// Reads a line; `false` at the end of the input. What exceeds the longest line is skipped, so that
/// no input takes all memory.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let mut any = false;
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            return Ok(any);
        }
        any = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let length = end.unwrap_or(buffer.len());
        let kept = length.min(MAX_LINE_BYTES - line.len());
        line.extend_from_slice(&buffer[..kept]);
        input.consume(end.map_or(length, |end| end + 1));
        if end.is_some() {
            return Ok(true);
        }
    }
}

struct Session {
    factory: &'static dyn EngineFactory,
    engine: Arc<Mutex<Box<dyn AnyEngine>>>,
    settings: Settings,
    /// The clock, which stands still while the engine ponders.
    host: Arc<PonderHost>,
    /// Whether the client wants to know what to ponder on.
    ponder: bool,
    start: Box<dyn AnyPosition>,
    position: Box<dyn AnyPosition>,
    /// The Zobrist hashes of the positions before this one.
    history: Vec<u64>,
    search: Option<Search>,
    output: Output,
}

/// A search that is running, or has ended and not been joined.
struct Search {
    stop: Arc<AtomicBool>,
    /// Set just before `bestmove` is written: a client that has read it may continue at once,
    /// while the thread is still ending.
    answered: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Session {
    fn say(&self, text: &str) -> io::Result<()> {
        say(&self.output, text)
    }

    fn error(&self, reason: &str) -> io::Result<()> {
        self.say(&format!("info error {reason}"))
    }

    /// Whether a search is running.
    fn is_searching(&self) -> bool {
        let answered = |search: &Search| search.answered.load(Ordering::Acquire);
        self.search.as_ref().is_some_and(|search| !answered(search))
    }

    /// Stops the search and waits for its answer.
    fn stop(&mut self) {
        if let Some(search) = self.search.take() {
            search.stop.store(true, Ordering::Relaxed);
            self.host.resume();
            // A search that panicked has not answered; the session continues.
            drop(search.thread.join());
        }
    }

    fn handle(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Ugi => self.identify(),
            Command::IsReady => {
                if !self.is_searching() {
                    // Too large a table was rejected when its size was set.
                    drop(self.with_engine(|engine| engine.ensure_ready()));
                }
                self.say("readyok")
            }
            Command::Stop => {
                self.stop();
                Ok(())
            }
            Command::PonderHit => {
                if self.is_searching() && self.host.resume() {
                    Ok(())
                } else {
                    self.error("there is no search that ponders")
                }
            }
            Command::Query(question) => match self.query(&question) {
                Some(answer) => self.say(&format!("response {answer}")),
                None => self.error(&format!("there is no query {question:?}")),
            },
            // The other commands would change the position or the engine during a search.
            _ if self.is_searching() => self.error("a search is running; send stop first"),
            Command::NewGame => {
                self.stop();
                self.with_engine(|engine| engine.new_game());
                self.set_position(self.start.clone(), Vec::new());
                Ok(())
            }
            Command::SetOption { name, value } => match self.set_option(&name, value.as_deref()) {
                Ok(()) => Ok(()),
                Err(reason) => self.error(&reason),
            },
            Command::Position { text, steps } => match self.play(text.as_deref(), &steps) {
                Ok((position, history)) => {
                    self.set_position(position, history);
                    Ok(())
                }
                Err(reason) => self.error(&reason),
            },
            Command::Go(go) => self.go(go),
            Command::Perft(depth) => self.perft(depth),
            Command::Quit => Ok(()),
        }
    }

    fn with_engine<T>(&self, action: impl FnOnce(&mut dyn AnyEngine) -> T) -> T {
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        action(&mut **engine)
    }

    fn set_position(&mut self, position: Box<dyn AnyPosition>, history: Vec<u64>) {
        self.position = position;
        self.history = history;
    }

    /// The position after some steps, and the Zobrist hashes of those before it.
    fn play(
        &self,
        text: Option<&str>,
        steps: &[String],
    ) -> Result<(Box<dyn AnyPosition>, Vec<u64>), String> {
        let mut position = match text {
            None => self.start.clone(),
            Some(text) => self
                .factory
                .game()
                .parse(text)
                .map_err(|error| error.to_string())?,
        };
        let mut history = Vec::with_capacity(steps.len());
        for step in steps {
            history.push(position.zobrist());
            position.play(step).map_err(|error| error.to_string())?;
        }
        Ok((position, history))
    }

    fn query(&self, question: &str) -> Option<String> {
        let truth = |truth: bool| Some(truth.to_string());
        match question {
            "gameover" => truth(self.position.winner().is_some()),
            "p1turn" => truth(self.position.turn() == Side::First),
            "result" => Some(match self.position.winner() {
                Some(Side::First) => "p1win".into(),
                Some(Side::Second) => "p2win".into(),
                None => "none".into(),
            }),
            "legalmoves" if self.position.winner().is_some() => Some("none".into()),
            "legalmoves" => Some(self.position.moves().join(" ")),
            _ => None,
        }
    }

    fn go(&mut self, go: Go) -> io::Result<()> {
        self.stop();
        if self.position.winner().is_some() {
            return self.error("the game is over");
        }
        let moves = self.position.moves();
        if let Some(illegal) = go.search_moves.iter().find(|mv| !moves.contains(mv)) {
            return self.error(&format!("{illegal} is not a legal move"));
        }
        if go.ponder {
            self.host.pause();
        }
        let engine = Arc::clone(&self.engine);
        let (position, history) = (self.position.clone(), self.history.clone());
        let (host, ponder) = (Arc::clone(&self.host), self.ponder);
        self.spawn(move |stop, output| {
            let request = GoRequest {
                position: &*position,
                history: &history,
                limits: go.limits(position.turn()),
                search_moves: &go.search_moves,
                on_current_move: None,
            };
            let result = search(&engine, &request, stop, output);
            // A search that ponders answers when it is known whether it was worth it.
            host.wait_until_running();
            Some(best_move_line(&result, ponder))
        });
        Ok(())
    }

    /// Runs work beside the session; what it returns is its answer.
    fn spawn(
        &mut self,
        work: impl FnOnce(&AtomicBool, &Output) -> Option<String> + Send + 'static,
    ) {
        let stop = Arc::new(AtomicBool::new(false));
        let answered = Arc::new(AtomicBool::new(false));
        let (flag, done) = (Arc::clone(&stop), Arc::clone(&answered));
        let output = Arc::clone(&self.output);
        let thread = std::thread::spawn(move || {
            let answer = work(&flag, &output);
            done.store(true, Ordering::Release);
            if let Some(answer) = answer {
                drop(say(&output, &answer));
            }
        });
        self.search = Some(Search {
            stop,
            answered,
            thread,
        });
    }
}

/// Searches and writes `info` lines.
fn search(
    engine: &Mutex<Box<dyn AnyEngine>>,
    request: &GoRequest<'_>,
    stop: &AtomicBool,
    output: &Output,
) -> SearchResult {
    let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
    let started = Instant::now();
    let on_current_move = |depth: u8, mv: &str, number: usize| {
        if started.elapsed() >= CURRENT_MOVE_AFTER {
            let line = format!("info depth {depth} currmove {mv} currmovenumber {number}");
            drop(say(output, &line));
        }
    };
    let request = GoRequest {
        on_current_move: Some(&on_current_move),
        ..*request
    };
    engine.go_request(&request, stop, &mut |result| {
        // While the engine ponders, its own clock stands still.
        let mut result = result.clone();
        result.time = started.elapsed();
        for (place, line) in result.lines.iter().enumerate() {
            drop(say(output, &info_line(&result, place, line)));
        }
    })
}
