//! A table: two players at two sockets, who play one game after the other.

mod hearing;

use crate::api::{Api, Guest, PATIENCE, Socket, Trouble};
use crate::ledger::Promised;
use crate::random::Random;
use crate::shared::{Phase, Shared};
use crate::tally::Tally;
use quintain_rules::Side;
use quintain_server::protocol::{
    Action, ClientMessage, CreateGame, Opponent, SideChoice, TimeControl,
};
use std::sync::Arc;
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

/// The present game.
struct Game {
    id: String,
    /// Which side each seat plays, once the players know.
    sides: [Option<Side>; 2],
    /// The last number that each seat has heard.
    seq: [Option<u64>; 2],
    /// How far the game has come, by what either seat has heard.
    plies: u32,
    /// A move to be made.
    turn: Option<Turn>,
    /// What each seat has sent and not yet seen answered.
    pending: [Option<Pending>; 2],
    over: bool,
}

/// A move to be made: by which seat, at which ply, when, and what is legal.
struct Turn {
    seat: usize,
    ply: u32,
    due: Instant,
    moves: Vec<String>,
}

/// A move that was sent and not yet answered.
struct Pending {
    id: String,
    ply: u32,
    text: String,
    /// When it should have been sent. A tool that is late itself must not make the server look
    /// quick, so time is counted from here.
    due: Instant,
    /// When it was last sent.
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
        let ending = phase.wait_for(|phase| *phase == Phase::Ending);
        if timeout(AGAIN, ending).await.is_ok() {
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

impl Game {
    fn new(id: String) -> Game {
        Game {
            id,
            sides: [None; 2],
            seq: [None; 2],
            plies: 0,
            turn: None,
            pending: [None, None],
            over: false,
        }
    }

    /// The move of a seat to send, again if it was sent before.
    fn act(&self, seat: usize) -> Option<ClientMessage> {
        let pending = self.pending[seat].as_ref()?;
        Some(ClientMessage::Act {
            id: pending.id.clone(),
            game: self.id.clone(),
            side: None,
            action: Action::Move {
                text: pending.text.clone(),
                ply: Some(pending.ply),
            },
        })
    }

    /// Whether an answer is still to come.
    fn waits(&self) -> bool {
        self.pending.iter().any(Option::is_some)
    }

    /// When to give up waiting for an answer.
    fn late(&self) -> Option<Instant> {
        let sent = self.pending.iter().flatten().map(|pending| pending.sent);
        sent.min().map(|sent| sent + PATIENCE)
    }

    /// When the next move is to be made; a player whose last move has no answer yet waits.
    fn due(&self) -> Option<Instant> {
        let turn = self.turn.as_ref()?;
        self.pending[turn.seat].is_none().then_some(turn.due)
    }
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
                        self.shared.seated.one_more();
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
            // A server that was killed breaks connections, and does nothing else.
            if phase != Phase::Down || !matches!(trouble, Trouble::Connection(_)) {
                self.tally.error(trouble.to_string());
            }
            match phase {
                Phase::Down => self.wait_for_server().await,
                Phase::Opening | Phase::Playing => sleep(AGAIN).await,
                Phase::Ending => return,
            }
        }
    }

    async fn wait_for_server(&mut self) {
        self.moved = false;
        self.shared.parked.one_more();
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
        let Some(game) = &mut self.game else {
            self.begin(&mut sockets).await?;
            return Ok(sockets);
        };
        if let Some(turn) = &mut game.turn {
            // How long the server was away is not how long it takes for a move.
            turn.due = turn.due.max(Instant::now());
        }
        for (seat, socket) in sockets.iter_mut().enumerate() {
            let watch = ClientMessage::Watch {
                game: game.id.clone(),
                after: game.seq[seat],
            };
            socket.say(&watch).await?;
            if let Some(pending) = &mut game.pending[seat] {
                pending.counts = false;
                pending.sent = Instant::now();
            }
            if let Some(act) = game.act(seat) {
                socket.say(&act).await?;
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
        if let Some(mut ledger) = self.shared.ledger(self.number) {
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
        self.game = Some(Game::new(made.id));
        Ok(())
    }

    /// Plays one game after the other; ends well when the phase is over.
    async fn play(&mut self, sockets: &mut [Socket; 2]) -> Result<(), Trouble> {
        loop {
            let phase = *self.phase.borrow_and_update();
            let game = match &self.game {
                // A move that was sent is waited for, also at the end: leaving out those that
                // take long would make the server look quick.
                Some(game) if game.waits() => game,
                _ if phase == Phase::Ending => return Ok(()),
                Some(game) if !game.over => game,
                _ => {
                    self.begin(sockets).await?;
                    continue;
                }
            };
            let late = game.late();
            let due = match phase {
                Phase::Opening | Phase::Ending => None,
                Phase::Playing | Phase::Down => game.due(),
            };
            let [first, second] = sockets;
            tokio::select! {
                heard = first.hear() => self.heard(0, heard?)?,
                heard = second.hear() => self.heard(1, heard?)?,
                () = at(due) => self.act(sockets).await?,
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
                if let Err(trouble) = self.heard(seat, heard) {
                    self.tally.error(trouble.to_string());
                    break;
                }
            }
        }
    }

    /// Makes a move by chance.
    async fn act(&mut self, sockets: &mut [Socket; 2]) -> Result<(), Trouble> {
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
        game.pending[turn.seat] = Some(Pending {
            id: format!("{}-{}", self.number, self.acts),
            ply: turn.ply,
            text,
            due: turn.due,
            sent: Instant::now(),
            counts: true,
        });
        match game.act(turn.seat) {
            Some(act) => sockets[turn.seat].say(&act).await,
            None => Ok(()),
        }
    }
}

/// Waits until a moment; for ever if there is none.
async fn at(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}
