//! Running a server on a socket, from start to a graceful end.

use crate::app::{App, StartError};
use crate::config::Config;
use crate::connections;
use crate::descriptors::allow_many_connections;
use crate::routes::app;
use crate::store::{Sqlite, Store, StoreError};
use quintain_engine::EngineRegistry;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tracing::info;

/// How long connections have to end when the server does.
const FAREWELL: Duration = Duration::from_secs(5);

/// A server that runs.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    app: App,
    store: Arc<dyn Store>,
    task: tokio::task::JoinHandle<()>,
}

/// Starts a server; it runs until it is stopped.
pub async fn serve(catalogue: EngineRegistry, config: Config) -> Result<Running, StartError> {
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(&config.database).await?);
    let listen = config.listen;
    let failed = |error| StartError::Listen {
        address: listen.to_string(),
        error,
    };
    let listener = TcpListener::bind(listen).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    let state = App::start(catalogue, Arc::clone(&store), config).await?;
    let patience = state.config().patience;
    let task = tokio::spawn(connections::serve(
        listener,
        app(state.clone()),
        patience,
        state.closing(),
    ));
    info!(%address, "listening");
    Ok(Running {
        address,
        app: state,
        store,
        task,
    })
}

impl Running {
    /// The server's shared part.
    pub fn app(&self) -> &App {
        &self.app
    }

    /// Waits until the server fails, which it does not.
    pub async fn wait(&mut self) -> Result<(), StartError> {
        let ended = (&mut self.task).await;
        ended.map_err(|error| StartError::Serve(std::io::Error::other(error)))
    }

    /// Tells everyone, stores until when games could be played, and ends.
    pub async fn stop(self) {
        info!("closing");
        self.app.close();
        let everyone_gone = async {
            while self.app.people().count() > 0 {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(FAREWELL, everyone_gone).await.ok();
        drop(tokio::time::timeout(FAREWELL, self.task).await);
        self.app.rest().await;
        self.store.close().await;
    }
}

/// Runs a server until the process is told to end; `ready` learns the address.
pub async fn run(
    catalogue: EngineRegistry,
    config: Config,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), StartError> {
    allow_many_connections();
    let mut running = serve(catalogue, config).await?;
    ready(running.address);
    tokio::select! {
        ended = running.wait() => return ended,
        () = told_to_end() => {}
    }
    running.stop().await;
    Ok(())
}

/// Waits for Ctrl-C or the signal to terminate.
async fn told_to_end() {
    #[cfg(unix)]
    let terminated = async {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        result = tokio::signal::ctrl_c() => drop(result),
        () = terminated => {}
    }
}

/// Writes a copy of a database to a new file; the server may be running.
pub async fn backup(database: &Path, file: &Path) -> Result<(), StoreError> {
    let store = Sqlite::open(database).await?;
    store.backup(file).await?;
    store.close().await;
    Ok(())
}
