//! One request to a provider, relayed through this process so that its reply can be bounded.
//!
//! `genai` collects a whole reply, and a whole event of a stream, in memory, however long it is, and
//! its HTTP client takes no body with a limit. So `genai` is given the address of a listener on the
//! loopback interface that lives as long as one request. The listener sends the request on and passes
//! the reply back as long as it keeps within [`ReplyLimits`]. It also drops every header that carries
//! a key when none is to be sent, whatever the protocol. Start at [`Exchange::open`].

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

/// More connections to one relay are closed: one is all that `genai` makes.
const LIMIT_CONNECTIONS: usize = 8;

/// Where requests are sent on to.
pub(super) struct Relay {
    pub upstream: reqwest::Client,
    /// Ends with a slash.
    pub base: String,
    pub has_key: bool,
    pub limits: ReplyLimits,
}

/// A relay for one request. It is closed when dropped, and so is the connection to the provider.
pub(super) struct Exchange {
    /// What `genai` takes for the address of the provider.
    pub base: String,
    failure: Slot,
    task: JoinHandle<()>,
}

/// Why the reply did not come through. `genai` only sees a connection that broke off.
#[derive(Debug)]
pub(super) enum Failure {
    Transport(reqwest::Error),
    TooLarge(Excess),
    /// Compressed, though no compressed reply was asked for.
    Compressed(String),
}

type Slot = Arc<Mutex<Option<Failure>>>;

impl Exchange {
    pub async fn open(relay: Arc<Relay>, delivery: Delivery) -> io::Result<Exchange> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = listener.local_addr()?;
        // Other programs of this machine can connect too, and must not be able to use the key.
        let secret: Arc<str> = secret()?.into();
        let base = format!("http://{address}/{secret}/");
        let failure = Slot::default();
        let task = tokio::spawn(accept(listener, relay, delivery, secret, Arc::clone(&failure)));
        Ok(Exchange { base, failure, task })
    }

    /// Why the reply did not come through, unless that was for another reason.
    pub fn take_failure(&self) -> Option<Failure> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take()
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
    failure: Slot,
) {
    // Aborted with this task.
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        while connections.try_join_next().is_some() {}
        if connections.len() < LIMIT_CONNECTIONS {
            let (relay, failure) = (Arc::clone(&relay), Arc::clone(&failure));
            connections.spawn(serve(stream, relay, delivery, Arc::clone(&secret), failure));
        }
    }
}

async fn serve(
    stream: TcpStream,
    relay: Arc<Relay>,
    delivery: Delivery,
    secret: Arc<str>,
    failure: Slot,
) {
    let _ = stream.set_nodelay(true);
    let answer = service_fn(move |request: Request<Incoming>| {
        let (relay, failure) = (Arc::clone(&relay), Arc::clone(&failure));
        let secret = Arc::clone(&secret);
        async move {
            let path = request.uri().path_and_query().map_or("", |path| path.as_str());
            let rest = path.strip_prefix('/').and_then(|path| path.strip_prefix(&*secret));
            let Some(rest) = rest.and_then(|path| path.strip_prefix('/')) else {
                return Err(io::Error::from(io::ErrorKind::PermissionDenied));
            };
            let url = format!("{}{rest}", relay.base);
            send_on(&relay, delivery, url, request, failure).await
        }
    });
    // What breaks off here is told by `failure`, or by the client that gave up.
    let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), answer).await;
}

async fn send_on(
    relay: &Relay,
    delivery: Delivery,
    url: String,
    request: Request<Incoming>,
    failure: Slot,
) -> io::Result<Response<StreamBody<impl Stream<Item = io::Result<Frame<Bytes>>> + use<>>>> {
    let (parts, body) = request.into_parts();
    let body = body.collect().await.map_err(io::Error::other)?.to_bytes();
    let headers = request_headers(parts.headers, relay.has_key);
    let sending = relay.upstream.request(parts.method, url).headers(headers).body(body).send();
    let mut response = match sending.await {
        Ok(response) => response,
        Err(error) => return Err(fail(&failure, Failure::Transport(error))),
    };
    let encoding = response.headers().get(header::CONTENT_ENCODING);
    if let Some(encoding) = encoding.filter(|encoding| *encoding != "identity") {
        let encoding = String::from_utf8_lossy(encoding.as_bytes()).into_owned();
        return Err(fail(&failure, Failure::Compressed(encoding)));
    }
    let limit_bytes = relay.limits.body;
    let is_announced = response.content_length().is_some_and(|n| n > limit_bytes as u64);
    if is_announced && response.status().is_success() {
        return Err(fail(&failure, Failure::TooLarge(Excess::Body { limit_bytes })));
    }
    let mut head = Response::builder().status(response.status());
    if let Some(headers) = head.headers_mut() {
        *headers = reply_headers(std::mem::take(response.headers_mut()));
    }
    let kind = head.headers_ref().and_then(|headers| headers.get(header::CONTENT_TYPE));
    let is_events = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"));
    let framing = match delivery {
        Delivery::Whole => Framing::Whole,
        Delivery::Streamed if is_events => Framing::Events,
        Delivery::Streamed => Framing::Lines,
    };
    let passage = match response.status().is_success() {
        true => Passage::Reply(Meter::new(relay.limits, framing)),
        false => Passage::Complaint { n_left: relay.limits.complaint },
    };
    let frames = stream::unfold(Some((response, passage)), move |state| {
        pass_on(state, Arc::clone(&failure))
    });
    head.body(StreamBody::new(frames)).map_err(io::Error::other)
}

