//! The features of the network, counted again point by point.

use super::naive::{Naive, Spot, study_positions};
use crate::games::sight::Sight;
use crate::{Position, Rng, Tunable};
use std::collections::BTreeSet;

/// What a side has on the board.
struct Side {
    stacks: BTreeSet<Spot>,
    movable: BTreeSet<Spot>,
    highest: BTreeSet<Spot>,
    height: u32,
    singles: BTreeSet<Spot>,
    stack_room: BTreeSet<Spot>,
    highest_room: BTreeSet<Spot>,
    single_room: BTreeSet<Spot>,
    room: BTreeSet<Spot>,
}

fn side(naive: &Naive, name: char) -> Side {
    let can_move = |spot: &Spot| !naive.free_neighbors(*spot).is_empty();
    let height = |spot: &Spot| naive.pieces[spot].1;
    let own = naive.pieces.iter().filter(|(_, piece)| piece.0 == name);
    let own: BTreeSet<Spot> = own.map(|(&spot, _)| spot).collect();
    let (stacks, singles): (BTreeSet<Spot>, BTreeSet<Spot>) =
        own.into_iter().partition(|spot| height(spot) > 1);
    let movable: BTreeSet<Spot> = stacks.iter().copied().filter(can_move).collect();
    let tallest = movable.iter().map(height).max().unwrap_or(0);
    let highest = movable.iter().copied();
    let highest: BTreeSet<Spot> = highest.filter(|spot| height(spot) == tallest).collect();
    let room = |spots: &BTreeSet<Spot>| -> BTreeSet<Spot> {
        let all = spots.iter().flat_map(|&spot| naive.free_neighbors(spot));
        all.collect()
    };
    let singles: BTreeSet<Spot> = singles.into_iter().filter(can_move).collect();
    Side {
        stack_room: room(&movable),
        highest_room: room(&highest),
        single_room: room(&singles),
        room: &room(&movable) | &room(&singles),
        height: tallest,
        stacks,
        movable,
        highest,
        singles,
    }
}

/// The features of a side compared with the other, in order.
fn counts(naive: &Naive, name: char, own: &Side, other: &Side) -> Vec<usize> {
    let free = naive.free();
    let seen = |spot: &Spot| naive.sees(*spot, name);
    let ring: BTreeSet<Spot> = own
        .stack_room
        .iter()
        .flat_map(|&spot| naive.free_neighbors(spot))
        .filter(|spot| !own.stack_room.contains(spot))
        .collect();
    let bound = own.stacks != own.movable;
    let that = |spots: &BTreeSet<Spot>, test: &dyn Fn(usize) -> bool| {
        spots.iter().filter(|spot| test(seen(spot))).count()
    };
    vec![
        own.stacks.is_empty().into(),
        bound.into(),
        (bound && own.movable.is_empty()).into(),
        own.movable.len(),
        own.highest.len(),
        own.singles.len(),
        own.height.min(6) as usize,
        own.stack_room.len(),
        own.highest_room.len(),
        own.single_room.len(),
        own.room.len(),
        (&own.stack_room - &other.room).len(),
        (&(&own.single_room - &own.stack_room) - &other.room).len(),
        (&own.room - &other.room).len(),
        (&own.stack_room - &other.stack_room).len(),
        (&own.highest_room - &other.stack_room).len(),
        that(&free, &|count| count == 0),
        that(&free, &|count| count == 1),
        that(&free, &|count| count >= 3),
        that(&own.stack_room, &|count| count == 0),
        that(&own.stack_room, &|count| count <= 1),
        that(&own.stack_room, &|count| count >= 3),
        ring.len(),
        (&ring - &other.room).len(),
    ]
}

/// All features.
fn features(naive: &Naive) -> Vec<usize> {
    let names = if naive.turn == 'O' {
        ['O', 'X']
    } else {
        ['X', 'O']
    };
    let [own, other] = names.map(|name| side(naive, name));
    let mut all = counts(naive, names[0], &own, &other);
    all.extend(counts(naive, names[1], &other, &own));
    let free = naive.free();
    all.extend([free.len(), free.len() % 2]);
    for plane in [
        &own.singles,
        &own.movable,
        &other.singles,
        &other.movable,
        &free,
    ] {
        for far in 0..5 {
            for near in 0..=far {
                let distances = |&&(col, row): &&Spot| {
                    let mut both = [col, row].map(|way| (way - 1).min(naive.size - way));
                    both.sort();
                    both == [near, far]
                };
                all.push(plane.iter().filter(distances).count());
            }
        }
    }
    all
}

#[track_caller]
fn compare(sight: &Sight) {
    let shape = Sight::NETWORK.expect("there is a network");
    let mut fed = vec![0; shape.features];
    Sight::visit_features(sight, sight.turn(), |feature, count| {
        fed[feature] += count as usize;
    });
    assert_eq!(fed, features(&Naive::read(&sight.to_string())), "{sight}");
}

#[test]
fn features_are_what_can_be_counted() {
    let mut rng = Rng::new(3);
    for (size, games) in [(3, 20), (5, 20), (7, 20), (9, 10)] {
        for _ in 0..games {
            let start = Sight::start(Some(size)).unwrap();
            compare(&start);
            rng.playout(&start).for_each(|sight| compare(&sight));
        }
    }
    for sight in study_positions(4, [(3, 100), (5, 200), (7, 200), (9, 100)]) {
        compare(&sight);
    }
}
