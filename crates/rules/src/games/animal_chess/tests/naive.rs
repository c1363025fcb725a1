//! A second, naive Animal Chess, cell by cell and on text alone, sharing nothing with the fast
//! one; the two must agree on the moves and the positions after them.

use super::super::AnimalChess;
use crate::testing::{move_texts, position};
use crate::{Position, Rng};

#[derive(Clone, Copy, PartialEq)]
struct Piece {
    owner: usize,
    letter: char,
    promoted: bool,
}

#[derive(Clone)]
struct Naive {
    cells: Vec<Vec<Option<Piece>>>,
    turn: usize,
    /// Letters in each hand, one for each piece.
    hands: [Vec<char>; 2],
}

impl Naive {
    fn read(text: &str) -> Naive {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut cells = Vec::new();
        for line in fields[0].split('/') {
            let mut row = Vec::new();
            let mut promoted = false;
            for symbol in line.chars() {
                if let Some(run) = symbol.to_digit(10) {
                    row.extend(vec![None; run as usize]);
                } else if symbol == '+' {
                    promoted = true;
                } else {
                    let owner = usize::from(symbol.is_lowercase());
                    let letter = symbol.to_ascii_uppercase();
                    row.push(Some(Piece {
                        owner,
                        letter,
                        promoted,
                    }));
                    promoted = false;
                }
            }
            cells.push(row);
        }
        let mut hands = [Vec::new(), Vec::new()];
        let mut count = 1;
        for symbol in fields[2].chars().filter(|&symbol| symbol != '-') {
            if let Some(number) = symbol.to_digit(10) {
                count = number;
            } else {
                for _ in 0..count {
                    hands[usize::from(symbol.is_lowercase())].push(symbol.to_ascii_uppercase());
                }
                count = 1;
            }
        }
        Naive {
            cells,
            turn: fields[1].parse().unwrap(),
            hands,
        }
    }

    fn write(&self) -> String {
        let mut rows = Vec::new();
        for row in &self.cells {
            let mut line = String::new();
            for cell in row {
                match cell {
                    None => line.push('.'),
                    Some(piece) => {
                        if piece.promoted {
                            line.push('+');
                        }
                        line.push(if piece.owner == 0 {
                            piece.letter
                        } else {
                            piece.letter.to_ascii_lowercase()
                        });
                    }
                }
            }
            for run in (1..=5).rev() {
                line = line.replace(&".".repeat(run), &run.to_string());
            }
            rows.push(line);
        }
        let mut hands = String::new();
        for (owner, letter) in [(0, 'G'), (0, 'C'), (0, 'H'), (1, 'G'), (1, 'C'), (1, 'H')] {
            let count = self.hands[owner]
                .iter()
                .filter(|&&held| held == letter)
                .count();
            if count > 1 {
                hands += &count.to_string();
            }
            if count > 0 {
                hands.push(if owner == 0 {
                    letter
                } else {
                    letter.to_ascii_lowercase()
                });
            }
        }
        if hands.is_empty() {
            hands.push('-');
        }
        format!("{} {} {hands}", rows.join("/"), self.turn)
    }

    fn has_lion(&self, owner: usize) -> bool {
        let mut cells = self.cells.iter().flatten().flatten();
        cells.any(|piece| piece.letter == 'L' && piece.owner == owner)
    }

    /// Whether a piece may step this many rows forward and columns sideways.
    fn steps(piece: Piece, forward: i32, aside: i32) -> bool {
        let straight = (forward == 0) != (aside == 0);
        let near = forward.abs() <= 1 && aside.abs() <= 1 && (forward, aside) != (0, 0);
        near && match (piece.letter, piece.promoted) {
            ('H', false) => forward == 1 && aside == 0,
            ('G', _) => straight,
            ('C', false) => !straight || forward == 1,
            ('L', _) => true,
            ('H' | 'C', true) => straight || forward == 1,
            _ => panic!("no such piece"),
        }
    }

    /// Every legal move as text, with the position that it leads to.
    fn moves(&self) -> Vec<(String, String)> {
        let mut found = Vec::new();
        if !self.has_lion(0) || !self.has_lion(1) {
            return found;
        }
        let squares = || (0..6_usize).flat_map(|row| (0..5_usize).map(move |col| (row, col)));
        for from in squares() {
            let Some(piece) = self.cells[from.0][from.1].filter(|b| b.owner == self.turn) else {
                continue;
            };
            for to in squares() {
                let down = to.0 as i32 - from.0 as i32;
                let forward = if self.turn == 0 { down } else { -down };
                let target = self.cells[to.0][to.1];
                if Naive::steps(piece, forward, to.1 as i32 - from.1 as i32)
                    && target.is_none_or(|target| target.owner != self.turn)
                {
                    let text = format!("{}{}-{}{}", from.0, from.1, to.0, to.1);
                    found.push((text, self.after_step(piece, from, to)));
                }
            }
        }
        for letter in ['G', 'C', 'H'] {
            if !self.hands[self.turn].contains(&letter) {
                continue;
            }
            for to in squares().filter(|to| self.cells[to.0][to.1].is_none()) {
                let mut next = self.clone();
                let place = next.hands[self.turn]
                    .iter()
                    .position(|&held| held == letter);
                next.hands[self.turn].remove(place.unwrap());
                next.cells[to.0][to.1] = Some(Piece {
                    owner: self.turn,
                    letter,
                    promoted: false,
                });
                next.turn = 1 - self.turn;
                found.push((format!("{letter}*{}{}", to.0, to.1), next.write()));
            }
        }
        found.sort();
        found
    }

