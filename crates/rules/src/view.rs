//! Declarative views: a game *describes* its board, pieces and legal moves, and any client
//! (terminal, web page, screen reader) draws any game from that without knowing its rules.
//!
//! Everything here is plain data and serializes to JSON. Points of the board and slots of the
//! hands share one set of names, so that a move is simply the list of names a person taps.

use crate::draft::SetupSchema;
use crate::error::Phrase;
use crate::grid::{Cell, Grid, Naming};
use crate::message::{Message, MessageSpec};
use crate::record::FileFormat;
use crate::{GameInfo, Position, Reveal, Side, Step, StepOf};

/// A board: what does not change during a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Geometry {
    /// The game's id.
    pub game: &'static str,
    /// The names of the sides, the first to move first.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub sides: [Message; 2],
    /// The board's size, for games that have several.
    #[cfg_attr(feature = "schema", schema(required))]
    pub size: Option<u8>,
    /// How the board is drawn.
    pub style: BoardStyle,
    /// Columns of the drawing.
    pub cols: u8,
    /// Rows of the drawing.
    pub rows: u8,
    /// Who sits at the bottom of the drawing, and so plays up; the other one plays down.
    pub bottom: Side,
    /// The places where pieces can stand.
    pub points: Vec<Point>,
    /// Lines to draw between points.
    pub lines: Vec<Line>,
    /// Groups of points with a meaning, such as castles.
    pub regions: Vec<Region>,
    /// Labels of the columns, from the left.
    pub col_labels: Vec<String>,
    /// Labels of the rows, from the top.
    pub row_labels: Vec<String>,
    /// The places of the players' hands.
    pub slots: Vec<Slot>,
    /// The kinds of pieces there are.
    pub legend: Vec<Kind>,
}

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum BoardStyle {
    /// Pieces stand on the squares of a checkered board.
    Squares,
    /// Pieces stand where lines meet.
    Net,
}

/// A place on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Point {
    /// The name used in paths and pieces.
    pub id: String,
    /// Column, 0 at the left.
    pub x: u8,
    /// Row, 0 at the top.
    pub y: u8,
}

/// A line between two points.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Line {
    /// One end.
    pub from: String,
    /// The other end.
    pub to: String,
}

/// A group of points with a meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Region {
    /// The kind, for styling: `castle`, `promotion`.
    pub kind: &'static str,
    /// The name for people: `White's castle`.
    pub name: Message,
    /// Whose it is.
    #[cfg_attr(feature = "schema", schema(required))]
    pub side: Option<Side>,
    /// The points in it.
    pub points: Vec<String>,
}

/// A place in a player's hand for one kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Slot {
    /// The name used in paths.
    pub id: String,
    /// Whose hand.
    pub side: Side,
    /// The kind of piece.
    pub kind: &'static str,
}

/// A kind of piece and how to draw it in text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Kind {
    /// The name used in pieces, for pictures: `general`.
    pub id: &'static str,
    /// The name for people: `promoted chick`.
    pub name: Message,
    /// In plain ASCII, for the first and the second side.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub text: [&'static str; 2],
    /// One Unicode character, for the first and the second side.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub glyph: [&'static str; 2],
    /// The directions the piece steps in, as seen by its owner: `(right, forward)`.
    #[cfg_attr(feature = "schema", schema(schema_with = steps_schema))]
    pub steps: &'static [(i8, i8)],
}

/// Pairs of numbers: the derived schema would not say that they are pairs.
#[cfg(feature = "schema")]
fn steps_schema() -> utoipa::openapi::Array {
    use utoipa::openapi::{ArrayBuilder, ObjectBuilder, Type};
    let pair = ArrayBuilder::new()
        .items(ObjectBuilder::new().schema_type(Type::Integer))
        .min_items(Some(2))
        .max_items(Some(2));
    ArrayBuilder::new()
        .items(pair)
        .description(Some(
            "The directions the piece steps in, as seen by its owner: `[right, forward]`.",
        ))
        .build()
}

