//! Endgame tablebases: exact values of all positions with few pieces, solved class by class.
//!
//! The value of a position is that of its best move, the value of a move the mean over what it
//! may reveal, and steps that leave a group of classes lead to one that is solved already.
//! Endless play is a draw. A group is solved by retrograde analysis (`tablebase/retrograde.rs`).
//!
//! A value is a [`Score`] in 16 bits as inside the search of games with chance: linear in the win
//! probability, or a forced result with its distance.

#[cfg(feature = "tools")]
mod erased;
mod file;
mod retrograde;
#[cfg(test)]
mod tests;
mod verify;

#[cfg(feature = "tools")]
pub use erased::TablebaseBuilder;
#[cfg(feature = "tools")]
pub(crate) use erased::tablebase_builder;
pub use file::TablebaseError;
pub use verify::TablebaseMismatch;

use crate::expectimax::ONE;
use crate::score::{Mate, Score};
use quintain_rules::{EndgameClass, EndgameIndex, Evaluate, Position};
use retrograde::MaterialGroup;
use std::sync::atomic::AtomicBool;

/// An endgame tablebase for one board of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tablebase {
    /// The game's id.
    game: String,
    /// The board's size; 0 for games with one board.
    board: u8,
    /// The maximum number of pieces per side.
    max_pieces: u8,
    /// The classes that are solved, in the order of solving.
    classes: Vec<Class>,
    /// The ids of the classes and their places in `classes`, sorted.
    index: Vec<(u32, usize)>,
}

/// The values of a class, as the bits of scores.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Class {
    id: u32,
    values: Vec<u16>,
}

/// How far the construction of a tablebase is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TablebaseProgress {
    /// How many positions are solved.
    pub done: u64,
    /// How many there are.
    pub total: u64,
}

impl Tablebase {
    /// A tablebase for the endgames with at most `max_pieces` per side on the board of a
    /// position, in which nothing is solved yet.
    pub fn new<P: Evaluate>(board: &P, max_pieces: u8) -> Tablebase {
        Tablebase::of_classes(
            P::INFO.id.to_owned(),
            board.size().unwrap_or(0),
            max_pieces,
            Vec::new(),
        )
    }

    fn of_classes(game: String, board: u8, max_pieces: u8, classes: Vec<Class>) -> Tablebase {
        let ids = classes.iter().map(|class| class.id);
        let mut index: Vec<(u32, usize)> = ids.zip(0..).collect();
        index.sort_unstable();
        Tablebase {
            game,
            board,
            max_pieces,
            classes,
            index,
        }
    }

    /// Solves all endgames with at most `max_pieces` per side on the board of a position. The
    /// tablebase is empty for games without endgames.
    pub fn build<P: Evaluate>(
        board: &P,
        max_pieces: u8,
        threads: usize,
        on_progress: &mut dyn FnMut(TablebaseProgress),
    ) -> Result<Tablebase, TablebaseError> {
        let mut tablebase = Tablebase::new(board, max_pieces);
        let never = AtomicBool::new(false);
        while tablebase.solve_next_group(board, threads, &never, on_progress)? {}
        Ok(tablebase)
    }

    /// Solves the next group of classes on the board of a position; returns whether there was
    /// one. If `stop` is set meanwhile, the group stays unsolved.
    pub fn solve_next_group<P: Evaluate>(
        &mut self,
        board: &P,
        threads: usize,
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(TablebaseProgress),
    ) -> Result<bool, TablebaseError> {
        self.ensure_board(board)?;
        let all = P::Endgames::classes(board, self.max_pieces);
        let Some(open) = all
            .get(self.classes.len()..)
            .filter(|open| !open.is_empty())
        else {
            return Ok(false);
        };
        let size = |group: &[EndgameClass]| group.iter().map(|class| class.size).sum::<u64>();
        let mut groups = open.chunk_by(|a, b| a.group == b.group);
        // Better an error now than after all the smaller groups have been solved.
        let largest = groups.clone().map(size).max().unwrap_or(0);
        if largest >= u64::from(u32::MAX) {
            return Err(TablebaseError::TooLarge { positions: largest });
        }
        let group = groups.next().unwrap_or(open);
        let group_size = size(group);
        let before: u64 = self.positions();
        let total = all.iter().map(|class| class.size).sum();
        let mut on_part = |part: u64| {
            on_progress(TablebaseProgress {
                done: before + part,
                total,
            });
        };
        let solved = MaterialGroup::new(board, group, self, threads, stop, &mut on_part).solve();
        let Some(solved) = solved else {
            return Ok(false);
        };
        on_part(group_size);
        for class in solved {
            self.index.push((class.id, self.classes.len()));
            self.classes.push(class);
        }
        self.index.sort_unstable();
        Ok(true)
    }

    /// Whether all classes are solved.
    pub fn is_complete<P: Evaluate>(&self, board: &P) -> bool {
        self.is_for(board)
            && self.classes.len() == P::Endgames::classes(board, self.max_pieces).len()
    }

    /// How many positions are solved, counting images under the symmetries by which the numbering
    /// is reduced as one.
    pub fn positions(&self) -> u64 {
        self.classes
            .iter()
            .map(|class| class.values.len() as u64)
            .sum()
    }

    /// The maximum number of pieces per side.
    pub fn max_pieces(&self) -> u8 {
        self.max_pieces
    }

    /// Whether this is a tablebase of the game and board of a position.
    pub fn is_for<P: Position>(&self, position: &P) -> bool {
        self.ensure_board(position).is_ok()
    }

    /// The win probability of the side to move, if the position is in the tablebase.
    pub fn win_probability<P: Evaluate>(&self, position: &P) -> Option<f64> {
        let score = self.is_for(position).then(|| self.probe(position))??;
        Some(match score.mate() {
            Some(Mate::Win(_)) => 1.0,
            Some(Mate::Loss(_)) => 0.0,
            None => 0.5 + f64::from(score.value()) / f64::from(2 * ONE),
        })
    }

    /// The value of a position for the side to move, as inside the search of games with chance.
    #[inline]
    pub(crate) fn probe<P: Evaluate>(&self, position: &P) -> Option<Score> {
        let id = P::Endgames::class(position)?;
        let at = self.index.binary_search_by_key(&id, |entry| entry.0).ok()?;
        let index = usize::try_from(P::Endgames::index(position)).ok()?;
        let values = &self.classes[self.index[at].1].values;
        values.get(index).map(|&bits| Score::from_bits(bits))
    }
}
