//! The services for every game, without a server.

use quintain_api::protocol::{
    AnalysisRequest, AnalysisUpdate, ComposeDraftRequest, ErrorCode, ParseDraftRequest,
    ParseRecordsRequest, PositionRequest, WriteRecordRequest,
};
use quintain_api::{Analysis, Progress, catalogue, drafts, positions, records, texts};
use quintain_engine::EngineRegistry;
use quintain_rules::erased::AnyPosition;
use quintain_rules::message::Language;
use quintain_rules::{Registry, Side};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn request(game: &str, steps: &[String], all: bool) -> PositionRequest {
    PositionRequest {
        game: game.to_owned(),
        size: None,
        start: None,
        steps: steps.to_vec(),
        all,
        from: 0,
    }
}

/// The first steps of a game: always the first one that is possible.
fn opening(games: &Registry, game: &str, plies: usize) -> Vec<String> {
    let mut position = games
        .get(game)
        .expect("a game")
        .start(None)
        .expect("a board");
    let mut steps = Vec::new();
    for _ in 0..plies {
        let Some(event) = position.events().into_iter().next() else {
            break;
        };
        position.play(&event.text).expect("possible");
        steps.push(event.text);
    }
    steps
}

#[test]
fn positions_can_be_played_through_to_the_first_error() {
    let games = Registry::standard();
    for entry in catalogue::list(&games).expect("games") {
        let mut steps = opening(&games, &entry.id, 4);
        let all = positions::play(&games, &request(&entry.id, &steps, true)).expect("played");
        assert_eq!(all.views.len(), steps.len() + 1, "{}", entry.id);
        assert_eq!(all.views[0].position, entry.view.position);
        let last = positions::play(&games, &request(&entry.id, &steps, false)).expect("played");
        assert_eq!(last.views.as_slice(), &all.views[steps.len()..]);
        assert_eq!(last.error, None);
        steps.push("nonsense".to_owned());
        steps.push("more nonsense".to_owned());
        let wrong = positions::play(&games, &request(&entry.id, &steps, false)).expect("played");
        assert_eq!(wrong.views, last.views);
        let error = wrong.error.expect("an error");
        assert_eq!(error.index as usize, steps.len() - 2, "{}", entry.id);
    }
}

/// Steps that go back and forth for as long as that is possible: each side undoes its last one.
fn shuffle(games: &Registry, game: &str, plies: usize) -> Vec<String> {
    let game = games.get(game).expect("a game");
    let mut positions = vec![game.start(None).expect("a board")];
    let mut steps: Vec<String> = Vec::new();
    while steps.len() < plies {
        // The pieces of the side to move, as they were before its last step.
        let own = |position: &dyn AnyPosition, side| {
            let pieces = position.view().pieces.into_iter();
            pieces
                .filter(|piece| piece.side == side)
                .map(|piece| piece.at)
                .collect::<Vec<_>>()
        };
        let position = positions.last().expect("a position").clone();
        let side = position.turn();
        let earlier = positions.len().checked_sub(3).map(|at| &positions[at]);
        let earlier = earlier.map(|position| own(&**position, side));
        let mut ways = position.events().into_iter().filter_map(|event| {
            let mut next = position.clone();
            next.play(&event.text).expect("possible");
            next.winner().is_none().then_some((event.text, next))
        });
        let back = |next: &dyn AnyPosition| Some(own(next, side)) == earlier;
        let ways: Vec<_> = ways.by_ref().collect();
        let way = ways.iter().find(|(_, next)| back(&**next)).or(ways.first());
        let Some((text, next)) = way else { break };
        steps.push(text.clone());
        positions.push(next.clone());
    }
    steps
}

#[test]
fn a_small_request_for_a_long_game_gets_an_answer_of_bounded_size() {
    let games = Registry::standard();
    let mut longest = 0;
    for entry in catalogue::list(&games).expect("games") {
        let steps = shuffle(&games, &entry.id, 400);
        // Once a game goes back and forth, it can do so for as long as a request allows.
        let steps: Vec<String> = match steps.len() {
            400 => steps.iter().chain(steps[200..].iter().cycle()),
            _ => steps.iter().chain(steps[..0].iter().cycle()),
        }
        .take(2000)
        .cloned()
        .collect();
        longest = longest.max(steps.len());
        let mut request = request(&entry.id, &steps, true);
        let (mut views, mut plies) = (Vec::new(), 0);
        while views.len() <= plies {
            request.from = u32::try_from(views.len()).expect("a small number");
            let response = positions::play(&games, &request).expect("played");
            let bytes = serde_json::to_string(&response).expect("JSON").len();
            assert!(bytes < 1_500_000, "{}: {bytes} bytes", entry.id);
            assert_eq!(response.error, None, "{}", entry.id);
            plies = response.steps.len();
            assert!(!response.views.is_empty());
            views.extend(response.views);
        }
        // Page by page, every position is there, and the last one can be played on.
        assert_eq!(views.len(), steps.len() + 1, "{}", entry.id);
        request.all = false;
        let last = positions::play(&games, &request).expect("played");
        assert_eq!(views.last(), last.views.last(), "{}", entry.id);
    }
    assert_eq!(longest, 2000, "no game goes back and forth");
}

