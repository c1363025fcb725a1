use super::adjudicator::BALANCED;
use super::{
    Adjudicator, Effort, Ending, GameSetup, MatchGame, MatchRules, Opening, play_game,
    random_opening,
};
use crate::baseline::Baseline;
use crate::host::{Host, SystemHost};
use crate::limits::{Clock, Limits};
use crate::player::{GameState, Player, PlayerError};
use crate::registry::EngineRegistry;
use quintain_rules::erased::AnyPosition;
use quintain_rules::record::{EndReason, Outcome};
use quintain_rules::{GameInfo, Side};
use std::sync::Mutex;
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

/// A game without limits of its own.
fn setup<'a>(opening: &'a Opening, rules: &'a MatchRules, host: &'a dyn Host) -> GameSetup<'a> {
    GameSetup {
        opening,
        limits: [Limits::default(); 2],
        rules,
        secret_seed: 7,
        seeds: [1, 2],
        host,
    }
}

/// Plays a game of two random players.
fn at_random(start: &dyn AnyPosition, adjudicate: bool) -> MatchGame {
    let id = start.info().id;
    let registry = EngineRegistry::standard();
    let factory = registry.get(id).expect("a game");
    let mut players = [1, 2].map(|seed| factory.baseline(Baseline::Random, seed));
    let [first, second] = &mut players;
    let mut adjudicator = factory.adjudicator();
    let opening = Opening::new(start.boxed_clone());
    let rules = MatchRules::default();
    play_game(
        &setup(&opening, &rules, &SystemHost),
        [&mut **first, &mut **second],
        adjudicate.then_some(&mut *adjudicator),
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
            let opening = random_opening(&*start, 4, seed, &mut *adjudicator);
            let (steps, position) = (opening.steps(), opening.end());
            let again = random_opening(&*start, 4, seed, &mut *adjudicator);
            assert_eq!(steps, again.steps(), "{name}");
            adjudicator.new_game();
            let probability = adjudicator.balance(position).expect("nobody has won");
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
    let mut plies = |wanted| {
        random_opening(&*start, wanted, 1, &mut *adjudicator)
            .steps()
            .len()
    };
    assert_eq!(plies(2), 2);
    // No game is as long as this.
    assert_eq!(plies(50), 0);
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

/// A host whose clock moves only when a player uses time.
#[derive(Default)]
struct TestHost(Mutex<Duration>);

impl Host for TestHost {
    fn now(&self) -> Duration {
        *self.0.lock().expect("no panic")
    }
}

/// What a scripted player does when it is asked for a move: it takes some milliseconds, and then
/// plays the first legal move unless it is to answer something else.
struct Scripted<'a> {
    info: &'static GameInfo,
    host: &'a TestHost,
    turns: Vec<(u64, Option<Result<&'static str, PlayerError>>)>,
    /// The limits it was given.
    seen: Vec<Limits>,
}

impl<'a> Scripted<'a> {
    fn new(info: &'static GameInfo, host: &'a TestHost) -> Self {
        Scripted {
            info,
            host,
            turns: Vec::new(),
            seen: Vec::new(),
        }
    }

    fn takes(mut self, milliseconds: &[u64]) -> Self {
        self.turns = milliseconds.iter().map(|&time| (time, None)).collect();
        self
    }

    fn answers(mut self, answer: Result<&'static str, PlayerError>) -> Self {
        self.turns = vec![(0, Some(answer))];
        self
    }
}

impl Player for Scripted<'_> {
    fn info(&self) -> &'static GameInfo {
        self.info
    }

    fn new_game(&mut self, _: u64) {}

    fn choose(
        &mut self,
        state: &GameState<'_>,
        limits: &Limits,
        _: &AtomicBool,
    ) -> Result<String, PlayerError> {
        let turn = self.turns.get(self.seen.len()).cloned();
        self.seen.push(*limits);
        let (time, answer) = turn.unwrap_or((0, None));
        *self.host.0.lock().expect("no panic") += Duration::from_millis(time);
        match answer {
            Some(answer) => answer.map(str::to_owned),
            None => Ok(state.position.moves().swap_remove(0)),
        }
    }
}

