//! A server that is started for the load, as a process of its own.

use crate::LoadError;
use crate::report::Memory;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, ChildStdout, Command};

/// Limits are for strangers; here one address is thousands of players.
const UNLIMITED: &str = "1000000";

/// A server, its process and its directory.
#[derive(Debug)]
pub(crate) struct Host {
    program: PathBuf,
    directory: Scratch,
    address: String,
    running: Running,
}

#[derive(Debug)]
struct Running {
    child: Child,
    /// Kept open: a server that cannot write where it is would end.
    _out: BufReader<ChildStdout>,
}

/// A directory that is removed at the end.
#[derive(Debug)]
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is left to the system, whose directory it is in.
        std::fs::remove_dir_all(&self.0).ok();
    }
}

impl Host {
    /// Starts a server with an empty database.
    pub(crate) async fn start(program: &Path) -> Result<Host, LoadError> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("quintain-load-{}-{number}", std::process::id());
        let directory = Scratch(std::env::temp_dir().join(name));
        std::fs::create_dir_all(&directory.0)
            .map_err(|error| LoadError::Start(format!("{}: {error}", directory.0.display())))?;
        let (running, address) = spawn(program, &directory, "127.0.0.1:0").await?;
        Ok(Host {
            program: program.to_owned(),
            directory,
            address,
            running,
        })
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> String {
        self.address.clone()
    }

    /// Ends the process as if the power had failed.
    pub(crate) async fn kill(&mut self) -> Result<(), LoadError> {
        let killed = self.running.child.kill().await;
        killed.map_err(|error| LoadError::Start(format!("the old one does not end: {error}")))
    }

    /// Starts it again, at the same address with the same database.
    pub(crate) async fn restart(&mut self) -> Result<(), LoadError> {
        (self.running, _) = spawn(&self.program, &self.directory, &self.address).await?;
        Ok(())
    }

    /// How much memory it takes, where the system tells.
    pub(crate) fn memory(&self) -> Option<Memory> {
        let status = format!("/proc/{}/status", self.running.child.id()?);
        let status = std::fs::read_to_string(status).ok()?;
        let kilobytes = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()
        };
        Some(Memory {
            now: kilobytes("VmRSS:")? * 1024,
            most: kilobytes("VmHWM:")? * 1024,
        })
    }

    /// Ends the process.
    pub(crate) async fn stop(mut self) {
        // Nobody needs its database any more.
        self.running.child.kill().await.ok();
    }
}

async fn spawn(
    program: &Path,
    directory: &Scratch,
    listen: &str,
) -> Result<(Running, String), LoadError> {
    let failed = |reason: &dyn std::fmt::Display| LoadError::Start(reason.to_string());
    let mut child = Command::new(program)
        .args(["serve", "--json", "--log", "warn", "--listen", listen])
        .args(["--limit-requests", UNLIMITED, "--limit-games", UNLIMITED])
        .args(["--limit-connections", UNLIMITED])
        .args(["--limit-messages", UNLIMITED])
        .arg("--database")
        .arg(directory.0.join("games.db"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .map_err(|error| failed(&error))?;
    let out = child
        .stdout
        .take()
        .ok_or_else(|| failed(&"it has no output"))?;
    let mut out = BufReader::new(out);
    let mut line = String::new();
    out.read_line(&mut line)
        .await
        .map_err(|error| failed(&error))?;
    let said: serde_json::Value = serde_json::from_str(&line)
        .map_err(|_| failed(&format!("it said {line:?} and not where it is")))?;
    let url = said["url"].as_str().unwrap_or_default();
    let address = crate::api::host_of(url)?;
    Ok((Running { child, _out: out }, address))
}
