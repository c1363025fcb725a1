//! Several nodes on one database: real PostgreSQL, real NATS, real sockets.

mod faults;
mod outages;
mod refusals;

use crate::common::{Client, Socket, file_config, start_with, temp_dir};
use quintain_server::store::Database;
use quintain_server::{Config, RunningServer};
use quintain_test_services as services;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// A database and a bus that nodes share.
struct Cluster {
    dir: TempDir,
    database: services::Database,
    bus: services::Nats,
}

impl Cluster {
    fn new() -> Cluster {
        Cluster::on(services::Database::new())
    }

    fn on(database: services::Database) -> Cluster {
        Cluster {
            dir: temp_dir(),
            database,
            bus: services::Nats::start(),
        }
    }

    fn config(&self, node: &str) -> Config {
        node_config(&self.dir, self.database.url(), &self.bus.url(), node)
    }

    async fn node(&self, name: &str) -> RunningServer {
        start_with(self.config(name)).await
    }

    /// A node in a process of its own.
    fn process(&self, name: &str) -> NodeProcess {
        let program = std::env::current_exe().expect("this program");
        let mut child = Command::new(program)
            .args([
                "cluster::a_node_in_a_process_of_its_own",
                "--exact",
                "--nocapture",
            ])
            .env(NODE_VARIABLE, name)
            .env("QUINTAIN_TEST_NODE_DATABASE", self.database.url())
            .env("QUINTAIN_TEST_NODE_BUS", self.bus.url())
            .stdout(Stdio::piped())
            .stdin(Stdio::piped())
            .spawn()
            .expect("it runs");
        let output = child.stdout.take().expect("output");
        for line in BufReader::new(output).lines() {
            let line = line.expect("a line");
            if let Some((_, address)) = line.split_once("listening on ") {
                let address = address.parse().expect("an address");
                return NodeProcess { child, address };
            }
        }
        panic!("the node does not listen");
    }
}

fn node_config(dir: &TempDir, database: &str, bus: &str, node: &str) -> Config {
    Config {
        database: Database::Postgres(database.to_owned()),
        bus: Some(bus.parse().expect("a bus")),
        node_id: Some(node.parse().expect("a name")),
        ..file_config(dir)
    }
}

/// A node that can be killed.
struct NodeProcess {
    child: Child,
    address: SocketAddr,
}

impl NodeProcess {
    fn kill(&mut self) {
        self.child.kill().expect("it is killed");
        self.child.wait().expect("it ends");
    }
}

/// Names the node that this process is to be.
const NODE_VARIABLE: &str = "QUINTAIN_TEST_NODE";

/// Not a test by itself: other tests start this program with it, to have a process to kill.
#[tokio::test]
async fn a_node_in_a_process_of_its_own() {
    let Ok(name) = std::env::var(NODE_VARIABLE) else {
        return;
    };
    let setting = |name: &str| std::env::var(name).expect("a setting");
    let dir = temp_dir();
    let database = setting("QUINTAIN_TEST_NODE_DATABASE");
    let config = node_config(&dir, &database, &setting("QUINTAIN_TEST_NODE_BUS"), &name);
    let server = start_with(config).await;
    println!("listening on {}", server.address);
    // Until the one who wants it is gone.
    let ended = tokio::task::spawn_blocking(|| {
        let mut rest = Vec::new();
        std::io::stdin().read_to_end(&mut rest)
    });
    ended.await.expect("no panic").ok();
    std::process::exit(0);
}

/// The same person at another node.
fn at(client: &Client, address: SocketAddr) -> Client {
    Client {
        address,
        ..client.clone()
    }
}

/// A game with ten minutes each: made at one node, joined at another.
async fn game(first: &mut Client, second: &mut Client) -> String {
    let create = json!({ "game": "knights-duel", "opponent": { "kind": "friend" },
        "side": "first",
        "time_control": { "kind": "clock", "base_ms": 600_000, "increment_ms": 0 } });
    let made = first.create(&create).await;
    let id = made["id"].as_str().expect("an id").to_owned();
    let joined = second
        .post(&format!("/api/games/{id}/join"), &json!({}))
        .await;
    assert_eq!(joined.status, 200, "{joined:?}");
    id
}

/// What everyone must see alike of an update: its number, the step, the clocks, the result.
fn seen(update: &Value) -> [Value; 5] {
    [
        update["seq"].clone(),
        update["at"].clone(),
        update["event"]["step"]["text"].clone(),
        update["clocks"].clone(),
        update["outcome"]["winner"].clone(),
    ]
}

