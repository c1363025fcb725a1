//! A server that is started for the test, as a process of its own.

use crate::LoadError;
use crate::report::Memory;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, ChildStdout, Command};

/// Limits are per address, and here one address has thousands of players.
const UNLIMITED: &str = "1000000";

/// What is stored for guests is limited as well.
const UNLIMITED_GAMES: &str = "20000000";

/// A server process and the directory of its database.
#[derive(Debug)]
pub(crate) struct ServerProcess {
    program: PathBuf,
    directory: TempDir,
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
    /// Starts a server with an empty database.
    pub(crate) async fn start(program: &Path) -> Result<ServerProcess, LoadError> {
        let directory = tempfile::tempdir().map_err(LoadError::start)?;
        let (running, address) = spawn(program, directory.path(), "127.0.0.1:0").await?;
        Ok(ServerProcess {
            program: program.to_owned(),
            directory,
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
        let directory = self.directory.path();
        (self.running, _) = spawn(&self.program, directory, &self.address).await?;
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

    /// Ends the process.
    pub(crate) async fn stop(mut self) {
        // Nobody needs its database anymore.
        self.running.child.kill().await.ok();
    }
}

async fn spawn(
    program: &Path,
    directory: &Path,
    listen: &str,
) -> Result<(Running, String), LoadError> {
    let mut child = Command::new(program)
        .args(["serve", "--json", "--log", "warn", "--listen", listen])
        .args(["--limit-requests", UNLIMITED, "--limit-games", UNLIMITED])
        .args(["--limit-connections", UNLIMITED])
        .args(["--limit-guest-games", UNLIMITED_GAMES])
        .args(["--limit-messages", UNLIMITED])
        .arg("--database")
        .arg(directory.join("games.db"))
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
