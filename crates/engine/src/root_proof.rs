//! What is proved about a position and its moves, and the one place where that is merged with
//! what a search finds.
//!
//! Proofs come from the rules (a move that ends the game), from what the game knows (an argument,
//! a table of solved positions) and from the solver. They outrank every evaluation: a move that
//! is proved to win comes first, a move that is proved to lose is reported as losing, and in a
//! lost position every move loses. So the best move, the lines, their values and the proof never
//! contradict each other.

use crate::score::Score;
use crate::search::{PvLine, SearchResult, make_move};
use crate::solve::{ProofTable, SolveLimits, Solver};
use quintain_rules::{Evaluate, Side, SolverKnowledge};

/// The winner of a position, where the game knows it without search.
pub(crate) fn known_winner<P: Evaluate>(position: &P) -> Option<Side> {
    P::Solver::static_outcome(position)
        .or_else(|| P::Solver::probe_solved(position).map(|solved| solved.winner))
}

/// What is proved about a position and its moves.
#[derive(Clone, Debug)]
pub(crate) struct RootProof<P: Evaluate> {
    root: P,
    /// The moves to choose from.
    moves: Vec<P::Move>,
    /// Moves that are left out by request.
    left_out: Vec<P::Move>,
    /// The winner.
    winner: Option<Side>,
    /// Moves that win.
    wins: Vec<P::Move>,
    /// Moves that lose, in a position that is not lost as a whole.
    losses: Vec<P::Move>,
    /// The nodes that it took.
    nodes: u64,
}

impl<P: Evaluate> RootProof<P> {
    /// What the rules and the game know without search. For a single line one move that wins is
    /// enough. Moves that are left out play no part.
    pub(crate) fn known(root: &P, left_out: &[P::Move], single_pv: bool) -> Self {
        let mut moves = root.moves();
        moves.retain(|mv| !left_out.contains(mv));
        let mut proof = RootProof {
            root: *root,
            moves,
            left_out: left_out.to_vec(),
            winner: None,
            wins: Vec::new(),
            losses: Vec::new(),
            nodes: 0,
        };
        if !Solver::can_solve::<P>() {
            return proof;
        }
        if let Some(solved) = P::Solver::probe_solved(root) {
            proof.set_winner(solved.winner);
            proof.wins.extend(solved.best_move);
            proof.wins.retain(|mv| proof.moves.contains(mv));
            proof.conclude();
        }
        let enough = single_pv && !proof.wins.is_empty();
        if !proof.is_lost() && !enough {
            for mv in proof.moves.clone() {
                let next = make_move(root, mv);
                let winner = next.winner().or_else(|| known_winner(&next));
                proof.add(mv, winner);
            }
            proof.conclude();
        }
        proof
    }

    /// Solves the position, and for several lines its moves too, within limits.
    pub(crate) fn solve(&mut self, solver: &mut Solver<'_>, limits: SolveLimits, single_pv: bool) {
        let root = self.root;
        let started = solver.now();
        let mut solve = |proof: &mut Self, position: &P| {
            let limits = SolveLimits {
                nodes: limits.nodes.map(|limit| limit.saturating_sub(proof.nodes)),
                time: limits
                    .time
                    .map(|limit| limit.saturating_sub(solver.now().saturating_sub(started))),
            };
            solver.set_limits(limits);
            let solution = solver.solve(position);
            proof.nodes += solution.progress.nodes;
            solution
        };
        if self.winner.is_none() || self.is_won() && self.wins.is_empty() {
            let solution = solve(self, &root);
            if let Some(winner) = solution.winner {
                self.set_winner(winner);
            }
            if let Some(best) = solution.best_move {
                self.add(best, Some(root.turn()));
                self.conclude();
            }
        }
        if single_pv || !self.is_won() {
            return;
        }
        for mv in self.moves.clone() {
            if !self.is_decided(mv) {
                let winner = solve(self, &make_move(&root, mv)).winner;
                self.add(mv, winner);
            }
        }
    }

    fn is_decided(&self, mv: P::Move) -> bool {
        self.wins.contains(&mv) || self.losses.contains(&mv)
    }

    /// Notes the winner after a move, if there is one.
    fn add(&mut self, mv: P::Move, winner: Option<Side>) {
        if self.is_decided(mv) || !self.moves.contains(&mv) {
            return;
        }
        match winner {
            Some(winner) if winner == self.root.turn() => self.wins.push(mv),
            Some(_) => self.losses.push(mv),
            None => {}
        }
    }

    /// The position is won by a side. If moves are left out, those that win may be among them.
    fn set_winner(&mut self, winner: Side) {
        if self.left_out.is_empty() || winner != self.root.turn() {
            self.winner = Some(winner);
        }
    }

