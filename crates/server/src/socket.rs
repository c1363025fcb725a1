//! The socket: one connection of a page or a program.

use crate::app::App;
use crate::error::ApiError;
use crate::identity::{Credential, Visitor};
use crate::limits::{Address, Bucket, Open};
use crate::live::millis;
use crate::outbox::{Inbox, Outbox};
use crate::pool::Ticket;
use crate::protocol::{Act, ClientMessage, Me, ServerMessage, VERSION};
use crate::room::Ask;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::Response;
use quintain_table::Timestamp;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{Notify, watch};
use tracing::debug;

/// The longest message that is read.
const LONGEST: usize = 16 * 1024;
/// How many games one connection may follow.
const FOLLOWED: usize = 50;
/// How often a silent connection is asked whether it still lives.
const PING: Duration = Duration::from_secs(20);
/// After so long without a sign of life it is dropped.
const DEAD: Duration = Duration::from_secs(60);
/// How long sending one message may take.
const SENDING: Duration = Duration::from_secs(10);
/// How many messages may be refused in a row.
const PATIENCE: u32 = 50;

/// Why a connection is closed by the server.
#[derive(Clone, Copy, Debug)]
enum Close {
    Leaving = 1001,
    Nonsense = 4000,
    SignedOut = 4001,
    Overrun = 4008,
    TooMany = 4013,
}

impl Close {
    fn reason(self) -> &'static str {
        match self {
            Close::Leaving => "the server is restarting",
            Close::Nonsense => "too many messages could not be understood",
            Close::SignedOut => "signed out",
            Close::Overrun => "messages were not read",
            Close::TooMany => "too many messages",
        }
    }
}

/// Opens a socket.
pub(crate) async fn open(
    State(app): State<App>,
    visitor: Visitor,
    Address(address): Address,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|rejection| ApiError::Invalid(rejection.body_text()))?;
    if !visitor.is_bot() && !app.is_same_origin(&headers) {
        return Err(ApiError::Origin);
    }
    let open = app.gate().connect(address)?;
    app.metrics().sockets.add(1);
    Ok(upgrade
        .max_message_size(LONGEST)
        .max_frame_size(LONGEST)
        // Thousands of connections are mostly silent: small buffers keep them cheap.
        .read_buffer_size(4 * 1024)
        .write_buffer_size(0)
        .on_upgrade(move |socket| serve(app, visitor, open, socket)))
}

async fn serve(app: App, visitor: Visitor, open: Open, socket: WebSocket) {
    let (outbox, inbox) = Outbox::new();
    let credential = match &visitor.by {
        Credential::Guest => None,
        Credential::Session(id) | Credential::Token(id) => Some(id.clone()),
    };
    let cut = app
        .people()
        .come(&visitor.user.id, outbox.clone(), credential);
    let mut connection = Connection {
        bucket: Bucket::new(Instant::now()),
        app,
        visitor,
        outbox,
        followed: HashSet::new(),
        lobby: None,
        analysis: None,
        refused: 0,
    };
    let closing = connection.run(socket, inbox, &cut).await;
    // First of all nobody waits for this client any more: saying goodbye can take its time.
    connection.leave().await;
    if let Some((socket, reason)) = closing {
        connection.close(socket, reason).await;
    }
    drop(open);
}

struct Connection {
    app: App,
    visitor: Visitor,
    outbox: Outbox,
    followed: HashSet<String>,
    lobby: Option<watch::Receiver<Utf8Bytes>>,
    analysis: Option<Ticket>,
    bucket: Bucket,
    /// How many messages in a row were refused.
    refused: u32,
}

/// What comes next.
enum Next {
    Send(Utf8Bytes),
    Read(Option<Result<Message, axum::Error>>),
    Close(Close),
    Quiet,
}