#[test]
fn a_draft_of_a_position_composes_to_the_same_position() {
    let games = Registry::standard();
    for entry in catalogue::list(&games).expect("games") {
        let parse = ParseDraftRequest {
            game: entry.id.clone(),
            size: None,
            position: None,
        };
        let parsed = drafts::parse(&games, &parse).expect("a draft");
        let compose = ComposeDraftRequest {
            game: entry.id,
            draft: parsed.draft,
        };
        let composed = drafts::compose(&games, &compose).expect("a position");
        assert_eq!(composed.text, entry.view.position);
        assert_eq!((composed.error, composed.status), (None, entry.view.status));
    }
}

#[test]
fn a_record_parses_to_the_steps_it_was_written_from() {
    let games = Registry::standard();
    for game in games.iter() {
        let id = game.info().id;
        let mut write = WriteRecordRequest {
            game: id.to_owned(),
            size: None,
            start: None,
            steps: opening(&games, id, 4),
            headers: Vec::new(),
            format: None,
        };
        let text = records::write(&games, &write).expect("a record").text;
        let parse = ParseRecordsRequest { text, format: None };
        let parsed = records::parse(&games, &parse).expect("a record");
        assert_eq!(parsed.records[0].steps, write.steps, "{id}");
        assert_eq!(parsed.records[0].text, parse.text, "{id}");
        write.format = Some("nonsense".to_owned());
        let error = records::write(&games, &write).expect_err("no such format");
        assert_eq!(error.code(), ErrorCode::BadRequest);
        assert!(error.to_string().contains("\"nonsense\""), "{error}");
    }
}

#[test]
fn an_analysis_runs_in_slices_from_the_last_position_to_the_first() {
    let engines = EngineRegistry::standard();
    for game in engines.registry().iter() {
        let id = game.info().id;
        let steps = opening(engines.registry(), id, 2);
        let request = AnalysisRequest {
            position: request(id, &steps, true),
            lines: 2,
            depth: Some(2),
            time_ms: None,
        };
        let mut analysis = Analysis::new(&engines, "a".to_owned(), &request).expect("valid");
        let mut updates: Vec<AnalysisUpdate> = Vec::new();
        let stop = AtomicBool::new(false);
        let slice = Duration::from_millis(100);
        let mut engine = analysis.factory().engine();
        let mut report = |update| updates.push(update);
        while analysis.run(&mut *engine, slice, &stop, &mut report) == Progress::Unfinished {}
        let done: Vec<u32> = updates
            .iter()
            .filter(|update| update.position_done)
            .map(|update| update.ply)
            .collect();
        assert_eq!(done, [2, 1, 0], "{id}");
        assert!(updates.last().is_some_and(|update| update.analysis_done));
        for line in updates.iter().flat_map(|update| &update.lines) {
            assert!((0.0..=1.0).contains(&line.win_probability), "{id}");
            assert!(!line.path.is_empty(), "{id}");
        }
    }
}

/// The last update of every position of a game, in the order of the analysis.
fn analyse_all(game: &str, steps: &[String], lines: u8) -> Vec<AnalysisUpdate> {
    let engines = EngineRegistry::standard();
    let request = AnalysisRequest {
        position: request(game, steps, true),
        lines,
        depth: Some(4),
        time_ms: None,
    };
    let mut analysis = Analysis::new(&engines, "a".to_owned(), &request).expect("valid");
    let mut updates: Vec<AnalysisUpdate> = Vec::new();
    let stop = AtomicBool::new(false);
    let slice = Duration::from_secs(60);
    let mut engine = analysis.factory().engine();
    let mut report = |update| updates.push(update);
    while analysis.run(&mut *engine, slice, &stop, &mut report) == Progress::Unfinished {}
    updates.retain(|update| update.position_done);
    updates
}

