use super::{Elo, Pentanomial, Points, Sprt, SprtStatus, Tally};
use quintain_rules::Rng;

fn elo(counts: [u64; 5]) -> Elo {
    Pentanomial(counts).elo().expect("there are pairs")
}

#[track_caller]
fn assert_near(found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() <= tolerance,
        "{found}, expected {expected}"
    );
}

#[test]
fn elo_follows_from_the_score() {
    let even = elo([10, 0, 30, 0, 10]);
    assert_near(even.estimate, 0.0, 1e-9);
    assert_near(even.low, -even.high, 1e-6);
    // 76 % are 200 Elo.
    let better = elo([2, 8, 20, 24, 46]);
    assert_near(better.estimate, 200.2, 0.5);
    assert!(better.low < 175.0 && better.high > 225.0, "{better:?}");
    assert_eq!(Pentanomial::default().elo(), None);
    assert_eq!(Tally::default().score(), 0.5);
}

#[test]
fn the_error_bars_of_large_matches_are_those_of_the_normal_approximation() {
    let pairs = Pentanomial([1000, 2000, 4000, 2300, 1100]);
    let Elo { low, high, .. } = pairs.elo().expect("there are pairs");
    let count = pairs.pairs() as f64;
    let deviation = |(place, share): (usize, &u64)| {
        (place as f64 / 4.0 - pairs.score()).powi(2) * *share as f64 / count
    };
    let variance: f64 = pairs.0.iter().enumerate().map(deviation).sum();
    let error = 1.96 * (variance / count).sqrt();
    assert_near(low, super::elo_difference(pairs.score() - error), 0.1);
    assert_near(high, super::elo_difference(pairs.score() + error), 0.1);
}

#[test]
fn a_clean_sweep_has_error_bars() {
    for pairs in [1, 5, 50, 5_000_000_000] {
        let won = elo([0, 0, 0, 0, pairs]);
        assert_eq!((won.estimate, won.high), (f64::INFINITY, f64::INFINITY));
        // Wilson's interval for as many wins.
        let least = pairs as f64 / (pairs as f64 + 1.96 * 1.96);
        assert_near(super::expected_score(won.low), least, 0.005);
        let lost = elo([pairs, 0, 0, 0, 0]);
        assert_eq!(
            (lost.estimate, lost.low),
            (f64::NEG_INFINITY, f64::NEG_INFINITY)
        );
        assert_near(lost.high, -won.low, 1e-3);
    }
}

#[test]
fn pairs_that_all_end_alike_have_error_bars() {
    let level = elo([0, 0, 10, 0, 0]);
    assert_eq!(level.estimate, 0.0);
    assert!(level.high > 80.0 && level.high < 200.0, "{level:?}");
    let one = elo([0, 0, 1, 0, 0]);
    assert!(one.low < -300.0 && one.high > 300.0, "{one:?}");
    let ahead = elo([0, 0, 0, 10, 0]);
    assert!(
        ahead.low < 100.0 && ahead.low > 0.0 && ahead.high > 250.0,
        "{ahead:?}"
    );
}

/// The score of a random pair.
fn drawn(shares: [f64; 5], rng: &mut Rng) -> usize {
    let mut left = rng.unit();
    let place = shares.iter().position(|share| {
        left -= share;
        left < 0.0
    });
    place.unwrap_or(4)
}

/// How often the interval holds the true value, in matches of this many pairs.
fn coverage(shares: [f64; 5], pairs: usize) -> f64 {
    const MATCHES: usize = 1_000;
    let truth = (0..5).map(|place| shares[place] * place as f64 / 4.0).sum();
    let truth = super::elo_difference(truth);
    let mut rng = Rng::new(7);
    let mut covered = 0;
    for _ in 0..MATCHES {
        let mut counts = [0; 5];
        for _ in 0..pairs {
            counts[drawn(shares, &mut rng)] += 1;
        }
        let Elo { low, high, .. } = elo(counts);
        covered += usize::from((low..=high).contains(&truth));
    }
    covered as f64 / MATCHES as f64
}

#[test]
fn the_interval_holds_the_truth_as_often_as_it_says_also_in_lopsided_matches() {
    for shares in [
        [0.1, 0.2, 0.4, 0.2, 0.1],
        [0.0, 0.0, 0.9, 0.0, 0.1],
        [0.0, 0.05, 0.1, 0.2, 0.65],
        [0.0, 0.0, 0.04, 0.0, 0.96],
        [0.9, 0.05, 0.05, 0.0, 0.0],
    ] {
        for pairs in [10, 50, 200] {
            let covered = coverage(shares, pairs);
            assert!(covered >= 0.92, "{shares:?}, {pairs} pairs: {covered}");
        }
    }
}

