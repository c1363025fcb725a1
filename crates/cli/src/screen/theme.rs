//! Colors and characters that the terminal can show.
//!
//! Nothing is conveyed by color alone. The two sides differ in brightness, marks have their own
//! characters, and the few hues are from Okabe and Ito's palette, which people with any kind of
//! color vision can distinguish.

use quintain_rules::Side;
use ratatui::style::{Color, Modifier, Style};

/// How many colors a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColorDepth {
    /// None: characters convey everything.
    None,
    /// The sixteen standard colors.
    Sixteen,
    /// The palette of 256 colors.
    Palette,
    /// 24-bit color.
    Full,
}

/// The abilities of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Theme {
    /// How many colors it has.
    pub(crate) colors: ColorDepth,
    /// Whether it shows only ASCII.
    pub(crate) ascii: bool,
}

/// Something that is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    /// A light square.
    Light,
    /// A dark square.
    Dark,
    /// A square of a region, which may belong to a side.
    Region(Option<Side>),
    /// A square of the last step.
    Last,
    /// A selected square.
    Selected,
    /// Where the cursor is.
    Cursor,
    /// A move suggested by a hint.
    Hint,
    /// A piece.
    Piece(Side),
}

/// A 24-bit color, and the nearest of the sixteen.
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
    /// The theme for the terminal that the environment variables describe.
    pub(crate) fn from_env(variable: impl Fn(&str) -> Option<String>, ascii: bool) -> Theme {
        let get = |name| variable(name).filter(|value| !value.is_empty());
        let term = get("TERM").unwrap_or_default();
        let is_full = get("COLORTERM").is_some_and(|it| it == "truecolor" || it == "24bit");
        let colors = if get("NO_COLOR").is_some() || term == "dumb" {
            ColorDepth::None
        } else if is_full || term.contains("direct") {
            ColorDepth::Full
        } else if term.contains("256color") {
            ColorDepth::Palette
        } else {
            ColorDepth::Sixteen
        };
        // The first of these that is set decides, as in the C library.
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(get);
        let unicode = locale.is_some_and(|locale| {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        });
        Theme {
            colors,
            // Windows has no locale variables; its terminals show Unicode.
            ascii: ascii || !(unicode || cfg!(windows)),
        }
    }

    /// Whether there are colors.
    pub(crate) fn has_color(self) -> bool {
        self.colors != ColorDepth::None
    }

    /// One of two characters: Unicode's or ASCII's.
    pub(crate) fn pick<T>(self, unicode: T, ascii: T) -> T {
        if self.ascii { ascii } else { unicode }
    }

    fn color(self, hue: &Hue) -> Color {
        match self.colors {
            ColorDepth::None => Color::Reset,
            ColorDepth::Sixteen => hue.3,
            ColorDepth::Palette => Color::Indexed(nearest(hue)),
            ColorDepth::Full => Color::Rgb(hue.0, hue.1, hue.2),
        }
    }

    /// The background color.
    pub(crate) fn ground(self, paint: Paint) -> Color {
        self.color(match paint {
            Paint::Light => &LIGHT,
            Paint::Dark => &DARK,
            Paint::Region(Some(Side::First)) => &WARM,
            Paint::Region(Some(Side::Second)) => &COLD,
            Paint::Region(None) => &NEUTRAL,
            Paint::Last => &SKY,
            Paint::Selected | Paint::Cursor => &ORANGE,
            Paint::Hint => &GREEN,
            Paint::Piece(Side::First) => &IVORY,
            Paint::Piece(Side::Second) => &INK,
        })
    }

    /// Text on a background.
    pub(crate) fn on(self, paint: Paint) -> Style {
        let style = Style::new().bg(self.ground(paint));
        match paint {
            _ if !self.has_color() => Style::new(),
            Paint::Piece(Side::Second) => style.fg(self.color(&IVORY)),
            _ => style.fg(self.color(&INK)),
        }
    }

    /// Dark signs on the board, on any background.
    pub(crate) fn ink(self) -> Style {
        let style = self.strong();
        if self.has_color() {
            style.fg(self.color(&INK))
        } else {
            style
        }
    }

    /// Emphasized text.
    pub(crate) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Subdued text.
    pub(crate) fn weak(self) -> Style {
        match self.colors {
            ColorDepth::None => Style::new(),
            ColorDepth::Sixteen => Style::new().fg(Color::DarkGray),
            _ => Style::new().fg(self.color(&DARK)),
        }
    }

    /// Headings and frames.
    pub(crate) fn accent(self) -> Style {
        match self.colors {
            ColorDepth::None => self.strong(),
            _ => Style::new().fg(self.color(&SKY)),
        }
    }

    /// Errors and warnings.
    pub(crate) fn warning(self) -> Style {
        match self.colors {
            ColorDepth::None => self.strong(),
            _ => Style::new().fg(self.color(&ORANGE)),
        }
    }

    /// The lines of a net.
    pub(crate) fn thread(self) -> Style {
        Style::new().fg(self.color(&THREAD))
    }

    /// The bar of a progress gauge.
    pub(crate) fn bar(self) -> Color {
        self.color(&BLUE)
    }

    /// The selected item of a list.
    pub(crate) fn highlighted(self) -> Style {
        if self.has_color() {
            self.on(Paint::Selected)
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        }
    }
}

/// The nearest color of the palette's 6 by 6 by 6 cube.
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
    use super::{ColorDepth, Theme};

    fn theme(variables: &[(&str, &str)]) -> (ColorDepth, bool) {
        let get = |name: &str| {
            let found = variables.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        let theme = Theme::from_env(get, false);
        (theme.colors, theme.ascii)
    }

    #[test]
    fn a_terminal_gets_what_it_can_show() {
        let utf = ("LANG", "en_GB.UTF-8");
        assert_eq!(
            theme(&[utf, ("TERM", "linux")]),
            (ColorDepth::Sixteen, false)
        );
        let palette = ("TERM", "xterm-256color");
        assert_eq!(theme(&[utf, palette]), (ColorDepth::Palette, false));
        let full = ("COLORTERM", "truecolor");
        assert_eq!(theme(&[utf, palette, full]), (ColorDepth::Full, false));
        assert_eq!(
            theme(&[utf, full, ("NO_COLOR", "1")]),
            (ColorDepth::None, false)
        );
        assert_eq!(
            theme(&[utf, full, ("NO_COLOR", "")]),
            (ColorDepth::Full, false)
        );
        assert_eq!(theme(&[utf, ("TERM", "dumb")]), (ColorDepth::None, false));
    }

    #[test]
    #[cfg(not(windows))]
    fn without_a_utf_8_locale_everything_is_ascii() {
        assert!(theme(&[]).1);
        assert!(theme(&[("LC_ALL", "C"), ("LANG", "en_GB.UTF-8")]).1);
        assert!(!theme(&[("LC_ALL", "C.utf8"), ("LANG", "C")]).1);
    }
}
