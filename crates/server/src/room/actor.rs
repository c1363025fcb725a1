//! What happens in a room.

use super::Ask;
use super::engine::Thinking;
use crate::app::App;
use crate::error::ApiError;
use crate::live::LiveGame;
use crate::outbox::Outbox;
use crate::pool::Ticket;
use crate::protocol::{GameState, Presence, ServerMessage};
use crate::random;
use crate::store::{Recorded, StoreError};
use quintain_rules::Side;
use quintain_table::{Entry, Table, Timestamp};
use std::collections::HashMap;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{Receiver, WeakSender};
use tracing::{debug, warn};

/// A room nobody needs is kept for so long, since people come back.
const IDLE: Duration = Duration::from_secs(30);
/// Who comes and goes is told at most so often.
const PRESENCE: Duration = Duration::from_millis(300);
/// How often a decision is made anew when another process was faster.
pub(super) const ATTEMPTS: usize = 8;

/// Someone who looks on.
pub(super) struct Watcher {
    pub(super) outbox: Outbox,
    pub(super) user: String,
}

/// A room.
pub(super) struct Room {
    pub(super) app: App,
    pub(super) id: String,
    pub(super) live: LiveGame,
    pub(super) door: WeakSender<Ask>,
    pub(super) watchers: HashMap<u64, Watcher>,
    /// Since when each side's player has been away.
    pub(super) away: [Option<Timestamp>; 2],
    /// What was last told about who is here, and whether that has changed.
    pub(super) presence: Presence,
    pub(super) restless: Option<Instant>,
    /// The engine looks for a move of the game as it is at this number.
    pub(super) thinking: Option<(u64, Ticket)>,
}

impl Room {
    pub(super) fn new(app: App, live: LiveGame, door: WeakSender<Ask>) -> Room {
        Room {
            app,
            id: live.row().asked.id.clone(),
            live,
            door,
            watchers: HashMap::new(),
            away: [Some(Timestamp::now()); 2],
            presence: Presence::default(),
            restless: None,
            thinking: None,
        }
    }

    /// Serves until nobody needs the room any more.
    pub(super) async fn run(mut self, mut questions: Receiver<Ask>) {
        self.presence = self.who_is_here();
        self.tick().await;
        self.engine_turn();
        loop {
            let wait = self.wait();
            match tokio::time::timeout(wait, questions.recv()).await {
                Ok(Some(ask)) => self.serve(ask).await,
                // All doors are gone with the server.
                Ok(None) => return,
                Err(_) if self.is_idle() && wait == IDLE => break,
                Err(_) => self.tick().await,
            }
            if self
                .restless
                .is_some_and(|since| since.elapsed() >= PRESENCE)
            {
                self.tell_presence();
            }
        }
        self.app.rooms().lock().remove(&self.id);
        questions.close();
        // Whoever had the door in hand already goes to the next room of this game.
        while let Some(ask) = questions.recv().await {
            let (app, id) = (self.app.clone(), self.id.clone());
            tokio::spawn(async move {
                if let Err(error) = app.ask(&id, ask).await {
                    debug!(%error, game = id, "a question was lost between two rooms");
                }
            });
        }
    }

    /// How long nothing needs to be done.
    pub(super) fn wait(&self) -> Duration {
        let due = self.live.table().and_then(Table::flag_at);
        let due = due.filter(|_| !self.app.is_closing());
        let flag = due.map_or(IDLE, |(_, due)| {
            // A moment later, so that the flag has surely fallen.
            Duration::from_millis(due.ms_since(Timestamp::now()) + 1)
        });
        let presence = self
            .restless
            .map_or(IDLE, |since| PRESENCE.saturating_sub(since.elapsed()));
        flag.min(presence).min(IDLE)
    }

    pub(super) fn is_idle(&self) -> bool {
        self.watchers.is_empty() && self.thinking.is_none()
    }

