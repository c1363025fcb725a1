//! What clients see of a table.

use crate::protocol::{Clocks, Offers, Outcome, PlayedStep, Seal, TakebackOffer, ViewsPage};
use quintain_rules::Side;
use quintain_rules::message::Message;
use quintain_rules::view::View;
use quintain_table::{EndReason, Offer, Table, Timestamp};

/// The position to draw. Once the game is over, it shows what was hidden.
pub fn view(table: &Table) -> View {
    match table.referee_at(table.steps().len()) {
        Some(referee) => View {
            pieces: referee.pieces(),
            ..table.view()
        },
        None => table.view(),
    }
}

/// A position for those who cannot move in it.
pub fn without_moves(view: View) -> View {
    View {
        moves: Vec::new(),
        ..view
    }
}

/// The clocks at a moment, if there are any.
pub fn clocks(table: &Table, now: Timestamp) -> Option<Clocks> {
    let clocks = table.clocks()?;
    Some(Clocks {
        remaining_ms: Side::BOTH.map(|side| clocks.remaining_ms(side, now)),
        running: clocks.running(),
        at: to_millis(now),
    })
}

/// The open offers.
pub fn offers(table: &Table) -> Offers {
    let takeback = |side: Side| TakebackOffer {
        side,
        plies: table.takeback_plies(side).map_or(0, to_u32),
    };
    Offers {
        draw: table.offered_by(Offer::Draw),
        takeback: table.offered_by(Offer::Takeback).map(takeback),
        can_take_back: Side::BOTH
            .map(|side| table.turn().is_some() && table.check_takeback(side).is_ok()),
    }
}

/// What was hidden, once the game is over.
pub fn opened_seal(table: &Table) -> Option<Seal> {
    let sentence = || table.referee_at(0)?.disclosure().cloned();
    table.disclosed().map(|seal| Seal {
        secret: seal.secret.clone(),
        salt: seal.salt.clone(),
        sentence: sentence(),
    })
}

/// How a game ended; `None` if it was aborted.
pub fn outcome(
    ended: quintain_table::Outcome,
    result: impl FnOnce() -> Vec<Message>,
) -> Option<Outcome> {
    if ended.reason == EndReason::Abort {
        return None;
    }
    Some(Outcome {
        winner: ended.winner,
        reason: ended.reason,
        result: result(),
    })
}

/// The steps on the board.
pub fn played_steps(table: &Table) -> Vec<PlayedStep> {
    let steps = (0..).zip(table.steps());
    steps
        .map(|(index, played)| played_step(index, played))
        .collect()
}

/// A step on the board, counting from 0.
pub fn played_step(index: u32, played: &quintain_table::PlayedStep) -> PlayedStep {
    PlayedStep {
        ply: index + 1,
        played_at: to_millis(played.at),
        remaining_ms: played.remaining_ms,
        step: played.step.clone(),
    }
}

/// Past positions, without legal moves. What was hidden is shown once the game is over.
pub fn views(table: &Table, from: usize, to: usize) -> ViewsPage {
    let steps = table.steps();
    let from = from.min(steps.len());
    let mut position = table.position_at(from);
    let mut referee = table.referee_at(from);
    let mut views = Vec::new();
    let mut steps = steps.iter().take(to).skip(from);
    loop {
        let view = without_moves(position.view());
        views.push(match &referee {
            Some(referee) => View {
                pieces: referee.pieces(),
                ..view
            },
            None => view,
        });
        let Some(played) = steps.next() else { break };
        let text = &played.step.text;
        if position.play(text).is_err() {
            break;
        }
        if let Some(referee) = &mut referee {
            // The table has played it too.
            drop(referee.replay(text));
        }
    }
    ViewsPage {
        from: to_u32(from),
        views,
    }
}

/// A moment on the wire.
pub fn to_millis(time: Timestamp) -> i64 {
    i64::try_from(time.0).unwrap_or(i64::MAX)
}

/// A number of steps, which is small in every game.
pub fn to_u32(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
