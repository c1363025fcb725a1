//! A table: two players at two sockets, who play one game after the other.

use crate::Options;
use crate::api::{Api, Guest, PATIENCE, Socket, Trouble};
use crate::ledger::Promised;
use crate::messages::{Heard, Played, Snapshot, Update, View};
use crate::random::Random;
use quintain_rules::Side;
use quintain_server::protocol::{
    Action, ClientMessage, CreateGame, GameState, Opponent, SideChoice, TimeControl,
};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Semaphore, watch};
use tokio::time::{Instant, sleep, sleep_until, timeout};

/// How long to wait before trying again what did not work.
const AGAIN: Duration = Duration::from_millis(500);
/// Long enough for any game, so that nobody loses on time but by a fault.
const CLOCK: TimeControl = TimeControl::RealTime {
    seconds: 10_800,
    increment: 5,
};

/// What all tables do at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// They come together; nobody moves yet.
    Opening,
    /// They play.
    Playing,
    /// The server is being killed: whoever loses the connection waits.
    Down,
    /// They leave.
    Ending,
}

/// What all tables share.
pub(crate) struct Shared {
    pub(crate) api: Api,
    catalogue: Vec<String>,
    every: Duration,
    pub(crate) phase: crate::Phases,
    /// How many tables have begun their first game.
    pub(crate) seated: AtomicUsize,
    /// How many tables wait for the server to come back.
    pub(crate) parked: AtomicUsize,
    /// How many tables have moved since the server came back.
    pub(crate) moved: AtomicUsize,
    /// What each table was promised; kept only if somebody will look for it.
    pub(crate) ledgers: Option<Vec<Mutex<Vec<Promised>>>>,
}

impl Shared {
    pub(crate) fn new(api: Api, catalogue: Vec<String>, options: &Options) -> Shared {
        let ledgers = || (0..options.games).map(|_| Mutex::default()).collect();
        Shared {
            api,
            catalogue,
            every: options.every,
            phase: watch::Sender::new(Phase::Opening),
            seated: AtomicUsize::new(0),
            parked: AtomicUsize::new(0),
            moved: AtomicUsize::new(0),
            ledgers: options.faults.map(|_| ledgers()),
        }
    }
}

/// What was counted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// How long each move took from being sent to being acknowledged, in microseconds.
    pub(crate) trips: Vec<u32>,
    /// How many games came to an end.
    pub(crate) finished: u64,
    /// What went wrong how often.
    pub(crate) errors: BTreeMap<String, u64>,
}

impl Tally {
    pub(crate) fn add(&mut self, other: Tally) {
        self.trips.extend(other.trips);
        self.finished += other.finished;
        for (error, count) in other.errors {
            *self.errors.entry(error).or_default() += count;
        }
    }

    pub(crate) fn error(&mut self, what: String) {
        *self.errors.entry(what).or_default() += 1;
    }

    /// The errors in a line.
    pub(crate) fn trouble(&self) -> String {
        let errors = self.errors.iter();
        let lines: Vec<String> = errors
            .map(|(what, count)| format!("{what} ({count})"))
            .collect();
        if lines.is_empty() {
            "none".to_owned()
        } else {
            lines.join("; ")
        }
    }
}

/// The present game.
struct Game {
    id: String,
    /// Which seat each side sits on, once the players know.
    sides: [Option<Side>; 2],
    /// The last number that each seat has heard.
    seq: [Option<u64>; 2],
    /// A move to be made: by which seat, at which ply, when, and what is legal.
    turn: Option<Turn>,
    pending: Option<Pending>,
    over: bool,
}

struct Turn {
    seat: usize,
    ply: u32,
    at: Instant,
    moves: Vec<String>,
}

/// A move that was sent and not yet answered.
struct Pending {
    seat: usize,
    id: String,
    ply: u32,
    text: String,
    sent: Instant,
    /// Whether it counts for the measurement: not if it was sent before or again.
    counts: bool,
}

