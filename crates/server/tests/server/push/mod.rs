//! Push messages, received and decrypted by a push service of our own.

use crate::common::{Client, config, metric, start_with, temp_dir};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use quintain_server::{Config, PushNetwork};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey as SigningKey};
use ring::{aead, hkdf};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

const CERTIFICATE: &[u8] = include_bytes!("certificate.der");
const KEY: &[u8] = include_bytes!("key.der");
/// Far longer than anything takes.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A request as a push service gets it.
struct Request {
    head: String,
    body: Vec<u8>,
}

impl Request {
    fn header(&self, name: &str) -> &str {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        let found = lines.find(|(key, _)| key.eq_ignore_ascii_case(name));
        found
            .unwrap_or_else(|| panic!("no {name} in {}", self.head))
            .1
    }
}

/// A push service that answers everything with one status.
struct Service {
    port: u16,
    requests: mpsc::UnboundedReceiver<Request>,
}

impl Service {
    async fn start(status: &'static str) -> Service {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
        let tls = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(
                vec![CERTIFICATE.to_vec().into()],
                PrivateKeyDer::Pkcs8(KEY.to_vec().into()),
            )
            .expect("a key");
        let acceptor = TlsAcceptor::from(Arc::new(tls));
        let (sender, requests) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let Ok(mut stream) = acceptor.accept(stream).await else {
                    continue;
                };
                let request = read_request(&mut stream).await;
                let answer = format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\n\r\n");
                stream.write_all(answer.as_bytes()).await.expect("sent");
                stream.flush().await.expect("sent");
                if sender.send(request).is_err() {
                    break;
                }
            }
        });
        Service { port, requests }
    }

    async fn next(&mut self) -> Request {
        let next = tokio::time::timeout(TIMEOUT, self.requests.recv()).await;
        next.expect("in time").expect("a request")
    }
}

async fn read_request(stream: &mut (impl AsyncReadExt + Unpin)) -> Request {
    let mut bytes = Vec::new();
    loop {
        if let Some(at) = bytes.windows(4).position(|part| part == b"\r\n\r\n") {
            let request = Request {
                head: String::from_utf8(bytes[..at].to_vec()).expect("a head"),
                body: bytes[at + 4..].to_vec(),
            };
            let length: usize = request.header("content-length").parse().expect("a length");
            if request.body.len() == length {
                return request;
            }
        }
        assert!(
            stream.read_buf(&mut bytes).await.expect("read") > 0,
            "the request is cut off"
        );
    }
}

/// A browser's keys.
struct Browser {
    private_key: EphemeralPrivateKey,
    public_key: Vec<u8>,
    auth_secret: [u8; 16],
}

impl Browser {
    fn new() -> Browser {
        let random = SystemRandom::new();
        let private_key = EphemeralPrivateKey::generate(&ECDH_P256, &random).expect("a key");
        let public_key = private_key.compute_public_key().expect("a key");
        Browser {
            public_key: public_key.as_ref().to_vec(),
            private_key,
            auth_secret: *b"sixteen secrets!",
        }
    }

    fn subscription(&self, endpoint: &str) -> Value {
        json!({ "endpoint": endpoint, "public_key": BASE64.encode(&self.public_key),
                "auth_secret": BASE64.encode(self.auth_secret), "language": "de" })
    }

    /// Reads a message as RFC 8188 and RFC 8291 say.
    fn decrypt(self, message: &[u8]) -> Value {
        let (salt, rest) = message.split_at(16);
        let (record_size, rest) = rest.split_at(4);
        assert_eq!(record_size, 4096_u32.to_be_bytes());
        let (sender, record) = rest[1..].split_at(usize::from(rest[0]));
        let theirs = UnparsedPublicKey::new(&ECDH_P256, sender);
        let info = [b"WebPush: info\0", &*self.public_key, sender].concat();
        let key = agree_ephemeral(self.private_key, &theirs, |shared| {
            derive(&self.auth_secret, shared, &info, 32)
        });
        let key = key.expect("both keys are on the curve");
        let content_key = derive(salt, &key, b"Content-Encoding: aes128gcm\0", 16);
        let nonce = derive(salt, &key, b"Content-Encoding: nonce\0", 12);
        let opening = aead::UnboundKey::new(&aead::AES_128_GCM, &content_key).expect("a key");
        let nonce = aead::Nonce::try_assume_unique_for_key(&nonce).expect("a nonce");
        let mut record = record.to_vec();
        let text = aead::LessSafeKey::new(opening)
            .open_in_place(nonce, aead::Aad::empty(), &mut record)
            .expect("it can be decrypted");
        let text = text.strip_suffix(&[2]).expect("the last record");
        serde_json::from_slice(text).expect("JSON")
    }
}