/// The next update, and the first legal move after it for whoever can move.
async fn update(socket: &mut Socket) -> (Value, Option<String>) {
    let update = socket.receive_type("update").await["update"].take();
    let text = update["view"]["moves"][0]["text"].as_str();
    let text = text.map(str::to_owned);
    (update, text)
}

/// Waits for a presence that satisfies a condition.
async fn presence(socket: &mut Socket, condition: impl Fn(&Value) -> bool) {
    loop {
        let message = socket.receive_type("presence").await;
        if condition(&message["presence"]) {
            return;
        }
    }
}

#[tokio::test]
async fn players_and_spectators_on_three_nodes_see_the_same_steps_in_the_same_order() {
    let cluster = Cluster::new();
    let (a, b) = (cluster.node("a").await, cluster.node("b").await);
    let c = cluster.node("c").await;
    let mut ada = Client::guest(a.address).await;
    let mut bob = Client::guest(b.address).await;
    let id = game(&mut ada, &mut bob).await;
    let carol = Client::guest(c.address).await;
    let mut players = [ada.socket().await, bob.socket().await];
    let mut spectator = carol.socket().await;
    let mut next = None;
    for socket in players.iter_mut().chain([&mut spectator]) {
        let snapshot = socket.watch(&id).await;
        assert_eq!(snapshot["summary"]["state"], "running", "{snapshot}");
        let text = snapshot["view"]["moves"][0]["text"].as_str();
        next = next.or(text.map(str::to_owned));
    }
    // Both players are there, and everyone knows.
    let all_here =
        |presence: &Value| presence["online"] == json!([true, true]) && presence["spectators"] == 1;
    for socket in players.iter_mut().chain([&mut spectator]) {
        presence(socket, all_here).await;
    }
    let mut histories: [Vec<[Value; 5]>; 3] = Default::default();
    for step in 0..20 {
        let text = next.take().expect("a legal move");
        let mover = &mut players[step % 2];
        let request = json!({ "type": "act", "request_id": step.to_string(), "game_id": id,
            "action": { "kind": "move", "text": text } });
        mover.send(&request).await;
        for (number, socket) in players.iter_mut().chain([&mut spectator]).enumerate() {
            let (update, text) = update(socket).await;
            histories[number].push(seen(&update));
            next = next.or(text);
        }
    }
    players[0]
        .send(&json!({ "type": "act", "request_id": "end", "game_id": id,
            "action": { "kind": "resign" } }))
        .await;
    for (number, socket) in players.iter_mut().chain([&mut spectator]).enumerate() {
        histories[number].push(seen(&update(socket).await.0));
    }
    let [first, second, third] = histories;
    assert_eq!(first.len(), 21);
    assert_eq!(first.last().map(|last| &last[4]), Some(&json!("second")));
    assert!(
        first == second && first == third,
        "{first:?}\n{second:?}\n{third:?}"
    );
    for (number, entry) in (1..).zip(&first) {
        assert_eq!(entry[0], json!(number));
    }
    let mut records = Vec::new();
    for node in [&a, &b, &c] {
        let record = at(&carol, node.address);
        records.push(
            { record }
                .get(&format!("/api/games/{id}/record"))
                .await
                .body,
        );
    }
    assert!(records.iter().all(|record| *record == records[0]));
    // The rematch is agreed on across nodes as well.
    let offer = json!({ "kind": "offer_rematch" });
    assert_eq!(ada.act(&id, offer.clone()).await.status, 200);
    let offered = players[1].receive_type("rematch").await;
    assert_eq!(offered["rematch"]["offered_by"], "first", "{offered}");
    assert_eq!(bob.act(&id, offer).await.status, 200);
    loop {
        let rematch = spectator.receive_type("rematch").await["rematch"].take();
        if rematch["game_id"].is_string() {
            break;
        }
    }
    for node in [a, b, c] {
        node.stop().await;
    }
}

