//! Why a gamble that gains next to nothing is put off: as long as the game goes on, the other
//! side can err. Only the choice at the root knows patience; values in the tree are what they
//! are.

use super::{CERTAIN, Window};
use crate::score::Score;
use crate::search::worker::Worker;
use quintain_rules::Strategy;

/// How much more a gamble has to be worth than a plain move: one in a hundred. Against plain UCT
/// with as many playouts as the engine has nodes this gained some four in a hundred; three or
/// more of them cost more than they brought.
const PATIENCE: i32 = CERTAIN / 50;

/// A score so many points lower; a certain or forced end stays what it is.
#[inline]
pub(crate) fn less(score: Score, points: i32) -> Score {
    if score.value().abs() >= CERTAIN {
        return score;
    }
    Score::from_value((score.value() - points).clamp(-CERTAIN, CERTAIN))
}

impl Window {
    /// The window to ask for a value that will count so much less.
    #[inline]
    pub(super) fn raised(self, points: i32) -> Window {
        Window {
            alpha: less(self.alpha, -points),
            beta: less(self.beta, -points),
        }
    }
}

impl<G: Strategy> Worker<'_, G> {
    /// How much less a move at the root counts in the choice for leaving something to chance.
    /// Nothing when the game goes round in circles, where waiting leads nowhere; and who asks
    /// for several lines, or for the plain value, wants to see what moves are worth.
    pub(crate) fn risk(&self, mv: G::Move) -> i32 {
        let options = self.shared.options;
        if !options.selective || options.lines > 1 || self.again {
            return 0;
        }
        let mut reveals = 0;
        self.root.visit_reveals(mv, |_, _| reveals += 1);
        if reveals > 1 { PATIENCE } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::{PATIENCE, less};
    use crate::limits::Limits;
    use crate::score::Score;
    use crate::search::{Options, search};
    use crate::table::Table;
    use quintain_rules::games::incognito::Incognito;
    use quintain_rules::{Game, Strategy};
    use std::sync::atomic::AtomicBool;

    #[test]
    fn certain_and_forced_ends_stay_what_they_are() {
        for score in [Score::MAX, Score::win_in(3), Score::loss_in(4), Score::MIN] {
            assert_eq!(less(score, PATIENCE), score);
        }
        assert_eq!(less(Score::EVEN, 7), Score::from_value(-7));
    }

    /// What is told of a gamble is what it is worth: the same with one line as with several,
    /// where nothing is held against it.
    #[test]
    fn a_gamble_is_told_by_its_value() {
        // White can only lose time by waiting: Black enters next turn.
        let position: Incognito = "1B3/5/W4/4B/3W1 w".parse().expect("a position");
        let look = |lines| {
            let limits = Limits {
                depth: Some(1),
                ..Limits::default()
            };
            let options = Options {
                lines,
                ..Options::default()
            };
            let stop = AtomicBool::new(false);
            let table = Table::new(1);
            let report = search(&position, &[], &limits, options, &table, &stop, &mut |_| {});
            let best = report.best().expect("a move");
            (
                position.move_text(best),
                report.lines[0].score.chance(Incognito::SCALE),
            )
        };
        let (one, several) = (look(1), look(2));
        assert_eq!(one.0, "a3-a5");
        assert_eq!(one.0, several.0);
        assert!((one.1 - several.1).abs() < 1e-3, "{one:?} and {several:?}");
    }
}
