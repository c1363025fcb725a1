//! What can be typed instead of a move.

use std::path::PathBuf;

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Nothing.
    Empty,
    /// To play a move.
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
    /// Something that cannot be done as it stands, and why.
    Wrong(String),
}

/// The commands and what they do, as `help` lists them.
pub(super) const COMMANDS: [(&str, &str); 12] = [
    ("moves", "list the legal moves"),
    ("board", "show the board again"),
    ("hint", "ask the engine what it would play"),
    ("undo", "take your last move back"),
    ("redo", "play again what was taken back"),
    ("save FILE", "write the game into a file"),
    ("load FILE", "go on with the game in a file"),
    ("draw", "offer a draw, or accept one"),
    ("resign", "give the game up"),
    ("flip", "see the board from the other side"),
    ("help", "show this"),
    ("quit", "leave; the game is kept, to go on later"),
];

impl Command {
    /// Reads a line. Whatever is no command is taken for a move.
    pub(super) fn read(line: &str) -> Command {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (word, rest) = (word.to_ascii_lowercase(), rest.trim());
        let file = |command: fn(PathBuf) -> Command| match rest {
            "" => Command::Wrong(format!("{word} needs the name of a file: {word} FILE")),
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
            Command::Wrong(format!("{word} stands alone, without {rest:?}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{COMMANDS, Command};

    #[test]
    fn every_listed_command_is_read_and_the_rest_are_moves() {
        for (usage, _) in COMMANDS {
            let command = Command::read(usage);
            let known = !matches!(command, Command::Move(_) | Command::Wrong(_));
            assert!(known, "{usage}: {command:?}");
        }
        assert_eq!(Command::read(" UNDO "), Command::Undo);
        assert_eq!(
            Command::read("save my game.txt"),
            Command::Save("my game.txt".into())
        );
        assert_eq!(
            Command::read("Move to (5,6)"),
            Command::Move("Move to (5,6)".into())
        );
        assert_eq!(Command::read("   "), Command::Empty);
    }

    #[test]
    fn a_command_used_wrongly_says_how_it_is_used() {
        let wrong = |text: &str| Command::Wrong(text.into());
        assert_eq!(
            Command::read("save"),
            wrong("save needs the name of a file: save FILE")
        );
        assert_eq!(
            Command::read("undo 3"),
            wrong("undo stands alone, without \"3\"")
        );
    }
}
