use super::proof_table::Numbers;
use super::{ProofTable, SolveLimits, SolveRequest, Solver, VerifyError, verify};
use crate::{Limits, Mate, SearchContext, SearchOptions, Techniques, TranspositionTable, search};
use quintain_rules::games::knights_duel::KnightsDuel;
use quintain_rules::games::sight::Sight;
use quintain_rules::{Evaluate, MoveOrdering, Position, Rng, Side, SolverKnowledge, Step};
use std::sync::atomic::AtomicBool;

/// A stream of positions from random play with at most this many plies left, of various kinds:
/// some near the end, some not.
pub(super) struct Games<P> {
    rng: Rng,
    sizes: &'static [u8],
    max_plies: usize,
    game: std::marker::PhantomData<P>,
}

impl<P: Evaluate<Reveal = ()>> Games<P> {
    pub(super) fn new(seed: u64, sizes: &'static [u8], max_plies: usize) -> Self {
        Games {
            rng: Rng::new(seed),
            sizes,
            max_plies,
            game: std::marker::PhantomData,
        }
    }
}

impl<P: Evaluate<Reveal = ()>> Iterator for Games<P> {
    type Item = P;

    fn next(&mut self) -> Option<P> {
        loop {
            let &size = self.rng.choose(self.sizes)?;
            let start = P::start(Some(size)).ok()?;
            let wanted = self.rng.below(self.max_plies) as u32 + 1;
            let near_enough = |position: &P| P::Solver::max_plies_left(position) <= wanted;
            let mut last = start;
            if !near_enough(&start) {
                for position in self.rng.playout(&start) {
                    last = position;
                    if near_enough(&last) {
                        break;
                    }
                }
            }
            // Finished positions are worth solving too, but not only these.
            if last.has_move() || self.rng.below(8) == 0 {
                return Some(last);
            }
        }
    }
}

pub(super) fn after<P: Position<Reveal = ()>>(position: &P, mv: P::Move) -> P {
    let mut next = *position;
    next.play_unchecked(Step { mv, reveal: () });
    next
}

/// The winner by the definition: plain minimax.
pub(super) fn minimax<P: Position<Reveal = ()>>(position: &P) -> Side {
    if let Some(winner) = position.winner() {
        return winner;
    }
    let turn = position.turn();
    let wins = |mv: P::Move| minimax(&after(position, mv)) == turn;
    if position.moves().into_iter().any(wins) {
        turn
    } else {
        !turn
    }
}

fn agrees_with_minimax<P: Evaluate<Reveal = ()>>(positions: Games<P>, count: usize) {
    let proofs = ProofTable::new(4);
    let mut wins = [0, 0];
    for position in positions.take(count) {
        let expected = minimax(&position);
        let solution = Solver::new(&proofs).from_scratch().solve(&position);
        assert_eq!(solution.winner, Some(expected), "{position}");
        let won = expected == position.turn();
        assert_eq!(solution.best_move.is_some(), won, "{position}");
        if let Some(best) = solution.best_move {
            assert_eq!(minimax(&after(&position, best)), expected, "{position}");
        }
        let trusting = Solver::new(&proofs).solve(&position);
        assert_eq!(trusting.winner, Some(expected), "{position}");
        if let Some(winner) = P::Solver::static_outcome(&position) {
            assert_eq!(winner, expected, "{position} settled");
        }
        if let Some(known) = P::Solver::probe_solved(&position) {
            assert_eq!(known.winner, expected, "{position} known");
            if let Some(best) = known.best_move {
                assert_eq!(minimax(&after(&position, best)), expected, "{position}");
            }
        }
        wins[usize::from(won)] += 1;
    }
    assert!(wins[0] > count / 10 && wins[1] > count / 10, "{wins:?}");
}

#[test]
fn the_solver_agrees_with_plain_minimax_in_knights_duel() {
    agrees_with_minimax(Games::<KnightsDuel>::new(1, &[4, 5, 6], 18), 3000);
}

#[test]
fn the_solver_agrees_with_plain_minimax_in_sight() {
    agrees_with_minimax(Games::<Sight>::new(2, &[3, 5, 7], 9), 3000);
}

