//! The command line's grammar.
//!
//! The catalogues say what commands and arguments are for, by their names; see
//! [`help`](crate::help). Examples stand here, since commands are the same in every language.

use crate::commands::analyse::{AnalyseArgs, EngineArgs};
use crate::commands::bench::BenchArgs;
use crate::commands::endgames::EndgamesArgs;
use crate::commands::load::LoadArgs;
use crate::commands::match_games::MatchArgs;
use crate::commands::serve::ServeArgs;
use crate::commands::solve::SolveArgs;
use crate::error::InvalidValue;
use crate::files;
use crate::messages::ValueError;
use crate::play::PlayArgs;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Command, CommandFactory, Parser};
use quintain_engine::Limits;
use quintain_rules::message::Language;
use quintain_rules::{Registry, quote};
use quintain_table::duration;
use std::ffi::{OsStr, OsString};
use std::num::IntErrorKind;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

/// The grammar with the games of the registry. Help is added in the person's language.
pub(crate) fn grammar(registry: &Registry) -> Command {
    let ids: Vec<&'static str> = registry.iter().map(|game| game.info().id).collect();
    let mut command = Cli::command();
    for subcommand in command.get_subcommands_mut() {
        if subcommand.get_arguments().any(|arg| arg.get_id() == "game") {
            let takes_steps = subcommand
                .get_arguments()
                .any(|arg| arg.get_id() == "steps");
            let with_games = subcommand.clone().mut_arg("game", |arg| match takes_steps {
                true => arg.value_parser(GameOrFile(ids.clone().into())),
                false => arg.value_parser(ids.clone()),
            });
            *subcommand = with_games;
        }
    }
    command
}

/// Reads a game's id, or the name of a file with a game: where steps can be played, a recorded
/// game can stand for the game and its first steps.
#[derive(Clone)]
struct GameOrFile(PossibleValuesParser);

impl TypedValueParser for GameOrFile {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        match value.to_str() {
            Some(name) if files::names_file(name) => Ok(name.to_owned()),
            _ => self.0.parse_ref(command, arg, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

/// The whole command line.
#[derive(Debug, Parser)]
#[command(name = "quintain", version, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) subcommand: Option<Subcommand>,

    #[arg(long, global = true)]
    pub(crate) json: bool,

    // Already chosen when this is parsed; see `choose_language`.
    #[arg(long, global = true, value_name = "CODE", value_parser = languages())]
    lang: Option<String>,
}

/// The codes of the languages there are.
fn languages() -> PossibleValuesParser {
    Language::all().into_iter().map(Language::code).into()
}

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Subcommand {
    Games,

    Rules {
        #[arg(index = 1)]
        game: String,
    },

    #[command(after_help = "quintain moves knights-duel --position '3B/4/4/W3 w'")]
    Moves {
        #[command(flatten)]
        line: LineArgs,
    },

    Events {
        #[command(flatten)]
        line: LineArgs,
    },

    #[command(after_help = "quintain position knights-duel '(2,3)' '(6,7)'")]
    Position {
        #[command(flatten)]
        line: LineArgs,
    },

    #[command(after_help = "\
        quintain show sight c3 a1\n\
        quintain show game.txt")]
    Show {
        #[command(flatten)]
        line: LineArgs,
    },

    Status {
        #[command(flatten)]
        line: LineArgs,
    },

    #[command(after_help = "quintain perft knights-duel 4 '(2,3)' --divide")]
    Perft {
        #[command(flatten)]
        start: StartArgs,

        // Deeper counts would never finish, and counting recurses once per ply.
        #[arg(index = 2, value_parser = integer::<u8>(0..=200))]
        depth: u8,

        #[arg(index = 3, value_name = "STEP")]
        steps: Vec<String>,

        #[arg(long)]
        divide: bool,

        #[arg(long, value_name = "N", value_parser = integer::<u16>(1..=256))]
        threads: Option<u16>,
    },

    #[command(after_help = "quintain analyse sight --size 7 --time 5s --lines 3 d4")]
    Analyse(AnalyseArgs),

    Solve(SolveArgs),

    #[command(after_help = "\
        quintain serve --listen 0.0.0.0:8080 --database games.db\n\
        quintain serve --listen 0.0.0.0:8080 --database postgres:///games")]
    Serve(ServeArgs),

    Backup {
        database: PathBuf,

        file: PathBuf,
    },

    #[command(after_help = "quintain migrate --from games.db --to postgres:///games")]
    Migrate {
        #[arg(long, value_name = "FILE")]
        from: PathBuf,

        #[arg(
            long,
            value_name = "URL",
            env = "QUINTAIN_DATABASE",
            hide_env_values = true
        )]
        to: OsString,
    },

    #[command(after_help = "quintain systemd > /etc/systemd/system/quintain.service")]
    Systemd,

    Openapi,

    #[command(after_help = "\
        quintain load --games 2000 --every 3s --for 5m\n\
        quintain load --games 200 --saturate --for 30s\n\
        quintain load --games 200 --every 1s --kill 50 --for 3s")]
    Load(LoadArgs),

    #[command(after_help = "\
        quintain match engine@100ms uct@1s --game sight --size 7 --games 40\n\
        quintain match 'engine;name=new' 'ugi:./old engine sight;name=old' --game sight --nodes 2000 --sprt 0 10")]
    Match(MatchArgs),

    Engine(EngineArgs),

    #[command(after_help = "quintain endgames incognito --pieces 2 --out inco2.endgames")]
    Endgames(EndgamesArgs),

    Bench(BenchArgs),

    Convert {
        file: PathBuf,

        #[arg(long, value_name = "FORMAT")]
        from: Option<String>,

        #[arg(long, value_name = "FORMAT", default_value = "record")]
        to: String,
    },

    #[command(after_help = "quintain play sight --size 7 --second engine:5 --clock 5m+3s")]
    Play(PlayArgs),

    Verify {
        file: PathBuf,
    },

    #[command(after_help = "source <(quintain completions bash)")]
    Completions {
        shell: clap_complete::Shell,
    },
}

/// The position to start from.
#[derive(Debug, Args)]
pub(crate) struct StartArgs {
    #[arg(index = 1)]
    pub(crate) game: String,

    #[arg(long, value_name = "N", value_parser = size)]
    pub(crate) size: Option<u8>,

    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,
}

/// A start position and the steps played from there.
#[derive(Debug, Args)]
pub(crate) struct LineArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,

    #[arg(index = 2, value_name = "STEP")]
    pub(crate) steps: Vec<String>,
}

/// The limits of a search.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct LimitArgs {
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,

    #[arg(long, value_name = "N", value_parser = integer::<u8>(1..=255))]
    depth: Option<u8>,

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
        let number = match text.parse::<u64>() {
            Ok(number) => Some(number),
            // A number with too many digits is a number, and out of every range.
            Err(error) if *error.kind() == IntErrorKind::PosOverflow => None,
            Err(_) => return Err(ValueError::NotAnInteger { text: quote(text) }.into()),
        };
        let number = number.filter(|number| range.contains(number));
        let value = number.map(|number| T::try_from(number).ok());
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
