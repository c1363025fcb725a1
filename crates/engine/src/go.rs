//! Choosing a move at a level of play.

use crate::level::Level;
use crate::limits::Limits;
use crate::score::Mate;
use crate::search::{Report, SearchOptions, search};
use crate::solve::ProofTable;
use crate::solve_or_search::prove_or_search;
use crate::tt::TranspositionTable;
use quintain_rules::{LevelParams, Strategy, splitmix64};
use std::sync::atomic::AtomicBool;

/// What was chosen, and what was seen.
pub(crate) struct Choice<M> {
    pub(crate) best: Option<M>,
    pub(crate) report: Report<M>,
}

/// Thinks about a position as a level does.
#[expect(
    clippy::too_many_arguments,
    reason = "the search's own arguments and the level"
)]
pub(crate) fn think<G: Strategy>(
    root: &G,
    history: &[u64],
    limits: &Limits,
    options: SearchOptions,
    (level, seed): (Level, u64),
    (table, proofs): (&TranspositionTable, Option<&ProofTable>),
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&Report<G::Move>),
) -> Choice<G::Move> {
    let Some(manner) = level.params::<G>() else {
        let mut ask = |limits: &Limits, tell: &mut dyn FnMut(&Report<G::Move>)| {
            search(root, history, limits, options, table, stop, tell)
        };
        let report = prove_or_search(root, limits, options, proofs, stop, tell, &mut ask);
        return Choice {
            best: report.best_move(),
            report,
        };
    };
    let limits = Limits {
        depth: Some(limits.depth.unwrap_or(u8::MAX).min(manner.depth)),
        nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(manner.nodes)),
        ..*limits
    };
    // Every move is looked at, to choose among them.
    let all = SearchOptions {
        threads: 1,
        multi_pv: root.count_moves() as usize,
        ..options
    };
    let mut report = search(root, history, &limits, all, table, stop, &mut |_| {});
    let seed = splitmix64(
        seed ^ root.zobrist() ^ history.iter().fold(0, |sum, key| sum ^ key.rotate_left(7)),
    );
    let best = choose::<G>(&report, manner, seed);
    report.lines.truncate(options.multi_pv.max(1));
    tell(&report);
    Choice { best, report }
}

/// One of the moves by chance, the better the likelier; a win that is seen is always taken.
fn choose<G: Strategy>(
    report: &Report<G::Move>,
    manner: LevelParams,
    seed: u64,
) -> Option<G::Move> {
    let best = report.lines.first()?;
    if matches!(best.score.mate(), Some(Mate::Win(_))) {
        return report.best_move();
    }
    let top = best.score.win_probability(G::SCALE);
    let weight = |chance: f64| ((chance - top) / manner.temperature).exp();
    let weights: Vec<f64> = report
        .lines
        .iter()
        .map(|line| weight(line.score.win_probability(G::SCALE)))
        .collect();
    // A number from 0 to below 1.
    let unit = (seed >> 11) as f64 / (1u64 << 53) as f64;
    let mut left = unit * weights.iter().sum::<f64>();
    for (line, weight) in report.lines.iter().zip(&weights) {
        left -= weight;
        if left < 0.0 {
            return line.moves.first().copied();
        }
    }
    report.best_move()
}

#[cfg(test)]
mod tests {
    use super::think;
    use crate::level::Level;
    use crate::limits::Limits;
    use crate::search::SearchOptions;
    use crate::tt::TranspositionTable;
    use quintain_rules::games::animal_chess::AnimalChess;
    use quintain_rules::{Position, Strategy};
    use std::collections::HashSet;
    use std::sync::atomic::AtomicBool;

    fn chosen<G: Strategy>(position: &G, level: Level, seed: u64) -> Option<G::Move> {
        let stop = AtomicBool::new(false);
        let table = TranspositionTable::new(1);
        think(
            position,
            &[],
            &Limits::default(),
            SearchOptions::default(),
            (level, seed),
            (&table, None),
            &stop,
            &mut |_| {},
        )
        .best
    }

    #[test]
    fn every_level_takes_a_win_that_it_sees() {
        let position: AnimalChess = "2L2/2g2/5/5/5/2l2 1 -".parse().expect("a position");
        for level in Level::all().take(7) {
            for seed in 0..20 {
                let mv = chosen(&position, level, seed).expect("a move");
                assert_eq!(
                    position.move_text(mv),
                    "12-02",
                    "level {level}, seed {seed}"
                );
            }
        }
    }

    #[test]
    fn low_levels_vary_more_than_high_ones() {
        let start = AnimalChess::start(None).expect("a board");
        let variety = |number: u8| {
            let level = Level::new(number).expect("a level");
            let moves = (0..30).map(|seed| chosen(&start, level, seed));
            moves.collect::<HashSet<_>>().len()
        };
        let (low, high) = (variety(1), variety(6));
        assert!(low > 5 && low > high, "{low} and {high} different moves");
    }
}
