//! The endgame index: every public position with few pawns has a number, almost without gaps.
//!
//! A position is seen from the side to move: with Black to move the board is turned by half a
//! turn and the colors are exchanged, which changes nothing. Of a position and its mirror image,
//! the one whose sets of squares come first is numbered. A class is the material: how many pawns
//! of each kind there are. Within it the sets of squares are numbered one after the other in the
//! combinatorial number system, each among the squares that the sets before it leave free, and
//! the first set among those that come before their mirror image. Where the first set is its own
//! image, the second decides, and so on; few numbers stay unused. No pawn stands in a castle
//! while the game lasts.

mod symmetry_reduction;

use super::board::Board;
use super::lines::Open;
use super::{Incognito, Move, Square};
use crate::bits::Bits;
use crate::bits::large_table;
use crate::{EndgameClass, EndgameIndex, Position, Side};
use std::ops::ControlFlow;
use symmetry_reduction::{first_choices, first_number, first_set, is_reduced};

/// No endgame has more pawns of one kind.
const MAX_PAWNS: u8 = 8;

/// The size of a class is cut to this: such classes are far too large for a table.
const MAX_CLASS_SIZE: u64 = 1 << 40;

type Binomials = [[u64; MAX_PAWNS as usize + 1]; 65];

large_table! {
    /// Binomial coefficients: `BINOMIAL[n][k]` is the number of ways to choose `k` of `n` squares.
    static BINOMIAL: Binomials = binomials();
}

