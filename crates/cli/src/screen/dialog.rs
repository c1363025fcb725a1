//! Questions, messages and lines of text in front of the screen.

use super::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, BorderType, Clear, Padding, Paragraph, Widget, Wrap};

/// What stands in front of the screen; it has all keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Dialog<T> {
    /// Something to read; any key ends it.
    Page { title: String, text: Vec<String> },
    /// A question with yes or no.
    Ask { question: String, about: T },
    /// A line of text to write.
    Write {
        title: String,
        line: Entry,
        about: T,
    },
    /// One of several to choose.
    Choose {
        title: String,
        options: Vec<String>,
        at: usize,
        about: T,
    },
}

/// What came of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply<T> {
    /// The dialog stays.
    Open,
    /// It was closed, and nothing is to be done.
    Closed,
    /// Yes to the question.
    Yes(T),
    /// The text that was written or chosen.
    Text(T, String),
}

impl<T: Clone> Dialog<T> {
    /// A question with yes or no.
    pub(crate) fn ask(question: impl Into<String>, about: T) -> Self {
        Dialog::Ask {
            question: question.into(),
            about,
        }
    }

    /// A line of text to write, with a suggestion.
    pub(crate) fn write(title: impl Into<String>, text: &str, about: T) -> Self {
        Dialog::Write {
            title: title.into(),
            line: Entry::new(text),
            about,
        }
    }

    /// Handles a key.
    pub(crate) fn handle(&mut self, key: KeyEvent) -> Reply<T> {
        match self {
            Dialog::Page { .. } => Reply::Closed,
            Dialog::Ask { about, .. } => match key.code {
                KeyCode::Char('y' | 'Y') | KeyCode::Enter => Reply::Yes(about.clone()),
                KeyCode::Char('n' | 'N' | 'q') | KeyCode::Esc => Reply::Closed,
                _ => Reply::Open,
            },
            Dialog::Write { line, about, .. } => match key.code {
                KeyCode::Enter => Reply::Text(about.clone(), line.text().trim().to_owned()),
                KeyCode::Esc => Reply::Closed,
                _ => {
                    line.handle(key);
                    Reply::Open
                }
            },
            Dialog::Choose {
                options, at, about, ..
            } => {
                match key.code {
                    KeyCode::Up => *at = at.saturating_sub(1),
                    KeyCode::Down => *at = (*at + 1).min(options.len().saturating_sub(1)),
                    KeyCode::Esc => return Reply::Closed,
                    KeyCode::Enter => {
                        let chosen = options.get(*at).cloned().unwrap_or_default();
                        return Reply::Text(about.clone(), chosen);
                    }
                    _ => {}
                }
                Reply::Open
            }
        }
    }

    /// Draws it in the middle of an area.
    pub(crate) fn draw(&self, area: Rect, buf: &mut Buffer, theme: Theme) {
        let (title, text, foot) = match self {
            Dialog::Page { title, text } => {
                let lines: Vec<Line<'_>> = text.iter().map(|line| Line::raw(&**line)).collect();
                (&**title, Text::from(lines), "any key: back")
            }
            Dialog::Ask { question, .. } => ("", Text::raw(&**question), "y: yes   n: no"),
            Dialog::Write { title, line, .. } => (
                &**title,
                Text::from(line.shown(theme)),
                "Enter: done   Esc: back",
            ),
            Dialog::Choose {
                title, options, at, ..
            } => {
                let option = |(index, option): (usize, &String)| {
                    let style = if index == *at {
                        theme.highlighted()
                    } else {
                        theme.weak()
                    };
                    let sign = if index == *at { "> " } else { "  " };
                    Line::styled(format!("{sign}{option} "), style)
                };
                let lines: Vec<Line<'_>> = options.iter().enumerate().map(option).collect();
                (&**title, Text::from(lines), "Up, Down, Enter   Esc: back")
            }
        };
        panel(title, text, foot, area, buf, theme);
    }
}

fn panel(title: &str, text: Text<'_>, foot: &str, area: Rect, buf: &mut Buffer, theme: Theme) {
    let widest = text.width().max(title.len() + 2).max(foot.len() + 2);
    let width = u16::try_from(widest + 6)
        .unwrap_or(u16::MAX)
        .clamp(24, 72)
        .min(area.width);
    let paragraph = Paragraph::new(text).wrap(Wrap { trim: false });
    let inner = usize::from(width.saturating_sub(6)).max(1);
    let rows = wrapped_rows(&paragraph, inner, area);
    let height = (rows + 4).min(area.height);
    let place = area.centered(
        ratatui::layout::Constraint::Length(width),
        ratatui::layout::Constraint::Length(height),
    );
    Clear.render(place, buf);
    let block = frame(theme)
        .title(Line::styled(format!(" {title} "), theme.strong()))
        .title_bottom(Line::styled(format!(" {foot} "), theme.weak()).centered())
        .padding(Padding::new(2, 2, 1, 1));
    paragraph.block(block).render(place, buf);
}

/// How many rows a paragraph takes when it is wrapped: drawn once, out of sight.
fn wrapped_rows(paragraph: &Paragraph<'_>, width: usize, area: Rect) -> u16 {
    let width = u16::try_from(width).unwrap_or(u16::MAX).max(1);
    let trial = Rect::new(0, 0, width, area.height.max(1));
    let mut buf = Buffer::empty(trial);
    paragraph.render(trial, &mut buf);
    let full = |row: &u16| (0..width).any(|x| buf[(x, *row)].symbol() != " ");
    (0..trial.height).rev().find(full).map_or(1, |row| row + 1)
}

/// The frame of everything that has one.
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

/// A line of text being written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entry {
    text: Vec<char>,
    at: usize,
}

impl Entry {
    /// With a text to begin with, and the cursor at its end.
    pub(crate) fn new(text: &str) -> Entry {
        let text: Vec<char> = text.chars().collect();
        Entry {
            at: text.len(),
            text,
        }
    }

    /// What was written.
    pub(crate) fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// Handles a key.
    pub(crate) fn handle(&mut self, key: KeyEvent) {
        match key.code {
            KeyCode::Char(c) if !c.is_control() => {
                self.text.insert(self.at, c);
                self.at += 1;
            }
            KeyCode::Backspace if self.at > 0 => {
                self.at -= 1;
                self.text.remove(self.at);
            }
            KeyCode::Delete if self.at < self.text.len() => {
                self.text.remove(self.at);
            }
            KeyCode::Left => self.at = self.at.saturating_sub(1),
            KeyCode::Right => self.at = (self.at + 1).min(self.text.len()),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = self.text.len(),
            _ => {}
        }
    }

    /// Adds a text that was pasted.
    pub(crate) fn paste(&mut self, text: &str) {
        for c in text.chars().filter(|c| !c.is_control()) {
            self.text.insert(self.at, c);
            self.at += 1;
        }
    }

    /// The text with its cursor.
    pub(crate) fn shown(&self, theme: Theme) -> Line<'static> {
        let before: String = self.text[..self.at].iter().collect();
        let under = self.text.get(self.at).copied().unwrap_or('_');
        let after: String = self.text.iter().skip(self.at + 1).collect();
        Line::from(vec![
            Span::raw(before),
            Span::styled(under.to_string(), theme.highlighted()),
            Span::raw(after),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::Entry;
    use ratatui::crossterm::event::KeyCode;

    #[test]
    fn a_line_can_be_changed_anywhere() {
        let mut line = Entry::new("e9");
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
