//! A second, naive implementation of the rules page: cell by cell, over every pair of spies,
//! sharing nothing with the fast one except the texts.

use super::super::{Incognito, Reveal};
use crate::{Position, Rng, Side, Step};
use std::collections::BTreeMap;

/// File and rank, from 1.
type Place = (i32, i32);

struct Naive {
    size: i32,
    pawns: BTreeMap<Place, char>,
    mover: char,
}

/// For each step: the number of pairs of spies that lead to it, and the position after it.
type Events = BTreeMap<String, (u64, u64, String)>;

fn is_of(side: char, pawn: char) -> bool {
    pawn.to_ascii_lowercase() == side
}

fn other(side: char) -> char {
    if side == 'w' { 'b' } else { 'w' }
}

fn name((file, rank): Place) -> String {
    format!("{}{rank}", char::from(b'a' + file as u8 - 1))
}

impl Naive {
    fn new(text: &str) -> Self {
        let (board, mover) = text.split_once(' ').unwrap();
        let size = board.split('/').count() as i32;
        let mut pawns = BTreeMap::new();
        for (line, rank) in board.split('/').zip((1..=size).rev()) {
            let mut file = 1;
            for symbol in line.chars() {
                match symbol.to_digit(10) {
                    Some(run) => file += run as i32,
                    None => {
                        pawns.insert((file, rank), symbol);
                        file += 1;
                    }
                }
            }
        }
        Naive {
            size,
            pawns,
            mover: mover.chars().next().unwrap(),
        }
    }

    fn castle(&self, side: char) -> Place {
        if side == 'w' {
            (self.size, 1)
        } else {
            (1, self.size)
        }
    }

    fn text(&self, pawns: &BTreeMap<Place, char>, winner: Option<char>) -> String {
        let row = |rank| {
            let cells = (1..=self.size).map(|file| pawns.get(&(file, rank)).copied());
            let mut row = String::new();
            let mut empty = 0;
            for cell in cells.chain([Some('|')]) {
                let Some(symbol) = cell else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    row += &empty.to_string();
                }
                empty = 0;
                if symbol != '|' {
                    row.push(symbol);
                }
            }
            row
        };
        let rows: Vec<String> = (1..=self.size).rev().map(row).collect();
        let result = winner.map_or(String::new(), |side| format!(" {side}-wins"));
        format!("{} {}{result}", rows.join("/"), other(self.mover))
    }

    fn suspects(&self, side: char) -> Vec<Place> {
        let may_be = |(&place, &pawn): (&Place, &char)| {
            (is_of(side, pawn) && pawn.is_ascii_uppercase()).then_some(place)
        };
        self.pawns.iter().filter_map(may_be).collect()
    }

    /// Whether a pawn of the side to move can go from one square to another in a straight line.
    fn can_go(&self, from: Place, to: Place) -> bool {
        let (across, up) = (to.0 - from.0, to.1 - from.1);
        let straight = across == 0 || up == 0;
        if !straight && across.abs() != up.abs() {
            return false;
        }
        if to == self.castle(self.mover) || (to == self.castle(other(self.mover)) && !straight) {
            return false;
        }
        let mut at = from;
        while at != to {
            at = (at.0 + across.signum(), at.1 + up.signum());
            if self.pawns.contains_key(&at) {
                return false;
            }
        }
        true
    }

    /// What a move reveals if these are the spies: the suffix of the step.
    fn shows(&self, from: Place, to: Place, own_spy: Place, enemy_spy: Place) -> &'static str {
        if self.pawns.contains_key(&to) {
            if to == enemy_spy {
                "+"
            } else if from == own_spy {
                "#"
            } else {
                "-"
            }
        } else if to == self.castle(other(self.mover)) {
            if from == own_spy { "+" } else { "-" }
        } else {
            ""
        }
    }

    /// The position after a step.
    fn after(&self, from: Place, to: Place, suffix: &str) -> String {
        let mut pawns = self.pawns.clone();
        let questions = pawns.contains_key(&to);
        if questions && suffix != "+" {
            pawns.remove(&from);
            pawns.entry(to).and_modify(char::make_ascii_lowercase);
        } else if !questions {
            let pawn = pawns.remove(&from).unwrap();
            if suffix != "-" {
                pawns.insert(to, pawn);
            }
        }
        let winner = match suffix {
            "+" => Some(self.mover),
            "#" => Some(other(self.mover)),
            _ => None,
        };
        self.text(&pawns, winner)
    }

    fn events(&self) -> (Vec<String>, Events) {
        let (mut moves, mut events) = (Vec::new(), Events::new());
        let places = || (1..=self.size).flat_map(|f| (1..=self.size).map(move |r| (f, r)));
        let own = |place: &Place| self.pawns.get(place).is_some_and(|&c| is_of(self.mover, c));
        for from in places().filter(own) {
            for to in places() {
                let beside = (from.0 - to.0).abs() + (from.1 - to.1).abs() == 1;
                let text = match self.pawns.get(&to) {
                    None if self.can_go(from, to) => format!("{}-{}", name(from), name(to)),
                    Some(&pawn) if beside && is_of(other(self.mover), pawn) => {
                        format!("{}?{}", name(from), name(to))
                    }
                    _ => continue,
                };
                let (own, enemy) = (self.suspects(self.mover), self.suspects(other(self.mover)));
                let all = (own.len() * enemy.len()) as u64;
                for &own_spy in &own {
                    for &enemy_spy in &enemy {
                        let suffix = self.shows(from, to, own_spy, enemy_spy);
                        let event = format!("{text}{suffix}");
                        let after = || (0, all, self.after(from, to, suffix));
                        events.entry(event).or_insert_with(after).0 += 1;
                    }
                }
                moves.push(text);
            }
        }
        moves.sort();
        (moves, events)
    }
}

