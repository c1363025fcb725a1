//! Self-play: games of the engine against itself, from random openings.

use crate::Error;
use crate::games_file::{Conditions, GamesWriter, PlayedGame};
use quintain_engine::{Limits, Score, SearchContext, SearchRequest, Searcher, TranspositionTable};
use quintain_rules::{Evaluate, Position, Rng, Side, Step, splitmix64};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

/// Longer games count as draws, and so do those in which a position occurs for the third time.
const MAX_PLIES: usize = 300;
/// The size of the transposition table, in MiB: enough for a game of few nodes per move.
const TABLE_MIB: usize = 4;
/// The file is flushed after this many games, so that little is lost.
const FLUSH_INTERVAL: u64 = 64;

/// Plays games until the file has `games`, and calls `on_progress` with their number from time to
/// time. A file that already has some is continued; the result is the same.
///
/// Each game follows from the seed and its number alone, and games are written in order, so the
/// bytes do not depend on the number of threads.
pub fn datagen<P: Evaluate>(
    path: &Path,
    conditions: &Conditions,
    games: u64,
    threads: usize,
    stop: &AtomicBool,
    on_progress: &mut dyn FnMut(u64),
) -> Result<u64, Error> {
    if conditions.min_opening > conditions.max_opening {
        return Err(Error::Request(
            "the shortest opening is longer than the longest".into(),
        ));
    }
    let start = P::start(conditions.size)?;
    let mut writer = GamesWriter::open::<P>(path, conditions)?;
    let next = AtomicU64::new(writer.games());
    let (sender, receiver) = mpsc::sync_channel(64);
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut player = SelfPlay::new(start, conditions);
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games || sender.send((number, player.play(number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        // Games that were finished before an earlier one.
        let mut waiting: BTreeMap<u64, Vec<u8>> = BTreeMap::new();
        for (number, game) in receiver {
            waiting.insert(number, game.to_bytes());
            while let Some(game) = waiting.remove(&writer.games()) {
                writer
                    .push(&game)
                    .map_err(|error| Error::file(path, error))?;
                if writer.games() % FLUSH_INTERVAL == 0 {
                    writer.flush().map_err(|error| Error::file(path, error))?;
                    on_progress(writer.games());
                }
            }
        }
        writer.flush().map_err(|error| Error::file(path, error))?;
        Ok(writer.games())
    })
}

/// What one thread needs to play games.
struct SelfPlay<'a, P: Evaluate> {
    start: P,
    conditions: &'a Conditions,
    tt: TranspositionTable,
    searcher: Searcher<P>,
}

impl<'a, P: Evaluate> SelfPlay<'a, P> {
    fn new(start: P, conditions: &'a Conditions) -> Self {
        SelfPlay {
            start,
            conditions,
            tt: TranspositionTable::new(TABLE_MIB),
            searcher: Searcher::new(),
        }
    }

    /// Plays the game with this number.
    fn play(&mut self, number: u64) -> PlayedGame<P> {
        let seed = splitmix64(self.conditions.seed) ^ splitmix64(!number);
        let mut rng = Rng::new(seed);
        loop {
            self.tt.clear();
            self.searcher.new_game();
            if let Some(game) = self.try_play(&mut rng) {
                return game;
            }
        }
    }

    /// Plays a game from a random opening; `None` if the opening decides it.
    fn try_play(&mut self, rng: &mut Rng) -> Option<PlayedGame<P>> {
        let mut position = self.start;
        // The Zobrist hashes of the positions so far.
        let mut history = Vec::new();
        let mut game = PlayedGame {
            winner: None,
            opening: Vec::new(),
            plies: Vec::new(),
        };
        let Conditions {
            min_opening,
            max_opening,
            ..
        } = *self.conditions;
        let spread = usize::from(max_opening - min_opening) + 1;
        let random_plies = usize::from(min_opening) + rng.below(spread);
        let mut moves = Vec::new();
        for _ in 0..random_plies {
            let step = rng.step(&position, &mut moves)?;
            history.push(position.zobrist());
            position.play_unchecked(step);
            game.opening.push(step);
        }
        while !is_drawn(&position, &history) {
            if let Some(winner) = position.winner() {
                game.winner = Some(winner);
                break;
            }
            let (mv, score) = self.search(&position, &history)?;
            if game.plies.is_empty() && score.is_forced() {
                return None;
            }
            let step = Step {
                mv,
                reveal: rng.reveal(&position, mv),
            };
            game.plies.push((step, score));
            // What is proved need not be played out.
            if score.is_forced() {
                game.winner = Some(winner_of(score, position.turn()));
                break;
            }
            history.push(position.zobrist());
            position.play_unchecked(step);
        }
        (!game.plies.is_empty()).then_some(game)
    }

    fn search(&mut self, position: &P, history: &[u64]) -> Option<(P::Move, Score)> {
        let request = SearchRequest {
            history,
            limits: Limits {
                nodes: Some(self.conditions.nodes),
                ..Limits::default()
            },
            ..SearchRequest::new(position)
        };
        let stop = AtomicBool::new(false);
        let context = SearchContext::new(&self.tt, &stop);
        let result = self.searcher.search(&request, context, &mut |_| {});
        Some((result.best_move?, result.lines.first()?.score))
    }
}

/// The side that a forced score says will win.
fn winner_of(score: Score, turn: Side) -> Side {
    if score.is_win() { turn } else { !turn }
}

/// Whether a game without an end of its own is given up as a draw.
fn is_drawn<P: Position>(position: &P, history: &[u64]) -> bool {
    let key = position.zobrist();
    let again = history.iter().filter(|&&old| old == key).count();
    again >= 2 || history.len() >= MAX_PLIES
}
