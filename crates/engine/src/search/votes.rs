//! Best-thread choice: which thread of a parallel search has the best move.

use super::PvLine;
use crate::score::Score;

/// What one thread has found: the best line of its last complete iteration.
#[derive(Clone, Debug)]
pub(super) struct Found<M> {
    pub(super) depth: u8,
    pub(super) line: PvLine<M>,
}

impl<M: Copy + PartialEq> Found<M> {
    fn first_move(&self) -> Option<M> {
        self.line.moves.first().copied()
    }
}

/// The thread whose move has the most votes. Each thread votes for its move, and its vote counts
/// by depth and by how much better its score is than the worst. `found` begins with the main
/// thread, which is chosen if votes are even; `scale` is the game's.
pub(super) fn best_thread<M: Copy + PartialEq>(found: &[Found<M>], scale: f64) -> usize {
    let score = |thread: usize| found[thread].line.score;
    let threads = 0..found.len();
    // A proof needs no votes: the shortest win, or the main thread's loss.
    let quickest = threads.clone().rev().max_by_key(|&thread| score(thread));
    let Some(quickest) = quickest else {
        return 0;
    };
    if score(quickest).is_win() {
        return quickest;
    }
    if score(0).is_loss() {
        return 0;
    }
    let worst = threads.clone().map(score).min().unwrap_or(Score::DRAW);
    let vote = |thread: usize| {
        let better = i64::from(score(thread).value() - worst.value());
        (better + (scale / 10.0) as i64 + 1) * i64::from(found[thread].depth)
    };
    let votes = |thread: usize| -> i64 {
        let first = found[thread].first_move();
        let same = threads.clone();
        same.filter(|&other| found[other].first_move() == first)
            .map(vote)
            .sum()
    };
    // Of threads that agree, the one that has looked deepest; the first one of equals.
    let rank = |&thread: &usize| (votes(thread), found[thread].depth);
    threads.clone().rev().max_by_key(rank).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{Found, best_thread};
    use crate::score::Score;
    use crate::search::PvLine;

    fn choose(threads: &[(char, u8, Score)]) -> usize {
        let found: Vec<Found<char>> = threads
            .iter()
            .map(|&(mv, depth, score)| Found {
                depth,
                line: PvLine::new(score, 100.0, vec![mv]),
            })
            .collect();
        best_thread(&found, 100.0)
    }

    fn points(points: i32) -> Score {
        Score::from_eval(points)
    }

    #[test]
    fn the_move_of_most_threads_wins_unless_another_is_deeper_or_better() {
        assert_eq!(choose(&[('a', 9, points(5))]), 0);
        let even = [('a', 9, points(5)), ('b', 9, points(5))];
        assert_eq!(choose(&even), 0, "the main thread's if votes are even");
        let (a, b) = (('a', 9, points(5)), ('b', 9, points(5)));
        assert_eq!(choose(&[a, b, b]), 1);
        assert_eq!(choose(&[a, ('b', 10, points(5))]), 1);
        assert_eq!(choose(&[a, ('b', 9, points(60))]), 1);
        assert_eq!(choose(&[a, ('b', 9, points(-60))]), 0);
        assert_eq!(choose(&[a, ('a', 11, points(5)), b]), 1, "the deepest");
    }

    #[test]
    fn a_proof_needs_no_votes() {
        let (a, b) = (('a', 20, points(300)), ('b', 9, Score::win_in(7)));
        assert_eq!(choose(&[a, a, a, b]), 3);
        assert_eq!(choose(&[a, b, ('c', 9, Score::win_in(5))]), 2);
        let lost = ('a', 9, Score::loss_in(4));
        assert_eq!(choose(&[lost, a, a]), 0, "others have not seen it yet");
        assert_eq!(choose(&[a, lost, lost]), 0);
    }

    #[test]
    fn votes_of_any_size_are_counted() {
        let deep = ('a', 255, Score::from_eval(i32::MAX));
        let bad = ('b', 255, Score::loss_in(0));
        assert_eq!(choose(&[deep, bad, bad, bad, bad]), 0);
    }
}
