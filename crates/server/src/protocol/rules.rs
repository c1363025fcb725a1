//! The rules as a service: games, positions, records. A client needs to know no rules.

use quintain_rules::draft::{Draft, SetupSchema};
use quintain_rules::view::{Geometry, StepView, View};
use quintain_rules::{Boards, Side};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A game in the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct GameCard {
    /// The id in addresses and requests.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// The game in a sentence.
    pub summary: String,
    /// What the game calls its two sides, the first to move first.
    #[schema(min_items = 2, max_items = 2)]
    pub sides: [String; 2],
    /// The boards there are.
    pub boards: Boards,
    /// Whether something is hidden from both players, with a commitment at the start.
    pub secret: bool,
    /// File formats beside `record`.
    pub formats: Vec<String>,
    /// The board in its usual size, to draw a picture.
    pub geometry: Geometry,
    /// The usual start position.
    pub view: View,
}

/// The rules page of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct GameRules {
    /// The game's id.
    pub game: String,
    /// The page, as Markdown.
    pub markdown: String,
}

/// A position: a start and steps from there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionAsk {
    /// The game's id.
    pub game: String,
    /// The board's size, for games that have several; the usual one if left out.
    #[serde(default)]
    pub size: Option<u8>,
    /// The position to start from; the usual one if left out.
    #[serde(default)]
    #[schema(max_length = 500)]
    pub start: Option<String>,
    /// The steps, with what they revealed.
    #[serde(default)]
    #[schema(max_items = 2000)]
    pub steps: Vec<String>,
    /// Whether every position on the way is wanted, not only the last.
    #[serde(default)]
    pub all: bool,
}

/// Positions to draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Positions {
    /// The board.
    pub geometry: Geometry,
    /// The last position with its legal moves; with `all`, first every one before it, without.
    pub views: Vec<View>,
    /// The steps that were played.
    pub steps: Vec<StepView>,
    /// For moves of the last position by which chance has a say: what can happen.
    pub chances: Vec<Chance>,
    /// The step that could not be played; what came before it was.
    #[schema(required)]
    pub fault: Option<StepFault>,
}

/// What can happen by a move, with probability `weight / total`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Chance {
    /// The move's text, as in the view's moves.
    #[serde(rename = "move")]
    pub mv: String,
    /// The text of the step that it becomes.
    pub step: String,
    /// Its weight.
    pub weight: u32,
    /// The sum of the weights of the move's steps.
    pub total: u32,
}

/// A step that could not be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StepFault {
    /// Which one, counted from 0.
    pub index: u32,
    /// Why not.
    pub message: String,
}

/// Asks for a position taken apart, to change it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadDraft {
    /// The game's id.
    pub game: String,
    /// The board's size, for games that have several; the usual one if left out.
    #[serde(default)]
    pub size: Option<u8>,
    /// The position; the usual start if left out.
    #[serde(default)]
    #[schema(max_length = 500)]
    pub position: Option<String>,
}

/// A position taken apart, and what else can be put there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DraftRead {
    /// The board.
    pub geometry: Geometry,
    /// What positions of the game are made of.
    pub parts: SetupSchema,
    /// The position.
    pub draft: Draft,
}

/// Asks what position a draft makes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WriteDraft {
    /// The game's id.
    pub game: String,
    /// The draft.
    pub draft: Draft,
}

/// A draft as text, and whether it is a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DraftText {
    /// The text, also of a draft that is no position.
    pub text: String,
    /// Why no such position can exist; nothing if it can.
    #[schema(required)]
    pub problem: Option<String>,
    /// Whose turn it is and what to do, or how the game ended; nothing of what cannot exist.
    #[schema(required)]
    pub status: Option<String>,
}

/// Asks to read records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadRecords {
    /// The text of one or more records.
    pub text: String,
    /// `record`, or a format of one game's own.
    #[serde(default)]
    pub format: Option<String>,
}

/// Records that were read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RecordsRead {
    /// One after the other, as they stood in the text.
    pub records: Vec<RecordView>,
}

/// A whole game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RecordView {
    /// The game's id.
    pub game: String,
    /// The board's size, for games that have several.
    #[schema(required)]
    pub size: Option<u8>,
    /// The position it started from.
    pub start: String,
    /// The free headers, in order.
    pub headers: Vec<Header>,
    /// The steps.
    pub steps: Vec<String>,
    /// Comments: before the first step, then after each step.
    pub comments: Vec<Vec<String>>,
    /// Whether the game has ended.
    pub ended: bool,
    /// Who has won.
    #[schema(required)]
    pub winner: Option<Side>,
    /// What ended it, if not the rules.
    #[schema(required)]
    pub termination: Option<String>,
    /// What was hidden, if it is told.
    #[schema(required)]
    pub secret: Option<String>,
    /// The record in its canonical form.
    pub text: String,
}

/// A header of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// A capital letter, then letters and digits.
    pub name: String,
    /// Any text.
    pub value: String,
}

/// Asks to write a record of steps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordAsk {
    /// The game's id.
    pub game: String,
    /// The board's size, for games that have several; the usual one if left out.
    #[serde(default)]
    pub size: Option<u8>,
    /// The position to start from; the usual one if left out.
    #[serde(default)]
    #[schema(max_length = 500)]
    pub start: Option<String>,
    /// The steps, with what they revealed.
    #[serde(default)]
    #[schema(max_items = 2000)]
    pub steps: Vec<String>,
    /// Headers of your own.
    #[serde(default)]
    #[schema(max_items = 50)]
    pub headers: Vec<Header>,
    /// `record`, or a format of the game's own.
    #[serde(default)]
    pub format: Option<String>,
}

/// A record as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RecordText {
    /// The text.
    pub text: String,
}
