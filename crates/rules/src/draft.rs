//! Positions put together by hand, one piece at a time.
//!
//! A game says once what its positions are made of ([`SetupSchema`]). A [`Draft`] is any choice of
//! those parts: it can be drawn, changed and written as a position string at any time, even while
//! no such position can exist. Whether one can is for the game's own parser to say.
//!
//! ```
//! use quintain_rules::Registry;
//!
//! let game = Registry::standard().get("knights-duel")?;
//! let mut draft = game.start(Some(4))?.draft();
//! draft.pieces.retain(|piece| piece.item != "B");
//! let text = game.compose(&draft)?;
//! assert_eq!(text, "4/4/4/W3 w");
//! assert_eq!(game.parse(&text).unwrap_err().to_string(), "Player 2 has no knight, expected one");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::error::{Phrase, SizeError};
use crate::grid::write_board;
use crate::message::{AllOf, Message};
use crate::phrases::quote;
use crate::view::{Describe, Geometry, Held, Mark, Piece};
use crate::{GameInfo, Side, TEXTS, messages};
use std::collections::HashMap;
use std::error::Error;

/// What the positions of a game are made of.
///
/// A position string is the board, then the phase, then the hands if the game has them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SetupSchema {
    /// What can stand on a point.
    pub items: &'static [Item],
    /// The phases a game can be in, the default one first.
    pub phases: Vec<SetupPhase>,
    /// How position strings write an empty point; without it they count empty points in digits.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub empty: Option<&'static str>,
}

/// Something that can stand on a point: a piece, or a mark that is nobody's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Item {
    /// Its name in drafts: what position strings write for it.
    pub symbol: &'static str,
    /// The piece's kind, one of the legend's, or the mark's.
    pub kind: &'static str,
    /// Whose piece it is; a mark is nobody's.
    #[cfg_attr(feature = "schema", schema(required))]
    pub side: Option<Side>,
    /// The highest stack of it: 1 where nothing is stacked.
    pub max_height: u8,
}

impl Item {
    /// A piece that is not stacked.
    pub const fn piece(symbol: &'static str, kind: &'static str, side: Side) -> Self {
        Item {
            symbol,
            kind,
            side: Some(side),
            max_height: 1,
        }
    }
}

/// What holds for a position as a whole: whose turn it is, and whether something special is to be
/// done.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SetupPhase {
    /// Its name in drafts: what position strings write for it.
    pub text: &'static str,
    /// The name for people: `White to move`.
    pub name: Message,
}

impl SetupPhase {
    /// A phase with its text and its name.
    pub fn new(text: &'static str, name: impl Into<Message>) -> Self {
        SetupPhase {
            text,
            name: name.into(),
        }
    }

    /// The two plain phases of every game, one for each side to move, by their texts.
    pub fn to_move(info: &GameInfo, texts: [&'static str; 2]) -> Vec<SetupPhase> {
        let phase = |side: Side| {
            let name = Phrase::PhaseToMove {
                side: info.side_name(side),
            };
            SetupPhase::new(texts[side.index()], name)
        };
        Side::BOTH.map(phase).into()
    }
}

/// A position as somebody puts it together.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Draft {
    /// The board's size, for games that have several; the default one if left out.
    #[cfg_attr(feature = "serde", serde(default))]
    pub size: Option<u8>,
    /// What stands on the board, at most one item per point.
    pub pieces: Vec<Placed>,
    /// What is in the hands.
    pub hands: Vec<Held>,
    /// One of the game's phases.
    pub phase: String,
}

/// An item on a point.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Placed {
    /// The point.
    pub at: String,
    /// The item's symbol.
    pub item: String,
    /// How many high it is stacked; 1 for a single one.
    pub height: u8,
}

/// The maximum number of pieces of a kind in a hand: a position string has one digit for it.
pub const MAX_IN_HAND: u8 = 9;

messages! {
    /// Why a draft is not one of this game.
    #[non_exhaustive]
    pub enum DraftError in TEXTS {
        /// There is no such point.
        Point = "draft-point" {
            /// The point, quoted.
            point: String,
        },
        /// Two items on one point.
        Occupied = "draft-occupied" {
            /// The point.
            point: String,
        },
        /// There is no such item.
        Item = "draft-item" {
            /// The symbol, quoted.
            item: String,
            /// The symbols there are.
            items: AllOf<&'static str>,
        },
        /// A stack of no pieces, or of too many.
        Height = "draft-height" {
            /// The item's symbol.
            item: &'static str,
            /// The point.
            point: String,
            /// The height asked for.
            height: u8,
            /// The highest there is.
            max_height: u8,
        },
        /// There is no such slot in the hands.
        Slot = "draft-slot" {
            /// The slot, quoted.
            slot: String,
        },
        /// Too many in one slot of a hand.
        Count = "draft-count" {
            /// The slot.
            slot: String,
            /// How many.
            count: u8,
            /// The maximum.
            max: u8,
        },
        /// There is no such phase.
        Phase = "draft-phase" {
            /// The phase, quoted.
            phase: String,
            /// The phases there are.
            phases: AllOf<&'static str>,
        },
    } or {
        /// There is no such board.
        Size(SizeError),
    }
}

