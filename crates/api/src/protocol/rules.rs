//! The rules as a service: games, positions, drafts and records. Clients need not know any rules.

use quintain_rules::draft::{Draft, SetupSchema};
use quintain_rules::message::Message;
use quintain_rules::record::EndReason;
use quintain_rules::view::{Geometry, MoveView, StepView, View};
use quintain_rules::{Boards, Side};
use serde::{Deserialize, Serialize};

/// A game in the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CatalogueEntry {
    /// The id in addresses and requests.
    pub id: String,
    /// The name for people.
    pub name: Message,
    /// The game in a sentence.
    pub summary: Message,
    /// What the game calls its two sides, the first to move first.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub sides: [Message; 2],
    /// The boards to choose from.
    pub boards: Boards,
    /// Whether something is hidden from both players, with a commitment at the start.
    pub has_secret: bool,
    /// The file formats besides `record`.
    pub formats: Vec<String>,
    /// The board in its default size, to draw a picture.
    pub geometry: Geometry,
    /// The default start position, without its legal moves.
    pub view: View,
    /// A typical position; the start position in games without lessons.
    pub showcase: Picture,
}

/// A board with a position, to draw a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Picture {
    /// The board.
    pub geometry: Geometry,
    /// The position, without its legal moves.
    pub view: View,
}

/// The rules page of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameRules {
    /// The game's id.
    pub game: String,
    /// The language of the page.
    pub language: String,
    /// The page in Markdown.
    pub markdown: String,
}

/// The lessons of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameLessons {
    /// The game's id.
    pub game: String,
    /// The language of the texts.
    pub language: String,
    /// The lessons and exercises as data; null if the game has none.
    #[cfg_attr(feature = "schema", schema(required, value_type = Option<Object>))]
    pub lessons: Option<serde_json::Value>,
    /// Their texts in Fluent syntax.
    pub texts: String,
}

/// A position: a start and the steps from there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    /// The game's id.
    pub game: String,
    /// The board size, for games with several; the default size if omitted.
    #[serde(default)]
    pub size: Option<u8>,
    /// The position to start from; the default one if omitted.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(max_length = 500))]
    pub start: Option<String>,
    /// The steps, including what they revealed.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(max_items = 2000))]
    pub steps: Vec<String>,
    /// Whether to return the positions on the way, not just the last one: the first hundred,
    /// counting from `from`.
    #[serde(default)]
    pub all: bool,
    /// With `all`, the ply of the first position to return.
    #[serde(default)]
    pub from: u32,
}

/// Positions to draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PositionResponse {
    /// The board.
    pub geometry: Geometry,
    /// The last position with its legal moves; with `all`, preceded by earlier positions without
    /// theirs. There are at most a hundred: if the last position is not among them, ask again
    /// with a larger `from`.
    pub views: Vec<View>,
    /// The steps that were played.
    pub steps: Vec<StepView>,
    /// The possible outcomes of those moves in the last position that involve chance.
    pub chances: Vec<Chance>,
    /// The first step that could not be played; those before it were.
    #[cfg_attr(feature = "schema", schema(required))]
    pub error: Option<StepError>,
}

/// Moves to choose from in advance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PremovesResponse {
    /// The moves that the side not to move has after at least one of the steps that are possible
    /// now, without those whose result chance decides after each of them.
    pub moves: Vec<MoveView>,
    /// The first step that could not be played; then there are no moves.
    #[cfg_attr(feature = "schema", schema(required))]
    pub error: Option<StepError>,
}

/// What a move can lead to, with probability `weight / total`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Chance {
    /// The move, as in the view's moves.
    #[serde(rename = "move")]
    pub mv: String,
    /// The step that it becomes.
    pub step: String,
    /// The weight of this step.
    pub weight: u32,
    /// The sum of the weights of all steps of the move.
    pub total: u32,
}

/// A step that could not be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StepError {
    /// The index of the step, counting from 0.
    pub index: u32,
    /// Why it could not be played.
    pub message: Message,
}

/// Asks for the parts of a position, to edit it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ParseDraftRequest {
    /// The game's id.
    pub game: String,
    /// The board size, for games with several; the default size if omitted.
    #[serde(default)]
    pub size: Option<u8>,
    /// The position; the default start position if omitted.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(max_length = 500))]
    pub position: Option<String>,
}

/// The parts of a position, and what else could be there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ParseDraftResponse {
    /// The board.
    pub geometry: Geometry,
    /// What positions of this game are made of.
    pub schema: SetupSchema,
    /// The position.
    pub draft: Draft,
}

/// Asks which position a draft stands for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ComposeDraftRequest {
    /// The game's id.
    pub game: String,
    /// The draft.
    pub draft: Draft,
}

/// A draft as text, and whether it is a valid position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ComposeDraftResponse {
    /// The position string, even if the position is invalid.
    pub text: String,
    /// Why the position is invalid; null if it is valid.
    #[cfg_attr(feature = "schema", schema(required))]
    pub error: Option<Message>,
    /// Whose turn it is, or how the game has ended: complete sentences, none if the position is
    /// invalid.
    pub status: Vec<Message>,
}

/// Asks to parse records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ParseRecordsRequest {
    /// The text of one or more records.
    pub text: String,
    /// `record`, or a file format of one game; `record` if omitted.
    #[serde(default)]
    pub format: Option<String>,
}

/// Parsed records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ParseRecordsResponse {
    /// The records in the order of the text.
    pub records: Vec<RecordView>,
    /// What was skipped in the text, in formats that ask for that.
    pub warnings: Vec<Message>,
}

/// The record of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RecordView {
    /// The game's id.
    pub game: String,
    /// The board size, for games with several.
    #[cfg_attr(feature = "schema", schema(required))]
    pub size: Option<u8>,
    /// The position it started from.
    pub start: String,
    /// The free headers, in order.
    pub headers: Vec<Header>,
    /// The steps.
    pub steps: Vec<String>,
    /// The comments: first those before the first step, then those after each step.
    pub comments: Vec<Vec<String>>,
    /// Whether the game has ended.
    pub ended: bool,
    /// The winner.
    #[cfg_attr(feature = "schema", schema(required))]
    pub winner: Option<Side>,
    /// What ended the game, if not the rules.
    #[cfg_attr(feature = "schema", schema(required))]
    pub end_reason: Option<EndReason>,
    /// What was hidden, if the record discloses it.
    #[cfg_attr(feature = "schema", schema(required))]
    pub secret: Option<String>,
    /// The record in its canonical form.
    pub text: String,
}

/// A header of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// A capital letter, followed by letters and digits.
    pub name: String,
    /// Any text.
    pub value: String,
}

/// Asks for the record of some steps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct WriteRecordRequest {
    /// The game's id.
    pub game: String,
    /// The board size, for games with several; the default size if omitted.
    #[serde(default)]
    pub size: Option<u8>,
    /// The position to start from; the default one if omitted.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(max_length = 500))]
    pub start: Option<String>,
    /// The steps, including what they revealed.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(max_items = 2000))]
    pub steps: Vec<String>,
    /// Your own headers.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(max_items = 50))]
    pub headers: Vec<Header>,
    /// `record`, or a file format of this game; `record` if omitted.
    #[serde(default)]
    pub format: Option<String>,
}

/// A record as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WriteRecordResponse {
    /// The text.
    pub text: String,
}
