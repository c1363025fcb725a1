//! The commands that can be typed instead of a move.

use std::path::PathBuf;

/// What a line of input asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Nothing.
    Empty,
    /// Play a move.
    Move(String),
    Moves,
    Board,
    Hint,
    Undo,
    Redo,
    Save(PathBuf),
    Load(PathBuf),
    Resign,
    Draw,
    Flip,
    Help,
    Quit,
    /// A command that is used wrongly, and how.
    Invalid(String),
}

/// The commands and their descriptions, as `help` lists them.
pub(super) const COMMANDS: [(&str, &str); 12] = [
    ("moves", "list the legal moves"),
    ("board", "show the board again"),
    ("hint", "ask the engine what it would play"),
    ("undo", "take back your last move"),
    ("redo", "redo a move that was taken back"),
    ("save FILE", "save the game in a file"),
    ("load FILE", "continue the game in a file"),
    ("draw", "offer a draw, or accept one"),
    ("resign", "resign the game"),
    ("flip", "flip the board"),
    ("help", "show this help"),
    ("quit", "leave; you can resume the game later"),
];

impl Command {
    /// Parses a line. Anything that is not a command is taken for a move.
    pub(super) fn parse(line: &str) -> Command {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (word, rest) = (word.to_ascii_lowercase(), rest.trim());
        let file = |command: fn(PathBuf) -> Command| match rest {
            "" => Command::Invalid(format!("{word} needs a file name: {word} FILE")),
            file => command(file.into()),
        };
        let plain = match word.as_str() {
            "" => Command::Empty,
            "save" => return file(Command::Save),
            "load" => return file(Command::Load),
            "moves" => Command::Moves,
            "board" => Command::Board,
            "hint" => Command::Hint,
            "undo" => Command::Undo,
            "redo" => Command::Redo,
            "resign" => Command::Resign,
            "draw" => Command::Draw,
            "flip" => Command::Flip,
            "help" | "?" => Command::Help,
            "quit" | "exit" => Command::Quit,
            _ => return Command::Move(line.to_owned()),
        };
        if rest.is_empty() {
            plain
        } else {
            Command::Invalid(format!("{word} takes no argument such as {rest:?}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{COMMANDS, Command};

    #[test]
    fn every_listed_command_is_parsed_and_the_rest_are_moves() {
        for (usage, _) in COMMANDS {
            let command = Command::parse(usage);
            let known = !matches!(command, Command::Move(_) | Command::Invalid(_));
            assert!(known, "{usage}: {command:?}");
        }
        assert_eq!(Command::parse(" UNDO "), Command::Undo);
        assert_eq!(
            Command::parse("save my game.txt"),
            Command::Save("my game.txt".into())
        );
        assert_eq!(
            Command::parse("Move to (5,6)"),
            Command::Move("Move to (5,6)".into())
        );
        assert_eq!(Command::parse("   "), Command::Empty);
    }

    #[test]
    fn a_command_used_wrongly_says_how_to_use_it() {
        let invalid = |text: &str| Command::Invalid(text.into());
        assert_eq!(
            Command::parse("save"),
            invalid("save needs a file name: save FILE")
        );
        assert_eq!(
            Command::parse("undo 3"),
            invalid("undo takes no argument such as \"3\"")
        );
    }
}
