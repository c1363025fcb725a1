//! One hostile connection.

use super::Attack;
use super::material::Material;
use crate::client::{ApiClient, Guest, Socket};
use crate::messages::Incoming;
use crate::problem::ClientError;
use hyper::Method;
use quintain_api::protocol::{
    Action, ClientMessage, CreateGameRequest, Opponent, SideChoice, TimeControl,
};
use quintain_rules::rng::Rng;
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::time::{sleep, timeout};

/// Between two hostile acts of one connection. All clients share this machine with the server:
/// without a pause the test would measure how fast they keep it from working.
const PAUSE: Duration = Duration::from_millis(20);
/// How long a connection that is never read is left alone before more is asked of it.
const UNREAD_PAUSE: Duration = Duration::from_millis(500);
/// How many moves are made and taken back before the next game.
const TAKEBACKS: usize = 400;
/// How long an answer is waited for before the next act.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// What all hostile connections have done.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) accepted: AtomicU64,
    pub(super) refused: AtomicU64,
}

/// A hostile visitor with one connection at a time.
pub(super) struct Visitor {
    pub(super) api: ApiClient,
    material: Arc<Material>,
    tally: Arc<Tally>,
    pub(super) rng: Rng,
}

/// The part of the lobby that is of use here.
#[derive(Deserialize)]
pub(super) struct LobbyIds {
    seeks: Vec<Listed>,
    live: Vec<Listed>,
}

#[derive(Deserialize)]
struct Listed {
    id: String,
}

pub(super) type Done = Result<(), ClientError>;

impl Visitor {
    pub(super) fn new(
        api: ApiClient,
        material: Arc<Material>,
        tally: Arc<Tally>,
        seed: u64,
    ) -> Visitor {
        let rng = Rng::new(seed);
        Visitor {
            api,
            material,
            tally,
            rng,
        }
    }

    /// Attacks until it is aborted.
    pub(super) async fn attack(mut self, attack: Attack) {
        loop {
            let done = match attack {
                Attack::UnreadAnswers => self.leave_unread(&self.positions_request()).await,
                Attack::UnreadFiles => self.leave_unread(&get("/", "")).await,
                Attack::UnreadStreams => self.leave_stream_unread().await,
                Attack::SlowRequests => self.send_slowly().await,
                Attack::Takebacks => self.take_back().await,
                Attack::EngineGames => self.play_engine().await,
                Attack::Analyses => self.analyse().await,
                Attack::SignIns => self.sign_in().await,
                Attack::Offers => self.offer().await,
                Attack::Spectators => self.watch().await,
                Attack::Floods => self.flood().await,
                Attack::Guests => self.leave_game_behind().await,
                Attack::Accounts => self.use_account().await,
                Attack::Programs => self.change_account().await,
            };
            self.count(&done);
            sleep(PAUSE).await;
        }
    }

