//! The way to push services: over TLS, to public addresses only.
//!
//! Browsers name the address that messages go to, and so can anybody who pretends to be one. So only
//! `https` on its own port is called, by name, and only where the name leads outside: what the name
//! resolves to is checked, and exactly that is connected to. Nothing is followed from there.

use axum::body::{Body, Bytes};
use axum::http::uri::{Authority, Scheme};
use axum::http::{Request, StatusCode, Uri};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use tokio::net::{TcpStream, lookup_host};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// The longest address of a subscription, in bytes.
const MAX_ENDPOINT_BYTES: usize = 1000;
const HTTPS_PORT: u16 = 443;

/// Where push services may be: on the public network, unless a test has its own.
#[derive(Clone, Default)]
pub struct PushNetwork(Option<CertificateDer<'static>>);

impl PushNetwork {
    /// Services anywhere, on any port, which have this certificate: for tests.
    pub fn trusting(certificate: Vec<u8>) -> PushNetwork {
        PushNetwork(Some(certificate.into()))
    }

    fn is_public(&self) -> bool {
        self.0.is_none()
    }

    /// What certificates are checked against. `None` if there is nothing.
    fn roots(&self) -> Option<RootCertStore> {
        let mut roots = RootCertStore::empty();
        match &self.0 {
            Some(certificate) => roots.add(certificate.clone()).ok()?,
            None => {
                let found = rustls_native_certs::load_native_certs();
                roots.add_parsable_certificates(found.certs);
            }
        }
        (!roots.is_empty()).then_some(roots)
    }
}

impl fmt::Debug for PushNetwork {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.is_public() { "Public" } else { "Test" };
        out.write_str(name)
    }
}

/// The address of a subscription, which may be called.
#[derive(Debug)]
pub(super) struct Endpoint {
    uri: Uri,
    authority: Authority,
}

impl Endpoint {
    /// Checks what can be known without asking anyone.
    pub(super) fn parse(text: &str, network: &PushNetwork) -> Option<Endpoint> {
        if text.len() > MAX_ENDPOINT_BYTES {
            return None;
        }
        let uri: Uri = text.parse().ok()?;
        let authority = uri.authority()?.clone();
        let is_plain = !authority.as_str().contains('@');
        if uri.scheme() != Some(&Scheme::HTTPS) || !is_plain {
            return None;
        }
        let host = authority.host();
        let is_name =
            host.contains('.') && host.trim_matches(['[', ']']).parse::<IpAddr>().is_err();
        let is_own_port = authority.port_u16().is_none_or(|port| port == HTTPS_PORT);
        if network.is_public() && !(is_name && is_own_port) {
            return None;
        }
        Some(Endpoint { uri, authority })
    }

    /// The service, as tokens name it.
    pub(super) fn service(&self) -> String {
        format!("https://{}", self.authority)
    }

    /// Connects to one of the addresses that the name has now.
    async fn connect(&self, network: &PushNetwork) -> io::Result<TcpStream> {
        let port = self.authority.port_u16().unwrap_or(HTTPS_PORT);
        let found = lookup_host((self.authority.host(), port)).await?;
        let may_call = |address: &SocketAddr| !network.is_public() || is_public(address.ip());
        let mut found: Vec<SocketAddr> = found.collect();
        // One address inside is one too many: names that lead to both are not push services.
        if found.is_empty() || !found.iter().all(may_call) {
            return Err(io::ErrorKind::AddrNotAvailable.into());
        }
        // Many machines have no way to the newer kind of addresses.
        found.sort_by_key(SocketAddr::is_ipv6);
        let mut last = io::ErrorKind::AddrNotAvailable.into();
        for address in found.into_iter().take(2) {
            match TcpStream::connect(address).await {
                Ok(stream) => return Ok(stream),
                Err(error) => last = error,
            }
        }
        Err(last)
    }
}

/// Calls push services.
#[derive(Clone)]
pub(super) struct Caller {
    network: PushNetwork,
    tls: TlsConnector,
}

impl Caller {
    /// `None` if there are no certificates to know services by.
    pub(super) fn new(network: PushNetwork) -> Option<Caller> {
        let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
        let tls = ClientConfig::builder_with_provider(provider);
        let tls = tls.with_safe_default_protocol_versions().ok()?;
        let tls = tls.with_root_certificates(network.roots()?);
        Some(Caller {
            network,
            tls: TlsConnector::from(Arc::new(tls.with_no_client_auth())),
        })
    }

    /// The address of a subscription, if it may be called.
    pub(super) fn endpoint(&self, text: &str) -> Option<Endpoint> {
        Endpoint::parse(text, &self.network)
    }

