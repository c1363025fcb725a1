//! A second, naive Sight, written point by point from the rules page alone: no bitboards, no
//! tables, sharing nothing with the fast one except the texts.

use crate::games::sight::Sight;
use crate::testing::{move_texts, position};
use crate::{Position, Rng};
use std::collections::{BTreeMap, BTreeSet};

/// Column and row, both counted from 1 at the bottom left.
pub(super) type Spot = (i32, i32);

#[derive(Clone)]
pub(super) struct Naive {
    pub(super) size: i32,
    pub(super) turn: char,
    pub(super) pieces: BTreeMap<Spot, (char, u32)>,
}

impl Naive {
    pub(super) fn read(text: &str) -> Naive {
        let (board, turn) = text.split_once(' ').unwrap();
        let rows: Vec<&str> = board.split('/').collect();
        let size = rows.len() as i32;
        let mut pieces = BTreeMap::new();
        for (i, row) in rows.iter().enumerate() {
            let mut col = 0;
            let mut owner = None;
            let mut digits = String::new();
            for symbol in row.chars().chain(['.']) {
                if symbol.is_ascii_digit() {
                    digits.push(symbol);
                    continue;
                }
                if let Some(owner) = owner {
                    let height = digits.parse().unwrap_or(1);
                    pieces.insert((col, size - i as i32), (owner, height));
                }
                digits.clear();
                col += 1;
                owner = (symbol != '.').then_some(symbol);
            }
        }
        let turn = turn.chars().next().unwrap();
        Naive { size, turn, pieces }
    }

    fn text(&self) -> String {
        let point = |col, row| match self.pieces.get(&(col, row)) {
            None => ".".to_owned(),
            Some((owner, 1)) => owner.to_string(),
            Some((owner, height)) => format!("{owner}{height}"),
        };
        let row = |row| (1..=self.size).map(|col| point(col, row)).collect();
        let rows: Vec<String> = (1..=self.size).rev().map(row).collect();
        format!("{} {}", rows.join("/"), self.turn)
    }

    fn on_board(&self, (col, row): Spot) -> bool {
        1 <= col && col <= self.size && 1 <= row && row <= self.size
    }

    fn next(&self, (col, row): Spot, (right, up): (i32, i32)) -> Option<Spot> {
        let joined = right == 0 || up == 0 || (col + row) % 2 == 0;
        let next = (col + right, row + up);
        (joined && self.on_board(next)).then_some(next)
    }

    fn directions() -> Vec<(i32, i32)> {
        let mut all = Vec::new();
        for right in -1..=1 {
            for up in -1..=1 {
                if (right, up) != (0, 0) {
                    all.push((right, up));
                }
            }
        }
        all
    }

    pub(super) fn free_neighbors(&self, spot: Spot) -> Vec<Spot> {
        Self::directions()
            .into_iter()
            .filter_map(|direction| self.next(spot, direction))
            .filter(|next| !self.pieces.contains_key(next))
            .collect()
    }

    /// The points without a piece.
    pub(super) fn free(&self) -> BTreeSet<Spot> {
        let all = (1..=self.size).flat_map(|c| (1..=self.size).map(move |r| (c, r)));
        all.filter(|spot| !self.pieces.contains_key(spot)).collect()
    }

    /// The number of a side's pieces that are in sight of a point.
    pub(super) fn sees(&self, spot: Spot, side: char) -> usize {
        let first = |&direction: &(i32, i32)| {
            let way = std::iter::successors(Some(spot), |&spot| self.next(spot, direction));
            way.skip(1).find_map(|spot| self.pieces.get(&spot))
        };
        let all = Self::directions();
        let seen = all.iter().filter_map(first);
        seen.filter(|piece| piece.0 == side).count()
    }