/// Images of a position have the same key and, sides considered, the same winner.
fn images_agree<P: Evaluate<Reveal = ()>>(positions: Games<P>, count: usize) {
    let proofs = ProofTable::new(4);
    for position in positions.take(count) {
        let solve = |position: &P| {
            let fresh = ProofTable::new(1);
            Solver::new(&fresh).from_scratch().solve(position).winner
        };
        let winner = solve(&position);
        let shared = Solver::new(&proofs).from_scratch().solve(&position).winner;
        assert_eq!(winner, shared, "{position}");
        for &symmetry in P::SYMMETRIES {
            let image = position.transform(symmetry);
            assert_eq!(
                P::Solver::canonical_key(&image),
                P::Solver::canonical_key(&position),
                "{image}"
            );
            let expected = winner.map(|side| if symmetry.swap_sides { !side } else { side });
            assert_eq!(solve(&image), expected, "{position} and {image}");
            let outcome = P::Solver::static_outcome(&image);
            assert!(outcome.is_none() || outcome == expected, "{image}");
        }
    }
}

#[test]
fn symmetric_positions_agree() {
    images_agree(Games::<KnightsDuel>::new(3, &[4, 5, 6, 7], 20), 60);
    images_agree(Games::<Sight>::new(4, &[3, 5, 7], 10), 60);
}

/// Positions with the same canonical key have the same result for the side to move.
fn classes_agree<P: Evaluate<Reveal = ()>>(positions: Games<P>, count: usize) {
    let mut found = std::collections::HashMap::new();
    let mut again = 0;
    for position in positions.take(count) {
        let won = minimax(&position) == position.turn();
        let (first, before) = *found
            .entry(P::Solver::canonical_key(&position))
            .or_insert((position, won));
        assert_eq!(before, won, "{first} and {position}");
        again += usize::from(first != position);
    }
    assert!(again > count / 20, "{again}");
}

#[test]
fn positions_of_one_class_have_one_winner() {
    classes_agree(Games::<KnightsDuel>::new(5, &[4, 5], 9), 20_000);
    classes_agree(Games::<Sight>::new(6, &[3, 5], 7), 20_000);
}

#[test]
fn small_boards_from_the_start() {
    let proofs = ProofTable::new(16);
    let mut solver = Solver::new(&proofs).from_scratch();
    for (size, winner) in [
        (4, Side::Second),
        (5, Side::First),
        (6, Side::Second),
        (7, Side::First),
    ] {
        let start = KnightsDuel::start(Some(size)).unwrap();
        assert_eq!(solver.solve(&start).winner, Some(winner), "{start}");
    }
    let start = Sight::start(Some(3)).unwrap();
    assert_eq!(solver.solve(&start).winner, Some(Side::First));
}

#[test]
fn proofs_hold_against_every_reply() {
    fn holds<P: Evaluate>(size: u8) -> u64 {
        let start = P::start(Some(size)).unwrap();
        let proofs = ProofTable::new(16);
        let mut solver = Solver::new(&proofs).from_scratch();
        let winner = solver.solve(&start).winner.unwrap();
        let mut choose = |position: &P| solver.winning_move(position);
        let proof = verify(&start, winner, None, &mut choose).unwrap();
        assert!(proof.or_nodes > 0 && proof.and_nodes > 0 && proof.terminal_nodes > 0);
        let refuted = verify(&start, !winner, None, &mut choose).unwrap_err();
        assert!(matches!(refuted, VerifyError::NoMove { .. }), "{refuted}");
        proof.positions()
    }
    assert!(holds::<KnightsDuel>(4) > 20);
    assert!(holds::<KnightsDuel>(5) > 500);
    assert!(holds::<KnightsDuel>(6) > 10_000);
    assert!(holds::<Sight>(3) > 50);
}

