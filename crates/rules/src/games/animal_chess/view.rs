//! Animal Chess for people.

use super::pieces::GRID;
use super::{Action, AnimalChess, Kind, Move, Square, text};
use crate::draft::{Item, SetupPhase, SetupSchema};
use crate::view::{self, Describe, Geometry, Held, Piece, Region, Slot, label};
use crate::words::list;
use crate::{Position, Side, StepOf};

/// The name of a kind in views.
const fn id(kind: Kind) -> &'static str {
    match kind {
        Kind::PromotedCat => "promoted-cat",
        Kind::PromotedChick => "promoted-chick",
        _ => kind.name(),
    }
}

/// The legend's entry for a kind. A promoted piece wears a hat.
fn entry(kind: Kind) -> view::Kind {
    let (glyph, steps): (_, &'static [(i8, i8)]) = match kind {
        Kind::Lion => (
            ["L", "l"],
            &[
                (0, 1),
                (1, 1),
                (1, 0),
                (1, -1),
                (0, -1),
                (-1, -1),
                (-1, 0),
                (-1, 1),
            ],
        ),
        Kind::Giraffe => (["G", "g"], &[(0, 1), (1, 0), (0, -1), (-1, 0)]),
        Kind::Cat => (["C", "c"], &[(0, 1), (1, 1), (1, -1), (-1, -1), (-1, 1)]),
        Kind::Chick => (["H", "h"], &[(0, 1)]),
        Kind::PromotedCat => (["Ĉ", "ĉ"], PROMOTED),
        Kind::PromotedChick => (["Ĥ", "ĥ"], PROMOTED),
    };
    view::Kind {
        id: id(kind),
        name: kind.name(),
        text: text::symbols(kind),
        glyph,
        steps,
    }
}

/// A piece of a position in the making.
const fn item(kind: Kind, side: Side) -> Item {
    Item::piece(text::symbol(side, kind), id(kind), side)
}

const PROMOTED: &[(i8, i8)] = &[(0, 1), (1, 1), (1, 0), (0, -1), (-1, 0), (-1, 1)];

fn name(square: Square) -> String {
    GRID.name(square.cell())
}

/// The slot of a hand: the letter that the hands have in position strings.
fn slot(side: Side, kind: Kind) -> String {
    text::symbol(side, kind).to_owned()
}

impl AnimalChess {
    fn step_caption(&self, from: Square, to: Square) -> String {
        let player = Self::INFO.side_name(self.turn());
        let [here, there] = [from, to].map(|square| label(GRID, square.cell()));
        let Some((side, kind)) = self.piece_at(from) else {
            return format!("There is no piece on {here}.");
        };
        let animal = kind.name();
        let promotes = kind.after_move(side, to) != kind;
        let Some((_, captured)) = self.piece_at(to) else {
            let promotes = if promotes { " and promotes" } else { "" };
            return format!("{player}'s {animal} moves from {here} to {there}{promotes}.");
        };
        let mut deeds = vec![format!("captures the {} on {there}", captured.name())];
        if captured != Kind::Lion {
            let mut taken = String::from("takes it into hand");
            if captured != captured.base() {
                taken += &format!(" as a {}", captured.base().name());
            }
            deeds.push(taken);
        }
        if promotes {
            deeds.push("promotes".into());
        }
        let deeds = list(&deeds, "and");
        format!("{player}'s {animal} on {here} {deeds}.")
    }
}

impl Describe for AnimalChess {
    const SETUP: SetupSchema = SetupSchema {
        items: &[
            item(Kind::Lion, Side::First),
            item(Kind::Giraffe, Side::First),
            item(Kind::Cat, Side::First),
            item(Kind::Chick, Side::First),
            item(Kind::PromotedCat, Side::First),
            item(Kind::PromotedChick, Side::First),
            item(Kind::Lion, Side::Second),
            item(Kind::Giraffe, Side::Second),
            item(Kind::Cat, Side::Second),
            item(Kind::Chick, Side::Second),
            item(Kind::PromotedCat, Side::Second),
            item(Kind::PromotedChick, Side::Second),
        ],
        phases: &[
            SetupPhase::new("0", "Player 0 to move"),
            SetupPhase::new("1", "Player 1 to move"),
        ],
        empty: None,
    };

    fn geometry(&self) -> Geometry {
        let regions = Side::BOTH.map(|side| Region {
            kind: "promotion",
            name: format!("{}'s promotion zone", Self::INFO.side_name(side)),
            side: Some(side),
            points: Square::all()
                .filter(|square| square.is_promotion_zone(side))
                .map(name)
                .collect(),
        });
        let slots = Side::BOTH.into_iter().flat_map(|side| {
            Kind::DROPPABLE.map(|kind| Slot {
                id: slot(side, kind),
                side,
                kind: id(kind),
            })
        });
        let legend = [
            Kind::Lion,
            Kind::Giraffe,
            Kind::Cat,
            Kind::Chick,
            Kind::PromotedCat,
            Kind::PromotedChick,
        ];
        Geometry {
            bottom: Side::Second,
            regions: regions.into(),
            slots: slots.collect(),
            ..Geometry::of_grid(&Self::INFO, None, GRID, legend.map(entry).into())
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        let piece = |square| {
            let (side, kind) = self.piece_at(square)?;
            Some(Piece {
                at: name(square),
                kind: id(kind),
                side,
                height: 1,
                note: None,
                badge: None,
            })
        };
        Square::all().filter_map(piece).collect()
    }

    fn hands(&self) -> Vec<Held> {
        let held = |side| {
            Kind::DROPPABLE.map(|kind| Held {
                slot: slot(side, kind),
                count: self.hand(side, kind),
            })
        };
        Side::BOTH
            .into_iter()
            .flat_map(held)
            .filter(|held| held.count > 0)
            .collect()
    }

    fn path(&self, mv: Move) -> Vec<String> {
        match mv.action() {
            Action::Step { from, to } => vec![name(from), name(to)],
            Action::Drop { kind, to } => vec![slot(self.turn(), kind), name(to)],
        }
    }

    fn caption(&self, step: StepOf<Self>) -> String {
        match step.mv.action() {
            Action::Step { from, to } => self.step_caption(from, to),
            Action::Drop { kind, to } => format!(
                "{} drops a {} on {}.",
                Self::INFO.side_name(self.turn()),
                kind.name(),
                label(GRID, to.cell())
            ),
        }
    }

    fn prompt(&self) -> String {
        let player = Self::INFO.side_name(self.turn());
        if self.board.kinds_in_hand(self.turn()) == 0 {
            format!("{player}, move one of your pieces.")
        } else {
            format!("{player}, move one of your pieces or drop one from your hand.")
        }
    }

    fn loss_reason(&self, loser: Side) -> String {
        let loser = Self::INFO.side_name(loser);
        if self.terminal_winner().is_some() {
            format!("{loser}'s lion has been captured.")
        } else {
            format!("{loser} has no legal moves.")
        }
    }
}
