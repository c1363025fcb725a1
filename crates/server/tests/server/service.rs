//! Rules, records, analysis, the lobby, and the operation of a server.

use crate::common::{Client, start, start_on_file, temp_dir};
use serde_json::{Value, json};

#[tokio::test]
async fn a_client_plays_through_any_game_without_knowing_rules() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut client = Client::anonymous(server.address);
    let catalogue = client.get("/api/catalogue").await.json();
    for game in catalogue.as_array().expect("a list") {
        let id = game["id"].as_str().expect("an id");
        let rules = client
            .get(&format!("/api/catalogue/{id}/rules"))
            .await
            .json();
        assert!(
            rules["markdown"]
                .as_str()
                .is_some_and(|text| text.starts_with("# "))
        );
        // Taps the first legal move again and again; if chance decides, its first outcome.
        let mut steps: Vec<Value> = Vec::new();
        for _ in 0..6 {
            let ask = json!({ "game": id, "steps": steps, "all": true });
            let response = client.post("/api/rules/positions", &ask).await.json();
            assert_eq!(response["error"], Value::Null, "{id}");
            let views = response["views"].as_array().expect("views");
            assert_eq!(views.len(), steps.len() + 1, "{id}");
            let Some(mv) = views.last().and_then(|view| view["moves"].get(0)) else {
                break;
            };
            let chances = response["chances"].as_array().expect("a list");
            let chance = chances.iter().find(|chance| chance["move"] == mv["text"]);
            steps.push(chance.map_or(&mv["text"], |chance| &chance["step"]).clone());
        }
        let write = json!({ "game": id, "steps": steps });
        let text = client.post("/api/rules/records/write", &write).await.json();
        let read = json!({ "text": text["text"] });
        let read = client.post("/api/rules/records/parse", &read).await.json();
        assert_eq!(read["records"][0]["steps"], json!(steps), "{id}");
        steps.push(json!("nonsense"));
        let ask = json!({ "game": id, "steps": steps });
        let response = client.post("/api/rules/positions", &ask).await.json();
        assert_eq!(response["error"]["index"], json!(steps.len() - 1), "{id}");
    }
    // Clients that only read get no cookie.
    assert_eq!(client.cookie, None);
    server.stop().await;
}

#[tokio::test]
async fn texts_exist_in_every_language_and_can_be_cached() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut client = Client::anonymous(server.address);
    let english = client.get("/api/texts/en").await;
    for (tag, language) in [("de-AT", "de"), ("en", "en"), ("tlh", "en")] {
        let texts = client.get(&format!("/api/texts/{tag}")).await;
        assert_eq!(texts.header("content-language"), Some(language), "{tag}");
        let (texts, english) = (texts.json(), english.json());
        for namespace in ["sight", "rules", "table", "api", "server"] {
            let text = texts[namespace].as_str().expect("a catalogue");
            assert_eq!(text == english[namespace], language == "en", "{namespace}");
        }
        for kind in ["rules", "lessons"] {
            let path = format!("/api/catalogue/sight/{kind}?lang={tag}");
            assert_eq!(client.get(&path).await.json()["language"], language);
        }
    }
    let lessons = client.get("/api/catalogue/sight/lessons?lang=de").await;
    assert!(lessons.json()["lessons"]["lessons"].is_array());
    assert!(
        lessons.json()["texts"]
            .as_str()
            .is_some_and(|text| !text.is_empty())
    );
    // A client that has it already gets nothing.
    let etag = english.header("etag").expect("an entity tag").to_owned();
    let headers = [("if-none-match", etag.as_str())];
    for (path, status) in [("/api/texts/en", 304), ("/api/texts/de", 200)] {
        let response = client.request("GET", path, None, &headers).await;
        assert_eq!(response.status, status, "{path}");
        assert_eq!(response.body.is_empty(), status == 304, "{path}");
    }
    // An error is data too: a key, and its text in any language.
    let error = client.get("/api/games/none").await.json();
    assert_eq!(error["message"]["key"], "server.no-such-game");
    assert_eq!(error["message"]["text"], "there is no such game");
    server.stop().await;
}

