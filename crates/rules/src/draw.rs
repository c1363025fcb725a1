//! Boards as text, drawn from views alone.

use crate::Side;
use crate::error::Phrase;
use crate::message::{Language, ToMessage};
use crate::view::{BoardStyle, Geometry, Kind, View};
use std::collections::HashMap;
use std::fmt::Write;

/// Draws a position with its labels and hands, in lines that end in a newline.
///
/// ```
/// use quintain_rules::{Position, draw::draw, games::knights_duel::KnightsDuel, view::Describe};
/// let position = KnightsDuel::start(Some(4))?;
/// assert_eq!(
///     draw(&position.geometry(), &position.view()),
///     "\
/// 4  .  .  . N2
/// 3  .  .  .  .
/// 2  .  .  .  .
/// 1 N1  .  .  .
///    1  2  3  4
/// "
/// );
/// # Ok::<(), quintain_rules::SizeError>(())
/// ```
pub fn draw(geometry: &Geometry, view: &View) -> String {
    draw_in(geometry, view, Language::ENGLISH)
}

/// The same with words in a language.
pub fn draw_in(geometry: &Geometry, view: &View, language: Language) -> String {
    let cells = cell_texts(geometry, view);
    let mut out = String::new();
    draw_hand(&mut out, geometry, view, !geometry.bottom, language);
    match geometry.style {
        BoardStyle::Squares => draw_squares(&mut out, geometry, &cells),
        BoardStyle::Net => draw_net(&mut out, geometry, &cells),
    }
    draw_hand(&mut out, geometry, view, geometry.bottom, language);
    out
}

/// The text of every cell, row by row.
fn cell_texts(geometry: &Geometry, view: &View) -> Vec<Vec<String>> {
    let mut cells = vec![vec![String::from("."); geometry.cols.into()]; usize::from(geometry.rows)];
    let places: HashMap<&str, (usize, usize)> = geometry
        .points
        .iter()
        .map(|point| (point.id.as_str(), (point.x.into(), point.y.into())))
        .collect();
    let marks = view
        .marks
        .iter()
        .map(|mark| (&mark.at, mark.text.to_owned()));
    let pieces = view.pieces.iter().map(|piece| {
        let text = geometry
            .kind(piece.kind)
            .map_or("?", |kind| kind.text[piece.side.index()]);
        (&piece.at, format!("{text}{}", exponent(piece.height)))
    });
    for (at, text) in marks.chain(pieces) {
        if let Some(&(x, y)) = places.get(at.as_str()) {
            cells[y][x] = text;
        }
    }
    cells
}

/// A stack's height as an exponent; nothing for a single piece.
pub fn exponent(height: u8) -> String {
    if height < 2 {
        return String::new();
    }
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digit = |digit: char| digit.to_digit(10).map(|value| DIGITS[value as usize]);
    height.to_string().chars().filter_map(digit).collect()
}

/// Pads on the left to a width in characters.
fn right(text: &str, width: usize) -> String {
    format!("{text:>width$}")
}

fn draw_squares(out: &mut String, geometry: &Geometry, cells: &[Vec<String>]) {
    let width = widest(cells.iter().flatten().chain(&geometry.col_labels));
    let margin = widest(&geometry.row_labels);
    for (label, row) in geometry.row_labels.iter().zip(cells) {
        let row: String = row
            .iter()
            .map(|cell| format!(" {}", right(cell, width)))
            .collect();
        let _ = writeln!(out, "{}{row}", right(label, margin));
    }
    let labels: String = geometry
        .col_labels
        .iter()
        .map(|label| format!(" {}", right(label, width)))
        .collect();
    let _ = writeln!(out, "{}{labels}", " ".repeat(margin));
}

/// Points are four characters apart, which looks square and leaves room for two-digit heights,
/// or more if a piece needs it; always an even number, so that diagonals sit in the middle.
fn draw_net(out: &mut String, geometry: &Geometry, cells: &[Vec<String>]) {
    let pitch = (widest(cells.iter().flatten()) + 1)
        .next_multiple_of(2)
        .max(4);
    let margin = " ".repeat(widest(&geometry.row_labels));
    let joins = Joins::new(geometry);
    for (y, (label, row)) in geometry.row_labels.iter().zip(cells).enumerate() {
        let mut line = String::new();
        for (x, cell) in row.iter().enumerate() {
            let join = if joins.right(x, y) { '-' } else { ' ' };
            line.push_str(cell);
            line.extend(std::iter::repeat_n(join, pitch - cell.chars().count()));
        }
        let label = right(label, margin.len());
        let _ = writeln!(out, "{label} {}", line.trim_end());
        if y + 1 < cells.len() {
            let mut between = String::new();
            for x in 0..row.len() {
                let down = if joins.down(x, y) { '|' } else { ' ' };
                let diagonal = joins.diagonal(x, y);
                let _ = write!(between, "{down}{diagonal:^0$}", pitch - 1);
            }
            let _ = writeln!(out, "{margin} {}", between.trim_end());
        }
    }
    let labels: String = geometry
        .col_labels
        .iter()
        .map(|label| format!("{label:<pitch$}"))
        .collect();
    let _ = writeln!(out, "{margin} {}", labels.trim_end());
}

