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
    /// An option and its value; a button has none.
    SetOption {
        name: String,
        value: Option<String>,
    },
    /// A position string, or the start position, and steps from there.
    Position {
        text: Option<String>,
        steps: Vec<String>,
    },
    Go(Go),
    /// Count move sequences instead of searching.
    Perft(u8),
    /// The move that was pondered on was played: the clock runs.
    PonderHit,
    Stop,
    Query(String),
    Quit,
}

/// The limits of a search as the `go` command gives them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    times: [Option<u64>; 2],
    increments: [Option<u64>; 2],
    movetime: Option<u64>,
    depth: Option<u64>,
    nodes: Option<u64>,
    /// Only these moves are searched; empty for all.
    pub(super) search_moves: Vec<String>,
    /// Whether the clock stands still until `ponderhit`.
    pub(super) ponder: bool,
}

impl Go {
    /// The limits for the side to move.
    pub(super) fn limits(&self, turn: Side) -> Limits {
        let clock = |side: Side| {
            let side = side.index();
            self.times[side].map(|left| Clock {
                remaining: Duration::from_millis(left),
                increment: Duration::from_millis(self.increments[side].unwrap_or(0)),
            })
        };
        Limits {
            depth: self.depth.map(|depth| depth.min(u8::MAX.into()) as u8),
            nodes: self.nodes,
            move_time: self.movetime.map(Duration::from_millis),
            clock: clock(turn),
            opponent_clock: clock(!turn),
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
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        "query" => Command::Query(words.next().ok_or("query needs a question")?.to_owned()),
        "setoption" => return set_option(words).map(Some),
        "position" => return position(words).map(Some),
        "go" => return go(words).map(Some),
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
    let form = "setoption needs `name NAME value VALUE`, or `name NAME` for a button";
    if words.next() != Some("name") {
        return Err(form.into());
    }
    let rest: Vec<&str> = words.collect();
    let at = rest.iter().position(|word| *word == "value");
    let (name, value) = match at {
        Some(at) => (&rest[..at], Some(&rest[at + 1..])),
        None => (&rest[..], None),
    };
    if name.is_empty() || value.is_some_and(<[&str]>::is_empty) {
        return Err(form.into());
    }
    Ok(Command::SetOption {
        name: name.join(" "),
        value: value.map(|value| value.join(" ")),
    })
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

/// The words that may follow `go`: a move after `searchmoves` is none of them.
const GO_WORDS: [&str; 11] = [
    "infinite",
    "ponder",
    "searchmoves",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "movetime",
    "depth",
    "nodes",
    "perft",
];

fn go(words: SplitWhitespace<'_>) -> Result<Command, String> {
    let mut words = words.peekable();
    let mut go = Go::default();
    let mut perft = None;
    while let Some(word) = words.next() {
        let slot = match word {
            // Without limits the search is infinite anyway.
            "infinite" => continue,
            "ponder" => {
                go.ponder = true;
                continue;
            }
            "searchmoves" => {
                while let Some(mv) = words.next_if(|word| !GO_WORDS.contains(word)) {
                    go.search_moves.push(mv.to_owned());
                }
                if go.search_moves.is_empty() {
                    return Err("go searchmoves needs moves".into());
                }
                continue;
            }
            "p1time" => &mut go.times[0],
            "p2time" => &mut go.times[1],
            "p1inc" => &mut go.increments[0],
            "p2inc" => &mut go.increments[1],
            "movetime" => &mut go.movetime,
            "depth" => &mut go.depth,
            "nodes" => &mut go.nodes,
            "perft" => &mut perft,
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
    match perft {
        None => Ok(Command::Go(go)),
        Some(depth) if go == Go::default() => match u8::try_from(depth) {
            Ok(depth) if depth <= MAX_PERFT_DEPTH => Ok(Command::Perft(depth)),
            _ => Err(format!("go perft counts up to {MAX_PERFT_DEPTH} plies")),
        },
        Some(_) => Err("go perft takes nothing more".into()),
    }
}

/// The largest depth of `go perft`.
const MAX_PERFT_DEPTH: u8 = 40;

#[cfg(test)]
mod tests {
    use super::{Command, Go, parse};

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
                value: Some("3".into())
            }))
        );
        assert_eq!(
            parse("setoption name Clear Hash"),
            Ok(Some(Command::SetOption {
                name: "Clear Hash".into(),
                value: None
            }))
        );
        let go = Go {
            times: [Some(10), Some(20)],
            increments: [None, Some(1)],
            search_moves: vec!["a1".into(), "b2-b3".into()],
            ponder: true,
            ..Go::default()
        };
        assert_eq!(
            parse("go searchmoves a1 b2-b3 p2time 20 p1time 10 p2inc 1 ponder infinite"),
            Ok(Some(Command::Go(go)))
        );
        assert_eq!(parse("go perft 3"), Ok(Some(Command::Perft(3))));
        assert_eq!(parse("ponderhit"), Ok(Some(Command::PonderHit)));
        for (line, reason) in [
            ("hello", "there is no command \"hello\""),
            ("stop now", "stop takes nothing more, found \"now\""),
            ("query", "query needs a question"),
            ("go depth", "go depth needs a number"),
            ("go depth -3", "go depth needs a number from 0, not \"-3\""),
            ("go fast", "go does not know \"fast\""),
            (
                "setoption value 3",
                "setoption needs `name NAME value VALUE`, or `name NAME` for a button",
            ),
            (
                "setoption name Hash value",
                "setoption needs `name NAME value VALUE`, or `name NAME` for a button",
            ),
            ("go searchmoves depth 3", "go searchmoves needs moves"),
            ("go perft 3 depth 3", "go perft takes nothing more"),
            ("go perft 99", "go perft counts up to 40 plies"),
        ] {
            assert_eq!(parse(line), Err(reason.into()), "{line}");
        }
        assert!(parse("position fen").is_err() && parse("position startpos x").is_err());
    }
}
