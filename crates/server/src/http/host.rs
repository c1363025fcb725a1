//! The name by which a client knows this server.
//!
//! A page of another site can make its own name point to this machine (DNS rebinding). For the
//! browser, this server is then that site, and the page may read everything here. Such a request
//! gives itself away by the name in its `Host` header. An address needs no name, so it is safe.

use super::ApiError;
use crate::app::App;
use crate::config::Config;
use axum::extract::{Request, State};
use axum::http::header::HOST;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{Ipv4Addr, Ipv6Addr};

/// How much of an unknown name is repeated to the client.
const MAX_SHOWN_CHARS: usize = 100;

/// Rejects requests for a server of another name.
pub(super) async fn check(State(app): State<App>, request: Request, next: Next) -> Response {
    let header = request.headers().get(HOST);
    let named = header.map(|host| host.to_str().unwrap_or_default());
    // A request for a proxy names the server twice.
    let names = named.into_iter().chain(request.uri().host());
    for name in names {
        if !is_ours(app.config(), name) {
            let host = name.chars().take(MAX_SHOWN_CHARS).collect();
            return ApiError::UnknownHost { host }.into_response();
        }
    }
    next.run(request).await
}

/// Whether this is a name of this server, with or without a port: an address, a name of the
/// machine itself, or the configured one.
fn is_ours(config: &Config, host: &str) -> bool {
    let name = name(host);
    let is_address = name.parse::<Ipv4Addr>().is_ok()
        || name
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
            .is_some_and(|address| address.parse::<Ipv6Addr>().is_ok());
    let lower = name.to_ascii_lowercase();
    let lower = lower.strip_suffix('.').unwrap_or(&lower);
    let origin = config.origin.as_deref();
    let configured = origin.and_then(|origin| Some(origin.split_once("://")?.1));
    is_address
        || lower == "localhost"
        || lower.ends_with(".localhost")
        || configured.is_some_and(|ours| self::name(ours).eq_ignore_ascii_case(lower))
}

/// A host without its port.
fn name(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::is_ours;
    use crate::config::Config;

    #[test]
    fn another_sites_name_is_not_ours_even_if_it_points_here() {
        let mut config = Config::default();
        let ours = [
            "localhost",
            "LOCALHOST:7878",
            "app.localhost:80",
            "127.0.0.1",
            "127.0.0.1:7878",
            "192.168.1.5:7878",
            "[::1]:7878",
            "[fe80::1]",
            "localhost.",
        ];
        let foreign = [
            "evil.example",
            "evil.example:7878",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "",
            ":7878",
            "games.example",
            "[evil]",
            "notlocalhost",
            "127.1",
            "games.example.evil",
        ];
        for host in ours {
            assert!(is_ours(&config, host), "{host}");
        }
        for host in foreign {
            assert!(!is_ours(&config, host), "{host}");
        }
        config.origin = Some("https://games.example".to_owned());
        for host in ["games.example", "Games.Example:443", "games.example."] {
            assert!(is_ours(&config, host), "{host}");
        }
        for host in foreign {
            assert_eq!(is_ours(&config, host), host == "games.example", "{host}");
        }
    }
}
