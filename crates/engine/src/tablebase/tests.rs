//! Small tables against plain value iteration, and what search makes of them.

use super::Tablebase;
use crate::{Limits, SearchOptions, TranspositionTable, search};
use quintain_rules::games::incognito::Incognito;
use quintain_rules::games::knights_duel::KnightsDuel;
use quintain_rules::{Position, Side, Step, Strategy};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn board(size: u8) -> Incognito {
    Incognito::start(Some(size)).expect("there is this size")
}

fn small(most: u8) -> Tablebase {
    Tablebase::build(&board(4), most, 2, &mut |_| {}).expect("it is small")
}

fn pawns(position: &Incognito) -> u32 {
    let count = |side| position.pawns(side).count_ones();
    count(Side::First) + count(Side::Second)
}

/// What a position is worth by the values of those after it.
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

/// Value iteration in floating point, with no numbers for positions. Fewer pawns come first:
/// all at once would be wrong, since a gamble that ends badly looks good until that shows, and
/// a side that can wait would keep that value for ever.
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
    let endgames = small(2);
    let all = reachable(&["1W2/W3/3B/2B1 w"]);
    assert!(all.len() > 6_000, "{}", all.len());
    let (mut halves, mut others) = (0, 0);
    for (position, value) in plain(all) {
        let found = endgames.win_probability(&position).expect("in the table");
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

/// Each value is the best of what the moves lead to: checked with the rules alone.
#[test]
fn values_fit_together() {
    let endgames = small(2);
    let board = board(4);
    let classes = board.endgame_classes(2);
    assert_eq!(
        endgames.positions(),
        classes.iter().map(|class| class.size).sum::<u64>()
    );
    for class in classes {
        for index in (0..class.size).step_by(23) {
            let Some(position) = board.endgame_at(class.id, index) else {
                continue;
            };
            let best = best(&position, |next| {
                endgames.win_probability(next).expect("in the table")
            });
            let found = endgames.win_probability(&position).expect("in the table");
            assert!(
                (found - best).abs() < 1e-4,
                "{position}: {found} for {best}"
            );
        }
    }
}

#[test]
fn search_with_a_table_is_exact_at_once() {
    let endgames = Arc::new(small(2));
    let mut table = TranspositionTable::new(1);
    table.set_tablebase(Some(Arc::clone(&endgames)));
    let board = board(4);
    let limits = Limits {
        depth: Some(1),
        ..Limits::default()
    };
    for class in board.endgame_classes(2) {
        for index in (0..class.size).step_by(173) {
            let Some(position) = board.endgame_at(class.id, index) else {
                continue;
            };
            let stop = AtomicBool::new(false);
            let options = SearchOptions::default();
            let report = search(&position, &[], &limits, options, &table, &stop, &mut |_| {});
            let found = report.lines[0].score.win_probability(Incognito::SCALE);
            let value = endgames.win_probability(&position).expect("in the table");
            assert!(
                (found - value).abs() < 1e-3,
                "{position}: {found} for {value}"
            );
        }
    }
}

#[test]
fn files_come_back_as_they_were_and_damage_is_seen() {
    let endgames = small(1);
    let mut bytes = Vec::new();
    endgames.write(&mut bytes).expect("memory takes it");
    assert_eq!(
        Tablebase::read(&board(4), bytes.as_slice()).ok(),
        Some(endgames)
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
        "the endgame table is cut off: it ends before its end"
    );
    assert_eq!(error(b"hello", 4), "this is not an endgame table");
    let longer = [&bytes[..], b"x"].concat();
    assert!(error(&longer, 4).contains("something comes after its end"));
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
fn a_game_without_endgames_has_an_empty_table() {
    let board = KnightsDuel::start(None).expect("the usual board");
    let endgames = Tablebase::build(&board, 3, 1, &mut |_| {}).expect("it is empty");
    assert_eq!(endgames.positions(), 0);
    assert_eq!(endgames.win_probability(&board), None);
}

/// A table that is not finished goes on where it was left, and ends up the same.
#[test]
fn building_goes_on_from_a_file() {
    let board = board(4);
    let mut part = Tablebase::new(&board, 2);
    for _ in 0..3 {
        assert!(
            part.solve_next_group(&board, 1, &mut |_| {})
                .expect("it is small")
        );
    }
    assert!(!part.is_complete(&board));
    let mut bytes = Vec::new();
    part.write(&mut bytes).expect("memory takes it");
    let mut again = Tablebase::read(&board, bytes.as_slice()).expect("it reads back");
    assert_eq!(again, part);
    while again
        .solve_next_group(&board, 1, &mut |_| {})
        .expect("it is small")
    {}
    assert!(again.is_complete(&board));
    assert_eq!(again, small(2));
}

#[test]
fn the_check_finds_wrong_values() {
    let board = board(4);
    let mut endgames = small(2);
    let (checked, searched) = endgames.verify(&board, 2_000, 1).expect("no flaw");
    assert!(checked > 1_500 && searched > 200, "{checked} {searched}");
    let values = &mut endgames
        .classes
        .last_mut()
        .expect("there are classes")
        .values;
    for value in values.iter_mut().step_by(10) {
        *value ^= 64;
    }
    let flaw = endgames
        .verify(&board, 2_000, 1)
        .map_err(|flaw| flaw.to_string());
    assert!(flaw.is_err_and(|flaw| flaw.starts_with("the endgame table is wrong: ")));
}
