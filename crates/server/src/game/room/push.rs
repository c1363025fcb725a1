//! Telling players who are not here that it is their turn.

use super::Room;
use crate::push::{PushNews, PushText};
use quintain_api::protocol::GameState;
use quintain_rules::Side;
use quintain_table::Event;

impl Room {
    /// Tells the players by push messages what has happened, if they have days for their moves and no
    /// page of theirs is open. Called after conditional moves have been played, which are nobody's
    /// turn.
    pub(super) fn push_news(&mut self) {
        if !std::mem::take(&mut self.push_due) || !self.is_slow() {
            return;
        }
        for side in Side::BOTH {
            let Some(text) = self.push_text(side) else {
                continue;
            };
            let row = self.live.row();
            let Some(user) = row.seats[side.index()].user_id() else {
                continue;
            };
            let is_here = !self.context().connections.of_user(user).is_empty();
            let is_alone = self.live.sides_of(user).len() == 2;
            if !is_here && !is_alone {
                self.context().push.tell(PushNews {
                    user: user.to_owned(),
                    game_id: self.id.clone(),
                    name: self.live.start.info().name(),
                    text,
                });
            }
        }
    }

    /// What the last event means for a side's player, if anything.
    fn push_text(&self, side: Side) -> Option<PushText> {
        let table = self.live.table()?;
        let last = self.live.events().last().map(|event| &event.entry.event);
        match (self.live.state(), last) {
            // It has just begun, or the opponent has moved.
            (GameState::Running, None | Some(Event::Step { .. })) if table.turn() == Some(side) => {
                Some(PushText::YourTurn)
            }
            // The last move may have ended it as well.
            (GameState::Ended, Some(Event::End { .. } | Event::Step { .. })) => {
                Some(PushText::GameOver)
            }
            _ => None,
        }
    }
}
