//! A second, naive move generator, cell by cell and straight from the rules, that shares nothing
//! with the fast one; and random positions to compare the two.

use super::super::Move;
use super::Catapult;
use crate::testing::{move_texts, position};
use crate::{MoveBits, Position, Rng, Step};
use std::collections::{BTreeSet, HashMap, HashSet};

/// The pieces by (file, rank), both 0 to 9.
type Cells = HashMap<(i32, i32), char>;

/// A position as a person reads it: the pieces, whose turn it is, and whether flags are placed.
struct Naive {
    cells: Cells,
    white: bool,
    placing: bool,
}

impl Naive {
    fn read(text: &str) -> Naive {
        let words: Vec<&str> = text.split(' ').collect();
        let mut cells = Cells::new();
        for (line, rank) in words[0].split('/').zip((0..10).rev()) {
            let mut file = 0;
            for symbol in line.chars() {
                match symbol.to_digit(10) {
                    Some(run) => file += run as i32,
                    None => {
                        cells.insert((file, rank), symbol);
                        file += 1;
                    }
                }
            }
        }
        Naive {
            cells,
            white: words[1] == "w",
            placing: words.len() == 3,
        }
    }

    fn on_board(at: (i32, i32)) -> bool {
        (0..10).contains(&at.0) && (0..10).contains(&at.1)
    }

    fn is_empty(&self, at: (i32, i32)) -> bool {
        Self::on_board(at) && !self.cells.contains_key(&at)
    }

    /// Own knight, flag and general, then the enemy's.
    fn letters(&self) -> ([char; 3], [char; 3]) {
        let (white, black) = (['w', 'W', 'g'], ['b', 'B', 'G']);
        if self.white {
            (white, black)
        } else {
            (black, white)
        }
    }

    fn is_any(&self, at: (i32, i32), letters: &[char]) -> bool {
        self.cells.get(&at).is_some_and(|c| letters.contains(c))
    }

    fn is_over(&self) -> bool {
        !self.placing
            && "WBgG"
                .chars()
                .any(|c| !self.cells.values().any(|&v| v == c))
    }

    /// The texts of all legal moves.
    fn moves(&self) -> BTreeSet<String> {
        let name = |at: (i32, i32)| format!("{}{}", char::from(b'a' + at.0 as u8), at.1);
        let mut moves = BTreeSet::new();
        let mut add = |from, to| {
            assert!(moves.insert(format!("{}-{}", name(from), name(to))));
        };
        if self.is_over() {
            return moves;
        }
        if self.placing {
            let edge = if self.white { 9 } else { 0 };
            for at in (1..9)
                .map(|file| (file, edge))
                .filter(|&at| self.is_empty(at))
            {
                add(at, at);
            }
            return moves;
        }
        let (own, enemy) = self.letters();
        for (&from, &piece) in &self.cells {
            if piece == own[2] {
                self.general(from, &mut add);
            } else if piece == own[0] {
                self.knight(from, enemy, &mut add);
                self.catapults(from, own, enemy, &mut add);
            }
        }
        moves
    }

    fn general(&self, from: (i32, i32), add: &mut impl FnMut((i32, i32), (i32, i32))) {
        for file in -1..=1 {
            for rank in -1..=1 {
                let to = (from.0 + file, from.1 + rank);
                if self.is_empty(to) {
                    add(from, to);
                }
            }
        }
    }

    fn knight(
        &self,
        from: (i32, i32),
        enemy: [char; 3],
        add: &mut impl FnMut((i32, i32), (i32, i32)),
    ) {
        let ahead = if self.white { -1 } else { 1 };
        let (file, rank) = from;
        for to in [(file, rank + ahead), (file - 1, rank), (file + 1, rank)] {
            if self.is_empty(to) {
                add(from, to);
            }
        }
        let front = [-1, 0, 1].map(|aside| (file + aside, rank + ahead));
        for to in front {
            if self.is_any(to, &enemy) {
                add(from, to);
            }
        }
        if front.iter().any(|&at| self.is_any(at, &enemy[..1])) {
            for aside in [-1, 0, 1] {
                let over = (file + aside, rank - ahead);
                let to = (file + 2 * aside, rank - 2 * ahead);
                if self.is_empty(over) && self.is_empty(to) {
                    add(from, to);
                }
            }
        }
    }

    fn catapults(
        &self,
        from: (i32, i32),
        own: [char; 3],
        enemy: [char; 3],
        add: &mut impl FnMut((i32, i32), (i32, i32)),
    ) {
        for file in -1..=1 {
            for rank in -1..=1 {
                let at = |steps: i32| (from.0 + steps * file, from.1 + steps * rank);
                let knights = [at(0), at(1), at(2)];
                if (file, rank) == (0, 0) || !knights.iter().all(|&at| self.is_any(at, &own[..1])) {
                    continue;
                }
                if self.is_empty(at(3)) {
                    add(from, at(3));
                }
                let commanded = knights.iter().any(|knight| {
                    (-1..=1).any(|x| {
                        (-1..=1).any(|y| self.is_any((knight.0 + x, knight.1 + y), &own[2..]))
                    })
                });
                for to in [at(4), at(5)] {
                    if commanded && self.is_any(to, &enemy) {
                        add(from, to);
                    }
                }
            }
        }
    }

