//! Rules, records, analysis, the lobby, and what runs a server.

use crate::common::{Person, Scratch, start};
use serde_json::{Value, json};

#[tokio::test]
async fn free_play_needs_no_knowledge_of_rules() {
    let scratch = Scratch::new();
    let server = start(&scratch).await;
    let mut person = Person::stranger(server.address);
    let catalogue = person.get("/api/catalogue").await.json();
    for game in catalogue.as_array().expect("a list") {
        let id = game["id"].as_str().expect("an id");
        let rules = person
            .get(&format!("/api/catalogue/{id}/rules"))
            .await
            .json();
        assert!(
            rules["markdown"]
                .as_str()
                .is_some_and(|text| text.starts_with("# "))
        );
        // Taps the first legal move again and again; where chance has a say, its first word.
        let mut steps: Vec<Value> = Vec::new();
        for _ in 0..6 {
            let ask = json!({ "game": id, "steps": steps, "all": true });
            let answer = person.post("/api/rules/positions", &ask).await.json();
            assert_eq!(answer["fault"], Value::Null, "{id}");
            let views = answer["views"].as_array().expect("views");
            assert_eq!(views.len(), steps.len() + 1, "{id}");
            let Some(mv) = views.last().and_then(|view| view["moves"].get(0)) else {
                break;
            };
            let chances = answer["chances"].as_array().expect("a list");
            let chance = chances.iter().find(|chance| chance["move"] == mv["text"]);
            steps.push(chance.map_or(&mv["text"], |chance| &chance["step"]).clone());
        }
        let write = json!({ "game": id, "steps": steps });
        let text = person.post("/api/rules/records/write", &write).await.json();
        let read = json!({ "text": text["text"] });
        let read = person.post("/api/rules/records/read", &read).await.json();
        assert_eq!(read["records"][0]["steps"], json!(steps), "{id}");
        steps.push(json!("nonsense"));
        let ask = json!({ "game": id, "steps": steps });
        let answer = person.post("/api/rules/positions", &ask).await.json();
        assert_eq!(answer["fault"]["index"], json!(steps.len() - 1), "{id}");
    }
    // Whoever only reads is given no cookie.
    assert_eq!(person.cookie, None);
    server.stop().await;
}

