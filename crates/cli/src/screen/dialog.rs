//! Dialogs in front of the screen: messages, questions, text input and lists.

use super::messages::Ask;
use super::theme::Theme;
use quintain_rules::message::{Language, ToMessage};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, BorderType, Clear, Padding, Paragraph, Widget, Wrap};

/// The rows around the text of a dialog.
const FRAME_ROWS: u16 = 4;

/// A dialog in front of the screen; it gets all keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Dialog<T> {
    /// A message; any key closes it.
    Message { title: String, lines: Vec<String> },
    /// A yes-or-no question.
    Confirm {
        question: String,
        /// The letter that says yes, besides `y`.
        yes: char,
        purpose: T,
    },
    /// A line of text to type.
    Input {
        title: String,
        line: LineEditor,
        purpose: T,
    },
    /// A list to choose from.
    Choose {
        title: String,
        options: Vec<String>,
        cursor: usize,
        purpose: T,
    },
}

/// The result of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DialogResult<T> {
    /// The dialog stays open.
    Open,
    /// It was canceled or read.
    Closed,
    /// The question was answered with yes.
    Confirmed(T),
    /// The text that was typed or chosen.
    Text(T, String),
}

impl<T: Clone> Dialog<T> {
    /// A message of several lines, which does not fit at the bottom of the screen; `None` if it has
    /// only one.
    pub(crate) fn listing(text: &str) -> Option<Self> {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let title = String::new();
        (lines.len() > 1).then_some(Dialog::Message { title, lines })
    }

    /// A yes-or-no question.
    pub(crate) fn confirm(question: &Ask, language: Language, purpose: T) -> Self {
        let yes = Ask::YesKey.to_message().render(language);
        Dialog::Confirm {
            question: question.to_message().render(language),
            yes: yes.chars().next().unwrap_or('y'),
            purpose,
        }
    }

    /// A line of text to type, with a suggestion.
    pub(crate) fn input(title: &Ask, language: Language, text: &str, purpose: T) -> Self {
        Dialog::Input {
            title: title.to_message().render(language),
            line: LineEditor::new(text),
            purpose,
        }
    }

    /// Handles a key.
    pub(crate) fn handle(&mut self, key: KeyEvent) -> DialogResult<T> {
        match self {
            Dialog::Message { .. } => DialogResult::Closed,
            Dialog::Confirm { purpose, yes, .. } => match key.code {
                KeyCode::Char('y' | 'Y') | KeyCode::Enter => {
                    DialogResult::Confirmed(purpose.clone())
                }
                KeyCode::Char(letter) if letter.to_lowercase().eq(yes.to_lowercase()) => {
                    DialogResult::Confirmed(purpose.clone())
                }
                KeyCode::Char('n' | 'N' | 'q') | KeyCode::Esc => DialogResult::Closed,
                _ => DialogResult::Open,
            },
            Dialog::Input { line, purpose, .. } => match key.code {
                KeyCode::Enter => {
                    DialogResult::Text(purpose.clone(), line.text().trim().to_owned())
                }
                KeyCode::Esc => DialogResult::Closed,
                _ => {
                    line.handle(key);
                    DialogResult::Open
                }
            },
            Dialog::Choose {
                options,
                cursor,
                purpose,
                ..
            } => {
                match key.code {
                    KeyCode::Up => *cursor = cursor.saturating_sub(1),
                    KeyCode::Down => *cursor = (*cursor + 1).min(options.len().saturating_sub(1)),
                    KeyCode::Esc => return DialogResult::Closed,
                    KeyCode::Enter => {
                        let chosen = options.get(*cursor).cloned().unwrap_or_default();
                        return DialogResult::Text(purpose.clone(), chosen);
                    }
                    _ => {}
                }
                DialogResult::Open
            }
        }
    }

    /// Draws it in the middle of an area.
    pub(crate) fn draw(&self, area: Rect, buf: &mut Buffer, language: Language, theme: Theme) {
        let (title, text, foot) = match self {
            Dialog::Message { title, lines } => {
                let lines: Vec<Line<'_>> = lines.iter().map(|line| Line::raw(&**line)).collect();
                (&**title, Text::from(lines), Ask::FootClose)
            }
            Dialog::Confirm { question, .. } => ("", Text::raw(&**question), Ask::FootConfirm),
            Dialog::Input { title, line, .. } => {
                (&**title, Text::from(line.render(theme)), Ask::FootInput)
            }
            Dialog::Choose {
                title,
                options,
                cursor,
                ..
            } => {
                let option = |(index, option): (usize, &String)| {
                    let style = if index == *cursor {
                        theme.highlighted()
                    } else {
                        theme.weak()
                    };
                    let sign = if index == *cursor { "> " } else { "  " };
                    Line::styled(format!("{sign}{option} "), style)
                };
                // A list that is higher than the screen scrolls with the cursor.
                let rows = usize::from(area.height.saturating_sub(FRAME_ROWS)).max(1);
                let skipped = (cursor + 1).saturating_sub(rows);
                let shown = options.iter().enumerate().skip(skipped).take(rows);
                let lines: Vec<Line<'_>> = shown.map(option).collect();
                (&**title, Text::from(lines), Ask::FootChoose)
            }
        };
        let foot = foot.to_message().render(language);
        panel(title, text, &foot, area, buf, theme);
    }
}

