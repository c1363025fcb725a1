//! The server as its clients see it: requests and sockets.

use crate::LoadError;
use crate::messages::{Card, Heard, Snapshot, Summary};
use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::header::{CONTENT_TYPE, COOKIE, SET_COOKIE};
use hyper::{Method, Request};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use quintain_server::protocol::{ClientMessage, CreateGame, ErrorBody};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// No request takes so long unless something is wrong.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// What went wrong between client and server.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Trouble {
    /// The server cannot be reached, or the connection broke.
    #[error("connection: {0}")]
    Connection(String),
    /// The server said no.
    #[error("refused: {0}")]
    Refused(String),
    /// The server said something nobody understands.
    #[error("answer not understood: {0}")]
    Nonsense(String),
}

/// The host and port of an address.
pub(crate) fn host_of(url: &str) -> Result<String, LoadError> {
    let host = url
        .strip_prefix("http://")
        .map(|rest| rest.trim_end_matches('/'));
    let port = |host: &str| {
        host.rsplit_once(':')
            .is_some_and(|(_, port)| port.parse::<u16>().is_ok())
    };
    match host {
        Some(host) if !host.is_empty() && !host.contains('/') => Ok(if port(host) {
            host.to_owned()
        } else {
            format!("{host}:80")
        }),
        _ => Err(LoadError::Address(url.to_owned())),
    }
}

/// The way to a server.
#[derive(Clone, Debug)]
pub(crate) struct Api {
    host: String,
    client: Client<HttpConnector, Full<Bytes>>,
}

/// Someone without an account: the cookie by which the server knows them.
#[derive(Clone, Debug)]
pub(crate) struct Guest(String);

impl Api {
    /// The way to the server at this host and port.
    pub(crate) fn new(host: String) -> Api {
        let client = Client::builder(TokioExecutor::new()).build_http();
        Api { host, client }
    }

    /// Becomes someone.
    pub(crate) async fn guest(&self) -> Result<Guest, Trouble> {
        let (_, cookie) = self
            .exchange(Method::GET, "/api/me", None, String::new())
            .await?;
        let cookie = cookie.ok_or_else(|| Trouble::Nonsense("no cookie for a guest".into()))?;
        Ok(Guest(cookie))
    }

    /// The ids of the games that the server has.
    pub(crate) async fn catalogue(&self) -> Result<Vec<String>, LoadError> {
        let cards: Result<Vec<Card>, Trouble> = self.get("/api/catalogue", None).await;
        let wrong = |reason: String| LoadError::Answer {
            address: self.host.clone(),
            reason,
        };
        let cards = cards.map_err(|trouble| wrong(trouble.to_string()))?;
        if cards.is_empty() {
            return Err(wrong("it has no games".into()));
        }
        Ok(cards.into_iter().map(|card| card.id).collect())
    }

    /// Makes a game that waits for a second player.
    pub(crate) async fn create(&self, by: &Guest, game: &CreateGame) -> Result<Summary, Trouble> {
        self.post("/api/games", by, game).await
    }

    /// Takes the open seat.
    pub(crate) async fn join(&self, by: &Guest, game: &str) -> Result<Summary, Trouble> {
        self.post(&format!("/api/games/{game}/join"), by, &()).await
    }

    /// A whole game.
    pub(crate) async fn snapshot(&self, game: &str) -> Result<Snapshot, Trouble> {
        self.get(&format!("/api/games/{game}"), None).await
    }

    /// The record of a game.
    pub(crate) async fn record(&self, game: &str) -> Result<String, Trouble> {
        let path = format!("/api/games/{game}/record");
        let (body, _) = self
            .exchange(Method::GET, &path, None, String::new())
            .await?;
        String::from_utf8(body.to_vec()).map_err(|error| Trouble::Nonsense(error.to_string()))
    }

    async fn get<T: DeserializeOwned>(&self, path: &str, by: Option<&Guest>) -> Result<T, Trouble> {
        let (body, _) = self.exchange(Method::GET, path, by, String::new()).await?;
        understood(&body)
    }

