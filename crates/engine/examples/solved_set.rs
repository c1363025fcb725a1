//! Makes the sets of solved positions that come with the games:
//!
//!     cargo run --release -p quintain-engine --example solved_set -- GAME SIZE PLIES [MEBIBYTES]
//!
//! It solves the start position from scratch and prints the positions, lost for the side to move,
//! that the winner moves to within this many plies, against every reply. Append them to the
//! game's `solved.txt`.

use quintain_engine::{ProofTable, SolveProgress, Solver};
use quintain_rules::games::{Visitor, dispatch};
use quintain_rules::view::Describe;
use quintain_rules::{Evaluate, Reveal, SolverKnowledge, Step};
use std::collections::HashSet;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (game, size, plies, mebibytes) = match arguments.as_slice() {
        [game, size, plies] => (game, size, plies, 1024),
        [game, size, plies, mebibytes] => (game, size, plies, mebibytes.parse()?),
        _ => return Err("usage: solved_set GAME SIZE PLIES [MEBIBYTES]".into()),
    };
    let (size, plies) = (size.parse()?, plies.parse()?);
    let list = ListSolved {
        size,
        plies,
        mebibytes,
    };
    dispatch(game, list).unwrap_or_else(|| Err("there is no such game".into()))
}

struct ListSolved {
    size: u8,
    plies: usize,
    mebibytes: usize,
}

impl Visitor for ListSolved {
    type Output = Result<(), Box<dyn Error>>;

    fn visit<P: Describe + Evaluate>(self) -> Result<(), Box<dyn Error>> {
        list::<P>(self.size, self.plies, self.mebibytes)
    }
}

fn list<P: Evaluate>(size: u8, plies: usize, mebibytes: usize) -> Result<(), Box<dyn Error>> {
    let start = P::start(Some(size))?;
    let proofs = ProofTable::new(mebibytes);
    let mut on_progress = |progress: &SolveProgress| eprint!("\r{} positions", progress.nodes);
    let mut solver = Solver::new(&proofs)
        .from_scratch()
        .on_progress(&mut on_progress);
    let solution = solver.solve(&start);
    let winner = solution.winner.ok_or("not solved")?;
    eprintln!(
        "\r{} wins: {} positions in {:?}",
        winner.as_str(),
        solution.progress.nodes,
        solution.progress.time
    );
    let name = P::INFO.name();
    println!("# {name} {size}x{size}: {} wins.", winner.as_str());
    let mut seen = HashSet::new();
    let mut now = vec![start];
    for _ in 0..=plies {
        let mut next = Vec::new();
        for position in now {
            if position.winner().is_some() || !seen.insert(P::Solver::canonical_key(&position)) {
                continue;
            }
            let mut visit = |mv| {
                let mut after = position;
                after.play_unchecked(Step {
                    mv,
                    reveal: P::Reveal::ALL[0],
                });
                next.push(after);
            };
            if position.turn() == winner {
                visit(solver.winning_move(&position).ok_or("no winning move")?);
            } else {
                println!("{position}");
                position.moves().into_iter().for_each(visit);
            }
        }
        now = next;
    }
    Ok(())
}
