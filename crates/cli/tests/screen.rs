//! The full screen in a real pseudo-terminal: keys in, what a person sees out.
#![cfg(unix)]

use pty_process::Size;
use pty_process::blocking::{Command, Pts, Pty, open};
use rustix::termios::{LocalModes, tcgetattr};
use std::io::{Read, Write};
use std::process::Child;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The program in a terminal of 80 by 24.
struct Terminal {
    pty: Arc<Pty>,
    /// Keeps the terminal open after the program has ended.
    _pts: Pts,
    before: LocalModes,
    child: Child,
    screen: Arc<Mutex<vt100::Parser>>,
    state: TempDir,
}

impl Terminal {
    fn start(args: &[&str]) -> Terminal {
        let state = tempfile::tempdir().expect("a temporary directory");
        let (pty, pts) = open().expect("a pseudo-terminal");
        pty.resize(Size::new(24, 80)).expect("a size");
        let before = tcgetattr(&pty).expect("its modes").local_modes;
        let mut command = Command::new(env!("CARGO_BIN_EXE_quintain"))
            .args(args)
            .env("QUINTAIN_STATE", state.path())
            .env("TERM", "xterm-256color")
            .env("LC_ALL", "C.UTF-8")
            .env_remove("NO_COLOR");
        let child = command.spawn_borrowed(&pts).expect("the program");
        let pty = Arc::new(pty);
        let screen = Arc::new(Mutex::new(vt100::Parser::new(24, 80, 0)));
        let (reader, seen) = (Arc::clone(&pty), Arc::clone(&screen));
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = (&*reader).read(&mut bytes) {
                let mut parser = seen.lock().expect("the screen");
                parser.process(&bytes[..count]);
            }
        });
        Terminal {
            pty,
            _pts: pts,
            before,
            child,
            screen,
            state,
        }
    }

    fn type_in(&self, keys: &str) {
        (&*self.pty)
            .write_all(keys.as_bytes())
            .expect("keys are typed");
    }

    fn see<T>(&self, look: impl Fn(&vt100::Screen) -> T) -> T {
        look(self.screen.lock().expect("the screen").screen())
    }

    /// Waits until the screen is as it should be, however slow the machine.
    #[track_caller]
    fn wait(&self, what: &str, is: impl Fn(&vt100::Screen) -> bool) {
        let deadline = Instant::now() + Duration::from_secs(60);
        while !self.see(&is) {
            let contents = self.see(vt100::Screen::contents);
            assert!(Instant::now() < deadline, "no {what} on\n{contents}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    #[track_caller]
    fn wait_for(&self, text: &str) {
        self.wait(text, |screen| screen.contents().contains(text));
    }

    /// Waits until the program has ended, and checks that it left the terminal as it was.
    #[track_caller]
    fn ends(&mut self) -> std::process::ExitStatus {
        let status = self.child.wait().expect("an end");
        self.wait("plain screen", |screen| !screen.alternate_screen());
        self.see(|screen| {
            assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
            assert!(!screen.bracketed_paste());
            assert!(!screen.hide_cursor());
        });
        let modes = tcgetattr(&*self.pty).expect("the modes").local_modes;
        assert_eq!(modes, self.before);
        assert!(modes.contains(LocalModes::ECHO | LocalModes::ICANON));
        status
    }

    fn stored_games(&self) -> usize {
        std::fs::read_dir(self.state.path()).map_or(0, Iterator::count)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

const TWO: [&str; 8] = [
    "play", "sight", "--size", "3", "--first", "human", "--second", "human",
];

#[test]
fn a_game_is_started_played_taken_back_and_left() {
    let mut terminal = Terminal::start(&TWO);
    terminal.wait_for("Player 1, place a piece");
    assert!(terminal.see(vt100::Screen::alternate_screen));
    // The cursor starts in the middle.
    terminal.type_in("\r");
    terminal.wait_for("1 b2");
    terminal.wait_for("Player 2, place a piece");
    // Left and up, as terminals send them.
    terminal.type_in("\x1b[D\x1b[A\r");
    terminal.wait_for("1 b2         a3");
    terminal.type_in("u");
    terminal.wait("step taken back", |screen| {
        !screen.contents().contains("b2         a3")
    });
    terminal.type_in(":c1\r");
    terminal.wait_for("1 b2         c1");
    // A smaller window says so, and a larger one shows the game again.
    terminal.pty.resize(Size::new(20, 60)).expect("a size");
    terminal.wait_for("This window is 60 by 20.");
    terminal.pty.resize(Size::new(24, 80)).expect("a size");
    terminal.wait_for("1 b2         c1");
    terminal.type_in("q");
    terminal.wait_for("Quit?");
    terminal.type_in("y");
    let status = terminal.ends();
    assert!(status.success(), "{status}");
    terminal.wait_for("quintain play --resume");
    assert_eq!(terminal.stored_games(), 1);
}

#[test]
fn the_terminal_is_restored_when_the_program_is_asked_to_stop() {
    let mut terminal = Terminal::start(&TWO);
    terminal.wait_for("Player 1, place a piece");
    terminal.type_in("\r");
    terminal.wait_for("1 b2");
    let pid = terminal.child.id().to_string();
    let killed = std::process::Command::new("kill")
        .args(["-TERM", &pid])
        .status();
    assert!(killed.expect("a signal").success());
    let status = terminal.ends();
    assert!(status.success(), "{status}");
    assert_eq!(terminal.stored_games(), 1);
}

#[test]
fn without_a_game_there_is_a_menu_and_ctrl_c_leaves_it() {
    let mut terminal = Terminal::start(&["play"]);
    terminal.wait_for("What would you like to play?");
    terminal.type_in("\x1b[B?");
    terminal.wait_for("select a row");
    terminal.type_in("\x03");
    let status = terminal.ends();
    assert!(status.success(), "{status}");
    assert_eq!(terminal.stored_games(), 0);
}

#[test]
fn a_german_game_is_played_and_left() {
    let mut terminal = Terminal::start(&[&TWO[..], &["--lang", "de"]].concat());
    terminal.wait_for("Spieler 1, ");
    terminal.wait_for("? Tasten  q Ende");
    terminal.type_in("\r");
    terminal.wait_for("1 b2");
    terminal.type_in("q");
    terminal.wait_for("Aufhören?");
    terminal.type_in("j");
    let status = terminal.ends();
    assert!(status.success(), "{status}");
    terminal.wait_for("So geht es weiter: quintain play --resume");
}