    /// Sends a message and returns the status of the answer. The rest of the answer is not read.
    pub(super) async fn post(
        &self,
        endpoint: &Endpoint,
        headers: &[(&str, String)],
        message: Vec<u8>,
    ) -> io::Result<StatusCode> {
        let stream = endpoint.connect(&self.network).await?;
        let host = endpoint
            .authority
            .host()
            .trim_matches(['[', ']'])
            .to_owned();
        let name = ServerName::try_from(host).map_err(io::Error::other)?;
        let stream = self.tls.connect(name, stream).await?;
        let connected = http1::handshake::<_, Body>(TokioIo::new(stream)).await;
        let (mut sender, connection) = connected.map_err(io::Error::other)?;
        let path = endpoint.uri.path_and_query();
        let mut request = Request::post(path.map_or("/", |path| path.as_str()))
            .header("host", endpoint.authority.as_str())
            .header("content-length", message.len());
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        let request = request.body(Body::from(Bytes::from(message)));
        let request = request.map_err(io::Error::other)?;
        let (mut response, mut connection) = (pin!(sender.send_request(request)), pin!(connection));
        let response = tokio::select! {
            biased;
            response = &mut response => response,
            // The answer may have come with the end of the connection, and else there is none.
            _ = &mut connection => response.await,
        };
        Ok(response.map_err(io::Error::other)?.status())
    }
}

/// Whether an address is on the public network.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_special = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_broadcast()
        || address.is_documentation()
        || address.is_multicast()
        || a == 0
        // Behind a provider's translation.
        || (a == 100 && (64..128).contains(&b))
        // For protocols, for relays between the two kinds of addresses, and for measurements.
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && (18..20).contains(&b))
        || a >= 240;
    !is_special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    // Only 2000::/3 is public, and in it what stands for other addresses is not: relays that have
    // the address of another machine in their own, and examples.
    let is_global = a & 0xe000 == 0x2000;
    let is_relay = a == 0x2002 || (a == 0x2001 && b == 0);
    let is_special = (a == 0x2001 && (b < 0x0200 || b == 0x0db8)) || a == 0x3fff;
    is_global && !is_relay && !is_special
}

#[cfg(test)]
mod tests {
    use super::{Caller, Endpoint, PushNetwork, is_public};

    #[test]
    fn only_names_on_the_public_network_are_called() {
        let network = PushNetwork::default();
        let parse = |text: &str| Endpoint::parse(text, &network).map(|found| found.service());
        let good = "https://push.example.org/send/abc?x=1";
        assert_eq!(parse(good).as_deref(), Some("https://push.example.org"));
        assert!(parse("https://push.example.org:443/a").is_some());
        for bad in [
            "http://push.example.org/a",
            "https://push.example.org:8443/a",
            "https://user@push.example.org/a",
            "https://127.0.0.1/a",
            "https://[::1]/a",
            "https://[2606:4700::1]/a",
            "https://93.184.216.34/a",
            "https://localhost/a",
            "https:///a",
            "/a",
            "",
            "gopher://push.example.org/",
        ] {
            assert_eq!(parse(bad), None, "{bad}");
        }
        assert_eq!(parse(&format!("{good}{}", "x".repeat(1000))), None);
    }

    #[test]
    fn addresses_inside_are_told_from_public_ones() {
        for inside in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "127.255.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.1",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:10.0.0.1",
            "::ffff:8.8.8.8",
            "::7f00:1",
            "64:ff9b::a00:1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:a00:1::",
            "3fff::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(inside.parse().expect("an address")), "{inside}");
        }
        for outside in [
            "8.8.8.8",
            "1.1.1.1",
            "172.32.0.1",
            "100.128.0.1",
            "2606:4700::1111",
        ] {
            assert!(is_public(outside.parse().expect("an address")), "{outside}");
        }
    }

    #[tokio::test]
    async fn a_name_that_leads_inside_is_not_called() {
        let certificate = include_bytes!("../../tests/server/push/certificate.der");
        let mut caller = Caller::new(PushNetwork::trusting(certificate.to_vec())).expect("roots");
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let endpoint = caller.endpoint(&format!("https://localhost:{port}/a"));
        let endpoint = endpoint.expect("tests may call inside");
        // The same address, for a server that is not a test.
        caller.network = PushNetwork::default();
        let error = caller
            .post(&endpoint, &[], Vec::new())
            .await
            .expect_err("refused");
        assert_eq!(error.kind(), std::io::ErrorKind::AddrNotAvailable);
        listener.set_nonblocking(true).expect("set");
        assert!(listener.accept().is_err(), "it was called");
    }
}
