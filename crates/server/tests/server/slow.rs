//! Clients that are slow to read or to write, or come and go: nobody else waits for them.

use crate::common::{Person, Scratch, Socket, config, start};
use crate::play::{by_link, seated};
use futures_util::{SinkExt, StreamExt};
use quintain_engine::EngineRegistry;
use quintain_server::serve;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

/// The value of one of the server's metrics.
async fn metric(address: SocketAddr, name: &str) -> u64 {
    let metrics = Person::stranger(address).get("/metrics").await.body;
    let mut lines = metrics.lines();
    let line = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    let line = line.unwrap_or_else(|| panic!("no {name} in {metrics}"));
    line.parse().expect("a number")
}

/// One player offers a draw and takes it back; gives the number of the last thing that happened.
async fn fuss(socket: &mut Socket, game: &str, round: usize) -> u64 {
    let mut seq = 0;
    for kind in ["draw", "no_draw"] {
        let id = format!("{kind}-{round}");
        let done = socket.act(game, &id, json!({ "kind": kind })).await;
        assert_eq!(done["type"], "done", "{done}");
        seq = done["seq"].as_u64().expect("a number");
    }
    seq
}

#[tokio::test]
async fn who_does_not_read_is_dropped_and_misses_nothing() {
    let scratch = Scratch::new();
    let server = start(&scratch).await;
    let address = server.address;
    let (id, mut players, _) = seated(address, &by_link("animal-chess")).await;
    let lazy = Person::guest(address).await;
    let mut socket = lazy.socket().await;
    let seen = socket.watch(&id).await["seq"].as_u64().expect("a number");
    // It asks for the game again and again, and reads none of the answers.
    let (mut ask, mut unread) = socket.split();
    let watch = json!({ "type": "watch", "game": id }).to_string();
    let asking =
        tokio::spawn(async move { while ask.send(Message::text(watch.clone())).await.is_ok() {} });
    // The players go on, each answered at once, until the server has had enough of it.
    let (mut round, mut seq) = (0, 0);
    while metric(address, "quintain_overrun_total").await == 0 {
        for player in &mut players {
            seq = fuss(player, &id, round).await;
            round += 1;
        }
    }
    // To them it was one who watched and no longer does.
    for player in &mut players {
        let here = loop {
            let presence = player.watch(&id).await["presence"].take();
            if presence["spectators"] == 0 {
                break presence["here"].clone();
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        };
        assert_eq!(here, json!([true, true]));
    }
    // The connection ends for the lazy one too, after what was on the way.
    let mut last = seen;
    while let Some(Ok(message)) = unread.next().await {
        let Message::Text(text) = message else {
            continue;
        };
        let message: Value = serde_json::from_str(&text).expect("JSON");
        let snapshot = message["snapshot"]["seq"].as_u64();
        last = snapshot
            .or(message["update"]["seq"].as_u64())
            .unwrap_or(last);
    }
    asking.await.expect("it stops asking");
    // Coming back with the last number it has seen, it learns of everything since.
    let mut back = lazy.socket().await;
    let watch = json!({ "type": "watch", "game": id, "after": last });
    back.say(&watch).await;
    while last < seq {
        let message = back.hear().await;
        if let Some(all) = message["snapshot"]["seq"].as_u64() {
            last = all;
        } else if let Some(next) = message["update"]["seq"].as_u64() {
            assert_eq!(next, last + 1);
            last = next;
        }
    }
    assert_eq!(last, seq);
    server.stop().await;
}

/// Reads until the server closes the connection.
async fn read_to_end(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    // A reset ends it as well.
    stream.read_to_end(&mut bytes).await.ok();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn who_is_too_slow_to_ask_is_dropped() {
    let scratch = Scratch::new();
    let mut config = config(&scratch);
    config.patience = Duration::from_secs(2);
    let server = serve(EngineRegistry::standard(), config)
        .await
        .expect("starts");
    let mut heads = Vec::new();
    for head in ["", "GET /api/catalogue HTTP/1.1\r\nhost: x\r\nx-slow: "] {
        let mut stream = TcpStream::connect(server.address).await.expect("connected");
        stream.write_all(head.as_bytes()).await.expect("sent");
        heads.push(stream);
    }
    let mut body = TcpStream::connect(server.address).await.expect("connected");
    let asked = "POST /api/rules/positions HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\
                 content-type: application/json\r\ncontent-length: 100\r\n\r\n{";
    body.write_all(asked.as_bytes()).await.expect("sent");
    // Others are served meanwhile.
    Person::guest(server.address).await.socket().await;
    for stream in &mut heads {
        let said = read_to_end(stream).await;
        assert!(!said.contains("200 OK"), "{said}");
    }
    let said = read_to_end(&mut body).await;
    assert!(said.starts_with("HTTP/1.1 400"), "{said}");
    assert!(said.contains("did not come within 2 seconds"), "{said}");
    server.stop().await;
}

/// Connects and follows a game, as often as asked, going away without a word each time.
async fn come_and_go(person: Person, game: String, times: usize) {
    for _ in 0..times {
        let mut socket = loop {
            match person.try_socket(&[]).await {
                Ok(socket) => break socket,
                // The server has not yet noticed that those before are gone.
                Err(status) => assert_eq!(status, 429),
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        };
        let watch = json!({ "type": "watch", "game": game, "after": 1 });
        socket.say(&watch).await;
        assert_eq!(socket.hear_type("update").await["update"]["seq"], 2);
    }
}

#[tokio::test]
async fn a_thousand_reconnects_leave_nothing_behind() {
    let scratch = Scratch::new();
    let mut config = config(&scratch);
    // A connection that were never given back would soon be one too many.
    config.limits.connections = 20;
    let server = serve(EngineRegistry::standard(), config)
        .await
        .expect("starts");
    let address = server.address;
    let (id, mut players, people) = seated(address, &by_link("knights-duel")).await;
    fuss(&mut players[0], &id, 0).await;
    let mut guests: Vec<_> = people.into_iter().collect();
    guests.extend([Person::guest(address).await, Person::guest(address).await]);
    let comings = guests
        .into_iter()
        .map(|person| tokio::spawn(come_and_go(person, id.clone(), 250)));
    for coming in comings.collect::<Vec<_>>() {
        coming.await.expect("all went well");
    }
    // Only the players are left, and the game goes on.
    while metric(address, "quintain_people").await > 2 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(metric(address, "quintain_rooms").await, 1);
    assert!(metric(address, "quintain_sockets_total").await >= 1002);
    assert_eq!(fuss(&mut players[1], &id, 1).await, 4);
    server.stop().await;
}
