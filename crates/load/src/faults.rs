//! Killing the server under load, and looking for everything that it had acknowledged.

use crate::client::ApiClient;
use crate::expectations::{ClockLoss, Expectation, Outage, check_record, clock_loss};
use crate::problem::{ClientError, Loss};
use crate::random::{around, up_to};
use crate::report::FaultReport;
use crate::server_process::ServerProcess;
use crate::shared::{Phase, Shared};
use crate::{Faults, LoadError, Options};
use futures_util::{StreamExt, stream};
use quintain_rules::Registry;
use quintain_rules::message::ToMessage;
use quintain_rules::rng::Rng;
use std::collections::HashMap;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How many games are verified at the same time.
const CONCURRENT_CHECKS: usize = 16;
/// How long all pairs have to notice that the server is gone, or to move again.
const REACTION_TIMEOUT: Duration = Duration::from_secs(120);
/// How many losses are described.
const MAX_DESCRIPTIONS: usize = 50;

/// Kills the server as many times as requested, and verifies it each time.
pub(crate) async fn run(
    games: &Registry,
    process: &mut ServerProcess,
    shared: &Shared,
    options: &Options,
    faults: &Faults,
) -> Result<FaultReport, LoadError> {
    let mut rng = Rng::new(options.seed ^ 0xfa17);
    let mut verifier = Verifier {
        games,
        api: &shared.api,
        outages: Vec::new(),
        clock_losses: HashMap::new(),
        max_clock_loss_ms: i64::try_from(faults.max_clock_loss.as_millis()).unwrap_or(i64::MAX),
        report: FaultReport::default(),
    };
    for _ in 0..faults.kills {
        tokio::time::sleep(around(&mut rng, options.duration)).await;
        shared.phase.send_replace(Phase::Down);
        let from = now();
        process.kill().await?;
        verifier.report.kills += 1;
        let timeout = REACTION_TIMEOUT;
        if !shared.parked.reaches(options.games, timeout).await {
            verifier.add_loss(&Loss::Unnoticed);
        }
        tokio::time::sleep(up_to(&mut rng, faults.max_downtime)).await;
        let started = Instant::now();
        process.restart().await?;
        let slowest = &mut verifier.report.max_start_ms;
        *slowest = slowest.max(started.elapsed().as_secs_f64() * 1000.0);
        verifier.outages.push(Outage { from, to: now() });
        // The last game of each pair is the one that was interrupted.
        verifier
            .verify_all(expectations(shared, |games| {
                let last = games.len().saturating_sub(1);
                &games[last..]
            }))
            .await;
        shared.parked.reset();
        shared.moved.reset();
        shared.phase.send_replace(Phase::Playing);
    }
    let timeout = options.move_interval * 4 + REACTION_TIMEOUT;
    if !shared.moved.reaches(options.games, timeout).await {
        let (moved, all) = (shared.moved.count(), options.games);
        verifier.add_loss(&Loss::Stalled { moved, all });
    }
    // Finally, all games that were ever played.
    verifier
        .verify_all(expectations(shared, |games| games))
        .await;
    Ok(verifier.report)
}

/// The expectations of all pairs for some of their games.
fn expectations(
    shared: &Shared,
    which: impl Fn(&[Expectation]) -> &[Expectation],
) -> Vec<Expectation> {
    let all = shared.expectations();
    all.flat_map(|games| which(&games).to_vec()).collect()
}

/// Compares games with what their players expect.
struct Verifier<'a> {
    games: &'a Registry,
    api: &'a ApiClient,
    outages: Vec<Outage>,
    /// What the clock of each game had lost when it was last verified.
    clock_losses: HashMap<String, ClockLoss>,
    /// How much a clock may lose in an outage, in milliseconds.
    max_clock_loss_ms: i64,
    report: FaultReport,
}

/// What was found out about one game.
struct Verification {
    id: String,
    moves: u64,
    clock: Option<ClockLoss>,
    losses: Vec<Loss>,
}

impl Verifier<'_> {
    /// Compares games with what is expected of them.
    async fn verify_all(&mut self, expected: Vec<Expectation>) {
        let (games, api, outages) = (self.games, self.api, self.outages.as_slice());
        let verifications: Vec<Verification> = stream::iter(expected)
            .map(|expected| async move {
                let verified = verify(games, api, outages, &expected).await;
                verified.unwrap_or_else(|error| Verification {
                    moves: 0,
                    clock: None,
                    losses: vec![Loss::Unreadable {
                        game: expected.id.clone(),
                        reason: error,
                    }],
                    id: expected.id,
                })
            })
            .buffer_unordered(CONCURRENT_CHECKS)
            .collect()
            .await;
        for verification in verifications {
            self.report.games_checked += 1;
            self.report.moves_checked += verification.moves;
            for loss in &verification.losses {
                self.add_loss(loss);
            }
            if let Some(clock) = verification.clock {
                self.check_clock(verification.id, clock);
            }
        }
    }

    /// Checks what a clock has lost since the last time, in which there was one outage.
    fn check_clock(&mut self, game: String, now: ClockLoss) {
        let before = self.clock_losses.get(&game);
        let before = before.filter(|before| before.turn_started_at == now.turn_started_at);
        let loss = now.millis - before.map_or(0, |before| before.millis);
        self.report.clocks_checked += 1;
        let max = &mut self.report.max_clock_loss_ms;
        *max = loss.max(*max);
        if loss > self.max_clock_loss_ms {
            self.add_loss(&Loss::Clock {
                game: game.clone(),
                millis: loss,
            });
        }
        self.clock_losses.insert(game, now);
    }

    fn add_loss(&mut self, loss: &Loss) {
        self.report.losses += 1;
        let descriptions = &mut self.report.loss_descriptions;
        if descriptions.len() < MAX_DESCRIPTIONS {
            descriptions.push(loss.to_message());
        }
    }
}

async fn verify(
    games: &Registry,
    api: &ApiClient,
    outages: &[Outage],
    expected: &Expectation,
) -> Result<Verification, ClientError> {
    let snapshot = api.snapshot(&expected.id).await?;
    let record = api.record(&expected.id).await?;
    let mut losses = expected.missing(&snapshot);
    losses.extend(check_record(games, &record, &snapshot).err());
    Ok(Verification {
        id: expected.id.clone(),
        moves: expected.acknowledged.len() as u64,
        clock: clock_loss(&snapshot, outages),
        losses,
    })
}

/// This moment, in milliseconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    })
}
