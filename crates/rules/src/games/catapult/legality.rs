//! One move at a time: whether it is legal, and if not, why.

use super::board::{FLAG_SQUARES, flag_range, step};
use super::messages::Reason;
use super::moves::forward;
use super::{Catapult, Move, Phase, Piece, Square};
use crate::Side;
use crate::error::Phrase;
use crate::message::Message;

/// What is wrong with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The game is over.
    Over,
    /// There is no such square.
    OffBoard(Square),
    /// A flag has to be placed first.
    PlaceFirst,
    /// Not a square where this side may place its flag.
    NotForFlags,
    /// A placement after both flags have been placed.
    AlreadyPlaced,
    /// The piece to move is not there.
    Nothing,
    /// The piece to move is the enemy's.
    NotYours(Piece),
    /// Flags stay where they are.
    FlagsStay,
    /// The target is occupied.
    Occupied(Side, Piece),
    /// The general goes further than one square.
    GeneralTooFar,
    /// The general does not capture.
    GeneralCaptures(Piece),
    /// A knight steps back without a retreat.
    KnightBack,
    /// A knight captures to the side.
    KnightSideways(Piece),
    /// A knight steps diagonally without capturing.
    KnightDiagonal,
    /// Two squares, but not straight or diagonally back.
    NotRetreat,
    /// A retreat of a knight that no enemy knight can capture.
    NotAttacked,
    /// A retreat over a piece.
    Blocked(Square),
    /// Not along a row, column or diagonal.
    NotInLine,
    /// No three knights of the mover's from the start toward the target.
    NotCatapult,
    /// A shot at an empty square.
    NoTarget,
    /// A shot at a piece of the same side.
    OwnTarget(Piece),
    /// A shot without the general next to the catapult.
    NoCommand,
    /// Further than anything reaches.
    TooFar,
}

/// A move along a line, as its owner sees it.
struct Line {
    /// One step of it, as a distance between bits.
    step: i8,
    /// Steps forward per step: 1, 0 or -1.
    forward: i8,
    /// Steps to the side per step.
    aside: i8,
    /// How many steps.
    length: u8,
}

impl Catapult {
    /// What is wrong with a move; `None` if it is legal.
    pub(super) fn fault(&self, mv: Move) -> Option<Fault> {
        let (from, to) = (mv.from(), mv.to());
        match self.phase {
            Phase::Won(_) => return Some(Fault::Over),
            _ if !from.is_on_board() => return Some(Fault::OffBoard(from)),
            _ if !to.is_on_board() => return Some(Fault::OffBoard(to)),
            Phase::Placing => return self.placing_fault(from, to),
            Phase::Playing if from == to => return Some(Fault::AlreadyPlaced),
            Phase::Playing => {}
        }
        match self.board.piece_at(from) {
            None => Some(Fault::Nothing),
            Some((side, piece)) if side != self.turn => Some(Fault::NotYours(piece)),
            Some((_, Piece::Flag)) => Some(Fault::FlagsStay),
            Some((_, Piece::General)) => self.general_fault(to),
            Some((_, Piece::Knight)) => self.knight_fault(from, to),
        }
    }

    fn placing_fault(&self, from: Square, to: Square) -> Option<Fault> {
        if from != to {
            Some(Fault::PlaceFirst)
        } else if FLAG_SQUARES[self.turn.index()] & to.bit() == 0 {
            Some(Fault::NotForFlags)
        } else {
            self.occupied(to)
        }
    }

    /// The fault of moving to an occupied square.
    fn occupied(&self, to: Square) -> Option<Fault> {
        let (side, piece) = self.board.piece_at(to)?;
        Some(Fault::Occupied(side, piece))
    }

    fn general_fault(&self, to: Square) -> Option<Fault> {
        if self.board.adjacent_to_general(self.turn) & to.bit() == 0 {
            return Some(Fault::GeneralTooFar);
        }
        match self.board.piece_at(to)? {
            (side, piece) if side != self.turn => Some(Fault::GeneralCaptures(piece)),
            (side, piece) => Some(Fault::Occupied(side, piece)),
        }
    }

    /// What is wrong with a move of a knight, or of the catapult whose rear knight it is.
    fn knight_fault(&self, from: Square, to: Square) -> Option<Fault> {
        let line = match self.line(from, to) {
            Some(line) => line,
            None if from.distance(to) < 3 => return Some(Fault::NotRetreat),
            None => return Some(Fault::NotInLine),
        };
        match line.length {
            1 => self.step_fault(&line, to),
            2 => self.retreat_fault(&line, from, to),
            3 => self
                .catapult_fault(&line, from)
                .or_else(|| self.occupied(to)),
            4 | 5 => self.shot_fault(&line, from, to),
            _ => Some(Fault::TooFar),
        }
    }

    /// The line from a square to another one; `None` if they are not in line.
    fn line(&self, from: Square, to: Square) -> Option<Line> {
        let (start, end) = (from.cell(), to.cell());
        let (across, down) = (
            end.col as i8 - start.col as i8,
            end.row as i8 - start.row as i8,
        );
        let straight = across == 0 || down == 0 || across.abs() == down.abs();
        let ahead = forward(self.turn);
        straight.then(|| Line {
            step: across.signum() + down.signum() * ahead.abs(),
            forward: down.signum() * ahead.signum(),
            aside: across.signum(),
            length: from.distance(to),
        })
    }

