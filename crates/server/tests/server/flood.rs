//! Clients that ask for much and take little, or come in numbers: what they hold is bounded.

use crate::common::{Client, config, metric, start, start_with, temp_dir};
use crate::play::{by_link, seated};
use crate::slow::offer_and_withdraw;
use crate::wait::{eventually, in_time};
use futures_util::{SinkExt, StreamExt};
use quintain_rules::Registry;
use quintain_table::TableLimits;
use serde_json::json;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;

/// A request for as many positions as one may have: a small question with a large answer.
fn long_question() -> String {
    let games = Registry::standard();
    let mut position = games
        .get("catapult")
        .expect("a game")
        .start(None)
        .expect("a board");
    let mut steps = Vec::new();
    for ply in 0_usize..99 {
        let events = position.events();
        // Different moves, so that the game does not end early.
        let next = (0..events.len()).find_map(|offset| {
            let event = &events[(ply * 7 + offset) % events.len()];
            let mut next = position.clone();
            next.play(&event.text).expect("possible");
            next.winner()
                .is_none()
                .then_some((event.text.clone(), next))
        });
        let Some((text, next)) = next else { break };
        steps.push(text);
        position = next;
    }
    let body = json!({ "game": "catapult", "steps": steps, "all": true }).to_string();
    format!(
        "POST /api/rules/positions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// A connection of a client with a small buffer, which has sent a request.
async fn ask(address: SocketAddr, request: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(2048).expect("a small buffer");
    let mut stream = socket.connect(address).await.expect("connected");
    stream.write_all(request.as_bytes()).await.expect("sent");
    stream
}

/// The beginning of a response.
async fn status(stream: &mut TcpStream) -> String {
    let mut bytes = [0; 12];
    let read = in_time("a response", stream.read_exact(&mut bytes)).await;
    read.expect("a response");
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn answers_that_nobody_reads_hold_a_bounded_number_of_bytes_and_are_cut() {
    const SHARE: u64 = 1024 * 1024;
    let dir = temp_dir();
    let mut config = config(&dir);
    config.max_unsent_bytes = 4 * 1024 * 1024;
    config.write_timeout = Duration::from_secs(1);
    let server = start_with(config).await;
    let address = server.address;
    let question = long_question();
    let (mut unread, mut refused) = (Vec::new(), 0_u64);
    for _ in 0..30 {
        let mut stream = ask(address, &question).await;
        match status(&mut stream).await.as_str() {
            "HTTP/1.1 200" => unread.push(stream),
            "HTTP/1.1 429" => refused += 1,
            other => panic!("{other}"),
        }
        let held = metric(address, "quintain_unsent_bytes").await;
        assert!(held <= SHARE, "{held} bytes");
    }
    assert!(!unread.is_empty() && refused > 0);
    // They are cut, and everything is given back.
    let cut = "quintain_stalled_connections_total";
    eventually("all unread answers are cut", async || {
        metric(address, cut).await >= unread.len() as u64
    })
    .await;
    eventually("all bytes are given back", async || {
        metric(address, "quintain_unsent_bytes").await == 0
    })
    .await;
    // Someone who reads gets the whole answer.
    let stream = &mut ask(
        address,
        &question.replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n"),
    )
    .await;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.expect("read");
    assert!(answer.starts_with(b"HTTP/1.1 200") && answer.ends_with(b"}"));
    server.stop().await;
}

#[tokio::test]
async fn files_that_nobody_reads_are_cut() {
    let dir = temp_dir();
    let mut config = config(&dir);
    config.write_timeout = Duration::from_secs(1);
    let server = start_with(config).await;
    // One after the other over one connection: more than the buffers on the way can hold.
    let request = "GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let mut unread = ask(server.address, &request.repeat(400)).await;
    assert_eq!(status(&mut unread).await, "HTTP/1.1 200");
    eventually("the connection that reads no files is cut", async || {
        metric(server.address, "quintain_stalled_connections_total").await > 0
    })
    .await;
    server.stop().await;
}

#[tokio::test]
async fn a_stream_that_nobody_reads_is_cut() {
    let dir = temp_dir();
    let mut config = config(&dir);
    config.write_timeout = Duration::from_secs(1);
    // The players make offers until the other client is dropped.
    config.game_limits = TableLimits::UNLIMITED;
    let server = start_with(config).await;
    let address = server.address;
    let (id, mut players, _) = seated(address, &by_link("animal-chess")).await;
    let request = format!("GET /api/games/{id}/stream HTTP/1.1\r\nhost: localhost\r\n\r\n");
    let mut unread = ask(address, &request).await;
    assert_eq!(status(&mut unread).await, "HTTP/1.1 200");
    // The players carry on until the server gives up on that client.
    let mut round = 0;
    eventually("the stream that nobody reads is cut", async || {
        for player in &mut players {
            offer_and_withdraw(player, &id, round).await;
            round += 1;
        }
        metric(address, "quintain_stalled_connections_total").await > 0
    })
    .await;
    eventually("it is no spectator any more", async || {
        players[0].watch(&id).await["presence"]["spectators"] == 0
    })
    .await;
    server.stop().await;
}

/// What the server says to a new connection without being asked; empty if nothing.
async fn greeting(address: SocketAddr) -> String {
    let mut stream = TcpStream::connect(address).await.expect("connected");
    let mut bytes = Vec::new();
    in_time("a refusal", stream.read_to_end(&mut bytes))
        .await
        .ok();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn bodies_that_are_only_announced_take_nothing_from_others() {
    let dir = temp_dir();
    let mut config = config(&dir);
    config.request_timeout = Duration::from_secs(600);
    let server = start_with(config).await;
    let mut announced = Vec::new();
    for framing in ["transfer-encoding: chunked", "content-length: 500000"] {
        for _ in 0..40 {
            let mut stream = TcpStream::connect(server.address).await.expect("connected");
            let head = format!(
                "POST /api/rules/positions HTTP/1.1\r\nhost: localhost\r\n\
                 content-type: application/json\r\n{framing}\r\n\r\n"
            );
            stream.write_all(head.as_bytes()).await.expect("sent");
            announced.push(stream);
        }
    }
    let mut client = Client::guest(server.address).await;
    for path in ["/health", "/api/catalogue", "/api/me"] {
        assert_eq!(client.get(path).await.status, 200, "{path}");
    }
    drop(announced);
    server.stop().await;
}

#[tokio::test]
async fn bodies_that_were_read_count_until_they_are_answered() {
    let dir = temp_dir();
    let mut config = config(&dir);
    config.request_timeout = Duration::from_secs(600);
    // An eighth of it for one address: 25,000 bytes of requests, each of which may take four times
    // its size.
    config.max_unsent_bytes = 800_000;
    let server = start_with(config).await;
    let address = server.address;
    let mut unfinished = Vec::new();
    for _ in 0..2 {
        let mut stream = TcpStream::connect(address).await.expect("connected");
        let head = "POST /api/rules/records/parse HTTP/1.1\r\nhost: localhost\r\n\
                    content-type: application/json\r\ncontent-length: 50000\r\n\r\n";
        let part = format!("{head}{{\"text\":\"{}", "x".repeat(9991));
        stream.write_all(part.as_bytes()).await.expect("sent");
        unfinished.push(stream);
    }
    let held = "quintain_unsent_bytes";
    eventually("all that was read is counted", async || {
        metric(address, held).await == 2 * 4 * 10_000
    })
    .await;
    let mut client = Client::guest(address).await;
    let body = json!({ "text": "x".repeat(10_000) });
    let refused = client.post("/api/rules/records/parse", &body).await;
    assert_eq!(refused.status, 429, "{refused:?}");
    drop(unfinished);
    eventually("all bytes are given back", async || {
        metric(address, held).await == 0
    })
    .await;
    let parsed = client.post("/api/rules/records/parse", &body).await;
    assert_ne!(parsed.status, 429, "{parsed:?}");
    server.stop().await;
}

#[tokio::test]
async fn connections_are_limited_for_one_address_and_in_total() {
    for (connections, max_connections, places, refusal) in [
        (2, 10_000, 8, "HTTP/1.1 429"),
        (10_000, 5, 5, "HTTP/1.1 503"),
    ] {
        let dir = temp_dir();
        let mut config = config(&dir);
        config.limits.connections = connections;
        config.max_connections = max_connections;
        // Idle connections stay for as long as this test needs.
        config.request_timeout = Duration::from_secs(600);
        let server = start_with(config).await;
        let address = server.address;
        let mut idle = Vec::new();
        for _ in 0..places {
            let mut stream = TcpStream::connect(address).await.expect("connected");
            let request = b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n";
            stream.write_all(request).await.expect("sent");
            assert_eq!(status(&mut stream).await, "HTTP/1.1 200");
            idle.push(stream);
        }
        for _ in 0..3 {
            let said = greeting(address).await;
            assert!(
                said.starts_with(refusal) && said.contains("retry-after: "),
                "{said}"
            );
        }
        // One that is closed makes room.
        idle.pop();
        loop {
            let mut stream = TcpStream::connect(address).await.expect("connected");
            let request = b"GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
            stream.write_all(request).await.ok();
            let mut bytes = Vec::new();
            stream.read_to_end(&mut bytes).await.ok();
            let said = String::from_utf8_lossy(&bytes).into_owned();
            if said.starts_with("HTTP/1.1 200") {
                assert!(
                    said.contains(&format!("\nquintain_connections {places}\n")),
                    "{said}"
                );
                break;
            }
        }
        drop(idle);
        server.stop().await;
    }
}

#[tokio::test]
async fn every_route_is_within_the_limit_on_requests() {
    for path in [
        "/health",
        "/ready",
        "/metrics",
        "/",
        "/favicon.ico",
        "/preview/sight.png",
        "/api/catalogue",
        "/api/socket",
    ] {
        let dir = temp_dir();
        let mut config = config(&dir);
        config.limits.requests_per_second = 1;
        let server = start_with(config).await;
        let mut client = Client::anonymous(server.address);
        let mut statuses = Vec::new();
        while statuses.last() != Some(&429) {
            statuses.push(client.get(path).await.status);
            assert!(statuses.len() < 1000, "{path} has no limit");
        }
        server.stop().await;
    }
}

#[tokio::test]
async fn a_page_of_another_site_cannot_reach_a_local_server_by_its_own_name() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut client = Client::guest(server.address).await;
    let evil = [("host", "evil.example"), ("origin", "http://evil.example")];
    for path in ["/", "/health", "/api/me", "/api/catalogue", "/api/socket"] {
        let text =
            format!("GET {path} HTTP/1.1\r\nhost: evil.example:7878\r\nconnection: close\r\n\r\n");
        let mut stream = ask(server.address, &text).await;
        assert_eq!(status(&mut stream).await, "HTTP/1.1 403", "{path}");
    }
    assert_eq!(client.try_socket(&evil).await.err(), Some(403));
    // Addresses and the machine's own name are fine.
    let port = server.address.port();
    for host in [
        "localhost",
        "127.0.0.1",
        "[::1]",
        "192.168.1.5",
        "app.localhost",
    ] {
        let text = format!("GET /health HTTP/1.1\r\nhost: {host}:{port}\r\n\r\n");
        let mut stream = ask(server.address, &text).await;
        assert_eq!(status(&mut stream).await, "HTTP/1.1 200", "{host}");
    }
    assert_eq!(client.get("/api/me").await.status, 200);
    server.stop().await;
}

#[tokio::test]
async fn a_configured_name_is_known() {
    let dir = temp_dir();
    let mut config = config(&dir);
    config.origin = Some("https://games.example".to_owned());
    let server = start_with(config).await;
    for (host, expected) in [
        ("games.example", "HTTP/1.1 200"),
        ("other.example", "HTTP/1.1 403"),
    ] {
        let text = format!("GET /api/catalogue HTTP/1.1\r\nhost: {host}\r\n\r\n");
        let mut stream = ask(server.address, &text).await;
        assert_eq!(status(&mut stream).await, expected, "{host}");
    }
    server.stop().await;
}

#[tokio::test]
async fn pings_count_like_any_other_message() {
    let dir = temp_dir();
    let mut config = config(&dir);
    config.limits.messages_per_second = 1;
    let server = start_with(config).await;
    let socket = Client::guest(server.address).await.socket().await;
    let (mut send, mut receive) = socket.split();
    let pinging = tokio::spawn(async move {
        while send.send(Message::Ping("x".into())).await.is_ok() {
            tokio::task::yield_now().await;
        }
    });
    let mut code = None;
    let receiving = async {
        while let Some(Ok(message)) = receive.next().await {
            if let Message::Close(Some(frame)) = message {
                code = Some(u16::from(frame.code));
            }
        }
    };
    in_time("the socket that only pings is closed", receiving).await;
    assert_eq!(code, Some(4013));
    pinging.await.expect("it stops");
    server.stop().await;
}
