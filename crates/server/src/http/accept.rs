//! The accept loop: taking connections and serving each, with a timeout for slow clients.
//!
//! This is our own because `axum::serve` waits forever for a request that arrives one byte at a
//! time and for a client that takes no response, and a few thousand of those would keep everyone
//! else out.

use super::file_limit;
use super::transport::Transport;
use crate::app::App;
use crate::budget::{Budget, Exhausted, Permit};
use crate::config::Config;
use crate::metrics::Metrics;
use crate::shutdown::Shutdown;
use axum::Router;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tracing::{debug, error};

/// How long to wait after the system has refused another connection.
const ACCEPT_BACKOFF: Duration = Duration::from_secs(1);
/// How many connections one address may have open for each socket that it may: a page also makes
/// requests, and browsers use up to six connections for them.
const CONNECTIONS_PER_SOCKET: u32 = 4;
/// How much of a request or response may wait in a connection's own buffers.
const MAX_BUFFER_BYTES: usize = 64 * 1024;
/// What a client gets that has too many connections.
const TOO_MANY_CONNECTIONS: &[u8] = b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 10\r\n\
    connection: close\r\ncontent-length: 0\r\n\r\n";
/// What clients get when all of them together have too many connections.
const SERVER_FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 10\r\n\
    connection: close\r\ncontent-length: 0\r\n\r\n";

/// How many connections there may be.
pub(crate) fn connection_budget(config: &Config) -> Budget {
    let total = file_limit::max_connections().min(config.max_connections as usize);
    let per_address = config
        .limits
        .connections
        .saturating_mul(CONNECTIONS_PER_SOCKET);
    match config.behind_proxy {
        // All connections come from the proxy. It has limits of its own, and its requests are
        // limited by the address that it passes on.
        true => Budget::new(total, total),
        false => Budget::new(total, per_address as usize),
    }
}

/// How connections are served.
#[derive(Clone)]
struct Options {
    header_timeout: Duration,
    write_timeout: Duration,
    metrics: Metrics,
    shutdown: Shutdown,
}

/// Serves whoever connects until the server shuts down, and then until every request that came
/// before has its response. A connection is closed if the head of the next request takes too long,
/// which also ends idle connections, or if the client takes none of the bytes that it is sent.
pub(crate) async fn serve(listener: TcpListener, router: Router, app: App) {
    let options = Options {
        header_timeout: app.config().request_timeout,
        write_timeout: app.config().write_timeout,
        metrics: app.metrics().clone(),
        shutdown: app.shutdown().clone(),
    };
    // Each connection holds a copy of the sender: when all are gone, all have ended.
    let (open, mut all_ended) = mpsc::channel::<Infallible>(1);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = options.shutdown.wait() => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                let place = match app.open_connections().share(peer.ip()).take(1) {
                    Ok(place) => place,
                    Err(exhausted) => {
                        options.metrics.refused_connections.increment(1);
                        refuse(&stream, exhausted);
                        continue;
                    }
                };
                let connection =
                    serve_connection(stream, peer, place, router.clone(), options.clone());
                let open = open.clone();
                tokio::spawn(async move {
                    connection.await;
                    drop(open);
                });
            }
            Err(error) if concerns_one_connection(&error) => debug!(%error, "connection failed"),
            Err(error) => {
                // Most likely there are too many open files: some will be closed in time.
                error!(%error, "cannot accept connections");
                tokio::time::sleep(ACCEPT_BACKOFF).await;
            }
        }
    }
    drop((listener, open));
    // Nothing is ever sent: this waits for the last sender to go.
    all_ended.recv().await;
}

/// Says why a connection is closed, if that can be said without waiting.
fn refuse(stream: &TcpStream, exhausted: Exhausted) {
    let response = match exhausted {
        Exhausted::Share => TOO_MANY_CONNECTIONS,
        Exhausted::Total => SERVER_FULL,
    };
    if let Err(error) = stream.try_write(response) {
        debug!(%error, "cannot refuse a connection politely");
    }
}

fn concerns_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset
    )
}

/// Serves one connection to its end.
async fn serve_connection(
    stream: TcpStream,
    peer: SocketAddr,
    place: Permit,
    router: Router,
    options: Options,
) {
    // Messages are short and urgent: they must not wait for earlier ones to be acknowledged.
    if let Err(error) = stream.set_nodelay(true) {
        debug!(%error, "cannot set TCP_NODELAY");
    }
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.call(request)
    });
    let transport = Transport::new(stream, options.write_timeout, options.metrics, place);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(options.header_timeout)
        .max_buf_size(MAX_BUFFER_BYTES)
        .serve_connection(TokioIo::new(transport), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = options.shutdown.wait() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        debug!(%error, "connection failed");
    }
}
