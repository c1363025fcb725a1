//! PostgreSQL.

use crate::watch::Watch;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// A PostgreSQL server of its own, reachable through a socket in its directory.
#[derive(Debug)]
pub struct Cluster {
    dir: PathBuf,
    fsync: bool,
    _watch: Watch,
}

/// A database that nobody else uses.
#[derive(Clone, Debug)]
pub struct Database {
    url: String,
}

impl Database {
    /// An empty database on the server that the tests of this process share. That server does not
    /// wait for the disk.
    pub fn new() -> Database {
        static SHARED: OnceLock<Cluster> = OnceLock::new();
        SHARED.get_or_init(|| Cluster::start(false)).database()
    }

    /// How to connect to it.
    pub fn url(&self) -> &str {
        &self.url
    }
}

impl Default for Database {
    fn default() -> Self {
        Database::new()
    }
}

impl Cluster {
    /// Starts a server; with `fsync` what it acknowledges is on the disk.
    pub fn start(fsync: bool) -> Cluster {
        let dir = tempfile::tempdir().expect("a directory").keep();
        if is_root() {
            // PostgreSQL does not run as root.
            let owner = run(Command::new("chown").arg("postgres").arg(&dir));
            assert!(owner.status.success(), "{owner:?}");
        }
        let data = dir.join("data");
        let mut initdb = program("initdb");
        initdb.args(["-A", "trust", "-U", "postgres", "--no-sync", "--no-locale"]);
        let made = run(initdb.args(["-E", "UTF8", "-D"]).arg(&data));
        assert!(made.status.success(), "{made:?}");
        let stop = stop_command(&data);
        let shown = dir.display();
        let watch = Watch::new(&format!("{stop}; rm -rf '{shown}'"));
        let cluster = Cluster {
            dir,
            fsync,
            _watch: watch,
        };
        cluster.start_again();
        cluster
    }

    /// Starts the server after it has been stopped.
    pub fn start_again(&self) {
        let settings = format!(
            "-c listen_addresses='' -c fsync={} -c max_connections=300 -k '{}'",
            if self.fsync { "on" } else { "off" },
            self.dir.display()
        );
        let mut start = program("pg_ctl");
        start.arg("-D").arg(self.dir.join("data"));
        start.arg("-l").arg(self.dir.join("log"));
        let started = run(start
            .args(["-w", "-t", "60", "-o"])
            .arg(settings)
            .arg("start"));
        if !started.status.success() {
            let log = std::fs::read_to_string(self.dir.join("log")).unwrap_or_default();
            panic!("PostgreSQL does not start: {started:?}\n{log}");
        }
    }

    /// Ends the server without giving it time for anything, as a crash does: it recovers when it is
    /// started again.
    pub fn crash(&self) {
        let stop = stop_command(&self.dir.join("data"));
        run(Command::new("sh").arg("-c").arg(stop));
    }

    /// A new, empty database.
    pub fn database(&self) -> Database {
        static NUMBER: AtomicU32 = AtomicU32::new(1);
        let name = format!("test{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        let mut createdb = program("createdb");
        createdb.args(["-U", "postgres", "-h"]).arg(&self.dir);
        let made = run(createdb.arg(&name));
        assert!(made.status.success(), "{made:?}");
        let dir = self.dir.display();
        Database {
            url: format!("postgres:///{name}?host={dir}&user=postgres"),
        }
    }
}

fn stop_command(data: &Path) -> String {
    let stop = bin().join("pg_ctl");
    let (stop, data) = (stop.display(), data.display());
    let user = if is_root() {
        "runuser -u postgres -- "
    } else {
        ""
    };
    format!("{user}'{stop}' -D '{data}' -m immediate -w stop")
}

fn is_root() -> bool {
    let id = run(Command::new("id").arg("-u"));
    id.stdout.starts_with(b"0")
}

/// One of PostgreSQL's programs, for a user that may run it.
fn program(name: &str) -> Command {
    let program = bin().join(name);
    let mut command = match is_root() {
        true => {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(program);
            command
        }
        false => Command::new(program),
    };
    // The directory of the tests may be one that only their user can enter.
    command.current_dir("/");
    command
}

/// The directory of the newest PostgreSQL on the machine.
fn bin() -> PathBuf {
    let installed = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten();
    let versions = installed.filter_map(|entry| {
        let path = entry.ok()?.path();
        let version: u32 = path.file_name()?.to_str()?.parse().ok()?;
        Some((version, path.join("bin")))
    });
    if let Some((_, bin)) = versions.max() {
        return bin;
    }
    let config = Command::new("pg_config").arg("--bindir").output();
    let config = config.unwrap_or_else(|_| {
        panic!("PostgreSQL is not installed: run tools/setup, or put pg_config into the PATH")
    });
    PathBuf::from(String::from_utf8_lossy(&config.stdout).trim())
}

fn run(command: &mut Command) -> Output {
    let output = command.stdin(Stdio::null()).output();
    output.unwrap_or_else(|error| panic!("cannot run {command:?}: {error}; run tools/setup"))
}
