//! Choosing a move: a proof where there is one, a search otherwise, and weaker play at the lower
//! levels.

use crate::erased::Settings;
use crate::host::Host;
use crate::limits::Limits;
use crate::root_proof::RootProof;
use crate::score::Mate;
use crate::search::{PvLine, SearchContext, SearchOptions, SearchRequest, SearchResult, Searcher};
use crate::solve::{ProofTable, SolveLimits, Solver};
use crate::tablebase::Tablebase;
use crate::tt::TranspositionTable;
use quintain_rules::{Evaluate, LevelParams, Rng, SolverKnowledge};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long a proof is searched for if there are no limits at all.
const UNLIMITED_SOLVE_TIME: Duration = Duration::from_secs(2);

/// What an engine keeps between moves, and what it is given.
pub(crate) struct Resources<'a, P: Evaluate> {
    pub(crate) searcher: &'a mut Searcher<P>,
    pub(crate) tt: &'a TranspositionTable,
    /// For games in which anything can be proved.
    pub(crate) proofs: Option<&'a ProofTable>,
    pub(crate) tablebase: Option<&'a Tablebase>,
    pub(crate) host: &'a dyn Host,
    /// Set from outside to end the search.
    pub(crate) stop: &'a AtomicBool,
}

/// Chooses a move at the level of the settings. The options of the request are those of the
/// settings.
pub(crate) fn go<P: Evaluate>(
    request: &SearchRequest<'_, P>,
    settings: &Settings,
    resources: Resources<'_, P>,
    on_info: &mut dyn FnMut(&SearchResult<P::Move>),
) -> SearchResult<P::Move> {
    let mut engine = Engine {
        request: *request,
        settings,
        resources,
    };
    match settings.level.params::<P>() {
        Some(params) => engine.play_at_level(params, on_info),
        None => engine.solve_or_search(on_info),
    }
}

struct Engine<'a, P: Evaluate> {
    request: SearchRequest<'a, P>,
    settings: &'a Settings,
    resources: Resources<'a, P>,
}

impl<P: Evaluate> Engine<'_, P> {
    fn search(
        &mut self,
        limits: Limits,
        options: SearchOptions,
        excluded: &[P::Move],
        on_info: &mut dyn FnMut(&SearchResult<P::Move>),
    ) -> SearchResult<P::Move> {
        let resources = &mut self.resources;
        let context = SearchContext {
            tt: resources.tt,
            tablebase: resources.tablebase,
            stop: resources.stop,
            host: resources.host,
        };
        let request = SearchRequest {
            limits,
            options,
            excluded,
            ..self.request
        };
        resources.searcher.search(&request, context, on_info)
    }

    /// A level below the highest: a shallow search of all moves, and a random choice among them,
    /// the better ones being more likely.
    fn play_at_level(
        &mut self,
        params: LevelParams,
        on_info: &mut dyn FnMut(&SearchResult<P::Move>),
    ) -> SearchResult<P::Move> {
        let SearchRequest {
            root,
            history,
            limits,
            excluded,
            ..
        } = self.request;
        let depth = limits.depth.unwrap_or(u8::MAX).min(params.depth);
        let level_limits = Limits {
            depth: Some(depth),
            nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(params.nodes)),
            ..limits
        };
        let options = SearchOptions {
            threads: 1,
            multi_pv: root.count_moves() as usize,
            techniques: self.settings.techniques,
            ..SearchOptions::default()
        };
        let mut result = self.search(level_limits, options, excluded, &mut |_| {});
        let spent = result.nodes;
        if result.depth == 0 && limits.nodes.is_none_or(|nodes| nodes > spent) {
            // The level's nodes were too few to compare all moves even once.
            let limits = Limits {
                depth: Some(depth.min(1)),
                nodes: limits.nodes.map(|nodes| nodes - spent),
                ..limits
            };
            result = self.search(limits, options, excluded, &mut |_| {});
            result.nodes += spent;
        }
        let keys = history.iter();
        let seed = keys.fold(self.settings.seed ^ root.zobrist(), |seed, key| {
            seed ^ key.rotate_left(7)
        });
        result.best_move = softmax_choice(&result, params.temperature, &mut Rng::new(seed));
        result.lines.truncate(self.settings.multi_pv.max(1));
        on_info(&result);
        result
    }

    /// Full strength: what is proved about the moves, in a part of the time if the game can be
    /// solved, and a search of the others in the rest of it.
    fn solve_or_search(
        &mut self,
        on_info: &mut dyn FnMut(&SearchResult<P::Move>),
    ) -> SearchResult<P::Move> {
        let Resources {
            host, proofs, stop, ..
        } = self.resources;
        let SearchRequest {
            root,
            limits,
            excluded,
            ..
        } = self.request;
        let started = host.now();
        let elapsed = || host.now().saturating_sub(started);
        let multi_pv = self.settings.multi_pv.max(1);
        let single_pv = multi_pv == 1;
        let mut proof = RootProof::known(root, excluded, single_pv);
        if let Some(proofs) = proofs
            && let Some(limits) = solve_limits(root, &limits)
        {
            let mut solver = Solver::new(proofs)
                .with_stop(stop)
                .with_host(host)
                .with_threads(self.settings.threads);
            proof.solve(&mut solver, limits, single_pv);
        }
        let report = |searched: &SearchResult<P::Move>| {
            let mut result = proof.merge(searched, multi_pv, proofs);
            result.time = elapsed();
            result
        };
        let lines = proof.lines_to_search(multi_pv);
        if lines == 0 {
            let result = report(&SearchResult {
                hashfull: proofs.map_or(0, ProofTable::hashfull),
                ..SearchResult::default()
            });
            if result.best_move.is_some() {
                on_info(&result);
            }
            return result;
        }
        let spent = proof.nodes();
        let remaining = Limits {
            nodes: limits.nodes.map(|limit| limit.saturating_sub(spent)),
            ..limits.minus_elapsed(elapsed())
        };
        let options = SearchOptions {
            threads: self.settings.threads,
            multi_pv: lines,
            // In a lost position the search looks for what is hardest to refute.
            knowledge: !proof.is_lost(),
            techniques: self.settings.techniques,
        };
        let excluded = proof.excluded();
        let result = self.search(remaining, options, &excluded, &mut |result| {
            on_info(&report(result));
        });
        report(&result)
    }
}

