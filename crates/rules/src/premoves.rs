//! Moves chosen in advance, while the opponent is to move.

use crate::view::{Describe, MoveKind, MoveView};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// The moves that the side not to move has after at least one of the steps that are possible now,
/// sorted by text. Where the same text means other taps after another step, there is one for each.
///
/// Every position looked at is one that the game can really reach, so this holds for any game, and
/// since a position holds only what is public, nothing hidden goes into it. Left out are moves whose
/// result chance decides after every step: the odds are not known before the step is.
pub(crate) fn premoves<P: Describe>(position: &P) -> Vec<MoveView> {
    let mut found = Found::default();
    position.visit_steps(|step| {
        let mut after = *position;
        after.play_unchecked(step);
        if after.turn() == position.turn() || after.terminal_winner().is_some() {
            return;
        }
        let _ = after.visit_moves(|mv| {
            if after.odds(mv).is_none() {
                let kind = after.move_kind(mv);
                found.add(after.move_text(mv), after.path(mv), kind, || {
                    after.label(mv)
                });
            }
            ControlFlow::<()>::Continue(())
        });
    });
    found.0.into_values().collect()
}

/// The moves found so far, by their texts and paths. Apart from the games, so that it is compiled
/// once.
#[derive(Default)]
struct Found(BTreeMap<(String, Vec<String>), MoveView>);

impl Found {
    /// Adds a move. What it does at the end of its path is said only if all steps agree on it.
    fn add(
        &mut self,
        text: String,
        path: Vec<String>,
        kind: MoveKind,
        label: impl FnOnce() -> String,
    ) {
        let key = (text, path);
        if let Some(known) = self.0.get_mut(&key) {
            if known.kind != kind {
                known.kind = MoveKind::Move;
            }
            return;
        }
        let (text, path) = key.clone();
        let mv = MoveView {
            text,
            label: label(),
            path,
            kind,
            affects: Vec::new(),
            odds: None,
        };
        self.0.insert(key, mv);
    }
}
