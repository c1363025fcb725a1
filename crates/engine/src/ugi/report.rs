//! What the engine answers.

use super::Output;
use crate::score::{Mate, Score};
use crate::search::{PvLine, SearchResult};
use quintain_rules::Side;
use std::io;
use std::sync::PoisonError;

/// Writes a line and flushes. The reader may be gone; then the input ends soon too.
pub(super) fn say(output: &Output, text: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{text}")?;
    output.flush()
}

/// The answer to `go`: the best move, and on request the reply to ponder on.
pub(super) fn best_move_line(result: &SearchResult, ponder: bool) -> String {
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
pub(super) fn info_line(result: &SearchResult, place: usize, line: &PvLine) -> String {
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