/// Which neighboring points are joined by lines.
struct Joins(std::collections::HashSet<[(usize, usize); 2]>);

impl Joins {
    fn new(geometry: &Geometry) -> Self {
        let place = |id: &str| {
            let point = geometry.points.iter().find(|point| point.id == id)?;
            Some((usize::from(point.x), usize::from(point.y)))
        };
        let pairs = geometry.lines.iter().filter_map(|line| {
            let mut pair = [place(&line.from)?, place(&line.to)?];
            pair.sort_unstable();
            Some(pair)
        });
        Joins(pairs.collect())
    }

    fn has(&self, a: (usize, usize), b: (usize, usize)) -> bool {
        self.0.contains(&[a.min(b), a.max(b)])
    }

    fn right(&self, x: usize, y: usize) -> bool {
        self.has((x, y), (x + 1, y))
    }

    fn down(&self, x: usize, y: usize) -> bool {
        self.has((x, y), (x, y + 1))
    }

    /// The diagonal in the box right of and below a point.
    fn diagonal(&self, x: usize, y: usize) -> char {
        if self.has((x, y), (x + 1, y + 1)) {
            '\\'
        } else if self.has((x + 1, y), (x, y + 1)) {
            '/'
        } else {
            ' '
        }
    }
}

/// One line for a hand, for games that have hands: `Player 0's hand: 2H C`.
fn draw_hand(out: &mut String, geometry: &Geometry, view: &View, side: Side, language: Language) {
    let mut slots = geometry
        .slots
        .iter()
        .filter(|slot| slot.side == side)
        .peekable();
    if slots.peek().is_none() {
        return;
    }
    let held: Vec<String> = slots
        .filter_map(|slot| {
            let count = view.hands.iter().find(|held| held.slot == slot.id)?.count;
            let text = geometry
                .kind(slot.kind)
                .map_or("?", |kind: &Kind| kind.text[side.index()]);
            Some(if count > 1 {
                format!("{count}{text}")
            } else {
                text.to_owned()
            })
        })
        .collect();
    let held = if held.is_empty() {
        String::from("-")
    } else {
        held.join(" ")
    };
    let hand = Phrase::Hand {
        side: geometry.sides[side.index()].clone(),
        held,
    };
    let _ = writeln!(out, "{}", hand.to_message().render(language));
}

fn widest<'a>(texts: impl IntoIterator<Item = &'a String>) -> usize {
    texts
        .into_iter()
        .map(|text| text.chars().count())
        .max()
        .unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::draw;
    use crate::games::animal_chess::AnimalChess;
    use crate::games::sight::Sight;
    use crate::testing::position;
    use crate::view::Describe;

    fn drawn(text: &str) -> String {
        let sight: Sight = position(text);
        draw(&sight.geometry(), &sight.view())
    }

    #[test]
    fn a_net_keeps_its_columns_whatever_stands_on_it() {
        let picture = "
3 .---.---X
  | \\ | / |
2 O²--.---.
  | / | \\ |
1 O¹⁰-.---X⁹⁹
  a   b   c
";
        assert_eq!(drawn("..X/O2../O10.X99 O"), picture[1..]);
        let picture = "
3 .---.---.
  | \\ | / |
2 .---.---.
  | / | \\ |
1 .---.---.
  a   b   c
";
        assert_eq!(drawn(".../.../... O"), picture[1..]);
    }

    #[test]
    fn a_net_widens_for_three_digits_with_diagonals_in_the_middle() {
        let picture = "
3 .-----O²⁵⁵--X
  |  \\  |  /  |
2 .-----.-----.
  |  /  |  \\  |
1 O²----.-----X¹⁰⁰
  a     b     c
";
        assert_eq!(drawn(".O255X/.../O2.X100 O"), picture[1..]);
    }

    #[test]
    fn a_turned_board_is_seen_from_the_other_side() {
        let picture = "
1 X¹⁰-.---O²
  | \\ | / |
2 .---.---.
  | / | \\ |
3 .---X---.
  c   b   a
";
        let sight: Sight = position(".X./.../O2.X10 O");
        let turned = draw(&sight.geometry().turned(), &sight.view());
        assert_eq!(turned, picture[1..]);
        let chess: AnimalChess = position("2L2/5/5/5/5/2l2 0 Hg");
        let turned = draw(&chess.geometry().turned(), &chess.view());
        let lines: Vec<&str> = turned.lines().collect();
        assert_eq!(lines[0], "Player 1's hand: g");
        assert_eq!(lines[1], "5 . . l . .");
        assert_eq!(lines[7], "  4 3 2 1 0");
        assert_eq!(lines[8], "Player 0's hand: H");
    }

    #[test]
    fn points_that_are_not_joined_have_no_line_between_them() {
        let sight: Sight = position("O2../.X./... O");
        let mut geometry = sight.geometry();
        let joins = [["a3", "b3"], ["b3", "b2"], ["b2", "a1"]];
        geometry
            .lines
            .retain(|line| !joins.contains(&[line.from.as_str(), line.to.as_str()]));
        let picture = "
3 O²  .---.
  | \\   / |
2 .---X---.
  |   | \\ |
1 .---.---.
  a   b   c
";
        assert_eq!(draw(&geometry, &sight.view()), picture[1..]);
    }
}
