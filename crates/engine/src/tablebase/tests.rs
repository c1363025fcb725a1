//! Small tablebases against plain value iteration, and what search makes of them.

use super::Tablebase;
use crate::{Limits, SearchContext, SearchOptions, TranspositionTable, search};
use quintain_rules::games::incognito::Incognito;
use quintain_rules::games::knights_duel::KnightsDuel;
use quintain_rules::{EndgameIndex, Position, Side, Step};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

fn board(size: u8) -> Incognito {
    Incognito::start(Some(size)).expect("there is this size")
}

fn small(max_pieces: u8) -> Tablebase {
    Tablebase::build(&board(4), max_pieces, 2, &mut |_| {}).expect("it is small")
}

fn pawns(position: &Incognito) -> u32 {
    let count = |side| position.pawns(side).count_ones();
    count(Side::First) + count(Side::Second)
}

/// The value of a position by the values of those after it.
fn best(position: &Incognito, value: impl Fn(&Incognito) -> f64) -> f64 {
    let mut best = 0.0f64;
    for mv in position.moves() {
        let (mut sum, mut total) = (0.0, 0.0);
        position.visit_reveals(mv, |reveal, weight| {
            let mut next = *position;
            next.play_unchecked(Step { mv, reveal });
            let value = match next.winner() {
                Some(winner) => f64::from(u8::from(winner == position.turn())),
                None => 1.0 - value(&next),
            };
            sum += f64::from(weight) * value;
            total += f64::from(weight);
        });
        best = best.max(sum / total);
    }
    best
}

/// Value iteration in floating point, without the endgame index. Fewer pawns come first: all at
/// once would be wrong, since a gamble that ends badly looks good until that shows, and a side
/// that can wait would keep that value forever.
fn plain(mut all: Vec<Incognito>) -> HashMap<Incognito, f64> {
    let mut values: HashMap<Incognito, f64> = all.iter().map(|&position| (position, 0.5)).collect();
    all.sort_by_key(pawns);
    for class in all.chunk_by(|a, b| pawns(a) == pawns(b)) {
        let mut changed = true;
        while changed {
            changed = false;
            for position in class {
                let new = best(position, |next| values[next]);
                changed |= values.insert(*position, new) != Some(new);
            }
        }
    }
    values
}

/// Every position that can be reached from some, as they are and with either side to move.
fn reachable(from: &[&str]) -> Vec<Incognito> {
    let mut all: Vec<Incognito> = from
        .iter()
        .map(|text| text.parse().expect("a position"))
        .collect();
    let mut seen: std::collections::HashSet<Incognito> = all.iter().copied().collect();
    let mut next = 0;
    while next < all.len() {
        let position = all[next];
        next += 1;
        position.visit_steps(|step| {
            let mut after = position;
            after.play_unchecked(step);
            if after.winner().is_none() && seen.insert(after) {
                all.push(after);
            }
        });
    }
    all
}

#[test]
fn agrees_with_plain_value_iteration() {
    let tablebase = small(2);
    let all = reachable(&["1W2/W3/3B/2B1 w"]);
    assert!(all.len() > 6_000, "{}", all.len());
    let (mut halves, mut others) = (0, 0);
    for (position, value) in plain(all) {
        let found = tablebase
            .win_probability(&position)
            .expect("in the tablebase");
        assert!(
            (found - value).abs() < 2e-4,
            "{position}: {found} for {value}"
        );
        if value == 0.5 {
            halves += 1;
        } else if value > 0.0 && value < 1.0 {
            others += 1;
        }
    }
    assert!(halves > 100 && others > 100, "{halves} {others}");
}

/// Verified with the rules alone.
#[test]
fn each_value_is_that_of_the_best_move() {
    let tablebase = small(2);
    let board = board(4);
    let classes = Incognito::classes(&board, 2);
    assert_eq!(
        tablebase.positions(),
        classes.iter().map(|class| class.size).sum::<u64>()
    );
    for class in classes {
        for index in (0..class.size).step_by(23) {
            let Some(position) = Incognito::position(&board, class.id, index) else {
                continue;
            };
            let best = best(&position, |next| {
                tablebase.win_probability(next).expect("in the tablebase")
            });
            let found = tablebase
                .win_probability(&position)
                .expect("in the tablebase");
            assert!(
                (found - best).abs() < 1e-4,
                "{position}: {found} for {best}"
            );
        }
    }
}

