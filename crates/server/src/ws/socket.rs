//! The WebSocket: one connection of a page or a program.

use super::client::{ClientReceiver, ClientSender, Outgoing, encode};
use super::connections::Registration;
use crate::app::App;
use crate::auth::{Bucket, ConnectionPermit, CurrentUser, network};
use crate::engine::{AnalysisHandle, Requester};
use crate::game::{Actor, Rooms, to_millis};
use crate::http::{ApiError, ClientAddress, malformed, me};
use crate::log_throttle::{LogThrottle, log_throttled};
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::Response;
use quintain_api::protocol::{
    ActionRequest, AnalysisRequest, ClientMessage, CloseReason, PROTOCOL_VERSION, ServerMessage,
};
use quintain_table::Timestamp;
use std::collections::HashSet;
use std::net::IpAddr;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tracing::debug;

/// The largest message that is accepted.
const MAX_MESSAGE_BYTES: usize = 16 * 1024;
/// Thousands of connections are mostly silent: a small buffer keeps them cheap.
const READ_BUFFER_BYTES: usize = 4 * 1024;
/// How many games one connection may watch.
const MAX_WATCHED_GAMES: usize = 50;
/// A connection is dropped after this many pings without a sign of life.
const MAX_MISSED_PINGS: u32 = 3;
/// How long sending one message may take.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// How many messages in a row may be rejected.
const MAX_REJECTED_IN_A_ROW: u32 = 50;
/// Clients wait at least this long before they reconnect.
const MIN_RETRY_MS: u32 = 500;
/// Thousands reconnect after a restart; this spreads them out.
const RETRY_SPREAD_MS: u64 = 1500;

/// Opens a WebSocket.
pub(crate) async fn open(
    State(app): State<App>,
    current: CurrentUser,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|_| ApiError::NotAWebSocket)?;
    if !current.is_bot() && !crate::http::is_same_origin(app.config(), &headers) {
        return Err(ApiError::CrossOrigin);
    }
    let permit = app.rate_limiter().connect(address)?;
    app.metrics().ws_connections.increment(1);
    Ok(upgrade
        .max_message_size(MAX_MESSAGE_BYTES)
        .max_frame_size(MAX_MESSAGE_BYTES)
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(0)
        .on_upgrade(move |socket| serve(app, current, address, permit, socket)))
}

async fn serve(
    app: App,
    current: CurrentUser,
    address: IpAddr,
    permit: ConnectionPermit,
    socket: WebSocket,
) {
    let (mut session, receiver, registration) = SocketSession::new(app, current, address);
    let closing = session.run(socket, receiver, &registration).await;
    // Leave first, so that nobody waits for this client: a close handshake can take a while.
    drop(registration);
    session.leave().await;
    if let Some((socket, reason)) = closing {
        session.close(socket, reason).await;
    }
    drop(permit);
}

pub(super) struct SocketSession {
    app: App,
    current: CurrentUser,
    address: IpAddr,
    client: ClientSender,
    /// The ids of the games that the client watches.
    watched: HashSet<String>,
    lobby: Option<watch::Receiver<Utf8Bytes>>,
    analysis: Option<AnalysisHandle>,
    bucket: Bucket,
    rejected_in_a_row: u32,
}

/// What happens next on a connection.
enum Next {
    Send(Outgoing),
    SendLobby(Utf8Bytes),
    /// A message, and when it arrived.
    Receive(Option<Result<Message, axum::Error>>, Timestamp),
    Close(CloseReason),
    Ping,
}

impl SocketSession {
    pub(super) fn new(
        app: App,
        current: CurrentUser,
        address: IpAddr,
    ) -> (SocketSession, ClientReceiver, Registration) {
        let (client, receiver) = ClientSender::new(app.queued().share(address));
        let session = SocketSession {
            bucket: Bucket::new(Instant::now()),
            app,
            current,
            address,
            client,
            watched: HashSet::new(),
            lobby: None,
            analysis: None,
            rejected_in_a_row: 0,
        };
        // Before anyone knows the client: whatever they send comes after the greeting.
        session.greet();
        let (connections, client) = (session.app.connections(), session.client.clone());
        let registration = connections.register(&session.current, Some(client));
        (session, receiver, registration)
    }

    /// Why the connection must not be served, if the session or token was revoked before it was
    /// registered, or nobody can tell.
    async fn refusal(&self) -> Option<CloseReason> {
        static THROTTLE: LogThrottle = LogThrottle::new();
        match self.app.authenticator().is_current(&self.current).await {
            Ok(true) => None,
            Ok(false) => Some(CloseReason::SignedOut),
            Err(error) => {
                log_throttled!(THROTTLE, warn, %error, "cannot check a session");
                Some(CloseReason::Unavailable)
            }
        }
    }