/// Plays a game of two scripted players.
fn scripted(
    start: &dyn AnyPosition,
    players: [&mut Scripted<'_>; 2],
    limits: [Limits; 2],
    rules: &MatchRules,
) -> MatchGame {
    let [first, second] = players;
    let host = first.host;
    let opening = Opening::new(start.boxed_clone());
    let setup = GameSetup {
        limits,
        ..setup(&opening, rules, host)
    };
    play_game(&setup, [first, second], None)
}

#[test]
fn a_player_who_resigns_loses_without_fault() {
    let start = parse("knights-duel", "3B/4/4/W3 w");
    let host = TestHost::default();
    let mut first = Scripted::new(start.info(), &host).answers(Err(PlayerError::Resigned));
    let mut second = Scripted::new(start.info(), &host);
    let rules = MatchRules {
        clock: Some(Clock {
            remaining: Duration::from_secs(60),
            increment: Duration::ZERO,
        }),
        ..MatchRules::default()
    };
    let limits = [Limits::default(); 2];
    let game = scripted(&*start, [&mut first, &mut second], limits, &rules);
    assert_eq!(game.winner, Some(Side::Second));
    assert_eq!((game.ending, game.fault), (Ending::Resignation, None));
    let outcome = game.record.result().expect("it is over");
    assert_eq!(outcome.reason, EndReason::Resignation);
    let [own, other] = [first.seen[0].clock, first.seen[0].opponent_clock];
    let remaining = [own, other].map(|clock| clock.map(|clock| clock.remaining));
    assert_eq!(remaining, [Some(Duration::from_secs(60)); 2]);
}

#[test]
fn a_move_that_takes_longer_than_its_time_and_the_margin_loses_on_time() {
    let start = parse("sight", "...../...../...../...../..... O");
    let rules = MatchRules {
        time_margin: Duration::from_millis(20),
        ..MatchRules::default()
    };
    let limits = Limits {
        move_time: Some(Duration::from_millis(100)),
        ..Limits::default()
    };
    for (time, ending) in [(120, Ending::Rules), (121, Ending::Time)] {
        let host = TestHost::default();
        let mut first = Scripted::new(start.info(), &host);
        let mut second = Scripted::new(start.info(), &host).takes(&[99, time]);
        let game = scripted(&*start, [&mut first, &mut second], [limits; 2], &rules);
        assert_eq!(game.ending, ending, "{time} ms");
        if ending == Ending::Time {
            let (used_ms, allowed_ms) = (time, 100);
            let fault = PlayerError::OutOfTime {
                used_ms,
                allowed_ms,
            };
            assert_eq!(game.fault, Some(fault));
            assert_eq!(game.winner, Some(Side::First));
            assert_eq!(game.record.steps().len(), 3, "the late move is not played");
            let outcome = game.record.result().expect("it is over");
            assert_eq!(outcome.reason, EndReason::Time);
        }
    }
}

#[test]
fn a_clock_runs_down_over_the_whole_game() {
    let start = parse("sight", "...../...../...../...../..... O");
    let rules = MatchRules {
        clock: Some(Clock {
            remaining: Duration::from_millis(1000),
            increment: Duration::from_millis(10),
        }),
        time_margin: Duration::from_millis(5),
        ..MatchRules::default()
    };
    let host = TestHost::default();
    let mut first = Scripted::new(start.info(), &host).takes(&[400, 400, 225, 1000]);
    let mut second = Scripted::new(start.info(), &host);
    let limits = [Limits::default(); 2];
    let game = scripted(&*start, [&mut first, &mut second], limits, &rules);
    let clock = |limits: &Limits| limits.clock.map(|clock| clock.remaining.as_millis());
    let clocks: Vec<_> = first.seen.iter().map(clock).collect();
    // 5 ms too late is within the margin, but leaves nothing but the increment.
    assert_eq!(clocks, [Some(1000), Some(610), Some(220), Some(10)]);
    assert_eq!(game.ending, Ending::Time);
    assert_eq!(clock(&second.seen[1]), Some(1010));
}

#[test]
fn faults_end_games_and_are_named() {
    let start = parse("knights-duel", "3B/4/4/W3 w");
    let exited = PlayerError::Exited { status: "3".into() };
    let reason = "what?".to_owned();
    for (answer, ending) in [
        (Ok("(9,9)"), Ending::IllegalMove),
        (Ok("hello"), Ending::IllegalMove),
        (Err(exited), Ending::Crash),
        (Err(PlayerError::NoMove), Ending::Protocol),
        (Err(PlayerError::Reported { reason }), Ending::Protocol),
    ] {
        let host = TestHost::default();
        let mut first = Scripted::new(start.info(), &host);
        let mut second = Scripted::new(start.info(), &host).answers(answer);
        let (rules, limits) = (MatchRules::default(), [Limits::default(); 2]);
        let game = scripted(&*start, [&mut first, &mut second], limits, &rules);
        assert_eq!(game.ending, ending);
        assert_eq!(game.winner, Some(Side::First));
        assert!(game.fault.is_some() && ending.is_fault());
        assert_eq!(game.record.steps().len(), 1);
        assert_eq!(Ending::from_word(ending.as_str()), Some(ending));
    }
}

/// A player who moves to and fro.
struct Shuffling(&'static GameInfo, [&'static str; 4]);