    fn moves(&self) -> Vec<(Option<Spot>, Spot)> {
        let mine = |height| {
            let own = move |piece: &(char, u32)| *piece == (self.turn, height);
            let spots = self.pieces.iter().filter(move |(_, piece)| own(piece));
            spots.map(|(&spot, _)| spot)
        };
        if (2..=255).all(|height| mine(height).next().is_none()) {
            return self.free().into_iter().map(|spot| (None, spot)).collect();
        }
        for height in (2..=255).rev() {
            let mut found = Vec::new();
            for from in mine(height) {
                for to in self.free_neighbors(from) {
                    found.push((Some(from), to));
                }
            }
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    fn play(&mut self, (from, to): (Option<Spot>, Spot)) {
        for direction in Self::directions() {
            let mut spot = to;
            while let Some(next) = self.next(spot, direction) {
                spot = next;
                let Some((owner, height)) = self.pieces.get_mut(&spot) else {
                    continue;
                };
                if *owner == self.turn && Some(spot) != from && *height < 255 {
                    *height += 1;
                }
                break;
            }
        }
        if let Some((_, height)) = from.and_then(|from| self.pieces.get_mut(&from)) {
            *height -= 1;
        }
        self.pieces.insert(to, (self.turn, 1));
        self.turn = if self.turn == 'O' { 'X' } else { 'O' };
    }
}

fn move_text((from, to): (Option<Spot>, Spot)) -> String {
    let name = |(col, row): Spot| format!("{}{row}", (b'a' + col as u8 - 1) as char);
    match from {
        None => name(to),
        Some(from) => format!("{}-{}", name(from), name(to)),
    }
}

/// Compares the moves of a position, and the positions after each.
fn compare(sight: &Sight) {
    let text = sight.to_string();
    let naive = Naive::read(&text);
    assert_eq!(naive.text(), text);
    let mut expected: Vec<String> = naive.moves().into_iter().map(move_text).collect();
    expected.sort();
    assert_eq!(move_texts(sight), expected, "{text}");
    assert_eq!(sight.count_steps(), expected.len() as u64, "{text}");
    assert_eq!(sight.winner().is_some(), expected.is_empty(), "{text}");
    for mv in naive.moves() {
        let mut there = naive.clone();
        there.play(mv);
        let step = sight.parse_step(&move_text(mv)).unwrap();
        let mut here = *sight;
        here.play(step).unwrap();
        assert_eq!(here.to_string(), there.text(), "{text} {}", move_text(mv));
        assert_eq!(here, position(&there.text()));
        assert_eq!(here.zobrist(), here.compute_zobrist(), "{here}");
    }
}

#[test]
fn random_games_agree_with_a_naive_sight() {
    let mut rng = Rng::new(1);
    for (size, games) in [(3, 100), (5, 60), (7, 30), (9, 20)] {
        for _ in 0..games {
            let start = Sight::start(Some(size)).unwrap();
            compare(&start);
            rng.playout(&start).for_each(|sight| compare(&sight));
        }
    }
}

/// Random positions with anything anywhere, this many of each size, each with both sides to move.
pub(super) fn study_positions(seed: u64, sizes: [(u8, usize); 4]) -> Vec<Sight> {
    const HEIGHTS: [u8; 16] = [1, 1, 1, 1, 1, 1, 2, 2, 3, 4, 7, 8, 127, 128, 254, 255];
    let mut rng = Rng::new(seed);
    let mut all = Vec::new();
    for (size, count) in sizes {
        for _ in 0..count {
            let (empty, kinds) = (1 + rng.below(10), 1 + rng.below(HEIGHTS.len()));
            let mut point = || {
                if rng.below(10) < empty {
                    return ".".to_owned();
                }
                let owner = ['O', 'X'][rng.below(2)];
                match HEIGHTS[rng.below(kinds)] {
                    1 => owner.to_string(),
                    height => format!("{owner}{height}"),
                }
            };
            let rows: Vec<String> = (0..size)
                .map(|_| (0..size).map(|_| point()).collect())
                .collect();
            for turn in ["O", "X"] {
                let text = format!("{} {turn}", rows.join("/"));
                let sight: Sight = position(&text);
                assert_eq!(sight.to_string(), text);
                all.push(sight);
            }
        }
    }
    all
}

#[test]
fn random_study_positions_agree_with_a_naive_sight() {
    for sight in study_positions(2, [(3, 1500), (5, 1500), (7, 700), (9, 500)]) {
        assert_eq!(sight.zobrist(), sight.compute_zobrist());
        compare(&sight);
    }
}
