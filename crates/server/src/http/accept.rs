//! The accept loop: taking connections and serving each, with a timeout for slow clients.
//!
//! This is our own because `axum::serve` waits forever for a request that arrives one byte at a
//! time, and a few thousand of those would keep everyone else out.

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

/// Serves whoever connects until the server shuts down, and then until every request that came
/// before has its response. A connection is closed if the head of the next request takes longer
/// than `header_timeout`, which also ends idle connections.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    header_timeout: Duration,
    shutdown: Shutdown,
) {
    // Each connection holds a copy of the sender: when all are gone, all have ended.
    let (open, mut all_ended) = mpsc::channel::<Infallible>(1);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = shutdown.wait() => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                let connection = serve_connection(
                    stream,
                    peer,
                    router.clone(),
                    header_timeout,
                    shutdown.clone(),
                );
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
    router: Router,
    header_timeout: Duration,
    shutdown: Shutdown,
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
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(header_timeout)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = shutdown.wait() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        debug!(%error, "connection failed");
    }
}
