//! What plain mode says: texts made from a table, each ending in a newline.

use super::command::COMMANDS;
use crate::page;
use crate::play::Advice;
use crate::play::words::{capital, clock};
use quintain_engine::{Mate, SearchResult};
use quintain_rules::Side;
use quintain_rules::draw::draw;
use quintain_table::{Controller, Offer, Table, Timestamp};
use std::fmt::Write as _;

/// Up to so many legal moves are listed at every turn; more only when asked for.
const FEW: usize = 12;

/// What a game begins with.
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
        out += &page::wrapped(&capital(&text));
    }
    out += &promise(table);
    out += "Type a move, or help to see what else you can do.\n";
    out
}

/// What is promised about what is hidden.
fn promise(table: &Table) -> String {
    let (Some(hidden), Some(commitment)) = (table.start().hidden(), table.commitment()) else {
        return String::new();
    };
    format!(
        "{hidden}\nThis is fixed from now on: the SHA-256 of salt and secret is\n{commitment}\n"
    )
}

/// The board, from one side or the other.
pub(super) fn board(table: &Table, turned: bool) -> String {
    let (geometry, view) = (table.position().geometry(), table.view());
    let geometry = if turned { geometry.turned() } else { geometry };
    format!("\n{}\n", draw(&geometry, &view))
}

/// Whose turn it is and what can be done.
pub(super) fn prompt(table: &Table, now: Timestamp) -> String {
    let mut out = String::new();
    if let Some(clocks) = table.clocks() {
        let [first, second] = Side::BOTH.map(|side| {
            let name = table.info().side_name(side);
            format!("{name} {}", clock(clocks.remaining_ms(side, now)))
        });
        let _ = writeln!(out, "Timestamp left: {first}, {second}.");
    }
    if let Some(turn) = table.turn()
        && table.offer(!turn) == Some(Offer::Draw)
    {
        let name = table.info().side_name(!turn);
        let _ = writeln!(
            out,
            "{name} offers a draw: type draw to accept, or play on."
        );
    }
    out += &page::wrapped(&table.view().status);
    let moves = spoken_moves(table);
    if moves.len() <= FEW {
        out += &page::wrapped(&moves.join(", "));
    } else {
        let _ = writeln!(
            out,
            "There are {} legal moves, such as {}; type moves to list them.",
            moves.len(),
            moves[0]
        );
    }
    out
}

/// The legal moves.
pub(super) fn moves(table: &Table) -> String {
    let moves = spoken_moves(table);
    if moves.is_empty() {
        "There are no legal moves: the game is over.\n".into()
    } else {
        page::wrapped(&moves.join(", "))
    }
}

fn spoken_moves(table: &Table) -> Vec<String> {
    let moves = table.view().moves.into_iter();
    moves.map(|mv| mv.label).collect()
}

/// What there is to know.
pub(super) fn help(table: &Table) -> String {
    let mut out = String::new();
    if let Some(first) = spoken_moves(table).first() {
        let _ = writeln!(out, "A move is written like this: {first}");
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
    let _ = writeln!(out, "quintain rules {} shows the rules.", info.id);
    out
}

/// What the engine advises, for the side to move.
pub(super) fn advice(table: &Table, advice: &Advice) -> String {
    match advice {
        Advice::Thinking(_) => String::new(),
        Advice::None(reason) => format!("There is no hint: {reason}.\n"),
        Advice::Best(thought) => {
            let Some(best) = &thought.best_move else {
                return "There is no hint.\n".into();
            };
            let moves = table.view().moves;
            let spoken = moves.iter().find(|mv| mv.text == *best);
            let spoken = spoken.map_or(best, |mv| &mv.label);
            format!("Hint: {spoken}{}.\n", expectation(thought))
        }
    }
}

fn expectation(thought: &SearchResult) -> String {
    let Some(line) = thought.lines.first() else {
        return String::new();
    };
    match line.score.mate() {
        Some(Mate::Win(_)) => " wins by force".into(),
        Some(Mate::Loss(_)) => "; but every move loses by force".into(),
        // Nothing is certain that is not forced.
        None => {
            let percent = (100.0 * line.win_probability).clamp(1.0, 99.0);
            format!(" (wins about {percent:.0} of 100 games)")
        }
    }
}