#[test]
fn a_wrong_claim_is_caught() {
    let start = Sight::start(Some(3)).unwrap();
    // Any move will do: the second side cannot hold what it claims.
    let mut first = |position: &Sight| position.moves().first().copied();
    let error = verify(&start, Side::Second, None, &mut first).unwrap_err();
    assert!(matches!(error, VerifyError::Lost { .. }), "{error}");
    // The right winner with the wrong moves proves nothing either.
    let error = verify(&start, Side::First, None, &mut first).unwrap_err();
    assert!(matches!(error, VerifyError::Lost { .. }), "{error}");
    let mut nothing = |_: &Sight| None;
    let error = verify(&start, Side::First, None, &mut nothing).unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no move for the winner in .../.../... O"
    );
    let elsewhere = start.parse_move("a1-b2").unwrap();
    let error = verify(&start, Side::First, None, &mut |_| Some(elsewhere)).unwrap_err();
    assert_eq!(error.to_string(), "a1-b2 cannot be played in .../.../... O");
    let proofs = ProofTable::new(1);
    let mut solver = Solver::new(&proofs);
    let mut choose = |position: &Sight| solver.winning_move(position);
    let error = verify(&start, Side::First, Some(10), &mut choose).unwrap_err();
    assert_eq!(error, VerifyError::TooLarge { positions: 10 });
}

/// A search that sees the end agrees with the solver.
fn search_agrees<P: Evaluate<Reveal = ()>>(positions: Games<P>, count: usize) {
    let (proofs, tt, stop) = (
        ProofTable::new(1),
        TranspositionTable::new(1),
        AtomicBool::new(false),
    );
    for position in positions.take(count) {
        if !position.has_move() {
            continue;
        }
        let winner = Solver::new(&proofs).from_scratch().solve(&position).winner;
        for techniques in [Techniques::NONE, Techniques::ALL] {
            let options = SearchOptions {
                techniques,
                ..SearchOptions::default()
            };
            tt.clear();
            let result = search(
                &position,
                &[],
                &Limits::default(),
                options,
                SearchContext::new(&tt, &stop),
                &mut |_| {},
            );
            let found = match result.lines[0].score.mate() {
                Some(Mate::Win(_)) => Some(position.turn()),
                Some(Mate::Loss(_)) => Some(!position.turn()),
                None => None,
            };
            assert_eq!(found, winner, "{position}, with {techniques}");
        }
    }
}

#[test]
fn search_and_solver_agree_on_forced_results() {
    search_agrees(Games::<KnightsDuel>::new(7, &[4, 5, 6], 14), 60);
    search_agrees(Games::<Sight>::new(8, &[3, 5, 7], 8), 60);
}

#[test]
fn limits_and_a_stop_end_the_search() {
    let start = Sight::start(Some(9)).unwrap();
    let proofs = ProofTable::new(1);
    let limits = SolveLimits {
        nodes: Some(5000),
        time: None,
    };
    let solution = Solver::new(&proofs).with_limits(limits).solve(&start);
    assert_eq!(solution.winner, None);
    assert_eq!(solution.best_move, None);
    assert!((5000..20_000).contains(&solution.progress.nodes));
    let stop = AtomicBool::new(true);
    let solution = Solver::new(&proofs).with_stop(&stop).solve(&start);
    assert_eq!(solution.winner, None);
    assert!(solution.progress.nodes <= 1024);
}

#[test]
fn an_aborted_search_leaves_nothing_wrong_behind() {
    let proofs = ProofTable::new(1);
    for position in Games::<Sight>::new(9, &[5], 9).take(300) {
        let expected = minimax(&position);
        for nodes in [1, 30, 1000] {
            let limits = SolveLimits {
                nodes: Some(nodes),
                time: None,
            };
            let before = Solver::new(&proofs)
                .with_limits(limits)
                .solve(&position)
                .winner;
            assert!(before.is_none_or(|winner| winner == expected));
        }
        let winner = Solver::new(&proofs).solve(&position).winner;
        assert_eq!(winner, Some(expected), "{position}");
    }
}

/// Where a game's solved positions end, the solver takes over with the same winner.
fn solved_positions_are_right<P: Evaluate<Reveal = ()>>(size: u8, winner: Side, games: usize) {
    let proofs = ProofTable::new(16);
    let start = P::start(Some(size)).unwrap();
    assert_eq!(
        P::Solver::probe_solved(&start).map(|known| known.winner),
        Some(winner)
    );
    let mut rng = Rng::new(10);
    let mut followed = 0;
    for _ in 0..games {
        let mut position = start;
        while let Some(known) = P::Solver::probe_solved(&position) {
            assert_eq!(known.winner, winner, "{position}");
            let mv = if position.turn() == winner {
                known.best_move.unwrap()
            } else {
                let moves = position.moves();
                let Some(&mv) = rng.choose(&moves) else { break };
                mv
            };
            position = after(&position, mv);
            followed += 1;
        }
        let solution = Solver::new(&proofs).from_scratch().solve(&position);
        assert_eq!(solution.winner, Some(winner), "{position}");
    }
    assert!(followed >= 3 * games, "{followed}");
}

