//! What was measured under attack, and where it exceeds the budget.

use super::visitor::Tally;
use super::{Attack, Budget};
use crate::TEXTS;
use crate::report::{ErrorCount, Memory, RoundTrip};
use crate::stats::Stats;
use quintain_rules::message::{Language, ToMessage};
use quintain_rules::messages;
use serde::Serialize;
use std::fmt::Write as _;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The results of all attacks.
#[derive(Clone, Debug, Serialize)]
pub struct AttackReport {
    /// How many hostile connections there were.
    pub hostile_connections: usize,
    /// What the server had to keep up.
    pub budget_p99_ms: f64,
    /// The most memory it was allowed, in bytes.
    pub budget_memory_bytes: u64,
    /// The most time to shut down, in milliseconds.
    pub budget_shutdown_ms: f64,
    /// One entry per attack.
    pub trials: Vec<Trial>,
}

/// The results of one attack.
#[derive(Clone, Debug, Serialize)]
pub struct Trial {
    /// The attack's name.
    pub attack: &'static str,
    /// What hostile visitors did without being refused.
    pub hostile_accepted: u64,
    /// What they were refused, or cut off for.
    pub hostile_refused: u64,
    /// How many moves of honest players were acknowledged.
    pub moves: usize,
    /// How long these took; `None` if there were none.
    pub round_trip: Option<RoundTrip>,
    /// What went wrong for honest players, and how often.
    pub errors: Vec<ErrorCount>,
    /// The server's memory, if the system says so.
    pub memory: Option<Memory>,
    /// How long it took to shut down; `None` if it had to be killed.
    pub shutdown_ms: Option<f64>,
}

impl Trial {
    pub(super) fn new(
        attack: Attack,
        stats: Stats,
        tally: &Tally,
        memory: Option<Memory>,
        shutdown: Option<Duration>,
    ) -> Trial {
        Trial {
            attack: attack.id(),
            hostile_accepted: tally.accepted.load(Ordering::Relaxed),
            hostile_refused: tally.refused.load(Ordering::Relaxed),
            moves: stats.latencies_us.len(),
            errors: ErrorCount::list(stats.errors),
            round_trip: RoundTrip::of(stats.latencies_us),
            memory,
            shutdown_ms: shutdown.map(|time| time.as_secs_f64() * 1000.0),
        }
    }
}

impl AttackReport {
    pub(super) fn new(hostile_connections: usize, budget: Budget) -> AttackReport {
        AttackReport {
            hostile_connections,
            budget_p99_ms: budget.p99.as_secs_f64() * 1000.0,
            budget_memory_bytes: budget.memory_bytes,
            budget_shutdown_ms: budget.shutdown.as_secs_f64() * 1000.0,
            trials: Vec::new(),
        }
    }

    /// Where the budget was exceeded.
    pub fn excesses(&self) -> Vec<Excess> {
        self.trials
            .iter()
            .flat_map(|trial| self.excesses_of(trial))
            .collect()
    }

    fn excesses_of(&self, trial: &Trial) -> Vec<Excess> {
        let attack = trial.attack;
        let mut excesses = Vec::new();
        match trial.round_trip {
            None => excesses.push(Excess::NoMoves { attack }),
            Some(trip) if trip.p99_ms > self.budget_p99_ms => excesses.push(Excess::RoundTrip {
                attack,
                millis: trip.p99_ms.ceil() as u64,
            }),
            Some(_) => {}
        }
        if let Some(memory) = trial.memory
            && memory.peak_bytes > self.budget_memory_bytes
        {
            let megabytes = memory.peak_bytes / 1_000_000;
            excesses.push(Excess::Memory { attack, megabytes });
        }
        match trial.shutdown_ms {
            None => excesses.push(Excess::Killed { attack }),
            Some(millis) if millis > self.budget_shutdown_ms => excesses.push(Excess::Shutdown {
                attack,
                millis: millis.ceil() as u64,
            }),
            Some(_) => {}
        }
        let errors: u64 = trial.errors.iter().map(|error| error.count).sum();
        if errors > 0 {
            excesses.push(Excess::Errors { attack, errors });
        }
        excesses
    }

