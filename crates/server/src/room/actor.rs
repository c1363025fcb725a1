//! What happens in a room.

use super::engine::Thinking;
use super::{Ask, Reply};
use crate::app::App;
use crate::error::ApiError;
use crate::games;
use crate::live::LiveGame;
use crate::outbox::{Outbox, text};
use crate::pool::Ticket;
use crate::protocol::{Act, Action, GameState, GameSummary, Presence, ServerMessage, Speed};
use crate::random;
use crate::store::{Recorded, SeatRow, StoreError, UserRow};
use quintain_rules::Side;
use quintain_rules::record::Termination;
use quintain_table::{Entry, Offer, Table, Takebacks, Time};
use std::collections::HashMap;
use std::time::Duration;
use tokio::sync::mpsc::{Receiver, WeakSender};
use tracing::{debug, warn};

/// A room nobody needs is kept for so long, since people come back.
const IDLE: Duration = Duration::from_secs(30);
/// Who comes and goes is told at most so often.
const PRESENCE: Duration = Duration::from_millis(300);
/// How often a decision is made anew when another process was faster.
const ATTEMPTS: usize = 8;
/// Whoever missed more than this gets a snapshot, which is shorter.
const RESUMED: u64 = 20;

/// Someone who looks on.
struct Watcher {
    outbox: Outbox,
    user: String,
}

/// A room.
pub(super) struct Room {
    app: App,
    id: String,
    live: LiveGame,
    door: WeakSender<Ask>,
    watchers: HashMap<u64, Watcher>,
    /// Since when each side's player has been away.
    away: [Option<Time>; 2],
    /// What was last told about who is here, and whether that has changed.
    presence: Presence,
    restless: bool,
    /// The engine looks for a move of the game as it is at this number.
    thinking: Option<(u64, Ticket)>,
}

