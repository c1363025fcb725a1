//! The Universal Game Interface (UGI): UCI for any two-player game, over two streams.
//! `docs/ugi.md` describes the commands and answers.

mod command;
mod ponder;

use crate::erased::{AnyEngine, GoRequest, Settings};
use crate::host::Host;
use crate::level::Level;
use crate::registry::EngineFactory;
use crate::score::{Mate, Score};
use crate::search::{PvLine, SearchResult};
use crate::tablebase::Tablebase;
use command::{Command, Go, parse};
use ponder::PonderHost;
use quintain_rules::Side;
use quintain_rules::erased::AnyPosition;
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The largest transposition table, in mebibytes.
pub(crate) const MAX_HASH_MIB: usize = 65_536;
/// The largest number of threads.
pub(crate) const MAX_THREADS: usize = 256;
/// The largest number of lines.
pub(crate) const MAX_MULTI_PV: usize = 256;

/// The largest seed: what 64-bit programs can read as a number with a sign.
const MAX_SEED: u64 = i64::MAX as u64;
/// Which root move is being searched is reported after this long.
const CURRENT_MOVE_AFTER: Duration = Duration::from_secs(1);
/// Up to this depth a count is not interrupted.
const PERFT_UNIT_DEPTH: u8 = 4;

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

    fn identify(&self) -> io::Result<()> {
        let Settings {
            hash_mib: hash,
            threads,
            multi_pv: lines,
            level,
            seed,
        } = Settings::default();
        let lines = [
            format!("id name Quintain {}", env!("CARGO_PKG_VERSION")),
            "id author the Quintain developers".to_owned(),
            format!("id game {}", self.factory.game().info().id),
            format!("option name Hash type spin default {hash} min 1 max {MAX_HASH_MIB}"),
            format!("option name Threads type spin default {threads} min 1 max {MAX_THREADS}"),
            format!("option name MultiPV type spin default {lines} min 1 max {MAX_MULTI_PV}"),
            format!("option name Level type spin default {level} min 1 max 8"),
            format!("option name Seed type spin default {seed} min 0 max {MAX_SEED}"),
            "option name Ponder type check default false".to_owned(),
            "option name Clear Hash type button".to_owned(),
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

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        let lower = name.to_ascii_lowercase();
        if lower == "clear hash" {
            if value.is_some() {
                return Err(format!("{name} is a button and takes no value"));
            }
            self.stop();
            self.with_engine(|engine| engine.new_game());
            return Ok(());
        }
        let value = value.ok_or_else(|| format!("{name} needs a value"))?;
        let number = |least: u64, most: u64| {
            let number = value.parse::<u64>().ok();
            number
                .filter(|number| (least..=most).contains(number))
                .ok_or_else(|| {
                    format!("{name} takes a number from {least} to {most}, not {value:?}")
                })
        };
        let count = |most: usize| Ok::<_, String>(number(1, most as u64)? as usize);
        let mut settings = self.settings;
        match lower.as_str() {
            "hash" => settings.hash_mib = count(MAX_HASH_MIB)?,
            "threads" => settings.threads = count(MAX_THREADS)?,
            "multipv" => settings.multi_pv = count(MAX_MULTI_PV)?,
            "level" => {
                let level = Level::new(count(8)? as u8);
                settings.level = level.unwrap_or(settings.level);
            }
            "seed" => settings.seed = number(0, MAX_SEED)?,
            "ponder" => {
                let known = value.parse();
                self.ponder =
                    known.map_err(|_| format!("{name} is true or false, not {value:?}"))?;
            }
            "endgamefile" => return self.set_tablebase(value),
            _ => return Err(format!("there is no option {name:?}")),
        }
        self.configure(settings)
    }

    /// Changes the engine's settings, or says why they cannot be had.
    fn configure(&mut self, settings: Settings) -> Result<(), String> {
        self.stop();
        let old = self.settings;
        self.with_engine(|engine| {
            engine.configure(settings);
            if settings.hash_mib == old.hash_mib {
                return Ok(());
            }
            engine.ensure_ready().map_err(|error| {
                engine.configure(old);
                error.to_string()
            })
        })?;
        self.settings = settings;
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

    /// Counts move sequences, the first step of each by itself.
    fn perft(&mut self, depth: u8) -> io::Result<()> {
        self.stop();
        let position = self.position.clone();
        self.spawn(move |stop, output| {
            let mut total = u64::from(depth == 0);
            for event in position.events() {
                if depth == 0 {
                    break;
                }
                let mut next = position.clone();
                let Some(count) = next
                    .play(&event.text)
                    .ok()
                    .and_then(|_| count_until(&*next, depth - 1, stop))
                else {
                    return Some("info error the count was stopped".into());
                };
                drop(say(output, &format!("{}: {count}", event.text)));
                total += count;
            }
            Some(format!("Nodes searched: {total}"))
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

/// The number of sequences of this many steps; `None` if the count was stopped.
fn count_until(position: &dyn AnyPosition, depth: u8, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= PERFT_UNIT_DEPTH {
        return Some(position.perft(depth, 1));
    }
    let mut total: u64 = 0;
    for event in position.events() {
        let mut next = position.boxed_clone();
        next.play(&event.text).ok()?;
        total = total.saturating_add(count_until(&*next, depth - 1, stop)?);
    }
    Some(total)
}

/// Writes a line and flushes. The reader may be gone; then the input ends soon too.
fn say(output: &Output, text: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{text}")?;
    output.flush()
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

/// The answer to `go`: the best move, and on request the reply to ponder on.
fn best_move_line(result: &SearchResult, ponder: bool) -> String {
    let best = result.best_move.as_deref().unwrap_or("none");
    let mut line = format!("bestmove {best}");
    let expected = result.lines.iter().find(|line| line.moves[0] == best);
    if let Some(reply) = expected
        .and_then(|line| line.moves.get(1))
        .filter(|_| ponder)
    {
        line += &format!(" ponder {reply}");
    }
    line
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
        "info depth {} seldepth {} multipv {} score {score} chance {:.4} nodes {} nps {nps:.0} time {} hashfull {} {proved}pv {}",
        result.depth,
        result.seldepth,
        place + 1,
        line.win_probability,
        result.nodes,
        result.time.as_millis(),
        result.hashfull,
        line.moves.join(" ")
    )
}
