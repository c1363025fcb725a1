//! Rules pages in the terminal.

/// How wide a page is set.
pub(crate) const WIDTH: usize = 80;

/// Sets a Markdown page as text: paragraphs and list items are wrapped, indented blocks and
/// tables stay as they are, headings are bold if `styled`.
pub(crate) fn render(markdown: &str, width: usize, styled: bool) -> String {
    let mut out = String::new();
    let mut paragraph = String::new();
    for line in markdown.lines() {
        let item = line.starts_with("- ");
        let kept = line.starts_with("    ") || line.starts_with('|');
        let set_apart = line.is_empty() || line.starts_with('#') || kept;
        if item || set_apart {
            wrap(&mut out, &inline(&std::mem::take(&mut paragraph)), width);
        }
        if let Some(heading) = line.strip_prefix('#') {
            let heading = heading.trim_start_matches('#').trim_start();
            let (bold, plain) = if styled {
                ("\x1b[1m", "\x1b[0m")
            } else {
                ("", "")
            };
            out.push_str(&format!("{bold}{heading}{plain}\n"));
        } else if line.starts_with('|') {
            out.push_str(&inline(line));
            out.push('\n');
        } else if set_apart {
            out.push_str(line);
            out.push('\n');
        } else {
            if !paragraph.is_empty() {
                paragraph.push(' ');
            }
            paragraph.push_str(line.trim());
        }
    }
    wrap(&mut out, &inline(&paragraph), width);
    out
}

/// A paragraph set in lines.
pub(crate) fn wrapped(paragraph: &str) -> String {
    let mut out = String::new();
    wrap(&mut out, paragraph, WIDTH);
    out
}

/// A text without the marks of emphasis and code. In a table the columns stay as wide.
fn inline(text: &str) -> String {
    let mut out = String::new();
    let (mut code, mut dropped) = (false, 0);
    for letter in text.chars() {
        match letter {
            '`' => {
                code = !code;
                dropped += 1;
            }
            '*' if !code => dropped += 1,
            '|' if text.starts_with('|') => {
                out.extend(std::iter::repeat_n(' ', std::mem::take(&mut dropped)));
                out.push(letter);
            }
            _ => out.push(letter),
        }
    }
    out
}

/// Adds a paragraph in lines of at most `width` characters (a longer word stands alone); the
/// lines of a list item after its first are indented.
fn wrap(out: &mut String, paragraph: &str, width: usize) {
    let indent = if paragraph.starts_with("- ") {
        "  "
    } else {
        ""
    };
    let mut line = String::new();
    for word in paragraph.split_whitespace() {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            out.push_str(line.trim_end());
            out.push('\n');
            line = indent.to_owned();
        } else if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.is_empty() {
        out.push_str(&line);
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::render;

    #[test]
    fn a_page_is_set_in_lines() {
        let page = "# Title\n\nOne two\nthree four.\n\n    a  picture\n\n- an item that\n  goes on\n- *more*, `H*22`\n\n| `a` | b |\n";
        assert_eq!(
            render(page, 12, false),
            "Title\n\nOne two\nthree four.\n\n    a  picture\n\n- an item\n  that goes\n  on\n- more, H*22\n\n| a   | b |\n"
        );
        assert!(render(page, 80, true).starts_with("\x1b[1mTitle\x1b[0m\n"));
    }
}
