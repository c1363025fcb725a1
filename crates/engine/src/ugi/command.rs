//! Parsing UGI commands.

use crate::limits::{Clock, Limits};
use quintain_rules::Side;
use std::str::SplitWhitespace;
use std::time::Duration;

/// A command from the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Ugi,
    IsReady,
    NewGame,
    SetOption {
        name: String,
        value: String,
    },
    /// A position string, or the start position, and steps from there.
    Position {
        text: Option<String>,
        steps: Vec<String>,
    },
    Go(Go),
    Stop,
    Query(String),
    Quit,
}

/// The limits of a search as the `go` command gives them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    times: [Option<u64>; 2],
    increments: [Option<u64>; 2],
    movetime: Option<u64>,
    depth: Option<u64>,
    nodes: Option<u64>,
}

impl Go {
    /// The limits for the side to move.
    pub(super) fn limits(&self, turn: Side) -> Limits {
        let side = turn.index();
        Limits {
            depth: self.depth.map(|depth| depth.min(u8::MAX.into()) as u8),
            nodes: self.nodes,
            move_time: self.movetime.map(Duration::from_millis),
            clock: self.times[side].map(|left| Clock {
                remaining: Duration::from_millis(left),
                increment: Duration::from_millis(self.increments[side].unwrap_or(0)),
            }),
        }
    }
}

/// Parses a line: `None` for an empty one, an error that says what is wrong with it.
pub(super) fn parse(line: &str) -> Result<Option<Command>, String> {
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else {
        return Ok(None);
    };
    let command = match first {
        "ugi" => Command::Ugi,
        "isready" => Command::IsReady,
        "uginewgame" => Command::NewGame,
        "stop" => Command::Stop,
        "quit" => Command::Quit,
        "query" => Command::Query(words.next().ok_or("query needs a question")?.to_owned()),
        "setoption" => return set_option(words).map(Some),
        "position" => return position(words).map(Some),
        "go" => return go(words).map(|go| Some(Command::Go(go))),
        _ => return Err(format!("there is no command {:?}", abbreviate(first))),
    };
    match words.next() {
        None => Ok(Some(command)),
        Some(word) => Err(format!(
            "{first} takes nothing more, found {:?}",
            abbreviate(word)
        )),
    }
}

/// The beginning of a word, for error messages.
fn abbreviate(word: &str) -> String {
    word.chars().take(40).collect()
}

fn set_option(mut words: SplitWhitespace<'_>) -> Result<Command, String> {
    if words.next() != Some("name") {
        return Err("setoption needs `name NAME value VALUE`".into());
    }
    let rest: Vec<&str> = words.collect();
    let value = rest.iter().position(|word| *word == "value");
    match value {
        Some(at) if at > 0 && at + 1 < rest.len() => Ok(Command::SetOption {
            name: rest[..at].join(" "),
            value: rest[at + 1..].join(" "),
        }),
        _ => Err("setoption needs `name NAME value VALUE`".into()),
    }
}

fn position(mut words: SplitWhitespace<'_>) -> Result<Command, String> {
    let form = "position needs `startpos` or `fen POSITION`, then perhaps `moves STEP...`";
    let kind = words.next().ok_or(form)?;
    let rest: Vec<&str> = words.collect();
    let moves = rest
        .iter()
        .position(|word| *word == "moves")
        .unwrap_or(rest.len());
    let text = rest[..moves].join(" ");
    let steps = rest
        .iter()
        .skip(moves + 1)
        .map(|&step| step.to_owned())
        .collect();
    match kind {
        "startpos" if text.is_empty() => Ok(Command::Position { text: None, steps }),
        "fen" if !text.is_empty() => Ok(Command::Position {
            text: Some(text),
            steps,
        }),
        _ => Err(form.into()),
    }
}

fn go(mut words: SplitWhitespace<'_>) -> Result<Go, String> {
    let mut go = Go::default();
    while let Some(word) = words.next() {
        let slot = match word {
            // Without limits the search is infinite anyway.
            "infinite" => continue,
            "p1time" => &mut go.times[0],
            "p2time" => &mut go.times[1],
            "p1inc" => &mut go.increments[0],
            "p2inc" => &mut go.increments[1],
            "movetime" => &mut go.movetime,
            "depth" => &mut go.depth,
            "nodes" => &mut go.nodes,
            _ => return Err(format!("go does not know {:?}", abbreviate(word))),
        };
        let value = words
            .next()
            .ok_or_else(|| format!("go {word} needs a number"))?;
        let number = value.parse().map_err(|_| {
            format!(
                "go {word} needs a number from 0, not {:?}",
                abbreviate(value)
            )
        })?;
        *slot = Some(number);
    }
    Ok(go)
}

#[cfg(test)]
mod tests {
    use super::{Command, parse};

    #[test]
    fn commands_are_parsed_or_rejected_with_a_reason() {
        assert_eq!(parse("  "), Ok(None));
        assert_eq!(parse("ugi"), Ok(Some(Command::Ugi)));
        assert_eq!(
            parse("position fen 3B/4/4/W3 w moves (2,3)"),
            Ok(Some(Command::Position {
                text: Some("3B/4/4/W3 w".into()),
                steps: vec!["(2,3)".into()]
            }))
        );
        assert_eq!(
            parse("setoption name Multi PV value 3"),
            Ok(Some(Command::SetOption {
                name: "Multi PV".into(),
                value: "3".into()
            }))
        );
        for (line, reason) in [
            ("hello", "there is no command \"hello\""),
            ("stop now", "stop takes nothing more, found \"now\""),
            ("query", "query needs a question"),
            ("go depth", "go depth needs a number"),
            ("go depth -3", "go depth needs a number from 0, not \"-3\""),
            ("go fast", "go does not know \"fast\""),
            (
                "setoption value 3",
                "setoption needs `name NAME value VALUE`",
            ),
            (
                "setoption name Hash value",
                "setoption needs `name NAME value VALUE`",
            ),
        ] {
            assert_eq!(parse(line), Err(reason.into()), "{line}");
        }
        assert!(parse("position fen").is_err() && parse("position startpos x").is_err());
    }
}
