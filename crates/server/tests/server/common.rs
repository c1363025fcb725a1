//! A real server on a real socket with a real database, and clients for it.

use crate::wait::in_time;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use quintain_engine::EngineRegistry;
use quintain_server::store::Database;
use quintain_server::{Clock, Config, Limits, RunningServer, TimeSource, serve};
use quintain_table::Timestamp;
use quintain_test_services as services;
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, SqliteConnection};
use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A directory for one test, which is removed at its end.
pub(crate) fn temp_dir() -> TempDir {
    tempfile::tempdir().expect("a directory for the test")
}

/// Names the kind of database that the tests use; without it, it is a file.
pub(crate) const DATABASE_VARIABLE: &str = "QUINTAIN_TEST_DATABASE";

/// The database of a test: the same for the same directory.
fn test_database(dir: &TempDir) -> Database {
    static DATABASES: LazyLock<Mutex<HashMap<PathBuf, Database>>> = LazyLock::new(Mutex::default);
    match std::env::var(DATABASE_VARIABLE).as_deref() {
        Ok("postgres") => {
            let mut databases = DATABASES.lock().expect("no panic");
            let new = || Database::Postgres(services::Database::new().url().to_owned());
            let database = databases.entry(dir.path().to_owned()).or_insert_with(new);
            database.clone()
        }
        Ok(other) => panic!("{DATABASE_VARIABLE} can be postgres, not {other:?}"),
        Err(_) => file_config(dir).database,
    }
}

pub(crate) fn config(dir: &TempDir) -> Config {
    Config {
        database: test_database(dir),
        ..file_config(dir)
    }
}

/// The same with a file, for tests that are about files.
pub(crate) fn file_config(dir: &TempDir) -> Config {
    Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        database: Database::File(dir.path().join("test.db")),
        engine_threads: Some(1),
        limits: Limits {
            requests_per_second: 10_000,
            passwords_per_minute: 10_000,
            games_per_hour: 100_000,
            connections: 10_000,
            messages_per_second: 10_000,
            ..Limits::default()
        },
        ..Config::default()
    }
}

pub(crate) async fn start(dir: &TempDir) -> RunningServer {
    start_with(config(dir)).await
}

/// The same with a file.
pub(crate) async fn start_on_file(dir: &TempDir) -> RunningServer {
    start_with(file_config(dir)).await
}

/// The clocks of a machine, in milliseconds: they stand still until a test moves them.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    wall: Arc<AtomicU64>,
    monotonic: Arc<AtomicU64>,
}

impl TimeSource for Machine {
    fn wall(&self) -> Timestamp {
        Timestamp(self.wall.load(Ordering::SeqCst))
    }

    fn monotonic(&self) -> Duration {
        Duration::from_millis(self.monotonic.load(Ordering::SeqCst))
    }
}

impl Machine {
    pub(crate) fn new() -> Machine {
        Machine {
            wall: Arc::new(AtomicU64::new(Timestamp::now().0)),
            monotonic: Arc::default(),
        }
    }

    /// Sets the clock on the wall, forward or back.
    pub(crate) fn set_wall(&self, change: impl Fn(u64) -> u64) {
        let wall = self.wall.load(Ordering::SeqCst);
        self.wall.store(change(wall), Ordering::SeqCst);
    }

    /// Time passes while the process stands still.
    pub(crate) fn stand_still(&self, milliseconds: u64) {
        self.monotonic.fetch_add(milliseconds, Ordering::SeqCst);
        self.wall.fetch_add(milliseconds, Ordering::SeqCst);
    }

    /// Time passes as it does.
    pub(crate) fn pass(&self, clock: &Clock, milliseconds: u64) {
        for _ in 0..milliseconds / 500 {
            self.stand_still(500);
            clock.now();
        }
    }
}

/// The value of one of the server's metrics.
pub(crate) async fn metric(address: SocketAddr, name: &str) -> u64 {
    let metrics = Client::anonymous(address).get("/metrics").await.body;
    let mut lines = metrics.lines();
    let line = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    let line = line.unwrap_or_else(|| panic!("no {name} in {metrics}"));
    line.parse().expect("a number")
}