/// What may be spent on a proof: a part of the limits, if the game can be solved and its end is
/// near enough.
fn solve_limits<P: Evaluate>(root: &P, limits: &Limits) -> Option<SolveLimits> {
    let horizon = P::Solver::SOLVE_HORIZON;
    if !Solver::can_solve::<P>() || P::Solver::max_plies_left(root) > horizon {
        return None;
    }
    let nodes = limits.nodes.map(|nodes| nodes / 3);
    let time = limits.expected_time().map(|time| time / 10 * 3);
    match (nodes, time, limits.depth) {
        // A search to a fixed depth takes as long as it takes, the same on every machine.
        (None, None, Some(_)) => None,
        (None, None, None) => Some(SolveLimits {
            nodes: None,
            time: Some(UNLIMITED_SOLVE_TIME),
        }),
        (nodes, time, _) => Some(SolveLimits { nodes, time }),
    }
}

/// One of the moves at random, weighted by a softmax over their win probabilities; but a forced
/// win is always taken.
fn softmax_choice<M: Copy>(result: &SearchResult<M>, temperature: f64, rng: &mut Rng) -> Option<M> {
    let best = result.lines.first()?;
    if matches!(best.score.mate(), Some(Mate::Win(_))) {
        return result.first_move();
    }
    let weight = |line: &PvLine<M>| {
        let behind = line.win_probability - best.win_probability;
        (behind / temperature).exp()
    };
    let weights: Vec<f64> = result.lines.iter().map(weight).collect();
    let mut left = rng.unit() * weights.iter().sum::<f64>();
    for (line, weight) in result.lines.iter().zip(&weights) {
        left -= weight;
        if left < 0.0 {
            return line.moves.first().copied();
        }
    }
    result.first_move()
}

#[cfg(test)]
mod tests {
    use super::{Resources, go};
    use crate::erased::Settings;
    use crate::host::SystemHost;
    use crate::level::Level;
    use crate::search::{SearchRequest, Searcher};
    use crate::tt::TranspositionTable;
    use quintain_rules::games::animal_chess::AnimalChess;
    use quintain_rules::games::incognito::Incognito;
    use quintain_rules::games::sight::Sight;
    use quintain_rules::{Evaluate, Position};
    use std::collections::HashSet;
    use std::sync::atomic::AtomicBool;

    fn chosen<P: Evaluate>(position: &P, level: Level, seed: u64) -> Option<P::Move> {
        let settings = Settings {
            level,
            seed,
            ..Settings::default()
        };
        let resources = Resources {
            searcher: &mut Searcher::new(),
            tt: &TranspositionTable::new(1),
            proofs: None,
            tablebase: None,
            host: &SystemHost,
            stop: &AtomicBool::new(false),
        };
        let request = SearchRequest::new(position);
        go(&request, &settings, resources, &mut |_| {}).best_move
    }

    #[test]
    fn every_level_takes_a_win_that_it_sees() {
        let position: AnimalChess = "2L2/2g2/5/5/5/2l2 1 -".parse().expect("a position");
        for level in Level::all().take(7) {
            for seed in 0..20 {
                let mv = chosen(&position, level, seed).expect("a move");
                let text = position.move_text(mv);
                assert_eq!(text, "12-02", "level {level}, seed {seed}");
            }
        }
    }

    fn compares_all_moves<P: Evaluate>() {
        let start = P::start(None).expect("a board");
        for level in Level::all().take(7) {
            let settings = Settings {
                level,
                multi_pv: usize::MAX,
                ..Settings::default()
            };
            let resources = Resources {
                searcher: &mut Searcher::new(),
                tt: &TranspositionTable::new(1),
                proofs: None,
                tablebase: None,
                host: &SystemHost,
                stop: &AtomicBool::new(false),
            };
            let result = go(
                &SearchRequest::new(&start),
                &settings,
                resources,
                &mut |_| {},
            );
            let moves = start.count_moves() as usize;
            assert_eq!(result.lines.len(), moves, "level {level}");
            assert!(result.depth > 0 && result.proved.is_none());
        }
    }

    #[test]
    fn every_level_compares_all_moves_and_claims_no_proof() {
        compares_all_moves::<AnimalChess>();
        compares_all_moves::<Incognito>();
        compares_all_moves::<Sight>();
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