    pub(super) async fn serve(&mut self, ask: Ask) {
        match ask {
            Ask::Watch {
                outbox,
                user,
                after,
            } => {
                self.refresh().await;
                self.watch(outbox, user, after);
            }
            Ask::Unwatch { id } => {
                self.watchers.remove(&id);
                self.people_moved();
            }
            Ask::Act { user, act, reply } => {
                let outcome = self.act(&user, &act).await;
                // Whoever asked may have gone away; what was done is done.
                drop(reply.send(outcome));
            }
            Ask::Join { user, bot, reply } => self.join(user, bot, reply).await,
            Ask::Snapshot { user, reply } => {
                self.refresh().await;
                drop(reply.send(Ok(self.snapshot_for(&user))));
            }
            Ask::Look(look) => look(&self.live),
            Ask::Thought { seq, best } => self.engine_moves(seq, best).await,
            Ask::Reseat => self.reseat().await,
            Ask::Expire { before } => self.expire(before).await,
            Ask::Tick => self.tick().await,
        }
    }

    /// Stores what happens, lets it happen, and tells everyone.
    ///
    /// What is stored with it is how the game stands afterwards, so it happens here first. Nobody
    /// can look at the room before it is stored, and if it cannot be, it is taken back. A copy
    /// of the game to try it on would cost more with every move.
    pub(super) async fn commit(&mut self, recorded: Recorded) -> Result<(), Failed> {
        let before = self.live.entries().len();
        self.live.apply(recorded.clone())?;
        let finish = self.live.finish();
        let progress = self.live.progress();
        let store = self.app.store();
        let stored = store
            .append(&self.id, &recorded, &progress, finish.as_ref())
            .await;
        match stored {
            Ok(ratings) => {
                if let Some(ratings) = ratings {
                    self.live.set_ratings(ratings);
                }
                self.happened();
                Ok(())
            }
            Err(error) => {
                self.live = self.live.rewound(self.app.games(), before)?;
                Err(error.into())
            }
        }
    }

    /// Something happened: everyone is told, and it may be the engine's turn.
    pub(super) fn happened(&mut self) {
        self.app.metrics().entries.add(1);
        if let Some(update) = self.live.update() {
            let update = Box::new(update);
            self.broadcast(&ServerMessage::Update { update });
        }
        self.tell_players();
        self.app.lobby().stir();
        if self.live.state() != GameState::Running {
            // Nobody can claim any more.
            self.stir();
        }
        self.engine_turn();
    }

    /// Another process was faster: takes over what it has stored.
    pub(super) async fn catch_up(&mut self) -> Result<(), ApiError> {
        if self.hear_news().await? {
            Ok(())
        } else {
            self.reload().await
        }
    }

    /// Takes over what other processes have stored; whether there was anything.
    pub(super) async fn hear_news(&mut self) -> Result<bool, ApiError> {
        let from = u32::try_from(self.live.seq()).unwrap_or(u32::MAX);
        let news = self.app.store().entries(&self.id, from).await?;
        let any = !news.is_empty();
        for recorded in news {
            self.live.apply(recorded)?;
            self.happened();
        }
        Ok(any)
    }

    /// Looks whether another process knows more.
    pub(super) async fn refresh(&mut self) {
        let outcome = match self.live.table() {
            Some(_) => self.hear_news().await.map(drop),
            None => self.has_begun().await,
        };
        if let Err(error) = outcome {
            warn!(%error, game = self.id, "a game could not be looked up");
        }
    }

    /// Takes over a game that has begun in another process.
    async fn has_begun(&mut self) -> Result<(), ApiError> {
        let row = self.app.store().game(&self.id).await?;
        match row {
            Some(row) if row.progress.state != self.live.state() => self.reload().await,
            _ => Ok(()),
        }
    }

    /// Takes the whole game from the store and shows it to everyone.
    pub(super) async fn reload(&mut self) -> Result<(), ApiError> {
        self.live = self.app.load(&self.id).await?;
        self.people_moved();
        self.presence = self.who_is_here();
        for watcher in self.watchers.values() {
            watcher.outbox.tell(&self.snapshot_message(&watcher.user));
        }
        self.tell_players();
        self.app.lobby().stir();
        self.engine_turn();
        Ok(())
    }

