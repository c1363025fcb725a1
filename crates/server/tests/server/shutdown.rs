//! A server that is asked to stop: it says so while it can, and breaks nothing off that it has begun.

use crate::common::{Client, Socket, config, start, start_with, temp_dir};
use crate::play::{by_link, seated};
use crate::wait::in_time;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[tokio::test]
async fn a_server_that_drains_says_so_to_new_visitors_and_goes_on_serving() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let address = server.address;
    let (id, mut players, _) = seated(address, &by_link("animal-chess")).await;
    let mut balancer = Client::anonymous(address);
    assert_eq!(balancer.get("/ready").await.status, 200);
    server.drain();
    for _ in 0..3 {
        let ready = balancer.get("/ready").await;
        assert_eq!(ready.status, 503);
        assert!(ready.body.contains("shutting down"), "{ready:?}");
    }
    assert_eq!(balancer.get("/health").await.status, 200);
    // Games go on, for those who are here and for those who still come.
    let view = players[0].watch(&id).await["view"].take();
    let text = view["moves"][0]["text"].as_str().expect("a move");
    assert_eq!(players[0].play(&id, text).await["type"], "ack");
    let mut late = Client::guest(address).await.socket().await;
    assert_eq!(late.watch(&id).await["seq"], 1);
    server.stop().await;
    assert!(TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn a_client_that_takes_nothing_does_not_hold_up_the_shutdown() {
    let dir = temp_dir();
    let mut config = config(&dir);
    // It would be cut at last, but nobody wants to wait for that.
    config.write_timeout = Duration::from_secs(600);
    config.request_timeout = Duration::from_secs(600);
    let server = start_with(config).await;
    let mut unread = TcpStream::connect(server.address).await.expect("connected");
    let request = "GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let requests = request.repeat(400);
    unread.write_all(requests.as_bytes()).await.expect("sent");
    let mut status = [0; 12];
    unread.read_exact(&mut status).await.expect("an answer");
    assert_eq!(&status, b"HTTP/1.1 200");
    in_time("the server stops", server.stop()).await;
}

/// Plays both sides of a game until the server closes the connection. Returns the number of moves
/// that were acknowledged and the close code.
async fn play_on(mut socket: Socket, id: String, moves: Arc<AtomicUsize>) -> (u64, Option<u16>) {
    let mut view = socket.watch(&id).await["view"].take();
    let mut acknowledged = 0;
    for ply in 0.. {
        let legal = view["moves"].as_array().expect("moves");
        let mut wanted = 2;
        match legal.get(ply * 7 % legal.len().max(1)) {
            Some(mv) => {
                let action = json!({ "kind": "move", "text": mv["text"], "ply": ply });
                let act = json!({ "type": "act", "request_id": format!("m{ply}"),
                                  "game_id": id, "side": view["turn"], "action": action });
                // It fails if the server has gone; then there is nothing more to read, either.
                socket.try_send(&act).await;
            }
            // The game is over: only the end of the connection is still to come.
            None => wanted = usize::MAX,
        }
        // The acknowledgment and the new position, in either order.
        while wanted > 0 {
            let message = match socket.receive_or_close().await {
                Ok(message) => message,
                Err(code) => return (acknowledged, code),
            };
            match message["type"].as_str() {
                Some("ack") => {
                    acknowledged += 1;
                    moves.fetch_add(1, Ordering::Relaxed);
                    wanted -= 1;
                }
                Some("update") => {
                    view = message["update"]["view"].clone();
                    wanted -= 1;
                }
                Some("error") => panic!("{message}"),
                _ => {}
            }
        }
    }
    unreachable!("games are finite")
}

/// Asks again and again until nobody listens. Every answer that begins is complete. Returns how many
/// there were.
async fn ask_on(address: SocketAddr) -> usize {
    let request = "GET /api/catalogue HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    let mut answers = 0;
    while let Ok(mut stream) = TcpStream::connect(address).await {
        let mut bytes = Vec::new();
        // A connection that nobody has accepted yet is reset.
        let sent = stream.write_all(request.as_bytes()).await;
        if sent.is_err() || stream.read_to_end(&mut bytes).await.is_err() || bytes.is_empty() {
            continue;
        }
        let text = String::from_utf8_lossy(&bytes);
        let (head, body) = text.split_once("\r\n\r\n").expect("a whole head");
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        assert!(serde_json::from_str::<Value>(body).is_ok(), "{body}");
        answers += 1;
    }
    answers
}

/// Follows a game until the stream ends. Every line that begins is complete.
async fn follow(address: SocketAddr, id: String) {
    let mut stream = TcpStream::connect(address).await.expect("connected");
    let request = format!("GET /api/games/{id}/stream HTTP/1.1\r\nhost: localhost\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.expect("an end");
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.starts_with("HTTP/1.1 200"), "{text}");
    assert!(text.ends_with("\r\n0\r\n\r\n"), "cut off");
}

#[tokio::test]
async fn a_shutdown_under_load_loses_nothing_that_was_acknowledged_and_cuts_nothing_off() {
    const GAMES: usize = 10;
    const GOING_AWAY: Option<u16> = Some(1001);
    let dir = temp_dir();
    let server = start(&dir).await;
    let address = server.address;
    let moves = Arc::new(AtomicUsize::new(0));
    let mut games = Vec::new();
    let mut followers = Vec::new();
    for _ in 0..GAMES {
        let mut client = Client::guest(address).await;
        let create = json!({ "game": "catapult", "opponent": { "kind": "local" } });
        let id = client.create(&create).await["id"]
            .as_str()
            .map(str::to_owned);
        let id = id.expect("an id");
        let socket = client.socket().await;
        followers.push(tokio::spawn(follow(address, id.clone())));
        let playing = tokio::spawn(play_on(socket, id.clone(), moves.clone()));
        games.push((id, client, playing));
    }
    let asking = [(); 4].map(|()| tokio::spawn(ask_on(address)));
    let mut thinking = Client::guest(address).await.socket().await;
    let analysis = json!({ "position": { "game": "sight" }, "time_ms": 60_000 });
    let start_analysis =
        json!({ "type": "start_analysis", "request_id": "a", "request": analysis });
    thinking.send(&start_analysis).await;
    thinking.receive_type("analysis").await;
    while moves.load(Ordering::Relaxed) < 5 * GAMES {
        assert!(games.iter().all(|game| !game.2.is_finished()));
        tokio::task::yield_now().await;
    }
    server.stop().await;
    assert!(TcpStream::connect(address).await.is_err());
    for asking in asking {
        assert!(asking.await.expect("no panic") > 0);
    }
    for follower in followers {
        follower.await.expect("no panic");
    }
    while let Ok(message) = thinking.receive_or_close().await {
        assert_ne!(message["type"], "error", "{message}");
    }
    let server = start(&dir).await;
    for (id, mut client, playing) in games {
        let (acknowledged, code) = playing.await.expect("no panic");
        assert_eq!(code, GOING_AWAY);
        client.address = server.address;
        let stored = client.get(&format!("/api/games/{id}")).await.json();
        let stored = stored["seq"].as_u64().expect("a number");
        // One more may have been stored without anyone being there to hear it.
        assert!(
            (acknowledged..=acknowledged + 1).contains(&stored),
            "{acknowledged} were acknowledged, {stored} are stored"
        );
    }
    server.stop().await;
}
