use super::{Network, Shape, Units, Weights};

const SHAPE: Shape = Shape {
    features: 3,
    hidden: 2,
    images: 2,
    perspectives: 2,
    buckets: 2,
    max_active: 20,
};

/// Features 0 and 1 are mirror images of each other.
static MIRROR: [u16; 3] = [1, 0, 2];

fn weights() -> Weights {
    Weights {
        shape: SHAPE,
        feature_weights: vec![0.5, -0.25, 0.125, 0.75, 1.0, -0.5],
        hidden_bias: vec![0.25, 0.0],
        output_weights: vec![1.0, -0.5, 0.25, 1.5, -1.0, 0.5, 0.75, -1.25],
        output_bias: vec![0.125, -2.0],
    }
}

type Small = Network<3, 4, 2, 2>;

fn network() -> Small {
    Network::from_bytes(&weights().to_bytes(), Some(&MIRROR))
}

fn units(net: &Small, features: &[usize]) -> Units<4> {
    let mut units = net.empty_units();
    for &feature in features {
        net.add(&mut units, feature);
    }
    units
}

/// The same in floating point, straight from the definition.
fn expected(weights: &Weights, perspectives: [&[usize]; 2], bucket: usize) -> f32 {
    let mut output = weights.output_bias[bucket];
    for (perspective, features) in perspectives.into_iter().enumerate() {
        for mirrored in [false, true] {
            for unit in 0..2 {
                let weight = |&feature: &usize| {
                    let image = usize::from(MIRROR[feature]);
                    let feature = if mirrored { image } else { feature };
                    weights.feature_weights[feature * 2 + unit]
                };
                let sum = weights.hidden_bias[unit] + features.iter().map(weight).sum::<f32>();
                let active = sum.clamp(0.0, 1.0);
                let place = (bucket * 2 + perspective) * 2 + unit;
                output += active * active * weights.output_weights[place];
            }
        }
    }
    output
}

#[test]
fn the_output_is_what_the_weights_say() {
    let (net, weights) = (network(), weights());
    let sets: [&[usize]; 6] = [&[], &[0], &[1], &[2], &[0, 1], &[0, 1, 2]];
    for mine in sets {
        for theirs in sets {
            for bucket in 0..2 {
                let found = net.output(&[units(&net, mine), units(&net, theirs)], bucket, 1000);
                let exact = 1000.0 * expected(&weights, [mine, theirs], bucket);
                let error = (found as f32 - exact).abs();
                assert!(
                    error < 15.0,
                    "{mine:?} {theirs:?} {bucket}: {found} {exact}"
                );
            }
        }
    }
}

#[test]
fn a_mirror_image_has_the_same_value() {
    let net = network();
    let value = |mine: &[usize], theirs: &[usize]| {
        net.output(&[units(&net, mine), units(&net, theirs)], 0, 500)
    };
    assert_eq!(value(&[0, 2], &[1]), value(&[1, 2], &[0]));
    assert_ne!(value(&[0, 2], &[1]), value(&[1], &[0, 2]));
}

#[test]
fn removing_a_feature_undoes_adding_it() {
    let net = network();
    let mut changed = units(&net, &[0, 2]);
    net.add(&mut changed, 1);
    net.remove(&mut changed, 2);
    assert_eq!(changed, units(&net, &[0, 1]));
}

#[test]
fn counts_saturate_instead_of_overflowing() {
    let net = network();
    let mut units = net.empty_units();
    for _ in 0..3 {
        net.add_count(&mut units, 2, 81);
    }
    let value = net.output(&[units, net.empty_units()], 0, 100);
    assert_eq!(value, net.output(&[units, net.empty_units()], 0, 100));
    for _ in 0..3 {
        net.add_count(&mut units, 2, 81);
    }
    assert_eq!(net.output(&[units, net.empty_units()], 0, 100), value);
}

#[test]
fn weights_that_are_too_large_are_clamped() {
    let mut weights = weights();
    weights.feature_weights.fill(1000.0);
    weights.output_weights.fill(1000.0);
    let net: Small = Network::from_bytes(&weights.to_bytes(), Some(&MIRROR));
    // As many features as a position can have, all at their largest: nothing wraps around.
    let full = units(&net, &[0; SHAPE.max_active]);
    assert!(full.0.iter().all(|&unit| unit > 0), "{full:?}");
    assert!(net.output(&[full, full], 0, 1000) > 0);
}
