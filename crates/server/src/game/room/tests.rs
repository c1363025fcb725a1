//! A room by itself: what it does first, what counts on the clock, and what looking costs.

use super::engine::found_move;
use super::engine::tests::waiting_turn;
use super::{Room, RoomCommand, mailbox};
use crate::app::App;
use crate::auth::CurrentUser;
use crate::config::Config;
use crate::engine::{
    EnginePool, Requester, Task, TaskHandle, TaskKind, TaskState, ThreadEngines, Turn,
};
use crate::game::{Actor, Creator, GameError};
use crate::store::{Database, UserRow};
use crate::ws::ClientSender;
use futures_util::FutureExt as _;
use quintain_api::protocol::{Action, ActionRequest, CreateGameRequest};
use quintain_engine::EngineRegistry;
use quintain_table::Timestamp;
use serde_json::{Value, json};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use tempfile::TempDir;
use tokio::sync::oneshot;

const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));

/// A server without a socket.
async fn app(dir: &TempDir) -> App {
    let config = Config {
        database: Database::File(dir.path().join("test.db")),
        engine_threads: Some(1),
        ..Config::default()
    };
    let store = config.database.open(None).await.expect("a database");
    let app = App::start(EngineRegistry::standard(), store, config).await;
    app.expect("it starts")
}

/// A new game of a guest, and a room for it that is not running.
async fn room(app: &App, create: Value) -> (Room, UserRow) {
    let user = CurrentUser::new_guest().user;
    let create: CreateGameRequest = serde_json::from_value(create).expect("a request");
    let creator = Creator {
        user: user.clone(),
        is_bot: false,
        network: ADDRESS,
        address_tag: String::new(),
    };
    let made = app.lobby().create(&creator, &create).await;
    let id = made.expect("a game").id;
    let live = app.rooms().load(&id).await.expect("it is stored");
    let news = app.rooms().bus().game_news(&id).await;
    (Room::new(app.rooms().clone(), live, None, news), user)
}

fn local(clock: &Value) -> Value {
    json!({ "game": "knights-duel", "opponent": { "kind": "local" }, "time_control": clock })
}

fn actor(user: &UserRow, arrived_at: Timestamp) -> Actor {
    Actor {
        user: user.clone(),
        is_bot: false,
        network: ADDRESS,
        arrived_at,
    }
}

fn request(action: Action) -> ActionRequest {
    ActionRequest {
        request_id: None,
        side: None,
        action,
    }
}

/// The legal move with this number.
fn legal(room: &Room, number: usize) -> ActionRequest {
    let moves = room.live.table().expect("a running game").view().moves;
    request(Action::play(moves[number].text.clone()))
}

#[tokio::test]
async fn a_move_is_handled_before_a_thousand_spectators_who_came_earlier() {
    let dir = tempfile::tempdir().expect("a directory");
    let app = app(&dir).await;
    let (room, user) = room(&app, local(&json!({ "kind": "unlimited" }))).await;
    let (handle, mailbox) = mailbox();
    // They look before the player moves, and the room has not served anyone yet.
    let seen = Arc::new(Mutex::new(Vec::new()));
    for _ in 0..1000 {
        let seen = Arc::clone(&seen);
        let look = move |live: &crate::game::game_state::LiveGame| {
            seen.lock().expect("not poisoned").push(live.seq());
        };
        let look = RoomCommand::Inspect(Box::new(look));
        assert!(handle.send(look).await.is_ok());
    }
    let (reply, done) = oneshot::channel();
    let act = RoomCommand::Act {
        request: legal(&room, 0),
        actor: actor(&user, Timestamp::now()),
        reply,
    };
    assert!(handle.send(act).await.is_ok());
    let running = tokio::spawn(room.run(mailbox));
    assert_eq!(done.await.expect("a reply").expect("legal"), 1);
    // Whoever has acted does not wait for them either, and the last one who looks is served last.
    let snapshot = |has_acted| {
        let (reply, taken) = oneshot::channel();
        let user = user.id.clone();
        let command = RoomCommand::Snapshot {
            user,
            has_acted,
            reply,
        };
        (command, taken)
    };
    let ((last, last_taken), (own, own_taken)) = (snapshot(false), snapshot(true));
    assert!(handle.send(last).await.is_ok());
    assert!(!own.is_look() && handle.send(own).await.is_ok());
    for taken in [own_taken, last_taken] {
        assert_eq!(taken.await.expect("a reply").expect("a snapshot").seq, 1);
    }
    drop(handle);
    running.await.expect("it ends when nobody can reach it");
    let seen = seen.lock().expect("not poisoned");
    assert_eq!(seen.len(), 1000);
    assert!(seen.iter().all(|&seq| seq == 1), "all of them see the move");
}

