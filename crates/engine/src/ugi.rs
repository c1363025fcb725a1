//! The Universal Game Interface (UGI): UCI for any two-player game, over two streams.
//! `docs/ugi.md` describes the commands and answers.

mod command;

use crate::erased::{AnyEngine, Settings};
use crate::level::Level;
use crate::limits::Limits;
use crate::registry::EngineFactory;
use crate::score::{Mate, Score};
use crate::search::{PvLine, SearchResult};
use crate::tablebase::Tablebase;
use command::{Command, Go, parse};
use quintain_rules::Side;
use quintain_rules::erased::AnyPosition;
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// The largest transposition table, in mebibytes.
pub(crate) const MAX_HASH_MIB: usize = 65_536;
/// The largest number of threads.
pub(crate) const MAX_THREADS: usize = 256;
/// The largest number of lines.
pub(crate) const MAX_MULTI_PV: usize = 256;

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
    input: impl BufRead,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let mut engine = factory.engine();
    engine.set_tablebase(tablebase).map_err(io::Error::other)?;
    let mut session = Session {
        factory,
        settings: engine.settings(),
        engine: Arc::new(Mutex::new(engine)),
        position: start.clone(),
        start,
        history: Vec::new(),
        search: None,
        output: Arc::new(Mutex::new(output)),
    };
    for line in input.split(b'\n') {
        let line = line?;
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

struct Session {
    factory: &'static dyn EngineFactory,
    engine: Arc<Mutex<Box<dyn AnyEngine>>>,
    settings: Settings,
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
            // A search that panicked has not answered; the session continues.
            drop(search.thread.join());
        }
    }

    fn handle(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Ugi => self.identify(),
            Command::IsReady => {
                if !self.is_searching() {
                    self.with_engine(|engine| engine.ensure_ready());
                }
                self.say("readyok")
            }
            Command::Stop => {
                self.stop();
                Ok(())
            }
            Command::Query(question) => {
                let answer = self.query(&question);
                match answer {
                    Some(answer) => self.say(&format!("response {answer}")),
                    None => self.error(&format!("there is no query {question:?}")),
                }
            }
            // The other commands would change the position or the engine during a search.
            _ if self.is_searching() => self.error("a search is running; send stop first"),
            Command::NewGame => {
                self.stop();
                self.with_engine(|engine| engine.new_game());
                self.set_position(self.start.clone(), Vec::new());
                Ok(())
            }
            Command::SetOption { name, value } => match self.set_option(&name, &value) {
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
            Command::Go(go) => self.go(&go),
            Command::Quit => Ok(()),
        }
    }

    fn identify(&self) -> io::Result<()> {
        let Settings {
            hash_mib: hash,
            threads,
            multi_pv: lines,
            level,
            ..
        } = Settings::default();
        let lines = [
            format!("id name Quintain {}", env!("CARGO_PKG_VERSION")),
            "id author the Quintain developers".to_owned(),
            format!("id game {}", self.factory.game().info().id),
            format!("option name Hash type spin default {hash} min 1 max {MAX_HASH_MIB}"),
            format!("option name Threads type spin default {threads} min 1 max {MAX_THREADS}"),
            format!("option name MultiPV type spin default {lines} min 1 max {MAX_MULTI_PV}"),
            format!("option name Level type spin default {level} min 1 max 8"),
        ];
        lines.iter().try_for_each(|line| self.say(line))?;
        if self.factory.tablebase(&*self.start).is_ok() {
            self.say("option name EndgameFile type string default <empty>")?;
        }
        self.say("ugiok")
    }

    fn with_engine<T>(&self, action: impl FnOnce(&mut dyn AnyEngine) -> T) -> T {
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        action(&mut **engine)
    }

    fn set_position(&mut self, position: Box<dyn AnyPosition>, history: Vec<u64>) {
        self.position = position;
        self.history = history;
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = |max: usize| {
            value
                .parse::<usize>()
                .ok()
                .filter(|number| (1..=max).contains(number))
                .ok_or_else(|| format!("{name} takes a number from 1 to {max}, not {value:?}"))
        };
        let mut settings = self.settings;
        match name.to_ascii_lowercase().as_str() {
            "hash" => settings.hash_mib = number(MAX_HASH_MIB)?,
            "threads" => settings.threads = number(MAX_THREADS)?,
            "multipv" => settings.multi_pv = number(MAX_MULTI_PV)?,
            "level" => {
                let level = Level::new(number(8)? as u8);
                settings.level = level.unwrap_or(settings.level);
            }
            "endgamefile" => return self.set_tablebase(value),
            _ => return Err(format!("there is no option {name:?}")),
        }
        self.settings = settings;
        self.stop();
        self.with_engine(|engine| engine.configure(settings));
        Ok(())
    }

    /// Reads a tablebase from a file, or drops the one there is.
    fn set_tablebase(&mut self, file: &str) -> Result<(), String> {
        let named = |error: &dyn std::fmt::Display| format!("{file}: {error}");
        let builder = self.factory.tablebase(&*self.start);
        let builder = builder.map_err(|error| error.to_string())?;
        let tablebase = if file == "<empty>" {
            None
        } else {
            let mut input = std::fs::File::open(file).map_err(|error| named(&error))?;
            Some(Arc::new(
                builder.read(&mut input).map_err(|error| named(&error))?,
            ))
        };
        self.stop();
        let set = self.with_engine(|engine| engine.set_tablebase(tablebase));
        set.map_err(|error| error.to_string())
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

    fn query(&self, question: &str) -> Option<&'static str> {
        let truth = |truth| if truth { "true" } else { "false" };
        match question {
            "gameover" => Some(truth(self.position.winner().is_some())),
            "p1turn" => Some(truth(self.position.turn() == Side::First)),
            "result" => Some(match self.position.winner() {
                Some(Side::First) => "p1win",
                Some(Side::Second) => "p2win",
                None => "none",
            }),
            _ => None,
        }
    }

    fn go(&mut self, go: &Go) -> io::Result<()> {
        self.stop();
        if self.position.winner().is_some() {
            return self.error("the game is over");
        }
        let limits = go.limits(self.position.turn());
        let stop = Arc::new(AtomicBool::new(false));
        let (engine, output) = (Arc::clone(&self.engine), Arc::clone(&self.output));
        let (position, history) = (self.position.clone(), self.history.clone());
        let flag = Arc::clone(&stop);
        let answered = Arc::new(AtomicBool::new(false));
        let done = Arc::clone(&answered);
        let thread = std::thread::spawn(move || {
            let best = search(&engine, &*position, &history, &limits, &flag, &output);
            done.store(true, Ordering::Release);
            drop(say(&output, &format!("bestmove {best}")));
        });
        self.search = Some(Search {
            stop,
            answered,
            thread,
        });
        Ok(())
    }
}

