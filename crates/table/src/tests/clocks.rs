//! Clocks and time controls.

use super::*;
use crate::Controller;
use quintain_rules::message::english;

#[test]
fn clocks_run_once_both_have_moved() {
    let mut table = duel(|setup| {
        setup.time_control = TimeControl::Clock {
            base_ms: 60_000,
            increment_ms: 2_000,
        };
    });
    let left = |table: &Table, side, now| {
        table
            .clocks()
            .map(|c: &Clocks| c.remaining_ms(side, Timestamp(now)))
    };
    act(&mut table, First, &mv("(2,3)"), 50_000).expect("legal");
    assert_eq!(table.flag_at(), None);
    act(&mut table, Second, &mv("(4,3)"), 90_000).expect("legal");
    assert_eq!(left(&table, First, 90_000), Some(60_000));
    assert_eq!(table.flag_at(), Some((First, Timestamp(150_000))));
    act(&mut table, First, &mv("(1,5)"), 100_000).expect("legal");
    // Ten seconds used, two added; now the opponent's clock runs.
    assert_eq!(left(&table, First, 140_000), Some(52_000));
    assert_eq!(left(&table, Second, 140_000), Some(20_000));
    assert_eq!(table.check_flag(Timestamp(159_999)), None);
    let late = table.decide(Second, &mv("(3,5)"), Timestamp(160_000));
    let side = table.info().side_name(Second);
    assert_eq!(late, Err(ActionError::OutOfTime { side }));
    let flag = table
        .check_flag(Timestamp(160_000))
        .expect("the flag falls");
    table.apply(flag).expect("decided");
    assert_eq!(
        english(&table.result()),
        "Player 2 ran out of time. Player 1 wins."
    );
    assert_eq!(table.view().moves, []);
    assert_eq!(table.flag_at(), None);
}

#[test]
fn a_pause_is_not_charged() {
    let mut table = duel(|setup| {
        setup.time_control = "1m".parse().expect("a time control");
    });
    play(&mut table, &["(2,3)", "(4,3)"]);
    let begun = table.changed_at();
    // Ten seconds of thought, an hour's outage, ten seconds of thought.
    let (from, to) = (begun.plus_ms(10_000), begun.plus_ms(3_610_000));
    table.apply(table.pause(from, to)).expect("decided");
    assert_eq!(table.check_flag(to), None);
    let clocks = table.clocks().expect("there are clocks");
    assert_eq!(clocks.remaining_ms(First, to.plus_ms(10_000)), 40_000);
    assert_eq!(table.flag_at(), Some((First, to.plus_ms(50_000))));
}

#[test]
fn days_are_for_each_move() {
    const DAY: u64 = 86_400_000;
    let mut table = duel(|setup| setup.time_control = TimeControl::Correspondence { days: 2 });
    play(&mut table, &["(2,3)", "(4,3)"]);
    let now = table.changed_at().plus_ms(DAY + DAY / 2);
    act(&mut table, First, &mv("(1,5)"), now.0).expect("in time");
    let clocks = table.clocks().expect("there are clocks");
    assert_eq!(clocks.remaining_ms(First, now), 2 * DAY);
    assert_eq!(table.flag_at(), Some((Second, now.plus_ms(2 * DAY))));
}

#[test]
fn time_controls_and_players_parse_what_they_print() {
    for text in ["5m+3s", "90s", "1h", "3d", "none", "1500ms", "0s+2s"] {
        let control: TimeControl = text.parse().expect(text);
        assert_eq!(control.to_string(), text);
    }
    assert_eq!("1m30s".parse(), "90s".parse::<TimeControl>());
    for text in [
        "", "5", "5x", "m", "0s", "0d", "400d", "-1s", "5m+", "99h", "1e9s", "5m3",
    ] {
        assert!(text.parse::<TimeControl>().is_err(), "{text}");
    }
    for text in ["human", "engine:3", "ugi:my engine --fast"] {
        let controller: Controller = text.parse().expect(text);
        assert_eq!(controller.to_string(), text);
    }
    for text in [
        "", "robot", "engine:", "engine:0", "engine:9", "ugi:", "ugi: ",
    ] {
        assert!(text.parse::<Controller>().is_err(), "{text}");
    }
}

#[test]
fn each_step_keeps_its_time_and_the_movers_clock() {
    let mut table = duel(|setup| {
        setup.time_control = "1m+2s".parse().expect("a time control");
    });
    for (second, (side, text)) in [(First, "(2,3)"), (Second, "(4,3)"), (First, "(1,5)")]
        .into_iter()
        .enumerate()
    {
        act(&mut table, side, &mv(text), 10_000 * (second as u64 + 1)).expect("legal");
    }
    let times = |table: &Table| -> Vec<(u64, Option<u64>)> {
        let steps = table.steps().iter();
        steps
            .map(|played| (played.at.0, played.remaining_ms))
            .collect()
    };
    let all = [
        (10_000, Some(60_000)),
        (20_000, Some(60_000)),
        (30_000, Some(52_000)),
    ];
    assert_eq!(times(&table), all);
    act(&mut table, First, &Action::Takeback, 40_000).expect("free");
    assert_eq!(times(&table), all[..2]);
}

#[test]
fn the_time_controls_offered_can_be_typed() {
    for control in TimeControl::OFFERED {
        assert_eq!(control.to_string().parse(), Ok(control));
    }
}
