//! Numbers for endgames: every public position with few pawns has one, without gaps.
//!
//! A position is seen from the side to move: with Black to move the board is turned by half a
//! turn and the colours are exchanged, which changes nothing. A class is what pawns there are;
//! within it the sets of squares are numbered one after the other, each among the squares that
//! those before it leave free. No pawn stands in a castle while the game goes on.

use super::board::Board;
use super::{Incognito, Square};
use crate::bits::Bits;
use crate::{EndgameClass, Game, Side};

/// More pawns of one kind than any endgame has.
const MOST: u8 = 8;

/// `CHOICES[n][k]`: how many ways there are to choose `k` of `n` squares.
const CHOICES: [[u64; MOST as usize + 1]; 65] = {
    let mut table = [[0; MOST as usize + 1]; 65];
    let mut n = 0;
    while n < 65 {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= MOST as usize {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// How many pawns there are: suspects and knights of the side to move, then of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counts([u8; 4]);

impl Counts {
    pub(super) const fn id(self, size: u8) -> u32 {
        let [a, b, c, d] = self.0;
        u32::from_be_bytes([size, a << 4 | b, c << 4 | d, 0])
    }

    fn of_id(id: u32) -> (u8, Counts) {
        let [size, own, theirs, _] = id.to_be_bytes();
        let counts = [own >> 4, own & 15, theirs >> 4, theirs & 15];
        (size, Counts(counts))
    }

    /// The same pawns with the other side to move.
    const fn turned(self) -> Counts {
        let [a, b, c, d] = self.0;
        Counts([c, d, a, b])
    }

    fn total(self) -> u8 {
        self.0.iter().sum()
    }

    /// How many positions there are on so many squares.
    fn positions(self, squares: usize) -> u64 {
        let mut left = squares;
        let mut positions = 1;
        for count in self.0 {
            positions *= CHOICES[left][usize::from(count)];
            left = left.saturating_sub(count.into());
        }
        positions
    }
}

/// How many squares of a board are not castles.
const fn squares(size: u8) -> usize {
    size as usize * size as usize - 2
}

impl Incognito {
    /// What pawns there are, if the game goes on and they are few.
    #[inline]
    pub(super) fn counts(&self) -> Option<Counts> {
        let mover = self.turn();
        let counts = [
            self.suspects(mover),
            self.pawns(mover) & self.board.cleared(),
            self.suspects(!mover),
            self.pawns(!mover) & self.board.cleared(),
        ]
        .map(|set| set.count_ones() as u8);
        let few = counts.iter().all(|&count| count <= MOST);
        (few && self.board.winner().is_none()).then_some(Counts(counts))
    }

    /// All classes with at most so many pawns a side. A gamble costs a pawn, so those with
    /// fewer pawns come first; a plain move leads to the class with the sides exchanged.
    pub(super) fn all_endgames(&self, most: u8) -> Vec<EndgameClass> {
        let size = self.board.size();
        let most = most.min(MOST);
        let mut sides = Vec::new();
        for pawns in 1..=most {
            sides.extend(
                (1..=pawns)
                    .rev()
                    .map(|suspects| [suspects, pawns - suspects]),
            );
        }
        let pairs = |&[a, b]: &[u8; 2]| sides.iter().map(move |&[c, d]| Counts([a, b, c, d]));
        let mut all: Vec<Counts> = sides.iter().flat_map(pairs).collect();
        // Those that lead to each other stand together.
        let least = |counts: &Counts| counts.0.min(counts.turned().0);
        all.sort_by_key(|counts| (counts.total(), least(counts), counts.0));
        let mut classes: Vec<EndgameClass> = Vec::with_capacity(all.len());
        let mut last = None;
        let mut group = 0;
        for counts in all {
            if last.is_some_and(|last| last != least(&counts)) {
                group += 1;
            }
            last = Some(least(&counts));
            let size_of_class = counts.positions(squares(size));
            if size_of_class > 0 {
                classes.push(EndgameClass {
                    id: counts.id(size),
                    group,
                    size: size_of_class,
                });
            }
        }
        classes
    }

    /// A set of squares as the side to move sees them, row by row from the enemy castle on,
    /// without the castles.
    #[inline]
    fn packed(&self, set: u64) -> u64 {
        let size = u32::from(self.board.size());
        let mut packed = 0;
        for row in 0..size {
            packed |= (set >> (8 * row) & ((1 << size) - 1)) << (size * row);
        }
        packed >>= 1;
        match self.turn() {
            Side::First => packed,
            Side::Second => packed.reverse_bits() >> (64 - (size * size - 2)),
        }
    }

    /// The position's number in its class.
    #[inline]
    pub(super) fn rank(&self) -> u64 {
        let mover = self.turn();
        let mut left = squares(self.board.size());
        let (mut number, mut taken) = (0, 0u64);
        for side in [mover, !mover] {
            for set in [self.suspects(side), self.pawns(side) & self.board.cleared()] {
                let set = self.packed(set);
                let count = set.count_ones() as usize;
                if count > usize::from(MOST) {
                    return 0;
                }
                let mut within = 0;
                for (place, square) in Bits(set).enumerate() {
                    let below = (1u64 << square) - 1;
                    let free = square as usize - (taken & below).count_ones() as usize;
                    within += CHOICES[free][place + 1];
                }
                number = number * CHOICES[left][count] + within;
                left -= count;
                taken |= set;
            }
        }
        number
    }

    /// The position of a number, with White to move.
    pub(super) fn unrank(&self, class: u32, index: u64) -> Option<Self> {
        let (size, counts) = Counts::of_id(class);
        let known = size == self.board.size() && counts.0.iter().all(|&count| count <= MOST);
        if !known || counts.0[0] == 0 || counts.0[2] == 0 {
            return None;
        }
        if index >= counts.positions(squares(size)) {
            return None;
        }
        let mut sets = [0; 4];
        let mut number = index;
        for kind in (0..4).rev() {
            let before: u8 = counts.0[..kind].iter().sum();
            let ways = CHOICES[squares(size) - usize::from(before)][usize::from(counts.0[kind])];
            sets[kind] = number % ways;
            number /= ways;
        }
        let mut board = Board::empty(size, Side::First);
        let castles = Side::BOTH.map(|side| self.castle(side).bit());
        let mut free = board.squares() & !(castles[0] | castles[1]);
        for (kind, &within) in sets.iter().enumerate() {
            let side = [Side::First, Side::Second][kind / 2];
            let mut within = within;
            let mut set = 0;
            // From the highest free square down: the most choices that still fit.
            let (mut at, mut rest) = (free.count_ones() as usize, free);
            for place in (1..=usize::from(counts.0[kind])).rev() {
                let square = loop {
                    let square = rest.checked_ilog2()? as u8;
                    rest ^= 1 << square;
                    at -= 1;
                    if CHOICES[at][place] <= within {
                        break square;
                    }
                };
                within -= CHOICES[at][place];
                board.put(side, Square(square), kind % 2 == 1);
                set |= 1 << square;
            }
            free &= !set;
        }
        Some(Incognito { board })
    }
}

#[cfg(test)]
mod tests {
    use crate::games::incognito::Incognito;
    use crate::{Game, Step, Strategy};
    use std::collections::HashSet;

    fn board(size: u8) -> Incognito {
        Incognito::start(Some(size)).expect("there is this size")
    }

    #[test]
    fn numbers_and_positions_belong_to_each_other() {
        for (size, most) in [(4, 2), (5, 2)] {
            let board = board(size);
            let mut positions = 0;
            for class in board.endgame_classes(most) {
                let stride = 1 + class.size / 4000;
                for index in (0..class.size).step_by(stride as usize) {
                    let position = board.endgame_at(class.id, index).expect("a position");
                    assert_eq!(position.endgame_class(), Some(class.id), "{position}");
                    assert_eq!(position.endgame_index(), index, "{position}");
                    let text = position.to_string();
                    assert_eq!(text.parse::<Incognito>().ok(), Some(position));
                    for &symmetry in Incognito::SYMMETRIES {
                        if symmetry.swap_sides && !symmetry.transpose {
                            let image = position.image(symmetry);
                            assert_eq!(image.endgame_class(), Some(class.id));
                            assert_eq!(image.endgame_index(), index, "{image}");
                        }
                    }
                }
                assert_eq!(board.endgame_at(class.id, class.size), None);
                positions += class.size;
            }
            // With 14 squares: 182, then 3,276 twice, then 54,054; with 23 accordingly.
            assert_eq!(positions, [60_788, 510_554][usize::from(size) - 4]);
        }
    }

    #[test]
    fn three_against_three_are_as_many_as_expected() {
        let classes = board(5).endgame_classes(3);
        let positions: u64 = classes.iter().map(|class| class.size).sum();
        assert_eq!(positions / 1_000_000, 114);
        let ids: HashSet<u32> = classes.iter().map(|class| class.id).collect();
        assert_eq!(ids.len(), classes.len());
    }

    #[test]
    fn steps_lead_to_the_same_group_or_an_earlier_class() {
        let board = board(4);
        let classes = board.endgame_classes(2);
        assert!(classes.is_sorted_by_key(|class| class.group));
        for (place, class) in classes.iter().enumerate() {
            for index in (0..class.size).step_by(7) {
                let position = board.endgame_at(class.id, index).expect("a position");
                position.visit_steps(|Step { mv, reveal }| {
                    let mut next = position;
                    next.play_unchecked(Step { mv, reveal });
                    if next.decided().is_none() {
                        let to = classes
                            .iter()
                            .position(|class| Some(class.id) == next.endgame_class())
                            .expect("a class of the list");
                        assert!(to < place || classes[to].group == class.group);
                    }
                });
            }
        }
    }

    #[test]
    fn nonsense_gives_no_position() {
        for class in [0, 1, u32::MAX, 0x0500_0000, 0x0510_1000, 0x04ff_ff00] {
            let _ = board(5).endgame_at(class, 5);
            assert_eq!(board(5).endgame_at(class, u64::MAX), None);
        }
    }
}