/// Writes a line and flushes. The reader may be gone; then the input ends soon too.
fn say(output: &Output, text: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{text}")?;
    output.flush()
}

/// Searches, writes `info` lines, and returns the best move.
fn search(
    engine: &Mutex<Box<dyn AnyEngine>>,
    position: &dyn AnyPosition,
    history: &[u64],
    limits: &Limits,
    stop: &AtomicBool,
    output: &Output,
) -> String {
    let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
    let mut on_info = |result: &SearchResult| {
        for (place, line) in result.lines.iter().enumerate() {
            drop(say(output, &info_line(result, place, line)));
        }
    };
    let result = engine.go(position, history, limits, stop, &mut on_info);
    result.best_move.unwrap_or_else(|| "none".into())
}

/// An `info` line.
fn info_line(result: &SearchResult, place: usize, line: &PvLine) -> String {
    let score = match line.score.mate() {
        Some(Mate::Win(plies)) => format!("win {plies}"),
        Some(Mate::Loss(plies)) => format!("win -{plies}"),
        None if line.score == Score::WIN => "won".to_owned(),
        None if line.score == Score::LOSS => "lost".to_owned(),
        None => format!("cp {}", line.score.value()),
    };
    let proved = match result.proved {
        Some(Side::First) => "proved p1 ",
        Some(Side::Second) => "proved p2 ",
        None => "",
    };
    let nps = result.nodes as f64 / result.time.as_secs_f64().max(1e-6);
    format!(
        "info depth {} multipv {} score {score} chance {:.4} nodes {} nps {nps:.0} time {} hashfull {} {proved}pv {}",
        result.depth,
        place + 1,
        line.win_probability,
        result.nodes,
        result.time.as_millis(),
        result.hashfull,
        line.moves.join(" ")
    )
}