impl Connection {
    /// Serves until the connection ends; gives why the server is to close it, if it is.
    async fn run(
        &mut self,
        mut socket: WebSocket,
        mut inbox: Inbox,
        cut: &Arc<Notify>,
    ) -> Option<(WebSocket, Close)> {
        let mut closing = self.app.closing();
        let mut heard = Instant::now();
        self.hello();
        let reason = loop {
            let next = tokio::select! {
                biased;
                () = cut.notified() => Next::Close(Close::SignedOut),
                Ok(_) = closing.wait_for(|closing| *closing) => Next::Close(Close::Leaving),
                text = inbox.next() => text.map_or(Next::Close(Close::Overrun), Next::Send),
                text = news(&mut self.lobby) => Next::Send(text),
                message = socket.recv() => Next::Read(message),
                () = tokio::time::sleep(PING) => Next::Quiet,
            };
            let message = match next {
                Next::Close(reason) => break Some(reason),
                // Nothing to tell yet.
                Next::Send(text) if text.is_empty() => None,
                Next::Send(text) => Some(Message::Text(text)),
                Next::Quiet => Some(Message::Ping("".into())),
                Next::Read(Some(Ok(Message::Text(text)))) => {
                    heard = Instant::now();
                    if let Some(reason) = self.hear(&text).await {
                        break Some(reason);
                    }
                    None
                }
                Next::Read(Some(Ok(Message::Binary(_)))) => {
                    heard = Instant::now();
                    let error = ApiError::Invalid("messages are JSON texts".into());
                    self.refuse(None, None, &error);
                    None
                }
                Next::Read(Some(Ok(Message::Close(_)))) => break None,
                // Pings are answered by the library.
                Next::Read(Some(Ok(_))) => {
                    heard = Instant::now();
                    None
                }
                Next::Read(Some(Err(error))) => {
                    debug!(%error, "a socket failed");
                    break None;
                }
                Next::Read(None) => break None,
            };
            if self.refused > PATIENCE {
                break Some(Close::Nonsense);
            }
            if let Some(message) = message {
                let sent = tokio::select! {
                    biased;
                    sent = send(&mut socket, message) => sent,
                    () = inbox.overrun() => break Some(Close::Overrun),
                };
                if !sent {
                    break None;
                }
            }
            if heard.elapsed() > DEAD {
                break None;
            }
        };
        reason.map(|reason| (socket, reason))
    }

    async fn close(&self, mut socket: WebSocket, reason: Close) {
        if matches!(reason, Close::Overrun) {
            self.app.metrics().overrun.add(1);
        }
        let closing = ServerMessage::Closing {
            reason: reason.reason().to_owned(),
            // Thousands come back after a restart; they had better not all come at once.
            retry: 500 + u32::try_from(self.outbox.id() % 1500).unwrap_or_default(),
        };
        let frame = CloseFrame {
            code: reason as u16,
            reason: Utf8Bytes::from_static(reason.reason()),
        };
        let last = crate::outbox::text(&closing);
        if send(&mut socket, Message::Text(last)).await {
            send(&mut socket, Message::Close(Some(frame))).await;
        }
    }

    async fn leave(&mut self) {
        self.app
            .people()
            .go(&self.visitor.user.id, self.outbox.id());
        for game in std::mem::take(&mut self.followed) {
            let id = self.outbox.id();
            self.app.ask_if_open(&game, Ask::Unwatch { id }).await;
        }
        self.app.lobby().stir();
    }

    fn hello(&self) {
        let now = millis(Timestamp::now());
        let user = &self.visitor.user;
        self.outbox.tell(&ServerMessage::Hello {
            version: VERSION,
            now,
            you: Me {
                id: user.id.clone(),
                name: user.name.clone(),
                guest: !user.account,
                now,
            },
        });
    }

    fn refuse(&mut self, id: Option<String>, game: Option<String>, error: &ApiError) {
        self.refused += 1;
        self.app.metrics().refused.add(1);
        self.outbox.tell(&ServerMessage::Refused {
            id,
            game,
            error: error.body(),
        });
    }