#[test]
fn a_search_with_a_tablebase_is_exact_at_once() {
    let tablebase = small(2);
    let tt = TranspositionTable::new(1);
    let board = board(4);
    let limits = Limits {
        depth: Some(1),
        ..Limits::default()
    };
    for class in Incognito::classes(&board, 2) {
        for index in (0..class.size).step_by(173) {
            let Some(position) = Incognito::position(&board, class.id, index) else {
                continue;
            };
            let stop = AtomicBool::new(false);
            let options = SearchOptions::default();
            let context = SearchContext {
                tablebase: Some(&tablebase),
                ..SearchContext::new(&tt, &stop)
            };
            let result = search(&position, &[], &limits, options, context, &mut |_| {});
            let found = result.lines[0].win_probability;
            let value = tablebase
                .win_probability(&position)
                .expect("in the tablebase");
            assert!(
                (found - value).abs() < 1e-3,
                "{position}: {found} for {value}"
            );
        }
    }
}

#[test]
fn files_round_trip_and_damage_is_noticed() {
    let tablebase = small(1);
    let mut bytes = Vec::new();
    tablebase.write(&mut bytes).expect("memory takes it");
    assert_eq!(
        Tablebase::read(&board(4), bytes.as_slice()).ok(),
        Some(tablebase)
    );
    let error = |bytes: &[u8], size: u8| match Tablebase::read(&board(size), bytes) {
        Ok(_) => String::from("accepted"),
        Err(error) => error.to_string(),
    };
    assert_eq!(
        error(&bytes, 5),
        "this is an endgame table of incognito 4x4, expected incognito 5x5"
    );
    assert_eq!(
        error(&bytes[..bytes.len() / 2], 4),
        "the endgame table is cut off"
    );
    assert_eq!(error(b"hello", 4), "this is not an endgame table");
    let longer = [&bytes[..], b"x"].concat();
    assert!(error(&longer, 4).contains("extra bytes after its end"));
    let mut wrong = bytes.clone();
    wrong[bytes.len() / 2] ^= 4;
    assert!(error(&wrong, 4).contains("damaged: its checksum is"));
    for at in 0..bytes.len() {
        let mut wrong = bytes.clone();
        wrong[at] ^= 4;
        assert!(
            Tablebase::read(&board(4), wrong.as_slice()).is_err(),
            "byte {at}"
        );
        assert!(
            Tablebase::read(&board(4), &bytes[..at]).is_err(),
            "{at} bytes"
        );
    }
}

#[test]
fn a_game_without_endgames_has_an_empty_tablebase() {
    let board = KnightsDuel::start(None).expect("a default board");
    let tablebase = Tablebase::build(&board, 3, 1, &mut |_| {}).expect("it is empty");
    assert_eq!(tablebase.positions(), 0);
    assert_eq!(tablebase.win_probability(&board), None);
}

/// A tablebase that is not finished resumes where it was left, and ends up the same.
#[test]
fn construction_resumes_from_a_file() {
    let board = board(4);
    let mut part = Tablebase::new(&board, 2);
    for _ in 0..3 {
        assert!(
            part.solve_next_group(&board, 1, &AtomicBool::new(false), &mut |_| {})
                .expect("it is small")
        );
    }
    assert!(!part.is_complete(&board));
    let mut bytes = Vec::new();
    part.write(&mut bytes).expect("memory takes it");
    let mut again = Tablebase::read(&board, bytes.as_slice()).expect("it reads back");
    assert_eq!(again, part);
    while again
        .solve_next_group(&board, 1, &AtomicBool::new(false), &mut |_| {})
        .expect("it is small")
    {}
    assert!(again.is_complete(&board));
    assert_eq!(again, small(2));
}

#[test]
fn construction_that_is_stopped_keeps_the_groups_that_are_solved() {
    let board = board(4);
    let mut part = Tablebase::new(&board, 2);
    let stop = AtomicBool::new(false);
    while part.positions() == 0 {
        let more = part.solve_next_group(&board, 2, &stop, &mut |_| {});
        assert_eq!(more, Ok(true));
    }
    let before = part.clone();
    // Somebody presses Ctrl-C in the middle of the next group.
    let mut on_progress = |_| stop.store(true, Ordering::Relaxed);
    let more = part.solve_next_group(&board, 2, &stop, &mut on_progress);
    assert_eq!(more, Ok(false));
    assert!(part == before && !part.is_complete(&board));
}

#[test]
fn verification_finds_wrong_values() {
    let board = board(4);
    let mut tablebase = small(2);
    let (verified, searched) = tablebase.verify(&board, 2_000, 1).expect("no mismatch");
    assert!(verified > 1_500 && searched > 200, "{verified} {searched}");
    let values = &mut tablebase
        .classes
        .last_mut()
        .expect("there are classes")
        .values;
    for value in values.iter_mut().step_by(10) {
        *value ^= 64;
    }
    let mismatch = tablebase
        .verify(&board, 2_000, 1)
        .map_err(|error| error.to_string());
    assert!(mismatch.is_err_and(|error| error.starts_with("the endgame table is wrong: ")));
}
