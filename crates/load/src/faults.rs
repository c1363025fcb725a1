//! Killing the server under load, and looking for what it had promised.

use crate::api::{Api, Trouble};
use crate::host::Host;
use crate::ledger::{Lost, Outage, Promised, check_record, clock_loss};
use crate::random::Random;
use crate::report::FaultReport;
use crate::shared::{Phase, Shared};
use crate::{Faults, LoadError, Options};
use futures_util::{StreamExt, stream};
use quintain_rules::Registry;
use std::collections::HashMap;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How many games are looked at at the same time.
const AT_ONCE: usize = 16;
/// How long everyone has to notice that the server is gone, or to go on.
const PATIENCE: Duration = Duration::from_secs(120);
/// More losses than this need no list.
const LISTED: usize = 50;

/// Kills the server as often as asked and checks each time.
pub(crate) async fn run(
    games: &Registry,
    host: &mut Host,
    shared: &Shared,
    options: &Options,
    faults: &Faults,
) -> Result<FaultReport, LoadError> {
    let mut random = Random::new(options.seed ^ 0xfa17);
    let mut inquiry = Inquiry {
        games,
        api: &shared.api,
        outages: Vec::new(),
        turns: HashMap::new(),
        allowed: i64::try_from(faults.clock_loss.as_millis()).unwrap_or(i64::MAX),
        report: FaultReport::default(),
    };
    for _ in 0..faults.kills {
        tokio::time::sleep(random.about(options.time)).await;
        shared.phase.send_replace(Phase::Down);
        let from = now();
        host.kill().await?;
        inquiry.report.kills += 1;
        if !shared.parked.reaches(options.games, PATIENCE).await {
            inquiry.lost("not every player noticed that the server had gone".into());
        }
        tokio::time::sleep(random.up_to(faults.away)).await;
        let started = Instant::now();
        host.restart().await?;
        let slowest = &mut inquiry.report.slowest_start_ms;
        *slowest = slowest.max(started.elapsed().as_secs_f64() * 1000.0);
        inquiry.outages.push(Outage { from, to: now() });
        // The last game of each table is the one that was interrupted.
        inquiry
            .check(promises(shared, |games| {
                let last = games.len().saturating_sub(1);
                &games[last..]
            }))
            .await;
        shared.parked.reset();
        shared.moved.reset();
        shared.phase.send_replace(Phase::Playing);
    }
    let patience = options.every * 4 + PATIENCE;
    if !shared.moved.reaches(options.games, patience).await {
        let moved = shared.moved.count();
        let all = options.games;
        inquiry.lost(format!(
            "only {moved} of {all} games went on after the last restart"
        ));
    }
    // And once more all games there were.
    inquiry.check(promises(shared, |games| games)).await;
    Ok(inquiry.report)
}

/// What the tables were promised about some of their games.
fn promises(shared: &Shared, which: impl Fn(&[Promised]) -> &[Promised]) -> Vec<Promised> {
    let ledgers = shared.ledgers();
    ledgers.flat_map(|games| which(&games).to_vec()).collect()
}

/// What is looked for, and what was found.
struct Inquiry<'a> {
    games: &'a Registry,
    api: &'a Api,
    outages: Vec<Outage>,
    /// What the present turn of each game had lost when it was last looked at.
    turns: HashMap<String, Lost>,
    /// How much a clock may lose in an outage, in milliseconds.
    allowed: i64,
    report: FaultReport,
}

/// What was found out about one game.
struct Finding {
    id: String,
    steps: u64,
    clock: Option<Lost>,
    lost: Vec<String>,
}

impl Inquiry<'_> {
    /// Compares games with what was promised about them.
    async fn check(&mut self, promised: Vec<Promised>) {
        let (games, api, outages) = (self.games, self.api, self.outages.as_slice());
        let findings: Vec<Finding> = stream::iter(promised)
            .map(|promised| async move {
                let looked = look(games, api, outages, &promised).await;
                looked.unwrap_or_else(|trouble| Finding {
                    steps: 0,
                    clock: None,
                    lost: vec![format!("game {} cannot be read: {trouble}", promised.id)],
                    id: promised.id,
                })
            })
            .buffer_unordered(AT_ONCE)
            .collect()
            .await;
        for finding in findings {
            self.report.games_checked += 1;
            self.report.moves_checked += finding.steps;
            for lost in finding.lost {
                self.lost(lost);
            }
            if let Some(clock) = finding.clock {
                self.clock(finding.id, clock);
            }
        }
    }

    /// Looks at what a clock has lost since it was last looked at, which is in one outage.
    fn clock(&mut self, game: String, now: Lost) {
        let before = self.turns.get(&game);
        let before = before.filter(|before| before.since == now.since);
        let loss = now.millis - before.map_or(0, |before| before.millis);
        self.report.clocks_checked += 1;
        let worst = &mut self.report.worst_clock_loss_ms;
        *worst = loss.max(*worst);
        if loss > self.allowed {
            self.lost(format!("game {game}: a clock lost {loss} ms in an outage"));
        }
        self.turns.insert(game, now);
    }

    fn lost(&mut self, what: String) {
        self.report.losses += 1;
        if self.report.lost.len() < LISTED {
            self.report.lost.push(what);
        }
    }
}

async fn look(
    games: &Registry,
    api: &Api,
    outages: &[Outage],
    promised: &Promised,
) -> Result<Finding, Trouble> {
    let snapshot = api.snapshot(&promised.id).await?;
    let record = api.record(&promised.id).await?;
    let mut lost = promised.missing(&snapshot);
    lost.extend(check_record(games, &record, &snapshot).err());
    Ok(Finding {
        id: promised.id.clone(),
        steps: promised.done.len() as u64,
        clock: clock_loss(&snapshot, outages),
        lost,
    })
}

/// This moment, as the server tells the time.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    })
}