/// The two implementations agree on moves, steps, probabilities and the positions after them.
fn agrees(position: &Incognito) {
    let text = position.to_string();
    let (moves, events) = Naive::new(&text).events();
    assert_eq!(crate::testing::move_texts(position), moves, "{text}");
    assert_eq!(position.count_moves(), moves.len() as u64, "{text}");
    assert_eq!(position.count_steps(), events.len() as u64, "{text}");
    let mut seen = 0;
    for mv in position.moves() {
        let mut total = 0;
        position.visit_reveals(mv, |_, weight| total += u64::from(weight));
        position.visit_reveals(mv, |reveal, weight| {
            let step = Step { mv, reveal };
            let event = position.step_text(step);
            let mut next = *position;
            next.play(step).unwrap();
            let (hits, all, after) = &events[&event];
            assert_eq!(u64::from(weight) * all, hits * total, "{text} {event}");
            assert_eq!(next.to_string(), *after, "{text} {event}");
            assert_eq!(
                after.parse::<Incognito>().as_ref(),
                Ok(&next),
                "{text} {event}"
            );
            seen += 1;
        });
    }
    assert_eq!(seen, events.len(), "{text}");
}

#[test]
fn both_implementations_agree_in_random_games() {
    let mut positions = 0;
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let first = Side::BOTH[seed as usize % 2];
        let mut position = Incognito::start_with(Some(4 + seed as u8 % 5), first).unwrap();
        for _ in 0..60 {
            if position.winner().is_some() {
                break;
            }
            agrees(&position);
            positions += 1;
            let mut steps = Vec::new();
            position.visit_steps(|step| steps.push(step));
            // Questions and entered castles are rare among all moves, so they are preferred.
            let telling: Vec<_> = steps
                .iter()
                .copied()
                .filter(|step| step.reveal == Reveal::KnightLost)
                .collect();
            let steps = if telling.is_empty() || rng.below(3) > 0 {
                steps
            } else {
                telling
            };
            position.play_unchecked(steps[rng.below(steps.len())]);
        }
    }
    assert!(positions > 1000, "{positions}");
}

#[test]
fn both_implementations_agree_in_random_positions() {
    let mut positions = 0;
    let mut rng = Rng::new(99);
    while positions < 3000 {
        let size = 4 + rng.below(5);
        let density = 2 + rng.below(6);
        let row = |rank: usize, rng: &mut Rng| {
            let cell = |file: usize, rng: &mut Rng| {
                let castle = (rank == 0 && file == 0) || (rank == size - 1 && file == size - 1);
                if castle || rng.below(10) >= density {
                    return '1';
                }
                ['W', 'B', 'w', 'b'][rng.below(4)]
            };
            (0..size).map(|file| cell(file, rng)).collect::<String>()
        };
        let rows: Vec<String> = (0..size).map(|rank| row(rank, &mut rng)).collect();
        let turn = ['w', 'b'][rng.below(2)];
        let Ok(position) = format!("{} {turn}", rows.join("/")).parse::<Incognito>() else {
            continue;
        };
        agrees(&position);
        assert!(position.has_move());
        positions += 1;
    }
}