    fn count(&self, done: &Done) {
        let counter = match done {
            Ok(()) => &self.tally.accepted,
            Err(_) => &self.tally.refused,
        };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// One more act within an attack.
    pub(super) async fn act<T>(
        &self,
        act: impl Future<Output = Result<T, ClientError>>,
    ) -> Option<T> {
        let done = act.await;
        self.count(&done.as_ref().map(|_| ()).map_err(Clone::clone));
        sleep(PAUSE).await;
        done.ok()
    }

    fn positions_request(&self) -> String {
        let body = self.material.positions();
        format!(
            "POST /api/rules/positions HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.api.host(),
            body.len(),
        )
    }

    /// Sends the same request over and over and reads nothing, until the server has enough.
    async fn leave_unread(&self, request: &str) -> Done {
        let mut stream = self.api.connect().await?;
        loop {
            let sent = timeout(UNREAD_PAUSE, stream.write_all(request.as_bytes())).await;
            if let Ok(Err(error)) = sent {
                let reason = error.into();
                return Err(ClientError::Connection { reason });
            }
            self.count(&Ok(()));
            sleep(UNREAD_PAUSE).await;
        }
    }

    async fn leave_stream_unread(&self) -> Done {
        let guest = self.api.guest().await?;
        let lobby = self.lobby().await?;
        let Some(game) = lobby.live.first() else {
            return Err(ClientError::NoGames);
        };
        let path = format!("/api/games/{}/stream", game.id);
        let request = get(&path, &format!("cookie: {}\r\n", guest.cookie()));
        self.leave_unread(&request).await
    }

    async fn send_slowly(&self) -> Done {
        let mut stream = self.api.connect().await?;
        for byte in get("/", "x-padding: 0123456789\r\n").bytes().cycle() {
            if let Err(error) = stream.write_all(&[byte]).await {
                let reason = error.into();
                return Err(ClientError::Connection { reason });
            }
            sleep(UNREAD_PAUSE).await;
        }
        Ok(())
    }

    /// Both sides of a game at one device: nobody has to agree to anything.
    async fn take_back(&mut self) -> Done {
        let guest = self.api.guest().await?;
        let game = self.create(&guest, Opponent::Local).await?;
        let mut socket = self.api.socket(&guest).await?;
        let watch = ClientMessage::Watch {
            game_id: game.clone(),
            after: None,
        };
        socket.send(&watch).await?;
        for number in 0..TAKEBACKS {
            let Some(text) = self.next_move(&mut socket).await? else {
                return Ok(());
            };
            let actions = [
                Action::Move { text, ply: None },
                Action::Takeback,
                Action::Takeback,
            ];
            for (index, action) in actions.into_iter().enumerate() {
                let act = ClientMessage::Act {
                    request_id: format!("{number}-{index}"),
                    game_id: game.clone(),
                    side: None,
                    action,
                };
                self.act(socket.send(&act)).await;
            }
            socket.send(&watch).await?;
        }
        Ok(())
    }

    /// A random move of the next position that is sent; `None` if there is none.
    async fn next_move(&mut self, socket: &mut Socket) -> Result<Option<String>, ClientError> {
        loop {
            let seconds = ANSWER_TIMEOUT.as_secs();
            let late = Err(ClientError::NoResponse { seconds });
            let message = timeout(ANSWER_TIMEOUT, socket.receive()).await;
            let Incoming { snapshot, .. } = message.unwrap_or(late)?;
            if let Some(snapshot) = snapshot {
                let legal = self.rng.choose(&snapshot.view.moves);
                return Ok(legal.map(|legal| legal.text.clone()));
            }
        }
    }

    async fn play_engine(&self) -> Done {
        let guest = self.api.guest().await?;
        self.create(&guest, Opponent::Engine { level: 8 }).await?;
        Ok(())
    }

    async fn analyse(&self) -> Done {
        let guest = self.api.guest().await?;
        let mut socket = self.api.socket(&guest).await?;
        for number in 0_u32.. {
            let all = number % 2 == 1;
            let request = json!({
                "type": "start_analysis",
                "request_id": number.to_string(),
                "request": { "lines": 5, "time_ms": 60_000, "position": {
                    "game": self.material.game, "steps": self.material.steps, "all": all } },
            });
            socket.send_text(request.to_string()).await?;
            self.count(&Ok(()));
            // Whatever is found is of no interest, but a closed socket is.
            while let Ok(message) = timeout(UNREAD_PAUSE, socket.receive()).await {
                let message = message?;
                if message.kind == "error" {
                    self.tally.refused.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
        Ok(())
    }

    async fn sign_in(&mut self) -> Done {
        let guest = self.api.guest().await?;
        let huge = "x".repeat(400 * 1024);
        let name = format!("h{:x}", self.rng.next_u64());
        for (path, name) in [
            ("/api/me/login", &huge),
            ("/api/me/login", &name),
            ("/api/me/register", &name),
        ] {
            let body = json!({ "name": name, "password": format!("{name:.20}-secret") });
            self.act(
                self.api
                    .request(Method::POST, path, Some(&guest), body.to_string()),
            )
            .await;
        }
        Ok(())
    }

    async fn offer(&self) -> Done {
        let guest = self.api.guest().await?;
        for _ in 0..10 {
            self.act(self.create(&guest, Opponent::Anyone)).await;
            self.act(
                self.api
                    .request(Method::GET, "/api/server", None, String::new()),
            )
            .await;
            if let Some(lobby) = self.act(self.lobby()).await
                && let Some(offer) = lobby.seeks.last()
            {
                self.act(self.api.join(&guest, &offer.id)).await;
            }
        }
        Ok(())
    }

    async fn watch(&self) -> Done {
        let guest = self.api.guest().await?;
        let mut socket = self.api.socket(&guest).await?;
        let games = self.lobby().await?.live;
        for _ in 0..50 {
            for Listed { id } in games.iter().take(5) {
                let (game_id, after) = (id.clone(), None);
                let watch = ClientMessage::Watch { game_id, after };
                self.act(socket.send(&watch)).await;
                let game_id = id.clone();
                self.act(socket.send(&ClientMessage::Unwatch { game_id }))
                    .await;
            }
            while let Ok(message) = timeout(PAUSE, socket.receive()).await {
                message?;
            }
        }
        Ok(())
    }

    async fn flood(&self) -> Done {
        let guest = self.api.guest().await?;
        let mut socket = self.api.socket(&guest).await?;
        let garbage = format!("{{\"type\":\"{}\"}}", "x".repeat(12 * 1024));
        loop {
            for _ in 0..20 {
                socket.ping().await?;
            }
            socket.send_text(garbage.clone()).await?;
            self.count(&Ok(()));
            while let Ok(message) = timeout(PAUSE, socket.receive()).await {
                message?;
            }
        }
    }

    async fn leave_game_behind(&self) -> Done {
        let guest = self.api.guest().await?;
        self.create(&guest, Opponent::Friend).await?;
        Ok(())
    }

    pub(super) async fn create(
        &self,
        guest: &Guest,
        opponent: Opponent,
    ) -> Result<String, ClientError> {
        let request = CreateGameRequest {
            game: self.material.game.clone(),
            size: None,
            start: None,
            opponent,
            side: SideChoice::Second,
            time_control: TimeControl::Unlimited,
            rated: false,
            public: true,
        };
        Ok(self.api.create(guest, &request).await?.id)
    }

    pub(super) async fn lobby(&self) -> Result<LobbyIds, ClientError> {
        self.api.get("/api/lobby", None).await
    }
}

fn get(path: &str, headers: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n{headers}\r\n")
}
