//! Bulk counting: how many steps there are, without generating them.

use super::Incognito;
use super::lines::neighbors;
use crate::Side;

impl Incognito {
    /// How many of the pawns, all of the side to move, can enter the enemy castle.
    #[inline]
    pub(super) fn count_entries(&self, pawns: u64) -> u32 {
        const ROW: u64 = 0xff;
        const COLUMN: u64 = 0x0101_0101_0101_0101;
        let mover = self.board.turn();
        let taken = self.board.pawns(mover) | self.board.pawns(!mover);
        // In the castle's row and column, only the pawn nearest to it can enter.
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

    /// How many steps are questions: each question with each of its outcomes. Every question has
    /// at least one. If the target may be a spy or a knight, there is a second; and if the target
    /// may be a knight and the questioner may be a spy or a knight, there is one more.
    #[inline]
    pub(super) fn count_question_steps(&self) -> u32 {
        let mover = self.board.turn();
        let (own, enemy) = (self.pawns(mover), self.pawns(!mover));
        let (suspects, targets) = (self.suspects(mover), self.suspects(!mover));
        let mut steps = count_questions(own, enemy);
        if steps == 0 {
            return 0;
        }
        let maybe_knights = if is_single(targets) {
            enemy & !targets
        } else {
            steps += count_questions(own, targets);
            enemy
        };
        if !is_single(suspects) {
            steps += count_questions(suspects, maybe_knights);
        }
        steps
    }
}

/// How many questions the pawns can ask the targets.
#[inline]
pub(super) fn count_questions(pawns: u64, targets: u64) -> u32 {
    neighbors(pawns)
        .map(|beside| (beside & targets).count_ones())
        .iter()
        .sum()
}

/// Whether a bitboard has at most one square.
#[inline]
pub(super) const fn is_single(set: u64) -> bool {
    set & set.wrapping_sub(1) == 0
}
