//! What every game's knowledge of play must fulfill, checked for any type that implements
//! [`Evaluate`]: the contracts that search, solver, tablebases and tuner rely on.

use quintain_rules::{
    Accumulator, EndgameIndex, Evaluate, MAX_EVAL, MAX_MOVE_SCORE, MoveOrdering, Reveal, Rng, Side,
    SolverKnowledge, Step, Tunable,
};
use std::ops::ControlFlow;

/// Games with this few plies left are played out in full.
const MAX_MINIMAX_PLIES: u32 = 7;

/// Everything that a game's knowledge of play must fulfill, along random games from a position.
pub(super) fn evaluation_conforms<P: Evaluate>(start: &P, games: u64, plies: usize) {
    parameters_are_sound::<P>();
    let mut rng = Rng::new(3);
    endgames_are_numbered(start, &mut rng);
    for _ in 0..games {
        let mut played = vec![*start];
        played.extend(rng.playout(start).take(plies));
        accumulators_agree(&played);
        for (ply, position) in played.iter().enumerate() {
            let left = (played.len() - 1 - ply) as u32;
            let bound = P::Solver::max_plies_left(position);
            assert!(bound >= left, "{position}: {left} plies, at most {bound}");
            canonical_keys_agree(position);
            if position.winner().is_none() {
                evaluation_is_sound(position);
                terms_and_features_are_sound(position);
                tactical_moves_agree(position);
                wins_in_one_are_found(position);
                solved_values_are_right(position);
            }
        }
    }
}

fn parameters_are_sound<P: Evaluate>() {
    assert!(P::SCALE > 0.0 && P::SCALE.is_finite());
    assert!(
        !P::HAS_ZUGZWANG || P::FUTILITY_MARGIN.is_none(),
        "futility pruning is wrong with zugzwang"
    );
    assert!(
        !P::HAS_ZUGZWANG || !P::HAS_QUIESCENCE,
        "standing pat is wrong with zugzwang"
    );
    assert!(P::FUTILITY_MARGIN.is_none_or(|margin| (1..MAX_EVAL).contains(&margin)));
    for level in P::LEVELS {
        assert!(level.depth > 0 && level.nodes > 0 && level.temperature > 0.0);
    }
    let terms = P::Tuning::TERMS;
    let named: usize = terms.iter().map(|term| term.1).sum();
    assert!(terms.is_empty() || named == P::Tuning::WEIGHTS.len());
}

fn evaluation_is_sound<P: Evaluate>(position: &P) {
    let value = position.evaluate();
    assert!(value.abs() < MAX_EVAL, "{position}: {value}");
    let quick = P::Ordering::quick_eval(position);
    assert!(quick.abs() < MAX_EVAL, "{position}: {quick}");
    for &symmetry in P::SYMMETRIES {
        let image = position.transform(symmetry);
        assert_eq!(image.evaluate(), value, "{position} and {image}");
    }
    for mv in position.moves() {
        let score = P::Ordering::move_score(position, mv);
        assert!(score.abs() <= MAX_MOVE_SCORE, "{position}: {mv:?} {score}");
        let class = P::Ordering::move_class(position, mv);
        assert!(class < P::Ordering::MOVE_CLASSES, "{position}: {mv:?}");
    }
}

/// Whatever an accumulator was used for before, the evaluation is that of the position alone.
fn accumulators_agree<P: Evaluate>(played: &[P]) {
    let mut here = P::Accumulator::default();
    let mut before = P::Accumulator::default();
    let open = played.iter().filter(|position| position.winner().is_none());
    for (ply, position) in open.enumerate() {
        let value = position.evaluate();
        // From the position before, as in a search; from one long ago; and from itself.
        assert_eq!(here.evaluate(Some(&before), position), value, "{position}");
        assert_eq!(here.evaluate(None, position), value, "{position}");
        if ply % 3 == 0 {
            before = here.clone();
        }
        let fresh = P::Accumulator::default();
        assert_eq!(here.evaluate(Some(&fresh), position), value, "{position}");
    }
}

fn terms_and_features_are_sound<P: Evaluate>(position: &P) {
    let weights = P::Tuning::WEIGHTS;
    if !weights.is_empty() {
        let mut sum = 0;
        P::Tuning::visit_terms(position, |term, count| sum += weights[term] * count);
        assert_eq!(sum, position.evaluate(), "{position}");
    }
    let Some(shape) = P::Tuning::NETWORK else {
        return;
    };
    assert!(P::Tuning::bucket(position) < shape.buckets, "{position}");
    for perspective in Side::BOTH {
        P::Tuning::visit_features(position, perspective, |feature, count| {
            let exists = feature < shape.features;
            assert!(exists && count >= 0, "{position}: {feature} is {count}");
        });
    }
    for feature in 0..shape.features {
        let image = P::Tuning::mirror_feature(feature);
        assert_eq!(P::Tuning::mirror_feature(image), feature);
    }
}

