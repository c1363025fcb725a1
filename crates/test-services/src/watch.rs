//! Servers that end with this process.

use std::io::Write;
use std::process::{Child, Command, Stdio};

/// Runs a command when it is dropped, or when this process ends.
#[derive(Debug)]
pub(crate) struct Watch(Option<Child>);

impl Watch {
    /// `script` is for the shell. The shell waits for the end of a pipe that this process holds:
    /// whatever becomes of the process, the pipe ends with it.
    pub(crate) fn new(script: &str) -> Watch {
        let child = Command::new("sh")
            .arg("-c")
            .arg(format!("cat >/dev/null; {script}"))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        Watch(Some(child.expect("a shell runs")))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(mut child) = self.0.take() {
            if let Some(mut pipe) = child.stdin.take() {
                pipe.flush().ok();
            }
            child.wait().ok();
        }
    }
}