    /// Serves until the connection ends. Returns why the server is to close it, if it is.
    async fn run(
        &mut self,
        mut socket: WebSocket,
        mut receiver: ClientReceiver,
        registration: &Registration,
    ) -> Option<(WebSocket, CloseReason)> {
        let shutdown = self.app.shutdown().clone();
        let interval = self.app.config().ping_interval;
        let mut last_heard = Instant::now();
        let mut ping_at = tokio::time::Instant::now() + interval;
        if let Some(reason) = self.refusal().await {
            return Some((socket, reason));
        }
        let reason = loop {
            // In this order: a lively game must not keep the client's own messages waiting.
            let next = tokio::select! {
                biased;
                () = registration.revoked() => Next::Close(CloseReason::SignedOut),
                () = shutdown.wait() => Next::Close(CloseReason::GoingAway),
                // At its time, however much is sent: a client that only listens has nothing else
                // to respond to.
                () = tokio::time::sleep_until(ping_at) => Next::Ping,
                // Before anything is sent: the time of a move is that of its arrival, and what
                // the client has to hear is not on the mover's clock.
                message = socket.recv() => Next::Receive(message, self.app.now()),
                outgoing = receiver.next() => {
                    outgoing.map_or(Next::Close(CloseReason::SlowConsumer), Next::Send)
                }
                text = next_lobby(&mut self.lobby) => Next::SendLobby(text),
            };
            // What is being sent counts as queued until it has been sent.
            let mut queued = None;
            let outgoing = match next {
                Next::Close(reason) => break Some(reason),
                Next::Send(next) => {
                    let text = next.text.clone();
                    queued = Some(next);
                    Some(Message::Text(text))
                }
                // The lobby has not been read yet.
                Next::SendLobby(text) if text.is_empty() => None,
                Next::SendLobby(text) => Some(Message::Text(text)),
                Next::Ping => {
                    ping_at = tokio::time::Instant::now() + interval;
                    Some(Message::Ping("".into()))
                }
                Next::Receive(Some(Ok(Message::Close(_))) | None, _) => break None,
                Next::Receive(Some(Ok(message)), arrived_at) => {
                    last_heard = Instant::now();
                    if let Some(reason) = self.receive(&message, arrived_at).await {
                        break Some(reason);
                    }
                    None
                }
                Next::Receive(Some(Err(error)), _) => {
                    debug!(%error, "socket failed");
                    break None;
                }
            };
            if let Some(message) = outgoing {
                let sent = tokio::select! {
                    biased;
                    sent = send(&mut socket, message) => sent,
                    () = receiver.lagged() => break Some(CloseReason::SlowConsumer),
                };
                if !sent {
                    break None;
                }
            }
            drop(queued);
            if last_heard.elapsed() > interval * MAX_MISSED_PINGS {
                break None;
            }
        };
        reason.map(|reason| (socket, reason))
    }

    async fn close(&self, mut socket: WebSocket, reason: CloseReason) {
        if reason == CloseReason::SlowConsumer {
            self.app.metrics().ws_slow_consumers.increment(1);
        }
        let spread = u32::try_from(self.client.id() % RETRY_SPREAD_MS).unwrap_or_default();
        let closing = ServerMessage::Closing {
            reason,
            retry_after_ms: MIN_RETRY_MS + spread,
        };
        let frame = CloseFrame {
            code: reason.code(),
            reason: Utf8Bytes::from_static(reason.as_str()),
        };
        if send(&mut socket, Message::Text(encode(&closing))).await {
            send(&mut socket, Message::Close(Some(frame))).await;
        }
    }

    pub(super) async fn leave(&mut self) {
        let id = self.client.id();
        for game in std::mem::take(&mut self.watched) {
            self.app.rooms().unwatch(&game, id).await;
        }
        self.app.lobby().notify();
    }

    fn greet(&self) {
        let me = me(&self.current.user, self.app.now());
        self.client.send(&ServerMessage::Hello {
            protocol_version: PROTOCOL_VERSION,
            server_time: me.server_time,
            me,
        });
    }

    fn reject(&mut self, request_id: Option<String>, game_id: Option<String>, error: &ApiError) {
        self.rejected_in_a_row += 1;
        self.app.metrics().ws_messages_rejected.increment(1);
        self.client.send(&ServerMessage::Error {
            request_id,
            game_id,
            error: error.to_body(),
        });
    }

    fn has_too_many_rejections(&self) -> bool {
        self.rejected_in_a_row > MAX_REJECTED_IN_A_ROW
    }

    /// Handles a message. Returns why the connection is to be closed, if it is.
    pub(super) async fn receive(
        &mut self,
        message: &Message,
        arrived_at: Timestamp,
    ) -> Option<CloseReason> {
        // Whatever it is, someone has to read it: pings count too.
        let limiter = self.app.rate_limiter();
        if let Err(limited) = limiter.message(self.address, &mut self.bucket) {
            self.app.metrics().rate_limited.increment(1);
            self.reject(None, None, &limited.into());
            return self
                .has_too_many_rejections()
                .then_some(CloseReason::RateLimited);
        }
        match message {
            Message::Text(text) => {
                self.app.metrics().ws_messages_received.increment(1);
                self.receive_text(text, arrived_at).await;
            }
            Message::Binary(_) => {
                self.reject(None, None, &ApiError::BinaryMessage);
            }
            // Pings are answered by the library.
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => {}
        }
        self.has_too_many_rejections()
            .then_some(CloseReason::BadMessages)
    }

