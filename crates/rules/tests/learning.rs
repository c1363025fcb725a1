//! What every game must fulfill for learning programs, over every game and every board size.

use quintain_rules::games::{Visitor, dispatch};
use quintain_rules::learn::{Augmentation, Encode, augmentations};
use quintain_rules::view::Describe;
use quintain_rules::{Evaluate, Registry, Rng, Symmetry};
use std::collections::HashSet;

struct Conforms;

impl Visitor for Conforms {
    type Output = ();

    fn visit<P: Describe + Evaluate + Encode>(self) {
        let sizes = match P::INFO.sizes() {
            [] => vec![None],
            sizes => sizes.iter().copied().map(Some).collect(),
        };
        for size in sizes {
            let start = P::start(size).expect("a size of the game");
            spaces_are_sound(&start);
            let augmentations = augmentations(&start);
            for seed in 0..8 {
                for position in Rng::new(seed).playout(&start).take(150) {
                    actions_and_moves_are_inverse(&position);
                    the_mask_is_the_legal_moves(&position);
                    symmetries_commute(&position, &augmentations);
                    both_sides_see_the_same(&position);
                }
            }
        }
    }
}

#[test]
fn every_game_is_encoded_consistently_on_every_board() {
    for game in Registry::standard().iter() {
        dispatch(game.info().id, Conforms).expect("a registered game can be dispatched");
    }
}

fn observation<P: Encode>(position: &P) -> Vec<u8> {
    // Filled with what no plane has, so that a number that is not written shows.
    let mut planes = vec![99; position.observation_len()];
    position.write_planes(&mut planes);
    let mut floats = vec![99.0; position.observation_len()];
    position.write_planes::<f32>(&mut floats);
    let same = planes.iter().zip(floats).all(|(&a, b)| f32::from(a) == b);
    assert!(same, "{position}");
    planes
}

fn mask<P: Encode>(position: &P) -> Vec<u8> {
    let mut mask = vec![99; position.action_count()];
    position.write_mask(&mut mask);
    mask
}

fn spaces_are_sound<P: Encode>(start: &P) {
    let frame = start.frame();
    let names = P::action_planes(frame.cols);
    assert_eq!(names.len(), P::action_plane_count(frame.cols));
    assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
    let planes: HashSet<_> = P::PLANES.iter().collect();
    assert_eq!(planes.len(), P::PLANES.len());
    let count = start.action_count();
    assert_eq!(count, names.len() * frame.cells());
    for beyond in [count, count + 1, usize::MAX / 2, usize::MAX] {
        assert_eq!(start.move_of(beyond), None);
    }
    // Buffers of a wrong length are filled as far as they go.
    for len in [0, 1, 7, count] {
        start.write_mask(&mut vec![0u8; len]);
        start.write_planes(&mut vec![0u8; len]);
    }
}

fn actions_and_moves_are_inverse<P: Encode>(position: &P) {
    let mut seen = HashSet::new();
    for action in 0..position.action_count() {
        if let Some(mv) = position.move_of(action) {
            assert_eq!(position.action_of(mv), action, "{position}");
            assert!(seen.insert(mv), "{position}: {mv:?} has two numbers");
        }
    }
}

fn the_mask_is_the_legal_moves<P: Encode>(position: &P) {
    let legal: HashSet<_> = position.moves().into_iter().collect();
    for (action, flag) in mask(position).into_iter().enumerate() {
        let mv = position.move_of(action);
        let expected = mv.is_some_and(|mv| legal.contains(&mv));
        assert_eq!(flag, u8::from(expected), "{position}: {action} {mv:?}");
    }
    assert_eq!(
        mask(position).iter().filter(|&&flag| flag == 1).count(),
        legal.len()
    );
    let mut flags = vec![true; position.action_count()];
    position.write_mask(&mut flags);
    assert!(
        mask(position)
            .into_iter()
            .eq(flags.into_iter().map(u8::from))
    );
}

/// What an augmentation makes of an observation and a mask is what the transformed position shows.
fn symmetries_commute<P: Encode>(position: &P, augmentations: &[Augmentation]) {
    let cells = position.frame().cells();
    let (planes, legal) = (observation(position), mask(position));
    let expected: HashSet<_> = P::SYMMETRIES
        .iter()
        .map(|&symmetry| {
            let image = position.transform(symmetry);
            (observation(&image), mask(&image))
        })
        .collect();
    let found: HashSet<_> = augmentations
        .iter()
        .map(|Augmentation { cells: to, actions }| {
            let mut moved = vec![0; planes.len()];
            for (index, &value) in planes.iter().enumerate() {
                moved[index / cells * cells + to[index % cells]] = value;
            }
            let mut allowed = vec![0; legal.len()];
            for (action, &flag) in legal.iter().enumerate() {
                if flag == 1 {
                    allowed[actions[action]] = 1;
                }
            }
            (moved, allowed)
        })
        .collect();
    assert_eq!(found, expected, "{position}");
}

/// Swapping the sides, where that is a symmetry of the game, changes nothing for the mover.
fn both_sides_see_the_same<P: Encode>(position: &P) {
    let turn = if P::TURNS {
        Symmetry::HALF_TURN
    } else {
        Symmetry::IDENTITY
    };
    if P::SYMMETRIES.contains(&turn.swapped()) {
        let swapped = position.transform(turn.swapped());
        assert_eq!(observation(&swapped), observation(position), "{position}");
        assert_eq!(mask(&swapped), mask(position), "{position}");
    }
}

#[test]
fn different_positions_of_a_game_look_different() {
    struct Distinct;
    impl Visitor for Distinct {
        type Output = ();

        fn visit<P: Describe + Evaluate + Encode>(self) {
            let start = P::start(None).expect("the default board");
            let mut rng = Rng::new(11);
            let mut positions = HashSet::new();
            let mut pictures = HashSet::new();
            for _ in 0..20 {
                for position in rng.playout(&start).take(60) {
                    if position.winner().is_none() && positions.insert(position) {
                        let who = P::SYMMETRIES.iter().any(|map| map.swap_sides);
                        // Where the sides can be swapped, two positions may look the same.
                        let side = (!who).then(|| position.turn());
                        pictures.insert((observation(&position), side));
                    }
                }
            }
            assert!(pictures.len() * 100 > positions.len() * 95);
        }
    }
    for game in Registry::standard().iter() {
        dispatch(game.info().id, Distinct).expect("a game");
    }
}
