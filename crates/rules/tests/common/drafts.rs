//! What the drafts of every game must fulfill.

use quintain_rules::Rng;
use quintain_rules::draft::{Draft, MAX_IN_HAND, Placed, compose, draft_of};
use quintain_rules::view::{Describe, Geometry, Held};
use std::collections::HashSet;

/// The setup schema names kinds of the board's legend, and each item once.
pub(super) fn schema_is_sound<P: Describe>(geometry: &Geometry) {
    let schema = P::setup();
    let mut known = HashSet::new();
    for item in schema.items {
        assert!(known.insert(item.symbol), "{} is there twice", item.symbol);
        assert!(item.max_height >= 1);
        if item.side.is_some() {
            assert!(geometry.kind(item.kind).is_some(), "{item:?} has no kind");
        }
    }
    assert!(!schema.phases.is_empty());
    let texts: HashSet<&str> = schema.phases.iter().map(|phase| phase.text).collect();
    let names: HashSet<String> = schema
        .phases
        .iter()
        .map(|phase| phase.name.to_string())
        .collect();
    assert_eq!(
        [texts.len(), names.len()],
        [schema.phases.len(), schema.phases.len()]
    );
}

/// Taking a position apart and putting it together again gives the same position.
pub(super) fn draft_round_trips<P: Describe>(position: &P) {
    let draft = draft_of(position);
    let text = compose::<P>(&draft).unwrap_or_else(|error| panic!("{position}: {error}"));
    assert_eq!(text, position.to_string());
}

/// Whatever is put on a board has a text; it is a position, or the error says why not.
pub(super) fn drafts_are_read_or_explained<P: Describe>(geometry: &Geometry, size: Option<u8>) {
    let mut rng = Rng::new(11);
    for fill in 0..200 {
        let draft = random_draft::<P>(geometry, size, fill % 9, &mut rng);
        let text = compose::<P>(&draft).unwrap_or_else(|error| panic!("{draft:?}: {error}"));
        match text.parse::<P>() {
            Ok(position) => {
                assert_eq!(position.to_string(), text, "{draft:?}");
                draft_round_trips(&position);
            }
            Err(error) => assert!(error.to_string().len() > 10, "{text}: {error}"),
        }
    }
}

/// A draft with an item on some points: `fill` of eight.
fn random_draft<P: Describe>(
    geometry: &Geometry,
    size: Option<u8>,
    fill: usize,
    rng: &mut Rng,
) -> Draft {
    let schema = P::setup();
    let mut pieces = Vec::new();
    for point in &geometry.points {
        if rng.below(8) < fill {
            let item = schema.items[rng.below(schema.items.len())];
            pieces.push(Placed {
                at: point.id.clone(),
                item: item.symbol.to_owned(),
                height: 1 + rng.below(item.max_height.into()) as u8,
            });
        }
    }
    let hands = geometry.slots.iter().map(|slot| Held {
        slot: slot.id.clone(),
        count: (rng.below(3) * fill / 4).min(MAX_IN_HAND.into()) as u8,
    });
    Draft {
        size,
        pieces,
        hands: hands.collect(),
        phase: schema.phases[rng.below(schema.phases.len())]
            .text
            .to_owned(),
    }
}
