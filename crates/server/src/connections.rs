//! Taking connections and serving each, with an end to patience.
//!
//! `axum::serve` waits for ever for a request that comes a letter at a time, and a few thousand
//! of those would keep everyone else out. So connections are taken here, and who is too slow to
//! ask is dropped.

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
use tokio::sync::{mpsc, watch};
use tracing::{debug, error};

/// How long to wait after the system has refused another connection.
const BREATH: Duration = Duration::from_secs(1);

/// Serves whoever connects until `closing` becomes true, and then until the last request that
/// came before has its answer. `patience` is how long the head of a request may take; it also
/// ends connections over which nothing more is asked.
pub(crate) async fn serve(
    listener: TcpListener,
    routes: Router,
    patience: Duration,
    mut closing: watch::Receiver<bool>,
) {
    // Each connection has a copy of the sender: when all are gone, all have ended.
    let (open, mut all_ended) = mpsc::channel::<Infallible>(1);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = closed(&mut closing) => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                let connection = attend(stream, peer, routes.clone(), patience, closing.clone());
                let open = open.clone();
                tokio::spawn(async move {
                    connection.await;
                    drop(open);
                });
            }
            Err(error) if is_the_clients(&error) => debug!(%error, "a connection failed"),
            Err(error) => {
                // Mostly too many open files: with time some will be closed.
                error!(%error, "no connection can be taken");
                tokio::time::sleep(BREATH).await;
            }
        }
    }
    drop((listener, open));
    // Nothing is ever sent.
    all_ended.recv().await;
}

/// Waits until the server closes.
async fn closed(closing: &mut watch::Receiver<bool>) {
    // It fails when the server is gone, which is as good a reason.
    drop(closing.wait_for(|closing| *closing).await);
}

/// Whether only this one connection is concerned.
fn is_the_clients(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset
    )
}

/// Serves one connection to its end.
async fn attend(
    stream: TcpStream,
    peer: SocketAddr,
    routes: Router,
    patience: Duration,
    mut closing: watch::Receiver<bool>,
) {
    // Messages are short and wanted at once: they must not wait for the acknowledgement of
    // those before them.
    if let Err(error) = stream.set_nodelay(true) {
        debug!(%error, "a connection stays slow");
    }
    let routes = TowerToHyperService::new(routes);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        routes.call(request)
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut served = pin!(served);
    let ended = tokio::select! {
        ended = served.as_mut() => ended,
        () = closed(&mut closing) => {
            served.as_mut().graceful_shutdown();
            served.await
        }
    };
    if let Err(error) = ended {
        debug!(%error, "a connection failed");
    }
}
