//! Moves in advance: exactly those that some reply allows.

use quintain_rules::Step;
use quintain_rules::erased::erase;
use quintain_rules::view::Describe;
use std::collections::BTreeSet;

/// The moves in advance are those that the other side has after at least one step, but for those
/// whose result chance decides.
pub(super) fn premoves_follow_some_step<P: Describe>(position: &P) {
    let mut expected = BTreeSet::new();
    for mv in position.moves() {
        position.visit_reveals(mv, |reveal, _| {
            let mut after = *position;
            after.play_unchecked(Step { mv, reveal });
            let view = after.view();
            if view.turn == Some(!position.turn()) {
                let certain = view.moves.into_iter().filter(|next| next.odds.is_none());
                expected.extend(certain.map(|next| (next.text, next.path)));
            }
        });
    }
    let found = erase(*position).premoves();
    assert!(
        found
            .iter()
            .all(|mv| mv.odds.is_none() && mv.affects.is_empty())
    );
    let found = found.into_iter().map(|mv| (mv.text, mv.path));
    let found: Vec<_> = found.collect();
    assert_eq!(
        found,
        expected.into_iter().collect::<Vec<_>>(),
        "{position}"
    );
}
