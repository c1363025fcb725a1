//! What a move reveals, and the two spies that decide it.

use super::messages::Reason;
use super::{Incognito, Move, Square};
use crate::bits::Bits;
use crate::error::SecretError;
use crate::message::Message;
use crate::{Position, Side, StepOf};

/// What a move reveals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reveal {
    /// Nothing: a plain move.
    Nothing,
    /// The questioned pawn is a knight and the questioner, which is lost, was its side's spy.
    SpyLost,
    /// The mover wins: the enemy spy is found, or the mover's spy is in the enemy castle.
    Wins,
    /// The moving or questioning pawn is lost and was a knight.
    KnightLost,
}

impl crate::Reveal for Reveal {
    const ALL: &'static [Self] = &[
        Reveal::Nothing,
        Reveal::SpyLost,
        Reveal::Wins,
        Reveal::KnightLost,
    ];

    #[inline]
    fn suffix(self) -> &'static str {
        match self {
            Reveal::Nothing => "",
            Reveal::SpyLost => "#",
            Reveal::Wins => "+",
            Reveal::KnightLost => "-",
        }
    }
}

/// The two spies, each identified by the square it stands on.
///
/// A spy that was lost, which ends the game, is on no square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spies {
    squares: [Option<Square>; 2],
}

impl Spies {
    /// Where a side's spy stands.
    pub const fn of(&self, side: Side) -> Option<Square> {
        self.squares[side as usize]
    }

    /// Spies on these squares, White's first.
    pub(super) const fn at([white, black]: [Square; 2]) -> Self {
        Spies {
            squares: [Some(white), Some(black)],
        }
    }
}

impl Incognito {
    /// The bitboard of the squares where a side's spy can be; empty if that spy is gone.
    ///
    /// In a finished game the side to move shows how it ended, since the turn passes after the
    /// last step too: if the winner is to move, the loser's spy was lost.
    pub(super) fn spy_squares(&self, side: Side) -> u64 {
        let suspects = self.suspects(side);
        let in_castle = suspects & self.castle(!side).bit();
        match self.board.winner() {
            Some(winner) if winner != side && winner == self.turn() => 0,
            Some(_) if in_castle != 0 => in_castle,
            _ => suspects,
        }
    }

    /// Checks that a side's spy can stand on a square; the error says why it cannot.
    fn validate_spy(&self, side: Side, spy: Square) -> Result<(), Reason> {
        let square = self.name(spy);
        if self.spy_squares(side) & spy.bit() != 0 {
            Ok(())
        } else if self.pawns(side) & spy.bit() == 0 {
            Err(Reason::NoPawnOfSide { side, square })
        } else {
            Err(Reason::KnownKnight { side, square })
        }
    }

    /// Parses the square of a side's spy.
    pub(super) fn parse_spy(&self, side: Side, text: &str) -> Result<Square, Message> {
        self.check_spy(side, Square::at(self.grid().read_algebraic(1, text)?))
    }

    /// The square of a side's spy, if the spy can stand there.
    pub(super) fn check_spy(&self, side: Side, square: Square) -> Result<Square, Message> {
        self.validate_spy(side, square)?;
        Ok(square)
    }
}

impl crate::Secret<Incognito> for Spies {
    fn count(position: &Incognito) -> u64 {
        let choices = |side| u64::from(position.spy_squares(side).count_ones().max(1));
        choices(Side::First) * choices(Side::Second)
    }

    fn nth(position: &Incognito, index: u64) -> Self {
        let [white, black] = Side::BOTH.map(|side| position.spy_squares(side));
        let pick = |set: u64, index: u64| Bits(set).nth(index as usize).map(Square);
        let choices = u64::from(black.count_ones().max(1));
        Spies {
            squares: [pick(white, index / choices), pick(black, index % choices)],
        }
    }

    fn reveal(&self, position: &Incognito, mv: Move) -> Reveal {
        let mover = position.turn();
        let is_spy = self.of(mover) == Some(mv.from());
        if mv.is_question() {
            if self.of(!mover) == Some(mv.to()) {
                Reveal::Wins
            } else if is_spy {
                Reveal::SpyLost
            } else {
                Reveal::KnightLost
            }
        } else if mv.to() != position.castle(!mover) {
            Reveal::Nothing
        } else if is_spy {
            Reveal::Wins
        } else {
            Reveal::KnightLost
        }
    }

    fn advance(&mut self, position: &Incognito, step: StepOf<Incognito>) {
        let spy = &mut self.squares[position.turn().index()];
        if *spy == Some(step.mv.from()) {
            match step.reveal {
                Reveal::SpyLost => *spy = None,
                _ if step.mv.is_question() => {}
                _ => *spy = Some(step.mv.to()),
            }
        }
    }

    fn text(&self, position: &Incognito) -> String {
        let name = |spy: Option<Square>| spy.map_or("-".into(), |square| position.name(square));
        let [white, black] = self.squares.map(name);
        format!("{white} {black}")
    }

    fn parse(position: &Incognito, text: &str) -> Result<Self, SecretError> {
        let refuse = |reason: Message| SecretError::new(text, reason);
        let Some((white, black)) = text.split_once(' ') else {
            return Err(refuse(Reason::SecretSpelling.into()));
        };
        let read = |side, word: &str| match word {
            "-" if position.spy_squares(side) == 0 => Ok(None),
            "-" => Err(Reason::SpyNotLost { side }.into()),
            _ => position.parse_spy(side, word).map(Some),
        };
        let white = read(Side::First, white).map_err(refuse)?;
        let black = read(Side::Second, black).map_err(refuse)?;
        Ok(Spies {
            squares: [white, black],
        })
    }
}
