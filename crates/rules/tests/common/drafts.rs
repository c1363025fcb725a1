//! What a game's drafts must fulfil.

use super::Random;
use quintain_rules::draft::{Draft, MAX_IN_HAND, Placed, compose, draft_of};
use quintain_rules::view::{Describe, Geometry, Held};
use std::collections::HashSet;

/// The setup schema names what the board's legend knows, and each of them once.
pub(super) fn schema_is_sound<G: Describe>(geometry: &Geometry) {
    let schema = G::setup();
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
pub(super) fn draft_round_trips<G: Describe>(position: &G) {
    let draft = draft_of(position);
    let text = compose::<G>(&draft).unwrap_or_else(|error| panic!("{position}: {error}"));
    assert_eq!(text, position.to_string());
}

/// Whatever is put on a board, it has a text; it is a position, or the error says why not.
pub(super) fn drafts_are_read_or_explained<G: Describe>(geometry: &Geometry, size: Option<u8>) {
    let mut random = Random(11);
    for fill in 0..200 {
        let draft = random_draft::<G>(geometry, size, fill % 9, &mut random);
        let text = compose::<G>(&draft).unwrap_or_else(|error| panic!("{draft:?}: {error}"));
        match text.parse::<G>() {
            Ok(position) => {
                assert_eq!(position.to_string(), text, "{draft:?}");
                draft_round_trips(&position);
            }
            Err(error) => assert!(error.to_string().len() > 10, "{text}: {error}"),
        }
    }
}

/// A draft with an item on some points: `fill` of eight.
fn random_draft<G: Describe>(
    geometry: &Geometry,
    size: Option<u8>,
    fill: usize,
    random: &mut Random,
) -> Draft {
    let schema = G::setup();
    let mut pieces = Vec::new();
    for point in &geometry.points {
        if random.below(8) < fill {
            let item = schema.items[random.below(schema.items.len())];
            pieces.push(Placed {
                at: point.id.clone(),
                item: item.symbol.to_owned(),
                height: 1 + random.below(item.max_height.into()) as u8,
            });
        }
    }
    let hands = geometry.slots.iter().map(|slot| Held {
        slot: slot.id.clone(),
        count: (random.below(3) * fill / 4).min(MAX_IN_HAND.into()) as u8,
    });
    Draft {
        size,
        pieces,
        hands: hands.collect(),
        phase: schema.phases[random.below(schema.phases.len())]
            .text
            .to_owned(),
    }
}
