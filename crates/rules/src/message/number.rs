//! Numbers as languages write them.

use super::Language;
use fluent_bundle::FluentValue;

/// Formats a value of a bundle, or leaves it to the bundle.
type Formatter<M> = fn(&FluentValue<'_>, &M) -> Option<String>;

/// The formatter of a language: groups of three digits, with the separator that the shared
/// catalogue names as `number-group`.
pub(super) fn formatter<M>(code: &'static str) -> Formatter<M> {
    // Fluent takes plain functions, so each separator has one of its own.
    match separator(code) {
        Some('.') => grouped::<'.', M>,
        Some('\'') => grouped::<'\'', M>,
        Some('\u{202f}') => grouped::<'\u{202f}', M>,
        _ => grouped::<',', M>,
    }
}

/// The first character of the shared catalogue's `number-group`. It is read as text, because the
/// shared catalogue itself may still be under construction.
fn separator(code: &'static str) -> Option<char> {
    let source = crate::TEXTS.exact_file(Language(code), "messages.ftl")?;
    let line = source
        .lines()
        .find_map(|line| line.strip_prefix("number-group = "))?;
    line.chars().next()
}

fn grouped<const SEPARATOR: char, M>(value: &FluentValue<'_>, _: &M) -> Option<String> {
    let FluentValue::Number(number) = value else {
        return None;
    };
    let plain = number.as_string();
    let (sign, digits) = match plain.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", &*plain),
    };
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let mut text = String::from(sign);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(SEPARATOR);
        }
        text.push(digit);
    }
    Some(text)
}