#[tokio::test]
async fn an_offer_at_one_node_is_seen_and_taken_at_another() {
    let cluster = Cluster::new();
    let (a, b) = (cluster.node("a").await, cluster.node("b").await);
    let mut ada = Client::account(a.address, "Ada").await;
    let mut bob = Client::guest(b.address).await;
    let mut at_home = ada.socket().await;
    // Another tab of hers, at the other node.
    let on_the_go = at(&ada, b.address).socket().await;
    let mut lobby = bob.socket().await;
    lobby.send(&json!({ "type": "watch_lobby" })).await;
    let offer = json!({ "game": "sight", "opponent": { "kind": "anyone" },
        "time_control": { "kind": "clock", "base_ms": 300_000, "increment_ms": 0 } });
    let id = ada.create(&offer).await["id"].clone();
    loop {
        let seen = lobby.receive_type("lobby").await["lobby"].take();
        // Ada and Bob at the second node, Ada at the first.
        if seen["seeks"][0]["id"] == id && seen["users_online"] == 3 {
            break;
        }
    }
    assert_eq!(
        bob.get("/api/users/Ada").await.json()["online"],
        true,
        "she is known to be online at both nodes"
    );
    let profile = Client::guest(b.address).await.get("/api/users/Ada").await;
    assert_eq!(profile.json()["online"], true);
    drop(on_the_go.split());
    let mut on_the_go = at(&ada, b.address).socket().await;
    // The same offer from Bob is a match: the game begins, and all of Ada's tabs hear of it.
    let joined = bob.create(&offer).await;
    assert_eq!((&joined["id"], &joined["state"]), (&id, &json!("running")));
    for socket in [&mut at_home, &mut on_the_go] {
        let mine = socket.receive_type("my_game").await["summary"].take();
        assert_eq!((&mine["id"], &mine["state"]), (&id, &json!("running")));
    }
    a.stop().await;
    b.stop().await;
}

#[tokio::test]
async fn a_session_that_ends_at_one_node_ends_at_all() {
    let cluster = Cluster::new();
    let (a, b) = (cluster.node("a").await, cluster.node("b").await);
    let mut ada = Client::account(a.address, "Ada").await;
    let elsewhere = at(&ada, b.address);
    let token = ada.post("/api/me/tokens", &json!({ "label": "bot" })).await;
    let program = Client {
        address: b.address,
        cookie: None,
        token: token.json()["token"].as_str().map(str::to_owned),
    };
    let (mut page, mut bot) = (elsewhere.socket().await, program.socket().await);
    // Her second session, at the other node, goes on.
    let mut second = Client::guest(b.address).await;
    let body = json!({ "name": "Ada", "password": "correct horse" });
    assert_eq!(second.post("/api/me/login", &body).await.status, 200);
    let mut kept = second.socket().await;
    assert_eq!(ada.post("/api/me/logout", &json!({})).await.status, 204);
    assert_eq!(closed(&mut page).await, Some(4001));
    let change = json!({ "current_password": "correct horse",
        "new_password": "another horse" });
    let mut second_at_a = at(&second, a.address);
    let changed = second_at_a.post("/api/me/password", &change).await;
    assert_eq!(changed.status, 204, "{changed:?}");
    assert_eq!(closed(&mut bot).await, Some(4001));
    kept.send(&json!({ "type": "ping", "request_id": "1" }))
        .await;
    kept.receive_type("pong").await;
    a.stop().await;
    b.stop().await;
}

/// The code that a socket is closed with.
async fn closed(socket: &mut Socket) -> Option<u16> {
    loop {
        if let Err(code) = socket.receive_or_close().await {
            return code;
        }
    }
}

#[tokio::test]
async fn the_engine_moves_once_however_many_nodes_have_the_game() {
    let cluster = Cluster::new();
    let (a, b) = (cluster.node("a").await, cluster.node("b").await);
    let mut ada = Client::guest(a.address).await;
    let create = json!({ "game": "knights-duel", "side": "first",
        "opponent": { "kind": "engine", "level": 1 } });
    let made = ada.create(&create).await;
    let id = made["id"].as_str().expect("an id").to_owned();
    let mut player = ada.socket().await;
    let mut next = player.watch(&id).await["view"]["moves"][0]["text"]
        .as_str()
        .map(str::to_owned);
    let mut spectator = Client::guest(b.address).await.socket().await;
    spectator.watch(&id).await;
    for _ in 0..4 {
        let Some(text) = next.take() else { break };
        let request = json!({ "type": "act", "request_id": text, "game_id": id,
            "action": { "kind": "move", "text": text } });
        player.send(&request).await;
        // Hers, and the engine's.
        for _ in 0..2 {
            let (here, text) = update(&mut player).await;
            let (there, _) = update(&mut spectator).await;
            assert_eq!(seen(&here), seen(&there));
            next = text;
            if here["outcome"].is_object() {
                break;
            }
        }
    }
    let seq = |snapshot: Value| snapshot["seq"].as_u64();
    let path = format!("/api/games/{id}");
    let here = seq(ada.get(&path).await.json());
    let there = seq(at(&ada, b.address).get(&path).await.json());
    assert_eq!(here, there);
    assert_eq!(here, Some(8));
    a.stop().await;
    b.stop().await;
}
