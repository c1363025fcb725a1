//! The command line's grammar.

use crate::commands::analyse::{AnalyseArgs, EngineArgs};
use crate::commands::bench::BenchArgs;
use crate::commands::endgames::EndgamesArgs;
use crate::commands::load::LoadArgs;
use crate::commands::match_games::MatchArgs;
use crate::commands::serve::ServeArgs;
use crate::commands::solve::SolveArgs;
use crate::error::InvalidValue;
use crate::messages::ValueError;
use crate::play::PlayArgs;
use clap::builder::PossibleValuesParser;
use clap::{Args, Command, CommandFactory, Parser};
use quintain_engine::Limits;
use quintain_rules::message::Language;
use quintain_rules::{Registry, quote};
use quintain_table::duration;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

/// The grammar with the games of the registry. Help is added in the person's language.
pub(crate) fn grammar(registry: &Registry) -> Command {
    let ids: Vec<&'static str> = registry.iter().map(|game| game.info().id).collect();
    let mut command = Cli::command();
    for subcommand in command.get_subcommands_mut() {
        if subcommand.get_arguments().any(|arg| arg.get_id() == "game") {
            let with_games = subcommand
                .clone()
                .mut_arg("game", |arg| arg.value_parser(ids.clone()));
            *subcommand = with_games;
        }
    }
    command
}

/// Play, analyse and solve five two-player board games.
///
/// Positions and moves are read and printed in the notation of each game's rules page, which
/// `quintain rules GAME` shows. Without a subcommand, a server is started and opened in the
/// browser. Exit status: 0 on success, 1 if a move, a position or a file was rejected (the
/// reason is on stderr), 2 on wrong usage.
#[derive(Debug, Parser)]
#[command(name = "quintain", version, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) subcommand: Option<Subcommand>,

    /// Print the result as JSON.
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// The language to speak; read before anything else is parsed.
    #[arg(long, global = true, value_name = "CODE", value_parser = languages())]
    lang: Option<String>,
}

/// The codes of the languages there are.
fn languages() -> PossibleValuesParser {
    Language::all().into_iter().map(Language::code).into()
}

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Subcommand {
    /// List the games: id, name, board sizes and a short description.
    Games,

    /// Show the rules of a game.
    Rules {
        /// The game's id, as listed by `quintain games`.
        #[arg(index = 1)]
        game: String,
    },

    /// List the legal moves, one per line, sorted by text.
    ///
    /// A finished game has none.
    #[command(after_help = "quintain moves knights-duel --position '3B/4/4/W3 w'")]
    Moves {
        #[command(flatten)]
        start: StartArgs,
    },

    /// List the steps that can happen next, each with its probability.
    ///
    /// A step is a move together with what it reveals. In games without chance each move is one
    /// step with probability 1/1.
    Events {
        #[command(flatten)]
        start: StartArgs,
    },

    /// Play steps and print the resulting position string.
    #[command(after_help = "quintain position knights-duel '(2,3)' '(6,7)'")]
    Position {
        #[command(flatten)]
        line: LineArgs,
    },

    /// Play steps and draw the resulting position, with a caption for the last step.
    Show {
        #[command(flatten)]
        line: LineArgs,
    },

    /// Play steps and print the status of the game.
    ///
    /// The last line is `first to move`, `second to move`, `first won` or `second won`; first
    /// is the side that begins in the game's default start position.
    Status {
        #[command(flatten)]
        line: LineArgs,
    },

    /// Count the sequences of exactly DEPTH steps (perft), the standard test of move generation.
    ///
    /// The last line is the bare count. A finished game has no continuation.
    Perft {
        #[command(flatten)]
        start: StartArgs,

        /// How many steps deep to count.
        // Deeper counts would never finish, and counting recurses once per ply.
        #[arg(index = 2, value_parser = integer::<u8>(0..=200))]
        depth: u8,

        /// Also print the count below each first step.
        #[arg(long)]
        divide: bool,

        /// The number of threads [default: all cores].
        #[arg(long, value_name = "N", value_parser = integer::<u16>(1..=256))]
        threads: Option<u16>,
    },

    /// Search for the best moves, printing progress.
    #[command(after_help = "quintain analyse sight --size 7 --time 5s --lines 3 d4")]
    Analyse(AnalyseArgs),

    /// Find out who wins, and prove it.
    ///
    /// For games that always end. The last line begins with `first wins`, `second wins` or
    /// `unsolved`; first is the side that begins in the game's default start position.
    Solve(SolveArgs),

    /// Run the game server: people play, watch and analyse in their browsers.
    ///
    /// Everything is in this program and one database file. Flags take precedence over
    /// environment variables, and these over the file given with `--config`, which has lines
    /// `name = value` with the names of the flags (TOML).
    #[command(after_help = "quintain serve --listen 0.0.0.0:8080 --database games.db")]
    Serve(ServeArgs),

    /// Copy a server's database to a new file while the server is running.
    Backup {
        /// The server's database file.
        database: PathBuf,

        /// The file to write; it must not exist yet.
        file: PathBuf,
    },

    /// Print the description of the server's HTTP interface (OpenAPI, as JSON).
    Openapi,

    /// Put a server under load: many games at once over real sockets, with random moves.
    ///
    /// Measures the latency of moves: from the moment a move is due until its acknowledgment has
    /// been read, when it is on the server's disk. A move is due some time after its player has
    /// received the opponent's move, or immediately with --saturate. Server and players share
    /// this machine unless --url names a server elsewhere.
    ///
    /// With --kill the server is killed repeatedly while games are running and restarted on the
    /// same database. After each restart every acknowledged move must be there, each game must
    /// be readable and replay by its rules, clocks may have lost only a little, and the players
    /// reconnect and resume.
    ///
    /// The exit status is 1 if anything failed or was lost; the report says what.
    #[command(after_help = "\
        quintain load --games 2000 --every 3s --for 5m\n\
        quintain load --games 200 --saturate --for 30s\n\
        quintain load --games 200 --every 1s --kill 50 --for 3s")]
    Load(LoadArgs),

    /// Play a match of many games between two players.
    ///
    /// A player is `engine`, `engine:LEVEL`, `random`, `greedy`, `uct` or `ugi:COMMAND`,
    /// optionally with its own limit after an @: `uct@1s`, `engine:3@d4`, `engine@n10000`.
    /// Openings are random, and each is played from both sides.
    #[command(after_help = "quintain match engine@100ms uct@1s --game sight --size 7 --games 40")]
    Match(MatchArgs),

    /// Speak UGI on standard input and output, as an engine for other programs.
    Engine(EngineArgs),

    /// Build an endgame tablebase.
    ///
    /// For games that have tablebases. The file is saved from time to time; if it already
    /// exists, the work resumes where it was interrupted. `--endgames FILE` makes `analyse`,
    /// `match` and `engine` use it.
    #[command(after_help = "quintain endgames incognito --pieces 2 --out inco2.endgames")]
    Endgames(EndgamesArgs),

    /// Measure the speed of the search, and count its nodes.
    ///
    /// The last line is the number of nodes searched on one thread. It is the same on every run
    /// and every machine until the engine's play changes.
    Bench(BenchArgs),

    /// Check a file with recorded games and print it in another format.
    ///
    /// Every step is checked against the rules; errors give line and column. Besides the common
    /// record format, which can hold several games in one file, a game can have formats of its
    /// own: `quintain games --json` lists them.
    Convert {
        /// The file to read, or - for standard input.
        file: PathBuf,

        /// The format to read: `record`, or one of a game's own [default: by the file's
        /// extension].
        #[arg(long, value_name = "FORMAT")]
        from: Option<String>,

        /// The format to print: `record`, or one of a game's own.
        #[arg(long, value_name = "FORMAT", default_value = "record")]
        to: String,
    },

    /// Play a game in the terminal.
    ///
    /// By default on the full screen, where `?` shows the keys and a menu offers the games if
    /// none is named. With --plain line by line: type a move, or `help`. A game that is left or
    /// interrupted is saved; `quintain play --resume` resumes it.
    #[command(after_help = "quintain play sight --size 7 --second engine:5 --clock 5m+3s")]
    Play(PlayArgs),

    /// Check a record: that every step is legal, and that hidden information was fixed before
    /// the first move.
    Verify {
        /// The file to check, or - for standard input.
        file: PathBuf,
    },

    /// Print a completion script for your shell.
    #[command(after_help = "source <(quintain completions bash)")]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

/// The position to start from.
#[derive(Debug, Args)]
pub(crate) struct StartArgs {
    /// The game's id, as listed by `quintain games`.
    #[arg(index = 1)]
    pub(crate) game: String,

    /// The board size, for games that have several.
    #[arg(long, value_name = "N", value_parser = size)]
    pub(crate) size: Option<u8>,

    /// The position to start from [default: the game's start position].
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,
}

/// A start position and the steps played from there.
#[derive(Debug, Args)]
pub(crate) struct LineArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,

    /// Steps to play, in order.
    #[arg(index = 2, value_name = "STEP")]
    pub(crate) steps: Vec<String>,
}

