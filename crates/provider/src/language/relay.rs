//! One request to a provider, relayed through this process so that its reply can be bounded.
//!
//! `genai` collects a whole reply, or a whole event of a stream, in memory, however long it is, and its
//! HTTP client takes no limit for a body. So `genai` is given the address of a listener on the loopback
//! interface that lives as long as one request. The listener forwards the request and passes the reply
//! back as long as it is within [`ReplyLimits`]. If no key is to be sent, it also drops every header
//! that carries one, whatever the protocol. Start at [`Exchange::open`].

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use futures::stream::{self, Stream};
use http::header::{self, HeaderMap, HeaderName};
use http::{Request, Response};
use http_body_util::{BodyExt, StreamBody};
use hyper::body::{Bytes, Frame, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

use super::limits::{Excess, Framing, Meter, ReplyLimits};
use super::request::Delivery;
use crate::transport::TransportError;

/// Further connections to one relay are closed. `genai` makes only one.
const LIMIT_CONNECTIONS: usize = 8;

/// Where requests are forwarded to, and how.
pub(super) struct Relay {
    pub upstream: reqwest::Client,
    /// Ends with a slash.
    pub base: String,
    pub has_key: bool,
    pub limits: ReplyLimits,
}

/// A relay for one request. Dropping it also closes the connection to the provider.
pub(super) struct Exchange {
    /// The base URL that `genai` gets for the provider.
    pub base: String,
    error: ErrorSlot,
    task: JoinHandle<()>,
}

/// Why a reply was not passed on. `genai` only sees a broken connection.
#[derive(Debug)]
pub(super) enum RelayError {
    Transport(TransportError),
    TooLarge(Excess),
    /// Compressed, although no compressed reply was requested.
    Compressed(String),
}

type ErrorSlot = Arc<Mutex<Option<RelayError>>>;

impl Exchange {
    pub async fn open(relay: Arc<Relay>, delivery: Delivery) -> io::Result<Exchange> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = listener.local_addr()?;
        // Other programs on this machine can connect too, and must not be able to use the key.
        let secret: Arc<str> = secret()?.into();
        let base = format!("http://{address}/{secret}/");
        let error = ErrorSlot::default();
        let task = tokio::spawn(accept(listener, relay, delivery, secret, Arc::clone(&error)));
        Ok(Exchange { base, error, task })
    }

    /// Why the reply was not passed on. `None` if the relay did its part.
    pub fn take_error(&self) -> Option<RelayError> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn secret() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

async fn accept(
    listener: TcpListener,
    relay: Arc<Relay>,
    delivery: Delivery,
    secret: Arc<str>,
    error: ErrorSlot,
) {
    // Dropped, and so aborted, together with this task.
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        while connections.try_join_next().is_some() {}
        if connections.len() < LIMIT_CONNECTIONS {
            let (relay, error) = (Arc::clone(&relay), Arc::clone(&error));
            connections.spawn(serve(stream, relay, delivery, Arc::clone(&secret), error));
        }
    }
}

async fn serve(
    stream: TcpStream,
    relay: Arc<Relay>,
    delivery: Delivery,
    secret: Arc<str>,
    error: ErrorSlot,
) {
    let _ = stream.set_nodelay(true);
    let answer = service_fn(move |request: Request<Incoming>| {
        let (relay, error) = (Arc::clone(&relay), Arc::clone(&error));
        let secret = Arc::clone(&secret);
        async move {
            let path = request.uri().path_and_query().map_or("", |path| path.as_str());
            let rest = path.strip_prefix('/').and_then(|path| path.strip_prefix(&*secret));
            let Some(rest) = rest.and_then(|path| path.strip_prefix('/')) else {
                return Err(io::Error::from(io::ErrorKind::PermissionDenied));
            };
            let url = format!("{}{rest}", relay.base);
            forward(&relay, delivery, url, request, error).await
        }
    });
    // An error here is in `error` already, or the client has given up.
    let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), answer).await;
}

async fn forward(
    relay: &Relay,
    delivery: Delivery,
    url: String,
    request: Request<Incoming>,
    error: ErrorSlot,
) -> io::Result<Response<StreamBody<impl Stream<Item = io::Result<Frame<Bytes>>> + use<>>>> {
    let (parts, body) = request.into_parts();
    let body = body.collect().await.map_err(io::Error::other)?.to_bytes();
    let headers = request_headers(parts.headers, relay.has_key);
    let sending = relay.upstream.request(parts.method, url).headers(headers).body(body).send();
    let mut response = match sending.await {
        Ok(response) => response,
        Err(failure) => return Err(fail(&error, transport(&failure))),
    };
    let encoding = response.headers().get(header::CONTENT_ENCODING);
    if let Some(encoding) = encoding.filter(|encoding| *encoding != "identity") {
        let encoding = String::from_utf8_lossy(encoding.as_bytes()).into_owned();
        return Err(fail(&error, RelayError::Compressed(encoding)));
    }
    let limit_bytes = relay.limits.body;
    let is_announced = response.content_length().is_some_and(|n| n > limit_bytes as u64);
    if is_announced && response.status().is_success() {
        return Err(fail(&error, RelayError::TooLarge(Excess::Body { limit_bytes })));
    }
    let mut head = Response::builder().status(response.status());
    if let Some(headers) = head.headers_mut() {
        *headers = reply_headers(std::mem::take(response.headers_mut()));
    }
    let media_type = head.headers_ref().and_then(|headers| headers.get(header::CONTENT_TYPE));
    let is_events = media_type
        .is_some_and(|media_type| media_type.as_bytes().starts_with(b"text/event-stream"));
    let framing = match delivery {
        Delivery::Whole => Framing::Whole,
        Delivery::Streamed if is_events => Framing::Events,
        Delivery::Streamed => Framing::Lines,
    };
    let kind = if response.status().is_success() {
        BodyKind::Reply(Meter::new(relay.limits, framing))
    } else {
        BodyKind::Error { n_left: relay.limits.error_body }
    };
    let frames =
        stream::unfold(Some((response, kind)), move |state| next_frame(state, Arc::clone(&error)));
    head.body(StreamBody::new(frames)).map_err(io::Error::other)
}

