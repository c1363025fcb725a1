//! Techniques of the search that are left out.

use crate::common::{every_game, find, plies};
use quintain_engine::{SearchOptions, Technique, Techniques};
use quintain_rules::Evaluate;
use quintain_rules::games::Visitor;
use quintain_rules::view::Describe;
use std::sync::Mutex;

/// Collects the techniques without which the search of a start position takes another course.
#[derive(Clone, Copy)]
struct Effects<'a>(&'a Mutex<Vec<Technique>>);

impl Visitor for Effects<'_> {
    type Output = ();

    fn visit<P: Describe + Evaluate>(self) {
        let start = P::start(None).expect("a default board");
        let nodes = |techniques: Techniques| {
            let options = SearchOptions {
                techniques,
                ..SearchOptions::default()
            };
            let result = find(&start, &[], plies(6), options);
            assert!(result.best_move.is_some_and(|mv| start.is_legal(mv)));
            result.nodes
        };
        let all = nodes(Techniques::ALL);
        for &technique in Technique::ALL {
            if nodes(Techniques::ALL.without(technique)) != all {
                self.0.lock().expect("no panic").push(technique);
            }
        }
    }
}

#[test]
fn leaving_out_a_technique_has_an_effect_in_some_game() {
    let effects = Mutex::new(Vec::new());
    every_game(Effects(&effects));
    let effects = effects.into_inner().expect("no panic");
    for &technique in Technique::ALL {
        // Threads vote only if there are some.
        let found = effects.contains(&technique) || technique == Technique::BestThread;
        assert!(found, "{technique:?} makes no difference");
    }
}