struct Table {
    shared: Arc<Shared>,
    number: usize,
    phase: watch::Receiver<Phase>,
    random: Random,
    guests: [Guest; 2],
    game: Option<Game>,
    tally: Tally,
    acts: u64,
    moved: bool,
}

/// Plays until the phase is over; gives what was counted.
pub(crate) async fn run(
    shared: Arc<Shared>,
    number: usize,
    seed: u64,
    entrance: Arc<Semaphore>,
) -> Tally {
    let mut phase = shared.phase.subscribe();
    let mut errors = Tally::default();
    let guests = loop {
        // The semaphore is never closed.
        let permit = entrance.acquire().await;
        match both_guests(&shared.api).await {
            Ok(guests) => break guests,
            Err(trouble) => errors.error(trouble.to_string()),
        }
        drop(permit);
        if timeout(AGAIN, phase.wait_for(|phase| *phase == Phase::Ending))
            .await
            .is_ok()
        {
            return errors;
        }
    };
    let mut table = Table {
        phase,
        shared,
        number,
        random: Random::new(seed),
        guests,
        game: None,
        tally: errors,
        acts: 0,
        moved: false,
    };
    table.stay(&entrance).await;
    table.tally
}

async fn both_guests(api: &Api) -> Result<[Guest; 2], Trouble> {
    Ok([api.guest().await?, api.guest().await?])
}

impl Table {
    /// Connects and plays, again and again, until the end.
    async fn stay(&mut self, entrance: &Semaphore) {
        let mut first = true;
        loop {
            let permit = if first {
                entrance.acquire().await.ok()
            } else {
                None
            };
            let trouble = match self.connect().await {
                Ok(mut sockets) => {
                    if std::mem::take(&mut first) {
                        self.shared.seated.fetch_add(1, Ordering::SeqCst);
                    }
                    drop(permit);
                    let ended = self.play(&mut sockets).await;
                    self.drain(&mut sockets).await;
                    ended
                }
                Err(trouble) => Err(trouble),
            };
            let Err(trouble) = trouble else { return };
            let phase = *self.phase.borrow_and_update();
            match phase {
                Phase::Ending => return,
                Phase::Down => self.wait_for_server().await,
                Phase::Opening | Phase::Playing => {
                    self.tally.error(trouble.to_string());
                    sleep(AGAIN).await;
                }
            }
        }
    }

    async fn wait_for_server(&mut self) {
        self.moved = false;
        self.shared.parked.fetch_add(1, Ordering::SeqCst);
        // It fails when everything ends, which is as good a reason.
        drop(self.phase.wait_for(|phase| *phase != Phase::Down).await);
    }

    /// Opens both sockets and takes up the game, or begins one.
    async fn connect(&mut self) -> Result<[Socket; 2], Trouble> {
        let api = &self.shared.api;
        let mut sockets = [
            api.socket(&self.guests[0]).await?,
            api.socket(&self.guests[1]).await?,
        ];
        match &mut self.game {
            None => self.begin(&mut sockets).await?,
            Some(game) => {
                for (socket, seq) in sockets.iter_mut().zip(game.seq) {
                    let watch = ClientMessage::Watch {
                        game: game.id.clone(),
                        after: seq,
                    };
                    socket.say(&watch).await?;
                }
                if let Some(pending) = &mut game.pending {
                    pending.counts = false;
                    pending.sent = Instant::now();
                    let act = act(&game.id, pending);
                    sockets[pending.seat].say(&act).await?;
                }
            }
        }
        Ok(sockets)
    }

    /// Begins a new game and leaves the one before.
    async fn begin(&mut self, sockets: &mut [Socket; 2]) -> Result<(), Trouble> {
        let game = self.random.choose(&self.shared.catalogue).cloned();
        let create = CreateGame {
            game: game.unwrap_or_default(),
            size: None,
            start: None,
            opponent: Opponent::Friend,
            side: SideChoice::Random,
            clock: CLOCK,
            rated: false,
            public: true,
        };
        let old = self.game.take();
        let api = &self.shared.api;
        let made = api.create(&self.guests[0], &create).await?;
        api.join(&self.guests[1], &made.id).await?;
        if let Some(mut ledger) = self.ledger() {
            ledger.push(Promised::new(&made.id));
        }
        for socket in sockets {
            if let Some(old) = &old {
                let game = old.id.clone();
                socket.say(&ClientMessage::Unwatch { game }).await?;
            }
            let (game, after) = (made.id.clone(), None);
            socket.say(&ClientMessage::Watch { game, after }).await?;
        }
        self.game = Some(Game {
            id: made.id,
            sides: [None; 2],
            seq: [None; 2],
            turn: None,
            pending: None,
            over: false,
        });
        Ok(())
    }

