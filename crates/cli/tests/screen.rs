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

const QUINTAIN: &str = env!("CARGO_BIN_EXE_quintain");

/// What programs send for the alternate screen.
const ENTER_ALTERNATE: &str = "\x1b[?1049h";

/// The program in a terminal of 80 by 24.
struct Terminal {
    pty: Arc<Pty>,
    /// Keeps the terminal open after the program has ended.
    pts: Pts,
    before: LocalModes,
    child: Child,
    screen: Arc<Mutex<vt100::Parser>>,
    state: TempDir,
}

/// A program to run in a terminal, and what is special about it.
fn program(program: &str, args: &[&str], state: &TempDir) -> Command {
    Command::new(program)
        .args(args)
        .env("QUINTAIN_STATE", state.path())
        .env("TERM", "xterm-256color")
        .env("LC_ALL", "C.UTF-8")
        .env_remove("NO_COLOR")
}

impl Terminal {
    fn start(args: &[&str]) -> Terminal {
        Terminal::start_program(QUINTAIN, args, |command| command)
    }

    fn start_program(path: &str, args: &[&str], change: impl Fn(Command) -> Command) -> Terminal {
        let state = tempfile::tempdir().expect("a temporary directory");
        let (pty, pts) = open().expect("a pseudo-terminal");
        pty.resize(Size::new(24, 80)).expect("a size");
        let before = tcgetattr(&pty).expect("its modes").local_modes;
        let mut command = change(program(path, args, &state));
        let child = command.spawn_borrowed(&pts).expect("the program");
        let pty = Arc::new(pty);
        let screen = Arc::new(Mutex::new(vt100::Parser::new(24, 80, 0)));
        let (reader, seen) = (Arc::clone(&pty), Arc::clone(&screen));
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = (&*reader).read(&mut bytes) {
                let mut parser = seen.lock().expect("the screen");
                // As in xterm, a terminal that shows the alternate screen does not clear it when
                // a program asks for it again.
                let text = String::from_utf8_lossy(&bytes[..count]).into_owned();
                if parser.screen().alternate_screen() && text.contains(ENTER_ALTERNATE) {
                    parser.process(text.replace(ENTER_ALTERNATE, "").as_bytes());
                } else {
                    parser.process(&bytes[..count]);
                }
            }
        });
        Terminal {
            pty,
            pts,
            before,
            child,
            screen,
            state,
        }
    }

    /// Kills the program without a warning, and starts another one in the same terminal.
    fn kill_and_start(&mut self, args: &[&str]) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("an end");
        let mut command = program(QUINTAIN, args, &self.state);
        self.child = command.spawn_borrowed(&self.pts).expect("the program");
    }

    /// Something else writes on the terminal.
    fn scribble(&self, text: &str) {
        let mut parser = self.screen.lock().expect("the screen");
        parser.process(text.as_bytes());
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

const TWO: [&str; 5] = ["play", "sight", "--size", "3", "--two"];

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

#[test]
fn a_screen_left_by_a_killed_program_is_cleared() {
    let mut terminal = Terminal::start(&TWO);
    terminal.wait_for("Player 1, place a piece");
    terminal.type_in("\r");
    terminal.wait_for("1 b2");
    terminal.type_in("?");
    terminal.wait_for("any key: close");
    terminal.kill_and_start(&["play", "--resume"]);
    terminal.wait("screen without the dialog", |screen| {
        let contents = screen.contents();
        contents.contains("1 b2") && !contents.contains("any key: close")
    });
}

#[test]
fn ctrl_l_draws_the_screen_anew() {
    let terminal = Terminal::start(&TWO);
    terminal.wait_for("Player 1, place a piece");
    terminal.scribble("\x1b[5;5Hyou have mail");
    assert!(terminal.see(|screen| screen.contents().contains("you have mail")));
    terminal.type_in("\x0c");
    terminal.wait("clean screen", |screen| {
        let contents = screen.contents();
        !contents.contains("you have mail") && contents.contains("Player 1, place a piece")
    });
}

#[test]
fn ctrl_z_gives_the_terminal_back_to_the_shell_and_fg_restores_the_screen() {
    let args = ["--norc", "--noprofile", "-i"];
    let terminal = Terminal::start_program("bash", &args, |bash| bash.env("PS1", "shell> "));
    terminal.wait_for("shell> ");
    terminal.type_in(&format!("{QUINTAIN} {}\r", TWO.join(" ")));
    terminal.wait_for("Player 1, place a piece");
    terminal.type_in("\r");
    terminal.wait_for("1 b2");
    terminal.type_in("\x1a");
    terminal.wait("shell", |screen| {
        !screen.alternate_screen() && screen.contents().contains("Stopped")
    });
    assert!(!terminal.see(vt100::Screen::hide_cursor));
    terminal.type_in("echo 'still' 'here'\r");
    terminal.wait_for("still here");
    terminal.type_in("fg\r");
    terminal.wait("game", |screen| {
        screen.alternate_screen() && screen.contents().contains("1 b2")
    });
    terminal.type_in(":c1\r");
    terminal.wait_for("1 b2         c1");
    terminal.type_in("qy");
    terminal.wait("shell", |screen| !screen.alternate_screen());
    terminal.wait_for("quintain play --resume");
}

#[test]
fn a_dumb_terminal_gets_a_game_line_by_line() {
    for term in ["dumb", ""] {
        let terminal = Terminal::start_program(QUINTAIN, &TWO, |program| program.env("TERM", term));
        terminal.wait_for("Type a move, or help for a list of commands.");
        terminal.type_in("b2\r");
        terminal.wait_for("Player 1 places a piece on b2.");
        assert!(!terminal.see(vt100::Screen::alternate_screen));
    }
}

#[test]
fn long_work_shows_its_progress_and_removes_it_at_the_end() {
    let args = [
        "solve",
        "sight",
        "--scratch",
        "--time",
        "3s",
        "--hash",
        "16",
    ];
    let mut terminal = Terminal::start(&args);
    terminal.wait_for(" MiB used");
    terminal.child.wait().expect("an end");
    terminal.wait("result alone", |screen| {
        let contents = screen.contents();
        contents.matches("MiB used").count() == 1 && contents.contains("unsolved")
    });
    // Long enough to be seen: about half a second.
    let mut terminal = Terminal::start(&["perft", "catapult", "6", "--threads", "1"]);
    terminal.wait_for(" % counted");
    terminal.child.wait().expect("an end");
    terminal.wait("result alone", |screen| {
        let contents = screen.contents();
        !contents.contains("counted") && contents.contains("million nodes/s")
    });
}

#[test]
fn ctrl_c_prints_what_was_found_so_far() {
    let analyse = ["analyse", "catapult", "--time", "10m"];
    let solve = ["solve", "sight", "--size", "7", "--scratch", "--hash", "16"];
    let games = [
        "match", "random", "random", "--game", "sight", "--games", "100000",
    ];
    let perft = ["perft", "catapult", "12", "--threads", "1"];
    let dir = tempfile::tempdir().expect("a temporary directory");
    let file = dir.path().join("file");
    let out = file.to_str().expect("a path");
    let endgames = ["endgames", "incognito", "--pieces", "4", "--out", out];
    let cases: [(&[&str], &str, &str); 5] = [
        (&perft, " % counted", " sequences are counted so far"),
        (
            &endgames,
            " positions (",
            " positions are solved and kept in ",
        ),
        (&analyse, "depth  3", "best move: "),
        (&solve, " MiB used", "unsolved"),
        (&games, "10 games: ", "interrupted"),
    ];
    for (args, first, last) in cases {
        let mut terminal = Terminal::start(args);
        terminal.wait_for(first);
        terminal.type_in("\x03");
        let status = terminal.child.wait().expect("an end");
        assert_eq!(status.code(), Some(130), "{args:?}");
        terminal.wait_for(last);
        terminal.wait_for("interrupted; what was found so far is printed");
    }
    assert!(file.exists());
}

#[test]
fn ctrl_c_ends_a_match_but_is_not_a_fault_of_the_engines_in_it() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let file = dir.path().join("match.jsonl");
    let player = format!(
        "ugi:{} engine sight --size 3",
        env!("CARGO_BIN_EXE_quintain")
    );
    let save = file.to_str().expect("a path");
    let args = [
        "match",
        &player,
        "random",
        "--game",
        "sight",
        "--size",
        "3",
        "--nodes",
        "50",
        "--games",
        "1000000",
        "--concurrency",
        "2",
        "--save",
        save,
    ];
    let mut terminal = Terminal::start(&args);
    terminal.wait_for("4 games: ");
    terminal.type_in("\x03");
    let status = terminal.child.wait().expect("an end");
    assert_eq!(status.code(), Some(130));
    terminal.wait_for("interrupted; what was found so far is printed");
    let saved = std::fs::read_to_string(&file).expect("saved");
    assert!(
        saved.lines().count() > 4 && !saved.contains("crash"),
        "{saved}"
    );
}
