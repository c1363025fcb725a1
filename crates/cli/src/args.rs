//! The command line's grammar.

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// The home of five two-player board games.
///
/// Positions and moves are given and printed in the notation of each game's rules page, which
/// `quintain rules GAME` shows. Exit status: 0 if all went well, 1 if a move, a position or a
/// file was refused (the reason is on stderr), 2 if the command was used wrongly.
#[derive(Debug, Parser)]
#[command(
    name = "quintain",
    version,
    max_term_width = 100,
    arg_required_else_help = true
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Verb,

    /// Print the answer as JSON.
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// List the games: id, name, board sizes and a sentence.
    Games,

    /// Show the rules of a game.
    Rules {
        /// The game's id, as `quintain games` lists it.
        #[arg(index = 1)]
        game: String,
    },

    /// List the legal moves, one a line, sorted by text.
    ///
    /// A finished game lists none.
    #[command(after_help = "Example: quintain moves knights-duel --position '3B/4/4/W3 w'")]
    Moves {
        #[command(flatten)]
        start: Start,
    },

    /// List the steps that can happen next, each with its probability.
    ///
    /// A step is a move with what it reveals. In games without chance each move is one step
    /// of probability 1/1.
    Events {
        #[command(flatten)]
        start: Start,
    },

    /// Play steps and print the position string reached.
    #[command(after_help = "Example: quintain position knights-duel '(2,3)' '(6,7)'")]
    Position {
        #[command(flatten)]
        line: Line,
    },

    /// Play steps and draw the position reached, with a sentence for the last step.
    Show {
        #[command(flatten)]
        line: Line,
    },

    /// Play steps and say how the game stands.
    ///
    /// The last line is `first to move`, `second to move`, `first won` or `second won`; first
    /// is the side that begins in the game's usual start position.
    Status {
        #[command(flatten)]
        line: Line,
    },

    /// Count the sequences of exactly DEPTH steps: the usual test of move generation.
    ///
    /// The last line is the bare count. A finished game has no continuation.
    Perft {
        #[command(flatten)]
        start: Start,

        /// How many steps deep to count.
        // Deeper counts never end, and a count recurses once a ply.
        #[arg(index = 2, value_parser = clap::value_parser!(u8).range(0..=200))]
        depth: u8,

        /// Also print the count behind each first step.
        #[arg(long)]
        divide: bool,

        /// How many threads count; all cores if not given.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: Option<u16>,
    },

    /// Check a file with a recorded game and print it in another format.
    ///
    /// Every step is checked against the rules; an error tells line and column. Besides the
    /// common record format, which may hold several games in one file, a game can have formats
    /// of its own: `quintain games --json` lists them.
    Convert {
        /// The file to read, or - for standard input.
        file: PathBuf,

        /// The format to read: `record`, or a game's own. If not given, the file's ending
        /// decides.
        #[arg(long, value_name = "FORMAT")]
        from: Option<String>,

        /// The format to print: `record`, or a game's own.
        #[arg(long, value_name = "FORMAT", default_value = "record")]
        to: String,
    },

    /// Print a script that completes this program's arguments in your shell.
    #[command(after_help = "Example: source <(quintain completions bash)")]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

/// Where to start from.
#[derive(Debug, Args)]
pub(crate) struct Start {
    /// The game's id, as `quintain games` lists it.
    #[arg(index = 1)]
    pub(crate) game: String,

    /// The board's size, for games that have several.
    #[arg(long, value_name = "N")]
    pub(crate) size: Option<u8>,

    /// The position to start from; the game's start position if not given.
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,
}

/// A start and the steps played from there.
#[derive(Debug, Args)]
pub(crate) struct Line {
    #[command(flatten)]
    pub(crate) start: Start,

    /// Steps to play, in order.
    #[arg(index = 2, value_name = "STEP")]
    pub(crate) steps: Vec<String>,
}
