//! Time management by stability: a move is worth more time while the search keeps changing its
//! mind, and less once it has settled.

use super::SearchResult;

/// What earlier iterations of a search have found.
pub(super) struct Stability<M> {
    best_move: Option<M>,
    /// For how many iterations the best move has stayed the same.
    unchanged: u32,
    /// The win probability of the iteration before.
    win_probability: Option<f64>,
}

impl<M> Default for Stability<M> {
    fn default() -> Self {
        Stability {
            best_move: None,
            unchanged: 0,
            win_probability: None,
        }
    }
}

impl<M: Copy + PartialEq> Stability<M> {
    /// How much more or less time than usual the move is worth after another iteration, in which
    /// this share of the nodes went into the best move.
    pub(super) fn update(&mut self, result: &SearchResult<M>, best_move_share: f64) -> f64 {
        if result.best_move == self.best_move {
            self.unchanged += 1;
        } else {
            self.unchanged = 0;
        }
        self.best_move = result.best_move;
        let win_probability = result.lines.first().map(|line| line.win_probability);
        let drop = match (self.win_probability, win_probability) {
            (Some(before), Some(now)) => before - now,
            _ => 0.0,
        };
        self.win_probability = win_probability;
        let by_move = 1.35 - 0.1 * f64::from(self.unchanged.min(6));
        // A drop is trouble; a rise is as good as nothing.
        let by_score = 1.0 + (6.0 * drop).clamp(-0.1, 0.6);
        // If nearly all nodes went into the best move, the others were refuted easily.
        let by_nodes = 1.5 - 0.75 * best_move_share.clamp(0.0, 1.0);
        by_move * by_score * by_nodes
    }
}

#[cfg(test)]
mod tests {
    use super::Stability;
    use crate::score::Score;
    use crate::search::{PvLine, SearchResult};

    fn result(mv: char, points: i32) -> SearchResult<char> {
        SearchResult {
            best_move: Some(mv),
            lines: vec![PvLine::new(Score::from_eval(points), 100.0, vec![mv])],
            ..SearchResult::default()
        }
    }

    #[test]
    fn a_settled_search_needs_less_time_than_one_that_changes_its_mind() {
        let (mut settled, mut torn) = (Stability::default(), Stability::default());
        let mut needs = (0.0, 0.0);
        for iteration in 0..8 {
            let mv = if iteration % 2 == 0 { 'a' } else { 'b' };
            needs.0 = settled.update(&result('a', 10), 0.5);
            needs.1 = torn.update(&result(mv, 10), 0.5);
        }
        assert!(needs.0 < 1.0 && 1.0 < needs.1, "{needs:?}");
    }

    #[test]
    fn a_falling_score_and_close_alternatives_need_time() {
        let need = |points: i32, share: f64| {
            let mut stability = Stability::default();
            stability.update(&result('a', 0), share);
            stability.update(&result('a', points), share)
        };
        assert!(need(-60, 0.5) > need(0, 0.5));
        assert!(need(60, 0.5) <= need(0, 0.5));
        assert!(need(0, 0.2) > need(0, 0.95));
    }
}