#[test]
fn the_likelihood_ratio_is_that_of_the_reference() {
    // Reference: the same maxima found by a program of its own, with 400 bisections.
    for (counts, elo0, elo1, llr) in [
        ([10, 20, 40, 25, 12], 0.0, 20.0, 0.263_234_947_6),
        ([10, 20, 40, 25, 12], -5.0, 5.0, 0.415_314_637_9),
        ([1000, 2000, 4000, 2300, 1100], 0.0, 20.0, -9.291_437_582_7),
        ([0, 0, 0, 0, 5], 0.0, 20.0, 0.279_651_891_8),
        ([0, 0, 10, 0, 0], 0.0, 20.0, -0.585_434_221_0),
        ([3, 0, 0, 0, 0], -5.0, 5.0, -0.086_404_422_5),
    ] {
        assert_near(Pentanomial(counts).llr(elo0, elo1), llr, 1e-6);
    }
    // A hypothesis and its mirror image.
    let pairs = Pentanomial([1, 7, 30, 9, 4]);
    let mirrored = pairs.reversed().llr(20.0, 0.0);
    assert_near(pairs.llr(-20.0, 0.0), mirrored, 1e-9);
}

#[test]
fn a_few_pairs_decide_no_test_however_they_end() {
    let test = Sprt {
        elo0: 0.0,
        elo1: 20.0,
    };
    assert_eq!(test.status(Pentanomial::default()), SprtStatus::Continue);
    for place in 0..5 {
        for pairs in 1..=4 {
            let mut counts = [0; 5];
            counts[place] = pairs;
            let llr = test.llr(Pentanomial(counts));
            assert!(llr.abs() < 1.0, "{counts:?}: {llr}");
        }
    }
}

#[test]
fn a_test_ends_when_the_evidence_suffices() {
    let test = Sprt {
        elo0: 0.0,
        elo1: 20.0,
    };
    let status = |counts| test.status(Pentanomial(counts));
    assert_eq!(status([2, 9, 30, 8, 2]), SprtStatus::Continue);
    assert_eq!(status([80, 150, 300, 230, 120]), SprtStatus::AcceptH1);
    assert_eq!(status([120, 200, 300, 190, 110]), SprtStatus::AcceptH0);
}

/// How many of some tests accept the alternative hypothesis if this is the true distribution.
fn accepted(test: Sprt, shares: [f64; 5]) -> usize {
    let mut rng = Rng::new(11);
    let run = |_: &usize| run_test(test, shares, &mut rng) == SprtStatus::AcceptH1;
    (0..SIMULATED_TESTS).filter(run).count()
}

const SIMULATED_TESTS: usize = 300;

fn run_test(test: Sprt, shares: [f64; 5], rng: &mut Rng) -> SprtStatus {
    let mut counts = [0; 5];
    loop {
        counts[drawn(shares, rng)] += 1;
        match test.status(Pentanomial(counts)) {
            SprtStatus::Continue => {}
            decided => return decided,
        }
    }
}

#[test]
fn a_sequential_test_errs_no_more_often_than_it_says() {
    let test = Sprt {
        elo0: 0.0,
        elo1: 40.0,
    };
    for counts in [[10, 20, 40, 20, 10], [15, 0, 70, 0, 15], [0, 5, 60, 35, 0]] {
        let with_elo = |elo| {
            let distribution = Pentanomial(counts).regularized();
            distribution.with_mean(super::expected_score(elo)).shares
        };
        // 5 % are 15 of them; twice as many would be chance once in a thousand times.
        let wrongly = accepted(test, with_elo(test.elo0));
        assert!(wrongly <= 27, "{counts:?}: {wrongly}");
        let rightly = accepted(test, with_elo(test.elo1));
        assert!(rightly >= SIMULATED_TESTS - 27, "{counts:?}: {rightly}");
    }
}

#[test]
fn views_of_both_players_agree() {
    let mut pairs = Pentanomial::default();
    pairs.add([Points::Win, Points::Draw]);
    pairs.add([Points::Loss, Points::Loss]);
    assert_eq!(pairs, Pentanomial([1, 0, 0, 1, 0]));
    assert_eq!(pairs.reversed(), Pentanomial([0, 1, 0, 0, 1]));
    assert_eq!(pairs.score() + pairs.reversed().score(), 1.0);
    let mut tally = Tally::default();
    for points in [Points::Win, Points::Draw, Points::Loss, Points::Loss] {
        tally.add(points);
        assert_eq!(points.value() + points.reversed().value(), 1.0);
    }
    assert_eq!(tally.points(), 1.5);
    assert_eq!(tally.reversed().points(), 2.5);
}
