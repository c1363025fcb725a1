//! What each verb does.

use crate::args::{Cli, Line, Start, Verb};
use crate::{
    Failure, bench, contest, endgames, files, load, page, play, serve, solve, think, verify,
};
use quintain_engine::{EngineFactory, EngineRegistry};
use quintain_rules::draw::draw;
use quintain_rules::erased::{AnyGame, AnyPosition, Event};
use quintain_rules::record::Record;
use quintain_rules::view::StepView;
use quintain_rules::{Boards, GameInfo, Registry};
use serde_json::{Value, json};
use std::fmt::Display;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

/// Where the answer goes, and in which form.
pub(crate) struct Answer<'a> {
    pub(crate) json: bool,
    /// Whether a terminal shows it.
    styled: bool,
    pub(crate) out: &'a mut dyn Write,
}

impl Answer<'_> {
    /// Prints JSON if that was asked for, else the text.
    pub(crate) fn give(
        &mut self,
        json: impl FnOnce() -> Value,
        text: impl AsRef<str>,
    ) -> Result<(), Failure> {
        if self.json {
            writeln!(self.out, "{:#}", json())?;
        } else {
            self.out.write_all(text.as_ref().as_bytes())?;
        }
        Ok(())
    }
}

pub(crate) fn run(
    catalogue: &EngineRegistry,
    cli: Cli,
    out: &mut dyn Write,
    styled: bool,
) -> Result<(), Failure> {
    let answer = &mut Answer {
        json: cli.json,
        styled,
        out,
    };
    let registry = catalogue.registry();
    let Some(verb) = cli.verb else {
        return serve::welcome(catalogue, answer);
    };
    match verb {
        Verb::Games => games(registry, answer),
        Verb::Rules { game } => rules(registry, &game, answer),
        Verb::Moves { start } => moves(&*begin(registry, &start)?, answer),
        Verb::Events { start } => events(&*begin(registry, &start)?, answer),
        Verb::Position { line } => position(&Played::new(registry, &line)?, answer),
        Verb::Show { line } => show(&Played::new(registry, &line)?, answer),
        Verb::Status { line } => status(&Played::new(registry, &line)?, answer),
        Verb::Perft {
            start,
            depth,
            divide,
            threads,
        } => perft(&*begin(registry, &start)?, depth, divide, threads, answer),
        Verb::Convert { file, from, to } => convert(registry, &file, from.as_deref(), &to, answer),
        Verb::Analyse(args) => think::analyse(catalogue, &args, answer),
        Verb::Solve(args) => solve::solve(catalogue, &args, answer),
        Verb::Match(args) => contest::contest(catalogue, &args, answer),
        Verb::Engine(args) => think::talk(catalogue, &args),
        Verb::Endgames(args) => endgames::make(catalogue, &args, answer),
        Verb::Bench(args) => bench::bench(catalogue, &args, answer),
        Verb::Play(args) => play::run(catalogue, &args, answer),
        Verb::Verify { file } => verify::verify(registry, &file, answer),
        Verb::Serve(args) => serve::run(catalogue, args, answer),
        Verb::Backup { database, file } => serve::backup(&database, &file, answer),
        Verb::Load(args) => load::load(registry, args, answer),
        // JSON is the only form it has.
        Verb::Openapi => Ok(answer
            .out
            .write_all(quintain_server::openapi().as_bytes())?),
        Verb::Completions { shell } => {
            let mut command = crate::command(registry);
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut command, "quintain", &mut script);
            let script = String::from_utf8_lossy(&script);
            answer.give(
                || json!({ "shell": shell.to_string(), "script": script }),
                &script,
            )
        }
    }
}

/// The position to start from.
pub(crate) fn begin(registry: &Registry, start: &Start) -> Result<Box<dyn AnyPosition>, Failure> {
    let usage = |error: &dyn Display| Failure::Usage(error.to_string());
    let game = registry.get(&start.game).map_err(|error| usage(&error))?;
    let usual = game.start(start.size).map_err(|error| usage(&error))?;
    let Some(text) = &start.position else {
        return Ok(usual);
    };
    let position = game.parse(text).map_err(|error| Failure::refused(&error))?;
    match (start.size, position.size()) {
        (Some(asked), Some(found)) if asked != found => Err(Failure::Refused(format!(
            "the position's board has size {found}, not the size {asked} that was asked for"
        ))),
        _ => Ok(position),
    }
}

/// The expert on the game of a position.
pub(crate) fn expert_on(
    catalogue: &EngineRegistry,
    position: &dyn AnyPosition,
) -> Result<&'static dyn EngineFactory, Failure> {
    catalogue
        .get(position.info().id)
        .map_err(|error| Failure::Usage(error.to_string()))
}

/// A position with the steps that led to it.
pub(crate) struct Played {
    pub(crate) position: Box<dyn AnyPosition>,
    steps: Vec<StepView>,
    /// The keys of the positions before it, oldest first.
    pub(crate) history: Vec<u64>,
}

impl Played {
    pub(crate) fn new(registry: &Registry, line: &Line) -> Result<Self, Failure> {
        let mut position = begin(registry, &line.start)?;
        let (mut steps, mut history) = (Vec::new(), Vec::new());
        for step in &line.steps {
            history.push(position.zobrist());
            steps.push(
                position
                    .play(step)
                    .map_err(|error| Failure::refused(&error))?,
            );
        }
        Ok(Played {
            position,
            steps,
            history,
        })
    }
}

