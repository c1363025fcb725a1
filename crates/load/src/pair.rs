//! A pair of players, each with a socket, who play one game after the other.

mod incoming;

use crate::client::{ApiClient, Guest, REQUEST_TIMEOUT, Socket};
use crate::expectations::Expectation;
use crate::problem::ClientError;
use crate::shared::{Phase, Shared};
use crate::stats::Stats;
use quintain_api::protocol::{
    Action, ClientMessage, CreateGameRequest, Opponent, SideChoice, TimeControl,
};
use quintain_rules::Side;
use quintain_rules::rng::Rng;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, watch};
use tokio::time::{Instant, sleep, sleep_until, timeout};

/// How long to wait before trying again after an error.
const RETRY_INTERVAL: Duration = Duration::from_millis(500);
/// Long enough for any game: a player who runs out of time has lost it to a fault.
const TIME_CONTROL: TimeControl = TimeControl::Clock {
    base_ms: 3 * 60 * 60 * 1000,
    increment_ms: 5000,
};

/// The current game.
struct Game {
    id: String,
    /// Which side each player has, once they know.
    sides: [Option<Side>; 2],
    /// The number of the last event that each player has seen.
    seq: [Option<u64>; 2],
    /// How many steps have been played, as far as either player knows.
    plies: u32,
    /// The next move to be made.
    turn: Option<Turn>,
    /// The move of each player that has no reply yet.
    pending: [Option<PendingMove>; 2],
    over: bool,
}

/// A move to be made: by which player, at which ply, when, and what is legal.
struct Turn {
    player: usize,
    ply: u32,
    due: Instant,
    moves: Vec<String>,
}

/// A move that was sent and has no reply yet.
struct PendingMove {
    request_id: String,
    ply: u32,
    text: String,
    /// When it should have been sent. Latency counts from here, so that a tool that is late
    /// itself does not make the server look fast.
    due: Instant,
    /// When it was last sent.
    sent: Instant,
    /// Whether it counts for the measurement: not if it had to be sent again.
    counts: bool,
}

struct Pair {
    shared: Arc<Shared>,
    number: usize,
    phase: watch::Receiver<Phase>,
    rng: Rng,
    guests: [Guest; 2],
    game: Option<Game>,
    stats: Stats,
    /// How many moves the pair has sent, for their ids.
    moves_sent: u64,
    /// Whether the pair has moved since the server came back.
    moved: bool,
}

/// Plays until the test ends; returns what was measured.
pub(crate) async fn run(
    shared: Arc<Shared>,
    number: usize,
    seed: u64,
    setups: Arc<Semaphore>,
) -> Stats {
    let mut phase = shared.phase.subscribe();
    let mut stats = Stats::default();
    let guests = loop {
        // The semaphore is never closed.
        let permit = setups.acquire().await;
        match two_guests(&shared.api).await {
            Ok(guests) => break guests,
            Err(error) => stats.count_error(error),
        }
        drop(permit);
        let ending = phase.wait_for(|phase| *phase == Phase::Ending);
        if timeout(RETRY_INTERVAL, ending).await.is_ok() {
            return stats;
        }
    };
    let mut pair = Pair {
        phase,
        shared,
        number,
        rng: Rng::new(seed),
        guests,
        game: None,
        stats,
        moves_sent: 0,
        moved: false,
    };
    pair.play_until_the_end(&setups).await;
    pair.stats
}

async fn two_guests(api: &ApiClient) -> Result<[Guest; 2], ClientError> {
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

    /// The message with a player's pending move.
    fn move_message(&self, player: usize) -> Option<ClientMessage> {
        let pending = self.pending[player].as_ref()?;
        Some(ClientMessage::Act {
            request_id: pending.request_id.clone(),
            game_id: self.id.clone(),
            side: None,
            action: Action::Move {
                text: pending.text.clone(),
                ply: Some(pending.ply),
            },
        })
    }

    /// Whether a reply is outstanding.
    fn is_waiting(&self) -> bool {
        self.pending.iter().any(Option::is_some)
    }

    /// When to stop waiting for a reply.
    fn reply_deadline(&self) -> Option<Instant> {
        let sent = self.pending.iter().flatten().map(|pending| pending.sent);
        sent.min().map(|sent| sent + REQUEST_TIMEOUT)
    }

    /// When the next move is to be made; a player whose last move has no reply yet waits.
    fn due(&self) -> Option<Instant> {
        let turn = self.turn.as_ref()?;
        self.pending[turn.player].is_none().then_some(turn.due)
    }
}

impl Pair {
    /// Connects and plays, and does so again after errors, until the test ends.
    async fn play_until_the_end(&mut self, setups: &Semaphore) {
        let mut first = true;
        loop {
            let permit = if first {
                setups.acquire().await.ok()
            } else {
                None
            };
            let ended = match self.connect().await {
                Ok(mut sockets) => {
                    if std::mem::take(&mut first) {
                        self.shared.started.increment();
                    }
                    drop(permit);
                    let ended = self.play(&mut sockets).await;
                    self.drain(&mut sockets).await;
                    ended
                }
                Err(error) => Err(error),
            };
            let Err(error) = ended else { return };
            let phase = *self.phase.borrow_and_update();
            // A killed server may break connections, but nothing else.
            if phase != Phase::Down || !error.is_connection() {
                self.stats.count_error(error);
            }
            match phase {
                Phase::Down => self.wait_for_server().await,
                Phase::Connecting | Phase::Playing => sleep(RETRY_INTERVAL).await,
                Phase::Ending => return,
            }
        }
    }

