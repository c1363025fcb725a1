//! Selecting a move by its path: the points and slots that a person taps.
//!
//! The web app selects moves in the same way; `selection.json` holds the cases that both are
//! tested with.

use quintain_rules::view::MoveView;

/// The taps so far: the beginning of a move's path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Selection {
    taps: Vec<String>,
}

/// The result of a tap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TapResult {
    /// More taps are needed, or nothing is selected any more.
    Selected,
    /// The taps are the path of this move, by its text.
    Move(String),
    /// The taps are the path of a move, but other moves have the same path or continue it: a
    /// person has to choose between these.
    Choice(Vec<String>),
}

impl Selection {
    /// The taps in effect: those made, or else those implied.
    pub(crate) fn taps(&self, moves: &[MoveView]) -> Vec<String> {
        if self.taps.is_empty() {
            implied(moves)
        } else {
            self.taps.clone()
        }
    }

    /// The possible next taps, in the order of the moves.
    pub(crate) fn targets(&self, moves: &[MoveView]) -> Vec<String> {
        let taps = self.taps(moves);
        let mut targets: Vec<String> = Vec::new();
        for mv in starting_with(moves, &taps) {
            if let Some(id) = mv.path.get(taps.len())
                && !targets.contains(id)
            {
                targets.push(id.clone());
            }
        }
        targets
    }

    /// Whether anything has been tapped.
    pub(crate) fn is_empty(&self) -> bool {
        self.taps.is_empty()
    }

    /// Deselects everything.
    pub(crate) fn clear(&mut self) {
        self.taps.clear();
    }

    /// Taps a point or a slot. A tap that does not continue the path starts another one; a tap
    /// that starts none, or repeats the last one, deselects.
    pub(crate) fn tap(&mut self, moves: &[MoveView], id: &str) -> TapResult {
        let before = self.taps(moves);
        let mut path = before.clone();
        path.push(id.to_owned());
        if starting_with(moves, &path).next().is_none() {
            path = vec![id.to_owned()];
            let repeats = before.last().is_some_and(|last| last == id);
            if repeats || starting_with(moves, &path).next().is_none() {
                self.clear();
                return TapResult::Selected;
            }
        }
        let is_complete = moves.iter().any(|mv| mv.path == path);
        let mut texts: Vec<String> = starting_with(moves, &path)
            .map(|mv| mv.text.clone())
            .collect();
        if !is_complete {
            self.taps = path;
            return TapResult::Selected;
        }
        self.clear();
        match texts.len() {
            1 => TapResult::Move(texts.remove(0)),
            _ => TapResult::Choice(texts),
        }
    }
}

fn starting_with<'m>(
    moves: &'m [MoveView],
    taps: &'m [String],
) -> impl Iterator<Item = &'m MoveView> {
    moves.iter().filter(move |mv| mv.path.starts_with(taps))
}

/// The taps that need not be made because every move begins with them, such as the only piece
/// that can move. The last tap of a move is never implied: nothing is played without a tap.
fn implied(moves: &[MoveView]) -> Vec<String> {
    let mut taps: Vec<String> = Vec::new();
    let Some(first) = moves.first() else {
        return taps;
    };
    for id in &first.path {
        taps.push(id.clone());
        let is_shared = |mv: &MoveView| mv.path.len() > taps.len() && mv.path.starts_with(&taps);
        if !moves.iter().all(is_shared) {
            taps.pop();
            break;
        }
    }
    taps
}

#[cfg(test)]
mod tests {
    use super::{Selection, TapResult};
    use quintain_rules::view::{MoveKind, MoveView};
    use serde::Deserialize;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Case {
        name: String,
        /// Paths, the taps separated by spaces; a move's text is its path with hyphens, and a
        /// number after # tells moves with the same path apart.
        moves: Vec<String>,
        steps: Vec<Step>,
    }

    /// What is expected after a tap, or of a fresh selection.
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Step {
        tap: Option<String>,
        /// The taps in effect.
        taps: Option<Vec<String>>,
        targets: Option<Vec<String>>,
        #[serde(rename = "move")]
        mv: Option<String>,
        choice: Option<Vec<String>>,
    }

    fn move_view(path: &str) -> MoveView {
        let taps = path.split('#').next().unwrap_or_default();
        MoveView {
            text: path.replace(' ', "-"),
            label: path.to_owned(),
            path: taps.split(' ').map(str::to_owned).collect(),
            kind: MoveKind::Move,
            affects: Vec::new(),
            odds: None,
        }
    }

    #[test]
    fn moves_are_selected_as_the_common_cases_say() {
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("selection.json")).expect("the cases");
        for case in cases {
            let moves: Vec<MoveView> = case.moves.iter().map(|path| move_view(path)).collect();
            let mut selection = Selection::default();
            for step in case.steps {
                let name = format!("{}, tap {:?}", case.name, step.tap);
                if let Some(id) = step.tap {
                    let expected = match (step.mv, step.choice) {
                        (Some(text), _) => TapResult::Move(text),
                        (None, Some(texts)) => TapResult::Choice(texts),
                        (None, None) => TapResult::Selected,
                    };
                    assert_eq!(selection.tap(&moves, &id), expected, "{name}");
                }
                if let Some(taps) = step.taps {
                    assert_eq!(selection.taps(&moves), taps, "{name}");
                }
                if let Some(targets) = step.targets {
                    assert_eq!(selection.targets(&moves), targets, "{name}");
                }
            }
        }
    }
}
