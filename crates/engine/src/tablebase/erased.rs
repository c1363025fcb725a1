//! Tables of endgames for applications that choose the game at run time.

use super::{EndgameError, Endgames, Progress};
use quintain_rules::Strategy;
use quintain_rules::erased::AnyPosition;
use std::io::Read;

/// Makes, reads and checks tables of endgames for one board.
pub trait AnyEndgames: Send + Sync {
    /// A table for at most so many pieces a side, in which nothing is solved yet.
    fn begin(&self, most: u8) -> Result<Endgames, EndgameError>;
    /// [`Endgames::solve_more`].
    fn solve_more(
        &self,
        endgames: &mut Endgames,
        threads: usize,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<bool, EndgameError>;
    /// [`Endgames::read`].
    fn read(&self, input: &mut dyn Read) -> Result<Endgames, EndgameError>;
    /// [`Endgames::check`].
    fn check(&self, endgames: &Endgames, count: u64, seed: u64)
    -> Result<(u64, u64), EndgameError>;
}

/// For the board of a position of the game `G`; an error if the position is of another game,
/// or the game has no tables.
pub(crate) fn endgames_on<G: Strategy>(
    position: &dyn AnyPosition,
) -> Result<Box<dyn AnyEndgames>, EndgameError> {
    let game = G::INFO.name;
    let board = position
        .as_any()
        .downcast_ref::<G>()
        .filter(|board| !board.endgame_classes(u8::MAX).is_empty())
        .ok_or(EndgameError::None { game })?;
    Ok(Box::new(Board(*board)))
}

struct Board<G>(G);

impl<G: Strategy> AnyEndgames for Board<G> {
    fn begin(&self, most: u8) -> Result<Endgames, EndgameError> {
        if self.0.endgame_classes(most).is_empty() {
            let game = G::INFO.name;
            return Err(EndgameError::None { game });
        }
        Ok(Endgames::new(&self.0, most))
    }

    fn solve_more(
        &self,
        endgames: &mut Endgames,
        threads: usize,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<bool, EndgameError> {
        endgames.solve_more(&self.0, threads, tell)
    }

    fn read(&self, input: &mut dyn Read) -> Result<Endgames, EndgameError> {
        Endgames::read(&self.0, input)
    }

    fn check(
        &self,
        endgames: &Endgames,
        count: u64,
        seed: u64,
    ) -> Result<(u64, u64), EndgameError> {
        endgames.check(&self.0, count, seed)
    }
}
