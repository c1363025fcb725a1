//! Colours and characters: what this terminal can show.
//!
//! Nothing is told by colour alone. The two sides differ in brightness, marks have characters
//! of their own, and the few hues are from a palette that people with any kind of colour
//! vision can tell apart (Okabe and Ito's).

use quintain_rules::Side;
use ratatui::style::{Color, Modifier, Style};

/// How many colours there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colours {
    /// None: characters tell everything.
    None,
    /// The sixteen that every terminal has.
    Sixteen,
    /// The palette of 256.
    Palette,
    /// All.
    Full,
}

/// What a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Theme {
    /// How many colours there are.
    pub(crate) colours: Colours,
    /// Nothing but ASCII.
    pub(crate) ascii: bool,
}

/// What is to be coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    /// A light square.
    Light,
    /// A dark square.
    Dark,
    /// A square of a region: somebody's, or nobody's.
    Region(Option<Side>),
    /// A square of the last step.
    Last,
    /// A square that was chosen.
    Chosen,
    /// Where the cursor is.
    Cursor,
    /// A move that was hinted at.
    Hint,
    /// A piece.
    Piece(Side),
}

/// A colour: all of it, and the nearest of the sixteen.
struct Hue(u8, u8, u8, Color);

const LIGHT: Hue = Hue(0xb4, 0xbb, 0xc1, Color::Gray);
const DARK: Hue = Hue(0x94, 0x9e, 0xa7, Color::DarkGray);
const WARM: Hue = Hue(0xd0, 0xc0, 0x98, Color::Yellow);
const COLD: Hue = Hue(0x86, 0x90, 0xb8, Color::LightBlue);
const NEUTRAL: Hue = Hue(0xa8, 0xbc, 0xa4, Color::Cyan);
const SKY: Hue = Hue(0x56, 0xb4, 0xe9, Color::LightCyan);
const ORANGE: Hue = Hue(0xe6, 0x9f, 0x00, Color::LightYellow);
const GREEN: Hue = Hue(0x00, 0x9e, 0x73, Color::Green);
const BLUE: Hue = Hue(0x00, 0x72, 0xb2, Color::Blue);
const THREAD: Hue = Hue(0x62, 0x6d, 0x78, Color::DarkGray);
const IVORY: Hue = Hue(0xfb, 0xf7, 0xec, Color::White);
const INK: Hue = Hue(0x1c, 0x22, 0x2b, Color::Black);

impl Theme {
    /// What the environment says of the terminal, as `variable` tells it.
    pub(crate) fn of_terminal(variable: impl Fn(&str) -> Option<String>, ascii: bool) -> Theme {
        let get = |name| variable(name).filter(|value| !value.is_empty());
        let term = get("TERM").unwrap_or_default();
        let full = get("COLORTERM").is_some_and(|it| it == "truecolor" || it == "24bit");
        let colours = if get("NO_COLOR").is_some() || term == "dumb" {
            Colours::None
        } else if full || term.contains("direct") {
            Colours::Full
        } else if term.contains("256color") {
            Colours::Palette
        } else {
            Colours::Sixteen
        };
        // The first of these that is set decides, as it does for the C library.
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(get);
        let unicode = locale.is_some_and(|locale| {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        });
        Theme {
            colours,
            // Windows has no locale variables; its terminals show Unicode.
            ascii: ascii || !(unicode || cfg!(windows)),
        }
    }

    /// Whether there are colours.
    pub(crate) fn is_coloured(self) -> bool {
        self.colours != Colours::None
    }

    /// One of two characters: Unicode's or ASCII's.
    pub(crate) fn pick<T>(self, unicode: T, ascii: T) -> T {
        if self.ascii { ascii } else { unicode }
    }

    fn colour(self, hue: &Hue) -> Color {
        match self.colours {
            Colours::None => Color::Reset,
            Colours::Sixteen => hue.3,
            Colours::Palette => Color::Indexed(nearest(hue)),
            Colours::Full => Color::Rgb(hue.0, hue.1, hue.2),
        }
    }

