//! The program as its users run it: arguments in, lines and an exit status out.

#[path = "../documented/mod.rs"]
mod documented;
mod engine;
mod errors;
mod german;
mod help;
mod inspect;
mod json_docs;
#[cfg(unix)]
mod log;
mod match_programs;
mod matches;
mod server;

use serde_json::Value;
use std::process::{Command, Output};

const PROGRAM: &str = env!("CARGO_BIN_EXE_quintain");

fn quintain(args: &[&str]) -> Output {
    Command::new(PROGRAM)
        .args(args)
        .env("LC_ALL", "C")
        .output()
        .expect("the program runs")
}

/// What a command prints on success.
#[track_caller]
fn prints(args: &[&str]) -> String {
    let output = quintain(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {stderr}");
    assert_eq!(stderr, "", "{args:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// What a command prints on failure.
#[track_caller]
fn fails(status: i32, args: &[&str]) -> String {
    let output = quintain(args);
    assert_eq!(output.status.code(), Some(status), "{args:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{args:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

/// Checks that a command fails with a reason.
#[track_caller]
fn fails_with(status: i32, args: &[&str], reason: &str) {
    let message = fails(status, args);
    assert!(message.contains(reason), "{args:?}: {message}");
}

#[track_caller]
fn json(args: &[&str]) -> Value {
    let text = prints(&[args, &["--json"]].concat());
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{args:?}: {error}: {text}"))
}