    fn after_step(&self, mut piece: Piece, from: (usize, usize), to: (usize, usize)) -> String {
        let mut next = self.clone();
        if let Some(captured) = next.cells[to.0][to.1].filter(|captured| captured.letter != 'L') {
            next.hands[self.turn].push(captured.letter);
        }
        let farthest = if self.turn == 0 { [4, 5] } else { [0, 1] };
        if farthest.contains(&to.0) && (piece.letter == 'H' || piece.letter == 'C') {
            piece.promoted = true;
        }
        next.cells[from.0][from.1] = None;
        next.cells[to.0][to.1] = Some(piece);
        next.turn = 1 - self.turn;
        next.write()
    }
}

/// Both implementations give the same moves, which lead to the same positions. Returns them.
fn agree(fast: &AnimalChess) -> Vec<(String, String)> {
    let slow = Naive::read(&fast.to_string());
    assert_eq!(slow.write(), fast.to_string());
    let moves = slow.moves();
    let texts: Vec<&String> = moves.iter().map(|(text, _)| text).collect();
    assert_eq!(move_texts(fast).iter().collect::<Vec<_>>(), texts, "{fast}");
    assert_eq!(fast.count_moves(), moves.len() as u64, "{fast}");
    assert_eq!(fast.has_move(), !moves.is_empty(), "{fast}");
    for (text, next) in &moves {
        let mut played = *fast;
        played.play(fast.parse_step(text).unwrap()).unwrap();
        assert_eq!(played.to_string(), *next, "{fast} {text}");
        assert_eq!(played.zobrist(), played.compute_zobrist(), "{fast} {text}");
        assert_eq!(played, position(next), "{fast} {text}");
    }
    moves
}

#[test]
fn both_implementations_agree_in_random_games() {
    let mut rng = Rng::new(5);
    let mut positions = 0;
    while positions < 3000 {
        let mut fast = AnimalChess::start(None).unwrap();
        for _ in 0..200 {
            positions += 1;
            let moves = agree(&fast);
            if moves.is_empty() {
                assert!(fast.winner().is_some());
                break;
            }
            fast = position(&moves[rng.below(moves.len())].1);
        }
    }
}

/// A random study position: any number of pieces of either side anywhere, any hands.
fn study(rng: &mut Rng) -> String {
    let mut cells = vec![None; 30];
    let mut hands = [Vec::new(), Vec::new()];
    let put = |cells: &mut Vec<Option<Piece>>, rng: &mut Rng, piece| {
        let free: Vec<usize> = (0..30).filter(|&cell| cells[cell].is_none()).collect();
        cells[free[rng.below(free.len())]] = Some(piece);
    };
    // Now and then a lion is missing, but never both.
    let missing = rng.below(12);
    for owner in (0..2).filter(|&owner| owner != missing) {
        let lion = Piece {
            owner,
            letter: 'L',
            promoted: false,
        };
        put(&mut cells, rng, lion);
    }
    for letter in "GGGGCCCCHHHHHH".chars() {
        let owner = rng.below(2);
        match rng.below(8) {
            0 => {}
            1 => hands[owner].push(letter),
            chance => {
                let promoted = letter != 'G' && chance % 3 == 0;
                let piece = Piece {
                    owner,
                    letter,
                    promoted,
                };
                put(&mut cells, rng, piece);
            }
        }
    }
    let naive = Naive {
        cells: cells.chunks(5).map(<[_]>::to_vec).collect(),
        turn: rng.below(2),
        hands,
    };
    naive.write()
}

#[test]
fn both_implementations_agree_in_random_study_positions() {
    let mut rng = Rng::new(6);
    let mut decided = 0;
    for _ in 0..3000 {
        let text = study(&mut rng);
        let fast: AnimalChess = position(&text);
        assert_eq!(fast.to_string(), text);
        agree(&fast);
        decided += usize::from(fast.terminal_winner().is_some());
    }
    assert!((100..1500).contains(&decided), "{decided}");
}

/// Boards so full of one side's pieces that stuck positions turn up.
#[test]
fn both_implementations_agree_where_a_player_may_be_stuck() {
    let mut rng = Rng::new(7);
    let mut stuck = 0;
    for _ in 0..20_000 {
        // A lion in the corner with chicks around it.
        let mut rows = vec![vec!['1'; 5]; 6];
        rows[5][4] = 'L';
        for (row, col) in [(5, 3), (4, 3), (4, 4)] {
            rows[row][col] = ['H', 'H', 'C', 'G', '1', 'h'][rng.below(6)];
        }
        rows[rng.below(4)][rng.below(5)] = 'l';
        let board: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        let hands = ["-", "h", "H"][rng.below(3)];
        let fast: AnimalChess = position(&format!("{} 0 {hands}", board.join("/")));
        if agree(&fast).is_empty() {
            stuck += 1;
            assert_eq!(fast.winner(), Some(crate::Side::Second));
            assert_eq!(fast.terminal_winner(), None);
        }
    }
    assert!(stuck > 100, "{stuck}");
}
