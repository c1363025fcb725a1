//! The logistic function, the same to the last bit on every machine: the exponential functions of
//! the systems' libraries differ.

/// e to the power of `x`, with an error of a few units in the last place; `x` is clamped to ±80.
pub(crate) fn exp(x: f32) -> f32 {
    const LOG2_E: f32 = std::f32::consts::LOG2_E;
    // ln 2 as a sum, so that the products below are exact.
    const LN2_HIGH: f32 = 0.693_359_4;
    const LN2_LOW: f32 = -2.121_944_4e-4;
    let x = x.clamp(-80.0, 80.0);
    let power = (x * LOG2_E).round();
    let rest = x - power * LN2_HIGH - power * LN2_LOW;
    // The Taylor series; `rest` is at most half of ln 2.
    let mut sum = 1.0 / 5040.0;
    for factor in [
        1.0 / 720.0,
        1.0 / 120.0,
        1.0 / 24.0,
        1.0 / 6.0,
        0.5,
        1.0,
        1.0,
    ] {
        sum = sum * rest + factor;
    }
    // Two to the power of a whole number, written as the bits of a float.
    sum * f32::from_bits(((127 + power as i32) as u32) << 23)
}

/// The logistic function: the probability that log-odds stand for.
pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

#[cfg(test)]
mod tests {
    use super::{exp, sigmoid};

    #[test]
    fn the_exponential_function_is_exact_to_a_few_units_in_the_last_place() {
        for step in -8000..=8000 {
            let x = step as f32 / 100.0;
            let exact = f64::from(x).exp();
            let error = (f64::from(exp(x)) / exact - 1.0).abs();
            assert!(error < 1e-6, "{x}: {error}");
        }
        assert_eq!(sigmoid(0.0), 0.5);
        assert!(sigmoid(f32::INFINITY) > 0.999 && sigmoid(f32::NEG_INFINITY) < 0.001);
    }
}