fn games(registry: &Registry, answer: &mut Answer<'_>) -> Result<(), Failure> {
    let boards = |info: &GameInfo| match info.boards {
        Boards::One { cols, rows } => format!("{cols} by {rows}"),
        Boards::Square { default, .. } => {
            format!("{default} by {default}; sizes {}", info.sizes_in_words())
        }
    };
    let describe = |game: &dyn AnyGame| {
        let info = game.info();
        let about = format!("{}. Board: {}.", info.name, boards(info));
        format!("{:<14}{about}\n{:<14}{}\n", info.id, "", info.summary)
    };
    let text: String = registry.iter().map(describe).collect();
    let json = || {
        let game = |game: &dyn AnyGame| {
            let mut value = json!(game.info());
            value["formats"] = game.formats().iter().map(|format| format.name).collect();
            value
        };
        registry.iter().map(game).collect()
    };
    answer.give(json, text)
}

fn rules(registry: &Registry, id: &str, answer: &mut Answer<'_>) -> Result<(), Failure> {
    let game = registry
        .get(id)
        .map_err(|error| Failure::Usage(error.to_string()))?;
    let page = game.info().rules;
    let json = || json!({ "game": id, "markdown": page });
    answer.give(json, page::render(page, page::WIDTH, answer.styled))
}

fn lines(texts: impl IntoIterator<Item = impl Display>) -> String {
    texts.into_iter().map(|text| format!("{text}\n")).collect()
}

fn moves(position: &dyn AnyPosition, answer: &mut Answer<'_>) -> Result<(), Failure> {
    let json = || json!({ "position": position.text(), "moves": position.view().moves });
    answer.give(json, lines(position.moves()))
}

fn events(position: &dyn AnyPosition, answer: &mut Answer<'_>) -> Result<(), Failure> {
    let events = position.events();
    let json = || {
        let event = |event: &Event| json!({ "event": event.text, "p": event.probability() });
        json!({ "position": position.text(), "events": events.iter().map(event).collect::<Value>() })
    };
    answer.give(
        json,
        lines(
            events
                .iter()
                .map(|e| format!("{} {}", e.text, e.probability())),
        ),
    )
}

fn position(played: &Played, answer: &mut Answer<'_>) -> Result<(), Failure> {
    let text = played.position.text();
    let json = || json!({ "position": text, "steps": played.steps });
    answer.give(json, format!("{text}\n"))
}

fn show(played: &Played, answer: &mut Answer<'_>) -> Result<(), Failure> {
    let (geometry, view) = (played.position.geometry(), played.position.view());
    let caption = played
        .steps
        .last()
        .map(|step| format!("{}\n", step.caption));
    let text = format!(
        "{}{}{}\n",
        caption.unwrap_or_default(),
        draw(&geometry, &view),
        view.status
    );
    answer.give(
        || json!({ "geometry": geometry, "view": view, "steps": played.steps }),
        text,
    )
}

fn status(played: &Played, answer: &mut Answer<'_>) -> Result<(), Failure> {
    let position = &*played.position;
    let status = match position.winner() {
        Some(winner) => format!("{} won", winner.as_str()),
        None => format!("{} to move", position.turn().as_str()),
    };
    let view = position.view();
    let json = || {
        json!({ "position": view.position, "status": status, "text": view.status,
                "turn": view.turn, "winner": view.winner })
    };
    answer.give(json, format!("{}\n{status}\n", view.status))
}

fn perft(
    position: &dyn AnyPosition,
    depth: u8,
    divide: bool,
    threads: Option<u16>,
    answer: &mut Answer<'_>,
) -> Result<(), Failure> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.map_or_else(cores, usize::from);
    let begin = Instant::now();
    let rows = if divide {
        position.divide(depth, threads)
    } else {
        Vec::new()
    };
    let nodes = if divide && depth > 0 {
        rows.iter().map(|row| row.1).sum()
    } else {
        position.perft(depth, threads)
    };
    let seconds = begin.elapsed().as_secs_f64();
    let json = || {
        let rows: Value = rows
            .iter()
            .map(|(step, nodes)| json!({ "step": step, "nodes": nodes }))
            .collect();
        let mut value = json!({ "position": position.text(), "depth": depth, "nodes": nodes,
                                "seconds": seconds, "threads": threads });
        if divide {
            value["divide"] = rows;
        }
        value
    };
    let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
    let table = lines(rows.iter().map(|(step, nodes)| format!("{step} {nodes}")));
    answer.give(
        json,
        format!("{table}depth {depth}: {seconds:.3} s, {speed:.1} million nodes/s\n{nodes}\n"),
    )
}

fn convert(
    registry: &Registry,
    file: &Path,
    from: Option<&str>,
    to: &str,
    answer: &mut Answer<'_>,
) -> Result<(), Failure> {
    let to = files::format(registry, to).map_err(Failure::Usage)?;
    let from = match from {
        Some(name) => files::format(registry, name).map_err(Failure::Usage)?,
        None => files::format_of(registry, file),
    };
    let name = file.display();
    let refused = |error: &dyn Display| Failure::refused(&format!("{name}: {error}"));
    let text = files::read(file).map_err(|error| refused(&error))?;
    let records = match from {
        Some(format) => vec![(format.parse)(&text).map_err(|error| refused(&error))?],
        None => Record::parse_all(registry, &text).map_err(|error| refused(&error))?,
    };
    let write = |record: &Record| match to {
        Some(format) => (format.write)(record).map_err(|error| refused(&error)),
        None => Ok(record.to_string()),
    };
    let texts = records.iter().map(write).collect::<Result<Vec<_>, _>>()?;
    let json = || {
        let record = |(record, text): (&Record, &String)| {
            let steps: Value = record.steps().iter().map(|step| json!(step.text)).collect();
            json!({ "game": record.info().id, "start": record.start().text(),
                    "position": record.position().text(), "steps": steps, "text": text })
        };
        records.iter().zip(&texts).map(record).collect()
    };
    answer.give(json, texts.join("\n"))
}
