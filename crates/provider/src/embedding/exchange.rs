//! Sends one request and reads one reply, both bounded.
//!
//! The key travels in a header and nowhere else. Of headers, `ureq` logs none that is secret, but
//! for its trace level, which shows every byte: whoever sets up logging leaves that off.

use std::io::{self, ErrorKind, Read};
use std::time::Duration;

use ureq::Agent;
use ureq::http::HeaderValue;
use ureq::http::uri::Scheme;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

use super::endpoint::{Endpoint, Reach};
use super::key::Key;
use super::service::Service;

/// The largest reply, which is never compressed: `ureq` is built without decompression. The largest
/// honest one has 256 vectors of 3,072 numbers with up to 22 digits, which is 17 MiB.
const REPLY_LIMIT_BYTES: u64 = 32 << 20;
/// Of a reply that tells of an error, so much is read.
const COMPLAINT_LIMIT_BYTES: u64 = 64 << 10;
const CONNECT_LIMIT: Duration = Duration::from_secs(10);

/// What came back.
#[derive(Debug)]
pub(super) struct Reply {
    pub status: u16,
    pub retry_after: Option<String>,
    pub body: Vec<u8>,
}

/// Why nothing came back.
#[derive(Debug)]
pub(super) enum Failure {
    /// Nobody is there.
    Absent(String),
    /// The connection was lost, or took too long.
    Lost(String),
    /// The reply is no reply.
    Nonsense(String),
    /// The request cannot be sent at all.
    Impossible(String),
}

/// An agent that follows no redirection: the key is for this service alone.
pub(super) fn agent(endpoint: &Endpoint, timeout: Duration) -> Agent {
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .timeout_global(Some(timeout))
        .timeout_connect(Some(timeout.min(CONNECT_LIMIT)))
        .user_agent(concat!("rutter/", env!("CARGO_PKG_VERSION")));
    let config = match endpoint.reach {
        Reach::ThisMachine => config.proxy(None),
        Reach::Network => config,
    };
    let config = if endpoint.uri.scheme() == Some(&Scheme::HTTPS) {
        config.tls_config(TlsConfig::builder().root_certs(trusted_roots()).build())
    } else {
        config
    };
    config.build().new_agent()
}

/// Whom the machine trusts, which may be a company's own authority; where it trusts nobody, as in
/// a bare container, whom browsers trust.
fn trusted_roots() -> RootCerts {
    let found = rustls_native_certs::load_native_certs().certs;
    if found.is_empty() {
        return RootCerts::WebPki;
    }
    found.iter().map(|certificate| Certificate::from_der(certificate).to_owned()).into()
}

/// The header that carries the key.
pub(super) fn key_header(service: Service, key: &Key) -> Option<(&'static str, HeaderValue)> {
    let (name, value) = match service {
        Service::Gemini => ("x-goog-api-key", key.reveal().to_owned()),
        Service::Ollama
        | Service::OpenAi
        | Service::OpenAiCompatible
        | Service::Voyage
        | Service::Cohere => ("authorization", format!("Bearer {}", key.reveal())),
    };
    let mut value = HeaderValue::from_str(&value).ok()?;
    value.set_sensitive(true);
    Some((name, value))
}

/// Sends the body and waits for what comes back.
pub(super) fn send(
    agent: &Agent,
    endpoint: &Endpoint,
    key_header: Option<&(&'static str, HeaderValue)>,
    body: &[u8],
) -> Result<Reply, Failure> {
    let mut request = agent
        .post(&endpoint.uri)
        .header("content-type", "application/json")
        .header("accept", "application/json");
    if let Some((name, value)) = key_header {
        request = request.header(*name, value.clone());
    }
    let mut response = request.send(body).map_err(|error| explain(error, endpoint))?;
    let status = response.status().as_u16();
    let retry_after = response.headers().get("retry-after");
    let retry_after = retry_after.and_then(|value| value.to_str().ok()).map(str::to_owned);
    let body = if response.status().is_success() {
        let body = response.body_mut().with_config().limit(REPLY_LIMIT_BYTES);
        body.read_to_vec().map_err(|error| explain(error, endpoint))?
    } else {
        read_complaint(response.body_mut().as_reader())
    };
    Ok(Reply { status, retry_after, body })
}

/// What can be read of it: the status alone already says enough.
fn read_complaint(reader: impl Read) -> Vec<u8> {
    let mut body = Vec::new();
    match reader.take(COMPLAINT_LIMIT_BYTES).read_to_end(&mut body) {
        Ok(_) | Err(_) => body,
    }
}

fn explain(error: ureq::Error, endpoint: &Endpoint) -> Failure {
    let host = &endpoint.host;
    match error {
        ureq::Error::Timeout(_) => Failure::Lost(format!("{host} did not answer in time")),
        ureq::Error::HostNotFound => Failure::Absent(format!("the host of {host} is not known")),
        ureq::Error::Io(error) => explain_io(&error, host),
        ureq::Error::ConnectionFailed => Failure::Lost(format!("{host} cannot be connected to")),
        ureq::Error::BodyExceedsLimit(_) => {
            Failure::Nonsense(format!("it is larger than {} MiB", REPLY_LIMIT_BYTES >> 20))
        }
        ureq::Error::Protocol(error) => {
            Failure::Lost(format!("the connection to {host} broke, {error}"))
        }
        ureq::Error::LargeResponseHeader(..) => Failure::Nonsense("its header is huge".to_owned()),
        other => Failure::Impossible(format!("cannot talk to {host}, {other}")),
    }
}

fn explain_io(error: &io::Error, host: &str) -> Failure {
    match error.kind() {
        ErrorKind::ConnectionRefused => Failure::Absent(format!("nothing listens at {host}")),
        ErrorKind::NotFound => Failure::Absent(format!("the host of {host} is not known")),
        ErrorKind::InvalidData => Failure::Impossible(format!("cannot talk to {host}, {error}")),
        ErrorKind::TimedOut | ErrorKind::WouldBlock => {
            Failure::Lost(format!("{host} did not answer in time"))
        }
        _ => Failure::Lost(format!("the connection to {host} broke, {error}")),
    }
}
