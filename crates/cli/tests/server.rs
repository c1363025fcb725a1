//! The server as a program: it says where it is, can be asked, copied, and told to end.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_quintain");

/// A directory of its own, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let name = format!("quintain-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a directory for the test");
        Scratch(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

/// A server that is killed if the test fails.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(args: &[&str], database: &str) -> Server {
        let mut child = Command::new(PROGRAM)
            .args(["serve", "--json"])
            .args(args)
            .env("QUINTAIN_DATABASE", database)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut line = String::new();
        let out = child.stdout.take().expect("its output");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let said: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        let url = said["url"].as_str().expect("an address");
        let address = url.strip_prefix("http://").expect("HTTP").to_owned();
        Server { child, address }
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        let request = format!(
            "GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n",
            self.address
        );
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

fn run(args: &[&str]) -> Output {
    Command::new(PROGRAM)
        .args(args)
        .output()
        .expect("the program runs")
}

#[test]
fn a_server_starts_answers_is_copied_and_ends() {
    let scratch = Scratch::new("serve");
    let (database, config) = (scratch.file("games.db"), scratch.file("server.toml"));
    // The file says where to listen; the environment said where the database is.
    std::fs::write(&config, "listen = \"127.0.0.1:0\"\nlog = \"off\"\n").expect("written");
    let mut server = Server::start(&["--config", &config], &database);
    assert!(server.get("/health").starts_with("HTTP/1.1 200 OK"));
    assert!(server.get("/api/catalogue").contains("\"summary\""));
    let copy = scratch.file("copy.db");
    let output = run(&["backup", &database, &copy]);
    assert!(output.status.success(), "{output:?}");
    let again = run(&["backup", &database, &copy]);
    assert_eq!(again.status.code(), Some(1), "{again:?}");
    #[cfg(unix)]
    {
        let id = server.child.id().to_string();
        let told = Command::new("kill").arg(id).status().expect("kill runs");
        assert!(told.success());
        let ended = server.child.wait().expect("an end");
        assert!(ended.success(), "{ended:?}");
    }
}

#[test]
fn wrong_settings_are_told() {
    let scratch = Scratch::new("settings");
    let config = scratch.file("server.toml");
    for (text, part) in [
        ("port = 80", "port"),
        ("listen = 80", "listen"),
        ("= nonsense", "line 1"),
    ] {
        std::fs::write(&config, text).expect("written");
        let output = run(&["serve", "--config", &config]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{text}: {said}");
        assert!(said.contains(part), "{text}: {said}");
    }
    let output = run(&["serve", "--config", &scratch.file("none")]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let output = run(&["backup", &scratch.file("none.db"), &scratch.file("copy.db")]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("there is no database"), "{said}");
}