    /// The report as a table in a language.
    pub fn render(&self, language: Language) -> String {
        let say = |message: &dyn ToMessage| message.to_message().render(language);
        let mut table = say(&Heading {
            connections: self.hostile_connections,
        });
        table.push('\n');
        let mut row = |cells: [String; 8]| {
            let _ = write!(table, "{:<16}", cells[0]);
            for cell in &cells[1..] {
                let _ = write!(table, " {cell:>12}");
            }
            table.push('\n');
        };
        row([
            say(&Column::Attack),
            say(&Column::Accepted),
            say(&Column::Refused),
            say(&Column::Moves),
            "p50".into(),
            "p99".into(),
            say(&Column::Memory),
            say(&Column::Shutdown),
        ]);
        let millis = |millis: Option<f64>| {
            millis.map_or_else(|| "-".to_owned(), |millis| format!("{millis:.1} ms"))
        };
        for trial in &self.trials {
            row([
                trial.attack.to_owned(),
                trial.hostile_accepted.to_string(),
                trial.hostile_refused.to_string(),
                trial.moves.to_string(),
                millis(trial.round_trip.map(|trip| trip.p50_ms)),
                millis(trial.round_trip.map(|trip| trip.p99_ms)),
                trial.memory.map_or_else(
                    || "-".to_owned(),
                    |memory| format!("{:.0} MB", memory.peak_bytes as f64 / 1e6),
                ),
                millis(trial.shutdown_ms),
            ]);
        }
        for trial in &self.trials {
            for ErrorCount { count, error } in &trial.errors {
                let error = error.render(language);
                let _ = writeln!(table, "{}: {count} × {error}", trial.attack);
            }
        }
        for excess in self.excesses() {
            let _ = writeln!(table, "{}", say(&excess));
        }
        table
    }
}

messages! {
    /// Where an attack made the server exceed its budget.
    pub enum Excess in TEXTS {
        /// Honest players could not move at all.
        NoMoves = "excess-no-moves" {
            /// The attack.
            attack: &'static str,
        },
        /// Their moves took too long.
        RoundTrip = "excess-round-trip" {
            /// The attack.
            attack: &'static str,
            /// The round trip that 99 percent of moves did not exceed.
            millis: u64,
        },
        /// The server took too much memory.
        Memory = "excess-memory" {
            /// The attack.
            attack: &'static str,
            /// How much.
            megabytes: u64,
        },
        /// It took too long to shut down.
        Shutdown = "excess-shutdown" {
            /// The attack.
            attack: &'static str,
            /// How long.
            millis: u64,
        },
        /// It did not shut down at all.
        Killed = "excess-killed" {
            /// The attack.
            attack: &'static str,
        },
        /// Honest players met errors.
        Errors = "excess-errors" {
            /// The attack.
            attack: &'static str,
            /// How many.
            errors: u64,
        },
    }
}

messages! {
    /// The line above the table.
    pub(crate) struct Heading in TEXTS = "attack-heading" {
        /// How many hostile connections there were.
        connections: usize,
    }
}

messages! {
    /// The columns of the table.
    pub(crate) enum Column in TEXTS {
        Attack = "column-attack",
        Accepted = "column-accepted",
        Refused = "column-refused",
        Moves = "column-moves",
        Memory = "column-memory",
        Shutdown = "column-shutdown",
    }
}

#[cfg(test)]
mod tests {
    use super::{AttackReport, Excess, Trial};
    use crate::attack::Budget;
    use crate::report::{Memory, RoundTrip};

    fn report(p99_ms: f64, peak_bytes: u64, shutdown_ms: Option<f64>) -> AttackReport {
        let mut report = AttackReport::new(100, Budget::default());
        report.trials.push(Trial {
            attack: "floods",
            hostile_accepted: 1,
            hostile_refused: 2,
            moves: 3,
            round_trip: Some(RoundTrip {
                p50_ms: 1.0,
                p90_ms: 1.0,
                p99_ms,
                max_ms: p99_ms,
            }),
            errors: Vec::new(),
            memory: Some(Memory {
                current_bytes: 1,
                peak_bytes,
            }),
            shutdown_ms,
        });
        report
    }

    #[test]
    fn a_budget_that_is_exceeded_is_reported() {
        let attack = "floods";
        assert_eq!(report(99.0, 1 << 20, Some(1.0)).excesses(), []);
        assert_eq!(
            report(100.5, 1 << 20, Some(1.0)).excesses(),
            [Excess::RoundTrip {
                attack,
                millis: 101
            }]
        );
        assert_eq!(
            report(1.0, 600_000_000, None).excesses(),
            [
                Excess::Memory {
                    attack,
                    megabytes: 600
                },
                Excess::Killed { attack }
            ]
        );
        assert_eq!(
            report(1.0, 1, Some(10_000.5)).excesses(),
            [Excess::Shutdown {
                attack,
                millis: 10_001
            }]
        );
    }
}
