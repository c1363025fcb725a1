//! A real server on a real socket with a real database, and clients for it.

use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use quintain_engine::EngineRegistry;
use quintain_server::{Config, Limits, Running, serve};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Far longer than anything takes, so that a hang ends the test and load does not.
const PATIENCE: Duration = Duration::from_secs(60);

/// A directory of its own for each test, removed at the end.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new() -> Scratch {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("quintain-test-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a directory for the test");
        Scratch(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

pub(crate) fn config(scratch: &Scratch) -> Config {
    Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        database: scratch.path().join("test.db"),
        engine_threads: Some(1),
        limits: Limits {
            requests: 10_000,
            passwords: 10_000,
            games: 100_000,
            connections: 10_000,
            messages: 10_000,
        },
        ..Config::default()
    }
}

pub(crate) async fn start(scratch: &Scratch) -> Running {
    serve(EngineRegistry::standard(), config(scratch))
        .await
        .expect("the server starts")
}

/// An answer over HTTP.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        headers.find(|h| h.0 == name).map(|h| h.1.as_str())
    }
}

/// Someone with a browser or a program.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) address: SocketAddr,
    pub(crate) cookie: Option<String>,
    pub(crate) token: Option<String>,
}

pub(crate) type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

impl Person {
    /// Someone nobody knows.
    pub(crate) fn stranger(address: SocketAddr) -> Person {
        Person {
            address,
            cookie: None,
            token: None,
        }
    }

    /// A guest.
    pub(crate) async fn guest(address: SocketAddr) -> Person {
        let mut guest = Person::stranger(address);
        let me = guest.get("/api/me").await;
        assert_eq!(me.status, 200, "{me:?}");
        assert!(guest.cookie.is_some(), "{me:?}");
        guest
    }

    /// Someone with an account.
    pub(crate) async fn account(address: SocketAddr, name: &str) -> Person {
        let mut person = Person::guest(address).await;
        let body = json!({ "name": name, "password": "correct horse" });
        let made = person.post("/api/me/register", &body).await;
        assert_eq!(made.status, 200, "{made:?}");
        person
    }

    fn credentials(&self) -> Vec<(&'static str, String)> {
        let cookie = self.cookie.clone().map(|cookie| ("cookie", cookie));
        let token = self.token.as_ref();
        let token = token.map(|token| ("authorization", format!("Bearer {token}")));
        cookie.into_iter().chain(token).collect()
    }

    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        self.request("GET", path, None, &[]).await
    }

    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> Answer {
        let body = body.to_string();
        self.request("POST", path, Some(&body), &[]).await
    }

    pub(crate) async fn delete(&mut self, path: &str) -> Answer {
        self.request("DELETE", path, None, &[]).await
    }

    /// Sends any request; keeps the cookie that comes back.
    pub(crate) async fn request(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&str>,
        headers: &[(&str, &str)],
    ) -> Answer {
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
        let answer = tokio::time::timeout(PATIENCE, exchange(self.address, &text))
            .await
            .expect("an answer in time");
        for (name, value) in &answer.headers {
            if name == "set-cookie" {
                let pair = value.split(';').next().unwrap_or_default().to_owned();
                self.cookie = (!pair.ends_with('=')).then_some(pair);
            }
        }
        answer
    }

    /// Makes a game and gives its summary.
    pub(crate) async fn create(&mut self, create: &Value) -> Value {
        let made = self.post("/api/games", create).await;
        assert_eq!(made.status, 201, "{made:?}");
        made.json()
    }

    /// Does something in a game over HTTP.
    pub(crate) async fn act(&mut self, game: &str, action: Value) -> Answer {
        let act = json!({ "action": action });
        self.post(&format!("/api/games/{game}/actions"), &act).await
    }

    /// Opens a socket.
    pub(crate) async fn socket(&self) -> Socket {
        let mut socket = self.try_socket(&[]).await.expect("a socket opens");
        assert_eq!(socket.hear().await["type"], "hello");
        socket
    }

    /// Opens a socket with more headers; the status if it is refused.
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
                heard: Vec::new(),
            }),
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }
}

async fn exchange(address: SocketAddr, text: &str) -> Answer {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(text.as_bytes()).await.expect("sent");
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.expect("read");
    let text = String::from_utf8_lossy(&bytes);
    let (head, body) = text.split_once("\r\n\r\n").expect("an HTTP answer");
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1));
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
        .collect();
    let chunked = headers.iter().any(|h| h.0 == "transfer-encoding");
    Answer {
        status: status.and_then(|s| s.parse().ok()).expect("a status"),
        body: if chunked {
            unchunked(body)
        } else {
            body.to_owned()
        },
        headers,
    }
}

fn unchunked(mut rest: &str) -> String {
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
    /// Every text that came.
    pub(crate) heard: Vec<String>,
}

impl Socket {
    pub(crate) async fn say(&mut self, message: &Value) {
        self.say_text(&message.to_string()).await;
    }

    pub(crate) async fn say_text(&mut self, text: &str) {
        let message = Message::text(text);
        self.stream.send(message).await.expect("sent");
    }

    /// Both directions by themselves.
    pub(crate) fn split(self) -> (SplitSink<Stream, Message>, SplitStream<Stream>) {
        self.stream.split()
    }

    /// The next message; panics at the end of the connection.
    pub(crate) async fn hear(&mut self) -> Value {
        match self.hear_or_close().await {
            Ok(message) => message,
            Err(code) => panic!("the connection was closed with {code:?}"),
        }
    }

    /// The next message, or the close code.
    pub(crate) async fn hear_or_close(&mut self) -> Result<Value, Option<u16>> {
        loop {
            let next = tokio::time::timeout(PATIENCE, self.stream.next()).await;
            match next.expect("a message in time") {
                Some(Ok(Message::Text(text))) => {
                    self.heard.push(text.to_string());
                    return Ok(serde_json::from_str(&text).expect("JSON"));
                }
                Some(Ok(Message::Close(frame))) => {
                    return Err(frame.map(|frame| frame.code.into()));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }

    /// The next message of a type; others are passed over.
    pub(crate) async fn hear_type(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear().await;
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Follows a game from its snapshot, which it gives.
    pub(crate) async fn watch(&mut self, game: &str) -> Value {
        self.say(&json!({ "type": "watch", "game": game })).await;
        self.hear_type("snapshot").await["snapshot"].take()
    }

    /// Does something; gives `done` or `refused`.
    pub(crate) async fn act(&mut self, game: &str, id: &str, action: Value) -> Value {
        let act = json!({ "type": "act", "id": id, "game": game, "action": action });
        self.say(&act).await;
        loop {
            let message = self.hear().await;
            let answer = message["type"] == "done" || message["type"] == "refused";
            if answer && message["id"] == id {
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