    /// Plays one game after the other; ends well when the phase is over.
    async fn play(&mut self, sockets: &mut [Socket; 2]) -> Result<(), Trouble> {
        loop {
            let phase = *self.phase.borrow_and_update();
            if phase == Phase::Ending {
                return Ok(());
            }
            match &self.game {
                // The answer to the last move comes after the end that it brought.
                Some(game) if !game.over || game.pending.is_some() => {}
                _ => {
                    self.begin(sockets).await?;
                    continue;
                }
            }
            let game = self.game.as_ref();
            let pending = game.and_then(|game| game.pending.as_ref());
            let late = pending.map(|pending| pending.sent + PATIENCE);
            let turn = game.and_then(|game| game.turn.as_ref()).map(|turn| turn.at);
            let due = turn.filter(|_| late.is_none() && phase != Phase::Opening);
            let [first, second] = sockets;
            tokio::select! {
                heard = first.hear() => self.heard(0, heard?, first).await?,
                heard = second.hear() => self.heard(1, heard?, second).await?,
                () = at(due) => self.act(sockets, phase).await?,
                () = at(late) => {
                    let reason = format!("no answer to a move in {} s", PATIENCE.as_secs());
                    return Err(Trouble::Connection(reason));
                }
                // It fails when everything ends, which the phase tells too.
                _ = self.phase.changed() => {}
            }
        }
    }

    /// Hears what came before the connection broke.
    async fn drain(&mut self, sockets: &mut [Socket; 2]) {
        if *self.phase.borrow() != Phase::Down {
            return;
        }
        for (seat, socket) in sockets.iter_mut().enumerate() {
            while let Ok(Ok(heard)) = timeout(PATIENCE, socket.hear()).await {
                if self.heard(seat, heard, socket).await.is_err() {
                    break;
                }
            }
        }
    }

    /// Makes a move by chance.
    async fn act(&mut self, sockets: &mut [Socket; 2], phase: Phase) -> Result<(), Trouble> {
        let Some(game) = &mut self.game else {
            return Ok(());
        };
        let Some(turn) = game.turn.take() else {
            return Ok(());
        };
        let Some(text) = self.random.choose(&turn.moves).cloned() else {
            return Err(Trouble::Nonsense("a side to move has no move".into()));
        };
        self.acts += 1;
        let pending = game.pending.insert(Pending {
            seat: turn.seat,
            id: format!("{}-{}", self.number, self.acts),
            ply: turn.ply,
            text,
            sent: Instant::now(),
            counts: phase != Phase::Opening,
        });
        let act = act(&game.id, pending);
        sockets[pending.seat].say(&act).await
    }

    /// A seat has heard a message.
    async fn heard(
        &mut self,
        seat: usize,
        heard: Heard,
        socket: &mut Socket,
    ) -> Result<(), Trouble> {
        match (heard.kind.as_str(), heard.snapshot, heard.update) {
            ("snapshot", Some(snapshot), _) => self.snapshot(seat, snapshot),
            ("update", _, Some(update)) => self.update(seat, update),
            ("done", ..) => self.done(heard.id.as_deref()),
            ("refused", ..) => {
                let error = heard
                    .error
                    .map(|error| format!("{:?}: {}", error.code, error.message));
                let reason = error.unwrap_or_else(|| "without a reason".into());
                self.tally.error(Trouble::Refused(reason).to_string());
                if let Some(game) = &mut self.game {
                    game.pending = None;
                    // A new look at the game, from the start.
                    let (game, after) = (game.id.clone(), None);
                    return socket.say(&ClientMessage::Watch { game, after }).await;
                }
            }
            // The others, such as presence, concern no player of this kind.
            _ => {}
        }
        Ok(())
    }

