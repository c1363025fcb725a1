//! The examples of `docs/json.md`.

use serde_json::Value;

/// A command with its result, and the heading above it: the subcommand.
pub(crate) type Example = (String, String, Value);

/// All examples: pairs of a command and a block of JSON.
pub(crate) fn examples() -> Vec<Example> {
    let page = include_str!("../../../../docs/json.md");
    let (mut heading, mut command, mut json) = (String::new(), String::new(), String::new());
    let mut language = None;
    let mut examples = Vec::new();
    for line in page.lines() {
        match (language, line) {
            (None, line) if line.starts_with("## ") => heading = line[3..].replace('`', ""),
            (None, line) if line.starts_with("```") => language = Some(&line[3..]),
            (Some("sh"), "```") => language = None,
            (Some("sh"), line) => line.clone_into(&mut command),
            (Some(_), "```") => {
                let json: Value = serde_json::from_str(&std::mem::take(&mut json))
                    .unwrap_or_else(|error| panic!("{heading}: {error}"));
                examples.push((heading.clone(), command.clone(), json));
                language = None;
            }
            (Some(_), line) => json += line,
            _ => {}
        }
    }
    examples
}

/// Checks that a result has the form of the first example below a heading.
#[track_caller]
pub(crate) fn assert_documented(heading: &str, actual: &Value) {
    let example = examples().into_iter().find(|(found, ..)| found == heading);
    let (.., example) = example.unwrap_or_else(|| panic!("no example of {heading}"));
    if let Err(place) = same_form(&example, actual, false) {
        panic!("{heading}{place}: docs/json.md has {example:#}\nbut it is {actual:#}");
    }
}

/// What differs from one run to the next.
const MEASURED: [&str; 7] = [
    "seconds",
    "nodes_per_second",
    "threads",
    "median_ms",
    "p99_ms",
    "max_ms",
    "url",
];

/// Checks that a result has all keys of an example and no others, with values of the same types;
/// with `exact`, the same values. Lists and texts (…) in an example may be shorter. The error is the place.
pub(crate) fn same_form(example: &Value, actual: &Value, exact: bool) -> Result<(), String> {
    match (example, actual) {
        (Value::Object(example), Value::Object(actual)) => {
            if !example.keys().eq(actual.keys()) {
                return Err(String::new());
            }
            for (key, value) in example {
                let exact = exact && !MEASURED.contains(&key.as_str());
                same_form(value, &actual[key], exact).map_err(|place| format!(".{key}{place}"))?;
            }
            Ok(())
        }
        (Value::Array(example), Value::Array(actual)) => {
            if example.is_empty() && !actual.is_empty() {
                return Err("[0]".into());
            }
            let pairs = example.iter().zip(actual).enumerate();
            for (index, (example, actual)) in pairs {
                same_form(example, actual, exact).map_err(|place| format!("[{index}]{place}"))?;
            }
            Ok(())
        }
        (Value::String(example), Value::String(actual)) if example.ends_with('…') => {
            let is_beginning = actual.starts_with(example.trim_end_matches('…'));
            is_beginning.then_some(()).ok_or_else(String::new)
        }
        (example, actual) if exact && example != actual => Err(String::new()),
        // What is not known is null.
        (Value::Null, _) | (_, Value::Null) => Ok(()),
        (example, actual) => {
            let same = std::mem::discriminant(example) == std::mem::discriminant(actual);
            same.then_some(()).ok_or_else(String::new)
        }
    }
}