impl Error for DraftError {}

impl From<SizeError> for DraftError {
    fn from(error: SizeError) -> Self {
        DraftError::Size(error)
    }
}

/// The position string of a draft. It may stand for no position: parse it to know.
pub fn compose<G: Describe>(draft: &Draft) -> Result<String, DraftError> {
    let (geometry, schema) = (G::start(draft.size)?.geometry(), G::setup());
    let board = board_text(&schema, &geometry, &draft.pieces)?;
    let mut phases = schema.phases.iter().map(|phase| phase.text);
    let Some(phase) = phases.find(|text| *text == draft.phase) else {
        return Err(DraftError::Phase {
            phase: quote(&draft.phase),
            phases: AllOf(schema.phases.iter().map(|phase| phase.text).collect()),
        });
    };
    let hands = hands_text(&geometry, &draft.hands)?;
    let fields = [Some(board), Some(phase.to_owned()), hands];
    let fields: Vec<String> = fields.into_iter().flatten().collect();
    Ok(fields.join(" "))
}

fn board_text(
    schema: &SetupSchema,
    geometry: &Geometry,
    pieces: &[Placed],
) -> Result<String, DraftError> {
    let mut symbols: HashMap<&str, String> = HashMap::new();
    for piece in pieces {
        let at = piece.at.as_str();
        if !geometry.points.iter().any(|point| point.id == at) {
            return Err(DraftError::Point { point: quote(at) });
        }
        if symbols.insert(at, symbol(schema, piece)?).is_some() {
            return Err(DraftError::Occupied {
                point: at.to_owned(),
            });
        }
    }
    let places: HashMap<(u8, u8), &str> = geometry
        .points
        .iter()
        .map(|point| ((point.x, point.y), point.id.as_str()))
        .collect();
    let mut text = String::new();
    let written = write_board(&mut text, geometry.cols, geometry.rows, |cell| {
        let held = places
            .get(&(cell.col, cell.row))
            .and_then(|at| symbols.get(at));
        held.map(String::as_str).or(schema.empty)
    });
    debug_assert_eq!(written, Ok(()), "a string takes every text");
    Ok(text)
}

/// What a position string writes for something on the board.
fn symbol(schema: &SetupSchema, piece: &Placed) -> Result<String, DraftError> {
    let Some(item) = schema.items.iter().find(|item| item.symbol == piece.item) else {
        return Err(DraftError::Item {
            item: quote(&piece.item),
            items: AllOf(schema.items.iter().map(|item| item.symbol).collect()),
        });
    };
    match piece.height {
        1 => Ok(item.symbol.to_owned()),
        height if (2..=item.max_height).contains(&height) => Ok(format!("{}{height}", item.symbol)),
        height => Err(DraftError::Height {
            item: item.symbol,
            point: piece.at.clone(),
            height,
            max_height: item.max_height,
        }),
    }
}

/// The hands, in the order of their slots; `None` in games that have none.
fn hands_text(geometry: &Geometry, hands: &[Held]) -> Result<Option<String>, DraftError> {
    let mut counts: HashMap<&str, u8> = HashMap::new();
    for held in hands {
        let slot = held.slot.as_str();
        if !geometry.slots.iter().any(|known| known.id == slot) {
            return Err(DraftError::Slot { slot: quote(slot) });
        }
        let count = counts.entry(slot).or_default();
        *count = count.saturating_add(held.count);
        if *count > MAX_IN_HAND {
            return Err(DraftError::Count {
                slot: slot.to_owned(),
                count: *count,
                max: MAX_IN_HAND,
            });
        }
    }
    if geometry.slots.is_empty() {
        return Ok(None);
    }
    let mut text = String::new();
    for slot in &geometry.slots {
        match counts.get(slot.id.as_str()) {
            None | Some(0) => {}
            Some(1) => text += &slot.id,
            Some(count) => text += &format!("{count}{}", slot.id),
        }
    }
    Ok(Some(if text.is_empty() { "-".into() } else { text }))
}

/// A position as a draft, to change it.
pub fn draft_of<G: Describe>(position: &G) -> Draft {
    let schema = G::setup();
    let named = |kind: &str, side: Option<Side>| {
        let mut items = schema.items.iter();
        items.find(|item| item.kind == kind && item.side == side)
    };
    let piece = |piece: Piece| {
        Some(Placed {
            item: named(piece.kind, Some(piece.side))?.symbol.to_owned(),
            at: piece.at,
            height: piece.height,
        })
    };
    let mark = |mark: Mark| {
        Some(Placed {
            item: named(mark.kind, None)?.symbol.to_owned(),
            at: mark.at,
            height: 1,
        })
    };
    let pieces = position.pieces().into_iter().filter_map(piece);
    let mut draft = Draft {
        size: position.size(),
        pieces: pieces
            .chain(position.marks().into_iter().filter_map(mark))
            .collect(),
        hands: position.hands(),
        phase: String::new(),
    };
    // The phase is the one with which the draft is written as the position is.
    let text = position.to_string();
    for phase in &schema.phases {
        phase.text.clone_into(&mut draft.phase);
        if compose::<G>(&draft).as_ref() == Ok(&text) {
            break;
        }
    }
    draft
}