#[tokio::test]
async fn the_time_of_a_move_is_that_of_its_arrival_and_not_of_its_turn() {
    let dir = tempfile::tempdir().expect("a directory");
    let app = app(&dir).await;
    let clock = json!({ "kind": "clock", "base_ms": 60_000, "increment_ms": 0 });
    let (mut room, user) = room(&app, local(&clock)).await;
    let start = Timestamp::now();
    // The moments are made up: when each of these is handled has nothing to do with them.
    for arrived_ms in [1_000, 2_000, 12_000, 71_999] {
        let arrived_at = start.plus_ms(arrived_ms);
        let play = legal(&room, 0);
        let played = room.act(&actor(&user, arrived_at), &play).await;
        assert!(played.is_ok(), "{arrived_ms}: {:?}", played.err());
        let last = room.live.events().last().expect("an event");
        assert_eq!(last.entry.at, arrived_at);
    }
    let remaining = |room: &Room| {
        let steps = room.live.table().expect("running").steps().iter();
        let remaining: Vec<_> = steps.filter_map(|played| played.remaining_ms).collect();
        remaining
    };
    assert_eq!(remaining(&room), [60_000, 60_000, 50_000, 1]);
    // The first side has 50 seconds left, and has used them when this arrives.
    let play = legal(&room, 0);
    let late = actor(&user, start.plus_ms(71_999 + 50_000));
    let refused = room.act(&late, &play).await;
    assert!(matches!(refused, Err(GameError::Action(_))));
    let outcome = room.live.table().expect("a table").outcome();
    assert_eq!(
        outcome.map(|outcome| outcome.reason),
        Some(quintain_table::EndReason::Time)
    );
}

#[tokio::test]
async fn coming_back_to_a_long_game_replays_nothing() {
    let dir = tempfile::tempdir().expect("a directory");
    let app = app(&dir).await;
    let (mut room, user) = room(&app, local(&json!({ "kind": "unlimited" }))).await;
    let now = Timestamp::now();
    for round in 0..8 {
        let play = legal(&room, round % 2);
        room.act(&actor(&user, now), &play).await.expect("legal");
        let mover = room.live.table().expect("a table").turn();
        let back = ActionRequest {
            side: mover.map(|side| !side),
            ..request(Action::Takeback)
        };
        room.act(&actor(&user, now), &back).await.expect("free");
    }
    let computed = |room: &Room| room.live.table().expect("a table").computed_steps();
    let before = computed(&room);
    for after in [None, Some(1), Some(10), Some(15), Some(16), Some(99)] {
        let (client, mut receiver) = ClientSender::new(app.queued().share(ADDRESS));
        room.watch(client, "someone".to_owned(), after);
        assert!(receiver.len() > 0, "{after:?} is answered");
        let first = receiver.next().await.expect("a message");
        let first: Value = serde_json::from_str(&first.text).expect("JSON");
        match after {
            Some(15) => assert_eq!(first["update"]["seq"], 16),
            Some(16) => assert_eq!(first["type"], "presence"),
            None | Some(99) => assert_eq!(first["snapshot"]["seq"], 16),
            _ => {}
        }
    }
    assert_eq!(computed(&room), before);
    // Opening it again plays each step once.
    let again = app.rooms().load(&room.id).await.expect("it is stored");
    assert_eq!(again.table().expect("a table").computed_steps(), 8);
}

