//! Proofs during play: what is proved is told and played, and only the rest is searched.

use crate::limits::{Limits, TimeManager};
use crate::score::Score;
use crate::search::{PvLine, Report, SearchOptions};
use crate::solve::{ProofTable, SolveLimits, Solver};
use quintain_rules::{SolvedValue, Strategy};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How long a proof is looked for where there are no limits at all.
const UNLIMITED: Duration = Duration::from_secs(2);

/// A search within limits that tells how it goes on.
type Search<'a, M> = dyn FnMut(&Limits, &mut dyn FnMut(&Report<M>)) -> Report<M> + 'a;

/// Plays a win that is known or can be proved in a part of the time; otherwise searches in what
/// is left of it, and tells who wins if that is proved.
pub(crate) fn prove_or_search<G: Strategy>(
    root: &G,
    limits: &Limits,
    options: SearchOptions,
    proofs: Option<&ProofTable>,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&Report<G::Move>),
    search: &mut Search<'_, G::Move>,
) -> Report<G::Move> {
    let begin = Instant::now();
    // Who asks for several lines wants to see them searched.
    let alone = options.multi_pv <= 1;
    let mut nodes = 0;
    let known = root.probe_solved().or_else(|| {
        let budget = budget(root, limits).filter(|_| alone)?;
        let mut solver = Solver::new(proofs?).with_limits(budget).with_stop(stop);
        let solution = solver.solve(root);
        nodes = solution.progress.nodes;
        Some(SolvedValue {
            winner: solution.winner?,
            best_move: solution.best_move,
        })
    });
    let proved = known.map(|known| known.winner);
    if let Some(best) = known.and_then(|known| known.best_move)
        && alone
    {
        let report = Report {
            depth: 0,
            nodes,
            time: begin.elapsed(),
            hashfull: proofs.map_or(0, ProofTable::hashfull),
            lines: vec![PvLine {
                score: Score::WIN,
                moves: vec![best],
            }],
            proved,
        };
        tell(&report);
        return report;
    }
    let left = Limits {
        nodes: limits.nodes.map(|limit| limit.saturating_sub(nodes).max(1)),
        ..limits.minus_elapsed(begin.elapsed())
    };
    let lost = proved == Some(!root.turn());
    let with_proof = |report: &Report<G::Move>| {
        let mut report = report.clone();
        report.proved = proved;
        report.nodes += nodes;
        report.time = begin.elapsed();
        // Every move loses, whatever the search hopes for; it only chooses the hardest to
        // refute.
        let hopes = |line: &&mut PvLine<G::Move>| lost && line.score.mate().is_none();
        for line in report.lines.iter_mut().filter(hopes) {
            line.score = Score::LOSS;
        }
        report
    };
    let report = search(&left, &mut |report| tell(&with_proof(report)));
    with_proof(&report)
}

/// What may be spent on a proof: a part of what there is, near enough to the end of games in
/// which there are proofs.
fn budget<G: Strategy>(root: &G, limits: &Limits) -> Option<SolveLimits> {
    if !Solver::can_solve::<G>() || root.max_plies_left() > G::SOLVE_HORIZON {
        return None;
    }
    let nodes = limits.nodes.map(|nodes| nodes / 3);
    let time = TimeManager::new(Instant::now(), limits)
        .expected()
        .map(|time| time * 3 / 10);
    match (nodes, time, limits.depth) {
        // A search of a fixed depth takes as long as it takes, always the same.
        (None, None, Some(_)) => None,
        (None, None, None) => Some(SolveLimits {
            nodes: None,
            time: Some(UNLIMITED),
        }),
        (nodes, time, _) => Some(SolveLimits { nodes, time }),
    }
}
