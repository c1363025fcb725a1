//! The subcommands that show games and positions: games, rules, moves, events, position, show,
//! status, perft.

use super::interrupt::Interrupt;
use super::messages;
use super::{Line, all_cores};
use crate::messages::decimal;
use crate::output::{Output, StatusLine};
use crate::{Error, markdown};
use quintain_rules::draw::draw_in;
use quintain_rules::erased::{AnyGame, AnyPosition, Event};
use quintain_rules::message::{AllOf, Language, ToMessage};
use quintain_rules::perft::{Division, PerftProgress};
use quintain_rules::{Boards, GameInfo, Registry};
use serde_json::{Value, json};
use std::fmt::Display;
use std::sync::{Mutex, PoisonError};
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

/// How far a count has got, in percent.
fn percent(progress: PerftProgress, language: Language) -> String {
    // A deep count takes long for a whole percent.
    decimal(100.0 * progress.part(), 2, language)
}

/// The count below each step, showing how far it has got; and how far that was in the end.
fn count(
    position: &dyn AnyPosition,
    depth: u8,
    threads: usize,
    interrupt: &Interrupt,
    language: Language,
) -> (Division, PerftProgress) {
    let show = |status: &mut StatusLine, progress: PerftProgress| {
        status.show(|| {
            let percent = percent(progress, language);
            let progress = messages::Line::PerftProgress { percent };
            progress.to_message().render(language)
        });
    };
    let mut status = StatusLine::new();
    let begun = PerftProgress { done: 0 };
    show(&mut status, begun);
    let shown = Mutex::new((status, begun));
    let counted = position.divide(depth, threads, interrupt.flag(), &|progress| {
        let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
        let (status, latest) = &mut *shown;
        if progress.done > latest.done {
            *latest = progress;
        }
        show(status, *latest);
    });
    let (_, latest) = shown.into_inner().unwrap_or_else(PoisonError::into_inner);
    (counted, latest)
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
    let interrupt = Interrupt::listen();
    let (counted, progress) = count(position, depth, threads, &interrupt, output.language);
    let Division {
        mut rows,
        is_complete,
    } = counted;
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
                                "complete": is_complete, "seconds": seconds,
                                "threads": threads });
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
    // The bare count is for programs, which must not take a part for the whole.
    let total = match is_complete {
        true => format!("{nodes}\n"),
        false => output.line(messages::Line::PerftPart {
            nodes,
            percent: percent(progress, output.language),
        }),
    };
    output.print(json, format!("{table}{speed}{total}"))?;
    match is_complete {
        true => Ok(()),
        false => interrupt.finish(output),
    }
}
