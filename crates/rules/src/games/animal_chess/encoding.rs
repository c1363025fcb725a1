//! Animal Chess for learning programs.

use super::pieces::{ROW, Square};
use super::{Action, AnimalChess, Kind, Move};
use crate::learn::{Count, DIRECTION_NAMES, Encode, Frame, Number, direction, write_set};
use crate::{Position, Side};

/// The cells of the board.
const CELLS: usize = 30;
/// The action planes of steps, one per direction; those of drops follow.
const STEPS: usize = DIRECTION_NAMES.len();

/// The planes of directions for the second side: `targets_by_direction` has left and right as the
/// board is drawn, and the second side sees it turned.
const TURNED: [usize; STEPS] = [0, 1, 3, 2, 5, 4, 7, 6];

impl Encode for AnimalChess {
    const PLANES: &'static [&'static str] = &[
        "own giraffes",
        "own cats",
        "own chicks",
        "own lion",
        "own promoted cats",
        "own promoted chicks",
        "enemy giraffes",
        "enemy cats",
        "enemy chicks",
        "enemy lion",
        "enemy promoted cats",
        "enemy promoted chicks",
        "giraffes in own hand",
        "cats in own hand",
        "chicks in own hand",
        "giraffes in enemy hand",
        "cats in enemy hand",
        "chicks in enemy hand",
    ];
    const TURNS: bool = true;

    fn action_planes(_: u8) -> Vec<String> {
        let drops = Kind::DROPPABLE.map(|kind| format!("drop {}", kind.as_str()));
        let steps = DIRECTION_NAMES.map(|way| format!("step {way}"));
        steps.into_iter().chain(drops).collect()
    }

    fn action_plane_count(_: u8) -> usize {
        STEPS + Kind::DROPPABLE.len()
    }

    #[inline]
    fn write_planes<T: Count>(&self, out: &mut [T]) {
        let frame = self.frame();
        // Kinds are in the order of the planes.
        let kinds = Kind::ALL.map(|kind| see(frame, self.board.by_kind(kind)));
        let mut planes = out.chunks_exact_mut(CELLS);
        for side in [self.turn(), !self.turn()] {
            let pieces = see(frame, self.board.by_side(side));
            for (kind, plane) in kinds.into_iter().zip(&mut planes) {
                write_set(plane, kind & pieces);
            }
        }
        for side in [self.turn(), !self.turn()] {
            for (kind, plane) in Kind::DROPPABLE.into_iter().zip(&mut planes) {
                plane.fill(T::count(self.board.hand(side, kind)));
            }
        }
    }

    #[inline]
    fn write_mask<T: Number>(&self, mask: &mut [T]) {
        if self.is_decided() {
            return mask.fill(T::ZERO);
        }
        let (frame, side) = (self.frame(), self.turn());
        let targets = self
            .targets_by_direction()
            .map(|targets| see(frame, targets));
        let mut planes = mask.chunks_exact_mut(CELLS);
        for (way, plane) in (0..STEPS).zip(&mut planes) {
            let way = if frame.turned { TURNED[way] } else { way };
            write_set(plane, targets[way]);
        }
        let empty = see(frame, self.board.empty_squares());
        for (kind, plane) in Kind::DROPPABLE.into_iter().zip(&mut planes) {
            let held = self.board.hand(side, kind) > 0;
            write_set(plane, if held { empty } else { 0 });
        }
    }

    #[inline]
    fn action_of(&self, mv: Move) -> usize {
        let frame = self.frame();
        let plane = match mv.action() {
            Action::Step { from, to } => {
                direction(frame.see(from.cell()), frame.see(to.cell())).map_or(0, |(way, _)| way)
            }
            Action::Drop { kind, .. } => STEPS + kind.index(),
        };
        plane * CELLS + frame.index(mv.target().cell())
    }

    #[inline]
    fn move_of(&self, action: usize) -> Option<Move> {
        let (plane, cell) = (action / CELLS, action % CELLS);
        let frame = self.frame();
        let to = Square::at(frame.cell(cell));
        if plane < STEPS {
            let from = frame.origin(cell, plane, 1)?;
            return Some(Move::step(Square::at(from), to));
        }
        let kind = *Kind::DROPPABLE.get(plane - STEPS)?;
        Some(Move::drop(kind, to))
    }

    #[inline]
    fn frame(&self) -> Frame {
        Frame {
            cols: 5,
            rows: 6,
            turned: self.turn() == Side::Second,
        }
    }
}

/// A bitboard as the side to move sees it.
#[inline(always)]
fn see(frame: Frame, bits: u64) -> u64 {
    frame.set(bits, ROW)
}
