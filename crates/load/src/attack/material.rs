//! What hostile visitors send: legal, and as expensive as it gets.

use quintain_rules::Registry;
use quintain_rules::erased::AnyPosition;
use quintain_rules::rng::Rng;
use serde_json::json;
use std::collections::HashSet;

/// The most steps that a request may have.
const MAX_STEPS: usize = 2000;

/// Requests that were worked out beforehand.
#[derive(Debug)]
pub(super) struct Material {
    /// The game whose views are largest.
    pub(super) game: String,
    /// A long game of it.
    pub(super) steps: Vec<String>,
}

impl Material {
    /// Looks for the game and the steps that make the longest answer.
    pub(super) fn new(games: &Registry, seed: u64) -> Material {
        let mut rng = Rng::new(seed);
        let mut best = (0, String::new(), Vec::new());
        for game in games.iter() {
            let Ok(start) = game.start(None) else {
                continue;
            };
            let view = serde_json::to_string(&start.view()).map_or(0, |view| view.len());
            let steps = shuffle(start, &mut rng);
            let size = view * steps.len();
            if size > best.0 {
                best = (size, game.info().id.to_owned(), steps);
            }
        }
        let (_, game, steps) = best;
        Material { game, steps }
    }

    /// A request for every position of the long game.
    pub(super) fn positions(&self) -> String {
        json!({ "game": self.game, "steps": self.steps, "all": true }).to_string()
    }
}

/// A game that goes nowhere: pieces move back and forth where the rules let them.
fn shuffle(mut position: Box<dyn AnyPosition>, rng: &mut Rng) -> Vec<String> {
    /// How many moves are tried out at each ply.
    const TRIES: usize = 8;
    let mut seen = HashSet::from([position.zobrist()]);
    let mut steps = Vec::new();
    while steps.len() < MAX_STEPS && position.winner().is_none() {
        let events = position.events();
        let mut next = None;
        for _ in 0..TRIES {
            let Some(event) = rng.choose(&events) else {
                return steps;
            };
            let mut after = position.clone();
            if after.play(&event.text).is_err() {
                continue;
            }
            let goes_back = seen.contains(&after.zobrist());
            if after.winner().is_none() || next.is_none() {
                next = Some((event.text.clone(), after));
            }
            if goes_back {
                break;
            }
        }
        let Some((text, after)) = next else { break };
        seen.insert(after.zobrist());
        steps.push(text);
        position = after;
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::Material;
    use quintain_rules::Registry;

    #[test]
    fn a_small_request_asks_for_a_long_answer() {
        let material = Material::new(&Registry::standard(), 1);
        assert!(material.steps.len() > 200, "{}", material.steps.len());
        assert!(material.positions().len() < 64 * 1024);
    }
}
