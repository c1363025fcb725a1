//! Where the bus is.

use crate::TEXTS;
use async_nats::ServerAddr;
use quintain_rules::messages;
use std::fmt;
use std::str::FromStr;

/// The servers of the bus: URLs of NATS, separated by commas.
#[derive(Clone, PartialEq, Eq)]
pub struct BusAddress(Vec<String>);

messages! {
    /// Why a text does not name a bus.
    pub enum InvalidBus in TEXTS {
        /// A URL of something else.
        OtherScheme = "bus-other-scheme" {
            /// What is given.
            url: String,
        },
        /// A URL that is not valid.
        InvalidUrl = "bus-invalid-url" {
            /// What is given.
            url: String,
        },
    }
}

impl std::error::Error for InvalidBus {}

impl FromStr for BusAddress {
    type Err = InvalidBus;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let urls: Vec<String> = text.split(',').map(|url| url.trim().to_owned()).collect();
        for url in &urls {
            if !url.starts_with("nats://") && !url.starts_with("tls://") {
                let url = without_password(url);
                return Err(InvalidBus::OtherScheme { url });
            }
            let parsed = url.parse::<ServerAddr>().ok();
            if parsed.is_none_or(|parsed| parsed.host().is_empty()) {
                let url = without_password(url);
                return Err(InvalidBus::InvalidUrl { url });
            }
        }
        Ok(BusAddress(urls))
    }
}

impl BusAddress {
    /// The servers, without what they are told about us.
    pub(super) fn servers(&self) -> Vec<ServerAddr> {
        let servers = self.0.iter().filter_map(|url| url.parse().ok());
        servers.collect()
    }

    /// A user and a password, or a token, that the URLs may have.
    pub(super) fn token(&self) -> Option<String> {
        let server = self.servers().into_iter().next()?;
        match (server.username(), server.password()) {
            (Some(token), None) => Some(token.to_owned()),
            _ => None,
        }
    }
}

impl fmt::Display for BusAddress {
    /// Without a password.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let urls: Vec<String> = self.0.iter().map(|url| without_password(url)).collect();
        out.write_str(&urls.join(","))
    }
}

impl fmt::Debug for BusAddress {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{self}")
    }
}

/// A URL without the user, password or token that it may have.
fn without_password(url: &str) -> String {
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        _ => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{BusAddress, InvalidBus};

    #[test]
    fn a_bus_is_one_url_of_nats_or_several() {
        for url in [
            "nats://127.0.0.1:4222",
            "nats://ada:secret@bus",
            "tls://secret@bus:4222, nats://other",
        ] {
            let bus: BusAddress = url.parse().expect("a bus");
            let shown = format!("{bus} {bus:?}");
            assert!(
                !shown.contains("secret") && shown.contains("://"),
                "{shown}"
            );
        }
        for url in ["", "bus:4222", "http://bus", "nats://a,redis://b"] {
            let refused = url.parse::<BusAddress>();
            assert!(
                matches!(refused, Err(InvalidBus::OtherScheme { .. })),
                "{url}"
            );
        }
        for url in ["nats://", "nats://bus:port", "nats://a,nats://[::1"] {
            let refused = url.parse::<BusAddress>();
            assert!(
                matches!(refused, Err(InvalidBus::InvalidUrl { .. })),
                "{url}"
            );
        }
    }

    #[test]
    fn a_name_without_a_password_is_a_token() {
        let bus: BusAddress = "nats://secret@bus:4222".parse().expect("a bus");
        assert_eq!(bus.token().as_deref(), Some("secret"));
        let bus: BusAddress = "nats://ada:secret@bus:4222".parse().expect("a bus");
        assert_eq!(bus.token(), None);
    }
}
