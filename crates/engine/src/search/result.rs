//! What a search reports.

use crate::score::Score;
use quintain_rules::Side;
use std::time::Duration;

/// What a search has found, so far or in the end. Moves are typed, or texts where the game is
/// chosen at run time.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult<M = String> {
    /// The move to play: the best one found, or at a low level the one chosen. `None` if there
    /// is no legal move.
    pub best_move: Option<M>,
    /// The depth of the last complete iteration, in plies.
    pub depth: u8,
    /// The largest distance from the root in the last iteration, in plies.
    pub seldepth: u8,
    /// How many nodes were searched.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// How full the transposition table is, in per mille.
    pub hashfull: u32,
    /// The best moves with their principal variations, the best first; empty only if there is no
    /// legal move.
    pub lines: Vec<PvLine<M>>,
    /// The winner, if it is proved by other means than this search: an argument about the game, a
    /// table that comes with it, or a solver.
    pub proved: Option<Side>,
}

impl<M> Default for SearchResult<M> {
    fn default() -> Self {
        SearchResult {
            best_move: None,
            depth: 0,
            seldepth: 0,
            nodes: 0,
            time: Duration::ZERO,
            hashfull: 0,
            lines: Vec::new(),
            proved: None,
        }
    }
}

impl<M: Copy> SearchResult<M> {
    /// The first move of the best line.
    pub(crate) fn first_move(&self) -> Option<M> {
        self.lines
            .first()
            .and_then(|line| line.moves.first())
            .copied()
    }
}

/// A principal variation: a move, what is expected to follow, and its score.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PvLine<M = String> {
    /// The value for the side to move.
    pub score: Score,
    /// The win probability that the score stands for.
    pub win_probability: f64,
    /// The move and what follows; never empty.
    pub moves: Vec<M>,
}

impl<M> PvLine<M> {
    pub(crate) fn new(score: Score, scale: f64, moves: Vec<M>) -> Self {
        PvLine {
            score,
            win_probability: score.win_probability(scale),
            moves,
        }
    }

    pub(crate) fn set_score(&mut self, score: Score, scale: f64) {
        self.score = score;
        self.win_probability = score.win_probability(scale);
    }
}
