//! Players: whatever chooses moves, be it the engine, a baseline or another program.

use crate::erased::AnyEngine;
use crate::limits::Limits;
use quintain_rules::GameInfo;
use quintain_rules::erased::AnyPosition;
use std::sync::atomic::AtomicBool;

/// A game as the player to move sees it.
#[derive(Clone, Copy, Debug)]
pub struct GameState<'a> {
    /// Where the game started.
    pub start: &'a dyn AnyPosition,
    /// The steps played since.
    pub steps: &'a [String],
    /// The position they have led to.
    pub position: &'a dyn AnyPosition,
    /// The Zobrist hashes of the positions before it, oldest first.
    pub history: &'a [u64],
}

/// A player of a game.
pub trait Player: Send {
    /// The game.
    fn info(&self) -> &'static GameInfo;
    /// A new game begins.
    fn new_game(&mut self);
    /// Chooses a move (without what it reveals) in an unfinished game, within limits, and at
    /// once when `stop` is set. The error says why there is none.
    fn choose(
        &mut self,
        state: &GameState<'_>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<String, String>;
}

impl Player for Box<dyn AnyEngine> {
    fn info(&self) -> &'static GameInfo {
        AnyEngine::info(&**self)
    }

    fn new_game(&mut self) {
        AnyEngine::new_game(&mut **self);
    }

    fn choose(
        &mut self,
        state: &GameState<'_>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<String, String> {
        // A forced move needs no search.
        if let [only] = state.position.moves().as_slice() {
            return Ok(only.clone());
        }
        let result = self.go(state.position, state.history, limits, stop, &mut |_| {});
        result.best_move.ok_or_else(|| "the game is over".into())
    }
}
