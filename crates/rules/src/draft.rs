//! Positions put together by hand, a piece at a time.
//!
//! A game says once what its positions are made of ([`SetupSchema`]). A [`Draft`] is any choice of those
//! parts: it can be drawn, changed and written as a position string at every moment, also while no
//! such position can exist. Whether one can is for the game's own parser to say.
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

use crate::Side;
use crate::error::SizeError;
use crate::grid::write_board;
use crate::view::{Describe, Geometry, Held, Mark, Piece};
use crate::words::quote;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use thiserror::Error;

/// What the positions of a game are made of.
///
/// A position string is the board, then the stage, then the hands if the game has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SetupSchema {
    /// What can stand on a point.
    pub items: &'static [Item],
    /// The stages a game can be in, the usual one first.
    pub phases: &'static [SetupPhase],
    /// How position strings write an empty point; without it they count empty points in digits.
    #[serde(skip)]
    pub empty: Option<&'static str>,
}

/// Something that can stand on a point: a piece, or a mark that is nobody's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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
    pub tallest: u8,
}

impl Item {
    /// A piece that is not stacked.
    pub const fn piece(symbol: &'static str, kind: &'static str, side: Side) -> Self {
        Item {
            symbol,
            kind,
            side: Some(side),
            tallest: 1,
        }
    }
}

/// What holds of a position as a whole: whose turn it is, and what is to be done or is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SetupPhase {
    /// Its name in drafts: what position strings write for it.
    pub text: &'static str,
    /// The name for people: `White to move`.
    pub name: &'static str,
}

impl SetupPhase {
    /// A stage with its text and its name.
    pub const fn new(text: &'static str, name: &'static str) -> Self {
        SetupPhase { text, name }
    }
}

/// A position as somebody puts it together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// The board's size, for games that have several; the usual one if left out.
    #[serde(default)]
    pub size: Option<u8>,
    /// What stands on the board, at most one item a point.
    pub pieces: Vec<Placed>,
    /// What is in the hands.
    pub hands: Vec<Held>,
    /// One of the game's stages.
    pub stage: String,
}

/// An item on a point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Placed {
    /// The point.
    pub at: String,
    /// The item's symbol.
    pub item: String,
    /// How many high it is stacked; 1 for a single one.
    pub height: u8,
}

/// The most pieces of a kind in a hand: a position string has one digit for their number.
pub const MOST_IN_HAND: u8 = 9;

/// Why a draft is not one of this game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DraftError {
    /// There is no such board.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// There is no such point.
    #[error("there is no point {0} on this board")]
    Point(String),
    /// Two items on one point.
    #[error("two things stand on {0}")]
    Twice(String),
    /// There is no such item.
    #[error("there is no {item}; the pieces and marks are {items}")]
    Item {
        /// The symbol, quoted.
        item: String,
        /// The symbols there are.
        items: String,
    },
    /// A stack of no pieces, or of too many.
    #[error("the height of {item} on {at} is {height}, expected 1 to {tallest}")]
    Height {
        /// The item's symbol.
        item: &'static str,
        /// The point.
        at: String,
        /// The height asked for.
        height: u8,
        /// The highest there is.
        tallest: u8,
    },
    /// There is no such place in a hand.
    #[error("there is no place {0} in the hands")]
    Slot(String),
    /// Too many in one place of a hand.
    #[error("there are {count} of {slot} in hand, expected at most {MOST_IN_HAND}")]
    Count {
        /// The place.
        slot: String,
        /// How many.
        count: u8,
    },
    /// There is no such stage.
    #[error("there is no stage {stage}; the stages are {stages}")]
    Stage {
        /// The stage, quoted.
        stage: String,
        /// The stages there are.
        stages: String,
    },
}

/// The position string of a draft. It may stand for no position: parse it to know.
pub fn compose<G: Describe>(draft: &Draft) -> Result<String, DraftError> {
    let geometry = G::start(draft.size)?.geometry();
    let board = board_text(&G::SETUP, &geometry, &draft.pieces)?;
    let known = |stage: &&SetupPhase| stage.text == draft.stage;
    let Some(stage) = G::SETUP.phases.iter().find(known) else {
        let stages = G::SETUP.phases.iter().map(|stage| stage.text);
        return Err(DraftError::Stage {
            stage: quote(&draft.stage),
            stages: stages.collect::<Vec<_>>().join(", "),
        });
    };
    let hands = hands_text(&geometry, &draft.hands)?;
    let fields = [Some(board), Some(stage.text.to_owned()), hands];
    let fields: Vec<String> = fields.into_iter().flatten().collect();
    Ok(fields.join(" "))
}

fn board_text(
    parts: &SetupSchema,
    geometry: &Geometry,
    pieces: &[Placed],
) -> Result<String, DraftError> {
    let mut symbols: HashMap<&str, String> = HashMap::new();
    for piece in pieces {
        let at = piece.at.as_str();
        if !geometry.points.iter().any(|point| point.id == at) {
            return Err(DraftError::Point(quote(at)));
        }
        if symbols.insert(at, symbol(parts, piece)?).is_some() {
            return Err(DraftError::Twice(at.to_owned()));
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
        held.map(String::as_str).or(parts.empty)
    });
    debug_assert_eq!(written, Ok(()), "a string takes every text");
    Ok(text)
}

/// What a position string writes for something on the board.
fn symbol(parts: &SetupSchema, piece: &Placed) -> Result<String, DraftError> {
    let Some(item) = parts.items.iter().find(|item| item.symbol == piece.item) else {
        let items = parts.items.iter().map(|item| item.symbol);
        return Err(DraftError::Item {
            item: quote(&piece.item),
            items: items.collect::<Vec<_>>().join(", "),
        });
    };
    match piece.height {
        1 => Ok(item.symbol.to_owned()),
        height if (2..=item.tallest).contains(&height) => Ok(format!("{}{height}", item.symbol)),
        height => Err(DraftError::Height {
            item: item.symbol,
            at: piece.at.clone(),
            height,
            tallest: item.tallest,
        }),
    }
}

/// The hands, in the order of their slots; nothing in games that have none.
fn hands_text(geometry: &Geometry, hands: &[Held]) -> Result<Option<String>, DraftError> {
    let mut counts: HashMap<&str, u8> = HashMap::new();
    for held in hands {
        let slot = held.slot.as_str();
        if !geometry.slots.iter().any(|known| known.id == slot) {
            return Err(DraftError::Slot(quote(slot)));
        }
        let count = counts.entry(slot).or_default();
        *count = count.saturating_add(held.count);
        if *count > MOST_IN_HAND {
            return Err(DraftError::Count {
                slot: slot.to_owned(),
                count: *count,
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
    let named = |kind: &str, side: Option<Side>| {
        let mut items = G::SETUP.items.iter();
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
        stage: String::new(),
    };
    // The stage is the one with which the draft is written as the position is.
    let text = position.to_string();
    for stage in G::SETUP.phases {
        stage.text.clone_into(&mut draft.stage);
        if compose::<G>(&draft).as_ref() == Ok(&text) {
            break;
        }
    }
    draft
}
