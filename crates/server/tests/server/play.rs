//! Games over real sockets.

use crate::common::{Person, Scratch, Socket, start};
use serde_json::{Value, json};

pub(crate) fn by_link(game: &str) -> Value {
    json!({ "game": game, "opponent": { "kind": "friend" }, "side": "first" })
}

/// Two people with sockets that follow a new game.
pub(crate) async fn seated(
    address: std::net::SocketAddr,
    create: &Value,
) -> (String, [Socket; 2], [Person; 2]) {
    let mut first = Person::guest(address).await;
    let mut second = Person::guest(address).await;
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
async fn two_people_play_a_game_to_its_end_over_sockets() {
    let scratch = Scratch::new();
    let server = start(&scratch).await;
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
                json!({
                    "kind": "move", "text": text, "ply": plies
                }),
            )
            .await;
        assert_eq!(done["type"], "done", "{done}");
        plies += 1;
        assert_eq!(done["seq"], plies);
        // Both hear the same, byte for byte.
        let update = sockets[1 - turn].hear_type("update").await["update"].take();
        assert_eq!(update["seq"], plies);
        assert_eq!(update["event"]["step"]["step"]["text"], text);
        view = update["view"].clone();
        if update["state"] == "ended" {
            assert_eq!(update["outcome"]["by"], "rules");
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
    let scratch = Scratch::new();
    let server = start(&scratch).await;
    let mut person = Person::guest(server.address).await;
    let catalogue = person.get("/api/catalogue").await.json();
    let games = catalogue.as_array().expect("a list");
    assert!(!games.is_empty());
    for game in games {
        let id = game["id"].as_str().expect("an id");
        let made = person
            .create(&json!({
                "game": id, "opponent": { "kind": "engine", "level": 1 }, "side": "second"
            }))
            .await;
        let made = made["id"].as_str().expect("an id");
        let mut socket = person.socket().await;
        let mut snapshot = socket.watch(made).await;
        assert_eq!(snapshot["yours"], json!(["second"]), "{id}");
        // A few moves each, whoever begins; some games end as soon.
        for _ in 0..4 {
            let mut view = snapshot["view"].take();
            while view["turn"] == "first" {
                let update = socket.hear_type("update").await;
                view = update["update"]["view"].clone();
            }
            let Some(text) = view["moves"][0]["text"].as_str() else {
                break;
            };
            assert_eq!(socket.play(made, text).await["type"], "done", "{id}");
            snapshot = socket.watch(made).await;
        }
        if snapshot["summary"]["state"] == "running" {
            socket.act(made, "end", json!({ "kind": "resign" })).await;
        }
        let over = socket.watch(made).await;
        assert_eq!(over["summary"]["state"], "ended", "{over}");
        assert_eq!(over["commitment"].is_string(), over["reveal"].is_object());
    }
    server.stop().await;
}

#[tokio::test]
async fn what_is_not_allowed_is_refused_and_changes_nothing() {
    let scratch = Scratch::new();
    let server = start(&scratch).await;
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
        (0, json!({ "kind": "no_draw" }), "conflict"),
        (0, json!({ "kind": "takeback" }), "conflict"),
        (0, json!({ "kind": "claim" }), "conflict"),
        (0, json!({ "kind": "rematch" }), "conflict"),
    ] {
        let answer = sockets[player].act(&id, "x", action.clone()).await;
        assert_eq!(answer["error"]["code"], code, "{action}: {answer}");
    }
    let mut stranger = Person::guest(server.address).await;
    let answer = stranger.act(&id, json!({ "kind": "resign" })).await;
    assert_eq!(
        (answer.status, &answer.json()["code"]),
        (403, &json!("forbidden"))
    );
    let answer = stranger.act("nothing", json!({ "kind": "resign" })).await;
    assert_eq!(answer.status, 404);
    assert_eq!(
        stranger.get(&format!("/api/games/{id}")).await.json()["seq"],
        0
    );
    server.stop().await;
}

#[tokio::test]
async fn coming_back_misses_nothing_and_repeats_nothing() {
    let scratch = Scratch::new();
    let server = start(&scratch).await;
    let (id, mut sockets, people) = seated(server.address, &by_link("knights-duel")).await;
    assert_eq!(sockets[0].play(&id, "(2,3)").await["seq"], 1);
    let seen = sockets[1].hear_type("update").await;
    assert_eq!(seen["update"]["seq"], 1);
    // One is away while the other draws attention and the game goes on.
    let [mut first, second] = sockets;
    drop(second);
    for kind in ["draw", "no_draw"] {
        let id_of = format!("offer-{kind}");
        assert_eq!(
            first.act(&id, &id_of, json!({ "kind": kind })).await["type"],
            "done"
        );
    }
    let mut back = people[1].socket().await;
    back.say(&json!({ "type": "watch", "game": id, "after": 1 }))
        .await;
    let missed = [
        back.hear_type("update").await,
        back.hear_type("update").await,
    ];
    assert_eq!(
        missed.each_ref().map(|m| m["update"]["seq"].as_u64()),
        [Some(2), Some(3)]
    );
    assert_eq!(missed[0]["update"]["event"]["kind"], "offered");
    assert_eq!(missed[1]["update"]["event"]["kind"], "declined");
    // What was heard late is what was heard at the time.
    let told: Vec<_> = first
        .heard
        .iter()
        .filter(|text| text.contains("\"update\""))
        .collect();
    let retold: Vec<_> = back
        .heard
        .iter()
        .filter(|text| text.contains("\"update\""))
        .collect();
    assert_eq!(told[told.len() - 2..], retold[..]);
    // An action sent again, since its answer was lost, is done once.
    let play = json!({ "kind": "move", "text": back_move(&people[1], &id).await });
    let done = back.act(&id, "again", play.clone()).await;
    assert_eq!(done["seq"], 4, "{done}");
    let mut twice = people[1].socket().await;
    let done = twice.act(&id, "again", play).await;
    assert_eq!((&done["type"], &done["seq"]), (&json!("done"), &json!(4)));
    server.stop().await;
}

/// A legal move of the game as it stands.
async fn back_move(person: &Person, id: &str) -> Value {
    let snapshot = person.clone().get(&format!("/api/games/{id}")).await.json();
    snapshot["view"]["moves"][0]["text"].clone()
}

#[tokio::test]
async fn two_servers_share_a_database() {
    let scratch = Scratch::new();
    let servers = [start(&scratch).await, start(&scratch).await];
    let mut people = [
        Person::guest(servers[0].address).await,
        Person::guest(servers[1].address).await,
    ];
    // The key that signs cookies is shared too.
    let mut elsewhere = Person {
        address: servers[1].address,
        ..people[0].clone()
    };
    let id = people[0].create(&by_link("knights-duel")).await["id"].clone();
    let id = id.as_str().expect("an id").to_owned();
    let joined = people[1]
        .post(&format!("/api/games/{id}/join"), &json!({}))
        .await;
    assert_eq!(joined.status, 200, "{joined:?}");
    assert_eq!(
        elsewhere.get(&format!("/api/games/{id}")).await.json()["yours"],
        json!(["first"])
    );
    for ply in 0..6 {
        // Both have the game in memory; each learns from the other through the database.
        let text = back_move(&people[ply % 2], &id).await;
        let played = people[ply % 2]
            .act(&id, json!({ "kind": "move", "text": text }))
            .await;
        assert_eq!(played.status, 200, "{ply}: {played:?}");
        assert_eq!(played.json()["seq"], json!(ply + 1));
    }
    for server in servers {
        server.stop().await;
    }
}
