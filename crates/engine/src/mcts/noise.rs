//! Dirichlet noise.

use quintain_rules::rng::Rng;
use std::f64::consts::TAU;

/// Numbers above 0 that add up to 1, drawn from a symmetric Dirichlet distribution.
pub(super) fn dirichlet(rng: &mut Rng, alpha: f32, count: usize) -> Vec<f32> {
    let drawn: Vec<f64> = (0..count).map(|_| gamma(rng, alpha.into())).collect();
    let sum: f64 = drawn.iter().sum();
    if sum > 0.0 && sum.is_finite() {
        drawn.iter().map(|part| (part / sum) as f32).collect()
    } else {
        // All of them were too small to be told from 0: one move gets everything.
        let chosen = rng.below(count);
        (0..count)
            .map(|i| f32::from(u8::from(i == chosen)))
            .collect()
    }
}

/// A number from the gamma distribution with this shape (Marsaglia and Tsang, "A simple method for
/// generating gamma variables", 2000).
fn gamma(rng: &mut Rng, shape: f64) -> f64 {
    // Their method needs a shape of at least 1; a power of a uniform number makes up for one more.
    let boost = if shape < 1.0 {
        positive_unit(rng).powf(1.0 / shape)
    } else {
        1.0
    };
    let d = if shape < 1.0 { shape + 1.0 } else { shape } - 1.0 / 3.0;
    let c = (9.0 * d).sqrt().recip();
    loop {
        let x = normal(rng);
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && positive_unit(rng).ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return boost * d * v;
        }
    }
}

/// A number from the normal distribution (Box and Muller, 1958).
fn normal(rng: &mut Rng) -> f64 {
    (-2.0 * positive_unit(rng).ln()).sqrt() * (TAU * rng.unit()).cos()
}

/// A number above 0, up to 1.
fn positive_unit(rng: &mut Rng) -> f64 {
    1.0 - rng.unit()
}

#[cfg(test)]
mod tests {
    use super::{dirichlet, gamma};
    use quintain_rules::rng::Rng;

    #[test]
    fn gamma_numbers_have_the_mean_and_the_variance_of_their_shape() {
        for shape in [0.3, 1.0, 4.0] {
            let mut rng = Rng::new(1);
            let drawn: Vec<f64> = (0..40_000).map(|_| gamma(&mut rng, shape)).collect();
            let mean = drawn.iter().sum::<f64>() / drawn.len() as f64;
            let squares = drawn.iter().map(|x| (x - mean).powi(2)).sum::<f64>();
            let variance = squares / drawn.len() as f64;
            assert!((mean / shape - 1.0).abs() < 0.03, "{shape}: mean {mean}");
            assert!((variance / shape - 1.0).abs() < 0.1, "{shape}: {variance}");
        }
    }

    #[test]
    fn noise_adds_up_to_one_even_for_extreme_parameters() {
        let mut rng = Rng::new(2);
        for alpha in [f32::MIN_POSITIVE, 0.03, 1.0, 1e6] {
            let noise = dirichlet(&mut rng, alpha, 7);
            let sum: f32 = noise.iter().sum();
            assert!((sum - 1.0).abs() < 1e-3, "{alpha}: {noise:?}");
        }
        assert!(dirichlet(&mut rng, 1.0, 0).is_empty());
    }
}
