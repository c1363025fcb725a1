//! A client of the server: requests and sockets.

use crate::LoadError;
use crate::messages::{CatalogueEntry, ErrorBody, Incoming, Snapshot, Summary};
use crate::problem::ClientError;
use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::header::{CONTENT_TYPE, COOKIE, SET_COOKIE};
use hyper::{Method, Request};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use quintain_api::protocol::{ClientMessage, CreateGameRequest};
use quintain_rules::{OsError, quote};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;
use tokio::net::{TcpSocket, TcpStream, lookup_host};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// A request takes this long only if something is wrong.
pub(crate) const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

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
        _ => Err(LoadError::Address { url: quote(url) }),
    }
}

/// Where hostile visitors come from: an address of this machine that is not the honest players'.
pub(crate) const HOSTILE_ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));
/// How much a connection takes from the network before it is read.
const RECEIVE_BUFFER: u32 = 4 * 1024;

/// A connection pool to a server, cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct ApiClient {
    host: String,
    /// The address to connect from; the system chooses if `None`.
    local: Option<IpAddr>,
    client: Client<HttpConnector, Full<Bytes>>,
}

/// A guest, or someone with an account: the cookie by which the server knows them.
#[derive(Clone, Debug)]
pub(crate) struct Guest(String);

impl Guest {
    pub(crate) fn cookie(&self) -> &str {
        &self.0
    }
}

impl ApiClient {
    /// A client of the server at this host and port.
    pub(crate) fn new(host: String) -> ApiClient {
        let client = Client::builder(TokioExecutor::new()).build_http();
        let local = None;
        ApiClient {
            host,
            local,
            client,
        }
    }

    /// A client that connects from an address of this machine.
    pub(crate) fn from_address(host: String, local: IpAddr) -> ApiClient {
        let mut connector = HttpConnector::new();
        connector.set_local_address(Some(local));
        ApiClient {
            host,
            local: Some(local),
            client: Client::builder(TokioExecutor::new()).build(connector),
        }
    }

    /// The server's host and port.
    pub(crate) fn host(&self) -> &str {
        &self.host
    }

    /// A bare connection, which takes little from the network unless it is read.
    pub(crate) async fn connect(&self) -> Result<TcpStream, ClientError> {
        let connected = async {
            let mut addresses = lookup_host(&self.host).await?;
            let address = addresses
                .next()
                .ok_or_else(|| std::io::Error::from(std::io::ErrorKind::NotFound))?;
            let socket = if address.is_ipv4() {
                TcpSocket::new_v4()?
            } else {
                TcpSocket::new_v6()?
            };
            if let Some(local) = self.local {
                socket.bind(SocketAddr::new(local, 0))?;
                socket.set_recv_buffer_size(RECEIVE_BUFFER)?;
            }
            let stream = socket.connect(address).await?;
            stream.set_nodelay(true)?;
            Ok(stream)
        };
        let connected = async {
            connected
                .await
                .map_err(|error: std::io::Error| connection_error(&error))
        };
        with_timeout(connected).await
    }

    /// Sends a request whose answer does not matter.
    pub(crate) async fn request(
        &self,
        method: Method,
        path: &str,
        by: Option<&Guest>,
        body: String,
    ) -> Result<(), ClientError> {
        self.exchange(method, path, by, body).await.map(drop)
    }

    /// Becomes a guest.
    pub(crate) async fn guest(&self) -> Result<Guest, ClientError> {
        let (_, cookie) = self
            .exchange(Method::GET, "/api/me", None, String::new())
            .await?;
        Ok(Guest(cookie.ok_or(ClientError::NoCookie)?))
    }

    /// Turns a guest into an account.
    pub(crate) async fn register(
        &self,
        by: &Guest,
        name: &str,
        password: &str,
    ) -> Result<Guest, ClientError> {
        let body = serde_json::json!({ "name": name, "password": password }).to_string();
        let path = "/api/me/register";
        let (_, cookie) = self.exchange(Method::POST, path, Some(by), body).await?;
        Ok(Guest(cookie.ok_or(ClientError::NoCookie)?))
    }

    /// The ids of the server's games.
    pub(crate) async fn catalogue(&self) -> Result<Vec<String>, LoadError> {
        let entries: Result<Vec<CatalogueEntry>, ClientError> =
            self.get("/api/catalogue", None).await;
        let unexpected = |reason: ClientError| LoadError::Response {
            address: self.host.clone(),
            reason,
        };
        let entries = entries.map_err(unexpected)?;
        if entries.is_empty() {
            return Err(unexpected(ClientError::NoGames));
        }
        Ok(entries.into_iter().map(|entry| entry.id).collect())
    }

    /// Creates a game that waits for a second player.
    pub(crate) async fn create(
        &self,
        by: &Guest,
        game: &CreateGameRequest,
    ) -> Result<Summary, ClientError> {
        self.post("/api/games", by, game).await
    }

    /// Takes the open seat.
    pub(crate) async fn join(&self, by: &Guest, game: &str) -> Result<Summary, ClientError> {
        self.post(&format!("/api/games/{game}/join"), by, &()).await
    }

    /// Everything about a game.
    pub(crate) async fn snapshot(&self, game: &str) -> Result<Snapshot, ClientError> {
        self.get(&format!("/api/games/{game}"), None).await
    }

    /// The record of a game.
    pub(crate) async fn record(&self, game: &str) -> Result<String, ClientError> {
        let path = format!("/api/games/{game}/record");
        let (body, _) = self
            .exchange(Method::GET, &path, None, String::new())
            .await?;
        String::from_utf8(body.to_vec()).map_err(invalid)
    }