    fn step_fault(&self, line: &Line, to: Square) -> Option<Fault> {
        let target = self.board.piece_at(to);
        match (line.forward, line.aside, target) {
            (-1, ..) => Some(Fault::KnightBack),
            (.., Some((side, piece))) if side == self.turn => Some(Fault::Occupied(side, piece)),
            (0, _, Some((_, piece))) => Some(Fault::KnightSideways(piece)),
            (0, ..) | (_, 0, _) | (.., Some(_)) => None,
            (.., None) => Some(Fault::KnightDiagonal),
        }
    }

    fn retreat_fault(&self, line: &Line, from: Square, to: Square) -> Option<Fault> {
        if line.forward != -1 {
            return Some(Fault::NotRetreat);
        }
        let ahead = step(from.bit(), forward(self.turn));
        let attackers = ahead | step(ahead, 1) | step(ahead, -1);
        if self.board.knight_bitboard(!self.turn) & attackers == 0 {
            return Some(Fault::NotAttacked);
        }
        let passed = along(from, line.step, 1);
        if self.board.piece_at(passed).is_some() {
            return Some(Fault::Blocked(passed));
        }
        self.occupied(to)
    }

    /// Whether there is no catapult from its rear knight along the line.
    fn catapult_fault(&self, line: &Line, from: Square) -> Option<Fault> {
        let knights = catapult(from, line.step);
        (self.board.knight_bitboard(self.turn) & knights != knights).then_some(Fault::NotCatapult)
    }

    fn shot_fault(&self, line: &Line, from: Square, to: Square) -> Option<Fault> {
        self.catapult_fault(line, from)
            .or_else(|| match self.board.piece_at(to) {
                None => Some(Fault::NoTarget),
                Some((side, piece)) if side == self.turn => Some(Fault::OwnTarget(piece)),
                Some(_) if self.commands(catapult(from, line.step)) => None,
                Some(_) => Some(Fault::NoCommand),
            })
    }

    /// Whether the mover's general stands next to one of these knights.
    fn commands(&self, knights: u128) -> bool {
        self.board.adjacent_to_general(self.turn) & knights != 0
    }

    /// The reason why a move is rejected.
    pub(super) fn fault_reason(&self, mv: Move, fault: Fault) -> Message {
        let (from, to, square) = (mv.from(), mv.to(), mv.to());
        let (side, owner) = (self.turn, !self.turn);
        let reason = match fault {
            Fault::Over => return Phrase::NotLegal.into(),
            Fault::OffBoard(square) => {
                let square = square.to_string();
                return Phrase::OffBoard { square }.into();
            }
            Fault::PlaceFirst => {
                let [from, to] = flag_range(side);
                Reason::PlaceFirst { side, from, to }
            }
            Fault::NotForFlags => {
                let [from, to] = flag_range(side);
                Reason::NotForFlags { side, from, to }
            }
            Fault::AlreadyPlaced => Reason::AlreadyPlaced,
            Fault::Nothing => Reason::Nothing { square: from },
            Fault::NotYours(piece) => Reason::NotYours {
                piece,
                square: from,
                owner,
            },
            Fault::FlagsStay => Reason::FlagsStay,
            Fault::Occupied(owner, piece) => Reason::Occupied {
                owner,
                piece,
                square,
            },
            Fault::GeneralTooFar => Reason::GeneralTooFar,
            Fault::GeneralCaptures(piece) => Reason::GeneralCaptures {
                owner,
                piece,
                square,
            },
            Fault::KnightBack => Reason::KnightBack,
            Fault::KnightSideways(piece) => Reason::KnightSideways {
                owner,
                piece,
                square,
            },
            Fault::KnightDiagonal => Reason::KnightDiagonal { square },
            Fault::NotRetreat => Reason::NotRetreat,
            Fault::NotAttacked => Reason::NotAttacked { square: from },
            Fault::Blocked(square) => Reason::Blocked { square },
            Fault::NotInLine => Reason::NotInLine { from, to },
            Fault::NotCatapult => Reason::NotCatapult { side, from, to },
            Fault::NoTarget => Reason::NoTarget { square },
            Fault::OwnTarget(piece) => Reason::OwnTarget {
                piece,
                square,
                side,
            },
            Fault::NoCommand => Reason::NoCommand { side },
            Fault::TooFar => Reason::TooFar { from, to },
        };
        reason.into()
    }
}

/// The square some steps along a line that stays on the board.
fn along(from: Square, step: i8, steps: i8) -> Square {
    Square::of_bit((from.index() as u8).wrapping_add_signed(step * steps))
}

/// The squares of a catapult from its rear knight on, along a line that is longer.
fn catapult(rear: Square, step: i8) -> u128 {
    rear.bit() | along(rear, step, 1).bit() | along(rear, step, 2).bit()
}