/// A connection to a server's database file, to look into it and to break it.
pub(crate) async fn database(dir: &TempDir) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(dir.path().join("test.db"));
    options.connect().await.expect("a database")
}

/// Starts a server with settings of the test's own.
pub(crate) async fn start_with(config: Config) -> RunningServer {
    serve(EngineRegistry::standard(), config)
        .await
        .expect("the server starts")
}

/// An HTTP response.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Response {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("not JSON: {self:?}"))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        headers.find(|h| h.0 == name).map(|h| h.1.as_str())
    }
}

/// Someone with a browser, or a program.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
    pub(crate) cookie: Option<String>,
    pub(crate) token: Option<String>,
}

pub(crate) type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

impl Client {
    /// A client without credentials.
    pub(crate) fn anonymous(address: SocketAddr) -> Client {
        Client {
            address,
            cookie: None,
            token: None,
        }
    }

    /// A guest.
    pub(crate) async fn guest(address: SocketAddr) -> Client {
        let mut guest = Client::anonymous(address);
        let me = guest.get("/api/me").await;
        assert_eq!(me.status, 200, "{me:?}");
        assert!(guest.cookie.is_some(), "{me:?}");
        guest
    }

    /// Someone with an account.
    pub(crate) async fn account(address: SocketAddr, name: &str) -> Client {
        let mut client = Client::guest(address).await;
        let body = json!({ "name": name, "password": "correct horse" });
        let made = client.post("/api/me/register", &body).await;
        assert_eq!(made.status, 200, "{made:?}");
        client
    }

    fn credentials(&self) -> Vec<(&'static str, String)> {
        let cookie = self.cookie.clone().map(|cookie| ("cookie", cookie));
        let token = self.token.as_ref();
        let token = token.map(|token| ("authorization", format!("Bearer {token}")));
        cookie.into_iter().chain(token).collect()
    }

    pub(crate) async fn get(&mut self, path: &str) -> Response {
        self.request("GET", path, None, &[]).await
    }

    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> Response {
        let body = body.to_string();
        self.request("POST", path, Some(&body), &[]).await
    }

    pub(crate) async fn delete(&mut self, path: &str) -> Response {
        self.request("DELETE", path, None, &[]).await
    }

    /// Sends any request, and keeps the cookie that comes back.
    pub(crate) async fn request(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&str>,
        headers: &[(&str, &str)],
    ) -> Response {
        let mut text = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n",
            self.address
        );
        for (name, value) in self.credentials() {
            text += &format!("{name}: {value}\r\n");
        }
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        if let Some(body) = body {
            text += &format!(
                "content-type: application/json\r\ncontent-length: {}\r\n",
                body.len()
            );
        }
        text += "\r\n";
        text += body.unwrap_or_default();
        let response = in_time("a response", exchange(self.address, &text)).await;
        for (name, value) in &response.headers {
            if name == "set-cookie" {
                let pair = value.split(';').next().unwrap_or_default().to_owned();
                self.cookie = (!pair.ends_with('=')).then_some(pair);
            }
        }
        response
    }

    /// Creates a game and returns its summary.
    pub(crate) async fn create(&mut self, request: &Value) -> Value {
        let made = self.post("/api/games", request).await;
        assert_eq!(made.status, 201, "{made:?}");
        made.json()
    }

    /// Acts in a game over HTTP.
    pub(crate) async fn act(&mut self, game: &str, action: Value) -> Response {
        let request = json!({ "action": action });
        self.post(&format!("/api/games/{game}/actions"), &request)
            .await
    }

    /// Opens a socket.
    pub(crate) async fn socket(&self) -> Socket {
        let mut socket = self.try_socket(&[]).await.expect("a socket opens");
        assert_eq!(socket.receive().await["type"], "hello");
        socket
    }

    /// Opens a socket with more headers; the status if it is rejected.
    pub(crate) async fn try_socket(&self, headers: &[(&'static str, &str)]) -> Result<Socket, u16> {
        let address = format!("ws://{}/api/socket", self.address);
        let mut request = address.into_client_request().expect("a request");
        for (name, value) in self.credentials() {
            let value = value.parse().expect("a header");
            request.headers_mut().insert(name, value);
        }
        for (name, value) in headers {
            let value = value.parse().expect("a header");
            request.headers_mut().insert(*name, value);
        }
        match connect_async(request).await {
            Ok((stream, _)) => Ok(Socket {
                stream,
                received: Vec::new(),
            }),
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }
}

async fn exchange(address: SocketAddr, text: &str) -> Response {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(text.as_bytes()).await.expect("sent");
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.expect("read");
    let text = String::from_utf8_lossy(&bytes);
    let (head, body) = text.split_once("\r\n\r\n").expect("an HTTP response");
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1));
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
        .collect();
    let chunked = headers.iter().any(|h| h.0 == "transfer-encoding");
    Response {
        status: status.and_then(|s| s.parse().ok()).expect("a status"),
        body: if chunked {
            decode_chunks(body)
        } else {
            body.to_owned()
        },
        headers,
    }
}