    async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        by: &Guest,
        body: &impl Serialize,
    ) -> Result<T, Trouble> {
        let body = as_text(body)?;
        let (body, _) = self.exchange(Method::POST, path, Some(by), body).await?;
        understood(&body)
    }

    /// Sends a request; gives the body of the answer and the cookie that came with it.
    async fn exchange(
        &self,
        method: Method,
        path: &str,
        by: Option<&Guest>,
        body: String,
    ) -> Result<(Bytes, Option<String>), Trouble> {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("http://{}{path}", self.host))
            .header(CONTENT_TYPE, "application/json");
        if let Some(Guest(cookie)) = by {
            request = request.header(COOKIE, cookie);
        }
        let request = request
            .body(Full::from(body))
            .map_err(|error| Trouble::Nonsense(error.to_string()))?;
        let answer = async {
            let response = self
                .client
                .request(request)
                .await
                .map_err(|error| broken(&error))?;
            let status = response.status();
            let cookie = response.headers().get(SET_COOKIE).and_then(|cookie| {
                let pair = cookie.to_str().ok()?.split(';').next()?;
                Some(pair.to_owned())
            });
            let body = response.into_body().collect().await;
            let body = body.map_err(|error| broken(&error))?.to_bytes();
            if status.is_success() {
                return Ok((body, cookie));
            }
            let said = serde_json::from_slice::<ErrorBody>(&body)
                .map_or_else(|_| "no reason given".to_owned(), |said| said.message);
            Err(Trouble::Refused(format!("{status}: {said}")))
        };
        in_time(answer).await
    }

    /// Opens a socket.
    pub(crate) async fn socket(&self, guest: &Guest) -> Result<Socket, Trouble> {
        in_time(self.open_socket(guest)).await
    }

    async fn open_socket(&self, Guest(cookie): &Guest) -> Result<Socket, Trouble> {
        let stream = TcpStream::connect(&self.host).await;
        let stream = stream.map_err(|error| broken(&error))?;
        stream.set_nodelay(true).map_err(|error| broken(&error))?;
        let address = format!("ws://{}/api/socket", self.host);
        let mut request = address
            .into_client_request()
            .map_err(|error| broken(&error))?;
        let cookie = cookie
            .parse()
            .map_err(|_| Trouble::Nonsense("the cookie is no header".into()))?;
        request.headers_mut().insert(COOKIE, cookie);
        // Thousands of sockets with the usual buffers would fill the memory of the machine.
        let config = WebSocketConfig::default()
            .read_buffer_size(4 * 1024)
            .write_buffer_size(0);
        let opened = client_async_with_config(request, stream, Some(config)).await;
        let (stream, _) = opened.map_err(|error| broken(&error))?;
        Ok(Socket(stream))
    }
}

/// An open socket.
#[derive(Debug)]
pub(crate) struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Says something.
    pub(crate) async fn say(&mut self, message: &ClientMessage) -> Result<(), Trouble> {
        let text = as_text(message)?;
        in_time(async {
            self.0
                .send(Message::text(text))
                .await
                .map_err(|error| broken(&error))
        })
        .await
    }

    /// The next message. Dropping the future loses nothing.
    pub(crate) async fn hear(&mut self) -> Result<Heard, Trouble> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return understood(text.as_bytes()),
                Some(Ok(Message::Close(frame))) => {
                    let reason = frame.map_or_else(
                        || "closed".to_owned(),
                        |frame| format!("closed with {}", u16::from(frame.code)),
                    );
                    return Err(Trouble::Connection(reason));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(broken(&error)),
                None => return Err(Trouble::Connection("ended".into())),
            }
        }
    }
}

fn as_text(message: &impl Serialize) -> Result<String, Trouble> {
    serde_json::to_string(message).map_err(|error| Trouble::Nonsense(error.to_string()))
}

fn understood<T: DeserializeOwned>(text: &[u8]) -> Result<T, Trouble> {
    serde_json::from_slice(text).map_err(|error| Trouble::Nonsense(error.to_string()))
}

/// The deepest reason, which says most.
fn broken(error: &(dyn std::error::Error + 'static)) -> Trouble {
    let mut deepest = error;
    while let Some(deeper) = deepest.source() {
        deepest = deeper;
    }
    Trouble::Connection(deepest.to_string())
}

async fn in_time<T>(answer: impl Future<Output = Result<T, Trouble>>) -> Result<T, Trouble> {
    let late = || Trouble::Connection(format!("no answer in {} s", PATIENCE.as_secs()));
    let answer = tokio::time::timeout(PATIENCE, answer).await;
    answer.unwrap_or_else(|_| Err(late()))
}

#[cfg(test)]
mod tests {
    use super::host_of;

    #[test]
    fn addresses_of_servers_are_read() {
        let host = |url| host_of(url).expect("an address");
        assert_eq!(host("http://127.0.0.1:7878"), "127.0.0.1:7878");
        assert_eq!(host("http://games.example/"), "games.example:80");
        assert_eq!(host("http://[::1]:80"), "[::1]:80");
        for wrong in [
            "",
            "127.0.0.1:80",
            "http://",
            "https://games.example",
            "http://a/b",
        ] {
            let said = host_of(wrong).expect_err(wrong).to_string();
            assert!(said.contains(&format!("{wrong:?}")), "{said}");
        }
    }
}