    /// A message came; gives why the connection must be closed, if it must.
    async fn hear(&mut self, text: &str) -> Option<Close> {
        self.app.metrics().messages.add(1);
        let pace = self.app.gate().messages();
        if let Err(wait) = self.bucket.pass(pace, Instant::now()) {
            self.app.metrics().limited.add(1);
            let retry = u32::try_from(wait.as_secs() + 1).unwrap_or(u32::MAX);
            self.refuse(None, None, &ApiError::TooMany { retry });
            return (self.refused > PATIENCE).then_some(Close::TooMany);
        }
        let message = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => {
                let error = ApiError::Invalid(format!("the message is not understood: {error}"));
                self.refuse(None, None, &error);
                return None;
            }
        };
        let (id, game) = names(&message);
        match self.answer(message).await {
            Ok(()) => self.refused = 0,
            Err(error) => self.refuse(id, game, &error),
        }
        None
    }

    async fn answer(&mut self, message: ClientMessage) -> Result<(), ApiError> {
        match message {
            ClientMessage::Watch { game, after } => {
                if self.followed.len() >= FOLLOWED && !self.followed.contains(&game) {
                    return Err(ApiError::Conflict(format!(
                        "one connection follows at most {FOLLOWED} games"
                    )));
                }
                let watch = Ask::Watch {
                    outbox: self.outbox.clone(),
                    user: self.visitor.user.id.clone(),
                    after,
                };
                self.app.ask(&game, watch).await?;
                self.followed.insert(game);
            }
            ClientMessage::Unwatch { game } => {
                let id = self.outbox.id();
                self.app.ask_if_open(&game, Ask::Unwatch { id }).await;
                self.followed.remove(&game);
            }
            ClientMessage::Act {
                id,
                game,
                side,
                action,
            } => {
                let act = Act {
                    id: Some(id.clone()),
                    side,
                    action,
                };
                let user = self.visitor.user.clone();
                let seq = self.app.act(&game, user, act).await?;
                self.outbox.tell(&ServerMessage::Done { id, game, seq });
            }
            ClientMessage::Lobby { on } => {
                self.lobby = on.then(|| self.app.lobby().follow());
            }
            ClientMessage::Analyse { id, ask } => {
                // The one before ends first: each connection has one place in the queue.
                self.analysis = None;
                let outbox = self.outbox.clone();
                let tell = move |news| outbox.tell(&ServerMessage::Analysis { news });
                self.analysis = Some(self.app.analyse(id, &ask, Box::new(tell))?);
            }
            ClientMessage::StopAnalysis => self.analysis = None,
            ClientMessage::Ping { id } => {
                let now = millis(Timestamp::now());
                self.outbox.tell(&ServerMessage::Pong { id, now });
            }
        }
        Ok(())
    }
}

/// The id of a request and the game it is about, for the refusal.
fn names(message: &ClientMessage) -> (Option<String>, Option<String>) {
    match message {
        ClientMessage::Watch { game, .. } | ClientMessage::Unwatch { game } => {
            (None, Some(game.clone()))
        }
        ClientMessage::Act { id, game, .. } => (Some(id.clone()), Some(game.clone())),
        ClientMessage::Analyse { id, .. } => (Some(id.clone()), None),
        ClientMessage::Ping { id } => (id.clone(), None),
        ClientMessage::Lobby { .. } | ClientMessage::StopAnalysis => (None, None),
    }
}

/// The lobby's next message; never, if nobody asked for it.
async fn news(lobby: &mut Option<watch::Receiver<Utf8Bytes>>) -> Utf8Bytes {
    match lobby {
        Some(feed) => match feed.changed().await {
            Ok(()) => feed.borrow_and_update().clone(),
            Err(_) => std::future::pending().await,
        },
        None => std::future::pending().await,
    }
}

/// Sends a message; whether that worked in time.
async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(
        tokio::time::timeout(SENDING, socket.send(message)).await,
        Ok(Ok(()))
    )
}