    async fn wait_for_server(&mut self) {
        self.moved = false;
        self.shared.parked.increment();
        // It fails only when the whole test ends, which is as good a reason.
        drop(self.phase.wait_for(|phase| *phase != Phase::Down).await);
    }

    /// Opens both sockets, and resumes the game or starts one.
    async fn connect(&mut self) -> Result<[Socket; 2], ClientError> {
        let api = &self.shared.api;
        let mut sockets = [
            api.socket(&self.guests[0]).await?,
            api.socket(&self.guests[1]).await?,
        ];
        let Some(game) = &mut self.game else {
            self.start_game(&mut sockets).await?;
            return Ok(sockets);
        };
        if let Some(turn) = &mut game.turn {
            // The outage does not count as latency.
            turn.due = turn.due.max(Instant::now());
        }
        for (player, socket) in sockets.iter_mut().enumerate() {
            let watch = ClientMessage::Watch {
                game_id: game.id.clone(),
                after: game.seq[player],
            };
            socket.send(&watch).await?;
            if let Some(pending) = &mut game.pending[player] {
                pending.counts = false;
                pending.sent = Instant::now();
            }
            if let Some(message) = game.move_message(player) {
                socket.send(&message).await?;
            }
        }
        Ok(sockets)
    }

    /// Starts a new game and stops watching the old one.
    async fn start_game(&mut self, sockets: &mut [Socket; 2]) -> Result<(), ClientError> {
        let game = self.rng.choose(&self.shared.catalogue).cloned();
        let request = CreateGameRequest {
            game: game.unwrap_or_default(),
            size: None,
            start: None,
            opponent: Opponent::Friend,
            side: SideChoice::Random,
            time_control: TIME_CONTROL,
            rated: false,
            public: true,
        };
        let old = self.game.take();
        let api = &self.shared.api;
        let created = api.create(&self.guests[0], &request).await?;
        api.join(&self.guests[1], &created.id).await?;
        if let Some(mut expectations) = self.shared.expectations_of(self.number) {
            expectations.push(Expectation::new(&created.id));
        }
        for socket in sockets {
            if let Some(old) = &old {
                let game_id = old.id.clone();
                socket.send(&ClientMessage::Unwatch { game_id }).await?;
            }
            let (game_id, after) = (created.id.clone(), None);
            socket
                .send(&ClientMessage::Watch { game_id, after })
                .await?;
        }
        self.game = Some(Game::new(created.id));
        Ok(())
    }

    /// Plays one game after the other until the test ends.
    async fn play(&mut self, sockets: &mut [Socket; 2]) -> Result<(), ClientError> {
        loop {
            let phase = *self.phase.borrow_and_update();
            let game = match &self.game {
                // Moves that were sent are waited for even at the end: leaving out those that take
                // long would make the server look fast.
                Some(game) if game.is_waiting() => game,
                _ if phase == Phase::Ending => return Ok(()),
                Some(game) if !game.over => game,
                _ => {
                    self.start_game(sockets).await?;
                    continue;
                }
            };
            let deadline = game.reply_deadline();
            let due = match phase {
                Phase::Connecting | Phase::Ending => None,
                Phase::Playing | Phase::Down => game.due(),
            };
            let [first, second] = sockets;
            tokio::select! {
                message = first.receive() => self.handle(0, message?)?,
                message = second.receive() => self.handle(1, message?)?,
                () = sleep_until_some(due) => self.send_move(sockets).await?,
                () = sleep_until_some(deadline) => {
                    let seconds = REQUEST_TIMEOUT.as_secs();
                    return Err(ClientError::NoResponse { seconds });
                }
                // It fails only when the whole test ends, which the phase says too.
                _ = self.phase.changed() => {}
            }
        }
    }

    /// Handles what arrived before the connection broke.
    async fn drain(&mut self, sockets: &mut [Socket; 2]) {
        if *self.phase.borrow() != Phase::Down {
            return;
        }
        for (player, socket) in sockets.iter_mut().enumerate() {
            while let Ok(Ok(message)) = timeout(REQUEST_TIMEOUT, socket.receive()).await {
                if let Err(error) = self.handle(player, message) {
                    self.stats.count_error(error);
                    break;
                }
            }
        }
    }

    /// Sends a random move.
    async fn send_move(&mut self, sockets: &mut [Socket; 2]) -> Result<(), ClientError> {
        let Some(game) = &mut self.game else {
            return Ok(());
        };
        let Some(turn) = game.turn.take() else {
            return Ok(());
        };
        let Some(text) = self.rng.choose(&turn.moves).cloned() else {
            return Err(ClientError::NoMove);
        };
        self.moves_sent += 1;
        game.pending[turn.player] = Some(PendingMove {
            request_id: format!("{}-{}", self.number, self.moves_sent),
            ply: turn.ply,
            text,
            due: turn.due,
            sent: Instant::now(),
            counts: true,
        });
        match game.move_message(turn.player) {
            Some(message) => sockets[turn.player].send(&message).await,
            None => Ok(()),
        }
    }
}

/// Waits until a moment; forever if there is none.
async fn sleep_until_some(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}
