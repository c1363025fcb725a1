use super::tests::{Games, after, minimax};
use super::verify::{Chooser, verify_parallel};
use super::{ProofStats, ProofTable, SolveLimits, Solver, VerifyError};
use crate::host::{Host, SystemHost};
use quintain_rules::games::knights_duel::KnightsDuel;
use quintain_rules::games::sight::Sight;
use quintain_rules::{Evaluate, Position, Rng, Side, SolverKnowledge};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

const THREADS: [usize; 3] = [1, 2, 4];

/// Solves a position on several threads with an empty table and checks winner and move.
fn is_solved_right<P: Evaluate<Reveal = ()>>(position: &P, threads: usize) {
    let expected = minimax(position);
    let proofs = ProofTable::new(1);
    let mut solver = Solver::new(&proofs).from_scratch().with_threads(threads);
    let solution = solver.solve(position);
    assert_eq!(solution.winner, Some(expected), "{position}, {threads}");
    let won = expected == position.turn() && position.has_move();
    assert_eq!(solution.best_move.is_some(), won, "{position}, {threads}");
    if let Some(best) = solution.best_move {
        assert_eq!(minimax(&after(position, best)), expected, "{position}");
    }
}

#[test]
fn threads_agree_with_plain_minimax() {
    for threads in THREADS {
        is_solved_right(&Sight::start(Some(3)).unwrap(), threads);
        is_solved_right(&KnightsDuel::start(Some(4)).unwrap(), threads);
        for position in Games::<Sight>::new(21, &[3, 5, 7], 9).take(150) {
            is_solved_right(&position, threads);
        }
        for position in Games::<KnightsDuel>::new(22, &[4, 5, 6], 18).take(150) {
            is_solved_right(&position, threads);
        }
    }
}

/// Positions of which a part is searched by proof numbers: with more plies left than are
/// searched depth first.
fn long_games() -> impl Iterator<Item = Sight> {
    let long = |position: &Sight| (20..=21).contains(&Sight::max_plies_left(position));
    let mut rng = Rng::new(23);
    let start = Sight::start(Some(5)).unwrap();
    std::iter::from_fn(move || rng.playout(&start).find(long))
}

#[test]
fn proof_numbers_and_depth_first_search_agree() {
    for position in long_games().take(3) {
        // On its own, every move leads to a position that is solved by other means.
        let by_moves = position.moves().into_iter().any(|mv| {
            let proofs = ProofTable::new(16);
            let next = after(&position, mv);
            let mut replies = next.moves().into_iter();
            let mut solver = Solver::new(&proofs).from_scratch();
            let mut loses = |reply| solver.solve(&after(&next, reply)).winner != Some(next.turn());
            replies.all(&mut loses)
        });
        for threads in THREADS {
            let proofs = ProofTable::new(16);
            let mut solver = Solver::new(&proofs).from_scratch().with_threads(threads);
            let winner = solver.solve(&position).winner;
            assert_eq!(winner == Some(position.turn()), by_moves, "{position}");
        }
    }
}

/// A host that stops the search when it has been asked for the time this often.
struct StopAfter<'a> {
    asks_left: AtomicU64,
    stop: &'a AtomicBool,
}

impl Host for StopAfter<'_> {
    fn now(&self) -> Duration {
        let left = self.asks_left.load(Ordering::Relaxed);
        self.asks_left
            .store(left.saturating_sub(1), Ordering::Relaxed);
        self.stop.fetch_or(left == 0, Ordering::Relaxed);
        Duration::ZERO
    }

    fn run_parallel<'a>(
        &self,
        main: &mut dyn FnMut(),
        helpers: Vec<Box<dyn FnOnce() + Send + 'a>>,
    ) {
        SystemHost.run_parallel(main, helpers);
    }
}

#[test]
fn a_search_that_is_cut_short_claims_nothing_wrong_and_keeps_its_limits() {
    let mut rng = Rng::new(24);
    let (mut solved, mut unsolved) = (0, 0);
    for position in long_games().take(4) {
        let fresh = ProofTable::new(16);
        let expected = Solver::new(&fresh).from_scratch().solve(&position).winner;
        for threads in THREADS {
            let proofs = ProofTable::new(4);
            for _ in 0..12 {
                let nodes = 1 << rng.below(20);
                let limits = SolveLimits {
                    nodes: Some(nodes),
                    time: None,
                };
                let stop = AtomicBool::new(false);
                let host = StopAfter {
                    asks_left: AtomicU64::new(rng.below(300) as u64),
                    stop: &stop,
                };
                let mut solver = Solver::new(&proofs)
                    .from_scratch()
                    .with_threads(threads)
                    .with_limits(limits)
                    .with_host(&host)
                    .with_stop(&stop);
                let solution = solver.solve(&position);
                assert!(solution.progress.nodes <= nodes);
                match solution.winner {
                    Some(_) => solved += 1,
                    None => unsolved += 1,
                }
                assert!(solution.winner.is_none() || solution.winner == expected);
                assert!(solution.best_move.is_none() || solution.winner == Some(position.turn()));
            }
            // What the searches have left behind is right.
            let mut solver = Solver::new(&proofs).from_scratch().with_threads(threads);
            assert_eq!(solver.solve(&position).winner, expected, "{position}");
        }
    }
    assert!(unsolved > 20, "{solved} solved, {unsolved} not");
}

/// A host without threads.
struct Alone;

impl Host for Alone {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

#[test]
fn a_host_without_threads_solves_alone() {
    let position = long_games().next().unwrap();
    let proofs = [ProofTable::new(16), ProofTable::new(16)];
    let [four, one] = [(4, &proofs[0]), (1, &proofs[1])].map(|(threads, proofs)| {
        let solver = Solver::new(proofs).from_scratch().with_host(&Alone);
        solver.with_threads(threads).solve(&position)
    });
    assert_eq!(four.winner, one.winner);
    assert!(four.winner.is_some());
}

/// A winning move by the definition, in images of a position the images of the same move: which
/// of them a thread comes to first is chance.
fn least_win(position: &Sight) -> Option<<Sight as Position>::Move> {
    let wins = |mv: &_| minimax(&after(position, *mv)) == position.turn();
    let key = |mv: &_| {
        let next = after(position, *mv);
        let images = Sight::SYMMETRIES.iter();
        images.map(|&image| next.transform(image).zobrist()).min()
    };
    position.moves().into_iter().filter(wins).min_by_key(key)
}

#[test]
fn threads_verify_the_same_positions() {
    let start = Sight::start(Some(3)).unwrap();
    let verified = |winner, threads: usize| {
        let chooser = || -> Chooser<'_, Sight> { Box::new(least_win) };
        verify_parallel(&SystemHost, threads, &start, winner, &chooser)
    };
    let one: ProofStats = verified(Side::First, 1).unwrap();
    assert!(one.positions() > 50);
    for threads in THREADS {
        assert_eq!(verified(Side::First, threads), Ok(one));
        let error = verified(Side::Second, threads).unwrap_err();
        let found = matches!(error, VerifyError::NoMove { .. } | VerifyError::Lost { .. });
        assert!(found, "{error}");
    }
}