#[test]
fn the_review_of_a_perfectly_played_game_is_a_flat_line() {
    // The second player mirrors every move, which wins.
    let steps = ["(2,3)", "(7,6)", "(3,5)", "(6,4)", "(5,6)", "(4,3)"].map(str::to_owned);
    for lines in [1, 3] {
        let updates = analyse_all("knights-duel", &steps, lines);
        assert_eq!(updates.len(), steps.len() + 1);
        for update in updates {
            let best = &update.lines[0];
            assert_eq!(best.win_probability, 0.0, "ply {}: {best:?}", update.ply);
            // The mirror argument says who wins, not when: that is proved all the same.
            let winner = best.proved.map(|proved| proved.winner);
            assert_eq!(winner, Some(Side::Second), "ply {}: {best:?}", update.ply);
        }
    }
}

#[test]
fn several_lines_of_an_analysis_do_not_contradict_the_proof() {
    let one = analyse_all("sight", &[], 1).remove(0);
    let three = analyse_all("sight", &[], 3).remove(0);
    assert_eq!(three.lines.len(), 3);
    for update in [&one, &three] {
        assert_eq!(update.lines[0].win_probability, 1.0, "{update:?}");
    }
    assert_eq!(one.lines[0].moves[0], three.lines[0].moves[0]);
}

#[test]
fn an_analysis_that_is_interrupted_is_neither_done_nor_lost() {
    let engines = EngineRegistry::standard();
    let request = AnalysisRequest {
        position: request("animal-chess", &[], false),
        lines: 1,
        depth: None,
        time_ms: Some(60_000),
    };
    let mut analysis = Analysis::new(&engines, "a".to_owned(), &request).expect("valid");
    let mut engine = analysis.factory().engine();
    let mut updates: Vec<AnalysisUpdate> = Vec::new();
    let minute = Duration::from_secs(60);
    // Someone else needs the thread at once, however little was found.
    let stop = AtomicBool::new(true);
    let progress = analysis.run(&mut *engine, minute, &stop, |update| updates.push(update));
    assert_eq!(progress, Progress::Unfinished);
    assert!(updates.iter().all(|update| !update.position_done));
    // It is ended from outside, and whoever waits for it learns that.
    analysis.finish(|update| updates.push(update));
    let last = updates.last().expect("an end");
    assert!(last.analysis_done && last.position_done);
    analysis.finish(|_| panic!("it has ended already"));
}

#[test]
fn an_analysis_of_many_positions_can_be_shortened() {
    let engines = EngineRegistry::standard();
    let steps = opening(engines.registry(), "animal-chess", 3);
    let request = AnalysisRequest {
        position: request("animal-chess", &steps, true),
        lines: 1,
        depth: None,
        time_ms: Some(60_000),
    };
    let mut analysis = Analysis::new(&engines, "a".to_owned(), &request).expect("valid");
    assert_eq!(analysis.time_requested(), Duration::from_secs(4 * 60));
    analysis.shorten(Duration::from_secs(8));
    assert_eq!(analysis.time_requested(), Duration::from_secs(8));
    analysis.shorten(Duration::from_secs(80));
    assert_eq!(analysis.time_requested(), Duration::from_secs(8));
}

#[test]
fn requests_that_ask_for_too_much_are_rejected() {
    let engines = EngineRegistry::standard();
    let mut request = AnalysisRequest {
        position: request("sight", &[], false),
        lines: 6,
        depth: None,
        time_ms: None,
    };
    let reject = |request: &AnalysisRequest| {
        let rejected = Analysis::new(&engines, String::new(), request).err();
        rejected.expect("rejected")
    };
    assert_eq!(
        reject(&request).to_string(),
        "lines must be between 1 and 5, not 6"
    );
    request.lines = 1;
    request.position.steps = vec!["nonsense".to_owned()];
    assert_eq!(reject(&request).code(), ErrorCode::Illegal);
    request.position.steps = vec!["c3".to_owned(); 2001];
    assert_eq!(reject(&request).code(), ErrorCode::BadRequest);
    request.position.game = "chess".to_owned();
    request.position.steps.clear();
    assert_eq!(reject(&request).code(), ErrorCode::NotFound);
}

#[test]
fn every_game_has_rules_and_texts_in_every_language() {
    let games = Registry::standard();
    for language in Language::all() {
        let catalogues = texts::catalogues(&games, language);
        for game in games.iter() {
            let id = game.info().id;
            assert!(catalogues.contains_key(id), "{id}");
            let rules = catalogue::rules(&games, id, language).expect("rules");
            assert!(rules.markdown.starts_with("# "), "{id}");
            let lessons = catalogue::lessons(&games, id, language).expect("lessons");
            assert_eq!(lessons.lessons.is_some(), !lessons.texts.is_empty(), "{id}");
        }
    }
}
