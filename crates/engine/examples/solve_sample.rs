//! Solves a sample of positions with a given number of plies left and says how many were solved:
//!
//!     cargo run --release -p quintain-engine --example solve_sample -- GAME SIZE PLIES [COUNT [SECONDS [THREADS [MIB]]]]
//!
//! Half of the positions come from random play, half from games of the engine against itself after
//! four random plies. Every position is solved on its own, with an empty proof table. Positions
//! can also be read, one per line, from a file that takes the place of SIZE; then PLIES and COUNT
//! choose among them, 0 for all.

use quintain_engine::{
    Limits, ProofTable, SearchContext, SearchRequest, Searcher, SolveLimits, Solver,
    TranspositionTable,
};
use quintain_rules::games::{Visitor, dispatch};
use quintain_rules::view::Describe;
use quintain_rules::{Evaluate, Reveal, Rng, SolverKnowledge, Step};
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How many nodes the engine searches for each move of its games.
const SELF_PLAY_NODES: u64 = 2000;
/// How many random plies its games start with.
const OPENING_PLIES: usize = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, source, numbers @ ..] = arguments.as_slice() else {
        return Err("usage: solve_sample GAME SIZE PLIES [COUNT [SECONDS [THREADS [MIB]]]]".into());
    };
    let number = |index: usize, default: usize| match numbers.get(index) {
        Some(text) => text
            .parse()
            .map_err(|error| format!("not a number: {text}: {error}")),
        None => Ok(default),
    };
    let sample = Sample {
        source: source.clone(),
        plies: number(0, 0)? as u32,
        count: number(1, 40)?,
        seconds: number(2, 30)?,
        threads: number(3, 1)?,
        mebibytes: number(4, 512)?,
    };
    dispatch(game, sample).unwrap_or_else(|| Err("there is no such game".into()))
}

struct Sample {
    source: String,
    plies: u32,
    count: usize,
    seconds: usize,
    threads: usize,
    mebibytes: usize,
}

impl Visitor for Sample {
    type Output = Result<(), Box<dyn Error>>;

    fn visit<P: Describe + Evaluate>(self) -> Result<(), Box<dyn Error>> {
        let positions = match self.source.parse() {
            Ok(size) => self.play::<P>(size)?,
            Err(_) => self.read::<P>()?,
        };
        let mut solved_nodes = Vec::new();
        let mut all_nodes = 0;
        let proofs = ProofTable::try_new(self.mebibytes)?;
        for position in &positions {
            proofs.clear();
            let limits = SolveLimits {
                nodes: None,
                time: Some(Duration::from_secs(self.seconds as u64)),
            };
            let mut solver = Solver::new(&proofs)
                .from_scratch()
                .with_limits(limits)
                .with_threads(self.threads);
            let solution = solver.solve(position);
            let winner = solution.winner.map_or("unsolved", |side| side.as_str());
            let progress = solution.progress;
            println!(
                "{position}\t{winner}\t{}\t{:.2} s",
                progress.nodes,
                progress.time.as_secs_f64()
            );
            all_nodes += progress.nodes;
            if solution.winner.is_some() {
                solved_nodes.push(progress.nodes);
            }
        }
        solved_nodes.sort_unstable();
        println!(
            "{} of {} solved; nodes: {all_nodes} in all, median of the solved {}",
            solved_nodes.len(),
            positions.len(),
            solved_nodes
                .get(solved_nodes.len() / 2)
                .copied()
                .unwrap_or(0)
        );
        Ok(())
    }
}

impl Sample {
    fn read<P: Evaluate>(&self) -> Result<Vec<P>, Box<dyn Error>> {
        let text = std::fs::read_to_string(&self.source)?;
        let mut positions = Vec::new();
        for line in text.lines() {
            let line = line.split('\t').next().unwrap_or(line);
            let position: P = line.parse().map_err(|error| format!("{line}: {error}"))?;
            let wanted = self.plies == 0 || P::Solver::max_plies_left(&position) == self.plies;
            if wanted && (self.count == 0 || positions.len() < self.count) {
                positions.push(position);
            }
        }
        Ok(positions)
    }

    /// Positions of games, by turns random ones and those of the engine.
    fn play<P: Evaluate>(&self, size: u8) -> Result<Vec<P>, Box<dyn Error>> {
        let start = P::start(Some(size))?;
        if P::Solver::max_plies_left(&start) < self.plies {
            return Err("the board is too small for that many plies".into());
        }
        let mut rng = Rng::new(self.plies.into());
        let mut searcher = Searcher::new();
        let mut positions = Vec::new();
        while positions.len() < self.count {
            let random = positions.len() % 2 == 0;
            let game = play_game(&start, self.plies, random, &mut rng, &mut searcher);
            positions.extend(game);
        }
        Ok(positions)
    }
}

/// Plays a game until this many plies are left; `None` if it ends earlier.
fn play_game<P: Evaluate>(
    start: &P,
    plies: u32,
    random: bool,
    rng: &mut Rng,
    searcher: &mut Searcher<P>,
) -> Option<P> {
    let (tt, stop) = (TranspositionTable::new(4), AtomicBool::new(false));
    searcher.new_game();
    let mut position = *start;
    let mut played = 0;
    let mut moves = Vec::new();
    while P::Solver::max_plies_left(&position) > plies && position.winner().is_none() {
        let step = if random || played < OPENING_PLIES {
            rng.step(&position, &mut moves)?
        } else {
            let request = SearchRequest {
                limits: Limits {
                    nodes: Some(SELF_PLAY_NODES),
                    ..Limits::default()
                },
                ..SearchRequest::new(&position)
            };
            let context = SearchContext::new(&tt, &stop);
            Step {
                mv: searcher.search(&request, context, &mut |_| {}).best_move?,
                reveal: P::Reveal::ALL[0],
            }
        };
        position.play_unchecked(step);
        played += 1;
    }
    let at_plies = P::Solver::max_plies_left(&position) == plies;
    (at_plies && position.winner().is_none()).then_some(position)
}