fn decode_chunks(mut rest: &str) -> String {
    let mut body = String::new();
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).expect("a chunk's size");
        if size == 0 {
            break;
        }
        body += &after[..size];
        rest = after[size..].trim_start_matches("\r\n");
    }
    body
}

/// An open socket.
pub(crate) struct Socket {
    stream: Stream,
    /// Every text that has been received.
    pub(crate) received: Vec<String>,
}

impl Socket {
    pub(crate) async fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string()).await;
    }

    pub(crate) async fn send_text(&mut self, text: &str) {
        let message = Message::text(text);
        self.stream.send(message).await.expect("sent");
    }

    /// Sends a message, unless the connection has ended.
    pub(crate) async fn try_send(&mut self, message: &Value) {
        let message = Message::text(message.to_string());
        self.stream.send(message).await.ok();
    }

    /// Both directions separately.
    pub(crate) fn split(self) -> (SplitSink<Stream, Message>, SplitStream<Stream>) {
        self.stream.split()
    }

    /// The next message; panics at the end of the connection.
    pub(crate) async fn receive(&mut self) -> Value {
        match self.receive_or_close().await {
            Ok(message) => message,
            Err(code) => panic!("the connection was closed with {code:?}"),
        }
    }

    /// The next message, or the close code.
    pub(crate) async fn receive_or_close(&mut self) -> Result<Value, Option<u16>> {
        // The server's pings are no messages.
        let next = async {
            loop {
                match self.stream.next().await {
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    next => return next,
                }
            }
        };
        match in_time("a message", next).await {
            Some(Ok(Message::Text(text))) => {
                self.received.push(text.to_string());
                Ok(serde_json::from_str(&text).expect("JSON"))
            }
            Some(Ok(Message::Close(frame))) => Err(frame.map(|frame| frame.code.into())),
            Some(Ok(other)) => panic!("{other:?}"),
            Some(Err(_)) | None => Err(None),
        }
    }

    /// The next message of a type; others are skipped.
    pub(crate) async fn receive_type(&mut self, kind: &str) -> Value {
        let receiving = async {
            loop {
                let message = self.receive().await;
                if message["type"] == kind {
                    return message;
                }
            }
        };
        in_time(kind, receiving).await
    }

    /// Watches a game and returns its snapshot.
    pub(crate) async fn watch(&mut self, game: &str) -> Value {
        self.send(&json!({ "type": "watch", "game_id": game }))
            .await;
        self.receive_type("snapshot").await["snapshot"].take()
    }

    /// Acts in a game; returns the `ack` or the `error`.
    pub(crate) async fn act(&mut self, game: &str, id: &str, action: Value) -> Value {
        let request = json!({ "type": "act", "request_id": id, "game_id": game,
                              "action": action });
        self.send(&request).await;
        loop {
            let message = self.receive().await;
            let is_reply = message["type"] == "ack" || message["type"] == "error";
            if is_reply && message["request_id"] == id {
                return message;
            }
        }
    }

    /// Plays a move.
    pub(crate) async fn play(&mut self, game: &str, text: &str) -> Value {
        self.act(game, text, json!({ "kind": "move", "text": text }))
            .await
    }
}
