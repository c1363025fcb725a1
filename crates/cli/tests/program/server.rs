//! The server as a program: it starts, responds, is backed up, and stops.

use crate::json_docs::assert_documented;
use crate::{PROGRAM, fails, fails_with, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use tempfile::{TempDir, tempdir};

/// The path of a file in a directory.
pub(crate) fn file(dir: &TempDir, name: &str) -> String {
    dir.path().join(name).to_string_lossy().into_owned()
}

/// A server that is killed if the test fails.
pub(crate) struct Server {
    pub(crate) child: Child,
    address: String,
}

impl Server {
    fn start(args: &[&str], database: &str) -> Server {
        Server::start_in(args, "QUINTAIN_DATABASE", database)
    }

    /// Starts a server with a variable in its environment.
    fn start_in(args: &[&str], variable: &str, value: &str) -> Server {
        Server::spawn(
            Command::new(PROGRAM)
                .args(["serve", "--json"])
                .args(args)
                .env(variable, value),
        )
    }

    pub(crate) fn spawn(command: &mut Command) -> Server {
        let mut child = command
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let out = child.stdout.take().expect("its output");
        // A test that serves announces itself first.
        let mut lines = BufReader::new(out)
            .lines()
            .map(|line| line.expect("a line"));
        let line = lines.find(|line| line.starts_with('{')).expect("JSON");
        let announced: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        let url = announced["url"].as_str().expect("an address");
        let address = url.strip_prefix("http://").expect("HTTP").to_owned();
        let server = Server { child, address };
        assert_documented("serve", &announced);
        server
    }

    /// Asks it to stop.
    #[cfg(unix)]
    pub(crate) fn terminate(&self) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").arg(id).status().expect("kill runs");
        assert!(sent.success());
    }

    pub(crate) fn get(&self, path: &str) -> String {
        self.request("GET", path, "")
    }

    /// The response to a request, head and body.
    pub(crate) fn request(&self, method: &str, path: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).expect("sent");
        let mut response = String::new();
        stream.read_to_string(&mut response).expect("a response");
        response
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

#[test]
fn a_server_starts_responds_is_backed_up_and_stops() {
    let dir = tempdir().expect("a temporary directory");
    let (database, config) = (file(&dir, "games.db"), file(&dir, "server.toml"));
    // The file sets the address, the environment the database.
    std::fs::write(&config, "listen = \"127.0.0.1:0\"\nlog = \"off\"\n").expect("written");
    let mut server = Server::start(&["--config", &config], &database);
    assert!(server.get("/health").starts_with("HTTP/1.1 200 OK"));
    assert!(server.get("/api/catalogue").contains("\"summary\""));
    let copy = file(&dir, "copy.db");
    assert_documented("backup", &json(&["backup", &database, &copy]));
    fails_with(1, &["backup", &database, &copy], "already exists");
    #[cfg(unix)]
    {
        server.terminate();
        let ended = server.child.wait().expect("an end");
        assert!(ended.success(), "{ended:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_server_moves_to_postgresql_and_goes_on_there() {
    let dir = tempdir().expect("a temporary directory");
    let database = file(&dir, "games.db");
    let args = ["--listen", "127.0.0.1:0", "--log", "off"];
    let mut server = Server::start(&args, &database);
    server.terminate();
    server.child.wait().expect("an end");
    let target = quintain_test_services::Database::new();
    let migrate = ["migrate", "--from", &database, "--to", target.url()];
    assert_documented("migrate", &json(&migrate));
    fails_with(1, &migrate, "is not empty; nothing was copied");
    let server = Server::start(&args, target.url());
    assert!(server.get("/ready").starts_with("HTTP/1.1 200 OK"));
    let nowhere = file(&dir, "none.db");
    let from_nowhere = ["migrate", "--from", &nowhere, "--to", target.url()];
    fails_with(1, &from_nowhere, "no such database");
    let to_a_file = ["migrate", "--from", &database, "--to", "other.db"];
    fails_with(2, &to_a_file, "not to \"other.db\"");
    for (url, reason) in [
        ("mysql://host/games", "there is no database behind mysql://"),
        (
            "postgres://host:x/games",
            "the URL of the database is not valid",
        ),
    ] {
        fails_with(2, &["serve", "--database", url], reason);
        fails_with(2, &["migrate", "--from", &database, "--to", url], reason);
    }
    let unreachable = ["serve", "--database", "postgres://127.0.0.1:1/games"];
    fails_with(
        1,
        &unreachable,
        "PostgreSQL cannot be reached at 127.0.0.1:1",
    );
}

#[cfg(unix)]
#[test]
fn a_load_balancer_can_see_that_a_server_is_about_to_stop() {
    let dir = tempdir().expect("a temporary directory");
    let args = ["--listen", "127.0.0.1:0", "--log", "off", "--drain", "1h"];
    let mut server = Server::start(&args, &file(&dir, "games.db"));
    assert!(server.get("/ready").starts_with("HTTP/1.1 200 OK"));
    server.terminate();
    let refusal = loop {
        let ready = server.get("/ready");
        if !ready.starts_with("HTTP/1.1 200 OK") {
            break ready;
        }
    };
    assert!(refusal.starts_with("HTTP/1.1 503"), "{refusal}");
    assert!(refusal.contains("shutting down"), "{refusal}");
    assert!(server.get("/health").starts_with("HTTP/1.1 200 OK"));
    // Whoever does not want to wait asks again.
    server.terminate();
    let ended = server.child.wait().expect("an end");
    assert!(ended.success(), "{ended:?}");
}

#[cfg(unix)]
#[test]
fn the_default_database_is_in_a_directory_that_only_its_owner_can_enter() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempdir().expect("a temporary directory");
    let data = file(&dir, "share");
    let args = ["--listen", "127.0.0.1:0", "--log", "off"];
    let mut server = Server::start_in(&args, "XDG_DATA_HOME", &data);
    let mode = |path: &str| {
        let path = dir.path().join(path);
        let metadata = std::fs::metadata(path).expect("it exists");
        metadata.permissions().mode() & 0o777
    };
    assert_eq!(mode("share/quintain"), 0o700);
    assert_eq!(mode("share/quintain/quintain.db"), 0o600);
    server.child.kill().expect("killed");
    server.child.wait().expect("an end");
}

#[test]
fn without_a_subcommand_the_server_has_the_settings_of_the_environment() {
    let dir = tempdir().expect("a temporary directory");
    let server = Server::spawn(
        Command::new(PROGRAM)
            .arg("--json")
            .env("QUINTAIN_LISTEN", "127.0.0.1:0")
            .env("QUINTAIN_DATABASE", file(&dir, "games.db"))
            .env_remove("DISPLAY"),
    );
    assert!(!server.address.ends_with(":7878"), "{}", server.address);
    assert!(server.get("/health").starts_with("HTTP/1.1 200 OK"));
    let wrong = Command::new(PROGRAM)
        .env("QUINTAIN_LISTEN", "nowhere")
        .env("LC_ALL", "C")
        .output()
        .expect("the program runs");
    let said = String::from_utf8_lossy(&wrong.stderr);
    assert_eq!(wrong.status.code(), Some(2), "{said}");
    assert!(said.contains("\"nowhere\" is not an address"), "{said}");
}

#[test]
fn wrong_settings_are_reported() {
    let dir = tempdir().expect("a temporary directory");
    let config = file(&dir, "server.toml");
    for (text, part) in [
        ("port = 80", "port"),
        ("listen = 80", "listen"),
        ("claim-after = \"soon\"", "claim-after"),
        ("= nonsense", "line 1"),
        (
            "log = \"off\"\nlog = \"warn\"",
            "line 2: this setting is there already",
        ),
    ] {
        std::fs::write(&config, text).expect("written");
        fails_with(1, &["serve", "--config", &config], part);
    }
    fails(1, &["serve", "--config", &file(&dir, "none")]);
    let backup = ["backup", &file(&dir, "none.db"), &file(&dir, "copy.db")];
    fails_with(1, &backup, "no such database");
    fails_with(2, &["serve", "--request-timeout", "0s"], "time out");
    fails_with(2, &["serve", "--claim-after", "soon"], "not a duration");
    fails_with(2, &["serve", "--bus", "redis://host"], "is not a bus");
    fails_with(2, &["serve", "--bus", "nats://a:b"], "not a valid URL");
    fails_with(2, &["serve", "--node-id", "a b"], "name of a node");
    let on_file = ["serve", "--bus", "nats://127.0.0.1:1", "--database"];
    let database = file(&dir, "games.db");
    let on_file = [&on_file[..], &[database.as_str()]].concat();
    fails_with(1, &on_file, "cannot share a database file");
}
