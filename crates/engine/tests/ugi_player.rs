//! Other programs as players: what they are sent, and what happens if they misbehave.
#![cfg(unix)]

use quintain_engine::{
    Clock, Direction, GameState, Limits, Player, PlayerError, ProtocolLog, UgiConfig, UgiPlayer,
};
use quintain_rules::Registry;
use quintain_rules::erased::AnyPosition;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A shell script that answers `go` in some way, in a directory of its own. What it is sent is
/// logged in the file `log` there.
struct Script(PathBuf);

impl Script {
    fn new(name: &str, on_go: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("quintain-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let log = folder.join("log");
        let text = format!(
            "while read -r line; do\necho \"$line\" >> {}\ncase \"$line\" in\n\
             ugi) echo option name Seed type spin default 0 min 0 max 999; \
             echo option name Clear Hash type button; echo ugiok;;\nisready) echo readyok;;\ngo*) {on_go};;\nquit) exit;;\nesac\ndone\n",
            log.display()
        );
        std::fs::write(folder.join("engine.sh"), text).expect("a file");
        Script(folder)
    }

    fn start(&self) -> Result<UgiPlayer, PlayerError> {
        self.start_with(&[], None)
    }

    fn start_with(
        &self,
        options: &[(&str, Option<&str>)],
        log: Option<ProtocolLog>,
    ) -> Result<UgiPlayer, PlayerError> {
        let game = Registry::standard().get("knights-duel").expect("a game");
        let options = options.iter();
        let config = UgiConfig {
            options: options
                .map(|(name, value)| (name.to_string(), value.map(str::to_owned)))
                .collect(),
            timeout: Duration::from_millis(500),
            log,
            ..UgiConfig::new(format!("sh {}", self.0.join("engine.sh").display()))
        };
        UgiPlayer::start(game.info(), &config)
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.0.join("log")).unwrap_or_default()
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

fn choose(player: &mut UgiPlayer, limits: Limits, stop: bool) -> Result<String, PlayerError> {
    let game = Registry::standard().get("knights-duel").expect("a game");
    let start = game.start(Some(5)).expect("a board");
    let mut position: Box<dyn AnyPosition> = start.clone();
    let steps = ["(2,3)".to_owned(), "(4,3)".to_owned()];
    let mut history = Vec::new();
    for step in &steps {
        history.push(position.zobrist());
        position.play(step).expect("legal");
    }
    let state = GameState {
        start: &*start,
        steps: &steps,
        position: &*position,
        history: &history,
    };
    player.choose(&state, &limits, &AtomicBool::new(stop))
}

fn time(ms: u64) -> Limits {
    Limits {
        move_time: Some(Duration::from_millis(ms)),
        ..Limits::default()
    }
}

#[test]
fn an_engine_is_sent_the_whole_game() {
    let script = Script::new("whole", "echo bestmove '(1,5)'");
    let mut player = script.start().expect("it starts");
    player.new_game(1007);
    assert_eq!(choose(&mut player, time(70), false).as_deref(), Ok("(1,5)"));
    drop(player);
    assert_eq!(
        script.log(),
        "ugi\nisready\nsetoption name Seed value 7\nuginewgame\nisready\n\
         position fen 4B/5/5/5/W4 w moves (2,3) (4,3)\ngo movetime 70\nquit\n"
    );
}

#[test]
fn options_are_set_before_the_first_game_and_a_seed_that_is_set_stays() {
    let script = Script::new("options", "echo bestmove '(1,5)'");
    let options = [("seed", Some("5")), ("clear hash", None)];
    let mut player = script.start_with(&options, None).expect("it starts");
    player.new_game(1007);
    drop(player);
    assert_eq!(
        script.log(),
        "ugi\nsetoption name Seed value 5\nsetoption name Clear Hash\nisready\n\
         uginewgame\nisready\nquit\n"
    );
    let unknown = script.start_with(&[("Hash", Some("5"))], None);
    let unknown = unknown.map(drop).expect_err("it has no such option");
    assert_eq!(unknown.to_string(), "the engine has no option \"Hash\"");
}

#[test]
fn every_line_is_logged_with_its_direction() {
    let script = Script::new("log", "echo bestmove '(1,5)'");
    let lines = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&lines);
    let log: ProtocolLog = Arc::new(move |direction, line: &str| {
        let line = (direction, line.to_owned());
        kept.lock().expect("no panic").push(line);
    });
    let mut player = script.start_with(&[], Some(log)).expect("it starts");
    assert!(choose(&mut player, time(70), false).is_ok());
    drop(player);
    let lines = lines.lock().expect("no panic");
    let lines: Vec<(Direction, &str)> = lines.iter().map(|(it, line)| (*it, &**line)).collect();
    let (sent, received) = (Direction::Sent, Direction::Received);
    assert_eq!(lines[0], (sent, "ugi"));
    assert_eq!(
        lines[3..6],
        [
            (received, "ugiok"),
            (sent, "isready"),
            (received, "readyok")
        ]
    );
    assert_eq!(
        lines[7..10],
        [
            (sent, "go movetime 70"),
            (received, "bestmove (1,5)"),
            (sent, "quit")
        ]
    );
}

#[test]
fn a_program_that_has_failed_is_not_used_for_another_game() {
    let script = Script::new("once", "exit 3");
    let mut player = script.start().expect("it starts");
    assert!(player.is_usable());
    assert!(choose(&mut player, time(1), false).is_err());
    assert!(!player.is_usable());
    // One that is dead before its game begins.
    let script = Script::new("dead-between", "echo bestmove '(1,5)'; exit 0");
    let mut player = script.start().expect("it starts");
    assert!(choose(&mut player, time(1000), false).is_ok());
    player.new_game(1);
    let fault = choose(&mut player, time(1), false).map_err(|error| error.to_string());
    assert_eq!(fault, Err("the engine has exited (status 0)".into()));
    assert!(!player.is_usable());
}

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_in_the_terminal_does_not_end_the_engine() {
    // It is sent to a process group: the fifth field of its line in /proc.
    let on_go = "echo bestmove \"$(cut -d' ' -f5 /proc/$$/stat)\" $$";
    let script = Script::new("group", on_go);
    let mut player = script.start().expect("it starts");
    let group = choose(&mut player, time(1000), false).expect("a number");
    let own = std::fs::read_to_string("/proc/self/stat").expect("our own line");
    assert_ne!(own.split(' ').nth(4), Some(&*group));
}

#[test]
fn an_engine_is_sent_both_clocks_and_the_start_by_its_name() {
    let script = Script::new("clocks", "echo bestmove '(1,5)'");
    let mut player = script.start().expect("it starts");
    let clock = |seconds| Clock {
        remaining: Duration::from_secs(seconds),
        increment: Duration::from_millis(50),
    };
    let limits = Limits {
        clock: Some(clock(3)),
        opponent_clock: Some(clock(2)),
        ..Limits::default()
    };
    assert!(choose(&mut player, limits, false).is_ok());
    let game = Registry::standard().get("knights-duel").expect("a game");
    let start = game.start(None).expect("a board");
    let state = GameState {
        start: &*start,
        steps: &[],
        position: &*start,
        history: &[],
    };
    let chosen = player.choose(&state, &time(9), &AtomicBool::new(false));
    assert!(chosen.is_ok());
    drop(player);
    let log = script.log();
    assert!(
        log.contains("go p1time 3000 p1inc 50 p2time 2000 p2inc 50\n"),
        "{log}"
    );
    assert!(log.contains("position startpos\ngo movetime 9\n"), "{log}");
}

#[test]
fn a_stop_is_forwarded_to_the_engine() {
    let on_go = "read -r line; echo \"$line\" >> $0.heard; echo bestmove '(1,5)'";
    let script = Script::new("stop", on_go);
    let mut player = script.start().expect("it starts");
    let found = choose(&mut player, Limits::default(), true);
    assert_eq!(found.as_deref(), Ok("(1,5)"));
    let heard = std::fs::read_to_string(script.0.join("engine.sh.heard"));
    assert_eq!(heard.ok().as_deref(), Some("stop\n"));
}

#[test]
fn faults_of_engines_are_reported() {
    for (name, on_go, fault) in [
        (
            "silent",
            "true",
            "the engine did not answer \"go movetime 1\" with bestmove",
        ),
        ("dead", "exit 3", "the engine has exited (status 3)"),
        ("mute", "echo bestmove", "the engine sent no move"),
        ("humble", "echo bestmove resign", "the player resigns"),
        (
            "stubborn",
            "echo info error no such position",
            "the engine reports an error: no such position",
        ),
    ] {
        let script = Script::new(name, on_go);
        let mut player = script.start().expect("it starts");
        assert_eq!(
            choose(&mut player, time(1), false).map_err(|error| error.to_string()),
            Err(fault.into()),
            "{name}"
        );
    }
    let garbage = "i=0; while [ $i -lt 3000 ]; do echo garbage; i=$((i+1)); done; echo bestmove x";
    let script = Script::new("garbage", garbage);
    let mut player = script.start().expect("it starts");
    assert_eq!(choose(&mut player, time(1000), false).as_deref(), Ok("x"));
}

#[test]
fn an_answer_that_comes_late_is_not_taken_for_the_next() {
    let script = Script::new("late", "sleep 1; echo bestmove '(9,9)'");
    let mut player = script.start().expect("it starts");
    let first = choose(&mut player, time(1), false);
    assert!(first.is_err());
    assert_eq!(choose(&mut player, time(5000), false), first);
}

#[test]
fn programs_that_are_not_engines_are_rejected() {
    let game = Registry::standard().get("knights-duel").expect("a game");
    let start = |command: &str| {
        let config = UgiConfig {
            timeout: Duration::from_millis(300),
            ..UgiConfig::new(command)
        };
        UgiPlayer::start(game.info(), &config).map(drop)
    };
    assert!(
        start("no-such-program").is_err_and(|fault| fault.to_string().starts_with("cannot start"))
    );
    assert_eq!(start(" "), Err(PlayerError::NoCommand));
    let fault = start("true").expect_err("it says nothing");
    assert_eq!(fault.to_string(), "the engine has exited (status 0)");
    let fault = start("cat").expect_err("it only repeats");
    assert_eq!(
        fault.to_string(),
        "the engine did not answer \"ugi\" with ugiok"
    );
}
