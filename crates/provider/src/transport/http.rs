//! The HTTP clients, and what it means that one of them could not deliver a reply.
//!
//! Redirections are not followed, since the key belongs to one service alone. Compressed replies are
//! neither requested nor decoded, so that the size of a reply is what arrives on the wire.

use std::error::Error as StdError;
use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::time::Duration;

use reqwest::{Client, ClientBuilder, redirect};
use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};

use super::endpoint::{Endpoint, Reach};

pub(crate) const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// A client for the service at this endpoint. `timeout` bounds a whole request, if given.
pub(crate) fn service_client(
    endpoint: &Endpoint,
    timeout: Option<Duration>,
) -> Result<Client, String> {
    let connect_timeout = timeout.map_or(CONNECT_TIMEOUT, |timeout| timeout.min(CONNECT_TIMEOUT));
    let mut builder = builder(trusted_roots(endpoint))?
        .connect_timeout(connect_timeout)
        .user_agent(concat!("rutter/", env!("CARGO_PKG_VERSION")));
    if let Some(timeout) = timeout {
        builder = builder.timeout(timeout);
    }
    match endpoint.reach {
        Reach::ThisMachine => build(builder.no_proxy()),
        Reach::Network => build(builder),
    }
}

/// A client for plain HTTP inside this process.
pub(crate) fn relay_client() -> Result<Client, String> {
    build(builder(RootCertStore::empty())?.no_proxy())
}

fn builder(roots: RootCertStore) -> Result<ClientBuilder, String> {
    // `ring` is named explicitly: without a default provider for the process, reqwest would panic.
    let tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| format!("TLS cannot be set up, {error}"))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(Client::builder()
        .tls_backend_preconfigured(tls)
        .redirect(redirect::Policy::none())
        .no_gzip()
        .no_brotli()
        .no_deflate()
        .no_zstd()
        .tcp_nodelay(true))
}

fn build(builder: ClientBuilder) -> Result<Client, String> {
    builder.build().map_err(|error| format!("the HTTP client cannot be set up, {error}"))
}

/// The certificates that the machine trusts, which may include a company's own. A machine without
/// any, such as a bare container, gets those that browsers trust.
fn trusted_roots(endpoint: &Endpoint) -> RootCertStore {
    let mut roots = RootCertStore::empty();
    if endpoint.is_encrypted() {
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if roots.is_empty() {
            roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        }
    }
    roots
}

/// The reason for a missing or incomplete reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TransportError {
    pub failure: TransportFailure,
    /// The innermost error, in the words of the library that met it.
    pub cause: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TransportFailure {
    /// The request could not even be written.
    InvalidRequest,
    UnknownHost,
    ConnectionRefused,
    UntrustedCertificate,
    /// The server has no version of TLS in common with us, or no TLS at all.
    TlsHandshake,
    CannotConnect,
    Timeout,
    /// The connection broke before the header of the reply was complete.
    ConnectionLost,
    HeaderTooLarge,
    /// The connection broke within the body of the reply.
    BodyIncomplete,
}

impl TransportError {
    pub fn new(error: &reqwest::Error) -> TransportError {
        let cause = chain(error).last().map_or_else(|| error.to_string(), ToString::to_string);
        TransportError { failure: failure(error), cause }
    }
}

fn failure(error: &reqwest::Error) -> TransportFailure {
    if error.is_builder() {
        return TransportFailure::InvalidRequest;
    }
    if error.is_timeout() {
        return TransportFailure::Timeout;
    }
    if error.is_dns() {
        return TransportFailure::UnknownHost;
    }
    if error.is_connect() {
        let tls = chain(error).find_map(|cause| cause.downcast_ref::<rustls::Error>());
        let io = chain(error).filter_map(|cause| cause.downcast_ref::<io::Error>()).last();
        return match (tls, io.map(io::Error::kind)) {
            (Some(rustls::Error::InvalidCertificate(_)), _) => {
                TransportFailure::UntrustedCertificate
            }
            (Some(_), _) => TransportFailure::TlsHandshake,
            (None, Some(ErrorKind::ConnectionRefused)) => TransportFailure::ConnectionRefused,
            (None, Some(_) | None) => TransportFailure::CannotConnect,
        };
    }
    let mut http_errors = chain(error).filter_map(|cause| cause.downcast_ref::<hyper::Error>());
    if http_errors.any(hyper::Error::is_parse_too_large) {
        TransportFailure::HeaderTooLarge
    } else if error.is_body() || error.is_decode() {
        TransportFailure::BodyIncomplete
    } else {
        TransportFailure::ConnectionLost
    }
}

/// The causes of an error, outermost first, without the error itself.
fn chain(error: &reqwest::Error) -> impl Iterator<Item = &(dyn StdError + 'static)> {
    std::iter::successors(error.source(), |&cause| {
        // `io::Error::source` skips the error that it wraps, and TLS errors are wrapped in two.
        match cause.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
            Some(inner) => Some(inner as &(dyn StdError + 'static)),
            None => cause.source(),
        }
    })
}