fn derive(salt: &[u8], secret: &[u8], info: &[u8], length: usize) -> Vec<u8> {
    struct Length(usize);
    impl hkdf::KeyType for Length {
        fn len(&self) -> usize {
            self.0
        }
    }
    let mut out = vec![0; length];
    let secret = hkdf::Salt::new(hkdf::HKDF_SHA256, salt).extract(secret);
    let info = [info];
    let derived = secret.expand(&info, Length(length)).expect("a length");
    derived.fill(&mut out).expect("filled");
    out
}

/// Checks a token, and returns its claims.
fn claims(authorization: &str, public_key: &str) -> Value {
    let (token, key) = authorization
        .strip_prefix("vapid t=")
        .and_then(|rest| rest.split_once(", k="))
        .expect("a token and a key");
    assert_eq!(key, public_key);
    let (signed, signature) = token.rsplit_once('.').expect("a signature");
    let key = BASE64.decode(key).expect("a key");
    SigningKey::new(&ECDSA_P256_SHA256_FIXED, key)
        .verify(
            signed.as_bytes(),
            &BASE64.decode(signature).expect("base64"),
        )
        .expect("the signature is right");
    let (_, claims) = signed.split_once('.').expect("claims");
    serde_json::from_slice(&BASE64.decode(claims).expect("base64")).expect("JSON")
}

