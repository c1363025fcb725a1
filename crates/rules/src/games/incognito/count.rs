//! Counting what can happen without going through it.

use super::Incognito;
use super::lines::neighbours;
use crate::Side;

impl Incognito {
    /// How many of the pawns, all of the side to move, can enter the enemy castle.
    #[inline]
    pub(super) fn count_entries(&self, pawns: u64) -> u32 {
        const ROW: u64 = 0xff;
        const COLUMN: u64 = 0x0101_0101_0101_0101;
        let mover = self.board.turn();
        let taken = self.board.pawns(mover) | self.board.pawns(!mover);
        // Only the pawn nearest to the castle in its row or column can enter.
        let nearest = match mover {
            Side::First => {
                let lowest = |set: u64| set & set.wrapping_neg();
                [lowest(taken & ROW), lowest(taken & COLUMN)]
            }
            Side::Second => {
                let highest = |set: u64| (1 << 63 >> (set | 1).leading_zeros()) & set;
                let last = u32::from(self.board.size() - 1);
                [
                    highest(taken & ROW << (8 * last)),
                    highest(taken & COLUMN << last),
                ]
            }
        };
        nearest.map(|set| (set & pawns).count_ones()).iter().sum()
    }

    /// Questions and their outcomes. Every question has one outcome for sure. If the target
    /// may be a spy or a knight there is one more; and if the target may be a knight and the
    /// questioner may be a spy or a knight, there is yet one more.
    #[inline]
    pub(super) fn count_question_steps(&self) -> u32 {
        let mover = self.board.turn();
        let (own, enemy) = (self.pawns(mover), self.pawns(!mover));
        let (unsure, targets) = (self.suspects(mover), self.suspects(!mover));
        let mut answers = count_questions(own, enemy);
        if answers == 0 {
            return 0;
        }
        let maybe_knights = if is_single(targets) {
            enemy & !targets
        } else {
            answers += count_questions(own, targets);
            enemy
        };
        if !is_single(unsure) {
            answers += count_questions(unsure, maybe_knights);
        }
        answers
    }
}

/// How many questions the pawns can put to the targets.
#[inline]
pub(super) fn count_questions(pawns: u64, targets: u64) -> u32 {
    neighbours(pawns)
        .map(|beside| (beside & targets).count_ones())
        .iter()
        .sum()
}

/// Whether a set has at most one member.
#[inline]
pub(super) const fn is_single(set: u64) -> bool {
    set & set.wrapping_sub(1) == 0
}
