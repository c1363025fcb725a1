//! The command line's grammar.

use crate::load::LoadArgs;
use crate::play::PlayArgs;
use crate::serve::ServeArgs;
use clap::{Args, Parser, Subcommand};
use quintain_engine::Clock;
use std::path::PathBuf;
use std::time::Duration;

/// The home of five two-player board games.
///
/// Positions and moves are given and printed in the notation of each game's rules page, which
/// `quintain rules GAME` shows. Without a verb a server is started and the browser opened. Exit status: 0 if all went well, 1 if a move, a position or a
/// file was refused (the reason is on stderr), 2 if the command was used wrongly.
#[derive(Debug, Parser)]
#[command(name = "quintain", version, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Option<Verb>,

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

    /// Search for the best moves, telling what is found as it goes.
    #[command(after_help = "Example: quintain analyse sight --size 7 --time 5s --lines 3 d4")]
    Analyse(AnalyseArgs),

    /// Find out who wins, and prove it.
    ///
    /// For games that always end. The last line begins `first wins`, `second wins` or
    /// `unsolved`; first is the side that begins in the game's usual start position.
    Solve(SolveArgs),

    /// Be a server: people play, watch and analyse with their browsers.
    ///
    /// Everything is in this program and one database file. Flags come first, then environment
    /// variables, then the file of `--config`, in which each line is `name = value` with the
    /// names of the flags (TOML).
    #[command(after_help = "Example: quintain serve --listen 0.0.0.0:8080 --database games.db")]
    Serve(ServeArgs),

    /// Copy a server's database to a new file while the server goes on.
    Backup {
        /// The database file of the server.
        database: PathBuf,

        /// The file to write, which must not exist yet.
        file: PathBuf,
    },

    /// Print the description of the server's interface (OpenAPI, as JSON).
    Openapi,

    /// Put a server under load: many games at once over real sockets, with random moves.
    ///
    /// Measures how long moves take: from the moment a move is due until its acknowledgement has
    /// been read, when it is on the server's disk. A move is due some time after its player has
    /// heard of the other's; with --saturate at once. Server and players share this machine
    /// unless --url names a server elsewhere.
    ///
    /// With --kill the server is killed again and again in the midst of it and started on the
    /// same database. Each time every move that was acknowledged is looked for, each game must
    /// read back and replay by its rules, clocks may have lost only a little, and the players
    /// come back and go on.
    ///
    /// The exit status is 1 if anything went wrong or was lost; what it was is told.
    #[command(after_help = "Examples:\n  \
        quintain load --games 2000 --every 3s --for 5m\n  \
        quintain load --games 200 --saturate --for 30s\n  \
        quintain load --games 200 --every 1s --kill 50 --for 3s")]
    Load(LoadArgs),

    /// Have two players meet in many games.
    ///
    /// A player is `engine`, `engine:LEVEL`, `random`, `greedy`, `uct` or `ugi:COMMAND`, with
    /// limits of its own after an @: `uct@1s`, `engine:3@d4`, `engine@n10000`. Openings are
    /// random, and each is played from both sides.
    #[command(
        after_help = "Example: quintain match engine@100ms uct@1s --game sight --size 7 --games 40"
    )]
    Match(MatchArgs),

    /// Be an engine for another program, over standard input and output (UGI).
    Engine(EngineArgs),

    /// Make a table of exact values of endgames.
    ///
    /// For games that have such tables. The file is written now and then; if it is there
    /// already, the work goes on where it was left. `--endgames FILE` gives a table to
    /// `analyse`, `match` and `engine`.
    #[command(after_help = "Example: quintain endgames incognito --pieces 2 --out inco2.endgames")]
    Endgames(EndgamesArgs),

    /// Measure the speed of the search, and count what it does.
    ///
    /// The last line is the number of positions looked at on one thread: it is the same every
    /// time, on every machine, until the way the engine plays is changed.
    Bench(BenchArgs),

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

    /// Play a game in the terminal.
    ///
    /// On the whole screen, where `?` shows the keys and a menu offers the games if none is
    /// named; with --plain line by line: type a move, or `help`. A game that is left, or whose
    /// program is stopped, is kept; `quintain play --resume` goes on with it.
    #[command(after_help = "Example: quintain play sight --size 7 --second engine:5 --clock 5m+3s")]
    Play(PlayArgs),

    /// Check a record: that every step is legal, and that what was hidden was fixed before the
    /// first move.
    Verify {
        /// The file to check, or - for standard input.
        file: PathBuf,
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

/// What ends a search.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct LimitArgs {
    /// How long to think: 5s, 100ms, 2m.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,

    /// How many plies to look ahead.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    pub(crate) depth: Option<u8>,

    /// How many positions to look at.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
}

#[derive(Debug, Args)]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    pub(crate) line: Line,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// How many of the best moves to tell.
    #[arg(long, value_name = "K", default_value = "1", value_parser = count)]
    pub(crate) lines: usize,

    /// How many threads search.
    #[arg(long, value_name = "N", default_value = "1", value_parser = count)]
    pub(crate) threads: usize,

    /// How large the table is, in mebibytes.
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = mebibytes)]
    pub(crate) hash: usize,

    #[command(flatten)]
    pub(crate) table: TableArgs,
}