/// A position: what changes with every step.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct View {
    /// The position string.
    pub position: String,
    /// Who is to move; nobody in a finished game.
    #[cfg_attr(feature = "schema", schema(required))]
    pub turn: Option<Side>,
    /// Who has won.
    #[cfg_attr(feature = "schema", schema(required))]
    pub winner: Option<Side>,
    /// Whose turn it is and what to do, or how the game ended: whole sentences.
    pub status: Vec<Message>,
    /// The step that led here, if whoever made the view knows it.
    #[cfg_attr(feature = "schema", schema(required))]
    pub last: Option<StepView>,
    /// The pieces on the board.
    pub pieces: Vec<Piece>,
    /// Points with a mark, such as removed squares.
    pub marks: Vec<Mark>,
    /// What is in the hands; empty slots are left out.
    pub hands: Vec<Held>,
    /// Pieces that act together, such as catapults.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub groups: Vec<Group>,
    /// How many pieces each side has lost, in games where that counts.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub losses: Vec<Loss>,
    /// The legal moves, sorted by their text.
    pub moves: Vec<MoveView>,
}

/// Pieces that act together.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Group {
    /// The kind, for styling: `catapult`.
    pub kind: &'static str,
    /// The name for people.
    pub name: Message,
    /// Whose it is.
    pub side: Side,
    /// Where its pieces stand, from one end to the other.
    pub points: Vec<String>,
    /// What it could act on if its side were to move.
    pub targets: Vec<String>,
}

/// Pieces that a side has lost.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Loss {
    /// The side that has lost them.
    pub side: Side,
    /// Their kind, one of the legend's.
    pub kind: &'static str,
    /// How many.
    pub count: u8,
}

/// A piece or stack on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Piece {
    /// The point it stands on.
    pub at: String,
    /// Its kind, one of the legend's.
    pub kind: &'static str,
    /// Whose it is.
    pub side: Side,
    /// How many high it is stacked; 1 for a single piece.
    pub height: u8,
    /// More that is known about it.
    #[cfg_attr(feature = "schema", schema(required))]
    pub note: Option<Message>,
    /// The gist of the note in a few characters, to draw beside the piece: `1/5`.
    #[cfg_attr(feature = "schema", schema(required))]
    pub badge: Option<Message>,
}

impl Piece {
    /// A single piece about which there is nothing more to say.
    pub fn new(at: String, kind: &'static str, side: Side) -> Self {
        Piece {
            at,
            kind,
            side,
            height: 1,
            note: None,
            badge: None,
        }
    }
}

/// A mark on a point.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Mark {
    /// The point.
    pub at: String,
    /// The kind, for styling: `removed`.
    pub kind: &'static str,
    /// The name for people.
    pub name: Message,
    /// In plain ASCII.
    pub text: &'static str,
}

/// Pieces in hand.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Held {
    /// The slot.
    pub slot: String,
    /// How many.
    pub count: u8,
}

/// A legal move as a person makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MoveView {
    /// The move's text.
    pub text: String,
    /// The move as sentences say it: `(5, 6)`.
    pub label: String,
    /// The points and slots to tap, in order.
    pub path: Vec<String>,
    /// What it does at the end of the path.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "MoveKind::is_move"))]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub kind: MoveKind,
    /// The points that it changes besides those of the path.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub affects: Vec<String>,
    /// How likely it decides the game, if chance is involved.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub odds: Option<Odds>,
}

/// What a move does at the end of its path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum MoveKind {
    /// A piece goes there, and captures what stands there.
    #[default]
    Move,
    /// What stands there is removed from afar.
    Shot,
    /// What stands there is asked something.
    Question,
}

#[cfg(feature = "serde")]
impl MoveKind {
    /// Whether a piece simply goes there.
    // The signature that serde asks for.
    fn is_move(&self) -> bool {
        *self == MoveKind::Move
    }
}