fn panel(title: &str, text: Text<'_>, foot: &str, area: Rect, buf: &mut Buffer, theme: Theme) {
    let widest = text
        .width()
        .max(Span::raw(title).width() + 2)
        .max(Span::raw(foot).width() + 2);
    let width = u16::try_from(widest + 6)
        .unwrap_or(u16::MAX)
        .clamp(24, 72)
        .min(area.width);
    let inner = width.saturating_sub(6).max(1);
    let text = cut(text, inner, area.height.saturating_sub(FRAME_ROWS).max(1));
    let paragraph = Paragraph::new(text).wrap(Wrap { trim: false });
    let rows = wrapped_rows(&paragraph, inner, area.height);
    let height = (rows + FRAME_ROWS).min(area.height);
    let place = area.centered(
        ratatui::layout::Constraint::Length(width),
        ratatui::layout::Constraint::Length(height),
    );
    Clear.render(place, buf);
    let mut block = frame(theme);
    if !title.is_empty() {
        // An empty title would leave a gap in the frame.
        block = block.title(Line::styled(format!(" {title} "), theme.strong()));
    }
    let block = block
        .title_bottom(Line::styled(format!(" {foot} "), theme.weak()).centered())
        .padding(Padding::new(2, 2, 1, 1));
    paragraph.block(block).render(place, buf);
}

/// A text without the last lines that there are no rows for, and then with a sign of that.
fn cut(mut text: Text<'_>, width: u16, max_rows: u16) -> Text<'_> {
    let rows = |text: &Text<'_>| {
        let paragraph = Paragraph::new(text.clone()).wrap(Wrap { trim: false });
        wrapped_rows(&paragraph, width, max_rows + 1)
    };
    while text.lines.len() > 1 && rows(&text) > max_rows {
        text.lines.truncate(text.lines.len() - 2);
        text.lines.push(Line::raw("..."));
    }
    text
}

/// How many rows a wrapped paragraph takes: it is drawn once, out of sight.
pub(super) fn wrapped_rows(paragraph: &Paragraph<'_>, width: u16, max_rows: u16) -> u16 {
    let width = width.max(1);
    let trial = Rect::new(0, 0, width, max_rows.max(1));
    let mut buf = Buffer::empty(trial);
    paragraph.render(trial, &mut buf);
    let full = |row: &u16| (0..width).any(|x| buf[(x, *row)].symbol() != " ");
    (0..trial.height).rev().find(full).map_or(1, |row| row + 1)
}

/// The frame around dialogs.
pub(crate) fn frame(theme: Theme) -> Block<'static> {
    let block = Block::bordered().border_style(theme.accent());
    if theme.ascii {
        block.border_set(ASCII)
    } else {
        block.border_type(BorderType::Rounded)
    }
}

const ASCII: ratatui::symbols::border::Set<'static> = ratatui::symbols::border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// A line of text being edited.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LineEditor {
    text: Vec<char>,
    cursor: usize,
}

impl LineEditor {
    /// An initial text with the cursor at its end.
    pub(crate) fn new(text: &str) -> LineEditor {
        let text: Vec<char> = text.chars().collect();
        LineEditor {
            cursor: text.len(),
            text,
        }
    }

    /// The text.
    pub(crate) fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// Handles a key.
    pub(crate) fn handle(&mut self, key: KeyEvent) {
        match key.code {
            KeyCode::Char(c) if !c.is_control() => {
                self.text.insert(self.cursor, c);
                self.cursor += 1;
            }
            KeyCode::Backspace if self.cursor > 0 => {
                self.cursor -= 1;
                self.text.remove(self.cursor);
            }
            KeyCode::Delete if self.cursor < self.text.len() => {
                self.text.remove(self.cursor);
            }
            KeyCode::Left => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Right => self.cursor = (self.cursor + 1).min(self.text.len()),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.text.len(),
            _ => {}
        }
    }

    /// Inserts pasted text.
    pub(crate) fn paste(&mut self, text: &str) {
        for c in text.chars().filter(|c| !c.is_control()) {
            self.text.insert(self.cursor, c);
            self.cursor += 1;
        }
    }

    /// The text with its cursor.
    pub(crate) fn render(&self, theme: Theme) -> Line<'static> {
        let before: String = self.text[..self.cursor].iter().collect();
        let under = self.text.get(self.cursor).copied().unwrap_or('_');
        let after: String = self.text.iter().skip(self.cursor + 1).collect();
        Line::from(vec![
            Span::raw(before),
            Span::styled(under.to_string(), theme.highlighted()),
            Span::raw(after),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::LineEditor;
    use ratatui::crossterm::event::KeyCode;

    #[test]
    fn a_line_can_be_edited_anywhere() {
        let mut line = LineEditor::new("e9");
        for code in [
            KeyCode::Home,
            KeyCode::Char('x'),
            KeyCode::Right,
            KeyCode::Char('é'),
            KeyCode::Delete,
            KeyCode::Delete,
            KeyCode::Left,
            KeyCode::Left,
            KeyCode::Backspace,
        ] {
            line.handle(code.into());
        }
        assert_eq!(line.text(), "eé");
        line.paste("a\nb");
        assert_eq!(line.text(), "abeé");
    }
}
