//! The verb that proves.

use crate::Failure;
use crate::args::SolveArgs;
use crate::commands::{Answer, Played};
use quintain_engine::{Checked, Progress, Proofs, SolveLimits, Solver, verify};
use quintain_rules::erased::AnyPosition;
use quintain_rules::games::{Visitor, dispatch};
use quintain_rules::view::Describe;
use quintain_rules::{Registry, Side, Strategy};
use serde_json::json;

/// What came of it, as text.
struct Solved {
    winner: Option<Side>,
    best: Option<String>,
    progress: Progress,
    checked: Option<Checked>,
}

pub(crate) fn solve(
    registry: &Registry,
    args: &SolveArgs,
    answer: &mut Answer<'_>,
) -> Result<(), Failure> {
    let played = Played::new(registry, &args.line)?;
    let position = &*played.position;
    let id = position.info().id;
    let solved = dispatch(id, Work { position, args })
        .ok_or_else(|| Failure::Usage(format!("nothing can be proved about {id}")))??;
    let verdict = match solved.winner {
        Some(side) => format!("{} wins", side.word()),
        None => "unsolved".to_owned(),
    };
    let Progress {
        nodes,
        time,
        fullness,
    } = solved.progress;
    let seconds = time.as_secs_f64();
    let mut text = format!(
        "{nodes} positions in {seconds:.2} s, table {:.1} % full of {} MiB\n",
        f64::from(fullness) / 10.0,
        args.hash
    );
    if let Some(checked) = &solved.checked {
        text += &format!(
            "verified: {} positions, every reply answered in {} of them\n",
            checked.positions(),
            checked.answered
        );
    }
    text += &verdict;
    if let Some(best) = &solved.best {
        text += &format!(" with {best}");
    }
    text.push('\n');
    let json = || {
        json!({ "position": position.text(), "verdict": verdict, "winner": solved.winner,
                "best": solved.best, "nodes": nodes, "seconds": seconds,
                "verified": solved.checked.map(|checked| checked.positions()) })
    };
    answer.give(json, text)
}

struct Work<'a> {
    position: &'a dyn AnyPosition,
    args: &'a SolveArgs,
}

impl Visitor for Work<'_> {
    type Output = Result<Solved, Failure>;

    fn visit<G: Describe + Strategy>(self) -> Result<Solved, Failure> {
        let name = G::INFO.name;
        let other = || Failure::Usage(format!("this is not a position of {name}"));
        let root = self
            .position
            .as_any()
            .downcast_ref::<G>()
            .ok_or_else(other)?;
        if !Solver::can_solve::<G>() {
            let reason = format!("{name} need not end or has chance, so that nothing is proved");
            return Err(Failure::Usage(reason));
        }
        let proofs = Proofs::new(self.args.hash);
        let limits = SolveLimits {
            nodes: self.args.nodes,
            time: self.args.time,
        };
        let mut solver = Solver::new(&proofs).within(limits);
        if self.args.scratch {
            solver = solver.from_scratch();
        }
        let solution = solver.solve(root);
        let checked = match solution.winner {
            Some(winner) if self.args.verify => {
                // Proofs that were displaced from the table are found again.
                let choose = &mut |position: &G| solver.winning_move(position);
                let checked = verify(root, winner, None, choose);
                Some(checked.map_err(|flaw| Failure::refused(&flaw))?)
            }
            _ => None,
        };
        Ok(Solved {
            winner: solution.winner,
            best: solution.best.map(|mv| root.move_text(mv)),
            progress: solution.progress,
            checked,
        })
    }
}
