//! The command line: `datagen` and `train`.

use crate::Error;
use crate::datagen::datagen;
use crate::games_file::Conditions;
use crate::train::{TrainingOptions, train};
use clap::{Parser, Subcommand};
use quintain_rules::Evaluate;
use quintain_rules::games::{Visitor, dispatch};
use quintain_rules::view::Describe;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Learned evaluations for Quintain's games
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Let the engine play against itself, and keep the games
    Datagen(DatagenArgs),
    /// Train a game's network on files of games
    Train(TrainArgs),
}

#[derive(clap::Args)]
struct DatagenArgs {
    /// The game's id
    game: String,
    /// The file of games; one that exists is continued
    #[arg(long)]
    out: PathBuf,
    /// How many games the file is to have
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    /// The size of the board
    #[arg(long)]
    size: Option<u8>,
    /// Nodes searched per move
    #[arg(long, default_value_t = 2_000)]
    nodes: u64,
    /// The least number of random plies at the beginning
    #[arg(long, default_value_t = 4)]
    min_opening: u8,
    /// The largest number of random plies at the beginning
    #[arg(long, default_value_t = 12)]
    max_opening: u8,
    /// The seed: another one gives other games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games played at the same time
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

impl Visitor for DatagenArgs {
    type Output = Result<(), Error>;

    fn visit<P: Describe + Evaluate>(self) -> Result<(), Error> {
        let conditions = Conditions {
            game: self.game,
            size: self.size,
            nodes: self.nodes,
            min_opening: self.min_opening,
            max_opening: self.max_opening,
            seed: self.seed,
        };
        let started = Instant::now();
        let mut first = None;
        let mut on_progress = |games: u64| {
            let first = *first.get_or_insert(games);
            let rate = (games - first) as f64 / started.elapsed().as_secs_f64();
            eprint!("\r{games} games, {rate:.1} per second");
        };
        let stop = AtomicBool::new(false);
        let games = datagen::<P>(
            &self.out,
            &conditions,
            self.games,
            self.threads,
            &stop,
            &mut on_progress,
        )?;
        eprintln!("\r{games} games in {}", self.out.display());
        Ok(())
    }
}

#[derive(clap::Args)]
struct TrainArgs {
    /// The game's id
    game: String,
    /// Files of games
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Where to write the network
    #[arg(long)]
    out: PathBuf,
    /// How often each position is used
    #[arg(long, default_value_t = 12)]
    epochs: u32,
    /// The learning rate at the beginning
    #[arg(long, default_value_t = 0.002)]
    learning_rate: f32,
    /// How much weights shrink per step, as a share of the learning rate
    #[arg(long, default_value_t = 0.01)]
    weight_decay: f32,
    /// The weight of the game's result in what the network is to predict, from 0 to 1
    #[arg(long, default_value_t = 0.4)]
    result_share: f32,
    /// The seed of the first weights and of the order of positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads to use; the result does not depend on it
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Keep the state in this file after each epoch, and resume from it
    #[arg(long)]
    state: Option<PathBuf>,
}

impl Visitor for TrainArgs {
    type Output = Result<(), Error>;

    fn visit<P: Describe + Evaluate>(self) -> Result<(), Error> {
        let options = TrainingOptions {
            epochs: self.epochs,
            learning_rate: self.learning_rate,
            weight_decay: self.weight_decay,
            result_share: self.result_share,
            seed: self.seed,
            threads: self.threads,
            state: self.state,
        };
        let network = train::<P>(&self.files, &options, &mut |report| {
            println!(
                "epoch {}: {} positions, loss {:.6}, of others {:.6}",
                report.epoch, report.samples, report.training_loss, report.validation_loss
            );
        })?;
        std::fs::write(&self.out, network).map_err(|source| Error::File {
            path: self.out.clone(),
            source,
        })
    }
}

fn run(args: Args) -> Result<(), Error> {
    match args.command {
        Command::Datagen(args) => {
            let game = args.game.clone();
            dispatch(&game, args).unwrap_or(Err(Error::UnknownGame(game)))
        }
        Command::Train(args) => {
            let game = args.game.clone();
            dispatch(&game, args).unwrap_or(Err(Error::UnknownGame(game)))
        }
    }
}

/// Does what the command line asks for.
pub fn main() -> ExitCode {
    match run(Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("quintain-training: {error}");
            ExitCode::FAILURE
        }
    }
}
