//! Games over real sockets.

use crate::common::{Client, Socket, start, temp_dir};
use serde_json::{Value, json};

pub(crate) fn by_link(game: &str) -> Value {
    json!({ "game": game, "opponent": { "kind": "friend" }, "side": "first" })
}

/// A new game, and two players with sockets that watch it.
pub(crate) async fn seated(
    address: std::net::SocketAddr,
    create: &Value,
) -> (String, [Socket; 2], [Client; 2]) {
    let mut first = Client::guest(address).await;
    let mut second = Client::guest(address).await;
    let id = first.create(create).await["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let joined = second
        .post(&format!("/api/games/{id}/join"), &json!({}))
        .await;
    assert_eq!(joined.status, 200, "{joined:?}");
    let mut sockets = [first.socket().await, second.socket().await];
    for socket in &mut sockets {
        socket.watch(&id).await;
    }
    (id, sockets, [first, second])
}

#[tokio::test]
async fn two_players_finish_a_game_over_sockets() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut create = by_link("sight");
    create["size"] = json!(3);
    let (id, mut sockets, _) = seated(server.address, &create).await;
    let mut view = sockets[0].watch(&id).await["view"].take();
    let mut turn = 0;
    let mut plies = 0;
    loop {
        let text = view["moves"][0]["text"]
            .as_str()
            .expect("a move")
            .to_owned();
        let done = sockets[turn]
            .act(
                &id,
                &format!("m{plies}"),
                json!({ "kind": "move", "text": text, "ply": plies }),
            )
            .await;
        assert_eq!(done["type"], "ack", "{done}");
        plies += 1;
        assert_eq!(done["seq"], plies);
        let update = sockets[1 - turn].receive_type("update").await["update"].take();
        assert_eq!(update["seq"], plies);
        assert_eq!(update["event"]["step"]["step"]["text"], text);
        view = update["view"].clone();
        if update["state"] == "ended" {
            assert_eq!(update["outcome"]["reason"], "rules");
            assert!(update["outcome"]["winner"].is_string());
            break;
        }
        turn = if view["turn"] == "first" { 0 } else { 1 };
    }
    let late = sockets[turn]
        .act(&id, "late", json!({ "kind": "resign" }))
        .await;
    assert_eq!(late["error"]["code"], "conflict", "{late}");
    server.stop().await;
}

#[tokio::test]
async fn every_game_can_be_played_against_the_engine() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut client = Client::guest(server.address).await;
    let catalogue = client.get("/api/catalogue").await.json();
    let games = catalogue.as_array().expect("a list");
    assert!(!games.is_empty());
    for game in games {
        let id = game["id"].as_str().expect("an id");
        let made = client
            .create(&json!({
                "game": id, "opponent": { "kind": "engine", "level": 1 }, "side": "second"
            }))
            .await;
        let made = made["id"].as_str().expect("an id");
        let mut socket = client.socket().await;
        let mut snapshot = socket.watch(made).await;
        assert_eq!(snapshot["your_sides"], json!(["second"]), "{id}");
        // A few moves each, whoever moves first; some games are over by then.
        for _ in 0..4 {
            let mut view = snapshot["view"].take();
            while view["turn"] == "first" {
                let update = socket.receive_type("update").await;
                view = update["update"]["view"].clone();
            }
            let Some(text) = view["moves"][0]["text"].as_str() else {
                break;
            };
            assert_eq!(socket.play(made, text).await["type"], "ack", "{id}");
            snapshot = socket.watch(made).await;
        }
        if snapshot["summary"]["state"] == "running" {
            socket.act(made, "end", json!({ "kind": "resign" })).await;
        }
        let over = socket.watch(made).await;
        assert_eq!(over["summary"]["state"], "ended", "{over}");
        assert_eq!(over["commitment"].is_string(), over["seal"].is_object());
    }
    server.stop().await;
}

#[tokio::test]
async fn actions_that_are_not_allowed_are_rejected_and_change_nothing() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let (id, mut sockets, _) = seated(server.address, &by_link("knights-duel")).await;
    for (player, action, code) in [
        (1, json!({ "kind": "move", "text": "(2,3)" }), "conflict"),
        (0, json!({ "kind": "move", "text": "(8,8)" }), "illegal"),
        (0, json!({ "kind": "move", "text": "nonsense" }), "illegal"),
        (
            0,
            json!({ "kind": "move", "text": "(2,3)", "ply": 7 }),
            "stale",
        ),
        (0, json!({ "kind": "decline_draw" }), "conflict"),
        (0, json!({ "kind": "takeback" }), "conflict"),
        (0, json!({ "kind": "claim_win" }), "conflict"),
        (0, json!({ "kind": "offer_rematch" }), "conflict"),
    ] {
        let response = sockets[player].act(&id, "x", action.clone()).await;
        assert_eq!(response["error"]["code"], code, "{action}: {response}");
    }
    let mut outsider = Client::guest(server.address).await;
    let response = outsider.act(&id, json!({ "kind": "resign" })).await;
    assert_eq!(
        (response.status, &response.json()["code"]),
        (403, &json!("forbidden"))
    );
    let response = outsider.act("nothing", json!({ "kind": "resign" })).await;
    assert_eq!(response.status, 404);
    assert_eq!(
        outsider.get(&format!("/api/games/{id}")).await.json()["seq"],
        0
    );
    server.stop().await;
}

