//! Whoever chooses moves: the engine, a baseline, or another program.

use crate::erased::AnyEngine;
use crate::limits::Limits;
use quintain_rules::GameInfo;
use quintain_rules::erased::AnyPosition;
use std::sync::atomic::AtomicBool;

/// Where a game stands when a player is to move.
#[derive(Clone, Copy, Debug)]
pub struct GameState<'a> {
    /// Where it began.
    pub start: &'a dyn AnyPosition,
    /// The steps played since.
    pub steps: &'a [String],
    /// Where they have led to.
    pub position: &'a dyn AnyPosition,
    /// The keys of the positions before that, oldest first.
    pub history: &'a [u64],
}

/// Someone who plays a game.
pub trait Player: Send {
    /// The game.
    fn info(&self) -> &'static GameInfo;
    /// A new game begins.
    fn new_game(&mut self);
    /// Chooses a move (without what it reveals) in an unfinished game, within limits and at
    /// once when `stop` is set. The error says why there is none.
    fn choose(
        &mut self,
        turn: &GameState<'_>,
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
        turn: &GameState<'_>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<String, String> {
        // Who has no choice need not think.
        if let [only] = turn.position.moves().as_slice() {
            return Ok(only.clone());
        }
        let thought = self.go(turn.position, turn.history, limits, stop, &mut |_| {});
        thought.best_move.ok_or_else(|| "the game is over".into())
    }
}