    fn snapshot(&mut self, seat: usize, snapshot: Snapshot) {
        let Some(game) = self
            .game
            .as_mut()
            .filter(|game| game.id == snapshot.summary.id)
        else {
            return;
        };
        game.sides[seat] = snapshot.yours.first().copied();
        game.seq[seat] = Some(snapshot.seq);
        let plies = snapshot.steps.last().map_or(0, |played| played.ply);
        self.told(&snapshot.steps);
        self.looked(seat, snapshot.summary.state, plies, Some(snapshot.view));
    }

    fn update(&mut self, seat: usize, update: Update) {
        let Some(game) = self.game.as_mut().filter(|game| game.id == update.game) else {
            return;
        };
        let expected = game.seq[seat].map(|seq| seq + 1);
        if expected != Some(update.seq) {
            let what = match expected {
                Some(expected) if update.seq < expected => "an update came twice",
                _ => "an update is missing",
            };
            self.tally.error(what.to_owned());
        }
        game.seq[seat] = Some(update.seq);
        self.told(update.event.step.as_slice());
        self.looked(seat, update.state, update.plies, update.view);
    }

    /// A seat has seen the position: it may be its turn, or the end.
    fn looked(&mut self, seat: usize, state: GameState, plies: u32, view: Option<View>) {
        let think = self.random.about(self.shared.every);
        let Some(game) = &mut self.game else { return };
        if matches!(state, GameState::Ended | GameState::Aborted) {
            // Both seats hear of it; it ended once.
            if !std::mem::replace(&mut game.over, true) {
                self.tally.finished += 1;
            }
            return;
        }
        let Some(view) = view else { return };
        if view.turn.is_some() && view.turn == game.sides[seat] {
            game.turn = Some(Turn {
                seat,
                ply: plies,
                at: Instant::now() + think,
                moves: view.moves.into_iter().map(|legal| legal.text).collect(),
            });
        }
    }

    /// A move was acknowledged.
    fn done(&mut self, id: Option<&str>) {
        let Some(game) = &mut self.game else { return };
        let Some(pending) = game
            .pending
            .take_if(|pending| id == Some(pending.id.as_str()))
        else {
            self.tally
                .error("an acknowledgement that nobody waits for".into());
            return;
        };
        if pending.counts {
            let micros = pending.sent.elapsed().as_micros();
            self.tally
                .trips
                .push(u32::try_from(micros).unwrap_or(u32::MAX));
        }
        // A turn of this ply was heard of again while the move was under way.
        game.turn.take_if(|turn| turn.ply <= pending.ply);
        if !std::mem::replace(&mut self.moved, true) {
            self.shared.moved.fetch_add(1, Ordering::SeqCst);
        }
        if let Some(mut ledger) = self.ledger()
            && let Some(promised) = ledger.last_mut()
        {
            promised.done.insert(pending.ply + 1, pending.text);
        }
    }

    /// Steps were told.
    fn told(&self, steps: &[Played]) {
        let Some(mut ledger) = self.ledger() else {
            return;
        };
        let Some(promised) = ledger.last_mut() else {
            return;
        };
        for played in steps {
            promised.told.insert(played.ply, played.step.text.clone());
        }
    }

    /// What this table was promised, if that is kept.
    fn ledger(&self) -> Option<MutexGuard<'_, Vec<Promised>>> {
        let ledger = self.shared.ledgers.as_ref()?.get(self.number)?;
        // Each entry is whole between any two changes.
        Some(ledger.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn act(game: &str, pending: &Pending) -> ClientMessage {
    ClientMessage::Act {
        id: pending.id.clone(),
        game: game.to_owned(),
        side: None,
        action: Action::Move {
            text: pending.text.clone(),
            ply: Some(pending.ply),
        },
    }
}

/// Waits until a moment; for ever if there is none.
async fn at(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}
