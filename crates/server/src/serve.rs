//! Running a server on a socket, from its start to a graceful shutdown.

use crate::app::{App, StartError};
use crate::config::Config;
use crate::http;
use crate::shutdown::StopSignals;
use crate::store::{Sqlite, StoreError};
use quintain_engine::EngineRegistry;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;
use tokio::net::{TcpListener, TcpSocket};
use tracing::info;

/// How long connections have to end when the server shuts down.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(5);
/// How often the server checks whether they have.
const SHUTDOWN_POLL_INTERVAL: Duration = Duration::from_millis(20);

/// How much the system buffers for a client that does not read; otherwise it would be megabytes.
const SEND_BUFFER_BYTES: u32 = 128 * 1024;
/// How many connections may wait to be accepted.
const BACKLOG: u32 = 1024;

/// A running server.
pub struct RunningServer {
    /// The address that it listens on.
    pub address: SocketAddr,
    app: App,
    task: tokio::task::JoinHandle<()>,
}

/// Starts a server, which runs until it is stopped.
pub async fn serve(engines: EngineRegistry, config: Config) -> Result<RunningServer, StartError> {
    let store = config.database.open(config.max_database_bytes).await?;
    let listen = config.listen;
    let failed = |error: std::io::Error| StartError::Listen {
        address: listen.to_string(),
        error: error.into(),
    };
    let listener = bind(listen).map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    let app = App::start(engines, store, config).await?;
    let router = http::router(app.clone());
    let task = tokio::spawn(http::serve(listener, router, app.clone()));
    info!(%address, "listening");
    Ok(RunningServer { address, app, task })
}

/// Listens on an address.
fn bind(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4(),
        SocketAddr::V6(_) => TcpSocket::new_v6(),
    }?;
    // A restarted server need not wait for the connections of the old one to be forgotten.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(SEND_BUFFER_BYTES)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

impl RunningServer {
    /// Waits until the server fails, which it should not.
    pub async fn wait(&mut self) -> Result<(), StartError> {
        let ended = (&mut self.task).await;
        ended.map_err(|error| StartError::Serve {
            error: error.to_string(),
        })
    }

    /// Lets `/ready` say that the server will stop; everything is served as before.
    pub fn drain(&self) {
        self.app.drain();
    }

    /// Notifies all clients, records when games could last be played, and stops.
    pub async fn stop(self) {
        info!("shutting down");
        self.app.begin_shutdown();
        let all_gone = async {
            while self.app.connections().count_users() > 0 {
                tokio::time::sleep(SHUTDOWN_POLL_INTERVAL).await;
            }
        };
        tokio::time::timeout(SHUTDOWN_GRACE, all_gone).await.ok();
        drop(tokio::time::timeout(SHUTDOWN_GRACE, self.task).await);
        self.app.finish_shutdown().await;
    }
}

/// Runs a server until Ctrl-C or SIGTERM, and then for the time that it drains; a second signal
/// ends that time. `on_ready` gets its address.
pub async fn run(
    engines: EngineRegistry,
    config: Config,
    on_ready: impl FnOnce(SocketAddr),
) -> Result<(), StartError> {
    http::raise_open_file_limit();
    let drain = config.drain;
    let mut signals = StopSignals::listen();
    let mut server = serve(engines, config).await?;
    on_ready(server.address);
    tokio::select! {
        ended = server.wait() => return ended,
        () = signals.next() => {}
    }
    server.drain();
    if !drain.is_zero() {
        info!(?drain, "draining");
        tokio::select! {
            ended = server.wait() => return ended,
            () = tokio::time::sleep(drain) => {}
            () = signals.next() => {}
        }
    }
    server.stop().await;
    Ok(())
}

/// Writes a copy of a database to a new file. The server may be running; nothing is migrated.
pub async fn backup(database: &Path, file: &Path) -> Result<(), StoreError> {
    Sqlite::copy(database, file).await
}
