//! Durations as text, for clocks, limits and settings alike: `1h30m`, `5m`, `2.5s`, `100ms`.

use crate::TEXTS;
use quintain_rules::{messages, quote};
use std::error::Error;
use std::time::Duration;

messages! {
    /// Why a text is not a duration.
    pub struct DurationError in TEXTS = "not-a-duration" {
        /// The text, quoted.
        text: String,
    }
}

impl Error for DurationError {}

/// The units, the longest first, with their lengths in milliseconds.
const UNITS: [(&str, u64); 5] = [
    ("d", 86_400_000),
    ("h", 3_600_000),
    ("m", 60_000),
    ("s", 1_000),
    ("ms", 1),
];

/// Reads a duration: numbers with the units `d`, `h`, `m`, `s` and `ms`, one after the other.
pub fn parse(text: &str) -> Result<Duration, DurationError> {
    parts(text).ok_or_else(|| DurationError { text: quote(text) })
}

fn parts(text: &str) -> Option<Duration> {
    let mut rest = text;
    let mut seconds = 0.0;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let number: f64 = rest[..digits].parse().ok()?;
        let letters = rest[digits..].find(|c: char| !c.is_ascii_alphabetic());
        let end = letters.map_or(rest.len(), |letters| digits + letters);
        let (_, millis) = UNITS.iter().find(|unit| unit.0 == &rest[digits..end])?;
        seconds += number * *millis as f64 / 1000.0;
        rest = &rest[end..];
    }
    (!text.is_empty())
        .then(|| Duration::try_from_secs_f64(seconds).ok())
        .flatten()
}

/// Writes a duration in whole milliseconds as a number with the largest unit that fits, at most
/// hours; [`parse`] reads it.
pub fn format(duration: Duration) -> String {
    let millis = duration.as_millis();
    if millis == 0 {
        return "0s".into();
    }
    let fits = |unit: &&(&str, u64)| millis.is_multiple_of(u128::from(unit.1));
    match UNITS[1..].iter().find(fits) {
        Some((name, length)) => format!("{}{name}", millis / u128::from(*length)),
        None => format!("{millis}ms"),
    }
}

#[cfg(test)]
mod tests {
    use super::{format, parse};
    use std::time::Duration;

    #[test]
    fn durations_are_numbers_with_units() {
        let millis = |text| parse(text).map(|duration| duration.as_millis());
        assert_eq!(millis("1h30m"), Ok(5_400_000));
        assert_eq!(millis("2.5s"), Ok(2_500));
        assert_eq!(millis("100ms"), Ok(100));
        assert_eq!(millis("2d"), Ok(172_800_000));
        assert_eq!(millis("0s"), Ok(0));
        for text in ["", "5", "m", "5x", "-1s", "1e9s", "5m3", "5 m", ".s", "ms5"] {
            assert!(parse(text).is_err(), "{text}");
        }
        let huge = "9".repeat(400) + "s";
        assert!(parse(&huge).is_err());
    }

    #[test]
    fn what_is_written_can_be_read() {
        for text in ["0s", "1ms", "1500ms", "90s", "5m", "1h", "48h"] {
            let duration = parse(text).expect(text);
            assert_eq!(format(duration), text);
        }
        assert_eq!(format(Duration::from_secs(60)), "1m");
    }
}
