//! Games of the engine against itself, for the examples that learn from them.

use quintain_engine::{Limits, Report, Score, SearchOptions, TranspositionTable, search};
use quintain_rules::{Evaluate, Position, Side, Step, StepOf, splitmix64};
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
const LONGEST: usize = 200;

/// Numbers that look random.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0 = splitmix64(self.0);
        self.0 % n.max(1)
    }
}

/// A position of a game, what was thought of it, and what came of it for the side to move.
pub(crate) struct Moment<P: Position> {
    pub(crate) position: P,
    /// The move the search chose.
    #[allow(dead_code, reason = "only the tuner asks for it")]
    pub(crate) best: P::Move,
    /// What the search found for the side to move.
    pub(crate) score: Score,
    /// How the game ended: 0, 1 or one half.
    pub(crate) result: f64,
    /// The same less the luck that either side had from here on. Its mean is that of the
    /// results, but in a game of chance it scatters far less.
    pub(crate) fair: f64,
}

/// The move as a step, with a reveal drawn by its weight.
pub(crate) fn draw<P: Position>(position: &P, mv: P::Move, dice: &mut Dice) -> StepOf<P> {
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
pub(crate) fn play_all<P: Evaluate>(setting: Setting, see: &(dyn Fn(&[Moment<P>]) + Sync)) {
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..setting.threads {
            scope.spawn(|| {
                let table = TranspositionTable::new(4);
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= setting.games {
                        break;
                    }
                    let mut dice = Dice(splitmix64(setting.seed) ^ splitmix64(game));
                    see(&play::<P>(&setting, &table, &mut dice));
                }
            });
        }
    });
}

/// A game in the making.
struct Play<'a, P> {
    setting: &'a Setting,
    table: &'a TranspositionTable,
    position: P,
    /// The keys of the positions so far.
    history: Vec<u64>,
    /// The luck of the side that begins, so far.
    luck: f64,
}

impl<P: Evaluate> Play<'_, P> {
    /// What the engine thinks of a position.
    fn think(&self, position: &P, history: &[u64]) -> Report<P::Move> {
        let limits = Limits {
            nodes: Some(self.setting.nodes),
            ..Limits::default()
        };
        let stop = AtomicBool::new(false);
        let options = SearchOptions::default();
        search(
            position,
            history,
            &limits,
            options,
            self.table,
            &stop,
            &mut |_| {},
        )
    }

    /// The chance of the side that begins to win from a position.
    fn chance(&self, position: &P) -> f64 {
        if let Some(winner) = position.winner() {
            return points(Some(winner), Side::First);
        }
        let chance = self.think(position, &[]).lines[0]
            .score
            .win_probability(P::SCALE);
        match position.turn() {
            Side::First => chance,
            Side::Second => 1.0 - chance,
        }
    }

    /// Plays a move with what chance makes of it. What came of it less the mean of all that
    /// could have come is luck.
    fn step(&mut self, mv: P::Move, dice: &mut Dice) {
        let step = draw(&self.position, mv, dice);
        let mut all = Vec::new();
        self.position.visit_reveals(mv, |reveal, weight| {
            let mut next = self.position;
            next.play_unchecked(Step { mv, reveal });
            all.push((reveal, f64::from(weight), next));
        });
        if all.len() > 1 {
            let (mut sum, mut weights) = (0.0, 0.0);
            for (reveal, weight, next) in all {
                let chance = self.chance(&next);
                sum += weight * chance;
                weights += weight;
                if reveal == step.reveal {
                    self.luck += chance;
                }
            }
            self.luck -= sum / weights;
        }
        self.history.push(self.position.zobrist());
        self.position.play_unchecked(step);
    }

    fn is_over(&self) -> bool {
        let key = self.position.zobrist();
        let again = self.history.iter().filter(|&&old| old == key).count();
        self.position.winner().is_some() || again >= 2 || self.history.len() >= LONGEST
    }
}

/// What a side has of a game.
fn points(winner: Option<Side>, side: Side) -> f64 {
    winner.map_or(0.5, |winner| f64::from(u8::from(winner == side)))
}

fn play<P: Evaluate>(
    setting: &Setting,
    table: &TranspositionTable,
    dice: &mut Dice,
) -> Vec<Moment<P>> {
    table.clear();
    let mut game = Play {
        setting,
        table,
        position: P::start(setting.size).expect("the size is one of the game's"),
        history: Vec::new(),
        luck: 0.0,
    };
    // Each moment with the luck before it.
    let mut moments: Vec<(Moment<P>, f64)> = Vec::new();
    let opening = dice.below(setting.opening + 1);
    while !game.is_over() {
        let moves = game.position.moves();
        let mut mv = moves[dice.below(moves.len() as u64) as usize];
        if game.history.len() as u64 >= opening {
            let report = game.think(&game.position, &game.history);
            let best = report.best_move().expect("the game is not over");
            let moment = Moment {
                position: game.position,
                best,
                score: report.lines[0].score,
                result: 0.0,
                fair: 0.0,
            };
            moments.push((moment, game.luck));
            if setting.slip == 0 || dice.below(setting.slip) != 0 {
                mv = best;
            }
        }
        game.step(mv, dice);
    }
    let winner = game.position.winner();
    let ended = |(mut moment, before): (Moment<P>, f64)| {
        let side = moment.position.turn();
        let luck = match side {
            Side::First => game.luck - before,
            Side::Second => before - game.luck,
        };
        moment.result = points(winner, side);
        moment.fair = moment.result - luck;
        moment
    };
    moments.into_iter().map(ended).collect()
}

/// The word after `--name` on the command line.
pub(crate) fn option(name: &str) -> Option<String> {
    let mut words = std::env::args();
    words.find(|word| word.strip_prefix("--") == Some(name))?;
    words.next()
}

/// The number after `--name` on the command line.
pub(crate) fn argument(name: &str, usual: u64) -> u64 {
    match option(name) {
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