#[tokio::test]
async fn positions_are_put_together_without_knowledge_of_rules() {
    let scratch = Scratch::new();
    let server = start(&scratch).await;
    let mut person = Person::stranger(server.address);
    let catalogue = person.get("/api/catalogue").await.json();
    for game in catalogue.as_array().expect("a list") {
        let id = &game["id"];
        let read = person
            .post("/api/rules/drafts/read", &json!({ "game": id }))
            .await
            .json();
        let mut draft = read["draft"].clone();
        let write = json!({ "game": id, "draft": draft });
        let whole = person.post("/api/rules/drafts/write", &write).await.json();
        assert_eq!(
            whole,
            json!({ "text": game["view"]["position"], "problem": null,
                    "status": game["view"]["status"] })
        );
        // The first item on every point: some games know such a position, others say why not.
        let item = &read["parts"]["items"][0]["symbol"];
        let points = read["geometry"]["points"].as_array().expect("points");
        draft["pieces"] = points
            .iter()
            .map(|point| json!({ "at": point["id"], "item": item, "height": 1 }))
            .collect();
        let write = json!({ "game": id, "draft": draft });
        let full = person.post("/api/rules/drafts/write", &write).await.json();
        assert_eq!(full["problem"].is_null(), full["status"].is_string());
        let ask = json!({ "game": id, "start": full["text"] });
        let opened = person.post("/api/rules/positions", &ask).await;
        assert_eq!(opened.status == 200, full["problem"].is_null(), "{id}");
        draft["stage"] = json!("nonsense");
        let write = json!({ "game": id, "draft": draft });
        let refused = person.post("/api/rules/drafts/write", &write).await;
        assert_eq!(refused.status, 400);
        assert!(
            refused.body.contains("there is no stage"),
            "{}",
            refused.body
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn analysis_streams_and_ends() {
    let scratch = Scratch::new();
    let server = start(&scratch).await;
    let mut person = Person::guest(server.address).await;
    let ask = json!({ "position": { "game": "sight", "size": 3 }, "depth": 3, "lines": 2 });
    let answer = person.post("/api/analysis", &ask).await;
    let lines: Vec<Value> = answer
        .body
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let last = lines.last().expect("a finding");
    assert_eq!(last["last"], true, "{last}");
    let first = &last["lines"][0];
    assert!((0.0..=1.0).contains(&first["chance"].as_f64().expect("a chance")));
    assert!(!first["path"].as_array().expect("a path").is_empty());
    // A whole game over a socket: every position, the last one first.
    let mut socket = person.socket().await;
    let whole = json!({ "type": "analyse", "id": "a", "ask": {
        "position": { "game": "sight", "size": 3, "steps": ["b2"], "all": true },
        "depth": 2 } });
    socket.say(&whole).await;
    let mut done = Vec::new();
    loop {
        let news = socket.hear_type("analysis").await["news"].take();
        if news["done"] == true {
            done.push(news["ply"].as_u64().expect("a ply"));
        }
        if news["last"] == true {
            break;
        }
    }
    assert_eq!(done, [1, 0]);
    server.stop().await;
}

#[tokio::test]
async fn the_lobby_shows_seeks_and_games_as_they_come_and_go() {
    let scratch = Scratch::new();
    let server = start(&scratch).await;
    let mut socket = Person::guest(server.address).await.socket().await;
    socket.say(&json!({ "type": "lobby", "on": true })).await;
    let mut creator = Person::guest(server.address).await;
    let mut tab = creator.socket().await;
    let seek = json!({ "game": "sight", "opponent": { "kind": "anyone" } });
    let id = creator.create(&seek).await["id"].clone();
    let lists = |lobby: &Value, list: &str| {
        let list = lobby["lobby"][list].as_array().expect("a list");
        list.iter().any(|game| game["id"] == id)
    };
    while !lists(&socket.hear_type("lobby").await, "seeks") {}
    let mut other = Person::guest(server.address).await;
    let path = format!("/api/games/{}/join", id.as_str().expect("an id"));
    assert_eq!(other.post(&path, &json!({})).await.status, 200);
    // The creator's tab is told, wherever it is.
    assert_eq!(tab.hear_type("mine").await["summary"]["state"], "running");
    loop {
        let lobby = socket.hear_type("lobby").await;
        if lists(&lobby, "live") {
            assert!(!lists(&lobby, "seeks"));
            break;
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn offers_takebacks_and_rematches_need_both_players() {
    let scratch = Scratch::new();
    let server = start(&scratch).await;
    let address = server.address;
    let mut people = [Person::guest(address).await, Person::guest(address).await];
    let create = json!({ "game": "knights-duel", "opponent": { "kind": "friend" },
                         "side": "first" });
    let id = people[0].create(&create).await["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    people[1]
        .post(&format!("/api/games/{id}/join"), &json!({}))
        .await;
    let mut sockets = [people[0].socket().await, people[1].socket().await];
    for socket in &mut sockets {
        socket.watch(&id).await;
    }
    sockets[0].play(&id, "(2,3)").await;
    let asked = sockets[0]
        .act(&id, "t", json!({ "kind": "takeback" }))
        .await;
    assert_eq!(asked["type"], "done", "{asked}");
    sockets[1]
        .act(&id, "t", json!({ "kind": "takeback" }))
        .await;
    let snapshot = sockets[0].watch(&id).await;
    assert_eq!(snapshot["summary"]["plies"], 0);
    assert_eq!(snapshot["steps"], json!([]));
    sockets[0].act(&id, "d", json!({ "kind": "draw" })).await;
    assert_eq!(sockets[1].watch(&id).await["offers"]["draw"], "first");
    sockets[1].act(&id, "d", json!({ "kind": "draw" })).await;
    let over = sockets[0].watch(&id).await;
    assert_eq!(over["summary"]["outcome"]["by"], "agreement");
    assert_eq!(over["summary"]["outcome"]["winner"], Value::Null);
    sockets[0].act(&id, "r", json!({ "kind": "rematch" })).await;
    assert_eq!(
        sockets[1].hear_type("rematch").await["rematch"]["offered"],
        "first"
    );
    sockets[1].act(&id, "r", json!({ "kind": "rematch" })).await;
    let next = sockets[0].watch(&id).await["rematch"]["game"].clone();
    let next = sockets[0].watch(next.as_str().expect("a game")).await;
    assert_eq!(next["yours"], json!(["second"]), "sides are changed");
    server.stop().await;
}

#[tokio::test]
async fn a_server_tells_how_it_is() {
    let scratch = Scratch::new();
    let server = start(&scratch).await;
    let mut person = Person::stranger(server.address);
    assert_eq!(person.get("/health").await.body, "ok\n");
    let metrics = person.get("/metrics").await.body;
    assert!(metrics.contains("\nquintain_people 0\n"), "{metrics}");
    let server_info = person.get("/api/server").await.json();
    assert_eq!(server_info["protocol"], 1);
    let page = person.get("/api").await;
    assert!(page.body.contains("GET /api/catalogue"));
    let policy = page.header("content-security-policy").expect("a policy");
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"));
    let document = person.get("/api/openapi.json").await.json();
    assert!(document["paths"]["/api/games/{id}/join"]["post"].is_object());
    assert!(document["components"]["schemas"]["ServerMessage"].is_object());
    // A copy made while the server runs has everything.
    let mut ada = Person::account(server.address, "Ada").await;
    let create = json!({ "game": "sight", "opponent": { "kind": "device" } });
    let id = ada.create(&create).await["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let copy = scratch.path().join("copy.db");
    let original = scratch.path().join("test.db");
    quintain_server::backup(&original, &copy)
        .await
        .expect("a copy");
    server.stop().await;
    std::fs::rename(&copy, &original).expect("put in place");
    for extra in ["test.db-wal", "test.db-shm"] {
        drop(std::fs::remove_file(scratch.path().join(extra)));
    }
    let server = start(&scratch).await;
    ada.address = server.address;
    assert_eq!(ada.get("/api/me/games").await.json()[0]["id"], json!(id));
    server.stop().await;
}
