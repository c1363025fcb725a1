//! A server that is started for the test, as a process of its own.

use crate::LoadError;
use crate::report::Memory;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, ChildStdout, Command};

/// Limits are per address, and here one address has thousands of players.
const UNLIMITED: &str = "1000000";
const UNLIMITED_SETTINGS: [&str; 4] = [
    "--limit-requests",
    "--limit-games",
    "--limit-connections",
    "--limit-messages",
];

/// Which limits a server has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limits {
    /// Those of a server that is started without any settings.
    Default,
    /// None.
    Unlimited,
}

/// What is stored for guests is limited as well.
const UNLIMITED_GAMES: &str = "20000000";

/// A server process and the directory of its database.
#[derive(Debug)]
pub(crate) struct ServerProcess {
    program: PathBuf,
    limits: Limits,
    database: OsString,
    /// The directory of a file.
    _directory: TempDir,
    address: String,
    running: Running,
}

#[derive(Debug)]
struct Running {
    child: Child,
    /// Kept open: a server that cannot write to its standard output would end.
    _stdout: BufReader<ChildStdout>,
}

impl ServerProcess {
    /// Starts a server with a database, or with a new file.
    pub(crate) async fn start(
        program: &Path,
        database: Option<&OsStr>,
        limits: Limits,
    ) -> Result<ServerProcess, LoadError> {
        let directory = tempfile::tempdir().map_err(LoadError::start)?;
        let database = match database {
            Some(database) => database.to_owned(),
            None => directory.path().join("games.db").into_os_string(),
        };
        let (running, address) = spawn(program, limits, &database, "127.0.0.1:0").await?;
        Ok(ServerProcess {
            program: program.to_owned(),
            limits,
            database,
            _directory: directory,
            address,
            running,
        })
    }

    /// The address that it listens on.
    pub(crate) fn address(&self) -> String {
        self.address.clone()
    }

    /// Kills the process, as a power failure would.
    pub(crate) async fn kill(&mut self) -> Result<(), LoadError> {
        let killed = self.running.child.kill().await;
        killed.map_err(|error| LoadError::start(format_args!("cannot kill it: {error}")))
    }

    /// Starts it again at the same address with the same database.
    pub(crate) async fn restart(&mut self) -> Result<(), LoadError> {
        let database = &self.database;
        (self.running, _) = spawn(&self.program, self.limits, database, &self.address).await?;
        Ok(())
    }

    /// How much memory it uses, if the system says so.
    pub(crate) fn memory(&self) -> Option<Memory> {
        let status = format!("/proc/{}/status", self.running.child.id()?);
        let status = std::fs::read_to_string(status).ok()?;
        let kilobytes = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()
        };
        Some(Memory {
            current_bytes: kilobytes("VmRSS:")? * 1024,
            peak_bytes: kilobytes("VmHWM:")? * 1024,
        })
    }

    /// Asks the process to end. Returns how long it took; `None` if it had to be killed.
    pub(crate) async fn shut_down(
        mut self,
        limit: Duration,
    ) -> Result<Option<Duration>, LoadError> {
        let asked = Instant::now();
        let child = &mut self.running.child;
        terminate(child).map_err(LoadError::start)?;
        match tokio::time::timeout(limit, child.wait()).await {
            Ok(_) => Ok(Some(asked.elapsed())),
            Err(_) => {
                self.stop().await;
                Ok(None)
            }
        }
    }

    /// Ends the process.
    pub(crate) async fn stop(mut self) {
        // Nobody needs its database anymore.
        self.running.child.kill().await.ok();
    }
}

/// Sends the signal that asks a process to end.
#[cfg(unix)]
fn terminate(child: &Child) -> std::io::Result<()> {
    use rustix::process::{Pid, Signal, kill_process};
    let id = child.id().and_then(|id| i32::try_from(id).ok());
    match id.and_then(Pid::from_raw) {
        Some(id) => Ok(kill_process(id, Signal::TERM)?),
        // It has ended by itself.
        None => Ok(()),
    }
}

/// Elsewhere there is no such signal.
#[cfg(not(unix))]
fn terminate(child: &mut Child) -> std::io::Result<()> {
    child.start_kill()
}

async fn spawn(
    program: &Path,
    limits: Limits,
    database: &OsStr,
    listen: &str,
) -> Result<(Running, String), LoadError> {
    let mut command = Command::new(program);
    command.args(["serve", "--json", "--log", "warn", "--listen", listen]);
    if limits == Limits::Unlimited {
        for setting in UNLIMITED_SETTINGS {
            command.args([setting, UNLIMITED]);
        }
        command.args(["--limit-guest-games", UNLIMITED_GAMES]);
    }
    let mut child = command
        // Not as an argument: a URL may have a password, and anyone can read arguments.
        .env("QUINTAIN_DATABASE", database)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .map_err(LoadError::start)?;
    let stdout = child
        .stdout
        .take()
        .ok_or_else(|| LoadError::start("it has no standard output"))?;
    let mut stdout = BufReader::new(stdout);
    let mut line = String::new();
    stdout
        .read_line(&mut line)
        .await
        .map_err(LoadError::start)?;
    let ready: serde_json::Value = serde_json::from_str(&line)
        .map_err(|_| LoadError::start(format_args!("it printed {line:?}, not its address")))?;
    let url = ready["url"].as_str().unwrap_or_default();
    let address = crate::client::host_of(url)?;
    Ok((
        Running {
            child,
            _stdout: stdout,
        },
        address,
    ))
}
