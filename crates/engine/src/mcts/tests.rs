//! Searches with evaluations that know nothing, and with ones that know too much.

use super::{EvaluationError, Forest, MctsOptions, RootNoise};
use crate::{SolveLimits, SolveRequest};
use quintain_rules::games::incognito::Incognito;
use quintain_rules::games::knights_duel::KnightsDuel;
use quintain_rules::games::sight::Sight;
use quintain_rules::learn::Encode;
use quintain_rules::rng::Rng;
use quintain_rules::{Position, Reveal};

fn duel(text: &str) -> KnightsDuel {
    text.parse().expect("a position")
}

/// Searches with equal logits and this value for every leaf.
fn search<P: Encode>(
    forest: &mut Forest<P>,
    simulations: u32,
    leaves: usize,
    value: impl Fn(&P) -> f32,
) {
    while forest.select(simulations, leaves) > 0 {
        let actions: usize = forest.leaves().map(Encode::action_count).sum();
        let values: Vec<f32> = forest.leaves().map(&value).collect();
        let logits = vec![0.0; actions];
        forest.expand(&logits, &values).expect("an evaluation");
    }
}

fn visits<P: Encode>(forest: &Forest<P>, tree: usize, root: &P) -> Vec<u32> {
    let mut visits = vec![0; root.action_count()];
    forest.write_visits(tree, &mut visits);
    visits
}

#[test]
fn the_visits_of_a_root_are_the_simulations_and_go_to_legal_moves() {
    let start = Sight::start(Some(5)).expect("a board");
    for leaves in [1, 8, 1000] {
        let mut forest = Forest::new(&[start], 1, MctsOptions::default());
        search(&mut forest, 300, leaves, |_| 0.0);
        let visits = visits(&forest, 0, &start);
        assert_eq!(visits.iter().sum::<u32>(), 300, "{leaves}");
        let mut mask = vec![0_u8; start.action_count()];
        start.write_mask(&mut mask);
        assert!(
            visits
                .iter()
                .zip(&mask)
                .all(|(&n, &legal)| n == 0 || legal == 1)
        );
    }
}

#[test]
fn a_search_without_knowledge_finds_what_the_solver_proves() {
    let start = KnightsDuel::start(Some(4)).expect("a board");
    let registry = crate::EngineRegistry::standard();
    let factory = registry.get("knights-duel").expect("a game");
    let request = SolveRequest {
        limits: SolveLimits::default(),
        threads: 1,
        hash_mib: 1,
        from_scratch: true,
        verify: false,
    };
    let roots: Vec<KnightsDuel> = Rng::new(1)
        .playout(&start)
        .take_while(|position| position.winner().is_none())
        .collect();
    assert!(roots.len() > 3);
    let mut forest = Forest::new(&roots, 1, MctsOptions::default());
    search(&mut forest, 20_000, 4, |_| 0.0);
    for (tree, root) in roots.iter().enumerate() {
        let erased = quintain_rules::erased::erase(*root);
        let solution = factory
            .solve(&*erased, &request, &false.into(), &mut |_| {})
            .expect("a proof");
        let wins = solution.winner == Some(root.turn());
        assert_eq!(
            forest.value(tree) > 0.0,
            wins,
            "{root}: {}",
            forest.value(tree)
        );
    }
}

#[test]
fn a_game_that_is_over_needs_no_evaluation() {
    let over = duel("WB2/xxxx/xxxx/xxxx w");
    assert!(over.winner().is_some());
    let mut forest = Forest::new(&[over], 1, MctsOptions::default());
    assert_eq!(forest.select(100, 8), 0);
    assert_eq!(forest.value(0), -1.0);
    assert_eq!(visits(&forest, 0, &over).iter().sum::<u32>(), 0);
}