/// How likely a move decides the game at once: each with probability `n / total`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Odds {
    /// The weight of winning.
    pub win: u32,
    /// The weight of losing.
    pub loss: u32,
    /// The sum of all weights.
    pub total: u32,
}

/// A step that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StepView {
    /// Who played it.
    pub side: Side,
    /// The step's text.
    pub text: String,
    /// The points and slots that were tapped.
    pub path: Vec<String>,
    /// What it did at the end of the path.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "MoveKind::is_move"))]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub kind: MoveKind,
    /// The points that it changed besides those of the path.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub affects: Vec<String>,
    /// What happened: whole sentences.
    pub caption: Vec<Message>,
    /// How it ended the game: whole sentences, none if it did not.
    pub result: Vec<Message>,
}

/// How a game describes itself to people.
pub trait Describe: Position {
    /// The messages of the game beyond [`GameInfo::SPECS`], for tests of its catalogues.
    const MESSAGES: &'static [&'static [MessageSpec]];

    /// File formats of the game's own, beside the common record format.
    const FORMATS: &'static [FileFormat] = &[];

    /// What positions are made of, for editors.
    fn setup() -> SetupSchema;

    /// What is hidden from the players: whole sentences, none in games that hide nothing.
    fn hidden() -> Vec<Message> {
        Vec::new()
    }

    /// The board this position is played on.
    fn geometry(&self) -> Geometry;

    /// The pieces on the board.
    fn pieces(&self) -> Vec<Piece>;

    /// Points with a mark.
    fn marks(&self) -> Vec<Mark> {
        Vec::new()
    }

    /// What is in the hands; empty slots are left out.
    fn hands(&self) -> Vec<Held> {
        Vec::new()
    }

    /// The pieces on the board with what was hidden about them, for the end of a game.
    fn disclosed_pieces(&self, secret: &Self::Secret) -> Vec<Piece> {
        let _ = secret;
        self.pieces()
    }

    /// Pieces that act together.
    fn groups(&self) -> Vec<Group> {
        Vec::new()
    }

    /// How many pieces each side has lost, in games where that counts.
    fn losses(&self) -> Vec<Loss> {
        Vec::new()
    }

    /// What a legal move does at the end of its path.
    fn move_kind(&self, mv: Self::Move) -> MoveKind {
        let _ = mv;
        MoveKind::Move
    }

    /// The points that a legal move changes besides those of its path.
    fn affected(&self, mv: Self::Move) -> Vec<String> {
        let _ = mv;
        Vec::new()
    }

    /// How likely a legal move decides the game; `None` without chance.
    fn odds(&self, mv: Self::Move) -> Option<Odds> {
        if Self::Reveal::ALL.len() == 1 {
            return None;
        }
        let mut odds = Odds {
            win: 0,
            loss: 0,
            total: 0,
        };
        let mut reveals = 0;
        self.visit_reveals(mv, |reveal, weight| {
            let mut after = *self;
            after.play_unchecked(Step { mv, reveal });
            match after.terminal_winner() {
                Some(winner) if winner == self.turn() => odds.win += weight,
                Some(_) => odds.loss += weight,
                None => {}
            }
            odds.total += weight;
            reveals += 1;
        });
        (reveals > 1).then_some(odds)
    }

    /// The points and slots a person taps to make a move.
    fn path(&self, mv: Self::Move) -> Vec<String>;

    /// A move as sentences say it, in a form that the game reads.
    fn label(&self, mv: Self::Move) -> String {
        self.move_text(mv)
    }

    /// What was hidden in a game that started from here: a whole sentence, for its end. `None`
    /// in games that hide nothing.
    fn disclose_secret(&self, secret: &Self::Secret) -> Option<Message> {
        let _ = secret;
        None
    }

    /// What a legal step from here does: whole sentences.
    fn caption(&self, step: StepOf<Self>) -> Vec<Message>;

    /// Whose turn it is and what to do, for an unfinished game: a whole sentence.
    fn prompt(&self) -> Message {
        let side = Self::INFO.side_name(self.turn());
        Phrase::ToMove { side }.into()
    }

    /// Why the loser of a finished game has lost: a whole sentence. Called only then.
    fn loss_reason(&self, loser: Side) -> Message {
        let side = Self::INFO.side_name(loser);
        Phrase::NoLegalMoves { side }.into()
    }

    /// How the game ended, and who has won: whole sentences, none while it is in progress.
    fn result(&self) -> Vec<Message> {
        let Some(winner) = self.winner() else {
            return Vec::new();
        };
        let side = Self::INFO.side_name(winner);
        vec![self.loss_reason(!winner), Phrase::Wins { side }.into()]
    }

    /// The whole view of the position, without the step that led to it.
    fn view(&self) -> View {
        let mut moves: Vec<MoveView> = self
            .moves()
            .into_iter()
            .map(|mv| MoveView {
                text: self.move_text(mv),
                label: self.label(mv),
                path: self.path(mv),
                kind: self.move_kind(mv),
                affects: self.affected(mv),
                odds: self.odds(mv),
            })
            .collect();
        sort_by_text(&mut moves);
        let winner = self.winner();
        View {
            position: self.to_string(),
            turn: winner.is_none().then(|| self.turn()),
            winner,
            status: if winner.is_some() {
                self.result()
            } else {
                vec![self.prompt()]
            },
            last: None,
            pieces: self.pieces(),
            marks: self.marks(),
            hands: self.hands(),
            groups: self.groups(),
            losses: self.losses(),
            moves,
        }
    }

    /// The view of a legal step from here.
    fn step_view(&self, step: StepOf<Self>) -> StepView {
        let mut after = *self;
        after.play_unchecked(step);
        StepView {
            side: self.turn(),
            text: self.step_text(step),
            path: self.path(step.mv),
            kind: self.move_kind(step.mv),
            affects: self.affected(step.mv),
            caption: self.caption(step),
            result: after.result(),
        }
    }
}

