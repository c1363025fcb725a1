//! The one source of reproducible pseudo-randomness: openings, playouts, levels of play,
//! benchmarks and tests all draw from [`Rng`], so that a seed means the same everywhere.
//!
//! The generator is small and fast, and good enough for play and for tests, but not
//! for secrets: those come from the operating system.

use crate::erased::AnyPosition;
use crate::{Position, Step, StepOf};

/// The finaliser of the SplitMix64 generator (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014): a fixed bijection of 64-bit numbers that looks random.
///
/// It also makes the keys of Zobrist hashing.
#[inline]
pub const fn splitmix64(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A pseudo-random number generator: each number is [`splitmix64`] of the one before.
///
/// ```
/// use quintain_rules::games::sight::Sight;
/// use quintain_rules::rng::Rng;
/// use quintain_rules::Position;
///
/// let start = Sight::start(Some(5))?;
/// let mut rng = Rng::new(7);
/// let position = rng.playout(&start).take(4).last();
/// assert!(position.is_some_and(|position| position != start));
/// # Ok::<(), quintain_rules::SizeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(u64);

impl Rng {
    /// A generator whose numbers follow from the seed alone.
    #[inline]
    pub const fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// The next number.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = splitmix64(self.0);
        self.0
    }

    /// A number from 0 to below `bound`; 0 if `bound` is 0.
    ///
    /// Multiplies and shifts (Lemire, "Fast random integer generation in an interval", 2019)
    /// without his rejection step: no bound in use here is large enough for the bias to show.
    #[inline]
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.next_u64() as u128 * bound as u128) >> 64) as usize
    }

    /// A number from 0 to below 1.
    #[inline]
    pub const fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// One of some items, all equally likely; `None` if there are none, and then no number is
    /// drawn.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() {
            return None;
        }
        items.get(self.below(items.len()))
    }

    /// Puts items into random order (Fisher-Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    /// One of the reveals that can follow a legal move, drawn by their weights.
    ///
    /// # Panics
    ///
    /// If the move has no reveal, which [`Position::visit_reveals`] rules out for legal moves.
    #[inline]
    pub fn reveal<P: Position>(&mut self, position: &P, mv: P::Move) -> P::Reveal {
        let mut total = 0;
        let mut drawn = None;
        position.visit_reveals(mv, |reveal, weight| {
            total += weight as usize;
            // Reservoir sampling: each reveal replaces the one drawn before with the
            // probability of its share of the weights so far.
            if self.below(total) < weight as usize {
                drawn = Some(reveal);
            }
        });
        match drawn {
            Some(reveal) => reveal,
            None => unreachable!("a legal move has a reveal, and weights are at least 1"),
        }
    }

    /// A random step: a legal move, all equally likely, with a reveal drawn by weight. `None`
    /// if the game is over. `moves` is scratch space.
    #[inline]
    pub fn step<P: Position>(
        &mut self,
        position: &P,
        moves: &mut Vec<P::Move>,
    ) -> Option<StepOf<P>> {
        moves.clear();
        position.collect_moves(moves);
        // A number is drawn even if there is no move: seeds of matches against the UCT
        // baseline depend on it.
        let mv = *moves.get(self.below(moves.len().max(1)))?;
        Some(Step {
            mv,
            reveal: self.reveal(position, mv),
        })
    }

    /// Plays at random from a position, one ply at a time: yields the position after each ply,
    /// and ends with the game. Take as many plies as you need.
    pub fn playout<P: Position>(&mut self, start: &P) -> impl Iterator<Item = P> + use<'_, P> {
        let mut position = *start;
        let mut moves = Vec::new();
        std::iter::from_fn(move || {
            let step = self.step(&position, &mut moves)?;
            position.play_unchecked(step);
            Some(position)
        })
    }

    /// Like [`playout`](Rng::playout), for a game chosen at run time: yields the text of each
    /// step, and the position after it. All steps are equally likely, whatever their weights.
    pub fn erased_playout(
        &mut self,
        start: &dyn AnyPosition,
    ) -> impl Iterator<Item = (String, Box<dyn AnyPosition>)> + use<'_> {
        let mut position = start.boxed_clone();
        std::iter::from_fn(move || {
            let step = self.choose(&position.events())?.text.clone();
            position.play(&step).ok()?;
            Some((step, position.clone()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Rng;
    use crate::Position;
    use crate::erased::{AnyGame, Erased};
    use crate::games::incognito::Incognito;

    #[test]
    fn the_first_numbers_of_a_seed_never_change() {
        let mut rng = Rng::new(1);
        assert_eq!(rng.next_u64(), 0x910a_2dec_8902_5cc1);
        let drawn: Vec<usize> = (0..8).map(|_| rng.below(100)).collect();
        assert_eq!(drawn, [36, 69, 88, 20, 98, 2, 85, 2]);
    }

    #[test]
    fn numbers_stay_below_their_bound_and_reach_all_of_it() {
        let mut rng = Rng::new(2);
        let mut seen = [false; 7];
        for _ in 0..1000 {
            seen[rng.below(7)] = true;
            assert!((0.0..1.0).contains(&rng.unit()));
        }
        assert_eq!(seen, [true; 7]);
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.choose::<u8>(&[]), None);
    }

    #[test]
    fn a_shuffle_keeps_every_item() {
        let mut items: Vec<u32> = (0..100).collect();
        Rng::new(3).shuffle(&mut items);
        assert!(!items.is_sorted());
        items.sort_unstable();
        assert!(items.into_iter().eq(0..100));
    }

    #[test]
    fn playouts_are_legal_and_end_with_the_game() {
        let start = Incognito::start(Some(4)).expect("a board");
        for seed in 0..20 {
            let mut before = start;
            for position in Rng::new(seed).playout(&start).take(1000) {
                let mut reached = false;
                before.visit_steps(|step| {
                    let mut next = before;
                    next.play_unchecked(step);
                    reached |= next == position;
                });
                assert!(reached, "{before} does not lead to {position}");
                before = position;
            }
            assert!(before.winner().is_some(), "{before}");
            let start = Erased::<Incognito>::GAME.start(Some(4)).expect("a board");
            let last = Rng::new(seed).erased_playout(&*start).take(1000).last();
            assert!(last.is_some_and(|(_, position)| position.winner().is_some()));
        }
    }
}
