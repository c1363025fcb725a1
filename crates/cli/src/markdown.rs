//! Markdown pages in the terminal.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// The width of a page in columns.
pub(crate) const WIDTH: usize = 80;

/// Renders a Markdown page as text: paragraphs and list items are wrapped, code blocks are
/// indented, tables have even columns, and headings are bold if `styled`.
pub(crate) fn render(markdown: &str, width: usize, styled: bool) -> String {
    let mut page = Page {
        out: String::new(),
        width,
        styled,
        text: String::new(),
        lists: Vec::new(),
        marker: String::new(),
        rows: Vec::new(),
    };
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        page.event(event);
    }
    page.out
}

/// Wraps a paragraph.
pub(crate) fn wrap(paragraph: &str) -> String {
    wrap_with(paragraph, "", "", WIDTH)
}

/// Wraps a paragraph in lines of at most `width` characters (a longer word has a line of its
/// own); the first line begins with one text, the others with another.
fn wrap_with(paragraph: &str, first: &str, rest: &str, width: usize) -> String {
    let mut out = String::new();
    let mut line = first.to_owned();
    let mut is_empty = true;
    for word in paragraph.split_whitespace() {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > width {
            out.push_str(&line);
            out.push('\n');
            line = rest.to_owned();
        } else if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    if !is_empty {
        out.push_str(&line);
        out.push('\n');
    }
    out
}

/// A page being rendered.
struct Page {
    out: String,
    width: usize,
    styled: bool,
    /// The text of the current block.
    text: String,
    /// The open lists: the next number of each, `None` for bullets.
    lists: Vec<Option<u64>>,
    /// The marker of a list item that has no text yet.
    marker: String,
    /// The rows of the current table.
    rows: Vec<Vec<String>>,
}

impl Page {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Code(text) => self.text.push_str(&text),
            Event::SoftBreak | Event::HardBreak => self.text.push(' '),
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::List(first) => {
                // The text of an item comes before a list inside it.
                self.end_paragraph();
                if self.lists.is_empty() {
                    self.separate();
                }
                self.lists.push(*first);
            }
            Tag::Item => {
                self.marker = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "- ".into(),
                };
            }
            Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented) => {
                self.end_paragraph();
                self.separate();
            }
            Tag::Heading { .. } | Tag::Table(_) => self.separate(),
            Tag::Paragraph if self.lists.is_empty() => self.separate(),
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => {
                let text = std::mem::take(&mut self.text);
                let (bold, reset) = if self.styled {
                    ("\x1b[1m", "\x1b[0m")
                } else {
                    ("", "")
                };
                self.out += &format!("{bold}{text}{reset}\n");
            }
            TagEnd::Paragraph | TagEnd::Item => self.end_paragraph(),
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::CodeBlock => {
                for line in std::mem::take(&mut self.text).lines() {
                    let line = format!("    {line}");
                    self.out += line.trim_end();
                    self.out.push('\n');
                }
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.text);
                if let Some(row) = self.rows.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::Table => self.end_table(),
            _ => {}
        }
    }

    /// An empty line between blocks.
    fn separate(&mut self) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
    }

    fn end_paragraph(&mut self) {
        let text = std::mem::take(&mut self.text);
        if text.is_empty() {
            return;
        }
        let indent = "  ".repeat(self.lists.len().saturating_sub(1));
        let marker = std::mem::take(&mut self.marker);
        let first = format!("{indent}{marker}");
        let rest = match self.lists.last() {
            Some(_) => format!("{indent}  "),
            None => String::new(),
        };
        self.out += &wrap_with(&text, &first, &rest, self.width);
    }

    fn end_table(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for (index, row) in rows.iter().enumerate() {
            for (cell, width) in row.iter().zip(&widths) {
                self.out += &format!("| {cell:<width$} ");
            }
            self.out += "|\n";
            if index == 0 {
                for width in &widths {
                    self.out += &format!("|{}", "-".repeat(width + 2));
                }
                self.out += "|\n";
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::render;

    #[test]
    fn a_page_is_set_in_lines() {
        let page = "# Title\n\nOne two\nthree four.\n\n    a  picture\n\n- an item that\n  goes on\n- *more*, `H*22`\n\n1. first\n2. second\n\n| `a` | b |\n|---|---|\n| **cc** | d |\n";
        assert_eq!(
            render(page, 12, false),
            "Title\n\nOne two\nthree four.\n\n    a  picture\n\n- an item\n  that goes\n  on\n- more, H*22\n\n1. first\n2. second\n\n| a  | b |\n|----|---|\n| cc | d |\n"
        );
        assert!(render(page, 80, true).starts_with("\x1b[1mTitle\x1b[0m\n"));
    }

    #[test]
    fn pictures_keep_their_empty_lines_and_nested_lists_their_indent() {
        let page = "    a\n\n    b\n\n- one\n  - two\n- three\n";
        assert_eq!(
            render(page, 80, false),
            "    a\n\n    b\n\n- one\n  - two\n- three\n"
        );
    }
}
