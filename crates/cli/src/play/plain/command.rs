//! The commands that can be typed instead of a move.

use crate::TEXTS;
use quintain_rules::{messages, quote};
use std::path::PathBuf;

/// The meaning of a line of input.
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
    Save {
        file: PathBuf,
        /// Even if the file holds another game.
        overwrite: bool,
    },
    Load(PathBuf),
    Resign,
    Draw,
    Flip,
    Help,
    Quit,
    /// A command that is used wrongly, and how.
    Invalid(CommandText),
}

messages! {
    /// Texts about commands. The words to type are the same in every language.
    pub(crate) enum CommandText in TEXTS {
        /// About `moves`.
        Moves = "command-moves",
        /// About `board`.
        Board = "command-board",
        /// About `hint`.
        Hint = "command-hint",
        /// About `undo`.
        Undo = "command-undo",
        /// About `redo`.
        Redo = "command-redo",
        /// About `save`.
        Save = "command-save",
        /// About `save!`.
        Overwrite = "command-overwrite",
        /// About `load`.
        Load = "command-load",
        /// About `draw`.
        Draw = "command-draw",
        /// About `resign`.
        Resign = "command-resign",
        /// About `flip`.
        Flip = "command-flip",
        /// About `help`.
        Help = "command-help",
        /// About `quit`.
        Quit = "command-quit",
        /// A file name is missing.
        NeedsFile = "command-needs-file" { word: String },
        /// There is an argument too many.
        TakesNoArgument = "command-takes-no-argument" { word: String, argument: String },
    }
}

/// The commands and their descriptions, as `help` lists them.
pub(super) const COMMANDS: [(&str, CommandText); 13] = [
    ("moves", CommandText::Moves),
    ("board", CommandText::Board),
    ("hint", CommandText::Hint),
    ("undo", CommandText::Undo),
    ("redo", CommandText::Redo),
    ("save FILE", CommandText::Save),
    ("save! FILE", CommandText::Overwrite),
    ("load FILE", CommandText::Load),
    ("draw", CommandText::Draw),
    ("resign", CommandText::Resign),
    ("flip", CommandText::Flip),
    ("help", CommandText::Help),
    ("quit", CommandText::Quit),
];

impl Command {
    /// Parses a line. Anything that is not a command is taken for a move.
    pub(super) fn parse(line: &str) -> Command {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (word, rest) = (word.to_ascii_lowercase(), rest.trim());
        let file = |command: fn(PathBuf) -> Command| match rest {
            "" => Command::Invalid(CommandText::NeedsFile { word: word.clone() }),
            file => command(file.into()),
        };
        let plain = match word.as_str() {
            "" => Command::Empty,
            "save" => {
                return file(|file| Command::Save {
                    file,
                    overwrite: false,
                });
            }
            "save!" => {
                return file(|file| Command::Save {
                    file,
                    overwrite: true,
                });
            }
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
            Command::Invalid(CommandText::TakesNoArgument {
                word,
                argument: quote(rest),
            })
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
            Command::Save {
                file: "my game.txt".into(),
                overwrite: false
            }
        );
        assert_eq!(
            Command::parse("Move to (5,6)"),
            Command::Move("Move to (5,6)".into())
        );
        assert_eq!(Command::parse("   "), Command::Empty);
    }

    #[test]
    fn a_command_used_wrongly_says_how_to_use_it() {
        let reason = |line: &str| match Command::parse(line) {
            Command::Invalid(reason) => reason.to_string(),
            other => panic!("{other:?}"),
        };
        assert_eq!(reason("save"), "save needs a file name: save FILE");
        assert_eq!(reason("undo 3"), "undo takes no argument such as \"3\"");
    }
}
