//! A server without a network, and what must hold for every message that a client sends to it.

use axum::Router;
use axum::body::Body;
use quintain_engine::EngineRegistry;
use quintain_server::store::{Budgets, Database};
use quintain_server::{App, Config, Limits, LocalSocket, router};
use serde_json::{Value, json};
use std::path::PathBuf;
use tokio::runtime::Runtime;
use tower::ServiceExt;

/// How many messages of an input are sent.
const MAX_MESSAGES: usize = 30;
/// The messages that a server sends.
const TYPES: [&str; 12] = [
    "hello", "snapshot", "update", "presence", "rematch", "ack", "error", "lobby", "my_game",
    "analysis", "pong", "closing",
];

/// A server without a network.
pub(crate) struct Server {
    runtime: Runtime,
    app: App,
    router: Router,
}

impl Server {
    /// Starts a server with a new database.
    pub(crate) fn start(database: PathBuf) -> Server {
        let runtime = Runtime::new().expect("threads");
        let app = runtime.block_on(start(database));
        let router = router(app.clone());
        Server {
            runtime,
            app,
            router,
        }
    }

    /// Messages of a client: whatever they are, everything that comes back belongs to the protocol,
    /// and nothing that a client can say is an internal error.
    pub(crate) fn receive(&self, text: &str) {
        for reply in self.runtime.block_on(self.replies(text)) {
            let message: Value = serde_json::from_str(&reply).expect("a reply is JSON");
            let kind = message["type"].as_str().expect("a reply has a type");
            assert!(TYPES.contains(&kind), "{reply}");
            assert_ne!(message["error"]["code"], "internal", "{reply}");
        }
    }
}

async fn start(database: PathBuf) -> App {
    let database = Database::File(database);
    let store = database.open(None).await.expect("a database");
    let config = Config {
        database,
        engine_threads: Some(1),
        limits: Limits {
            requests_per_second: u32::MAX,
            games_per_hour: u32::MAX,
            messages_per_second: u32::MAX,
            ..Limits::default()
        },
        // Every input brings a game of a new guest, and all come from one address.
        budgets: Budgets::default().with_guest_games_per_address(u32::MAX),
        ..Config::default()
    };
    App::start(EngineRegistry::standard(), store, config)
        .await
        .expect("the server starts")
}

impl Server {
    /// A new guest with a game against themselves: the cookie and the id of the game.
    async fn new_game(&self) -> (String, String) {
        let create = json!({ "game": "sight", "size": 3, "opponent": { "kind": "local" } });
        let request = axum::http::Request::post("/api/games")
            .header("host", "localhost")
            .header("content-type", "application/json")
            .body(Body::from(create.to_string()))
            .expect("a request");
        let response = self.router.clone().oneshot(request).await;
        let response = response.expect("a response");
        let cookie = response.headers()["set-cookie"].to_str().expect("text");
        let cookie = cookie.split(';').next().expect("a value");
        let cookie = cookie.split_once('=').expect("a value").1.to_owned();
        let body = axum::body::to_bytes(response.into_body(), usize::MAX).await;
        let game: Value = serde_json::from_slice(&body.expect("a body")).expect("JSON");
        (cookie, game["id"].as_str().expect("an id").to_owned())
    }

    /// What a client gets back for its messages, one per line.
    async fn replies(&self, text: &str) -> Vec<String> {
        let (cookie, game) = self.new_game().await;
        let socket = LocalSocket::open(&self.app, &cookie).await;
        let mut socket = socket.expect("a guest");
        let mut replies = Vec::new();
        for line in text.lines().take(MAX_MESSAGES) {
            let open = socket.send(&line.replace("GAME", &game)).await;
            replies.extend(socket.received());
            if !open {
                break;
            }
        }
        tokio::task::yield_now().await;
        replies.extend(socket.received());
        socket.close().await;
        replies
    }
}
