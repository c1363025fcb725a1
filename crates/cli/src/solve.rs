//! The verb that proves.

use crate::Failure;
use crate::args::SolveArgs;
use crate::commands::{Answer, Played, expert_on};
use quintain_engine::{EngineRegistry, SolveError, SolveLimits, SolveProgress, SolveRequest};
use serde_json::json;

pub(crate) fn solve(
    catalogue: &EngineRegistry,
    args: &SolveArgs,
    answer: &mut Answer<'_>,
) -> Result<(), Failure> {
    let played = Played::new(catalogue.registry(), &args.line)?;
    let position = &*played.position;
    let request = SolveRequest {
        limits: SolveLimits {
            nodes: args.nodes,
            time: args.time,
        },
        hash_mib: args.hash,
        from_scratch: args.scratch,
        verify: args.verify,
    };
    let solved = expert_on(catalogue, position)?.solve(position, &request);
    let solved = solved.map_err(|error| match error {
        SolveError::Verify(_) => Failure::refused(&error),
        _ => Failure::Usage(error.to_string()),
    })?;
    let verdict = match solved.winner {
        Some(side) => format!("{} wins", side.as_str()),
        None => "unsolved".to_owned(),
    };
    let SolveProgress {
        nodes,
        time,
        hashfull: fullness,
    } = solved.progress;
    let seconds = time.as_secs_f64();
    let mut text = format!(
        "{nodes} positions in {seconds:.2} s, table {:.1} % full of {} MiB\n",
        f64::from(fullness) / 10.0,
        args.hash
    );
    if let Some(checked) = &solved.proof {
        text += &format!(
            "verified: {} positions, every reply answered in {} of them\n",
            checked.positions(),
            checked.and_nodes
        );
    }
    text += &verdict;
    if let Some(best) = &solved.best_move {
        text += &format!(" with {best}");
    }
    text.push('\n');
    let json = || {
        json!({ "position": position.text(), "verdict": verdict, "winner": solved.winner,
                "best": solved.best_move, "nodes": nodes, "seconds": seconds,
                "verified": solved.proof.map(|checked| checked.positions()) })
    };
    answer.give(json, text)
}