/// A body on its way.
enum Passage {
    Reply(Meter),
    /// Of an error, so many more bytes are passed on; the status alone says enough.
    Complaint {
        n_left: usize,
    },
}

type Passing = Option<(reqwest::Response, Passage)>;

async fn pass_on(state: Passing, failure: Slot) -> Option<(io::Result<Frame<Bytes>>, Passing)> {
    let (mut response, mut passage) = state?;
    let mut piece = match response.chunk().await {
        Ok(piece) => piece?,
        Err(error) => return Some((Err(fail(&failure, Failure::Transport(error))), None)),
    };
    match &mut passage {
        Passage::Reply(meter) => {
            if let Err(excess) = meter.count(&piece) {
                return Some((Err(fail(&failure, Failure::TooLarge(excess))), None));
            }
        }
        Passage::Complaint { n_left: 0 } => return None,
        Passage::Complaint { n_left } => {
            piece.truncate(*n_left);
            *n_left -= piece.len();
        }
    }
    Some((Ok(Frame::data(piece)), Some((response, passage))))
}

fn fail(slot: &Slot, failure: Failure) -> io::Error {
    *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(failure);
    io::Error::from(io::ErrorKind::ConnectionAborted)
}

/// What belongs to the connection and not to the message.
const OF_CONNECTION: [HeaderName; 5] = [
    header::CONNECTION,
    header::CONTENT_LENGTH,
    header::TRANSFER_ENCODING,
    header::TE,
    header::UPGRADE,
];

/// The headers in which providers expect a key.
const OF_KEY: [&str; 4] = ["authorization", "x-api-key", "x-goog-api-key", "api-key"];

fn request_headers(mut headers: HeaderMap, has_key: bool) -> HeaderMap {
    OF_CONNECTION.iter().for_each(|name| drop(headers.remove(name)));
    headers.remove(header::HOST);
    headers.remove(header::ACCEPT_ENCODING);
    for name in OF_KEY {
        match headers.get_mut(name) {
            Some(value) if has_key => value.set_sensitive(true),
            Some(_) => drop(headers.remove(name)),
            None => {}
        }
    }
    headers
}

fn reply_headers(mut headers: HeaderMap) -> HeaderMap {
    OF_CONNECTION.iter().for_each(|name| drop(headers.remove(name)));
    headers
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    /// What a relay answers to whoever sends it this path.
    async fn answer(address: SocketAddr, path: &str) -> String {
        let mut stream = TcpStream::connect(address).await.expect("the relay listens");
        let head = format!("GET {path} HTTP/1.1\r\nhost: h\r\nconnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).await.expect("it reads");
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer).await;
        answer
    }

    #[tokio::test]
    async fn only_who_knows_the_secret_path_is_relayed() {
        let server = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
        let base = format!("http://{}/v1/", server.local_addr().expect("an address"));
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = server.accept().await {
                let _ = stream.read(&mut [0; 4096]).await;
                let reply = b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nthere";
                let _ = stream.write_all(reply).await;
            }
        });
        let tls = rustls::ClientConfig::builder_with_provider(Arc::new(
            rustls::crypto::ring::default_provider(),
        ));
        let tls = tls.with_safe_default_protocol_versions().expect("versions");
        let roots = rustls::RootCertStore::empty();
        let upstream = reqwest::Client::builder()
            .tls_backend_preconfigured(tls.with_root_certificates(roots).with_no_client_auth())
            .no_proxy()
            .build()
            .expect("a client");
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
