//! Messages that the players of a pair receive.

use super::{Game, Pair, Turn};
use crate::messages::{Incoming, PlayedStep, Snapshot, Update, View};
use crate::problem::{ClientError, Problem};
use crate::random::around;
use quintain_api::protocol::GameState;
use tokio::time::Instant;

impl Pair {
    /// Handles a message to a player.
    pub(super) fn handle(&mut self, player: usize, message: Incoming) -> Result<(), ClientError> {
        match (message.kind.as_str(), message.snapshot, message.update) {
            ("snapshot", Some(snapshot), _) => self.handle_snapshot(player, snapshot),
            ("update", _, Some(update)) => self.handle_update(player, update),
            ("ack", ..) => self.handle_ack(player, message.request_id.as_deref()),
            ("error", ..) => {
                if let Some(game) = &mut self.game {
                    // Whatever it was, the next thing to arrive is a snapshot.
                    game.pending[player] = None;
                    game.seq = [None; 2];
                }
                let (code, reason) = message.error.map_or_else(Default::default, |error| {
                    (format!("{:?}", error.code), error.message.text)
                });
                return Err(ClientError::Rejected { code, reason });
            }
            // Others, such as presence, do not matter to these players.
            _ => {}
        }
        Ok(())
    }

    fn handle_snapshot(&mut self, player: usize, snapshot: Snapshot) {
        let game = self.game.as_mut();
        let Some(game) = game.filter(|game| game.id == snapshot.summary.id) else {
            return;
        };
        game.sides[player] = snapshot.your_sides.first().copied();
        game.seq[player] = Some(snapshot.seq);
        let plies = snapshot.steps.last().map_or(0, |played| played.ply);
        self.expect_steps(&snapshot.steps);
        self.handle_position(player, snapshot.summary.state, plies, Some(snapshot.view));
    }

    fn handle_update(&mut self, player: usize, update: Update) {
        let game = self.game.as_mut();
        let Some(game) = game.filter(|game| game.id == update.game_id) else {
            return;
        };
        let expected = game.seq[player].map(|seq| seq + 1);
        if expected != Some(update.seq) {
            let error = match expected {
                Some(expected) if update.seq < expected => Problem::Twice,
                _ => Problem::Missing,
            };
            self.stats.count_error(error);
        }
        game.seq[player] = Some(update.seq);
        self.expect_steps(update.event.step.as_slice());
        self.handle_position(player, update.state, update.plies, update.view);
    }

    /// A player sees the position: it may be their turn, or the game may be over.
    fn handle_position(&mut self, player: usize, state: GameState, plies: u32, view: Option<View>) {
        let think = around(&mut self.rng, self.shared.move_interval);
        let Some(game) = &mut self.game else { return };
        if matches!(state, GameState::Ended | GameState::Aborted) {
            // Both players see the end; the game ended once.
            if !std::mem::replace(&mut game.over, true) {
                self.stats.games_finished += 1;
            }
            return;
        }
        game.see(player, plies, view, Instant::now() + think);
    }

    /// A move has been acknowledged.
    fn handle_ack(&mut self, player: usize, request_id: Option<&str>) {
        let Some(game) = &mut self.game else { return };
        let pending = &mut game.pending[player];
        let is_acknowledged =
            |pending: &mut super::PendingMove| request_id == Some(pending.request_id.as_str());
        let Some(pending) = pending.take_if(is_acknowledged) else {
            self.stats.count_error(Problem::UnexpectedAck);
            return;
        };
        if pending.counts {
            let micros = pending.due.elapsed().as_micros();
            let micros = u32::try_from(micros).unwrap_or(u32::MAX);
            self.stats.latencies_us.push(micros);
        }
        // The turn of this ply may have been seen again while the move was on its way.
        game.turn.take_if(|turn| turn.ply <= pending.ply);
        if !std::mem::replace(&mut self.moved, true) {
            self.shared.moved.increment();
        }
        if let Some(mut expectations) = self.shared.expectations_of(self.number)
            && let Some(expected) = expectations.last_mut()
        {
            expected.acknowledged.insert(pending.ply + 1, pending.text);
        }
    }

    /// Steps were sent, and are expected to stay.
    fn expect_steps(&self, steps: &[PlayedStep]) {
        let Some(mut expectations) = self.shared.expectations_of(self.number) else {
            return;
        };
        let Some(expected) = expectations.last_mut() else {
            return;
        };
        for played in steps {
            expected.sent.insert(played.ply, played.step.text.clone());
        }
    }
}

impl Game {
    /// A player sees the game after this many plies: it may be their turn.
    fn see(&mut self, player: usize, plies: u32, view: Option<View>, due: Instant) {
        // One player may learn late what the other saw and reacted to long ago.
        if plies < self.plies {
            return;
        }
        self.plies = plies;
        let Some(view) = view else { return };
        if view.turn.is_some() && view.turn == self.sides[player] {
            self.turn = Some(Turn {
                player,
                ply: plies,
                due,
                moves: view.moves.into_iter().map(|legal| legal.text).collect(),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Game;
    use crate::messages::View;
    use quintain_rules::Side;
    use tokio::time::Instant;

    #[test]
    fn a_late_message_does_not_take_away_anyones_turn() {
        let mut game = Game::new("game".into());
        game.sides = [Some(Side::First), Some(Side::Second)];
        let view = |turn| {
            Some(View {
                turn: Some(turn),
                moves: Vec::new(),
            })
        };
        let now = Instant::now();
        game.see(1, 5, view(Side::Second), now);
        game.see(0, 4, view(Side::First), now);
        let turn = game.turn.as_ref().map(|turn| (turn.player, turn.ply));
        assert_eq!(turn, Some((1, 5)));
        game.see(0, 6, view(Side::First), now);
        let turn = game.turn.as_ref().map(|turn| (turn.player, turn.ply));
        assert_eq!(turn, Some((0, 6)));
    }
}
