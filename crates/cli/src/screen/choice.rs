//! Choosing a move by its path: the points and slots that a person taps.

use quintain_rules::view::MoveView;

/// The beginning of a move's path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Choice {
    path: Vec<String>,
}

/// What came of a tap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tapped {
    /// No move goes there.
    Nothing,
    /// The move goes on.
    More,
    /// What was chosen is given up.
    Cleared,
    /// A move is complete: its text, or those of the moves that are tapped in the same way.
    Moves(Vec<String>),
}

impl Choice {
    /// What is chosen: what was tapped, and before that what there is no choice about.
    pub(crate) fn prefix(&self, moves: &[MoveView]) -> Vec<String> {
        if !self.path.is_empty() {
            return self.path.clone();
        }
        let mut prefix = Vec::new();
        loop {
            let next = next(moves, &prefix);
            let [only] = next.as_slice() else {
                return prefix;
            };
            let longer = [prefix.clone(), vec![only.clone()]].concat();
            if moves.iter().any(|mv| mv.path == longer) {
                return prefix;
            }
            prefix = longer;
        }
    }

    /// What can be tapped next.
    pub(crate) fn targets(&self, moves: &[MoveView]) -> Vec<String> {
        next(moves, &self.prefix(moves))
    }

    /// Whether anything was tapped.
    pub(crate) fn is_begun(&self) -> bool {
        !self.path.is_empty()
    }

    /// Gives up what was chosen.
    pub(crate) fn clear(&mut self) {
        self.path.clear();
    }

    /// Taps a point or a slot. What does not go on with the move begins another one.
    pub(crate) fn tap(&mut self, moves: &[MoveView], id: &str) -> Tapped {
        let begun = self.is_begun();
        let beginnings = [self.prefix(moves), Vec::new()];
        for mut path in beginnings {
            if begun && path.last().is_some_and(|last| last == id) {
                return self.tap_again(moves);
            }
            path.push(id.to_owned());
            if moves.iter().any(|mv| mv.path.starts_with(&path)) {
                self.path = path;
                return self.settle(moves);
            }
        }
        self.path.clear();
        if begun {
            Tapped::Cleared
        } else {
            Tapped::Nothing
        }
    }

    /// A second tap on the same place plays a move that could go on but need not, or gives up.
    fn tap_again(&mut self, moves: &[MoveView]) -> Tapped {
        let path = std::mem::take(&mut self.path);
        let texts = complete(moves, &path);
        if texts.is_empty() {
            Tapped::Cleared
        } else {
            Tapped::Moves(texts)
        }
    }

    fn settle(&mut self, moves: &[MoveView]) -> Tapped {
        let goes_on = |mv: &MoveView| mv.path.starts_with(&self.path) && mv.path != self.path;
        if moves.iter().any(goes_on) {
            return Tapped::More;
        }
        let texts = complete(moves, &self.path);
        self.path.clear();
        Tapped::Moves(texts)
    }
}

fn complete(moves: &[MoveView], path: &[String]) -> Vec<String> {
    let whole = moves.iter().filter(|mv| mv.path == path);
    whole.map(|mv| mv.text.clone()).collect()
}

/// What comes next in the moves that begin so, each once, in the order of the moves.
fn next(moves: &[MoveView], prefix: &[String]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for mv in moves.iter().filter(|mv| mv.path.starts_with(prefix)) {
        if let Some(id) = mv.path.get(prefix.len())
            && !found.contains(id)
        {
            found.push(id.clone());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Choice, Tapped};
    use quintain_rules::view::MoveView;

    fn moves(paths: &[&str]) -> Vec<MoveView> {
        let path = |text: &&str| text.split('-').map(str::to_owned).collect();
        let mv = |text: &&str| MoveView {
            text: (*text).to_owned(),
            label: (*text).to_owned(),
            path: path(text),
        };
        paths.iter().map(mv).collect()
    }

    fn played(text: &str) -> Tapped {
        Tapped::Moves(vec![text.into()])
    }

    #[test]
    fn a_move_is_played_when_its_path_is_complete() {
        let moves = moves(&["a-b", "a-c", "d-e"]);
        let mut choice = Choice::default();
        assert_eq!(choice.targets(&moves), ["a", "d"]);
        assert_eq!(choice.tap(&moves, "a"), Tapped::More);
        assert_eq!(choice.targets(&moves), ["b", "c"]);
        assert_eq!(choice.tap(&moves, "c"), played("a-c"));
        assert_eq!(choice, Choice::default());
    }

    #[test]
    fn another_piece_can_be_chosen_instead_and_the_same_one_given_up() {
        let moves = moves(&["a-b", "d-e", "d-f"]);
        let mut choice = Choice::default();
        assert_eq!(choice.tap(&moves, "a"), Tapped::More);
        assert_eq!(choice.tap(&moves, "d"), Tapped::More);
        assert_eq!(choice.tap(&moves, "d"), Tapped::Cleared);
        assert_eq!(choice.tap(&moves, "f"), Tapped::Nothing);
    }

    #[test]
    fn what_there_is_no_choice_about_need_not_be_tapped() {
        let moves = moves(&["a-b", "a-c"]);
        let mut choice = Choice::default();
        assert_eq!(choice.prefix(&moves), ["a"]);
        assert_eq!(choice.targets(&moves), ["b", "c"]);
        assert_eq!(choice.tap(&moves, "b"), played("a-b"));
    }

    #[test]
    fn a_move_that_could_go_on_is_played_by_a_second_tap() {
        let moves = moves(&["a-b", "a-b-c", "d-e"]);
        let mut choice = Choice::default();
        assert_eq!(choice.tap(&moves, "a"), Tapped::More);
        assert_eq!(choice.tap(&moves, "b"), Tapped::More);
        assert_eq!(choice.tap(&moves, "b"), played("a-b"));
    }

    #[test]
    fn moves_that_are_tapped_alike_are_all_told() {
        let mut moves = moves(&["a-b", "a-b"]);
        moves[1].text = "a-b+".into();
        let mut choice = Choice::default();
        choice.tap(&moves, "a");
        let both = vec!["a-b".to_owned(), "a-b+".to_owned()];
        assert_eq!(choice.tap(&moves, "b"), Tapped::Moves(both));
    }
}