/// Two players, the second of whom is away, and the path of their game.
async fn seated(address: std::net::SocketAddr, control: Value) -> (String, [Client; 2]) {
    let mut first = Client::guest(address).await;
    let mut second = Client::guest(address).await;
    let request = json!({ "game": "sight", "opponent": { "kind": "friend" }, "side": "first",
                          "time_control": control });
    let id = first.create(&request).await["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let joined = second
        .post(&format!("/api/games/{id}/join"), &json!({}))
        .await;
    assert_eq!(joined.status, 200);
    (id, [first, second])
}

async fn first_move(client: &mut Client, id: &str) {
    let game = client.get(&format!("/api/games/{id}")).await.json();
    let text = game["view"]["moves"][0]["text"].clone();
    let done = client
        .act(id, json!({ "kind": "move", "text": text }))
        .await;
    assert_eq!(done.status, 200, "{done:?}");
}

fn push_config(dir: &tempfile::TempDir) -> Config {
    Config {
        push_network: PushNetwork::trusting(CERTIFICATE.to_vec()),
        ..config(dir)
    }
}

#[tokio::test]
async fn a_player_who_is_away_is_told_that_it_is_their_turn_and_only_the_browser_can_read_it() {
    let dir = temp_dir();
    let server = start_with(push_config(&dir)).await;
    let mut service = Service::start("201 Created").await;
    let days = json!({ "kind": "correspondence", "days": 3 });
    let (id, [mut first, mut second]) = seated(server.address, days).await;
    let key = second.get("/api/push/key").await.json();
    let key = key["public_key"].as_str().expect("a key").to_owned();
    let browser = Browser::new();
    let endpoint = format!("https://localhost:{}/send/1?a=b", service.port);
    let subscription = browser.subscription(&endpoint);
    assert_eq!(second.post("/api/me/push", &subscription).await.status, 204);
    first_move(&mut first, &id).await;
    let request = service.next().await;
    assert!(
        request.head.starts_with("POST /send/1?a=b HTTP/1.1"),
        "{}",
        request.head
    );
    assert_eq!(request.header("content-encoding"), "aes128gcm");
    assert_eq!(request.header("topic"), id);
    assert!(request.header("ttl").parse::<u32>().expect("seconds") > 86_400);
    let claims = claims(request.header("authorization"), &key);
    assert_eq!(claims["aud"], format!("https://localhost:{}", service.port));
    let message = browser.decrypt(&request.body);
    assert_eq!(message["body"], "Du bist am Zug");
    assert_eq!(message["game_id"], id);
    // A page that is open needs no message, and neither does a browser that wants none.
    let socket = second.socket().await;
    first_move(&mut second, &id).await;
    first_move(&mut first, &id).await;
    drop(socket);
    let end = json!({ "endpoint": endpoint });
    assert_eq!(second.post("/api/me/push/end", &end).await.status, 204);
    first_move(&mut second, &id).await;
    first_move(&mut first, &id).await;
    assert_eq!(
        metric(server.address, "quintain_push_messages_total").await,
        1
    );
    assert!(service.requests.try_recv().is_err());
    // The key is the same after a restart.
    server.stop().await;
    let server = start_with(push_config(&dir)).await;
    let mut client = Client::guest(server.address).await;
    assert_eq!(client.get("/api/push/key").await.json()["public_key"], key);
    server.stop().await;
}

#[tokio::test]
async fn a_browser_that_is_gone_is_forgotten_and_fast_games_are_not_told_about() {
    let dir = temp_dir();
    let server = start_with(push_config(&dir)).await;
    let mut service = Service::start("410 Gone").await;
    let endpoint = format!("https://localhost:{}/gone", service.port);
    let clock = json!({ "kind": "clock", "base_ms": 600_000, "increment_ms": 0 });
    let (fast, [mut first, mut second]) = seated(server.address, clock).await;
    let subscription = Browser::new().subscription(&endpoint);
    assert_eq!(second.post("/api/me/push", &subscription).await.status, 204);
    first_move(&mut first, &fast).await;
    let request = json!({ "game": "sight", "opponent": { "kind": "friend" }, "side": "first",
                          "time_control": { "kind": "correspondence", "days": 1 } });
    let id = first.create(&request).await["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    second
        .post(&format!("/api/games/{id}/join"), &json!({}))
        .await;
    first_move(&mut first, &id).await;
    assert_eq!(service.next().await.header("topic"), id);
    // Now the browser is forgotten: nobody is called when the next move comes.
    while metric(server.address, "quintain_push_failures_total").await == 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    first_move(&mut second, &id).await;
    first_move(&mut first, &id).await;
    first_move(&mut second, &id).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(service.requests.try_recv().is_err());
    server.stop().await;
}

#[tokio::test]
async fn addresses_inside_and_wrong_keys_are_rejected() {
    let dir = temp_dir();
    let server = start_with(config(&dir)).await;
    let mut client = Client::guest(server.address).await;
    let browser = Browser::new();
    for endpoint in [
        "http://push.example.org/a",
        "https://127.0.0.1/a",
        "https://localhost/a",
        "https://[::1]:7878/a",
        "https://push.example.org:7878/a",
        "https://169.254.169.254/latest/meta-data",
        "not an address",
    ] {
        let subscription = browser.subscription(endpoint);
        let answer = client.post("/api/me/push", &subscription).await;
        assert_eq!(answer.status, 400, "{endpoint}: {answer:?}");
    }
    let good = browser.subscription("https://push.example.org/a");
    for (field, value) in [
        ("public_key", "AAAA"),
        ("public_key", "not base64"),
        ("auth_secret", "AAAA"),
        ("language", "xx"),
    ] {
        let mut wrong = good.clone();
        wrong[field] = json!(value);
        let answer = client.post("/api/me/push", &wrong).await;
        assert_eq!(answer.status, 400, "{field} {value}: {answer:?}");
    }
    assert_eq!(client.post("/api/me/push", &good).await.status, 204);
    server.stop().await;
}
