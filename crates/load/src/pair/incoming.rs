//! What the players of a table hear.

use super::{Game, Table, Turn};
use crate::api::Trouble;
use crate::messages::{Heard, Played, Snapshot, Update, View};
use quintain_server::protocol::GameState;
use tokio::time::Instant;

impl Table {
    /// A seat has heard a message.
    pub(super) fn heard(&mut self, seat: usize, heard: Heard) -> Result<(), Trouble> {
        match (heard.kind.as_str(), heard.snapshot, heard.update) {
            ("snapshot", Some(snapshot), _) => self.snapshot(seat, snapshot),
            ("update", _, Some(update)) => self.update(seat, update),
            ("done", ..) => self.done(seat, heard.id.as_deref()),
            ("refused", ..) => {
                if let Some(game) = &mut self.game {
                    // Whatever it was, the whole game is looked at anew after that.
                    game.pending[seat] = None;
                    game.seq = [None; 2];
                }
                let reason = heard.error.map_or_else(
                    || "without a reason".to_owned(),
                    |error| format!("{:?}: {}", error.code, error.message),
                );
                return Err(Trouble::Refused(reason));
            }
            // The others, such as presence, concern no player of this kind.
            _ => {}
        }
        Ok(())
    }

    fn snapshot(&mut self, seat: usize, snapshot: Snapshot) {
        let game = self.game.as_mut();
        let Some(game) = game.filter(|game| game.id == snapshot.summary.id) else {
            return;
        };
        game.sides[seat] = snapshot.yours.first().copied();
        game.seq[seat] = Some(snapshot.seq);
        let plies = snapshot.steps.last().map_or(0, |played| played.ply);
        self.told(&snapshot.steps);
        self.looked(seat, snapshot.summary.state, plies, Some(snapshot.view));
    }

    fn update(&mut self, seat: usize, update: Update) {
        let game = self.game.as_mut();
        let Some(game) = game.filter(|game| game.id == update.game) else {
            return;
        };
        let expected = game.seq[seat].map(|seq| seq + 1);
        if expected != Some(update.seq) {
            let what = match expected {
                Some(expected) if update.seq < expected => "an update came twice",
                _ => "an update is missing",
            };
            self.tally.error(what.to_owned());
        }
        game.seq[seat] = Some(update.seq);
        self.told(update.event.step.as_slice());
        self.looked(seat, update.state, update.plies, update.view);
    }

    /// A seat has seen the position: it may be its turn, or the end.
    fn looked(&mut self, seat: usize, state: GameState, plies: u32, view: Option<View>) {
        let think = self.random.about(self.shared.every);
        let Some(game) = &mut self.game else { return };
        if matches!(state, GameState::Ended | GameState::Aborted) {
            // Both seats hear of it; it ended once.
            if !std::mem::replace(&mut game.over, true) {
                self.tally.finished += 1;
            }
            return;
        }
        game.see(seat, plies, view, Instant::now() + think);
    }

    /// A move was acknowledged.
    fn done(&mut self, seat: usize, id: Option<&str>) {
        let Some(game) = &mut self.game else { return };
        let pending = &mut game.pending[seat];
        let Some(pending) = pending.take_if(|pending| id == Some(pending.id.as_str())) else {
            let what = "an acknowledgement that nobody waits for";
            self.tally.error(what.into());
            return;
        };
        if pending.counts {
            let micros = pending.due.elapsed().as_micros();
            let micros = u32::try_from(micros).unwrap_or(u32::MAX);
            self.tally.trips.push(micros);
        }
        // A turn of this ply was heard of again while the move was under way.
        game.turn.take_if(|turn| turn.ply <= pending.ply);
        if !std::mem::replace(&mut self.moved, true) {
            self.shared.moved.one_more();
        }
        if let Some(mut ledger) = self.shared.ledger(self.number)
            && let Some(promised) = ledger.last_mut()
        {
            promised.done.insert(pending.ply + 1, pending.text);
        }
    }

    /// Steps were told.
    fn told(&self, steps: &[Played]) {
        let Some(mut ledger) = self.shared.ledger(self.number) else {
            return;
        };
        let Some(promised) = ledger.last_mut() else {
            return;
        };
        for played in steps {
            promised.told.insert(played.ply, played.step.text.clone());
        }
    }
}

impl Game {
    /// A seat has seen how the game stands after so many plies: it may be its turn.
    fn see(&mut self, seat: usize, plies: u32, view: Option<View>, due: Instant) {
        // One seat may hear late of what the other has long seen and gone on from.
        if plies < self.plies {
            return;
        }
        self.plies = plies;
        let Some(view) = view else { return };
        if view.turn.is_some() && view.turn == self.sides[seat] {
            self.turn = Some(Turn {
                seat,
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
    fn who_hears_late_takes_nobodys_turn_away() {
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
        let turn = game.turn.as_ref().map(|turn| (turn.seat, turn.ply));
        assert_eq!(turn, Some((1, 5)));
        game.see(0, 6, view(Side::First), now);
        let turn = game.turn.as_ref().map(|turn| (turn.seat, turn.ply));
        assert_eq!(turn, Some((0, 6)));
    }
}
