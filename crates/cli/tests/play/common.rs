//! Running the program in its own home directory.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// A directory for one test, removed afterwards.
pub(crate) struct Home(TempDir);

impl Home {
    pub(crate) fn new() -> Home {
        Home(tempfile::tempdir().expect("a temporary directory"))
    }

    /// A file in it.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The journals in it.
    pub(crate) fn journals(&self) -> Vec<PathBuf> {
        let files = std::fs::read_dir(self.file("state")).into_iter().flatten();
        let mut paths: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
        paths.sort();
        paths
    }

    /// The program, ready to be run here.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quintain"));
        command
            .args(args)
            .current_dir(self.0.path())
            .env("QUINTAIN_STATE", self.file("state"))
            .env("LC_ALL", "C")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// The status, output and errors of a run.
    pub(crate) fn run(&self, args: &[&str], input: &str) -> (i32, String, String) {
        let mut child = self.command(args).spawn().expect("the program runs");
        let mut stdin = child.stdin.take().expect("a pipe");
        // A program that has ended does not read.
        drop(stdin.write_all(input.as_bytes()));
        drop(stdin);
        let output = child.wait_with_output().expect("the program ends");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        let status = output.status.code().expect("a status");
        (status, text(output.stdout), text(output.stderr))
    }

    /// The output of a successful `quintain play`.
    #[track_caller]
    pub(crate) fn play(&self, args: &[&str], lines: &[&str]) -> String {
        let args = [&["play"], args].concat();
        let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let (status, out, err) = self.run(&args, &input);
        assert_eq!((status, err.as_str()), (0, ""), "{args:?}\n{out}");
        out
    }

    pub(crate) fn read(&self, name: &str) -> String {
        read(&self.file(name))
    }
}

pub(crate) fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Arguments for two people at one terminal.
pub(crate) const TWO: [&str; 4] = ["--first", "human", "--second", "human"];

/// Checks that lines occur in this order, perhaps with others between them.
#[track_caller]
pub(crate) fn in_order(text: &str, expected: &[&str]) {
    let mut lines = text.lines();
    for &line in expected {
        assert!(
            lines.any(|found| found == line),
            "no {line:?} in its place in\n{text}"
        );
    }
}
