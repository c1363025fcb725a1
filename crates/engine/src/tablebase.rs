//! Exact values of endgames: all positions with few pieces, solved class by class.
//!
//! Within a group of classes a value is the best of the moves, a move's value the average over
//! what it may reveal, and steps that leave the group lead to what is solved already. Endless
//! play counts one half. How a group is solved is in `tablebase/group.rs`.
//!
//! A value is a [`Score`] in 16 bits as inside the search of games with chance: linear in the
//! chance to win, or a forced end with its distance.

mod erased;
mod file;
mod retrograde;
#[cfg(test)]
mod tests;
mod verify;

pub use erased::TablebaseBuilder;
pub(crate) use erased::tablebase_builder;
pub use file::TablebaseError;
pub use verify::TablebaseMismatch;

use crate::expectimax::ONE;
use crate::score::{Mate, Score};
use quintain_rules::{EndgameClass, Position, Strategy};
use retrograde::MaterialGroup;

/// A table of exact values of endgames on one board of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tablebase {
    /// The game's id.
    game: String,
    /// The board's size, 0 for games with one board.
    board: u8,
    /// Pieces a side, at most.
    max_pieces: u8,
    /// Those that are solved, in the order in which they are.
    classes: Vec<Class>,
    /// The ids of the classes and where they are, sorted.
    index: Vec<(u32, usize)>,
}

/// The values of a class, as bits of scores.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Class {
    id: u32,
    values: Vec<u16>,
}

/// How far the building of a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TablebaseProgress {
    /// How many positions are done.
    pub done: u64,
    /// How many there are.
    pub total: u64,
}

impl Tablebase {
    /// A table for the endgames with at most `most` pieces a side on the board of a position,
    /// in which nothing is solved yet.
    pub fn new<G: Strategy>(board: &G, most: u8) -> Tablebase {
        Tablebase::of_classes(
            G::INFO.id.to_owned(),
            board.size().unwrap_or(0),
            most,
            Vec::new(),
        )
    }

    fn of_classes(game: String, board: u8, most: u8, classes: Vec<Class>) -> Tablebase {
        let ids = classes.iter().map(|class| class.id);
        let mut places: Vec<(u32, usize)> = ids.zip(0..).collect();
        places.sort_unstable();
        Tablebase {
            game,
            board,
            max_pieces: most,
            classes,
            index: places,
        }
    }

    /// Solves all endgames with at most `most` pieces a side on the board of a position. The
    /// table is empty for games without endgame tables.
    pub fn build<G: Strategy>(
        board: &G,
        most: u8,
        threads: usize,
        tell: &mut dyn FnMut(TablebaseProgress),
    ) -> Result<Tablebase, TablebaseError> {
        let mut endgames = Tablebase::new(board, most);
        while endgames.solve_next_group(board, threads, tell)? {}
        Ok(endgames)
    }

    /// Solves the next group of classes on the board of a position; tells whether any was
    /// left.
    pub fn solve_next_group<G: Strategy>(
        &mut self,
        board: &G,
        threads: usize,
        tell: &mut dyn FnMut(TablebaseProgress),
    ) -> Result<bool, TablebaseError> {
        self.ensure_board(board)?;
        let all = board.endgame_classes(self.max_pieces);
        let Some(open) = all
            .get(self.classes.len()..)
            .filter(|open| !open.is_empty())
        else {
            return Ok(false);
        };
        let size = |group: &[EndgameClass]| group.iter().map(|class| class.size).sum::<u64>();
        let mut groups = open.chunk_by(|a, b| a.group == b.group);
        // Rather refused now than after all the smaller ones have been solved.
        let largest = groups.clone().map(size).max().unwrap_or(0);
        if largest >= u64::from(u32::MAX) {
            return Err(TablebaseError::TooLarge { positions: largest });
        }
        let group = groups.next().unwrap_or(open);
        let numbers = size(group);
        let before: u64 = self.positions();
        let total = all.iter().map(|class| class.size).sum();
        let mut tell_part = |part: u64| {
            tell(TablebaseProgress {
                done: before + part,
                total,
            });
        };
        let solved = MaterialGroup::new(board, group, self, threads, &mut tell_part).solve();
        tell_part(numbers);
        for class in solved {
            self.index.push((class.id, self.classes.len()));
            self.classes.push(class);
        }
        self.index.sort_unstable();
        Ok(true)
    }

    /// Whether everything that the table is made for is solved.
    pub fn is_complete<G: Strategy>(&self, board: &G) -> bool {
        self.is_for(board) && self.classes.len() == board.endgame_classes(self.max_pieces).len()
    }

    /// How many positions the table has room for: images under symmetries that the game folds
    /// count as one.
    pub fn positions(&self) -> u64 {
        self.classes
            .iter()
            .map(|class| class.values.len() as u64)
            .sum()
    }

    /// The most pieces a side that it is made for.
    pub fn max_pieces(&self) -> u8 {
        self.max_pieces
    }

    /// Whether this is a table of the game and board of a position.
    pub fn is_for<G: Position>(&self, position: &G) -> bool {
        self.ensure_board(position).is_ok()
    }

    /// The chance to win of the side to move, if the table knows it.
    pub fn win_probability<G: Strategy>(&self, position: &G) -> Option<f64> {
        let score = self.is_for(position).then(|| self.probe(position))??;
        Some(match score.mate() {
            Some(Mate::Win(_)) => 1.0,
            Some(Mate::Loss(_)) => 0.0,
            None => 0.5 + f64::from(score.value()) / f64::from(2 * ONE),
        })
    }

    /// The value of a position for the side to move, as inside the search.
    #[inline]
    pub(crate) fn probe<G: Strategy>(&self, position: &G) -> Option<Score> {
        let id = position.endgame_class()?;
        let at = self.index.binary_search_by_key(&id, |place| place.0).ok()?;
        let index = usize::try_from(position.endgame_index()).ok()?;
        let values = &self.classes[self.index[at].1].values;
        values.get(index).map(|&bits| Score::from_bits(bits))
    }
}
