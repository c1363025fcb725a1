//! Games of the engine against itself, for the examples that learn from them.

use quintain_engine::{Limits, Options, Score, Table, search};
use quintain_rules::{Game, Step, StepOf, Strategy, splitmix64};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How the games are played.
#[derive(Clone, Copy)]
pub(crate) struct Setting {
    pub(crate) games: u64,
    /// Positions searched for each move.
    pub(crate) nodes: u64,
    pub(crate) size: Option<u8>,
    /// The first plies are random: up to so many.
    pub(crate) opening: u64,
    /// Later one ply in so many is; 0 for none.
    pub(crate) slip: u64,
    pub(crate) threads: usize,
    pub(crate) seed: u64,
}

/// Games longer than this count as one half, and so do those in which a position comes for the
/// third time.
const LONGEST: u64 = 200;

/// Numbers that look random.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0 = splitmix64(self.0);
        self.0 % n.max(1)
    }
}

/// A position of a game, and what was thought of it.
pub(crate) struct Moment<G> {
    pub(crate) position: G,
    /// What the search found for the side to move.
    pub(crate) score: Score,
    /// What came of it for the side to move: 0, 1 or one half.
    pub(crate) result: f64,
}

/// The move as a step, with a reveal drawn by its weight.
pub(crate) fn draw<G: Game>(position: &G, mv: G::Move, dice: &mut Dice) -> StepOf<G> {
    let mut total = 0;
    position.visit_reveals(mv, |_, weight| total += u64::from(weight));
    let mut left = dice.below(total) as i64;
    let mut drawn = None;
    position.visit_reveals(mv, |reveal, weight| {
        if left >= 0 {
            drawn = Some(Step { mv, reveal });
        }
        left -= i64::from(weight);
    });
    drawn.expect("a legal move reveals something")
}

/// Plays all games and gives every searched position to `see`.
pub(crate) fn play_all<G: Strategy>(setting: Setting, see: &(dyn Fn(&[Moment<G>]) + Sync)) {
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..setting.threads {
            scope.spawn(|| {
                let table = Table::new(4);
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= setting.games {
                        break;
                    }
                    let mut dice = Dice(splitmix64(setting.seed) ^ splitmix64(game));
                    see(&play::<G>(&setting, &table, &mut dice));
                }
            });
        }
    });
}

fn play<G: Strategy>(setting: &Setting, table: &Table, dice: &mut Dice) -> Vec<Moment<G>> {
    table.clear();
    let mut position = G::start(setting.size).expect("the size is one of the game's");
    let (mut moments, mut history) = (Vec::new(), Vec::new());
    let opening = dice.below(setting.opening + 1);
    let limits = Limits {
        nodes: Some(setting.nodes),
        ..Limits::default()
    };
    for ply in 0..LONGEST {
        let again = history.iter().filter(|&&key| key == position.key()).count();
        if position.winner().is_some() || again >= 2 {
            break;
        }
        let moves = position.moves();
        let mut mv = moves[dice.below(moves.len() as u64) as usize];
        if ply >= opening {
            let stop = AtomicBool::new(false);
            let options = Options::default();
            let report = search(
                &position,
                &history,
                &limits,
                options,
                table,
                &stop,
                &mut |_| {},
            );
            moments.push(Moment {
                position,
                score: report.lines[0].score,
                result: 0.5,
            });
            if setting.slip == 0 || dice.below(setting.slip) != 0 {
                mv = report.best().expect("the game is not over");
            }
        }
        history.push(position.key());
        position.play_unchecked(draw(&position, mv, dice));
    }
    if let Some(winner) = position.winner() {
        for moment in &mut moments {
            moment.result = f64::from(u8::from(moment.position.turn() == winner));
        }
    }
    moments
}

/// The number after `--name` on the command line.
pub(crate) fn argument(name: &str, usual: u64) -> u64 {
    let words: Vec<String> = std::env::args().collect();
    let at = words
        .iter()
        .position(|word| word.strip_prefix("--") == Some(name));
    match at.and_then(|at| words.get(at + 1)) {
        None => usual,
        Some(word) => word.parse().unwrap_or_else(|_| {
            eprintln!("--{name} takes a number, not {word}");
            std::process::exit(2)
        }),
    }
}

/// The setting of the command line.
pub(crate) fn setting(games: u64, nodes: u64) -> Setting {
    Setting {
        games: argument("games", games),
        nodes: argument("nodes", nodes),
        size: Some(argument("size", 0) as u8).filter(|&size| size > 0),
        opening: argument("opening", 6),
        slip: argument("slip", 0),
        threads: argument("threads", 1) as usize,
        seed: argument("seed", 1),
    }
}