#[test]
fn a_tree_does_not_depend_on_its_neighbors_or_on_when_it_was_searched() {
    let start = Incognito::start(Some(5)).expect("a board");
    let options = MctsOptions {
        noise: Some(RootNoise {
            alpha: 0.5,
            fraction: 0.25,
        }),
        ..MctsOptions::default()
    };
    let value = |position: &Incognito| (position.zobrist() % 200) as f32 / 100.0 - 1.0;
    let mut alone = Forest::new(&[start], 8, options);
    search(&mut alone, 400, 4, value);
    let mut many = Forest::new(&[start, start, start], 7, options);
    search(&mut many, 400, 4, value);
    assert_eq!(visits(&alone, 0, &start), visits(&many, 1, &start));
    assert_eq!(alone.value(0), many.value(1));
    // Other seeds draw other noise and other reveals.
    assert_ne!(visits(&many, 0, &start), visits(&many, 1, &start));
}

#[test]
fn the_value_of_a_move_is_the_mean_over_what_chance_reveals() {
    let position: Incognito = "1BB2/B4/BW3/1B1WW/2WW1 b".parse().expect("a position");
    let question = position.parse_move("a3?b3").expect("a move");
    let (mut expected, mut total) = (0.0, 0);
    // Everything is worth its reveal's number, so that the mean can be computed here.
    let worth = |position: &Incognito| match position.winner() {
        Some(_) => unreachable!("games that are over are not evaluated"),
        None => (position.zobrist() % 100) as f32 / 100.0,
    };
    position.visit_reveals(question, |reveal, weight| {
        let mut next = position;
        next.play_unchecked(quintain_rules::Step {
            mv: question,
            reveal,
        });
        let value = match next.winner() {
            Some(side) if side == position.turn() => 1.0,
            Some(_) => -1.0,
            None => -worth(&next),
        };
        expected += value * weight as f32;
        total += weight;
    });
    assert!(Incognito::SYMMETRIES.len() > 1 && <Incognito as Position>::Reveal::ALL.len() > 2);
    let expected = expected / total as f32;
    // One ply: the mean of the visits of the question is what its reveals are worth, as often as
    // they come. Visits below the first would add the values of deeper positions.
    let mut sum = 0.0;
    let samples = 4000;
    for seed in 0..samples {
        let mut forest = Forest::new(&[position], seed, MctsOptions::default());
        assert_eq!(forest.select(1, 1), 1);
        let mut logits = vec![-100.0; position.action_count()];
        logits[position.action_of(question)] = 100.0;
        forest.expand(&logits, &[0.0]).expect("an evaluation");
        search(&mut forest, 1, 1, worth);
        // The root's mean has its own evaluation, 0, and that of the one visit.
        sum += 2.0 * forest.value(0);
    }
    let mean = sum / samples as f32;
    assert!(
        (mean - expected).abs() < 0.03,
        "{mean} instead of {expected}"
    );
}

#[test]
fn an_evaluation_that_cannot_be_used_changes_nothing() {
    let start = KnightsDuel::start(Some(5)).expect("a board");
    let mut forest = Forest::new(&[start], 1, MctsOptions::default());
    assert_eq!(forest.select(10, 1), 1);
    let legal = start.action_of(start.moves()[0]);
    let mut logits = vec![f32::NEG_INFINITY; 25];
    assert!(matches!(
        forest.expand(&logits, &[0.0]),
        Err(EvaluationError::Logit { row: 0, .. })
    ));
    for mv in start.moves() {
        logits[start.action_of(mv)] = 0.5;
    }
    for value in [f32::NAN, 1.5, f32::INFINITY] {
        assert!(matches!(
            forest.expand(&logits, &[value]),
            Err(EvaluationError::Value { row: 0, .. })
        ));
    }
    for (logits, values) in [(&logits[1..], &[0.0][..]), (&logits, &[]), (&[], &[0.0])] {
        assert!(matches!(
            forest.expand(logits, values),
            Err(EvaluationError::Length { .. })
        ));
    }
    assert_eq!(forest.select(10, 1), 1);
    assert_eq!(forest.value(0), 0.0);
    // Actions that are not legal may have any logit.
    forest.expand(&logits, &[0.25]).expect("an evaluation");
    assert_eq!(forest.value(0), 0.25);
    assert!(logits[legal].is_finite());
}