    pub(super) async fn reseat(&mut self) {
        if let Err(error) = self.reload().await {
            warn!(%error, game = self.id, "a game could not be loaded again");
        }
    }

    /// Ends the game if a clock has run out.
    pub(super) async fn tick(&mut self) {
        if self.app.is_closing() {
            return;
        }
        let flag = |room: &Room| {
            room.live
                .table()
                .and_then(|table| table.check_flag(Timestamp::now()))
        };
        self.happen(flag, "a flag could not be stored").await;
    }

    /// Calls the game off if it has not begun in earnest since long.
    pub(super) async fn expire(&mut self, before: Timestamp) {
        let expire = |room: &Room| {
            let table = room.live.table()?;
            let forgotten = table.steps().len() < 2 && table.changed_at() < before;
            let abort = quintain_table::Action::Abort;
            let entry = table.decide(Side::First, &abort, Timestamp::now());
            entry.ok().filter(|_| forgotten)
        };
        self.happen(expire, "a forgotten game could not be ended")
            .await;
    }

    /// Stores something that nobody asked for.
    pub(super) async fn happen(&mut self, what: impl Fn(&Room) -> Option<Entry>, trouble: &str) {
        for _ in 0..ATTEMPTS {
            let Some(entry) = what(self) else { return };
            let request = None;
            let outcome = match self.commit(Recorded { entry, request }).await {
                Ok(()) => return,
                Err(Failed::Slow) => self.catch_up().await,
                Err(Failed::Because(error)) => Err(error),
            };
            if let Err(error) = outcome {
                warn!(%error, game = self.id, trouble);
                return;
            }
        }
    }

    /// Has the engine think if it is its turn.
    pub(super) fn engine_turn(&mut self) {
        let seq = self.live.seq();
        if self.thinking.as_ref().is_some_and(|(at, _)| *at == seq) {
            return;
        }
        // Whatever it was thinking about is of no interest any more.
        self.thinking = None;
        let Some(table) = self.live.table() else {
            return;
        };
        let Some(turn) = table.turn() else { return };
        let Some(level) = self.live.row().seats[turn.index()].level else {
            return;
        };
        let expert = match self.app.expert(&self.live.row().asked.game) {
            Ok(expert) => expert,
            Err(error) => return warn!(%error, game = self.id, "the engine cannot play"),
        };
        let door = self.door.clone();
        let task = Thinking::new(expert, table, level, random::seed(), seq, door);
        match self.app.pool().submit(Box::new(task)) {
            Some(ticket) => self.thinking = Some((seq, ticket)),
            None => warn!(game = self.id, "too many games wait for the engine"),
        }
    }

    pub(super) async fn engine_moves(&mut self, seq: u64, best: Option<String>) {
        if self.thinking.as_ref().is_none_or(|(at, _)| *at != seq) {
            return;
        }
        self.thinking = None;
        let Some(text) = best else {
            warn!(game = self.id, "the engine has no move");
            return;
        };
        let play = |room: &Room| {
            let table = room.live.table().filter(|_| room.live.seq() == seq)?;
            let act = quintain_table::Action::play(text.clone());
            table.decide(table.turn()?, &act, Timestamp::now()).ok()
        };
        self.happen(play, "the engine's move could not be stored")
            .await;
        self.tick().await;
        self.engine_turn();
    }
}

/// Why something was not stored.
pub(super) enum Failed {
    /// Another process was faster.
    Slow,
    /// Something else.
    Because(ApiError),
}

impl From<ApiError> for Failed {
    fn from(error: ApiError) -> Self {
        Failed::Because(error)
    }
}

impl From<StoreError> for Failed {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Taken => Failed::Slow,
            other => Failed::Because(other.into()),
        }
    }
}