impl Geometry {
    /// A plain board: one point per cell of the grid, no lines, regions or hands, the first
    /// side at the bottom.
    pub fn of_grid(info: &GameInfo, size: Option<u8>, grid: Grid, legend: Vec<Kind>) -> Self {
        let point = |cell: Cell| Point {
            id: grid.name(cell),
            x: cell.col,
            y: cell.row,
        };
        Geometry {
            game: info.id,
            sides: info.side_names(),
            size,
            style: BoardStyle::Squares,
            cols: grid.cols,
            rows: grid.rows,
            bottom: Side::First,
            points: grid.cells().map(point).collect(),
            lines: Vec::new(),
            regions: Vec::new(),
            col_labels: (0..grid.cols).map(|col| grid.col_label(col)).collect(),
            row_labels: (0..grid.rows).map(|row| grid.row_label(row)).collect(),
            slots: Vec::new(),
            legend,
        }
    }

    /// The same board seen from the other side.
    #[must_use]
    pub fn turned(mut self) -> Self {
        for point in &mut self.points {
            point.x = self.cols - 1 - point.x;
            point.y = self.rows - 1 - point.y;
        }
        self.col_labels.reverse();
        self.row_labels.reverse();
        self.bottom = !self.bottom;
        self
    }

    /// The legend's entry for a kind of piece.
    pub fn kind(&self, id: &str) -> Option<&Kind> {
        self.legend.iter().find(|kind| kind.id == id)
    }
}

/// The name of a cell as captions say it: `b6`, `(2, 6)`.
pub(crate) fn label(grid: Grid, cell: Cell) -> String {
    match grid.naming {
        Naming::ColumnRow => grid.name(cell).replace(',', ", "),
        Naming::RowColumn => {
            format!(
                "({}, {})",
                grid.row_label(cell.row),
                grid.col_label(cell.col)
            )
        }
        Naming::Algebraic { .. } => grid.name(cell),
    }
}

/// Apart from the trait, so that it is compiled once and not for each game.
fn sort_by_text(moves: &mut [MoveView]) {
    moves.sort_by(|a, b| a.text.cmp(&b.text));
}
