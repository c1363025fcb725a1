//! Sight for learning programs.

use super::points::{Points, STRIDE};
use super::{Move, Point, Sight};
use crate::Position;
use crate::learn::{Count, DIRECTION_NAMES, Encode, direction, write_wide_set};

impl Encode for Sight {
    const PLANES: &'static [&'static str] =
        &["own pieces", "enemy pieces", "own heights", "enemy heights"];
    /// No side has a direction of its own.
    const TURNS: bool = false;

    fn action_planes(_: u8) -> Vec<String> {
        let moves = DIRECTION_NAMES.map(|way| format!("move {way}"));
        ["place".to_owned()].into_iter().chain(moves).collect()
    }

    fn action_plane_count(_: u8) -> usize {
        1 + DIRECTION_NAMES.len()
    }

    #[inline]
    fn write_planes<T: Count>(&self, out: &mut [T]) {
        let frame = self.frame();
        let sides = [self.turn(), !self.turn()];
        let mut planes = out.chunks_exact_mut(frame.cells());
        for (side, plane) in sides.into_iter().zip(&mut planes) {
            write_wide_set(plane, frame.wide_set(self.board.pieces(side), STRIDE));
        }
        for (side, plane) in sides.into_iter().zip(&mut planes) {
            plane.fill(T::ZERO);
            for point in self.board.pieces::<u128>(side).iter() {
                if let Some(height) = plane.get_mut(frame.index(Point(point).cell())) {
                    *height = T::count(self.board.height(point));
                }
            }
        }
    }

    #[inline]
    fn action_of(&self, mv: Move) -> usize {
        let frame = self.frame();
        let plane = mv.source().and_then(|from| {
            let (way, _) = direction(from.cell(), mv.target().cell())?;
            Some(1 + way)
        });
        plane.unwrap_or(0) * frame.cells() + frame.index(mv.target().cell())
    }

    #[inline]
    fn move_of(&self, action: usize) -> Option<Move> {
        let frame = self.frame();
        let (plane, cell) = (action / frame.cells(), action % frame.cells());
        let to = Point::at(frame.cell(cell));
        if plane == 0 {
            return Some(Move::place(to));
        }
        let from = Point::at(frame.origin(cell, plane - 1, 1)?);
        let joined = u128::neighbors(from.0).has(to.0);
        joined.then(|| Move::along(from, to))
    }
}
