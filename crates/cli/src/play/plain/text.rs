//! The texts of plain mode, each ending in a newline.

use super::command::COMMANDS;
use crate::TEXTS;
use crate::markdown::wrap;
use crate::play::text::{Text, capitalize, clock};
use crate::play::{Advice, SecretOrigin};
use quintain_engine::SearchResult;
use quintain_rules::draw::draw_in;
use quintain_rules::message::{Language, Message, ToMessage, join};
use quintain_rules::{Side, messages};
use quintain_table::{Controller, Offer, Table, Timestamp};

/// Up to this many legal moves are listed at every turn; more only on request.
const MAX_LISTED_MOVES: usize = 12;

messages! {
    /// Texts of plain mode. The words to type are the same in every language.
    pub(crate) enum PlainText in TEXTS {
        /// The game and its players.
        Greeting = "greeting" { game: Message, first: Message, second: Message },
        /// The same with a board size.
        GreetingSize = "greeting-size" {
            game: Message,
            size: u8,
            first: Message,
            second: Message,
        },
        /// Who plays for a side: a person.
        PlayerPerson = "player-person" { side: Message },
        /// Who plays for a side: someone with a name.
        PlayerNamed = "player-named" { side: Message, name: String },
        /// Who plays for a side: the engine.
        PlayerEngine = "player-engine" { side: Message, level: u8 },
        /// The points of a region.
        Region = "region-points" { region: Message, points: String },
        /// Whose signs stand for pieces on the board.
        Signs = "piece-letters" {
            first: Message,
            first_signs: String,
            second: Message,
            second_signs: String,
        },
        /// What is hidden is fixed.
        Sealed = "sealed" { commitment: String },
        /// What is hidden was fixed when the game began.
        SealedEarlier = "sealed-earlier" { commitment: String },
        /// What is hidden is what the file says.
        SealedByFile = "sealed-by-file" { commitment: String },
        /// What to type.
        TypeAMove = "type-a-move",
        /// The clocks.
        TimeLeft = "time-left" {
            first: Message,
            first_time: String,
            second: Message,
            second_time: String,
        },
        /// The other side offers a draw.
        DrawOffered = "draw-offered-type" { side: Message },
        /// There are too many moves to list.
        ManyMoves = "many-moves" { count: usize, example: String },
        /// There are no moves.
        NoMoves = "no-moves",
        /// How moves are written.
        MovesLikeThis = "moves-like-this" { example: String },
        /// The signs of a kind of piece.
        Piece = "piece-signs" {
            piece: Message,
            first: Message,
            second: Message,
            second_sign: &'static str,
        },
        /// Where the rules are.
        ForTheRules = "for-the-rules" { game: &'static str },
        /// A hint.
        Hint = "hint" { mv: String },
        /// A hint that wins.
        HintWins = "hint-wins" { mv: String },
        /// A hint where everything loses.
        HintLoses = "hint-loses" { mv: String },
        /// A hint with its prospects.
        HintChance = "hint-chance" { mv: String, percent: i64 },
        /// What can be done after the end.
        OverUndo = "over-undo",
        /// The same where moves cannot be taken back.
        Over = "over",
        /// A draw is offered to a person.
        DrawPending = "draw-pending",
        /// A program cannot play.
        OpponentFailed = "opponent-failed" { program: String, reason: Message, side: Message },
        /// Nothing is left to do.
        Goodbye = "goodbye",
        /// There are other games to resume.
        OtherGames = "other-games",
        /// One of them.
        OtherGame = "other-game" { summary: Message, file: String },
    }
}

/// A message as a line.
pub(super) fn line(message: impl Into<Message>, language: Language) -> String {
    format!("{}\n", message.into().render(language))
}

/// The beginning of a game.
pub(super) fn greeting(table: &Table, origin: SecretOrigin, language: Language) -> String {
    let game = table.info().name();
    let [first, second] = Side::BOTH.map(|side| player(table, side).into());
    let greeting = match table.start().size() {
        Some(size) => PlainText::GreetingSize {
            game,
            size,
            first,
            second,
        },
        None => PlainText::Greeting {
            game,
            first,
            second,
        },
    };
    let mut out = line(greeting, language);
    out += &wrap(&signs(table).to_message().render(language));
    for region in table.start().geometry().regions {
        let text = PlainText::Region {
            region: region.name,
            points: region.points.join(", "),
        };
        out += &wrap(&capitalize(&text.to_message().render(language)));
    }
    let hidden = table.start().hidden();
    if let Some(commitment) = table.commitment().filter(|_| !hidden.is_empty()) {
        if origin != SecretOrigin::File {
            out += &wrap(&join(&hidden, language));
        }
        let sealed = match origin {
            SecretOrigin::Drawn => PlainText::Sealed { commitment },
            SecretOrigin::DrawnEarlier => PlainText::SealedEarlier { commitment },
            SecretOrigin::File => PlainText::SealedByFile { commitment },
        };
        out += &line(sealed, language);
    }
    out + &line(PlainText::TypeAMove, language)
}

/// Which signs on the board are whose: upper and lower case may differ.
fn signs(table: &Table) -> PlainText {
    let legend = table.start().geometry().legend;
    let of = |side: Side| {
        let signs: Vec<&str> = legend.iter().map(|kind| kind.text[side.index()]).collect();
        signs.join(" ")
    };
    let [first, second] = table.info().side_names();
    PlainText::Signs {
        first,
        first_signs: of(Side::First),
        second,
        second_signs: of(Side::Second),
    }
}

/// Who plays for a side.
fn player(table: &Table, side: Side) -> PlainText {
    let seat = &table.setup().seats[side.index()];
    let side = table.info().side_name(side);
    match (&seat.controller, &seat.name) {
        (Controller::Human, None) => PlainText::PlayerPerson { side },
        (Controller::Human, Some(name)) => PlainText::PlayerNamed {
            side,
            name: name.clone(),
        },
        (Controller::Engine { level }, _) => PlainText::PlayerEngine {
            side,
            level: level.number(),
        },
        (Controller::Ugi { command }, _) => PlainText::PlayerNamed {
            side,
            name: command.clone(),
        },
    }
}

/// The board, as seen from either side.
pub(super) fn board(table: &Table, flipped: bool, language: Language) -> String {
    let (geometry, view) = (table.position().geometry(), table.view());
    let geometry = if flipped { geometry.turned() } else { geometry };
    format!("\n{}\n", draw_in(&geometry, &view, language))
}

/// The side to move, and what it can do.
pub(super) fn prompt(table: &Table, now: Timestamp, language: Language) -> String {
    let mut out = String::new();
    let [first, second] = table.info().side_names();
    if let Some(clocks) = table.clocks() {
        let [first_time, second_time] =
            Side::BOTH.map(|side| clock(clocks.remaining_ms(side, now)));
        let times = PlainText::TimeLeft {
            first,
            first_time,
            second,
            second_time,
        };
        out += &line(times, language);
    }
    if let Some(turn) = table.turn()
        && table.offer(!turn) == Some(Offer::Draw)
    {
        let side = table.info().side_name(!turn);
        out += &line(PlainText::DrawOffered { side }, language);
    }
    out += &wrap(&join(&table.view().status, language));
    let moves = move_labels(table);
    out + &match moves.first() {
        Some(example) if moves.len() > MAX_LISTED_MOVES => {
            let many = PlainText::ManyMoves {
                count: moves.len(),
                example: example.clone(),
            };
            line(many, language)
        }
        _ => wrap(&moves.join(", ")),
    }
}

/// The legal moves.
pub(super) fn moves(table: &Table, language: Language) -> String {
    let moves = move_labels(table);
    if moves.is_empty() {
        line(PlainText::NoMoves, language)
    } else {
        wrap(&moves.join(", "))
    }
}

fn move_labels(table: &Table) -> Vec<String> {
    let moves = table.view().moves.into_iter();
    moves.map(|mv| mv.label).collect()
}

/// The help text.
pub(super) fn help(table: &Table, language: Language) -> String {
    let mut out = String::new();
    if let Some(example) = move_labels(table).into_iter().next() {
        out += &line(PlainText::MovesLikeThis { example }, language);
    }
    for (usage, what) in COMMANDS {
        out += &format!("{usage:<11}{}", line(what, language));
    }
    let info = table.info();
    let [first, second] = info.side_names();
    for kind in table.position().geometry().legend {
        let [first_sign, second_sign] = kind.text;
        let piece = PlainText::Piece {
            piece: kind.name,
            first: first.clone(),
            second: second.clone(),
            second_sign,
        };
        out += &format!("{first_sign:<3}{}", line(piece, language));
    }
    out + &line(PlainText::ForTheRules { game: info.id }, language)
}

/// The engine's advice for the side to move; nothing while it is thinking.
pub(super) fn advice(table: &Table, advice: &Advice, language: Language) -> String {
    match advice {
        Advice::Thinking(_) => String::new(),
        Advice::None(reason) => {
            let reason = reason.clone();
            line(Text::NoHintBecause { reason }, language)
        }
        Advice::Best(result) => match &result.best_move {
            None => line(Text::NoHint, language),
            Some(best) => {
                let moves = table.view().moves;
                let best_move = moves.iter().find(|mv| mv.text == *best);
                let label = best_move.map_or(best, |mv| &mv.label);
                line(hint(label.clone(), result), language)
            }
        },
    }
}

fn hint(mv: String, result: &SearchResult) -> PlainText {
    let Some(line) = result.lines.first() else {
        return PlainText::Hint { mv };
    };
    if line.score.is_win() {
        return PlainText::HintWins { mv };
    }
    if line.score.is_loss() {
        return PlainText::HintLoses { mv };
    }
    PlainText::HintChance {
        mv,
        // Only what is forced is certain.
        percent: (100.0 * line.win_probability).clamp(1.0, 99.0).round() as i64,
    }
}