fn tactical_moves_agree<P: Evaluate>(position: &P) {
    let mut tactical = Vec::new();
    let _ = position.visit_tactical(|mv| {
        tactical.push(mv);
        ControlFlow::<()>::Continue(())
    });
    let mut expected = position.moves();
    expected.retain(|&mv| position.is_tactical(mv));
    tactical.sort();
    expected.sort();
    assert_eq!(tactical, expected, "{position}");
}

/// Whether a move ends the game with a win, whatever it reveals.
fn wins_at_once<P: Evaluate>(position: &P, mv: P::Move) -> bool {
    let mut wins = true;
    position.visit_reveals(mv, |reveal, _| {
        let mut next = *position;
        next.play_unchecked(Step { mv, reveal });
        wins &= next.terminal_winner() == Some(position.turn());
    });
    wins
}

fn wins_in_one_are_found<P: Evaluate>(position: &P) {
    match position.winning_move() {
        Some(mv) => {
            assert!(position.is_legal(mv), "{position}: {mv:?}");
            assert!(wins_at_once(position, mv), "{position}: {mv:?}");
        }
        None if P::FINDS_WIN_IN_ONE => {
            let mut moves = position.moves().into_iter();
            let missed = moves.find(|&mv| wins_at_once(position, mv));
            assert_eq!(missed, None, "{position}");
        }
        None => {}
    }
}

fn canonical_keys_agree<P: Evaluate>(position: &P) {
    let key = P::Solver::canonical_key(position);
    for &symmetry in P::SYMMETRIES {
        let image = position.transform(symmetry);
        assert_eq!(P::Solver::canonical_key(&image), key, "{image}");
    }
}

/// The position after a move of a game without chance.
fn after<P: Evaluate>(position: &P, mv: P::Move) -> P {
    let mut next = *position;
    next.play_unchecked(Step {
        mv,
        reveal: P::Reveal::ALL[0],
    });
    next
}

/// The winner by the definition: plain minimax over the whole game tree.
fn minimax_winner<P: Evaluate>(position: &P) -> Side {
    position.winner().unwrap_or_else(|| {
        let turn = position.turn();
        let mut moves = position.moves().into_iter();
        let wins = moves.any(|mv| minimax_winner(&after(position, mv)) == turn);
        if wins { turn } else { !turn }
    })
}

fn solved_values_are_right<P: Evaluate>(position: &P) {
    let solved = P::Solver::probe_solved(position);
    let outcome = P::Solver::static_outcome(position);
    if P::HAS_CYCLES || P::Reveal::ALL.len() > 1 {
        assert_eq!(
            (solved, outcome),
            (None, None),
            "{position} is never solved"
        );
        return;
    }
    if let Some(mv) = solved.and_then(|solved| solved.best_move) {
        assert!(position.is_legal(mv), "{position}: {mv:?}");
        let next = P::Solver::probe_solved(&after(position, mv));
        assert!(next.is_none_or(|next| next.winner == position.turn()));
    }
    if P::Solver::max_plies_left(position) > MAX_MINIMAX_PLIES {
        return;
    }
    let winner = minimax_winner(position);
    assert!(outcome.is_none_or(|side| side == winner), "{position}");
    if let Some(solved) = solved {
        assert_eq!(solved.winner, winner, "{position}");
        if let Some(mv) = solved.best_move {
            assert_eq!(winner, position.turn(), "{position}");
            assert_eq!(minimax_winner(&after(position, mv)), winner, "{position}");
        }
    }
}

/// Numbers and positions correspond, and steps lead to classes that are solved before.
fn endgames_are_numbered<P: Evaluate>(board: &P, rng: &mut Rng) {
    let classes = P::Endgames::classes(board, 2);
    assert!(classes.is_sorted_by_key(|class| class.group));
    for (order, class) in classes.iter().enumerate() {
        assert_eq!(P::Endgames::position(board, class.id, class.size), None);
        for _ in 0..20 {
            let index = rng.below(class.size as usize) as u64;
            let Some(position) = P::Endgames::position(board, class.id, index) else {
                continue;
            };
            assert_eq!(position.size(), board.size());
            assert_eq!(P::Endgames::class(&position), Some(class.id), "{position}");
            assert_eq!(P::Endgames::index(&position), index, "{position}");
            position.visit_steps(|step| {
                let mut next = position;
                next.play_unchecked(step);
                if next.winner().is_none() {
                    let id = P::Endgames::class(&next);
                    let to = classes.iter().position(|class| Some(class.id) == id);
                    let to = to.expect("a class of the list");
                    assert!(to < order || classes[to].group == class.group, "{next}");
                }
            });
            P::Endgames::visit_predecessors(&position, |before| {
                let id = P::Endgames::class(&before);
                let from = classes.iter().find(|class| Some(class.id) == id);
                assert_eq!(from.map(|from| from.group), Some(class.group), "{before}");
                let mut leads_here = false;
                before.visit_steps(|step| {
                    let mut next = before;
                    next.play_unchecked(step);
                    leads_here |= P::Endgames::class(&next) == Some(class.id)
                        && P::Endgames::index(&next) == index;
                });
                assert!(leads_here, "{before} does not lead to {position}");
            });
        }
    }
}