#[tokio::test]
async fn a_snapshot_is_encoded_once_for_all_spectators() {
    let dir = tempfile::tempdir().expect("a directory");
    let app = app(&dir).await;
    let (mut room, user) = room(&app, local(&json!({ "kind": "unlimited" }))).await;
    let mut receivers = Vec::new();
    let mut texts = Vec::new();
    for user in ["a", "b", "c", &user.id] {
        let (client, mut receiver) = ClientSender::new(app.queued().share(ADDRESS));
        room.watch(client, user.to_owned(), None);
        let outgoing = receiver.next().await.expect("a snapshot");
        texts.push(outgoing.text.clone());
        receivers.push(receiver);
    }
    // The same bytes, not equal ones. The player sees more.
    let place = |text: &axum::extract::ws::Utf8Bytes| text.as_str().as_ptr();
    assert_eq!(place(&texts[0]), place(&texts[1]));
    assert_eq!(place(&texts[0]), place(&texts[2]));
    assert_ne!(texts[0], texts[3]);
    assert_eq!(room.snapshots.len(), 2);
    // What has happened since is in the next one.
    let play = legal(&room, 0);
    let acted = room.act(&actor(&user, Timestamp::now()), &play).await;
    acted.expect("legal");
    let (client, mut receiver) = ClientSender::new(app.queued().share(ADDRESS));
    room.watch(client, "d".to_owned(), None);
    let outgoing = receiver.next().await.expect("a snapshot");
    let snapshot: Value = serde_json::from_str(&outgoing.text).expect("JSON");
    assert_eq!(snapshot["snapshot"]["seq"], 1);
}

#[tokio::test]
async fn an_engine_that_keeps_failing_still_moves() {
    let dir = tempfile::tempdir().expect("a directory");
    let app = app(&dir).await;
    let create = json!({ "game": "sight", "opponent": { "kind": "engine", "level": 1 },
                         "side": "first" });
    let (mut room, user) = room(&app, create).await;
    let play = legal(&room, 0);
    let acted = room.act(&actor(&user, Timestamp::now()), &play).await;
    acted.expect("legal");
    // Its searches end without a move, as they do when they panic.
    room.engine_turn = Some(waiting_turn(1, 0));
    room.end_engine_turn(None).await;
    assert_eq!(room.live.seq(), 1, "it is asked again");
    assert!(room.engine_turn.is_some());
    room.engine_turn = Some(waiting_turn(1, 2));
    room.end_engine_turn(None).await;
    assert_eq!(room.live.seq(), 2, "it has moved");
}

/// Keeps an engine thread busy until it is released.
struct Block {
    started: Sender<()>,
    released: Receiver<()>,
}

impl Task for Block {
    fn run(&mut self, _: &Turn<'_>, _: &mut ThreadEngines) -> TaskState {
        self.started.send(()).ok();
        self.released.recv().ok();
        TaskState::Done
    }

    fn give_up(&mut self) {}
}

/// A task that waits for a thread, or keeps one until this is dropped.
struct Blocking {
    started: Receiver<()>,
    _release: Sender<()>,
    _task: TaskHandle,
}

