//! NATS.

use crate::watch::Watch;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a server may take to start.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// A NATS server of its own, at an address that stays the same when it is started again.
#[derive(Debug)]
pub struct Nats {
    dir: PathBuf,
    port: u16,
    /// What a client must have.
    token: Option<String>,
    running: Mutex<Option<Running>>,
}

#[derive(Debug)]
struct Running {
    child: Child,
    /// Ends it if this process is killed.
    _watch: Watch,
}

impl Nats {
    /// Starts a server that lets everyone in.
    pub fn start() -> Nats {
        Nats::start_with(None)
    }

    /// Starts a server that lets only those in who have the token.
    pub fn start_with_token(token: &str) -> Nats {
        Nats::start_with(Some(token.to_owned()))
    }

    fn start_with(token: Option<String>) -> Nats {
        let mut nats = Nats {
            dir: tempfile::tempdir().expect("a directory").keep(),
            port: 0,
            token,
            running: Mutex::new(None),
        };
        // The first time the server chooses a port that is free.
        *nats.running() = Some(nats.spawn("-1"));
        nats.port = nats.read_port();
        nats
    }

    fn running(&self) -> std::sync::MutexGuard<'_, Option<Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn spawn(&self, port: &str) -> Running {
        let mut command = Command::new(program());
        command.args(["-a", "127.0.0.1", "-p", port, "--ports_file_dir"]);
        command.arg(&self.dir);
        if let Some(token) = &self.token {
            command.args(["--auth", token]);
        }
        let quiet = command.stdin(Stdio::null()).stdout(Stdio::null());
        let child = quiet.stderr(Stdio::null()).spawn();
        let child = child
            .unwrap_or_else(|error| panic!("cannot run nats-server: {error}; run tools/setup"));
        let (id, dir) = (child.id(), self.dir.display());
        // Only if it is still the same program: the number may have been given to another one.
        let end = format!(
            "grep -qa '{dir}' /proc/{id}/cmdline 2>/dev/null && kill -9 {id}; \
             rm -rf '{dir}'/*.ports"
        );
        Running {
            child,
            _watch: Watch::new(&end),
        }
    }

    /// The port that the server has written to a file in its directory.
    fn read_port(&self) -> u16 {
        let started = Instant::now();
        while started.elapsed() < START_TIMEOUT {
            let files = std::fs::read_dir(&self.dir).expect("the directory");
            let ports = files.filter_map(|file| {
                let text = std::fs::read_to_string(file.ok()?.path()).ok()?;
                let (_, rest) = text.split_once("nats://127.0.0.1:")?;
                let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
                digits.parse().ok()
            });
            if let Some(port) = ports.last() {
                return port;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("nats-server does not start");
    }

    /// How to connect to it.
    pub fn url(&self) -> String {
        match &self.token {
            Some(token) => format!("nats://{token}@127.0.0.1:{}", self.port),
            None => format!("nats://127.0.0.1:{}", self.port),
        }
    }

    /// Ends the server without giving it time for anything.
    pub fn kill(&self) {
        if let Some(mut running) = self.running().take() {
            running.child.kill().ok();
            running.child.wait().ok();
        }
    }

    /// Starts it again at the same address.
    pub fn start_again(&self) {
        *self.running() = Some(self.spawn(&self.port.to_string()));
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
        std::fs::remove_dir_all(&self.dir).ok();
    }
}

/// Debian has it where only root looks for programs.
fn program() -> PathBuf {
    let debian = PathBuf::from("/usr/sbin/nats-server");
    match debian.exists() {
        true => debian,
        false => "nats-server".into(),
    }
}
