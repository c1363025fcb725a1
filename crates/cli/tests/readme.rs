//! The commands in the README run as they are written, in a fresh clone.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

const README: &str = include_str!("../../../README.md");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The lines of the README's shell examples.
fn commands() -> Vec<&'static str> {
    let mut is_shell = false;
    let mut commands = Vec::new();
    for line in README.lines() {
        match line {
            "```sh" => is_shell = true,
            "```" => is_shell = false,
            line if is_shell => commands.push(line),
            _ => {}
        }
    }
    commands
}

/// A clone with nothing but the examples in it, and the program on the path.
fn clone() -> TempDir {
    let clone = tempfile::tempdir().expect("a temporary directory");
    for folder in ["examples", "examples/games", "bin"] {
        std::fs::create_dir(clone.path().join(folder)).expect("a folder");
    }
    for folder in ["examples", "examples/games"] {
        let files = std::fs::read_dir(root().join(folder)).expect("the examples");
        for file in files.map(|file| file.expect("a file").path()) {
            if let Some(name) = file.file_name().filter(|_| file.is_file()) {
                let copy = clone.path().join(folder).join(name);
                std::fs::copy(&file, copy).expect("copied");
            }
        }
    }
    let program = Path::new(env!("CARGO_BIN_EXE_quintain"));
    std::fs::hard_link(program, clone.path().join("bin/quintain"))
        .or_else(|_| std::fs::copy(program, clone.path().join("bin/quintain")).map(drop))
        .expect("the program");
    clone
}

#[test]
fn every_command_runs_as_written() {
    let clone = clone();
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", clone.path().join("bin").display());
    let mut count = 0;
    for line in commands() {
        // Building and testing everything is not for a test; the menu needs a terminal, in which
        // `tests/screen.rs` looks at it.
        if !line.starts_with("quintain ") || line == "quintain play" {
            continue;
        }
        count += 1;
        let mut child = Command::new("sh")
            .args(["-c", line])
            .current_dir(clone.path())
            .env("PATH", &path)
            .env("QUINTAIN_STATE", clone.path().join("state"))
            .env("LC_ALL", "C")
            .env_remove("QUINTAIN")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a shell");
        let mut input = child.stdin.take().expect("a pipe");
        // A move for the games, so that there is one to resume; others do not read it.
        drop(input.write_all(b"d4\nquit\n"));
        drop(input);
        let output = child.wait_with_output().expect("an end");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{line}: {said}");
        let out = String::from_utf8_lossy(&output.stdout);
        assert!(!out.contains("fault:"), "{line}: {out}");
        assert!(!out.is_empty(), "{line}");
    }
    assert!(count >= 15, "{count} commands");
}

#[test]
fn everything_that_is_linked_exists() {
    let links = README.split("](").skip(1);
    let targets = links.filter_map(|rest| rest.split(')').next());
    let local: Vec<&str> = targets.filter(|link| !link.contains("://")).collect();
    assert!(local.len() > 10);
    for link in local {
        let path = link.split('#').next().unwrap_or_default();
        assert!(root().join(path).exists(), "{link}");
    }
}

#[test]
fn the_versions_that_are_said_are_those_that_are_needed() {
    let said = |text: &str| {
        README
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .contains(text)
    };
    let rust = env!("CARGO_PKG_RUST_VERSION");
    assert!(
        said(&format!("[Rust](https://rustup.rs) {rust} or newer")),
        "{rust}"
    );
    let package = std::fs::read_to_string(root().join("web/package.json")).expect("there");
    let package: serde_json::Value = serde_json::from_str(&package).expect("JSON");
    let node = package["engines"]["node"].as_str().expect("a version");
    let node = node.trim_start_matches(">=");
    assert!(
        said(&format!("[Node.js](https://nodejs.org) {node} or newer")),
        "{node}"
    );
}

#[test]
fn the_example_bot_passes_its_tests() {
    let clone = clone();
    let output = Command::new("python3")
        .args(["-m", "unittest", "bot_test"])
        .current_dir(clone.path().join("examples"))
        .output()
        .expect("Python runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("Ran 6 tests"), "{said}");
}