    pub(crate) async fn get<T: DeserializeOwned>(
        &self,
        path: &str,
        by: Option<&Guest>,
    ) -> Result<T, ClientError> {
        let (body, _) = self.exchange(Method::GET, path, by, String::new()).await?;
        parse(&body)
    }

    async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        by: &Guest,
        body: &impl Serialize,
    ) -> Result<T, ClientError> {
        let body = to_json(body)?;
        let (body, _) = self.exchange(Method::POST, path, Some(by), body).await?;
        parse(&body)
    }

    /// Sends a request; returns the body of the response and the cookie that came with it.
    async fn exchange(
        &self,
        method: Method,
        path: &str,
        by: Option<&Guest>,
        body: String,
    ) -> Result<(Bytes, Option<String>), ClientError> {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("http://{}{path}", self.host))
            .header(CONTENT_TYPE, "application/json");
        if let Some(Guest(cookie)) = by {
            request = request.header(COOKIE, cookie);
        }
        let request = request.body(Full::from(body)).map_err(invalid)?;
        let response = async {
            let response = self
                .client
                .request(request)
                .await
                .map_err(|error| connection_error(&error))?;
            let status = response.status();
            let cookie = response.headers().get(SET_COOKIE).and_then(|cookie| {
                let pair = cookie.to_str().ok()?.split(';').next()?;
                Some(pair.to_owned())
            });
            let body = response.into_body().collect().await;
            let body = body.map_err(|error| connection_error(&error))?.to_bytes();
            if status.is_success() {
                return Ok((body, cookie));
            }
            let error = serde_json::from_slice::<ErrorBody>(&body);
            Err(ClientError::Rejected {
                code: status.as_u16().to_string(),
                reason: error.map_or_else(|_| String::new(), |error| error.message.text),
            })
        };
        with_timeout(response).await
    }

    /// Opens a socket.
    pub(crate) async fn socket(&self, guest: &Guest) -> Result<Socket, ClientError> {
        with_timeout(self.open_socket(guest)).await
    }

    async fn open_socket(&self, Guest(cookie): &Guest) -> Result<Socket, ClientError> {
        let stream = self.connect().await?;
        let address = format!("ws://{}/api/socket", self.host);
        let mut request = address
            .into_client_request()
            .map_err(|error| connection_error(&error))?;
        let cookie = cookie.parse().map_err(|_| ClientError::NoCookie)?;
        request.headers_mut().insert(COOKIE, cookie);
        // Thousands of sockets with the default buffers would fill the machine's memory.
        let config = WebSocketConfig::default()
            .read_buffer_size(4 * 1024)
            .write_buffer_size(0);
        let opened = client_async_with_config(request, stream, Some(config)).await;
        let (stream, _) = opened.map_err(|error| connection_error(&error))?;
        Ok(Socket(stream))
    }
}

/// An open socket.
#[derive(Debug)]
pub(crate) struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Sends a message.
    pub(crate) async fn send(&mut self, message: &ClientMessage) -> Result<(), ClientError> {
        self.send_text(to_json(message)?).await
    }

    /// Sends any text.
    pub(crate) async fn send_text(&mut self, text: String) -> Result<(), ClientError> {
        self.send_frame(Message::text(text)).await
    }

    /// Sends a ping.
    pub(crate) async fn ping(&mut self) -> Result<(), ClientError> {
        self.send_frame(Message::Ping(Bytes::new())).await
    }

    async fn send_frame(&mut self, frame: Message) -> Result<(), ClientError> {
        with_timeout(async {
            self.0
                .send(frame)
                .await
                .map_err(|error| connection_error(&error))
        })
        .await
    }

    /// The next message. This is cancel safe: dropping the future loses nothing.
    pub(crate) async fn receive(&mut self) -> Result<Incoming, ClientError> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return parse(text.as_bytes()),
                Some(Ok(Message::Close(frame))) => {
                    let code = frame.map_or(0, |frame| u16::from(frame.code));
                    return Err(ClientError::Closed { code });
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(connection_error(&error)),
                None => return Err(ClientError::Ended),
            }
        }
    }
}

fn to_json(message: &impl Serialize) -> Result<String, ClientError> {
    serde_json::to_string(message).map_err(invalid)
}

fn parse<T: DeserializeOwned>(text: &[u8]) -> Result<T, ClientError> {
    serde_json::from_slice(text).map_err(invalid)
}

/// The root cause, which says the most.
fn connection_error(error: &(dyn std::error::Error + 'static)) -> ClientError {
    let mut deepest = error;
    while let Some(deeper) = deepest.source() {
        deepest = deeper;
    }
    let reason = match deepest.downcast_ref::<std::io::Error>() {
        Some(error) => OsError::from(error),
        None => OsError::Other {
            text: deepest.to_string(),
        },
    };
    ClientError::Connection { reason }
}

fn invalid(error: impl std::fmt::Display) -> ClientError {
    ClientError::Invalid {
        reason: error.to_string(),
    }
}

async fn with_timeout<T>(
    response: impl Future<Output = Result<T, ClientError>>,
) -> Result<T, ClientError> {
    let seconds = REQUEST_TIMEOUT.as_secs();
    let response = tokio::time::timeout(REQUEST_TIMEOUT, response).await;
    response.unwrap_or(Err(ClientError::NoResponse { seconds }))
}

#[cfg(test)]
mod tests {
    use super::host_of;

    #[test]
    fn server_addresses_are_parsed() {
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
            let error = host_of(wrong).expect_err(wrong).to_string();
            assert!(error.contains(&format!("{wrong:?}")), "{error}");
        }
    }
}
