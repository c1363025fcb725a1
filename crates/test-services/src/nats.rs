//! NATS.

use crate::watch::Watch;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A NATS server of its own.
#[derive(Debug)]
pub struct Nats {
    port: u16,
    process: u32,
    dir: PathBuf,
    watch: Option<Watch>,
}

impl Nats {
    /// Starts a server on a port that is free.
    pub fn start() -> Nats {
        let dir = tempfile::tempdir().expect("a directory").keep();
        Nats::on_port(dir, -1)
    }

    fn on_port(dir: PathBuf, port: i32) -> Nats {
        let child = Command::new("nats-server")
            .args([
                "-a",
                "127.0.0.1",
                "-p",
                &port.to_string(),
                "--ports_file_dir",
            ])
            .arg(&dir)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let child = child.expect("nats-server runs: tools/setup installs it");
        let process = child.id();
        let watch = Watch::new(&format!("kill -9 {process}; rm -rf '{}'", dir.display()));
        let file = dir.join(format!("nats-server_{process}.ports"));
        let begin = Instant::now();
        let port = loop {
            let ports = std::fs::read_to_string(&file).unwrap_or_default();
            // {"nats":["nats://127.0.0.1:41375"]}
            let number = ports.split("127.0.0.1:").nth(1).and_then(|rest| {
                let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
                digits.parse().ok()
            });
            if let Some(number) = number {
                break number;
            }
            assert!(begin.elapsed() < Duration::from_secs(30), "NATS is silent");
            std::thread::sleep(Duration::from_millis(10));
        };
        Nats {
            port,
            process,
            dir,
            watch: Some(watch),
        }
    }

    /// How to connect to it.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Kills the server, and starts another one on the same port.
    pub fn restart(&mut self) {
        self.kill();
        std::fs::create_dir_all(&self.dir).expect("a directory");
        *self = Nats::on_port(self.dir.clone(), i32::from(self.port));
    }

    /// Kills the server.
    pub fn kill(&mut self) {
        drop(self.watch.take());
        // Its port is free once the process is gone.
        let process = PathBuf::from(format!("/proc/{}", self.process));
        let begin = Instant::now();
        while process.join("exe").exists() && begin.elapsed() < Duration::from_secs(5) {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}
