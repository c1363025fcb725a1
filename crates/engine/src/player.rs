//! Whoever chooses moves: the engine, a baseline, or another program.

use crate::erased::AnyEngine;
use crate::limits::Limits;
use quintain_rules::GameInfo;
use quintain_rules::erased::AnyPosition;
use std::sync::atomic::AtomicBool;

/// Someone who plays a game.
pub trait Player: Send {
    /// The game.
    fn info(&self) -> &'static GameInfo;
    /// A new game begins.
    fn new_game(&mut self);
    /// Chooses a move (without what it reveals) in an unfinished game; `history` holds the
    /// keys of the positions played before. The error says why there is none.
    fn choose(
        &mut self,
        position: &dyn AnyPosition,
        history: &[u64],
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<String, String>;
}

impl Player for Box<dyn AnyEngine> {
    fn info(&self) -> &'static GameInfo {
        AnyEngine::info(&**self)
    }

    fn new_game(&mut self) {
        self.forget();
    }

    fn choose(
        &mut self,
        position: &dyn AnyPosition,
        history: &[u64],
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<String, String> {
        // Who has no choice need not think.
        if let [only] = position.moves().as_slice() {
            return Ok(only.clone());
        }
        let thought = self.think(position, history, limits, stop, &mut |_| {});
        thought.best.ok_or_else(|| "the game is over".into())
    }
}