    /// The background of something.
    pub(crate) fn ground(self, paint: Paint) -> Color {
        self.colour(match paint {
            Paint::Light => &LIGHT,
            Paint::Dark => &DARK,
            Paint::Region(Some(Side::First)) => &WARM,
            Paint::Region(Some(Side::Second)) => &COLD,
            Paint::Region(None) => &NEUTRAL,
            Paint::Last => &SKY,
            Paint::Chosen | Paint::Cursor => &ORANGE,
            Paint::Hint => &GREEN,
            Paint::Piece(Side::First) => &IVORY,
            Paint::Piece(Side::Second) => &INK,
        })
    }

    /// Text on a background.
    pub(crate) fn on(self, paint: Paint) -> Style {
        let style = Style::new().bg(self.ground(paint));
        match paint {
            _ if !self.is_coloured() => Style::new(),
            Paint::Piece(Side::Second) => style.fg(self.colour(&IVORY)),
            _ => style.fg(self.colour(&INK)),
        }
    }

    /// Dark signs on the board, whatever they stand on.
    pub(crate) fn ink(self) -> Style {
        let style = self.strong();
        if self.is_coloured() {
            style.fg(self.colour(&INK))
        } else {
            style
        }
    }

    /// Text that stands out.
    pub(crate) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Text that stands back.
    pub(crate) fn weak(self) -> Style {
        match self.colours {
            Colours::None => Style::new(),
            Colours::Sixteen => Style::new().fg(Color::DarkGray),
            _ => Style::new().fg(self.colour(&DARK)),
        }
    }

    /// Headings and frames that want to be seen.
    pub(crate) fn accent(self) -> Style {
        match self.colours {
            Colours::None => self.strong(),
            _ => Style::new().fg(self.colour(&SKY)),
        }
    }

    /// Something that went wrong.
    pub(crate) fn warning(self) -> Style {
        match self.colours {
            Colours::None => self.strong(),
            _ => Style::new().fg(self.colour(&ORANGE)),
        }
    }

    /// Lines of a net.
    pub(crate) fn thread(self) -> Style {
        Style::new().fg(self.colour(&THREAD))
    }

    /// A bar's part for a side.
    pub(crate) fn bar(self) -> Color {
        self.colour(&BLUE)
    }

    /// What is chosen in a list.
    pub(crate) fn highlighted(self) -> Style {
        if self.is_coloured() {
            self.on(Paint::Chosen)
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        }
    }
}

/// The nearest colour of the palette's cube of 6 by 6 by 6.
fn nearest(hue: &Hue) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let level = |value: u8| {
        let near = |&(_, level): &(u8, u8)| value.abs_diff(level);
        (0..)
            .zip(LEVELS)
            .min_by_key(near)
            .map_or(0, |found| found.0)
    };
    16 + 36 * level(hue.0) + 6 * level(hue.1) + level(hue.2)
}

#[cfg(test)]
mod tests {
    use super::{Colours, Theme};

    fn theme(variables: &[(&str, &str)]) -> (Colours, bool) {
        let get = |name: &str| {
            let found = variables.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        let theme = Theme::of_terminal(get, false);
        (theme.colours, theme.ascii)
    }

    #[test]
    fn the_terminal_is_given_what_it_can_show() {
        let utf = ("LANG", "en_GB.UTF-8");
        assert_eq!(theme(&[utf, ("TERM", "linux")]), (Colours::Sixteen, false));
        let palette = ("TERM", "xterm-256color");
        assert_eq!(theme(&[utf, palette]), (Colours::Palette, false));
        let full = ("COLORTERM", "truecolor");
        assert_eq!(theme(&[utf, palette, full]), (Colours::Full, false));
        assert_eq!(
            theme(&[utf, full, ("NO_COLOR", "1")]),
            (Colours::None, false)
        );
        assert_eq!(
            theme(&[utf, full, ("NO_COLOR", "")]),
            (Colours::Full, false)
        );
        assert_eq!(theme(&[utf, ("TERM", "dumb")]), (Colours::None, false));
    }

    #[test]
    #[cfg(not(windows))]
    fn without_a_utf_8_locale_there_is_nothing_but_ascii() {
        assert!(theme(&[]).1);
        assert!(theme(&[("LC_ALL", "C"), ("LANG", "en_GB.UTF-8")]).1);
        assert!(!theme(&[("LC_ALL", "C.utf8"), ("LANG", "C")]).1);
    }
}
