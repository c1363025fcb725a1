//! Openings: where the games of a match begin.

use super::adjudicator::{Adjudicator, BALANCED};
use quintain_rules::erased::AnyPosition;
use quintain_rules::{MoveError, Rng};

/// Where a game begins: a position and the steps from there that the players find played.
#[derive(Clone, Debug)]
pub struct Opening {
    start: Box<dyn AnyPosition>,
    steps: Vec<String>,
    end: Box<dyn AnyPosition>,
    history: Vec<u64>,
}

impl Opening {
    /// A position without steps.
    pub fn new(start: Box<dyn AnyPosition>) -> Self {
        Opening {
            end: start.clone(),
            start,
            steps: Vec::new(),
            history: Vec::new(),
        }
    }

    /// A position and steps from there; an error if one of them cannot be played.
    pub fn with_steps<S: AsRef<str>>(
        start: Box<dyn AnyPosition>,
        steps: impl IntoIterator<Item = S>,
    ) -> Result<Self, MoveError> {
        let mut opening = Opening::new(start);
        for step in steps {
            let key = opening.end.zobrist();
            let played = opening.end.play(step.as_ref())?;
            opening.history.push(key);
            opening.steps.push(played.text);
        }
        Ok(opening)
    }

    /// The position before the first step.
    pub fn start(&self) -> &dyn AnyPosition {
        &*self.start
    }

    /// The steps.
    pub fn steps(&self) -> &[String] {
        &self.steps
    }

    /// The position after the last step.
    pub fn end(&self) -> &dyn AnyPosition {
        &*self.end
    }

    /// The Zobrist hashes of the positions before the last one.
    pub fn history(&self) -> &[u64] {
        &self.history
    }
}

/// How many random openings are tried to find a balanced one.
const OPENING_CANDIDATES: u64 = 64;

/// A random opening: steps from a position to one that the adjudicator finds balanced. The same
/// seed gives the same steps. If none of the openings tried is balanced, the one nearest to it.
pub fn random_opening(
    start: &dyn AnyPosition,
    plies: usize,
    seed: u64,
    adjudicator: &mut dyn Adjudicator,
) -> Opening {
    adjudicator.new_game();
    if plies == 0 {
        return Opening::new(start.boxed_clone());
    }
    let mut rng = Rng::new(seed.wrapping_mul(0x9e37_79b9));
    let mut nearest: Option<(f64, Opening)> = None;
    for _ in 0..OPENING_CANDIDATES {
        let Some(opening) = random_steps(start, plies, &mut rng) else {
            continue;
        };
        // A game that is won already says nothing about the players, but it is better than
        // the same game again and again.
        let probability = adjudicator.balance(opening.end()).unwrap_or(0.0);
        if BALANCED.contains(&probability) {
            return opening;
        }
        let distance = (probability - 0.5).abs();
        if nearest.as_ref().is_none_or(|&(least, _)| distance < least) {
            nearest = Some((distance, opening));
        }
    }
    nearest.map_or_else(|| Opening::new(start.boxed_clone()), |(_, opening)| opening)
}

/// This many random steps; `None` if the game ends on the way.
fn random_steps(start: &dyn AnyPosition, plies: usize, rng: &mut Rng) -> Option<Opening> {
    let mut opening = Opening::new(start.boxed_clone());
    for (step, next) in rng.erased_playout(start).take(plies) {
        opening.history.push(opening.end.zobrist());
        opening.steps.push(step);
        opening.end = next;
    }
    let playing = opening.steps.len() == plies && opening.end.winner().is_none();
    playing.then_some(opening)
}
