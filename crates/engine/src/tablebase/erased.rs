//! Tables of endgames for applications that choose the game at run time.

use super::{Tablebase, TablebaseError, TablebaseProgress};
use quintain_rules::Strategy;
use quintain_rules::erased::AnyPosition;
use std::io::Read;

/// Makes, reads and checks tables of endgames for one board.
pub trait TablebaseBuilder: Send + Sync {
    /// A table for at most so many pieces a side, in which nothing is solved yet.
    fn begin(&self, most: u8) -> Result<Tablebase, TablebaseError>;
    /// [`Endgames::solve_more`].
    fn solve_next_group(
        &self,
        endgames: &mut Tablebase,
        threads: usize,
        tell: &mut dyn FnMut(TablebaseProgress),
    ) -> Result<bool, TablebaseError>;
    /// [`Endgames::read`].
    fn read(&self, input: &mut dyn Read) -> Result<Tablebase, TablebaseError>;
    /// [`Endgames::check`].
    fn verify(
        &self,
        endgames: &Tablebase,
        count: u64,
        seed: u64,
    ) -> Result<(u64, u64), TablebaseError>;
}

/// For the board of a position of the game `G`; an error if the position is of another game,
/// or the game has no tables.
pub(crate) fn tablebase_builder<G: Strategy>(
    position: &dyn AnyPosition,
) -> Result<Box<dyn TablebaseBuilder>, TablebaseError> {
    let game = G::INFO.name;
    let board = position
        .as_any()
        .downcast_ref::<G>()
        .filter(|board| !board.endgame_classes(u8::MAX).is_empty())
        .ok_or(TablebaseError::Unsupported { game })?;
    Ok(Box::new(Board(*board)))
}

struct Board<G>(G);

impl<G: Strategy> TablebaseBuilder for Board<G> {
    fn begin(&self, most: u8) -> Result<Tablebase, TablebaseError> {
        if self.0.endgame_classes(most).is_empty() {
            let game = G::INFO.name;
            return Err(TablebaseError::Unsupported { game });
        }
        Ok(Tablebase::new(&self.0, most))
    }

    fn solve_next_group(
        &self,
        endgames: &mut Tablebase,
        threads: usize,
        tell: &mut dyn FnMut(TablebaseProgress),
    ) -> Result<bool, TablebaseError> {
        endgames.solve_next_group(&self.0, threads, tell)
    }

    fn read(&self, input: &mut dyn Read) -> Result<Tablebase, TablebaseError> {
        Tablebase::read(&self.0, input)
    }

    fn verify(
        &self,
        endgames: &Tablebase,
        count: u64,
        seed: u64,
    ) -> Result<(u64, u64), TablebaseError> {
        endgames.verify(&self.0, count, seed)
    }
}
