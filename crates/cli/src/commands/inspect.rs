//! The subcommands that show games and positions: games, rules, moves, events, position, show,
//! status, perft.

use super::messages;
use super::{Line, all_cores};
use crate::messages::decimal;
use crate::output::{Output, StatusLine};
use crate::{Error, markdown};
use quintain_rules::draw::draw_in;
use quintain_rules::erased::{AnyGame, AnyPosition, Event};
use quintain_rules::message::{AllOf, ToMessage};
use quintain_rules::perft::PerftProgress;
use quintain_rules::{Boards, GameInfo, Registry};
use serde_json::{Value, json};
use std::fmt::Display;
use std::sync::Mutex;
use std::time::Instant;

pub(super) fn games(registry: &Registry, output: &mut Output<'_>) -> Result<(), Error> {
    let boards = |info: &GameInfo| match info.boards {
        Boards::One { cols, rows } => messages::Line::OneBoard { cols, rows },
        Boards::Square { default, sizes } => messages::Line::SquareBoards {
            size: default,
            sizes: AllOf(sizes.to_vec()),
        },
    };
    let describe = |game: &dyn AnyGame| {
        let info = game.info();
        let about = output.line(messages::Line::Game {
            game: info.name(),
            board: boards(info).into(),
        });
        let summary = info.summary().render(output.language);
        format!("{:<14}{about}{:<14}{summary}\n", info.id, "")
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
    output.print(json, text)
}

pub(super) fn rules(registry: &Registry, id: &str, output: &mut Output<'_>) -> Result<(), Error> {
    let game = registry.get(id).map_err(|error| Error::usage(&error))?;
    let page = game.info().rules(output.language);
    let json = || json!({ "game": id, "markdown": page });
    output.print(json, markdown::render(page, markdown::WIDTH, output.styled))
}

fn lines(texts: impl IntoIterator<Item = impl Display>) -> String {
    texts.into_iter().map(|text| format!("{text}\n")).collect()
}

pub(super) fn moves(line: &Line, output: &mut Output<'_>) -> Result<(), Error> {
    let position = &*line.position;
    let json = || json!({ "position": position.text(), "moves": position.view().moves });
    output.print(json, lines(position.moves()))
}

pub(super) fn events(line: &Line, output: &mut Output<'_>) -> Result<(), Error> {
    let position = &*line.position;
    let events = position.events();
    let json = || {
        let event = |event: &Event| json!({ "event": event.text, "p": event.probability() });
        json!({ "position": position.text(), "events": events.iter().map(event).collect::<Value>() })
    };
    let line = |event: &Event| format!("{} {}", event.text, event.probability());
    output.print(json, lines(events.iter().map(line)))
}

pub(super) fn position(line: &Line, output: &mut Output<'_>) -> Result<(), Error> {
    let text = line.position.text();
    let json = || json!({ "position": text, "steps": line.steps });
    output.print(json, format!("{text}\n"))
}

pub(super) fn show(lines: &[Line], output: &mut Output<'_>) -> Result<(), Error> {
    let text: Vec<String> = lines.iter().map(|line| drawn(line, output)).collect();
    let json = |line: &Line| {
        let (geometry, view) = (line.position.geometry(), line.position.view());
        json!({ "geometry": geometry, "view": view, "steps": line.steps })
    };
    let all = || match lines {
        [line] => json(line),
        lines => lines.iter().map(json).collect(),
    };
    output.print(all, text.join("\n"))
}

/// A position with its last step, for people.
fn drawn(line: &Line, output: &Output<'_>) -> String {
    let (geometry, view) = (line.position.geometry(), line.position.view());
    let heading = line.heading.clone();
    let last = line.steps.last();
    let caption = last.map_or(&[][..], |step| &step.caption);
    format!(
        "{}{}{}{}",
        heading.map_or_else(String::new, |heading| output.line(heading)),
        output.sentences(caption),
        draw_in(&geometry, &view, output.language),
        output.sentences(&view.status)
    )
}

pub(super) fn status(line: &Line, output: &mut Output<'_>) -> Result<(), Error> {
    let position = &*line.position;
    // The last line is for programs: the same in every language.
    let status = match position.winner() {
        Some(winner) => format!("{} won", winner.as_str()),
        None => format!("{} to move", position.turn().as_str()),
    };
    let view = position.view();
    let json = || {
        json!({ "position": view.position, "status": status, "text": view.status,
                "turn": view.turn, "winner": view.winner })
    };
    output.print(
        json,
        format!("{}{status}\n", output.sentences(&view.status)),
    )
}

/// The count below each step, showing how far it has got.
fn count(
    position: &dyn AnyPosition,
    depth: u8,
    threads: usize,
    output: &Output<'_>,
) -> Vec<(String, u64)> {
    let status = Mutex::new(StatusLine::new());
    let language = output.language;
    position.divide(depth, threads, &|PerftProgress { done, total }| {
        // A thread that cannot show its progress has better things to do than to wait.
        if let Ok(mut status) = status.try_lock() {
            status.show(|| {
                let percent = (100 * done / total.max(1)) as u64;
                let progress = messages::Line::PerftProgress { percent };
                progress.to_message().render(language)
            });
        }
    })
}

pub(super) fn perft(
    line: &Line,
    depth: u8,
    divide: bool,
    threads: Option<u16>,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    let threads = threads.map_or_else(all_cores, usize::from);
    let position = &*line.position;
    let started_at = Instant::now();
    let mut rows = count(position, depth, threads, output);
    let nodes = if depth > 0 {
        rows.iter().map(|row| row.1).sum()
    } else {
        1
    };
    if !divide {
        rows.clear();
    }
    let seconds = started_at.elapsed().as_secs_f64();
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
    let speed = output.line(messages::Line::PerftSpeed {
        depth,
        seconds: decimal(seconds, 3, output.language),
        speed: decimal(speed, 1, output.language),
    });
    // The bare count is for programs.
    output.print(json, format!("{table}{speed}{nodes}\n"))
}