/// Has a thread kept busy for someone; `None` if the queue is full.
fn block(pool: &EnginePool, user: &str, address: Option<IpAddr>) -> Option<Blocking> {
    let ((start, started), (release, released)) = (channel(), channel());
    let requester = Requester {
        user: user.to_owned(),
        address,
    };
    let block = Box::new(Block {
        started: start,
        released,
    });
    Some(Blocking {
        started,
        _release: release,
        _task: pool.submit(TaskKind::Move, &requester, block)?,
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_engines_moves_count_for_the_address_of_the_player() {
    let dir = tempfile::tempdir().expect("a directory");
    let app = app(&dir).await;
    let create = json!({ "game": "sight", "opponent": { "kind": "engine", "level": 1 },
                         "side": "first" });
    let (mut room, user) = room(&app, create).await;
    let pool = app.rooms().context().pool.clone();
    let elsewhere = Some(IpAddr::from([203, 0, 113, 9]));
    // One other guest at the same address is before this one, and someone elsewhere comes later.
    let first = block(&pool, "someone", elsewhere).expect("room");
    first.started.recv().expect("it runs");
    let second = block(&pool, "another", Some(ADDRESS)).expect("room");
    let play = legal(&room, 0);
    let acted = room.act(&actor(&user, Timestamp::now()), &play).await;
    acted.expect("legal");
    let third = block(&pool, "stranger", elsewhere).expect("room");
    assert_eq!(pool.queue_len(), 3);
    drop(first);
    second.started.recv().expect("it runs");
    drop(second);
    // The one elsewhere has the thread, and the move has not been thought about.
    third.started.recv().expect("it runs");
    let found = found_move(&mut room.engine_turn).now_or_never();
    assert!(
        found.is_none(),
        "the guests of an address have one turn together"
    );
    drop(third);
    let found = found_move(&mut room.engine_turn).await;
    assert!(found.is_some_and(|found| found.text.is_some()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_a_full_queue_refused_is_asked_about_again() {
    let dir = tempfile::tempdir().expect("a directory");
    let app = app(&dir).await;
    // Any room knows the pool.
    let (other, _) = room(&app, local(&json!({ "kind": "unlimited" }))).await;
    let pool = &other.context().pool;
    let mut blocks = Vec::new();
    while let Some(blocking) = block(pool, &format!("user-{}", blocks.len()), None) {
        blocks.push(blocking);
    }
    // The engine is to move first.
    let create = json!({ "game": "sight", "opponent": { "kind": "engine", "level": 1 },
                         "side": "second" });
    let (room, user) = room(&app, create).await;
    let refused = || app.metrics().render(app.gauges());
    while !refused().contains("quintain_engine_refused_total 2") {
        tokio::task::yield_now().await;
    }
    drop(blocks);
    let moved = async {
        loop {
            let snapshot = app.rooms().snapshot(&room.id, &user.id).await;
            if snapshot.expect("a game").seq == 1 {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    let minute = std::time::Duration::from_secs(60);
    tokio::time::timeout(minute, moved).await.expect("it moves");
}

#[tokio::test]
async fn one_address_cannot_fill_the_lane_in_which_games_are_loaded() {
    let dir = tempfile::tempdir().expect("a directory");
    let app = app(&dir).await;
    let (room, _) = room(&app, local(&json!({ "kind": "unlimited" }))).await;
    let places = &app.rooms().context().load_places;
    let (busy, other) = (ADDRESS, IpAddr::from([203, 0, 113, 9]));
    // Fill the share of one address, as many requests at the same time would.
    let mut taken = Vec::new();
    while let Ok(place) = places.share(busy).take(1) {
        taken.push(place);
    }
    let refused = app.rooms().for_visitor(busy).load(&room.id).await.err();
    assert!(matches!(refused, Some(GameError::RateLimited(_))));
    // Everyone else still gets their games, and so does the server itself.
    assert!(app.rooms().for_visitor(other).load(&room.id).await.is_ok());
    assert!(app.rooms().load(&room.id).await.is_ok());
    taken.pop();
    assert!(app.rooms().for_visitor(busy).load(&room.id).await.is_ok());
    assert_eq!(places.used(), taken.len(), "a place is given back");
}

#[tokio::test]
async fn replaying_games_and_writing_records_wait_for_a_place_of_their_own() {
    let dir = tempfile::tempdir().expect("a directory");
    let app = app(&dir).await;
    let (room, _) = room(&app, local(&json!({ "kind": "unlimited" }))).await;
    let (rooms, id) = (app.rooms().clone(), room.id.clone());
    let context = rooms.context();
    for lane in [&context.reads, &context.loads] {
        let places = lane.take_all().await;
        assert!(!places.is_empty());
        let record = {
            let (rooms, id) = (rooms.clone(), id.clone());
            tokio::spawn(async move { rooms.record(&id, None).await })
        };
        let load = {
            let (rooms, id) = (rooms.clone(), id.clone());
            tokio::spawn(async move { rooms.load(&id).await.map(drop) })
        };
        // With one thread for everything: whatever can be done without a place is done by now.
        for _ in 0..1000 {
            tokio::task::yield_now().await;
            tokio::time::sleep(std::time::Duration::from_micros(100)).await;
        }
        let is_read_lane = std::ptr::eq(lane, &raw const context.reads);
        assert_eq!(record.is_finished(), !is_read_lane);
        assert_eq!(load.is_finished(), is_read_lane);
        drop(places);
        assert!(record.await.expect("no panic").is_ok());
        assert!(load.await.expect("no panic").is_ok());
    }
}
