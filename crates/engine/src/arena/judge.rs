//! Who says how a game stands, whoever plays it.

use crate::limits::Limits;
use crate::score::Forced;
use crate::search::{Options, search};
use crate::solve::{Proofs, SolveLimits, Solver};
use crate::table::Table;
use quintain_rules::erased::AnyPosition;
use quintain_rules::view::Describe;
use quintain_rules::{Side, Strategy};
use std::marker::PhantomData;
use std::sync::atomic::AtomicBool;

/// How many positions a judge looks at to prove who wins.
const PROOF_NODES: u64 = 40_000;
/// How many positions a judge looks at to say who is better.
const BALANCE_NODES: u64 = 10_000;
/// The size of a judge's tables, in mebibytes.
const TABLE: usize = 4;

/// Judges positions by a short search of its own. What it says depends on nothing but what it
/// was asked since the last [`forget`](Judge::forget), so that matches can be played again.
pub trait Judge: Send {
    /// Forgets what it has found, for a new game.
    fn forget(&mut self);
    /// Who wins whatever the other side does and chance brings, if that is proved: by the
    /// rules alone, in which a repetition ends nothing. `history` holds the keys of the
    /// positions played before.
    fn proved(&mut self, position: &dyn AnyPosition, history: &[u64]) -> Option<Side>;
    /// The chance to win of the side to move; nothing if the game is over, or if it is proved
    /// who wins.
    fn balance(&mut self, position: &dyn AnyPosition) -> Option<f64>;
}

/// The judge for a game's type.
pub(crate) fn judge<G: Describe + Strategy>() -> Box<dyn Judge> {
    Box::new(Searching::<G> {
        table: Table::new(TABLE),
        proofs: Solver::can_solve::<G>().then(|| Proofs::new(TABLE)),
        game: PhantomData,
    })
}

struct Searching<G> {
    table: Table,
    /// For games in which a solver proves more than a search.
    proofs: Option<Proofs>,
    game: PhantomData<fn() -> G>,
}

impl<G: Strategy> Searching<G> {
    fn look(&self, root: &G, history: &[u64], nodes: u64) -> Option<crate::Score> {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let stop = AtomicBool::new(false);
        let options = Options::default();
        let report = search(
            root,
            history,
            &limits,
            options,
            &self.table,
            &stop,
            &mut |_| {},
        );
        report.lines.first().map(|line| line.score)
    }

    fn winner(&self, root: &G, history: &[u64], nodes: u64) -> Option<Side> {
        if let Some(winner) = root.winner() {
            return Some(winner);
        }
        if let Some(proofs) = &self.proofs {
            let limits = SolveLimits {
                nodes: Some(nodes),
                time: None,
            };
            return Solver::new(proofs).within(limits).solve(root).winner;
        }
        match self.look(root, history, nodes)?.forced()? {
            Forced::Win(_) => Some(root.turn()),
            Forced::Loss(_) => Some(!root.turn()),
        }
    }
}

impl<G: Describe + Strategy> Judge for Searching<G> {
    fn forget(&mut self) {
        self.table.clear();
        if self.proofs.is_some() {
            self.proofs = Some(Proofs::new(TABLE));
        }
    }

    fn proved(&mut self, position: &dyn AnyPosition, history: &[u64]) -> Option<Side> {
        let root = position.as_any().downcast_ref::<G>()?;
        self.winner(root, history, PROOF_NODES)
    }

    fn balance(&mut self, position: &dyn AnyPosition) -> Option<f64> {
        let root = position.as_any().downcast_ref::<G>()?;
        if self.winner(root, &[], BALANCE_NODES).is_some() {
            return None;
        }
        let score = self.look(root, &[], BALANCE_NODES)?;
        score.forced().is_none().then(|| score.chance(G::SCALE))
    }
}
