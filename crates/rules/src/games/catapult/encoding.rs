//! Catapult for learning programs.

use super::board::DOWN;
use super::{Catapult, Move, Square};
use crate::learn::{Count, DIRECTION_NAMES, Encode, direction, write_wide_set};

/// Bits per row of a bitboard.
const STRIDE: u8 = DOWN as u8;
const WAYS: usize = DIRECTION_NAMES.len();
/// The directions of retreats: the side to move plays down, so up, and the diagonals up.
const RETREATS: [usize; 3] = [1, 6, 7];

/// The first action plane of each kind of move, by the number of squares that the move goes.
const PLACE: usize = 0;
const STEP: usize = 1;
const RETREAT: usize = STEP + WAYS;
const SHIFT: usize = RETREAT + RETREATS.len();
const FIRE: usize = SHIFT + WAYS;
const FIRE_FAR: usize = FIRE + WAYS;
const PLANE_COUNT: usize = FIRE_FAR + WAYS;

impl Encode for Catapult {
    const PLANES: &'static [&'static str] = &[
        "own knights",
        "own flag",
        "own general",
        "enemy knights",
        "enemy flag",
        "enemy general",
        "flag to place",
    ];
    const TURNS: bool = true;

    fn action_planes(_: u8) -> Vec<String> {
        let all = |verb: &'static str| DIRECTION_NAMES.map(|way| format!("{verb} {way}"));
        let retreats = RETREATS.map(|way| format!("retreat {}", DIRECTION_NAMES[way]));
        let mut planes = vec!["place".to_owned()];
        planes.extend(all("step"));
        planes.extend(retreats);
        planes.extend(all("shift"));
        planes.extend(all("fire").map(|fire| fire + " by 4"));
        planes.extend(all("fire").map(|fire| fire + " by 5"));
        planes
    }

    fn action_plane_count(_: u8) -> usize {
        PLANE_COUNT
    }

    #[inline]
    fn write_planes<T: Count>(&self, out: &mut [T]) {
        let frame = self.frame();
        let mut planes = out.chunks_exact_mut(frame.cells());
        for side in [self.turn, !self.turn] {
            let one = |square: Option<Square>| square.map_or(0, Square::bit);
            let sets = [
                self.board.knight_bitboard(side),
                one(self.board.flag(side)),
                one(self.board.general(side)),
            ];
            for (set, plane) in sets.into_iter().zip(&mut planes) {
                write_wide_set(plane, frame.wide_set(set, STRIDE));
            }
        }
        if let Some(plane) = planes.next() {
            plane.fill(T::count(self.is_placing().into()));
        }
    }

    #[inline]
    fn action_of(&self, mv: Move) -> usize {
        let frame = self.frame();
        let [from, to] = [mv.from(), mv.to()].map(|square| frame.see(square.cell()));
        let plane = match direction(from, to) {
            Some((way, 1)) => STEP + way,
            Some((way, 2)) => {
                let retreat = RETREATS.iter().position(|&back| back == way);
                RETREAT + retreat.unwrap_or(0)
            }
            Some((way, 3)) => SHIFT + way,
            Some((way, 4)) => FIRE + way,
            Some((way, _)) => FIRE_FAR + way,
            None => PLACE,
        };
        plane * frame.cells() + frame.index(mv.to().cell())
    }

    #[inline]
    fn move_of(&self, action: usize) -> Option<Move> {
        let frame = self.frame();
        let (plane, cell) = (action / frame.cells(), action % frame.cells());
        let to = Square::at(frame.cell(cell));
        let (way, distance) = match plane {
            PLACE => return Some(Move::new(to, to)),
            STEP..RETREAT => (plane - STEP, 1),
            RETREAT..SHIFT => (RETREATS[plane - RETREAT], 2),
            SHIFT..FIRE => (plane - SHIFT, 3),
            FIRE..FIRE_FAR => (plane - FIRE, 4),
            FIRE_FAR..PLANE_COUNT => (plane - FIRE_FAR, 5),
            _ => return None,
        };
        let from = frame.origin(cell, way, distance)?;
        Some(Move::new(Square::at(from), to))
    }
}