/// A table of endgames to use.
#[derive(Debug, Args)]
pub(crate) struct TableArgs {
    /// Use the endgame table in this file, which `quintain endgames` makes.
    #[arg(long, value_name = "FILE")]
    pub(crate) endgames: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct EndgamesArgs {
    /// The game's id, as `quintain games` lists it.
    #[arg(index = 1)]
    pub(crate) game: String,

    /// The board's size, for games that have several.
    #[arg(long, value_name = "N")]
    pub(crate) size: Option<u8>,

    /// How many pieces a side has, at most.
    #[arg(long, value_name = "K", default_value = "2", value_parser = clap::value_parser!(u8).range(1..))]
    pub(crate) pieces: u8,

    /// The file to make.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// How many threads work; all cores if not given.
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) threads: Option<usize>,

    /// Check about so many values at the end: each against what its moves lead to, and forced
    /// wins that are near against a search without the table.
    #[arg(long, value_name = "N", default_value = "1000")]
    pub(crate) check: u64,
}

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// The game's id, as `quintain games` lists it; all games if not given.
    #[arg(index = 1)]
    pub(crate) game: Option<String>,

    /// Search on so many threads too.
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) threads: Option<usize>,

    /// Search every position until about so many positions have been looked at.
    #[arg(long, value_name = "N", default_value = "300000", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,

    /// Measure instead how late answers come, after limits of time and when the search is
    /// stopped, in random positions.
    #[arg(long)]
    pub(crate) late: bool,

    /// How many answers are waited for, with --late.
    #[arg(long, value_name = "N", default_value = "200", requires = "late")]
    pub(crate) answers: usize,

    /// What positions and limits are made from, with --late.
    #[arg(long, value_name = "N", default_value = "1", requires = "late")]
    pub(crate) seed: u64,
}

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) line: Line,

    /// How long to try: 30s, 10m.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,

    /// How many positions to look at.
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,

    /// How large the table of proofs is, in mebibytes.
    #[arg(long, value_name = "MIB", default_value = "512", value_parser = mebibytes)]
    pub(crate) hash: usize,

    /// Do not use what was proved earlier and is built in.
    #[arg(long)]
    pub(crate) scratch: bool,

    /// Check the result: play the winner's moves against every reply, by the rules alone.
    #[arg(long)]
    pub(crate) verify: bool,
}

#[derive(Debug, Args)]
pub(crate) struct MatchArgs {
    /// The first player.
    #[arg(index = 1)]
    pub(crate) a: String,

    /// The second player.
    #[arg(index = 2)]
    pub(crate) b: String,

    /// The game's id, as `quintain games` lists it.
    #[arg(long)]
    pub(crate) game: String,

    /// The board's size, for games that have several.
    #[arg(long, value_name = "N")]
    pub(crate) size: Option<u8>,

    /// The position to start from, before the opening.
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,

    /// How many games to play.
    #[arg(long, value_name = "N", default_value = "100")]
    pub(crate) games: u32,

    /// How many random plies an opening has; openings in which a side is far ahead are not
    /// played.
    #[arg(long, value_name = "PLIES", default_value = "4")]
    pub(crate) opening: usize,

    /// Limits for players that name none of their own (100ms if nothing is said).
    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Play with a clock, such as 1s+0.01s; a player whose time runs out loses.
    #[arg(long, value_name = "CLOCK", value_parser = clock)]
    pub(crate) clock: Option<Clock>,

    /// End a game as soon as a short search of the arbiter proves who wins.
    #[arg(long)]
    pub(crate) adjudicate: bool,

    /// How many games are played at once.
    #[arg(long, value_name = "N", default_value = "1", value_parser = count)]
    pub(crate) concurrency: usize,

    /// What openings and chance are made from.
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,

    /// Stop as soon as it is clear whether the first player is WORSE or BETTER Elo stronger.
    #[arg(long, value_name = "ELO", num_args = 2, value_names = ["WORSE", "BETTER"], allow_negative_numbers = true)]
    pub(crate) sprt: Option<Vec<f64>>,

    /// Keep the games in this file, one a line; games that are in it already are not played
    /// again.
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) table: TableArgs,
}

#[derive(Debug, Args)]
pub(crate) struct EngineArgs {
    #[command(flatten)]
    pub(crate) start: Start,

    #[command(flatten)]
    pub(crate) table: TableArgs,
}

/// Reads a time such as `5s`, `1.5s`, `100ms` or `2m`.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let form = || format!("{text:?} is not a time such as 5s, 100ms or 2m");
    let digits = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .ok_or_else(form)?;
    let number: f64 = text[..digits].parse().map_err(|_| form())?;
    let seconds = match &text[digits..] {
        "ms" => number / 1000.0,
        "s" => number,
        "m" => number * 60.0,
        _ => return Err(form()),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| form())
}

/// Reads a clock such as `5m+3s` or `1s`.
fn clock(text: &str) -> Result<Clock, String> {
    let (left, increment) = text.split_once('+').unwrap_or((text, "0s"));
    Ok(Clock {
        remaining: duration(left)?,
        increment: duration(increment)?,
    })
}

fn between(text: &str, max: usize) -> Result<usize, String> {
    let number = text
        .parse()
        .ok()
        .filter(|number| (1..=max).contains(number));
    number.ok_or_else(|| format!("expected a number from 1 to {max}"))
}

fn count(text: &str) -> Result<usize, String> {
    between(text, 256)
}

fn mebibytes(text: &str) -> Result<usize, String> {
    between(text, 65_536)
}
