//! Tablebases for applications that choose the game at run time.

use super::{Tablebase, TablebaseError, TablebaseProgress};
use quintain_rules::erased::AnyPosition;
use quintain_rules::{EndgameIndex, Evaluate};
use std::io::Read;
use std::sync::atomic::AtomicBool;

/// Builds, reads and verifies tablebases for one board.
pub trait TablebaseBuilder: Send + Sync {
    /// A tablebase for at most `max_pieces` per side, in which nothing is solved yet.
    fn begin(&self, max_pieces: u8) -> Result<Tablebase, TablebaseError>;
    /// [`Tablebase::solve_next_group`].
    fn solve_next_group(
        &self,
        tablebase: &mut Tablebase,
        threads: usize,
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(TablebaseProgress),
    ) -> Result<bool, TablebaseError>;
    /// [`Tablebase::read`].
    fn read(&self, input: &mut dyn Read) -> Result<Tablebase, TablebaseError>;
    /// [`Tablebase::verify`].
    fn verify(
        &self,
        tablebase: &Tablebase,
        count: u64,
        seed: u64,
    ) -> Result<(u64, u64), TablebaseError>;
}

/// The builder for the board of a position; an error if the position is of another game, or the
/// game has no tablebases.
pub(crate) fn tablebase_builder<P: Evaluate>(
    position: &dyn AnyPosition,
) -> Result<Box<dyn TablebaseBuilder>, TablebaseError> {
    let game = P::INFO.name();
    let board = position
        .as_any()
        .downcast_ref::<P>()
        .filter(|board| !P::Endgames::classes(board, u8::MAX).is_empty())
        .ok_or(TablebaseError::Unsupported { game })?;
    Ok(Box::new(Board(*board)))
}

struct Board<P>(P);

impl<P: Evaluate> TablebaseBuilder for Board<P> {
    fn begin(&self, max_pieces: u8) -> Result<Tablebase, TablebaseError> {
        if P::Endgames::classes(&self.0, max_pieces).is_empty() {
            let game = P::INFO.name();
            return Err(TablebaseError::Unsupported { game });
        }
        Ok(Tablebase::new(&self.0, max_pieces))
    }

    fn solve_next_group(
        &self,
        tablebase: &mut Tablebase,
        threads: usize,
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(TablebaseProgress),
    ) -> Result<bool, TablebaseError> {
        tablebase.solve_next_group(&self.0, threads, stop, on_progress)
    }

    fn read(&self, input: &mut dyn Read) -> Result<Tablebase, TablebaseError> {
        Tablebase::read(&self.0, input)
    }

    fn verify(
        &self,
        tablebase: &Tablebase,
        count: u64,
        seed: u64,
    ) -> Result<(u64, u64), TablebaseError> {
        tablebase.verify(&self.0, count, seed)
    }
}
