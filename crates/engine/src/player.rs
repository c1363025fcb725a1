//! Players: whatever chooses moves, be it the engine, a baseline or another program.

use crate::TEXTS;
use crate::erased::{AnyEngine, Settings};
use crate::limits::Limits;
use quintain_rules::erased::AnyPosition;
use quintain_rules::message::Message;
use quintain_rules::record::RecordFault;
use quintain_rules::{GameInfo, MoveError, OsError, messages};
use std::error::Error;
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

messages! {
    /// Why a player has no move.
    #[non_exhaustive]
    pub enum PlayerError in TEXTS {
        /// There is nothing to choose.
        GameOver = "player-game-over",
        /// The position is of another game.
        OtherGame = "other-game" {
            /// The player's game.
            game: Message,
        },
        /// No command was given.
        NoCommand = "player-no-command",
        /// The program cannot be started.
        CannotStart = "player-cannot-start" {
            /// The program.
            program: String,
            /// What the operating system says.
            error: OsError,
        },
        /// The program has exited.
        Exited = "player-exited" {
            /// Its exit status, negative for a signal.
            status: String,
        },
        /// The program has closed its input.
        InputClosed = "player-input-closed",
        /// The program reports an error.
        Reported = "player-reported" {
            /// What it says.
            reason: String,
        },
        /// The program did not answer in time.
        NoAnswer = "player-no-answer" {
            /// What was sent, quoted.
            sent: String,
            /// What was expected.
            expected: String,
        },
        /// The program answered without a move.
        NoMove = "player-no-move",
        /// The program has no such option.
        NoOption = "player-no-option" {
            /// The option, quoted.
            name: String,
        },
        /// A clock or a limit of time ran out.
        OutOfTime = "player-out-of-time" {
            /// The time used, in milliseconds.
            used_ms: u64,
            /// The time there was, in milliseconds, without the margin.
            allowed_ms: u64,
        },
        /// The player resigns.
        Resigned = "player-resigned",
    } or {
        /// The move cannot be played.
        Move(MoveError),
        /// The move cannot be recorded.
        Record(RecordFault),
    }
}

impl Error for PlayerError {}

/// A player of a game.
pub trait Player: Send {
    /// The game.
    fn info(&self) -> &'static GameInfo;
    /// A new game begins. Random choices follow from the seed from then on.
    fn new_game(&mut self, seed: u64);
    /// Whether it can play another game; `false` if it has to be started anew.
    fn is_usable(&self) -> bool {
        true
    }
    /// Chooses a move (without what it reveals) in an unfinished game, within limits, and at
    /// once when `stop` is set. The error says why there is none.
    fn choose(
        &mut self,
        state: &GameState<'_>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<String, PlayerError>;
}

impl Player for Box<dyn AnyEngine> {
    fn info(&self) -> &'static GameInfo {
        AnyEngine::info(&**self)
    }

    fn new_game(&mut self, seed: u64) {
        let settings = Settings {
            seed,
            ..self.settings()
        };
        self.configure(settings);
        AnyEngine::new_game(&mut **self);
    }

    fn choose(
        &mut self,
        state: &GameState<'_>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<String, PlayerError> {
        // A forced move needs no search.
        if let [only] = state.position.moves().as_slice() {
            return Ok(only.clone());
        }
        let result = self.go(state.position, state.history, limits, stop, &mut |_| {});
        result.best_move.ok_or(PlayerError::GameOver)
    }
}
