//! Incognito for people.

use super::{Incognito, Move, Reveal, Spies, Square};
use crate::bits::Bits;
use crate::draft::{Item, SetupPhase, SetupSchema};
use crate::record::FileFormat;
use crate::view::{Describe, Geometry, Kind, Piece, Region};
use crate::{Position, Side, StepOf};

/// The eight directions of a chess queen.
const QUEEN: &[(i8, i8)] = &[
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

impl Incognito {
    /// A pawn's kind, which is also the word for it: `knight` once it is cleared, `pawn` as
    /// long as it may be the spy.
    fn kind_on(&self, square: Square) -> &'static str {
        if self.board.cleared() & square.bit() != 0 {
            "knight"
        } else {
            "pawn"
        }
    }

    /// What is known of a side's pawn, in words.
    fn note(&self, side: Side, square: Square) -> Option<String> {
        let candidates = self.spy_squares(side);
        if candidates & square.bit() == 0 {
            return Some("known to be a knight".into());
        }
        match candidates.count_ones() {
            1 => Some("certainly the spy".into()),
            // At the end one of them has been found, and the position does not say which.
            _ if self.terminal_winner().is_some() => None,
            all => Some(format!("the spy with chance 1/{all}")),
        }
    }

    /// What is known of a side's pawn, in a few characters. Knights have a picture of their own.
    fn badge(&self, side: Side, square: Square) -> Option<String> {
        let candidates = self.spy_squares(side);
        match candidates.count_ones() {
            _ if candidates & square.bit() == 0 => None,
            1 => Some("spy".into()),
            _ if self.terminal_winner().is_some() => None,
            all => Some(format!("1/{all}")),
        }
    }
}

impl Describe for Incognito {
    const SETUP: SetupSchema = SetupSchema {
        items: &[
            Item::piece("W", "pawn", Side::First),
            Item::piece("w", "knight", Side::First),
            Item::piece("B", "pawn", Side::Second),
            Item::piece("b", "knight", Side::Second),
        ],
        phases: &[
            SetupPhase::new("w", "White to move"),
            SetupPhase::new("b", "Black to move"),
            SetupPhase::new("b w-wins", "White has won by its own move"),
            SetupPhase::new("w w-wins", "White has won by Black's move"),
            SetupPhase::new("w b-wins", "Black has won by its own move"),
            SetupPhase::new("b b-wins", "Black has won by White's move"),
        ],
        empty: None,
    };

    const HIDDEN: Option<&'static str> =
        Some("Each side has a spy among its pawns, drawn at random. Neither player knows it.");
    const FORMATS: &'static [FileFormat] = &[super::format::INCO];

    fn geometry(&self) -> Geometry {
        let legend = vec![
            Kind {
                id: "pawn",
                name: "pawn that may be the spy",
                text: ["W", "B"],
                glyph: ["♙", "♟"],
                steps: QUEEN,
            },
            Kind {
                id: "knight",
                name: "pawn known to be a knight",
                text: ["w", "b"],
                glyph: ["♘", "♞"],
                steps: QUEEN,
            },
        ];
        let castle = |side| Region {
            kind: "castle",
            name: format!("{}'s castle", Self::INFO.side_name(side)),
            side: Some(side),
            points: vec![self.name(self.castle(side))],
        };
        Geometry {
            regions: Side::BOTH.map(castle).into(),
            ..Geometry::of_grid(&Self::INFO, self.size(), self.grid(), legend)
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        let pawns = |side| Bits(self.pawns(side)).map(move |square| (side, Square(square)));
        Side::BOTH
            .into_iter()
            .flat_map(pawns)
            .map(|(side, square)| Piece {
                at: self.name(square),
                kind: self.kind_on(square),
                side,
                height: 1,
                note: self.note(side, square),
                badge: self.badge(side, square),
            })
            .collect()
    }

    fn path(&self, mv: Move) -> Vec<String> {
        vec![self.name(mv.from()), self.name(mv.to())]
    }

    fn caption(&self, step: StepOf<Self>) -> String {
        let mv = step.mv;
        let side = Self::INFO.side_name(self.turn());
        let enemy = Self::INFO.side_name(!self.turn());
        let (from, to) = (self.name(mv.from()), self.name(mv.to()));
        let kind = self.kind_on(mv.from());
        if mv.is_question() {
            let target = self.kind_on(mv.to());
            let asks = format!("{side}'s {kind} on {from} interrogates {enemy}'s {target} on {to}");
            return match step.reveal {
                Reveal::Wins => format!("{asks} and unmasks the spy."),
                Reveal::SpyLost if target == "knight" => {
                    format!("{asks} and is lost. It was {side}'s spy.")
                }
                Reveal::SpyLost => {
                    format!(
                        "{asks}, which is a knight. The questioner is lost and was {side}'s spy."
                    )
                }
                _ if target == "knight" => format!("{asks} and is lost. It was a knight."),
                _ => format!("{asks}, which is a knight. The questioner is lost and was a knight."),
            };
        }
        match step.reveal {
            Reveal::Nothing => format!("{side}'s {kind} moves from {from} to {to}."),
            Reveal::Wins => {
                format!("{side}'s {kind} enters {enemy}'s castle from {from}. It is the spy.")
            }
            _ => format!(
                "{side}'s {kind} enters {enemy}'s castle from {from} and is lost. It was a knight."
            ),
        }
    }

    fn disclose_secret(&self, spies: &Spies) -> String {
        let spy = |side| {
            let name = Self::INFO.side_name(side);
            match spies.of(side) {
                Some(square) => format!("{name}'s spy was the pawn on {}", self.name(square)),
                None => format!("{name}'s spy was lost already"),
            }
        };
        let [white, black] = Side::BOTH.map(spy);
        format!("At the start {white} and {black}.")
    }

    fn prompt(&self) -> String {
        let side = Self::INFO.side_name(self.turn());
        let mut questions = self.moves().into_iter().filter(|mv| mv.is_question());
        if questions.next().is_some() {
            format!("{side} to move a pawn or to interrogate an enemy pawn.")
        } else {
            format!("{side} to move a pawn.")
        }
    }

    fn loss_reason(&self, loser: Side) -> String {
        let (wins, loses) = (Self::INFO.side_name(!loser), Self::INFO.side_name(loser));
        let castle = self.castle(loser).bit();
        if self.turn() != loser {
            // The loser made the last move.
            format!("{loses}'s spy has interrogated a knight and is unmasked.")
        } else if self.pawns(!loser) & castle != 0 {
            format!("{wins}'s spy has taken {loses}'s castle.")
        } else {
            format!("{loses}'s spy is unmasked.")
        }
    }
}
