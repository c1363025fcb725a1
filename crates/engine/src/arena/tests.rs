use super::{Adjudicator, BALANCED, MatchGame, MatchRules, opening, play_game};
use crate::baseline::Baseline;
use crate::limits::{Clock, Limits};
use crate::player::{GameState, Player, PlayerError};
use crate::registry::EngineRegistry;
use quintain_rules::erased::AnyPosition;
use quintain_rules::record::{EndReason, Outcome};
use quintain_rules::{GameInfo, Side};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn adjudicator_of(id: &str) -> Box<dyn Adjudicator> {
    let registry = EngineRegistry::standard();
    registry.get(id).expect("a game").adjudicator()
}

fn parse(id: &str, text: &str) -> Box<dyn AnyPosition> {
    let registry = EngineRegistry::standard();
    let game = registry.get(id).expect("a game").game();
    game.parse(text).expect("a position")
}

/// Plays a game of two random players.
fn at_random(start: &dyn AnyPosition, adjudicate: bool) -> MatchGame {
    let id = start.info().id;
    let registry = EngineRegistry::standard();
    let factory = registry.get(id).expect("a game");
    let mut players = [1, 2].map(|seed| factory.baseline(Baseline::Random, seed));
    let [first, second] = &mut players;
    let mut adjudicator = factory.adjudicator();
    play_game(
        start,
        &[],
        [&mut **first, &mut **second],
        [Limits::default(); 2],
        &MatchRules::default(),
        adjudicate.then_some(&mut *adjudicator),
        7,
    )
}

#[test]
fn openings_are_balanced_varied_and_reproducible() {
    for factory in EngineRegistry::standard().iter() {
        let start = factory.game().start(None).expect("a default board");
        let name = start.info().id;
        let mut adjudicator = factory.adjudicator();
        let mut texts = Vec::new();
        for seed in 1..=3 {
            let steps = opening(&*start, 4, seed, &mut *adjudicator);
            assert_eq!(
                steps,
                opening(&*start, 4, seed, &mut *adjudicator),
                "{name}"
            );
            let mut position = start.boxed_clone();
            for step in &steps {
                position.play(step).expect("a legal step");
            }
            adjudicator.new_game();
            let probability = adjudicator.balance(&*position).expect("nobody has won");
            assert!(
                BALANCED.contains(&probability),
                "{name} after {steps:?}: {probability}"
            );
            texts.push(position.text());
        }
        texts.sort_unstable();
        texts.dedup();
        assert!(texts.len() > 1, "{name}: always {texts:?}");
    }
}

#[test]
fn without_a_balanced_opening_the_nearest_one_is_taken() {
    let start = parse("sight", ".../.../... O");
    let mut adjudicator = adjudicator_of("sight");
    // The end of every game on this board is seen from here.
    assert_eq!(opening(&*start, 2, 1, &mut *adjudicator).len(), 2);
    // No game is as long as this.
    assert_eq!(opening(&*start, 50, 1, &mut *adjudicator).len(), 0);
}

#[test]
fn a_game_ends_when_it_is_proved_who_wins() {
    // In both the side to move wins.
    for (id, position) in [
        ("animal-chess", "2L2/2g2/5/5/5/2l2 1 -"),
        ("sight", ".../.../... O"),
    ] {
        let start = parse(id, position);
        let ended = at_random(&*start, true);
        assert_eq!(ended.winner, Some(start.turn()), "{id}");
        assert_eq!(ended.record.steps().len(), 0, "{id}");
        assert_eq!(
            ended.record.result().and_then(Outcome::termination),
            Some(EndReason::Adjudication),
            "{id}"
        );
        assert!(ended.fault.is_none(), "{id}");
        let played = at_random(&*start, false);
        assert!(!played.record.steps().is_empty(), "{id}");
    }
}

/// A player who resigns.
struct Resigning(&'static GameInfo);

impl Player for Resigning {
    fn info(&self) -> &'static GameInfo {
        self.0
    }

    fn new_game(&mut self) {}

    fn choose(
        &mut self,
        _: &GameState<'_>,
        limits: &Limits,
        _: &AtomicBool,
    ) -> Result<String, PlayerError> {
        let [own, other] = [limits.clock, limits.opponent_clock];
        let remaining = [own, other].map(|clock| clock.map(|clock| clock.remaining));
        assert_eq!(remaining, [Some(Duration::from_secs(60)); 2]);
        Err(PlayerError::Resigned)
    }
}

#[test]
fn a_player_who_resigns_loses_without_fault() {
    let start = parse("knights-duel", "3B/4/4/W3 w");
    let mut players = [Resigning(start.info()), Resigning(start.info())];
    let [first, second] = &mut players;
    let rules = MatchRules {
        clock: Some(Clock {
            remaining: Duration::from_secs(60),
            increment: Duration::ZERO,
        }),
        ..MatchRules::default()
    };
    let limits = [Limits::default(); 2];
    let game = play_game(&*start, &[], [first, second], limits, &rules, None, 1);
    assert_eq!(game.winner, Some(Side::Second));
    assert_eq!(game.fault, None);
    let outcome = game.record.result().expect("it is over");
    assert_eq!(outcome.reason, EndReason::Resignation);
}