    /// Who wins follows from the moves: one that wins, or all that lose.
    fn conclude(&mut self) {
        let turn = self.root.turn();
        let all_lose = self.left_out.is_empty() && self.losses.len() == self.moves.len();
        if !self.wins.is_empty() {
            self.winner = Some(turn);
        } else if all_lose && !self.moves.is_empty() {
            self.winner = Some(!turn);
        }
    }

    /// The nodes that it took to solve what is proved.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the side to move wins.
    pub(crate) fn is_won(&self) -> bool {
        self.winner == Some(self.root.turn())
    }

    /// Whether the side to move loses.
    pub(crate) fn is_lost(&self) -> bool {
        self.winner == Some(!self.root.turn())
    }

    /// How many lines are left for a search to find.
    pub(crate) fn lines_to_search(&self, multi_pv: usize) -> usize {
        let open = match self.is_lost() {
            true => self.moves.len(),
            false => self.moves.len() - self.wins.len() - self.losses.len(),
        };
        multi_pv.saturating_sub(self.wins.len()).min(open)
    }

    /// The moves that are not searched: those that are left out, and those that are decided. In
    /// a lost position the search chooses the move that is hardest to refute.
    pub(crate) fn excluded(&self) -> Vec<P::Move> {
        let mut excluded = self.left_out.clone();
        if !self.is_lost() {
            excluded.extend(self.wins.iter().chain(&self.losses));
        }
        excluded
    }

    /// The lines of a search of the moves that are not [excluded](RootProof::excluded), merged
    /// with what is proved: the best `multi_pv` moves, the best first.
    pub(crate) fn merge(
        &self,
        searched: &SearchResult<P::Move>,
        multi_pv: usize,
        proofs: Option<&ProofTable>,
    ) -> SearchResult<P::Move> {
        let mut result = searched.clone();
        let proved = |score: Score| move |&mv: &P::Move| PvLine::new(score, P::SCALE, vec![mv]);
        if self.is_lost() {
            for line in &mut result.lines {
                // Every move loses, whatever the evaluation says; how soon is good to know.
                line.set_score(line.score.min(Score::LOSS), P::SCALE);
            }
        } else {
            result
                .lines
                .extend(self.wins.iter().map(proved(Score::WIN)));
            let lost = self.losses.iter().map(proved(Score::LOSS));
            result.lines.extend(lost);
        }
        sort_best_first(&mut result.lines);
        result.lines.truncate(multi_pv.max(1));
        for line in &mut result.lines {
            self.follow_proof(line, proofs);
        }
        result.best_move = result.first_move();
        result.proved = self.winner;
        result.nodes += self.nodes;
        result
    }

    /// Makes a line that is decided consistent: the winner plays as the proof does. The line ends
    /// where the proof says no more.
    fn follow_proof(&self, line: &mut PvLine<P::Move>, proofs: Option<&ProofTable>) {
        let turn = self.root.turn();
        let winner = match line.score {
            Score::WIN => turn,
            Score::LOSS => !turn,
            // Not decided, or found by the search with every move to the end.
            _ => return,
        };
        if !self.is_lost() && !self.is_decided(line.moves[0]) {
            // Proved by the search, which has followed the proof.
            return;
        }
        let searched = std::mem::take(&mut line.moves);
        let mut position = self.root;
        for (ply, &mv) in searched.iter().enumerate() {
            let next = make_move(&position, mv);
            if ply > 0 && position.turn() == winner {
                let Some(best) = winning_reply(&position, mv, &next, proofs) else {
                    return;
                };
                if best != mv {
                    line.moves.push(best);
                    return;
                }
            }
            line.moves.push(mv);
            position = next;
        }
        // The reply that refutes, where the game knows it.
        if position.turn() == winner && position.winner().is_none() {
            let known = P::Solver::probe_solved(&position);
            line.moves.extend(known.and_then(|known| known.best_move));
        }
    }
}

/// The move by which the side to move wins, where that is known: that of the game's knowledge, or
/// `mv` if it leads to a position that is known to be lost.
fn winning_reply<P: Evaluate>(
    position: &P,
    mv: P::Move,
    next: &P,
    proofs: Option<&ProofTable>,
) -> Option<P::Move> {
    let known = P::Solver::probe_solved(position).and_then(|known| known.best_move);
    known.or_else(|| {
        let winner = next.winner().or_else(|| P::Solver::static_outcome(next));
        let wins = match winner {
            Some(winner) => winner == position.turn(),
            None => proofs?.probe(P::Solver::canonical_key(next)) == Some(false),
        };
        wins.then_some(mv)
    })
}

/// Sorts lines by their scores, and leaves equal ones as they are. There are few, and most are in
/// order; the standard library's sorting would be compiled once for each game.
fn sort_best_first<M>(lines: &mut [PvLine<M>]) {
    for end in 1..lines.len() {
        let better = lines[..end].partition_point(|line| line.score >= lines[end].score);
        lines[better..=end].rotate_right(1);
    }
}