const fn binomials() -> Binomials {
    let mut table = [[0; MAX_PAWNS as usize + 1]; 65];
    let mut n = 0;
    while n < 65 {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= MAX_PAWNS as usize {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

/// The material: numbers of suspects and knights of the side to move, then of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Material([u8; 4]);

impl Material {
    const fn id(self, size: u8) -> u32 {
        let [a, b, c, d] = self.0;
        u32::from_be_bytes([size, a << 4 | b, c << 4 | d, 0])
    }

    fn of_id(id: u32) -> (u8, Material) {
        let [size, own, theirs, _] = id.to_be_bytes();
        let counts = [own >> 4, own & 15, theirs >> 4, theirs & 15];
        (size, Material(counts))
    }

    /// The same pawns with the other side to move.
    const fn turned(self) -> Material {
        let [a, b, c, d] = self.0;
        Material([c, d, a, b])
    }

    fn total(self) -> u8 {
        self.0.iter().sum()
    }

    /// How many numbers there are for positions on a board of this size; at most
    /// [`MAX_CLASS_SIZE`].
    fn positions(self, size: u8) -> u64 {
        let mut left = squares(size);
        let mut positions = 1u64;
        for (kind, count) in self.0.into_iter().enumerate() {
            let choices = match kind {
                0 => first_choices(size, count),
                _ => BINOMIAL[left][usize::from(count)],
            };
            positions = positions.saturating_mul(choices).min(MAX_CLASS_SIZE);
            left = left.saturating_sub(count.into());
        }
        positions
    }
}

/// How many squares of a board are not castles.
const fn squares(size: u8) -> usize {
    size as usize * size as usize - 2
}

/// The rank of a square among those of its board that are not castles.
#[inline]
const fn square_rank(size: u8, square: u8) -> usize {
    (square / 8 * size + square % 8) as usize - 1
}

/// The number of a set among the sets of the same size that avoid the taken squares.
#[inline]
fn rank_set(size: u8, set: u64, taken: u64) -> u64 {
    let mut number = 0;
    for (count, square) in Bits(set).enumerate() {
        let below = (1u64 << square) - 1;
        let free = square_rank(size, square) - (taken & below).count_ones() as usize;
        number += BINOMIAL[free][count + 1];
    }
    number
}

/// The set with this number among the sets of `count` free squares: the inverse of
/// [`rank_set`].
fn unrank_set(free: u64, count: u8, mut number: u64) -> Option<u64> {
    let mut set = 0;
    // From the highest free square down, greedily: the largest binomial that still fits.
    let (mut at, mut rest) = (free.count_ones() as usize, free);
    for count in (1..=usize::from(count)).rev() {
        let square = loop {
            let square = rest.checked_ilog2()?;
            rest ^= 1 << square;
            at -= 1;
            if BINOMIAL[at][count] <= number {
                break square;
            }
        };
        number -= BINOMIAL[at][count];
        set |= 1 << square;
    }
    Some(set)
}

/// A set mirrored in the diagonal through the castles: a transposition of the bitboard.
#[inline]
const fn mirrored(set: u64) -> u64 {
    /// A delta swap: exchanges the bits under a mask with those `places` above them.
    const fn exchange(set: u64, mask: u64, places: u32) -> u64 {
        let changed = (set ^ set >> places) & mask;
        set ^ changed ^ changed << places
    }
    let set = exchange(set, 0x00aa_00aa_00aa_00aa, 7);
    let set = exchange(set, 0x0000_cccc_0000_cccc, 14);
    exchange(set, 0x0000_0000_f0f0_f0f0, 28)
}

/// Whether the sets of a position come after those of its mirror image.
#[inline]
fn comes_second(sets: &[u64; 4]) -> bool {
    for &set in sets {
        let image = mirrored(set);
        if set != image {
            return set > image;
        }
    }
    false
}

impl Incognito {
    /// The material, if the game is not over and the pawns are few.
    #[inline]
    fn material(&self) -> Option<Material> {
        let mover = self.turn();
        let counts = [
            self.suspects(mover),
            self.pawns(mover) & self.board.cleared(),
            self.suspects(!mover),
            self.pawns(!mover) & self.board.cleared(),
        ]
        .map(|set| set.count_ones() as u8);
        let few = counts.iter().all(|&count| count <= MAX_PAWNS);
        (few && self.board.winner().is_none()).then_some(Material(counts))
    }

    /// All classes with at most `max_pawns` per side. A gamble costs a pawn, so classes with
    /// fewer pawns come first; any other move leads to the class with the sides exchanged.
    fn endgame_classes(&self, max_pawns: u8) -> Vec<EndgameClass> {
        let size = self.board.size();
        let max_pawns = max_pawns.min(MAX_PAWNS);
        let mut sides = Vec::new();
        for pawns in 1..=max_pawns {
            sides.extend(
                (1..=pawns)
                    .rev()
                    .map(|suspects| [suspects, pawns - suspects]),
            );
        }
        let pairs = |&[a, b]: &[u8; 2]| sides.iter().map(move |&[c, d]| Material([a, b, c, d]));
        let mut all: Vec<Material> = sides.iter().flat_map(pairs).collect();
        // Classes that lead to each other are next to each other.
        let least = |counts: &Material| counts.0.min(counts.turned().0);
        all.sort_by_key(|counts| (counts.total(), least(counts), counts.0));
        let mut classes: Vec<EndgameClass> = Vec::with_capacity(all.len());
        let mut last = None;
        let mut group = 0;
        for counts in all {
            if last.is_some_and(|last| last != least(&counts)) {
                group += 1;
            }
            last = Some(least(&counts));
            let size_of_class = counts.positions(size);
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

    /// The pawns in the order of [`Material`], on squares as the side to move sees them.
    #[inline]
    fn sets(&self) -> [u64; 4] {
        let mover = self.turn();
        let cleared = self.board.cleared();
        let sets = [
            self.suspects(mover),
            self.pawns(mover) & cleared,
            self.suspects(!mover),
            self.pawns(!mover) & cleared,
        ];
        match mover {
            Side::First => sets,
            // Half a turn of the 8x8 bitboard, and back into the corner.
            Side::Second => {
                let beyond = 9 * (8 - u32::from(self.board.size()));
                sets.map(|set| set.reverse_bits() >> beyond)
            }
        }
    }

    /// The position's number in its class.
    #[inline]
    fn rank(&self) -> u64 {
        let size = self.board.size();
        let mut sets = self.sets();
        let counts = sets.map(|set| set.count_ones() as u8);
        if counts.iter().any(|&count| count > MAX_PAWNS) {
            return 0;
        }
        if is_reduced(size, counts[0]) && comes_second(&sets) {
            sets = sets.map(mirrored);
        }
        let mut number = first_number(size, sets[0], counts[0]);
        let mut taken = sets[0];
        for kind in 1..4 {
            let left = squares(size) - taken.count_ones() as usize;
            number *= BINOMIAL[left][usize::from(counts[kind])];
            number += rank_set(size, sets[kind], taken);
            taken |= sets[kind];
        }
        number
    }

    /// The position of a number, with White to move.
    fn unrank(&self, class: u32, index: u64) -> Option<Self> {
        let (size, counts) = Material::of_id(class);
        let valid = size == self.board.size() && counts.0.iter().all(|&count| count <= MAX_PAWNS);
        if !valid || counts.0[0] == 0 || counts.0[2] == 0 || index >= counts.positions(size) {
            return None;
        }
        let mut numbers = [0; 4];
        let mut number = index;
        for kind in (1..4).rev() {
            let before: u8 = counts.0[..kind].iter().sum();
            let ways = BINOMIAL[squares(size) - usize::from(before)][usize::from(counts.0[kind])];
            numbers[kind] = number % ways;
            number /= ways;
        }
        let castles = Side::BOTH.map(|side| self.castle(side).bit());
        let mut free = self.board.squares() & !(castles[0] | castles[1]);
        let mut sets = [first_set(size, free, counts.0[0], number)?, 0, 0, 0];
        free &= !sets[0];
        for kind in 1..4 {
            sets[kind] = unrank_set(free, counts.0[kind], numbers[kind])?;
            free &= !sets[kind];
        }
        if is_reduced(size, counts.0[0]) && comes_second(&sets) {
            return None;
        }
        let mut board = Board::empty(size, Side::First);
        for (kind, set) in sets.into_iter().enumerate() {
            for square in Bits(set) {
                board.put(Side::BOTH[kind / 2], Square(square), kind % 2 == 1);
            }
        }
        Some(Incognito { board })
    }

    /// Unmoves: the positions from which a move that is no gamble leads here. Moves can be taken
    /// back along the same free squares.
    #[inline]
    fn visit_unmoves(&self, mut visit: impl FnMut(Self)) {
        let mut before = *self;
        before.board.switch_turn();
        let mover = before.turn();
        let Open { diagonal: open, .. } = before.open();
        let ways = Open {
            straight: open,
            diagonal: open,
        };
        let _ = ways.visit(self.pawns(mover), &mut |back: Move| {
            let mut source = before;
            source.board.move_pawn(mover, back.from(), back.to());
            visit(source);
            ControlFlow::<()>::Continue(())
        });
    }
}

impl EndgameIndex<Self> for Incognito {
    fn classes(board: &Self, max_pieces: u8) -> Vec<EndgameClass> {
        board.endgame_classes(max_pieces)
    }

    #[inline]
    fn class(position: &Self) -> Option<u32> {
        let material = position.material()?;
        Some(material.id(position.board.size()))
    }

    #[inline]
    fn index(position: &Self) -> u64 {
        position.rank()
    }

    fn position(board: &Self, class: u32, index: u64) -> Option<Self> {
        board.unrank(class, index)
    }

    #[inline]
    fn visit_predecessors(position: &Self, visit: impl FnMut(Self)) {
        position.visit_unmoves(visit);
    }
}

#[cfg(test)]
mod tests {
    use crate::games::incognito::{Incognito, Reveal};
    use crate::{EndgameIndex, Position, Step, Symmetry};
    use std::collections::HashSet;

    fn board(size: u8) -> Incognito {
        Incognito::start(Some(size)).expect("there is this size")
    }

    #[test]
    fn numbers_and_positions_correspond() {
        for (size, pawns, expected) in [(4, 2, 60_788), (5, 2, 510_554)] {
            let board = board(size);
            let (mut positions, mut numbers) = (0, 0);
            for class in Incognito::classes(&board, pawns) {
                for index in 0..class.size {
                    let Some(position) = Incognito::position(&board, class.id, index) else {
                        continue;
                    };
                    let mirrored = position.transform(Symmetry::TRANSPOSE);
                    numbers += 1;
                    positions += 1 + u64::from(mirrored != position);
                    if index % (1 + class.size / 2000) != 0 {
                        continue;
                    }
                    assert_eq!(Incognito::class(&position), Some(class.id), "{position}");
                    assert_eq!(Incognito::index(&position), index, "{position}");
                    let text = position.to_string();
                    assert_eq!(text.parse::<Incognito>().ok(), Some(position));
                    for &symmetry in Incognito::SYMMETRIES {
                        let image = position.transform(symmetry);
                        assert_eq!(Incognito::class(&image), Some(class.id));
                        assert_eq!(Incognito::index(&image), index, "{image}");
                    }
                }
                assert_eq!(Incognito::position(&board, class.id, class.size), None);
            }
            // With 14 squares: 182, then 3,276 twice, then 54,054; with 23 accordingly.
            assert_eq!(positions, expected);
            // Nearly all have a mirror image of their own, and share its number.
            assert!(numbers * 100 < positions * 53, "{numbers} for {positions}");
        }
    }

    #[test]
    fn three_against_three_are_as_many_as_expected() {
        let classes = Incognito::classes(&board(5), 3);
        let positions: u64 = classes.iter().map(|class| class.size).sum();
        // There are 114 million without the reduction by symmetry.
        assert_eq!(positions / 1_000_000, 61);
        let ids: HashSet<u32> = classes.iter().map(|class| class.id).collect();
        assert_eq!(ids.len(), classes.len());
    }

    #[test]
    fn steps_lead_to_the_same_group_or_an_earlier_class() {
        let board = board(4);
        let classes = Incognito::classes(&board, 2);
        assert!(classes.is_sorted_by_key(|class| class.group));
        for (place, class) in classes.iter().enumerate() {
            for index in (0..class.size).step_by(7) {
                let Some(position) = Incognito::position(&board, class.id, index) else {
                    continue;
                };
                position.visit_steps(|Step { mv, reveal }| {
                    let mut next = position;
                    next.play_unchecked(Step { mv, reveal });
                    if next.terminal_winner().is_none() {
                        let to = classes
                            .iter()
                            .position(|class| Some(class.id) == Incognito::class(&next))
                            .expect("a class of the list");
                        assert!(to < place || classes[to].group == class.group);
                    }
                });
            }
        }
    }

    /// Moves and unmoves within a group are the same, seen from either end.
    #[test]
    fn predecessors_are_the_positions_that_lead_here() {
        let board = board(4);
        let (mut steps, mut unmoves) = (HashSet::new(), HashSet::new());
        for class in Incognito::classes(&board, 2) {
            let all =
                (0..class.size).filter_map(|index| Incognito::position(&board, class.id, index));
            for position in all {
                let from = (class.id, Incognito::index(&position));
                let name = |other: &Incognito| (Incognito::class(other), Incognito::index(other));
                position.visit_steps(|step| {
                    let mut next = position;
                    next.play_unchecked(step);
                    if step.reveal == Reveal::Nothing {
                        steps.insert((from, name(&next)));
                    }
                });
                Incognito::visit_predecessors(&position, |source| {
                    let (class, index) = name(&source);
                    let class_of_source = class.expect("an endgame");
                    unmoves.insert(((class_of_source, index), (Some(from.0), from.1)));
                });
            }
        }
        assert!(steps.len() > 100_000, "{}", steps.len());
        assert_eq!(steps, unmoves);
    }

    #[test]
    fn an_unknown_class_or_number_gives_no_position() {
        for class in [0, 1, u32::MAX, 0x0500_0000, 0x0510_1000, 0x04ff_ff00] {
            let _ = Incognito::position(&board(5), class, 5);
            assert_eq!(Incognito::position(&board(5), class, u64::MAX), None);
        }
    }
}
