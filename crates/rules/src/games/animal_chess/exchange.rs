//! Static exchange evaluation of Animal Chess: what a move wins or loses where it goes, if both
//! sides go on capturing there as long as it pays.

use super::board::DELTAS;
use super::{Action, AnimalChess, Kind, Move, Square};
use crate::{Position, Side};

/// What capturing a piece of each kind is worth, in points of the evaluation: it is lost to one
/// side and in the other's hand.
const GAIN: [i32; 6] = [400, 430, 160, 10_000, 420, 300];

/// The pieces of a side that attack a square: how many of each kind.
type Attackers = [u8; 6];

impl AnimalChess {
    /// What the side to move gains by the exchange that a legal move begins on its target.
    pub(super) fn see(&self, mv: Move) -> i32 {
        let (side, to) = (self.turn(), mv.target());
        let (from, kind) = match mv.action() {
            Action::Step { from, .. } => {
                (from.bit(), self.board.kind_on(from).after_move(side, to))
            }
            Action::Drop { kind, .. } => (0, kind),
        };
        let taken = if self.board.by_side(!side) & to.bit() != 0 {
            GAIN[self.board.kind_on(to).index()]
        } else {
            0
        };
        let mut theirs = self.attackers(!side, to, 0);
        if theirs == [0; 6] {
            return taken;
        }
        let mut own = self.attackers(side, to, from);
        taken - recapture_value(kind, to, !side, &mut theirs, &mut own)
    }

    /// The pieces of a side that attack a square, without those on the squares `but`.
    fn attackers(&self, side: Side, square: Square, but: u64) -> Attackers {
        let mut attackers = [0; 6];
        let sets = self.board.attacks(side, !but);
        for (set, delta) in sets.into_iter().zip(DELTAS[side.index()]) {
            if set & square.bit() != 0 {
                let from = Square(square.0.wrapping_add_signed(-delta));
                attackers[self.board.kind_on(from).index()] += 1;
            }
        }
        attackers
    }
}

/// What a side gains by capturing a piece of this kind, the least valuable attacker first; 0 if
/// it had better not.
fn recapture_value(
    kind: Kind,
    square: Square,
    side: Side,
    own: &mut Attackers,
    theirs: &mut Attackers,
) -> i32 {
    let present = Kind::ALL.into_iter().filter(|kind| own[kind.index()] > 0);
    let Some(least) = present.min_by_key(|kind| GAIN[kind.index()]) else {
        return 0;
    };
    // Without its lion a side captures nothing any more.
    if kind == Kind::Lion {
        return GAIN[kind.index()];
    }
    own[least.index()] -= 1;
    let next = least.after_move(side, square);
    let lost = recapture_value(next, square, !side, theirs, own);
    (GAIN[kind.index()] - lost).max(0)
}

#[cfg(test)]
mod tests {
    use super::{AnimalChess, GAIN, Kind};
    use crate::games::animal_chess::{Action, Move, Square};
    use crate::testing::position;
    use crate::{Position, Rng, Side, Step};

    fn play(position: &AnimalChess, mv: Move) -> AnimalChess {
        let mut next = *position;
        next.play_unchecked(Step { mv, reveal: () });
        next
    }

    fn gain(position: &AnimalChess, side: Side, square: Square) -> i32 {
        match position.piece_at(square) {
            Some((owner, kind)) if owner == side => GAIN[kind.index()],
            _ => 0,
        }
    }

    /// The same by playing the captures on the board, one after the other.
    fn played_out(position: &AnimalChess, square: Square) -> i32 {
        let captures = position.moves().into_iter().filter_map(|mv| {
            let kind = match mv.action() {
                Action::Step { from, to } if to == square => position.piece_at(from)?.1,
                _ => return None,
            };
            Some((GAIN[kind.index()], mv))
        });
        let Some((_, mv)) = captures.min_by_key(|&(value, _)| value) else {
            return 0;
        };
        let won = gain(position, !position.turn(), square);
        (won - played_out(&play(position, mv), square)).max(0)
    }

    #[test]
    fn an_exchange_is_worth_what_playing_it_out_brings() {
        let mut rng = Rng::new(5);
        let start = AnimalChess::default();
        let (mut won, mut lost) = (0, 0);
        for _ in 0..300 {
            for position in rng.playout(&start).take(60) {
                for mv in position.moves() {
                    let taken = gain(&position, !position.turn(), mv.target());
                    // A capture of the lion ends the game.
                    if taken >= GAIN[Kind::Lion.index()] {
                        continue;
                    }
                    let expected = taken - played_out(&play(&position, mv), mv.target());
                    assert_eq!(position.see(mv), expected, "{position} {mv:?}");
                    won += u32::from(expected > 0);
                    lost += u32::from(expected < 0);
                }
            }
        }
        assert!(won > 1000 && lost > 1000, "{won} {lost}");
    }

    #[test]
    fn a_lion_that_steps_next_to_the_other_is_lost_even_if_it_is_defended() {
        let defended: AnimalChess = position("5/5/5/2L2/1G3/2l2 0 -");
        let [from, to] = [(3, 2), (4, 2)].map(|(row, col)| Square::new(row, col));
        let mv = Move::step(from.expect("a square"), to.expect("a square"));
        assert!(defended.is_legal(mv));
        assert_eq!(defended.see(mv), -GAIN[Kind::Lion.index()]);
    }
}
