//! The mirror argument, a pairing strategy.
//!
//! Call a position symmetric if half a turn of the board exchanges the knights, maps removed
//! squares to removed squares, and moves every free square (on an odd board the center stays
//! where it is, so it must be removed). In a symmetric position the side to move loses: whatever
//! square it takes, the image of that square is still free, since free squares come in pairs; it
//! is another square; and it is a knight's move away for the other knight. Taking it makes the
//! position symmetric again, so the side that mirrors never runs out of moves first.

use super::{KNIGHT_ATTACKS, KnightsDuel, Move, Square};
use crate::{Position, SolvedValue, Step};

impl KnightsDuel {
    /// The image of a square under half a turn of the board.
    const fn opposite(&self, square: Square) -> Square {
        Square(9 * (self.size - 1) - square.0)
    }

    /// Whether half a turn maps the position to itself with the knights exchanged.
    fn is_symmetric(&self) -> bool {
        let free = !self.blocked;
        // Turning the 8x8 bitboard moves a smaller board to its bottom right corner.
        let turned = free.reverse_bits() >> (9 * (8 - self.size));
        let center = Square(9 * (self.size / 2)).bit();
        turned == free
            && self.opposite(self.knights[0]) == self.knights[1]
            && (self.size.is_multiple_of(2) || free & center == 0)
    }

    /// What the mirror argument says: a symmetric position is lost, and one that a move makes
    /// symmetric is won by that move.
    pub(super) fn mirrored(&self) -> Option<SolvedValue<Move>> {
        if self.is_symmetric() {
            return Some(SolvedValue {
                winner: !self.turn,
                best_move: None,
            });
        }
        let target = self.opposite(self.knight(!self.turn));
        let from = self.knight(self.turn);
        if KNIGHT_ATTACKS[from.index()] & !self.blocked & target.bit() == 0 {
            return None;
        }
        let mv = Move::to(target);
        let mut next = *self;
        next.play_unchecked(Step { mv, reveal: () });
        next.is_symmetric().then_some(SolvedValue {
            winner: self.turn,
            best_move: Some(mv),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::KnightsDuel;
    use crate::testing::{after, position};
    use crate::{Position, Rng, Side, SolvedValue, SolverKnowledge, Step};
    use std::collections::HashSet;

    fn play(position: &KnightsDuel, mv: super::Move) -> KnightsDuel {
        let mut next = *position;
        next.play(Step { mv, reveal: () }).unwrap();
        next
    }

    /// The reply of the side that mirrors, which it must always have.
    fn answer(position: &KnightsDuel) -> KnightsDuel {
        let known = position.mirrored();
        let Some(SolvedValue {
            winner,
            best_move: Some(best),
        }) = known
        else {
            panic!("{position}: {known:?}");
        };
        assert_eq!(winner, position.turn());
        let next = play(position, best);
        let lost = next.mirrored().map(|known| known.winner);
        assert_eq!(lost, Some(!next.turn()), "{next}");
        next
    }

    #[test]
    fn the_second_side_never_loses_to_random_moves_on_even_boards() {
        let mut rng = Rng::new(11);
        for size in [4, 6, 8] {
            for _ in 0..400 {
                let mut position = KnightsDuel::start(Some(size)).unwrap();
                while position.has_move() {
                    let moves = position.moves();
                    let &mv = rng.choose(&moves).unwrap();
                    position = answer(&play(&position, mv));
                }
                assert_eq!(position.winner(), Some(Side::Second));
            }
        }
    }

    /// Answers every reply from a position where the other side mirrors, up to a number of
    /// different positions.
    fn answer_everything(position: KnightsDuel, seen: &mut HashSet<u64>, limit: usize) {
        if seen.len() >= limit || !seen.insert(position.zobrist()) {
            return;
        }
        for mv in position.moves() {
            answer_everything(answer(&play(&position, mv)), seen, limit);
        }
    }

    #[test]
    fn the_second_side_has_an_answer_to_every_reply() {
        for (size, least, limit) in [(4, 5, usize::MAX), (6, 1000, 200_000)] {
            let mut seen = HashSet::new();
            let start = KnightsDuel::start(Some(size)).unwrap();
            answer_everything(start, &mut seen, limit);
            assert!(seen.len() > least, "{}", seen.len());
        }
    }

    #[test]
    fn odd_boards_can_be_mirrored_once_the_center_is_gone() {
        let start = KnightsDuel::start(Some(5)).unwrap();
        assert_eq!(start.mirrored(), None);
        let gone: KnightsDuel = position("4B/5/2x2/5/W4 w");
        assert_eq!(
            gone.mirrored().map(|known| known.winner),
            Some(Side::Second)
        );
        answer_everything(gone, &mut HashSet::new(), usize::MAX);
    }

    #[test]
    fn a_position_that_is_not_symmetric_is_not_known() {
        for text in ["3B/1x2/4/W3 w", "B3/4/4/W3 w", "3B/4/2x1/W3 w"] {
            assert_eq!(position::<KnightsDuel>(text).mirrored(), None, "{text}");
        }
        // Here the second side fails to mirror, and nothing is known any more.
        let start = KnightsDuel::start(Some(8)).unwrap();
        let strayed = after(start, "(2,3) (6,7)");
        assert_eq!(strayed.mirrored(), None);
        assert!(KnightsDuel::probe_solved(&start).is_some());
    }
}
