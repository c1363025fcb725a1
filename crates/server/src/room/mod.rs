//! Rooms: one task for each game that someone plays, watches or waits for.
//!
//! A room holds nothing that cannot be built again from the store, except who is looking at
//! the moment. It is made when a game is first asked for and goes away when nobody needs it. Two
//! rooms of the same game, in two processes, are no trouble: the store takes each number of a
//! game only once, and the slower room catches up and decides again.

mod acting;
mod actor;
mod engine;
mod presence;
mod seating;

use crate::app::App;
use crate::error::ApiError;
use crate::live::LiveGame;
use crate::outbox::Outbox;
use crate::protocol::{Act, GameSnapshot, GameSummary};
use crate::store::UserRow;
use futures_util::future::BoxFuture;
use quintain_table::Timestamp;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::{mpsc, oneshot};

/// How many questions may wait at a room's door.
const QUEUE: usize = 64;

/// An answer to come.
type Reply<T> = oneshot::Sender<Result<T, ApiError>>;

/// What a room can be asked.
pub(crate) enum Ask {
    /// Someone follows the game.
    Watch {
        outbox: Outbox,
        user: String,
        after: Option<u64>,
    },
    /// A connection follows it no longer.
    Unwatch { id: u64 },
    /// Someone does something; the answer is the game's last number then.
    Act {
        user: UserRow,
        act: Act,
        reply: Reply<u64>,
    },
    /// Someone takes the open seat.
    Join {
        user: UserRow,
        bot: bool,
        reply: Reply<GameSummary>,
    },
    /// All there is to know, for someone.
    Snapshot {
        user: String,
        reply: Reply<GameSnapshot>,
    },
    /// Looks at the game.
    Look(Box<dyn FnOnce(&LiveGame) + Send>),
    /// The engine has found a move, thinking about the game as it was at this number.
    Thought { seq: u64, best: Option<String> },
    /// The seats have changed in the store.
    Reseat,
    /// The players may have forgotten to begin.
    Expire { before: Timestamp },
    /// A clock may have run out.
    Tick,
}

/// The rooms of this process.
#[derive(Debug, Default)]
pub(crate) struct Rooms {
    doors: Mutex<HashMap<String, mpsc::Sender<Ask>>>,
}

impl Rooms {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, mpsc::Sender<Ask>>> {
        // The map is whole between any two of its operations.
        self.doors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.lock().len()
    }
}

impl App {
    /// Asks the room of a game.
    pub(crate) async fn ask(&self, game: &str, ask: Ask) -> Result<(), ApiError> {
        let mut ask = ask;
        loop {
            let door = self.door(game).await?;
            match door.send(ask).await {
                Ok(()) => return Ok(()),
                // It has just closed: the next one is a new room's.
                Err(mpsc::error::SendError(back)) => ask = back,
            }
        }
    }

    /// Asks the room of a game if there is one already.
    pub(crate) async fn ask_if_open(&self, game: &str, ask: Ask) {
        let door = self.rooms().lock().get(game).cloned();
        if let Some(door) = door {
            // A room that closes now has nobody in it whom this could concern.
            drop(door.send(ask).await);
        }
    }

    async fn answer<T>(
        &self,
        game: &str,
        ask: impl FnOnce(Reply<T>) -> Ask,
    ) -> Result<T, ApiError> {
        let (reply, answer) = oneshot::channel();
        self.ask(game, ask(reply)).await?;
        answer.await.unwrap_or_else(|_| {
            Err(ApiError::Unavailable(
                "the game is just being closed".into(),
            ))
        })
    }

    /// Does something in a game.
    pub(crate) async fn act(&self, game: &str, user: UserRow, act: Act) -> Result<u64, ApiError> {
        self.answer(game, |reply| Ask::Act { user, act, reply })
            .await
    }

    /// Takes the open seat of a game.
    pub(crate) async fn join(
        &self,
        game: &str,
        user: UserRow,
        bot: bool,
    ) -> Result<GameSummary, ApiError> {
        self.answer(game, |reply| Ask::Join { user, bot, reply })
            .await
    }

    /// All there is to know about a game, for someone.
    pub(crate) async fn snapshot(&self, game: &str, user: &str) -> Result<GameSnapshot, ApiError> {
        let user = user.to_owned();
        self.answer(game, |reply| Ask::Snapshot { user, reply })
            .await
    }

    /// Looks at a game.
    pub(crate) async fn look<T: Send + 'static>(
        &self,
        game: &str,
        look: impl FnOnce(&LiveGame) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let answer = |reply: Reply<T>| {
            Ask::Look(Box::new(move |live| {
                // Whoever asked may have gone away.
                drop(reply.send(Ok(look(live))));
            }))
        };
        self.answer(game, answer).await
    }

    /// The way into the room of a game, which is made if there is none.
    // Boxed, since a room can open another room: without that the type of this future would
    // contain itself.
    fn door<'a>(&'a self, game: &'a str) -> BoxFuture<'a, Result<mpsc::Sender<Ask>, ApiError>> {
        Box::pin(self.open_door(game))
    }

    async fn open_door(&self, game: &str) -> Result<mpsc::Sender<Ask>, ApiError> {
        if let Some(door) = self.rooms().lock().get(game)
            && !door.is_closed()
        {
            return Ok(door.clone());
        }
        let live = self.load(game).await?;
        let mut doors = self.rooms().lock();
        // Someone else may have made it in the meantime.
        if let Some(door) = doors.get(game)
            && !door.is_closed()
        {
            return Ok(door.clone());
        }
        let (door, questions) = mpsc::channel(QUEUE);
        doors.insert(game.to_owned(), door.clone());
        drop(doors);
        let room = actor::Room::new(self.clone(), live, door.downgrade());
        tokio::spawn(room.run(questions));
        Ok(door)
    }

    /// A game from the store.
    pub(crate) async fn load(&self, game: &str) -> Result<LiveGame, ApiError> {
        let row = self.store().game(game).await?;
        let Some(row) = row else {
            return Err(ApiError::NotFound("there is no such game".into()));
        };
        let entries = self.store().entries(game, 0).await?;
        LiveGame::new(self.games(), row, entries)
    }
}
