//! Self-play: games of the engine against itself, for the examples that learn from them.

use quintain_engine::{
    Limits, Score, SearchContext, SearchRequest, SearchResult, Searcher, TranspositionTable,
};
use quintain_rules::{Evaluate, Position, Rng, Side, Step, splitmix64};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How the games are played.
#[derive(Clone, Copy)]
pub(crate) struct Setting {
    pub(crate) games: u64,
    /// Nodes searched per move.
    pub(crate) nodes: u64,
    pub(crate) size: Option<u8>,
    /// A game starts with up to this many random plies.
    pub(crate) opening: u64,
    /// After that, one move in this many is random; 0 for none.
    pub(crate) slip: u64,
    pub(crate) threads: usize,
    pub(crate) seed: u64,
}

/// Longer games count as draws, and so do those in which a position occurs for the third time.
const MAX_PLIES: usize = 200;

/// A position of a game, what the search made of it, and the result for the side to move.
pub(crate) struct Moment<P: Position> {
    pub(crate) position: P,
    /// The move the search chose.
    #[allow(dead_code, reason = "only the tuner asks for it")]
    pub(crate) best: P::Move,
    /// What the search found for the side to move.
    #[allow(
        dead_code,
        reason = "who searches the positions again does not ask for it"
    )]
    pub(crate) score: Score,
    /// How the game ended: 0, 1 or one half.
    pub(crate) result: f64,
    /// The same without the luck that either side had from here on: a control variate. It has
    /// the same mean as the result, but in a game of chance far less variance.
    pub(crate) fair: f64,
}

/// Plays all games and calls `collect` with the searched positions of each.
pub(crate) fn play_all<P: Evaluate>(setting: Setting, collect: &(dyn Fn(&[Moment<P>]) + Sync)) {
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..setting.threads {
            scope.spawn(|| {
                let tt = TranspositionTable::new(4);
                let mut searcher = Searcher::new();
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= setting.games {
                        break;
                    }
                    let seed = splitmix64(setting.seed) ^ splitmix64(game);
                    searcher.new_game();
                    collect(&play::<P>(
                        &setting,
                        &tt,
                        &mut searcher,
                        &mut Rng::new(seed),
                    ));
                }
            });
        }
    });
}

/// A game in progress.
struct RunningGame<'a, P: Evaluate> {
    setting: &'a Setting,
    tt: &'a TranspositionTable,
    searcher: &'a mut Searcher<P>,
    position: P,
    /// The Zobrist hashes of the positions so far.
    history: Vec<u64>,
    /// The luck of the first side so far.
    luck: f64,
}

impl<P: Evaluate> RunningGame<'_, P> {
    /// Searches a position, after those played so far if there are any on the way to it.
    fn search(&mut self, position: &P, history: &[u64]) -> SearchResult<P::Move> {
        let request = SearchRequest {
            history,
            limits: Limits {
                nodes: Some(self.setting.nodes),
                ..Limits::default()
            },
            ..SearchRequest::new(position)
        };
        let stop = AtomicBool::new(false);
        let context = SearchContext::new(self.tt, &stop);
        self.searcher.search(&request, context, &mut |_| {})
    }

    /// The first side's win probability in a position.
    fn win_probability(&mut self, position: &P) -> f64 {
        if let Some(winner) = position.winner() {
            return points(Some(winner), Side::First);
        }
        let probability = self.search(position, &[]).lines[0].win_probability;
        match position.turn() {
            Side::First => probability,
            Side::Second => 1.0 - probability,
        }
    }

    /// Plays a move with a random reveal. Luck is the win probability after it, less the mean
    /// over all reveals.
    fn step(&mut self, mv: P::Move, rng: &mut Rng) {
        let step = Step {
            mv,
            reveal: rng.reveal(&self.position, mv),
        };
        let mut all = Vec::new();
        self.position.visit_reveals(mv, |reveal, weight| {
            let mut next = self.position;
            next.play_unchecked(Step { mv, reveal });
            all.push((reveal, f64::from(weight), next));
        });
        if all.len() > 1 {
            let (mut sum, mut weights) = (0.0, 0.0);
            for (reveal, weight, next) in all {
                let probability = self.win_probability(&next);
                sum += weight * probability;
                weights += weight;
                if reveal == step.reveal {
                    self.luck += probability;
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
        self.position.winner().is_some() || again >= 2 || self.history.len() >= MAX_PLIES
    }
}

/// A side's points of a game.
fn points(winner: Option<Side>, side: Side) -> f64 {
    winner.map_or(0.5, |winner| f64::from(u8::from(winner == side)))
}

fn play<P: Evaluate>(
    setting: &Setting,
    tt: &TranspositionTable,
    searcher: &mut Searcher<P>,
    rng: &mut Rng,
) -> Vec<Moment<P>> {
    tt.clear();
    let mut game = RunningGame {
        setting,
        tt,
        searcher,
        position: P::start(setting.size).expect("the size is one of the game's"),
        history: Vec::new(),
        luck: 0.0,
    };
    // Each moment with the luck up to it.
    let mut moments: Vec<(Moment<P>, f64)> = Vec::new();
    let opening = rng.below(setting.opening as usize + 1);
    while !game.is_over() {
        let moves = game.position.moves();
        let mut mv = *rng.choose(&moves).expect("the game is not over");
        if game.history.len() >= opening {
            let (position, history) = (game.position, game.history.clone());
            let result = game.search(&position, &history);
            let best = result.best_move.expect("the game is not over");
            let moment = Moment {
                position: game.position,
                best,
                score: result.lines[0].score,
                result: 0.0,
                fair: 0.0,
            };
            moments.push((moment, game.luck));
            if setting.slip == 0 || rng.below(setting.slip as usize) != 0 {
                mv = best;
            }
        }
        game.step(mv, rng);
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
pub(crate) fn argument(name: &str, default: u64) -> u64 {
    match option(name) {
        None => default,
        Some(word) => word.parse().unwrap_or_else(|_| {
            eprintln!("--{name} takes a number, not {word}");
            std::process::exit(2)
        }),
    }
}

/// The setting from the command line.
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