enum BodyKind {
    Reply(Meter),
    /// At most this many more bytes of an error are passed on; the status alone says enough.
    Error {
        n_left: usize,
    },
}

/// A body of which a part was passed on; `None` once it has ended.
type PartialBody = Option<(reqwest::Response, BodyKind)>;

async fn next_frame(
    state: PartialBody,
    error: ErrorSlot,
) -> Option<(io::Result<Frame<Bytes>>, PartialBody)> {
    let (mut response, mut kind) = state?;
    let mut piece = match response.chunk().await {
        Ok(piece) => piece?,
        Err(failure) => return Some((Err(fail(&error, transport(&failure))), None)),
    };
    match &mut kind {
        BodyKind::Reply(meter) => {
            if let Err(excess) = meter.count(&piece) {
                return Some((Err(fail(&error, RelayError::TooLarge(excess))), None));
            }
        }
        BodyKind::Error { n_left: 0 } => return None,
        BodyKind::Error { n_left } => {
            piece.truncate(*n_left);
            *n_left -= piece.len();
        }
    }
    Some((Ok(Frame::data(piece)), Some((response, kind))))
}

fn transport(error: &reqwest::Error) -> RelayError {
    RelayError::Transport(TransportError::new(error))
}

fn fail(slot: &ErrorSlot, error: RelayError) -> io::Error {
    *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
    io::Error::from(io::ErrorKind::ConnectionAborted)
}

/// Headers of the connection, which are not forwarded.
const CONNECTION_HEADERS: [HeaderName; 5] = [
    header::CONNECTION,
    header::CONTENT_LENGTH,
    header::TRANSFER_ENCODING,
    header::TE,
    header::UPGRADE,
];

/// Headers in which providers expect a key.
const KEY_HEADERS: [&str; 4] = ["authorization", "x-api-key", "x-goog-api-key", "api-key"];

fn request_headers(mut headers: HeaderMap, has_key: bool) -> HeaderMap {
    CONNECTION_HEADERS.iter().for_each(|name| drop(headers.remove(name)));
    headers.remove(header::HOST);
    headers.remove(header::ACCEPT_ENCODING);
    for name in KEY_HEADERS {
        match headers.get_mut(name) {
            Some(value) if has_key => value.set_sensitive(true),
            Some(_) => drop(headers.remove(name)),
            None => {}
        }
    }
    headers
}

fn reply_headers(mut headers: HeaderMap) -> HeaderMap {
    CONNECTION_HEADERS.iter().for_each(|name| drop(headers.remove(name)));
    headers
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    /// The reply of a relay to a request with this path.
    async fn answer(address: SocketAddr, path: &str) -> String {
        let mut stream = TcpStream::connect(address).await.expect("the relay listens");
        let head = format!("GET {path} HTTP/1.1\r\nhost: h\r\nconnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).await.expect("it reads");
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer).await;
        answer
    }

    #[tokio::test]
    async fn only_requests_with_the_secret_path_are_relayed() {
        let server = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
        let base = format!("http://{}/v1/", server.local_addr().expect("an address"));
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = server.accept().await {
                let _ = stream.read(&mut [0; 4096]).await;
                let reply = b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nthere";
                let _ = stream.write_all(reply).await;
            }
        });
        let upstream = crate::transport::relay_client().expect("a client");
        let limits = ReplyLimits::default();
        let relay = Arc::new(Relay { upstream, base, has_key: true, limits });
        let exchange = Exchange::open(relay, Delivery::Whole).await.expect("a relay");
        let rest = exchange.base.strip_prefix("http://").expect("it is plain");
        let (address, secret) = rest.split_once('/').expect("it has a path");
        let address: SocketAddr = address.parse().expect("an address");
        assert!(answer(address, &format!("/{secret}models")).await.contains("200 OK"));
        for path in ["/", "/v1/models", "/models", "/00000000000000000000000000000000/models"] {
            assert_eq!(answer(address, path).await, "", "{path}");
        }
    }
}