#[test]
fn solved_positions_lead_to_positions_that_the_solver_proves() {
    solved_positions_are_right::<KnightsDuel>(4, Side::Second, 50);
    solved_positions_are_right::<KnightsDuel>(5, Side::First, 50);
    solved_positions_are_right::<KnightsDuel>(6, Side::Second, 50);
    solved_positions_are_right::<KnightsDuel>(7, Side::First, 20);
    solved_positions_are_right::<KnightsDuel>(8, Side::Second, 50);
    solved_positions_are_right::<Sight>(3, Side::First, 50);
    solved_positions_are_right::<Sight>(5, Side::First, 10);
}

/// A network that does not match its features, or was trained badly, predicts winners no better
/// than a coin.
#[test]
fn the_network_of_sight_predicts_winners_better_than_the_quick_evaluation() {
    let proofs = ProofTable::new(16);
    for size in [&[7], &[9]] {
        let (mut network, mut quick, mut all) = (0, 0, 0);
        for position in Games::<Sight>::new(11, size, 16).take(1500) {
            if Sight::max_plies_left(&position) < 10 || !position.has_move() {
                continue;
            }
            let solution = Solver::new(&proofs).solve(&position);
            let wins = solution.winner == Some(position.turn());
            all += 1;
            network += u32::from((position.evaluate() > 0) == wins);
            quick += u32::from((Sight::quick_eval(&position) > 0) == wins);
        }
        println!(
            "{size:?}: {all} positions, {network} by the network, {quick} by the quick evaluation"
        );
        assert!(all > 100, "{all} positions");
        assert!(
            network > quick && network * 4 > all * 3,
            "{network} of {all}"
        );
    }
}

#[test]
fn a_stopped_verification_keeps_the_result_without_a_proof() {
    let registry = crate::EngineRegistry::standard();
    let factory = registry.get("sight").unwrap();
    let start = factory.game().start(Some(3)).unwrap();
    let request = SolveRequest {
        limits: SolveLimits::default(),
        threads: 2,
        hash_mib: 1,
        from_scratch: false,
        verify: true,
    };
    for stopped in [false, true] {
        let stop = AtomicBool::new(stopped);
        let solution = factory.solve(&*start, &request, &stop, &mut |_| {});
        let solution = solution.unwrap();
        assert_eq!(solution.winner, Some(Side::First));
        assert_eq!(solution.proof.is_none(), stopped);
    }
}

/// A table that compared half of the key would take one position for another.
#[test]
fn keys_that_differ_in_one_bit_are_told_apart() {
    let proofs = ProofTable::new(1);
    let mut rng = Rng::new(12);
    let mut word = || u128::from(rng.next_u64());
    let mut confused = 0;
    for _ in 0..100 {
        let key = word() << 64 | word();
        proofs.store(key, Numbers::WON, 1);
        assert_eq!(proofs.probe(key), Some(true));
        for bit in 0..128 {
            let is_stored = bit < 90;
            let found = proofs.probe(key ^ 1 << bit).is_some();
            assert!(!(is_stored && found), "bit {bit}");
            confused += usize::from(found);
        }
    }
    // The line stands for the uppermost bits, 14 of them in the smallest table.
    assert!(confused <= 24 * 100, "{confused}");
}

#[test]
fn what_is_solved_is_not_replaced_by_estimates() {
    let proofs = ProofTable::new(1);
    let key = 0x0123_4567_89ab_cdef_0123_4567_89ab_cdef;
    proofs.store(key, Numbers::open(3, 70_000), 5);
    assert_eq!(proofs.numbers(key), Some(Numbers::open(3, u32::MAX)));
    assert_eq!(proofs.probe(key), None);
    proofs.store(key, Numbers::LOST, 6);
    assert_eq!(proofs.probe(key), Some(false));
    proofs.store(key, Numbers::open(1, 1), 1000);
    assert_eq!(proofs.probe(key), Some(false));
    proofs.clear();
    assert_eq!(proofs.probe(key), None);
    assert_eq!(proofs.hashfull(), 0);
}
