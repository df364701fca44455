//! The connection to a provider: encryption, trust, proxies.
//!
//! It follows no redirection, since the key is for this provider alone. Encryption is the same as
//! everywhere else in the program, and so is whom it trusts.

use std::sync::Arc;
use std::time::Duration;

use reqwest::redirect;
use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};

use super::address::{Address, Reach};

const CONNECT_LIMIT: Duration = Duration::from_secs(10);

/// A client for that address; what hinders it otherwise.
pub(super) fn client(address: &Address) -> Result<genai::Client, String> {
    let tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| format!("encryption cannot be set up, {error}"))?
        .with_root_certificates(trusted_roots(address))
        .with_no_client_auth();
    let builder = reqwest::Client::builder()
        .tls_backend_preconfigured(tls)
        .redirect(redirect::Policy::none())
        .connect_timeout(CONNECT_LIMIT)
        .tcp_nodelay(true)
        .user_agent(concat!("rutter/", env!("CARGO_PKG_VERSION")));
    let builder = match address.reach {
        Reach::ThisMachine => builder.no_proxy(),
        Reach::Network => builder,
    };
    let client = builder.build().map_err(|error| format!("there is no connection, {error}"))?;
    let client = genai::Client::builder().with_reqwest(client).build();
    client.map_err(|error| format!("there is no connection, {error}"))
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