/// The limits of a search.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct LimitArgs {
    /// Search for this long: 5s, 100ms, 2m.
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,

    /// Search this many plies deep.
    #[arg(long, value_name = "N", value_parser = integer::<u8>(1..=255))]
    depth: Option<u8>,

    /// Search this many nodes.
    #[arg(long, value_name = "N", value_parser = integer::<u64>(1..=u64::MAX))]
    nodes: Option<u64>,
}

impl LimitArgs {
    /// The given limits; `None` if there are none.
    pub(crate) fn limits(&self) -> Option<Limits> {
        let limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.time,
            ..Limits::default()
        };
        (limits != Limits::default()).then_some(limits)
    }
}

/// A parser of whole numbers.
pub(crate) fn integer<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, InvalidValue> + Clone + Send + Sync + 'static {
    move |text| {
        let number: u64 = text
            .parse()
            .map_err(|_| ValueError::NotAnInteger { text: quote(text) })?;
        let value = range.contains(&number).then(|| T::try_from(number).ok());
        let out_of_range = || ValueError::OutOfRange {
            text: text.to_owned(),
            min: range.start().to_string(),
            max: range.end().to_string(),
        };
        Ok(value.flatten().ok_or_else(out_of_range)?)
    }
}

fn up_to(text: &str, max: usize) -> Result<usize, InvalidValue> {
    let number = text
        .parse()
        .ok()
        .filter(|number| (1..=max).contains(number));
    let max = max.to_string();
    Ok(number.ok_or(ValueError::NotACount { max })?)
}

/// Reads a number of threads, lines or games at once.
pub(crate) fn count(text: &str) -> Result<usize, InvalidValue> {
    up_to(text, 256)
}

/// Reads the size of a hash table.
pub(crate) fn mebibytes(text: &str) -> Result<usize, InvalidValue> {
    up_to(text, 65_536)
}

/// Reads a board size.
pub(crate) fn size(text: &str) -> Result<u8, InvalidValue> {
    integer(0..=255)(text)
}

/// Reads any number that is not negative.
pub(crate) fn unsigned(text: &str) -> Result<u64, InvalidValue> {
    integer(0..=u64::MAX)(text)
}

/// Reads a duration.
pub(crate) fn time(text: &str) -> Result<Duration, InvalidValue> {
    Ok(duration::parse(text)?)
}