    async fn receive_text(&mut self, text: &str, arrived_at: Timestamp) {
        let message: ClientMessage = match malformed::parse(text.as_bytes()) {
            Ok(message) => message,
            Err(error) => return self.reject(None, None, &error),
        };
        let (request_id, game_id) = ids(&message);
        match self.handle(message, arrived_at).await {
            Ok(()) => self.rejected_in_a_row = 0,
            Err(error) => self.reject(request_id, game_id, &error),
        }
    }

    async fn handle(
        &mut self,
        message: ClientMessage,
        arrived_at: Timestamp,
    ) -> Result<(), ApiError> {
        match message {
            ClientMessage::Watch { game_id, after } => self.watch(game_id, after).await?,
            ClientMessage::Unwatch { game_id } => {
                self.app.rooms().unwatch(&game_id, self.client.id()).await;
                self.watched.remove(&game_id);
            }
            ClientMessage::Act {
                request_id,
                game_id,
                side,
                action,
            } => {
                let request = ActionRequest {
                    request_id: Some(request_id.clone()),
                    side,
                    action,
                };
                let actor = Actor::new(&self.current, self.address, arrived_at);
                let seq = self.rooms().act(&game_id, actor, request).await?;
                self.client.send(&ServerMessage::Ack {
                    request_id,
                    game_id,
                    seq,
                });
            }
            ClientMessage::WatchLobby => self.lobby = Some(self.app.lobby().subscribe()),
            ClientMessage::UnwatchLobby => self.lobby = None,
            ClientMessage::StartAnalysis {
                request_id,
                request,
            } => self.start_analysis(request_id, request).await?,
            ClientMessage::StopAnalysis => self.analysis = None,
            ClientMessage::Ping { request_id } => self.client.send(&ServerMessage::Pong {
                request_id,
                server_time: to_millis(self.app.now()),
            }),
        }
        Ok(())
    }

    async fn start_analysis(
        &mut self,
        request_id: String,
        request: AnalysisRequest,
    ) -> Result<(), ApiError> {
        // The old one ends first: each connection has one place in the queue.
        self.analysis = None;
        let client = self.client.clone();
        let on_update = move |update| client.send(&ServerMessage::Analysis { update });
        let requester = Requester {
            user: self.current.user.id.clone(),
            address: Some(network(self.address)),
        };
        let analyses = self.app.analyses();
        let started = analyses.start(requester, request_id, request, Box::new(on_update));
        self.analysis = Some(started.await?);
        Ok(())
    }

    /// The rooms for this client.
    fn rooms(&self) -> Rooms {
        self.app.rooms().for_visitor(self.address)
    }

    async fn watch(&mut self, game_id: String, after: Option<u64>) -> Result<(), ApiError> {
        if self.watched.len() >= MAX_WATCHED_GAMES && !self.watched.contains(&game_id) {
            return Err(ApiError::TooManyWatchedGames {
                max: MAX_WATCHED_GAMES,
            });
        }
        let (client, user) = (self.client.clone(), self.current.user.id.clone());
        self.rooms().watch(&game_id, client, user, after).await?;
        self.watched.insert(game_id);
        Ok(())
    }
}

/// The id of a request and the game it is about, for the error.
fn ids(message: &ClientMessage) -> (Option<String>, Option<String>) {
    match message {
        ClientMessage::Watch { game_id, .. } | ClientMessage::Unwatch { game_id } => {
            (None, Some(game_id.clone()))
        }
        ClientMessage::Act {
            request_id,
            game_id,
            ..
        } => (Some(request_id.clone()), Some(game_id.clone())),
        ClientMessage::StartAnalysis { request_id, .. } => (Some(request_id.clone()), None),
        ClientMessage::Ping { request_id } => (request_id.clone(), None),
        ClientMessage::WatchLobby | ClientMessage::UnwatchLobby | ClientMessage::StopAnalysis => {
            (None, None)
        }
    }
}

/// The lobby's next message; never comes if the client does not watch the lobby.
async fn next_lobby(lobby: &mut Option<watch::Receiver<Utf8Bytes>>) -> Utf8Bytes {
    match lobby {
        Some(feed) => match feed.changed().await {
            Ok(()) => feed.borrow_and_update().clone(),
            Err(_) => std::future::pending().await,
        },
        None => std::future::pending().await,
    }
}

/// Sends a message. Returns whether that worked in time.
async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(
        tokio::time::timeout(SEND_TIMEOUT, socket.send(message)).await,
        Ok(Ok(()))
    )
}