#[tokio::test]
async fn the_catalogue_can_be_cached_and_games_are_compressed() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut client = Client::guest(server.address).await;
    let catalogue = client.get("/api/catalogue").await;
    let etag = catalogue.header("etag").expect("an entity tag").to_owned();
    let headers = [("if-none-match", etag.as_str())];
    let again = client
        .request("GET", "/api/catalogue", None, &headers)
        .await;
    assert_eq!((again.status, again.body.is_empty()), (304, true));
    for game in catalogue.json().as_array().expect("a list") {
        // Pictures need no moves.
        assert_eq!(game["view"]["moves"], json!([]));
        assert_eq!(game["showcase"]["view"]["moves"], json!([]));
        assert_ne!(
            game["showcase"]["view"]["position"],
            game["view"]["position"]
        );
    }
    let local = json!({ "game": "sight", "opponent": { "kind": "local" } });
    let id = client.create(&local).await["id"].clone();
    let id = id.as_str().expect("an id");
    for path in ["", "/views"] {
        let path = format!("/api/games/{id}{path}");
        let headers = [("accept-encoding", "gzip")];
        let response = client.request("HEAD", &path, None, &headers).await;
        assert_eq!(response.header("content-encoding"), Some("gzip"), "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_client_edits_positions_without_knowing_rules() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut client = Client::anonymous(server.address);
    let catalogue = client.get("/api/catalogue").await.json();
    for game in catalogue.as_array().expect("a list") {
        let id = &game["id"];
        let read = client
            .post("/api/rules/drafts/parse", &json!({ "game": id }))
            .await
            .json();
        let mut draft = read["draft"].clone();
        let write = json!({ "game": id, "draft": draft });
        let whole = client
            .post("/api/rules/drafts/compose", &write)
            .await
            .json();
        assert_eq!(
            whole,
            json!({ "text": game["view"]["position"], "error": null,
                    "status": game["view"]["status"] })
        );
        // The first item on every point: in some games that is valid, the others say why not.
        let item = &read["schema"]["items"][0]["symbol"];
        let points = read["geometry"]["points"].as_array().expect("points");
        draft["pieces"] = points
            .iter()
            .map(|point| json!({ "at": point["id"], "item": item, "height": 1 }))
            .collect();
        let write = json!({ "game": id, "draft": draft });
        let full = client
            .post("/api/rules/drafts/compose", &write)
            .await
            .json();
        assert_eq!(full["error"].is_null(), full["status"] != json!([]));
        let ask = json!({ "game": id, "start": full["text"] });
        let opened = client.post("/api/rules/positions", &ask).await;
        assert_eq!(opened.status == 200, full["error"].is_null(), "{id}");
        draft["phase"] = json!("nonsense");
        let write = json!({ "game": id, "draft": draft });
        let rejected = client.post("/api/rules/drafts/compose", &write).await;
        assert_eq!(rejected.status, 400);
        assert!(
            rejected.body.contains("there is no phase"),
            "{}",
            rejected.body
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn analysis_streams_and_ends() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut client = Client::guest(server.address).await;
    let ask = json!({ "position": { "game": "sight", "size": 3 }, "depth": 3, "lines": 2 });
    let response = client.post("/api/analysis", &ask).await;
    let lines: Vec<Value> = response
        .body
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let last = lines.last().expect("a finding");
    assert_eq!(last["analysis_done"], true, "{last}");
    let first = &last["lines"][0];
    assert!((0.0..=1.0).contains(&first["win_probability"].as_f64().expect("a probability")));
    assert!(!first["path"].as_array().expect("a path").is_empty());
    // A whole game over a socket: every position, the last one first.
    let mut socket = client.socket().await;
    let whole = json!({ "type": "start_analysis", "request_id": "a", "request": {
        "position": { "game": "sight", "size": 3, "steps": ["b2"], "all": true },
        "depth": 2 } });
    socket.send(&whole).await;
    let mut done = Vec::new();
    loop {
        let update = socket.receive_type("analysis").await["update"].take();
        if update["position_done"] == true {
            done.push(update["ply"].as_u64().expect("a ply"));
        }
        if update["analysis_done"] == true {
            break;
        }
    }
    assert_eq!(done, [1, 0]);
    server.stop().await;
}

#[tokio::test]
async fn the_lobby_shows_seeks_and_games_as_they_come_and_go() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut socket = Client::guest(server.address).await.socket().await;
    socket.send(&json!({ "type": "watch_lobby" })).await;
    let mut creator = Client::guest(server.address).await;
    let mut tab = creator.socket().await;
    let seek = json!({ "game": "sight", "opponent": { "kind": "anyone" } });
    let id = creator.create(&seek).await["id"].clone();
    let lists = |lobby: &Value, list: &str| {
        let list = lobby["lobby"][list].as_array().expect("a list");
        list.iter().any(|game| game["id"] == id)
    };
    while !lists(&socket.receive_type("lobby").await, "seeks") {}
    let mut other = Client::guest(server.address).await;
    let path = format!("/api/games/{}/join", id.as_str().expect("an id"));
    assert_eq!(other.post(&path, &json!({})).await.status, 200);
    // The creator's tab is notified, whatever page it shows.
    assert_eq!(
        tab.receive_type("my_game").await["summary"]["state"],
        "running"
    );
    loop {
        let lobby = socket.receive_type("lobby").await;
        if lists(&lobby, "live") {
            assert!(!lists(&lobby, "seeks"));
            break;
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn offers_takebacks_and_rematches_need_both_players() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let address = server.address;
    let mut clients = [Client::guest(address).await, Client::guest(address).await];
    let create = json!({ "game": "knights-duel", "opponent": { "kind": "friend" },
                         "side": "first" });
    let id = clients[0].create(&create).await["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    clients[1]
        .post(&format!("/api/games/{id}/join"), &json!({}))
        .await;
    let mut sockets = [clients[0].socket().await, clients[1].socket().await];
    for socket in &mut sockets {
        socket.watch(&id).await;
    }
    sockets[0].play(&id, "(2,3)").await;
    let asked = sockets[0]
        .act(&id, "t", json!({ "kind": "takeback" }))
        .await;
    assert_eq!(asked["type"], "ack", "{asked}");
    sockets[1]
        .act(&id, "t", json!({ "kind": "takeback" }))
        .await;
    let snapshot = sockets[0].watch(&id).await;
    assert_eq!(snapshot["summary"]["plies"], 0);
    assert_eq!(snapshot["steps"], json!([]));
    sockets[0]
        .act(&id, "d", json!({ "kind": "offer_draw" }))
        .await;
    assert_eq!(sockets[1].watch(&id).await["offers"]["draw"], "first");
    sockets[1]
        .act(&id, "d", json!({ "kind": "offer_draw" }))
        .await;
    let over = sockets[0].watch(&id).await;
    assert_eq!(over["summary"]["outcome"]["reason"], "agreement");
    assert_eq!(over["summary"]["outcome"]["winner"], Value::Null);
    sockets[0]
        .act(&id, "r", json!({ "kind": "offer_rematch" }))
        .await;
    assert_eq!(
        sockets[1].receive_type("rematch").await["rematch"]["offered_by"],
        "first"
    );
    sockets[1]
        .act(&id, "r", json!({ "kind": "offer_rematch" }))
        .await;
    let next = sockets[0].watch(&id).await["rematch"]["game_id"].clone();
    let next = sockets[0].watch(next.as_str().expect("a game")).await;
    assert_eq!(
        next["your_sides"],
        json!(["second"]),
        "the sides are swapped"
    );
    server.stop().await;
}

#[tokio::test]
async fn a_server_reports_its_health_and_can_be_backed_up_while_running() {
    let dir = temp_dir();
    let server = start_on_file(&dir).await;
    let mut client = Client::anonymous(server.address);
    assert_eq!(client.get("/health").await.body, "ok\n");
    let metrics = client.get("/metrics").await.body;
    assert!(metrics.contains("\nquintain_users_online 0\n"), "{metrics}");
    let server_info = client.get("/api/server").await.json();
    assert_eq!(server_info["protocol_version"], 1);
    let page = client.get("/api").await;
    assert!(page.body.contains("GET /api/catalogue"));
    let policy = page.header("content-security-policy").expect("a policy");
    // WebAssembly, and nothing else that is called unsafe.
    let rest = policy.replace("'wasm-unsafe-eval'", "");
    assert!(rest.contains("default-src 'none'") && !rest.contains("unsafe"));
    let document = client.get("/api/openapi.json").await.json();
    assert!(document["paths"]["/api/games/{id}/join"]["post"].is_object());
    assert!(document["components"]["schemas"]["ServerMessage"].is_object());
    // A copy that is made while the server is running has everything.
    let mut ada = Client::account(server.address, "Ada").await;
    let create = json!({ "game": "sight", "opponent": { "kind": "local" } });
    let id = ada.create(&create).await["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let copy = dir.path().join("copy.db");
    let original = dir.path().join("test.db");
    quintain_server::backup(&original, &copy)
        .await
        .expect("a copy");
    server.stop().await;
    std::fs::rename(&copy, &original).expect("put in place");
    for extra in ["test.db-wal", "test.db-shm"] {
        drop(std::fs::remove_file(dir.path().join(extra)));
    }
    let server = start_on_file(&dir).await;
    ada.address = server.address;
    assert_eq!(ada.get("/api/me/games").await.json()[0]["id"], json!(id));
    server.stop().await;
}