impl Player for Shuffling {
    fn info(&self) -> &'static GameInfo {
        self.0
    }

    fn new_game(&mut self, _: u64) {}

    fn choose(
        &mut self,
        state: &GameState<'_>,
        _: &Limits,
        _: &AtomicBool,
    ) -> Result<String, PlayerError> {
        Ok(self.1[state.steps.len() % 4].to_owned())
    }
}

#[test]
fn draws_by_repetition_and_by_length_follow_the_rules_of_the_match() {
    let start = parse("animal-chess", "2L2/5/5/5/5/2l2 0 -");
    let moves = ["02-12", "52-42", "12-02", "42-52"];
    let play = |max_repetitions, max_plies| {
        let rules = MatchRules {
            max_repetitions,
            max_plies,
            ..MatchRules::default()
        };
        let opening = Opening::new(start.boxed_clone());
        let mut players = [0, 1].map(|_| Shuffling(start.info(), moves));
        let [first, second] = &mut players;
        let setup = setup(&opening, &rules, &SystemHost);
        let game = play_game(&setup, [first, second], None);
        assert_eq!(game.winner, None, "{:?}", game.fault);
        (game.ending, game.record.steps().len())
    };
    assert_eq!(play(3, 400), (Ending::Repetition, 8));
    assert_eq!(play(5, 400), (Ending::Repetition, 16));
    assert_eq!(play(3, 7), (Ending::Length, 7));
}

/// An adjudicator that remembers what it has said last.
struct Remembering(Box<dyn Adjudicator>, Option<f64>);

impl Adjudicator for Remembering {
    fn new_game(&mut self) {
        self.0.new_game();
    }

    fn set_effort(&mut self, effort: Effort) {
        self.0.set_effort(effort);
    }

    fn proven_winner(&mut self, position: &dyn AnyPosition, history: &[u64]) -> Option<Side> {
        self.0.proven_winner(position, history)
    }

    fn balance(&mut self, position: &dyn AnyPosition) -> Option<f64> {
        self.1 = self.0.balance(position);
        self.1
    }
}

#[test]
fn a_quick_look_at_openings_is_enough_for_quick_players() {
    let start = parse("sight", "...../...../...../...../..... O");
    let mut adjudicator = Remembering(adjudicator_of("sight"), None);
    adjudicator.set_effort(Effort::Quick);
    let opening = random_opening(&*start, 4, 1, &mut adjudicator);
    assert_eq!(opening.steps().len(), 4);
    assert!(adjudicator.1.is_some_and(|it| BALANCED.contains(&it)));
}