#[tokio::test]
async fn reconnecting_misses_nothing_and_repeats_nothing() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let (id, mut sockets, clients) = seated(server.address, &by_link("knights-duel")).await;
    assert_eq!(sockets[0].play(&id, "(2,3)").await["seq"], 1);
    let seen = sockets[1].receive_type("update").await;
    assert_eq!(seen["update"]["seq"], 1);
    // One player is away while the other offers a draw and withdraws the offer.
    let [mut first, second] = sockets;
    drop(second);
    for kind in ["offer_draw", "decline_draw"] {
        let id_of = format!("offer-{kind}");
        assert_eq!(
            first.act(&id, &id_of, json!({ "kind": kind })).await["type"],
            "ack"
        );
    }
    let mut back = clients[1].socket().await;
    back.send(&json!({ "type": "watch", "game_id": id, "after": 1 }))
        .await;
    let missed = [
        back.receive_type("update").await,
        back.receive_type("update").await,
    ];
    assert_eq!(
        missed.each_ref().map(|m| m["update"]["seq"].as_u64()),
        [Some(2), Some(3)]
    );
    assert_eq!(missed[0]["update"]["event"]["kind"], "offered");
    assert_eq!(missed[1]["update"]["event"]["kind"], "declined");
    // What arrives late is what arrived at the time.
    let sent: Vec<_> = first
        .received
        .iter()
        .filter(|text| text.contains("\"update\""))
        .collect();
    let resent: Vec<_> = back
        .received
        .iter()
        .filter(|text| text.contains("\"update\""))
        .collect();
    assert_eq!(sent[sent.len() - 2..], resent[..]);
    // An action that is sent again because its reply was lost is performed once.
    let play = json!({ "kind": "move", "text": legal_move(&clients[1], &id).await });
    let done = back.act(&id, "again", play.clone()).await;
    assert_eq!(done["seq"], 4, "{done}");
    let mut twice = clients[1].socket().await;
    let done = twice.act(&id, "again", play).await;
    assert_eq!((&done["type"], &done["seq"]), (&json!("ack"), &json!(4)));
    server.stop().await;
}

/// A legal move of the game as it stands.
async fn legal_move(client: &Client, id: &str) -> Value {
    let snapshot = client.clone().get(&format!("/api/games/{id}")).await.json();
    snapshot["view"]["moves"][0]["text"].clone()
}

#[tokio::test]
async fn spectators_and_the_side_not_to_move_are_not_sent_the_legal_moves() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let (id, mut sockets, mut clients) = seated(server.address, &by_link("catapult")).await;
    let mut spectator = Client::guest(server.address).await;
    let mut watching = spectator.socket().await;
    let count = |view: &Value| view["moves"].as_array().expect("a list").len();
    let snapshot = sockets[0].watch(&id).await;
    assert!(count(&snapshot["view"]) > 0);
    let text = snapshot["view"]["moves"][0]["text"].clone();
    for others in [sockets[1].watch(&id).await, watching.watch(&id).await] {
        assert_eq!(count(&others["view"]), 0);
        assert_eq!(others["view"]["pieces"], snapshot["view"]["pieces"]);
    }
    let text = text.as_str().expect("a move");
    assert_eq!(sockets[0].play(&id, text).await["type"], "ack");
    let update = |received: Value| received["update"]["view"].clone();
    assert!(count(&update(sockets[1].receive_type("update").await)) > 0);
    assert_eq!(count(&update(watching.receive_type("update").await)), 0);
    // The same over HTTP.
    let path = format!("/api/games/{id}");
    let [first, second] = &mut clients;
    for (client, moves) in [(first, false), (second, true), (&mut spectator, false)] {
        let game = client.get(&path).await.json();
        assert_eq!(count(&game["view"]) > 0, moves);
    }
    server.stop().await;
}

#[tokio::test]
async fn guests_find_their_finished_games() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let (id, _, mut clients) = seated(server.address, &by_link("sight")).await;
    let finished = "/api/me/games/finished?limit=5";
    for client in &mut clients {
        assert_eq!(client.get(finished).await.json()["games"], json!([]));
    }
    for client in &mut clients {
        let game = client.get(&format!("/api/games/{id}")).await.json();
        let text = game["view"]["moves"][0]["text"].clone();
        let moved = client
            .act(&id, json!({ "kind": "move", "text": text }))
            .await;
        assert_eq!(moved.status, 200, "{moved:?}");
    }
    clients[0].act(&id, json!({ "kind": "resign" })).await;
    for client in &mut clients {
        let page = client.get(finished).await.json();
        assert_eq!(page["games"][0]["id"], json!(id), "{page}");
    }
    // Others do not.
    let mut other = Client::guest(server.address).await;
    assert_eq!(other.get(finished).await.json()["games"], json!([]));
    server.stop().await;
}
