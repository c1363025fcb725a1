//! The texts of plain mode, each ending in a newline.

use super::command::COMMANDS;
use crate::markdown::wrap;
use crate::play::Advice;
use crate::play::text::{capitalize, clock};
use quintain_engine::{Forced, Thought};
use quintain_rules::Side;
use quintain_rules::draw::draw;
use quintain_table::{Controller, Offer, Table, Timestamp};
use std::fmt::Write as _;

/// Up to this many legal moves are listed at every turn; more only on request.
const MAX_LISTED_MOVES: usize = 12;

/// The beginning of a game.
pub(super) fn greeting(table: &Table) -> String {
    let mut out = String::from(table.info().name);
    if let Some(size) = table.start().size() {
        let _ = write!(out, ", size {size}");
    }
    let player = |side: Side| {
        let seat = &table.setup().seats[side.index()];
        let name = table.info().side_name(side);
        let who = match &seat.controller {
            Controller::Human if seat.name == name => "a person".to_owned(),
            Controller::Human => seat.name.clone(),
            Controller::Engine { level } => format!("the engine at level {level}"),
            Controller::Ugi { command } => command.clone(),
        };
        format!("{name}: {who}.")
    };
    let [first, second] = Side::BOTH.map(player);
    let _ = writeln!(out, ". {first} {second}");
    for region in table.start().geometry().regions {
        let text = format!("{}: {}.", region.name, region.points.join(", "));
        out += &wrap(&capitalize(&text));
    }
    out += &commitment(table);
    out += "Type a move, or help for a list of commands.\n";
    out
}

/// The commitment to what is hidden.
fn commitment(table: &Table) -> String {
    let (Some(hidden), Some(commitment)) = (table.start().hidden(), table.commitment()) else {
        return String::new();
    };
    format!("{hidden}\nThis is now fixed. The SHA-256 of salt and secret is\n{commitment}\n")
}

/// The board, as seen from either side.
pub(super) fn board(table: &Table, flipped: bool) -> String {
    let (geometry, view) = (table.position().geometry(), table.view());
    let geometry = if flipped { geometry.turned() } else { geometry };
    format!("\n{}\n", draw(&geometry, &view))
}

/// The side to move, and what it can do.
pub(super) fn prompt(table: &Table, now: Timestamp) -> String {
    let mut out = String::new();
    if let Some(clocks) = table.clocks() {
        let [first, second] = Side::BOTH.map(|side| {
            let name = table.info().side_name(side);
            format!("{name} {}", clock(clocks.remaining_ms(side, now)))
        });
        let _ = writeln!(out, "Time left: {first}, {second}.");
    }
    if let Some(turn) = table.turn()
        && table.offer(!turn) == Some(Offer::Draw)
    {
        let name = table.info().side_name(!turn);
        let _ = writeln!(
            out,
            "{name} offers a draw: type draw to accept it, or play on."
        );
    }
    out += &wrap(&table.view().status);
    let moves = move_labels(table);
    if moves.len() <= MAX_LISTED_MOVES {
        out += &wrap(&moves.join(", "));
    } else {
        let _ = writeln!(
            out,
            "There are {} legal moves, such as {}; type moves for a list.",
            moves.len(),
            moves[0]
        );
    }
    out
}

/// The legal moves.
pub(super) fn moves(table: &Table) -> String {
    let moves = move_labels(table);
    if moves.is_empty() {
        "There are no legal moves: the game is over.\n".into()
    } else {
        wrap(&moves.join(", "))
    }
}

fn move_labels(table: &Table) -> Vec<String> {
    let moves = table.view().moves.into_iter();
    moves.map(|mv| mv.label).collect()
}

/// The help text.
pub(super) fn help(table: &Table) -> String {
    let mut out = String::new();
    if let Some(first) = move_labels(table).first() {
        let _ = writeln!(out, "Moves are written like this: {first}");
    }
    for (usage, what) in COMMANDS {
        let _ = writeln!(out, "{usage:<11}{what}");
    }
    let info = table.info();
    for kind in table.position().geometry().legend {
        let [first, second] = kind.text;
        let _ = writeln!(
            out,
            "{first:<3}{}'s {name}; {second} is {}'s",
            info.sides[0],
            info.sides[1],
            name = kind.name
        );
    }
    let _ = writeln!(out, "For the rules, run: quintain rules {}", info.id);
    out
}

/// The engine's advice for the side to move.
pub(super) fn advice(table: &Table, advice: &Advice) -> String {
    match advice {
        Advice::Thinking(_) => String::new(),
        Advice::None(reason) => format!("No hint: {reason}.\n"),
        Advice::Best(thought) => {
            let Some(best) = &thought.best else {
                return "No hint.\n".into();
            };
            let moves = table.view().moves;
            let best_move = moves.iter().find(|mv| mv.text == *best);
            let label = best_move.map_or(best, |mv| &mv.label);
            format!("Hint: {label}{}.\n", expectation(thought))
        }
    }
}

fn expectation(thought: &Thought) -> String {
    let Some(line) = thought.lines.first() else {
        return String::new();
    };
    match line.score.forced() {
        Some(Forced::Win(_)) => ", a forced win".into(),
        Some(Forced::Loss(_)) => ", but every move loses by force".into(),
        // Only what is forced is certain.
        None => {
            let percent = (100.0 * line.chance).clamp(1.0, 99.0);
            format!(" (win probability {percent:.0} %)")
        }
    }
}

/// What was taken back.
pub(super) fn taken_back(plies: usize) -> String {
    match plies {
        1 => "One move was taken back.\n".into(),
        _ => format!("{plies} moves were taken back.\n"),
    }
}