impl Room {
    pub(super) fn new(app: App, live: LiveGame, door: WeakSender<Ask>) -> Room {
        Room {
            app,
            id: live.row().asked.id.clone(),
            live,
            door,
            watchers: HashMap::new(),
            away: [Some(Time::now()); 2],
            presence: Presence::default(),
            restless: false,
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
                Err(_) => {
                    self.tick().await;
                    self.tell_presence();
                }
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
    fn wait(&self) -> Duration {
        let due = self.live.table().and_then(Table::due);
        let flag = due.map_or(IDLE, |(_, due)| {
            // A moment later, so that the flag has surely fallen.
            Duration::from_millis(due.since(Time::now()) + 1)
        });
        let presence = if self.restless { PRESENCE } else { IDLE };
        flag.min(presence).min(IDLE)
    }

    fn is_idle(&self) -> bool {
        self.watchers.is_empty() && self.thinking.is_none()
    }

    async fn serve(&mut self, ask: Ask) {
        match ask {
            Ask::Watch {
                outbox,
                user,
                after,
            } => self.watch(outbox, user, after),
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
                drop(reply.send(Ok(self.snapshot_for(&user))));
            }
            Ask::Look(look) => look(&self.live),
            Ask::Thought { seq, best } => self.engine_moves(seq, best).await,
            Ask::Reseat => self.reseat().await,
            Ask::Pause { from } => self.pause(from).await,
            Ask::Tick => self.tick().await,
        }
    }

    // --- who is here ---

    fn watch(&mut self, outbox: Outbox, user: String, after: Option<u64>) {
        match after.and_then(|after| self.missed(after)) {
            Some(missed) => {
                for update in missed {
                    outbox.send(update);
                }
                let presence = ServerMessage::Presence {
                    game: self.id.clone(),
                    presence: self.presence,
                };
                outbox.tell(&presence);
                outbox.tell(&self.rematch_message());
            }
            None => outbox.tell(&self.snapshot_message(&user)),
        }
        self.watchers.insert(outbox.id(), Watcher { outbox, user });
        self.people_moved();
    }

    /// The updates after a number, as texts; nothing if a snapshot is better.
    fn missed(&self, after: u64) -> Option<Vec<axum::extract::ws::Utf8Bytes>> {
        let seq = self.live.seq();
        if after == 0 || after > seq || seq - after > RESUMED {
            return None;
        }
        let mut updates = Vec::new();
        let entries = self.live.entries();
        let after = usize::try_from(after).ok()?;
        let mut then = self.live.rewound(self.app.games(), after).ok()?;
        for entry in &entries[after..] {
            then = then.after(entry).ok()?;
            let update = if then.seq() == seq {
                // The last one also tells what became of the ratings.
                self.live.update()?
            } else {
                then.update()?
            };
            updates.push(text(&ServerMessage::Update {
                update: Box::new(update),
            }));
        }
        Some(updates)
    }

    fn snapshot_for(&self, user: &str) -> crate::protocol::GameSnapshot {
        let games = self.app.games();
        self.live.snapshot(games, self.presence, user, Time::now())
    }

    fn snapshot_message(&self, user: &str) -> ServerMessage {
        ServerMessage::Snapshot {
            snapshot: Box::new(self.snapshot_for(user)),
        }
    }

    /// Somebody came or went.
    fn people_moved(&mut self) {
        self.watchers
            .retain(|_, watcher| !watcher.outbox.is_closed());
        for side in Side::BOTH {
            let away = &mut self.away[side.index()];
            let seat = &self.live.row().seats[side.index()];
            let here = match &seat.user {
                Some(user) => self
                    .watchers
                    .values()
                    .any(|watcher| watcher.user == user.id),
                None => seat.level.is_some(),
            };
            *away = if here {
                None
            } else {
                Some(away.unwrap_or_else(Time::now))
            };
        }
        self.restless = true;
    }

    fn who_is_here(&self) -> Presence {
        let seats = &self.live.row().seats;
        let plays = |user: &str| {
            let sitting = seats.iter().filter_map(|seat| seat.user.as_ref());
            sitting.into_iter().any(|sitting| sitting.id == user)
        };
        let spectators = self
            .watchers
            .values()
            .filter(|watcher| !plays(&watcher.user))
            .count();
        Presence {
            here: Side::BOTH.map(|side| {
                self.away[side.index()].is_none() || seats[side.index()].level.is_some()
            }),
            claim_from: Side::BOTH.map(|side| self.claim_from(side).map(crate::live::millis)),
            spectators: u32::try_from(spectators).unwrap_or(u32::MAX),
        }
    }

    /// From when on the other side may claim the game because this side's player has left.
    fn claim_from(&self, side: Side) -> Option<Time> {
        let seats = &self.live.row().seats;
        let users = [0, 1].map(|side| seats[side].user.as_ref().map(|user| &user.id));
        // Nobody claims against oneself at one device, or against an engine.
        if self.live.state() != GameState::Running || users[0] == users[1] || users.contains(&None)
        {
            return None;
        }
        let patience = match self.live.row().asked.speed {
            Speed::Bullet | Speed::Blitz => 30_000,
            Speed::Rapid => 60_000,
            Speed::Classical => 120_000,
            Speed::Unlimited => 600_000,
            // There the clock decides.
            Speed::Correspondence => return None,
        };
        Some(self.away[side.index()]?.after(patience))
    }

    fn tell_presence(&mut self) {
        if !std::mem::take(&mut self.restless) {
            return;
        }
        let presence = self.who_is_here();
        if presence != self.presence {
            self.presence = presence;
            let game = self.id.clone();
            self.broadcast(&ServerMessage::Presence { game, presence });
        }
    }

    /// Tells everyone who looks on.
    fn broadcast(&self, message: &ServerMessage) {
        let text = text(message);
        for watcher in self.watchers.values() {
            watcher.outbox.send(text.clone());
        }
    }

    /// Tells the players' other connections.
    fn tell_players(&self) {
        let seats = &self.live.row().seats;
        let mut summary = None;
        let mut told: Option<&str> = None;
        for user in seats.iter().filter_map(|seat| seat.user.as_ref()) {
            // At one device one person has both seats.
            if told.replace(&user.id) == Some(&user.id) {
                continue;
            }
            for outbox in self.app.people().of(&user.id) {
                if !self.watchers.contains_key(&outbox.id()) {
                    let text = summary.get_or_insert_with(|| {
                        let summary = Box::new(self.live.summary(self.app.games()));
                        text(&ServerMessage::Mine { summary })
                    });
                    outbox.send(text.clone());
                }
            }
        }
    }

    // --- playing ---

    async fn act(&mut self, user: &UserRow, act: &Act) -> Result<u64, ApiError> {
        let request = match &act.id {
            Some(id) if id.is_empty() || id.chars().count() > 64 => {
                return Err(ApiError::Invalid("an id has 1 to 64 characters".into()));
            }
            // Two people may choose the same id.
            Some(id) => Some(format!("{} {id}", user.id)),
            None => None,
        };
        if let Some(seq) = self.done_already(request.as_deref()) {
            return Ok(seq);
        }
        let side = self.acting_side(user, act)?;
        match act.action {
            Action::Rematch => self.rematch(side).await?,
            Action::NoRematch => self.no_rematch().await?,
            _ if self.live.table().is_none() => self.withdraw(&act.action).await?,
            _ => {
                self.tick().await;
                for _ in 0..ATTEMPTS {
                    let entry = self.decide(side, &act.action)?;
                    let request = request.clone();
                    match self.commit(Recorded { entry, request }).await {
                        Ok(()) => return Ok(self.live.seq()),
                        Err(Failed::Slow) => self.catch_up().await?,
                        Err(Failed::Because(error)) => return Err(error),
                    }
                    if let Some(seq) = self.done_already(request_key(act, user).as_deref()) {
                        return Ok(seq);
                    }
                }
                return Err(ApiError::Unavailable("too much happens at once".into()));
            }
        }
        Ok(self.live.seq())
    }

    /// The number at which a request was done, if it was.
    fn done_already(&self, request: Option<&str>) -> Option<u64> {
        let request = request?;
        let mut entries = self.live.entries().iter();
        let at = entries.position(|recorded| recorded.request.as_deref() == Some(request))?;
        Some(at as u64 + 1)
    }

    fn acting_side(&self, user: &UserRow, act: &Act) -> Result<Side, ApiError> {
        let sides = self.live.sides_of(&user.id);
        match (sides.as_slice(), act.side) {
            ([], _) => Err(ApiError::Forbidden("you do not play in this game".into())),
            (&[side], None) => Ok(side),
            (sides, Some(asked)) if sides.contains(&asked) => Ok(asked),
            (_, Some(_)) => Err(ApiError::Forbidden("that is not your side".into())),
            (sides, None) => {
                let turn = self.live.table().and_then(Table::turn);
                Ok(turn.unwrap_or(sides[0]))
            }
        }
    }

    /// What would happen if a side did something now.
    fn decide(&self, side: Side, action: &Action) -> Result<Entry, ApiError> {
        let Some(table) = self.live.table() else {
            return Err(ApiError::Conflict("the game has not begun".into()));
        };
        let now = Time::now();
        let free = table.setup().takebacks == Takebacks::Free;
        use quintain_table::Action as Do;
        let act = match action {
            Action::Move { text, ply } => {
                let plies = table.steps().len();
                if ply.is_some_and(|ply| ply as usize != plies) && table.outcome().is_none() {
                    return Err(ApiError::Stale(
                        "the position has changed; look again".into(),
                    ));
                }
                let text = text.clone();
                Do::Move { text }
            }
            Action::Resign => Do::Resign,
            Action::Draw => Do::Offer { offer: Offer::Draw },
            Action::NoDraw => Do::Decline { offer: Offer::Draw },
            Action::Takeback if free && table.outcome().is_none() => Do::Undo,
            Action::Takeback => Do::Offer {
                offer: Offer::Takeback,
            },
            Action::NoTakeback => Do::Decline {
                offer: Offer::Takeback,
            },
            Action::Abort => Do::Abort,
            Action::Claim | Action::ClaimDraw => return self.claim(table, side, action, now),
            Action::Rematch | Action::NoRematch => {
                return Err(ApiError::Internal("a rematch is no part of a game".into()));
            }
        };
        Ok(table.decide(side, &act, now)?)
    }

    fn claim(
        &self,
        table: &Table,
        side: Side,
        action: &Action,
        now: Time,
    ) -> Result<Entry, ApiError> {
        if self.claim_from(!side).is_none_or(|from| now < from) {
            return Err(ApiError::Conflict(
                "the other player has not been away for long enough".into(),
            ));
        }
        if table.steps().len() < 2 {
            return Ok(table.decide(side, &quintain_table::Action::Abort, now)?);
        }
        let winner = (*action == Action::Claim).then_some(side);
        Ok(table.end(winner, Termination::Abandonment, now)?)
    }

    /// Stores what happens, lets it happen, and tells everyone.
    async fn commit(&mut self, recorded: Recorded) -> Result<(), Failed> {
        let mut after = self.live.after(&recorded)?;
        let finish = after.finish();
        let progress = after.progress();
        let store = self.app.store();
        let ratings = store
            .append(&self.id, &recorded, &progress, finish.as_ref())
            .await?;
        if let Some(ratings) = ratings {
            after.set_ratings(ratings);
        }
        self.live = after;
        self.happened();
        Ok(())
    }

    /// Something happened: everyone is told, and it may be the engine's turn.
    fn happened(&mut self) {
        self.app.metrics().entries.add(1);
        if let Some(update) = self.live.update() {
            let update = Box::new(update);
            self.broadcast(&ServerMessage::Update { update });
        }
        self.tell_players();
        self.app.lobby().stir();
        if self.live.state() != GameState::Running {
            // Nobody can claim any more.
            self.restless = true;
        }
        self.engine_turn();
    }

    /// Another process was faster: takes over what it has stored.
    async fn catch_up(&mut self) -> Result<(), ApiError> {
        let from = u32::try_from(self.live.seq()).unwrap_or(u32::MAX);
        let news = self.app.store().entries(&self.id, from).await?;
        if news.is_empty() {
            return self.reload().await;
        }
        for recorded in news {
            self.live = self.live.after(&recorded)?;
            self.happened();
        }
        Ok(())
    }

    /// Takes the whole game from the store and shows it to everyone.
    async fn reload(&mut self) -> Result<(), ApiError> {
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

    async fn reseat(&mut self) {
        if let Err(error) = self.reload().await {
            warn!(%error, game = self.id, "a game could not be loaded again");
        }
    }

    /// Ends the game if a clock has run out.
    async fn tick(&mut self) {
        let flag = |room: &Room| room.live.table().and_then(|table| table.tick(Time::now()));
        self.happen(flag, "a flag could not be stored").await;
    }

    /// Gives back the time in which nobody could play.
    async fn pause(&mut self, from: Time) {
        let pause = |room: &Room| {
            let table = room.live.table()?;
            table.due().map(|_| table.pause(from, Time::now()))
        };
        self.happen(pause, "a pause could not be stored").await;
    }

    /// Stores something that nobody asked for.
    async fn happen(&mut self, what: impl Fn(&Room) -> Option<Entry>, trouble: &str) {
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

    // --- before and after ---

    async fn join(&mut self, user: UserRow, bot: bool, reply: Reply<GameSummary>) {
        let outcome = self.seat(user, bot).await;
        let summary = outcome.map(|()| self.live.summary(self.app.games()));
        drop(reply.send(summary));
    }

    async fn seat(&mut self, user: UserRow, bot: bool) -> Result<(), ApiError> {
        let row = self.live.row();
        if !self.live.sides_of(&user.id).is_empty() {
            // Coming back to one's own game is no error.
            return Ok(());
        }
        if row.progress.state != GameState::Waiting {
            return Err(ApiError::Conflict("no seat of this game is open".into()));
        }
        if row.asked.rated && !user.account {
            return Err(ApiError::Forbidden(
                "this game counts for the ratings; sign in to play it".into(),
            ));
        }
        let creator = row.seats.iter().find(|seat| seat.user.is_some()).cloned();
        let joining = SeatRow {
            user: Some(user),
            bot,
            ..SeatRow::default()
        };
        let seats = games::seats(row.asked.choice, creator.unwrap_or_default(), joining);
        let start = self.app.begin(&row.asked, seats).await?;
        match self.app.store().start_game(&self.id, &start).await {
            Ok(()) => self.reload().await,
            Err(StoreError::Taken) => {
                self.reload().await?;
                Err(ApiError::Conflict("someone else was faster".into()))
            }
            Err(error) => Err(error.into()),
        }
    }

    async fn withdraw(&mut self, action: &Action) -> Result<(), ApiError> {
        if *action != Action::Abort || self.live.state() != GameState::Waiting {
            return Err(ApiError::Conflict("the game has not begun".into()));
        }
        let store = self.app.store();
        match store.withdraw_game(&self.id, Time::now()).await {
            Ok(()) | Err(StoreError::Taken) => self.reload().await,
            Err(error) => Err(error.into()),
        }
    }

    fn rematch_message(&self) -> ServerMessage {
        ServerMessage::Rematch {
            game: self.id.clone(),
            rematch: self.live.rematch(),
        }
    }

    async fn rematch(&mut self, side: Side) -> Result<(), ApiError> {
        let row = self.live.row();
        if self.live.outcome().is_none() && self.live.state() != GameState::Aborted
            || self.live.table().is_none()
        {
            return Err(ApiError::Conflict("the game is not over yet".into()));
        }
        if row.rematch.is_some() {
            return Ok(());
        }
        let other = &row.seats[(!side).index()];
        let mine = row.seats[side.index()].user.as_ref();
        // An engine, or oneself at one device, need not be asked.
        let agreed = other.level.is_some()
            || other.user.as_ref() == mine
            || row.rematch_offer == Some(!side);
        if agreed {
            let (asked, start) = self.app.another(row).await?;
            match self
                .app
                .store()
                .make_rematch(&self.id, &asked, &start)
                .await
            {
                Ok(()) => {
                    let row = self.live.row_mut();
                    row.rematch = Some(asked.id.clone());
                    row.rematch_offer = None;
                    self.app.announce(&asked.id).await;
                }
                Err(StoreError::Taken) => self.reload().await?,
                Err(error) => return Err(error.into()),
            }
        } else {
            self.app.store().offer_rematch(&self.id, Some(side)).await?;
            self.live.row_mut().rematch_offer = Some(side);
        }
        self.broadcast(&self.rematch_message());
        Ok(())
    }

    async fn no_rematch(&mut self) -> Result<(), ApiError> {
        self.app.store().offer_rematch(&self.id, None).await?;
        self.live.row_mut().rematch_offer = None;
        self.broadcast(&self.rematch_message());
        Ok(())
    }

    // --- the engine ---

    /// Has the engine think if it is its turn.
    fn engine_turn(&mut self) {
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

    async fn engine_moves(&mut self, seq: u64, best: Option<String>) {
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
            let act = quintain_table::Action::Move { text: text.clone() };
            table.decide(table.turn()?, &act, Time::now()).ok()
        };
        self.happen(play, "the engine's move could not be stored")
            .await;
        self.tick().await;
        self.engine_turn();
    }
}

/// The name of a request in the store.
fn request_key(act: &Act, user: &UserRow) -> Option<String> {
    act.id.as_ref().map(|id| format!("{} {id}", user.id))
}

/// Why something was not stored.
enum Failed {
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
