//! The connection to a provider: encryption, trust, proxies.
//!
//! It follows no redirection, since the key is for this provider alone. Encryption is the same as
//! everywhere else in the program, and so is whom it trusts. `genai` does not use it directly: it
//! talks to a relay in this process, which measures what comes back (see `relay`).

use std::sync::Arc;
use std::time::Duration;

use reqwest::redirect;
use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};

use super::address::{Address, Reach};
use super::limits::ReplyLimits;
use super::relay::{Exchange, Relay};
use super::request::Delivery;

const CONNECT_LIMIT: Duration = Duration::from_secs(10);

/// The connection to one provider.
pub(super) struct Line {
    /// Reaches relays in this process and nothing else.
    pub client: genai::Client,
    relay: Arc<Relay>,
}

impl Line {
    /// A connection to that address. With `has_key` unset no header that carries a key is sent.
    pub fn new(address: &Address, has_key: bool, limits: ReplyLimits) -> Result<Line, String> {
        let upstream = upstream(address)?;
        let inner = reqwest::Client::builder()
            .tls_backend_preconfigured(tls(RootCertStore::empty())?)
            .redirect(redirect::Policy::none())
            .no_proxy()
            .no_gzip()
            .tcp_nodelay(true)
            .build()
            .map_err(|error| format!("there is no connection, {error}"))?;
        let client = genai::Client::builder().with_reqwest(inner).build();
        let client = client.map_err(|error| format!("there is no connection, {error}"))?;
        let relay = Relay { upstream, base: address.base.clone(), has_key, limits };
        Ok(Line { client, relay: Arc::new(relay) })
    }

    /// Opens a relay for one request.
    pub async fn open(&self, delivery: Delivery) -> std::io::Result<Exchange> {
        Exchange::open(Arc::clone(&self.relay), delivery).await
    }
}

/// A client for that address; what hinders it otherwise.
fn upstream(address: &Address) -> Result<reqwest::Client, String> {
    let builder = reqwest::Client::builder()
        .tls_backend_preconfigured(tls(trusted_roots(address))?)
        .redirect(redirect::Policy::none())
        .connect_timeout(CONNECT_LIMIT)
        .no_gzip()
        .tcp_nodelay(true)
        .user_agent(concat!("rutter/", env!("CARGO_PKG_VERSION")));
    let builder = match address.reach {
        Reach::ThisMachine => builder.no_proxy(),
        Reach::Network => builder,
    };
    builder.build().map_err(|error| format!("there is no connection, {error}"))
}

fn tls(roots: RootCertStore) -> Result<ClientConfig, String> {
    let tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| format!("encryption cannot be set up, {error}"))?;
    Ok(tls.with_root_certificates(roots).with_no_client_auth())
}

/// Whom the machine trusts, which may be a company's own authority; where it trusts nobody, as in
/// a bare container, whom browsers trust.
fn trusted_roots(address: &Address) -> RootCertStore {
    let mut roots = RootCertStore::empty();
    if address.is_encrypted() {
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if roots.is_empty() {
            roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        }
    }
    roots
}