    /// The position string after a legal move.
    fn after(&self, text: &str) -> String {
        let square = |at: usize| {
            let name = text.as_bytes();
            (i32::from(name[at] - b'a'), i32::from(name[at + 1] - b'0'))
        };
        let (from, to) = (square(0), square(3));
        let mut cells = self.cells.clone();
        let (own, _) = self.letters();
        let far = (from.0 - to.0).abs().max((from.1 - to.1).abs()) > 3;
        if from == to {
            cells.insert(to, own[1]);
        } else if far {
            cells.remove(&to);
        } else {
            let piece = cells.remove(&from).unwrap();
            cells.insert(to, piece);
        }
        let row = |rank: i32| -> String {
            let symbols: String = (0..10)
                .map(|file| cells.get(&(file, rank)).copied().unwrap_or('.'))
                .collect();
            let mut out = symbols.replace("..........", "");
            for run in (1..10).rev() {
                out = out.replace(&".".repeat(run), &run.to_string());
            }
            out
        };
        let board: Vec<String> = (0..10).rev().map(row).collect();
        let turn = if self.white { "b" } else { "w" };
        let place = if self.placing && self.white {
            " place"
        } else {
            ""
        };
        format!("{} {turn}{place}", board.join("/"))
    }
}

/// Compares everything about a position with the naive implementation.
fn compare(game: &Catapult) {
    let text = game.to_string();
    assert_eq!(position::<Catapult>(&text), *game);
    let naive = Naive::read(&text);
    let expected: Vec<String> = naive.moves().into_iter().collect();
    assert_eq!(move_texts(game), expected, "{text}");
    assert_eq!(game.count_moves(), expected.len() as u64, "{text}");
    assert_eq!(game.count_steps(), expected.len() as u64, "{text}");
    assert_eq!(game.has_move(), !expected.is_empty(), "{text}");
    assert_eq!(game.terminal_winner().is_some(), naive.is_over(), "{text}");
    assert_eq!(game.zobrist(), game.compute_zobrist(), "{text}");
    for mv in game.moves() {
        let mut next = *game;
        next.play_unchecked(Step { mv, reveal: () });
        assert_eq!(
            next.to_string(),
            naive.after(&mv.to_string()),
            "{text} {mv}"
        );
        assert_eq!(next.zobrist(), next.compute_zobrist(), "{text} {mv}");
    }
    for &symmetry in Catapult::SYMMETRIES {
        let image = game.transform(symmetry);
        assert_eq!(image.zobrist(), image.compute_zobrist(), "{text}");
        let mut images: Vec<u16> = game
            .moves()
            .into_iter()
            .map(|mv| game.transform_move(mv, symmetry).to_bits())
            .collect();
        let mut moves: Vec<u16> = image.moves().into_iter().map(MoveBits::to_bits).collect();
        images.sort_unstable();
        moves.sort_unstable();
        assert_eq!(images, moves, "{text} {symmetry:?}");
    }
}

/// A move is legal exactly if it is among the generated moves.
fn compare_legality(game: &Catapult) {
    let legal: BTreeSet<u16> = game.moves().into_iter().map(MoveBits::to_bits).collect();
    for bits in 0..1 << 14 {
        let mv = Move::from_bits(bits);
        assert_eq!(game.is_legal(mv), legal.contains(&bits), "{game}: {mv}");
    }
}

#[test]
fn random_games_agree_with_the_naive_generator() {
    let mut rng = Rng::new(1);
    let mut seen = 0;
    while seen < 4000 {
        let mut game = Catapult::start(None).unwrap();
        for ply in 0..200 {
            compare(&game);
            if ply % 10 == 0 {
                compare_legality(&game);
            }
            seen += 1;
            let moves = game.moves();
            if moves.is_empty() {
                break;
            }
            // Now and then prefer long moves and captures, which are rare among random moves.
            let preferred: Vec<_> = moves
                .iter()
                .filter(|mv| {
                    mv.from().distance(mv.to()) > 1 || game.board().piece_at(mv.to()).is_some()
                })
                .copied()
                .collect();
            let from = if preferred.is_empty() || rng.below(3) > 0 {
                &moves
            } else {
                &preferred
            };
            let mv = from[rng.below(from.len())];
            game.play_unchecked(Step { mv, reveal: () });
        }
    }
}

/// A random study position: any number of knights, crowded or not.
fn study(rng: &mut Rng) -> Catapult {
    loop {
        let mut cells = [['.'; 10]; 10];
        let crowd = 1 + rng.below(70);
        for piece in ['w', 'b'] {
            for _ in 0..rng.below(crowd) {
                cells[rng.below(10)][rng.below(10)] = piece;
            }
        }
        let phase = rng.below(20);
        for piece in ['g', 'G', 'W', 'B'] {
            let (row, col) = (rng.below(10), rng.below(10));
            let placed = match piece {
                'W' => phase != 0,
                'B' => phase > 1,
                // Now and then a piece is missing, and the game is over.
                _ => phase != 2 || rng.below(2) > 0,
            };
            if placed {
                cells[row][col] = piece;
            }
        }
        let board = cells
            .map(|row| row.iter().collect::<String>().replace('.', "1"))
            .join("/");
        let turn = match phase {
            0 => "w place",
            1 => "b place",
            _ => ["w", "b"][rng.below(2)],
        };
        if let Ok(game) = format!("{board} {turn}").parse() {
            return game;
        }
    }
}

#[test]
fn random_study_positions_agree_with_the_naive_generator() {
    let mut rng = Rng::new(11);
    let mut kinds = HashSet::new();
    for round in 0..4000 {
        let game = study(&mut rng);
        compare(&game);
        if round % 10 == 0 {
            compare_legality(&game);
        }
        for mv in game.moves() {
            let target = game.board().piece_at(mv.to()).map(|(_, piece)| piece);
            kinds.insert((mv.from().distance(mv.to()), target));
        }
        kinds.extend(game.terminal_winner().map(|_| (9, None)));
    }
    // Placements, steps, retreats, shifts and ends were among them, and captures and shots of
    // every piece.
    assert_eq!(kinds.len(), 5 + 3 * 3, "{kinds:?}");
}
