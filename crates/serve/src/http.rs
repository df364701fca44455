//! The connection over HTTP: on this machine, for who has the token.
//!
//! A request is let through by three checks: it carries the token, it was addressed to a name of
//! this machine (else a web page could have had its own name lead here), and it does not come from
//! somebody else's web page. Connections and sessions are bounded in number (`connections`,
//! `sessions`), and so is the time in which a connection has to show the token.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use http::{HeaderMap, Method, Request, Response, StatusCode, header};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use rmcp::transport::streamable_http_server::StreamableHttpServerConfig;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::tower::StreamableHttpService;
use tokio::net::{TcpListener, TcpStream};

use crate::Error;
use crate::connections::{Answering, Connection, Connections};
use crate::server::Server;
use crate::sessions::{OpenUse, Sessions};
use crate::shared::Shared;

/// Where it is served.
const PATH: &str = "/mcp";
/// The longest message.
const LIMIT_BYTES: usize = 4 << 20;
/// The longest head of a request.
const LIMIT_HEAD_BYTES: usize = 64 << 10;
/// How long the head of a request may take, and how long a connection may be idle before it.
const HEAD_TAKES: Duration = Duration::from_secs(30);
/// A connection that has not shown the token by then is closed.
const TOKEN_TAKES: Duration = Duration::from_secs(10);

type Reply = Response<BoxBody<Bytes, Infallible>>;
type Service = StreamableHttpService<Server, LocalSessionManager>;

/// A server that listens.
pub struct Http {
    listener: TcpListener,
    address: SocketAddr,
    shared: Arc<Shared>,
    token: Arc<str>,
}

impl std::fmt::Debug for Http {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Http").field("address", &self.address).finish_non_exhaustive()
    }
}

/// A token that nobody can guess.
pub fn new_token() -> Result<String, Error> {
    let mut bytes = [0; 24];
    getrandom::fill(&mut bytes).map_err(|error| Error::Random { reason: error.to_string() })?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

impl Http {
    pub async fn bind(
        address: SocketAddr,
        token: &str,
        shared: Arc<Shared>,
    ) -> Result<Http, Error> {
        let cannot = |source| Error::Bind { address, source };
        let listener = TcpListener::bind(address).await.map_err(cannot)?;
        let address = listener.local_addr().map_err(cannot)?;
        Ok(Http { listener, address, shared, token: Arc::from(token) })
    }

    /// Where clients find it.
    pub fn url(&self) -> String {
        format!("http://{}{PATH}", self.address)
    }

    /// Serves for ever.
    pub async fn serve(self) {
        let rest = tokio::spawn(Arc::clone(&self.shared).rest_when_idle());
        let shared = Arc::clone(&self.shared);
        let sessions = Sessions::new();
        let service = StreamableHttpService::new(
            move || Ok(Server::new(&shared)),
            Arc::clone(&sessions.manager),
            config(self.address),
        );
        let gate = Arc::new(Gate { service, sessions, token: self.token });
        let connections = Arc::new(Connections::default());
        loop {
            let Ok((stream, _)) = self.listener.accept().await else {
                // Too many open files, most likely: one connection gives way.
                connections.end_one();
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            };
            if rest.is_finished() {
                return;
            }
            // Without a place the stream is dropped, and so closed.
            if let Some(connection) = connections.admit() {
                tokio::spawn(serve(stream, Arc::clone(&gate), connection));
            }
        }
    }
}

/// Answers one connection until it ends, or has to.
async fn serve(stream: TcpStream, gate: Arc<Gate>, connection: Connection) {
    // Answers are short and go out at once; else every other one waits for 40 ms.
    let _ = stream.set_nodelay(true);
    let connection = Arc::new(connection);
    let of_answers = Arc::clone(&connection);
    let answer = service_fn(move |request| {
        let (gate, connection) = (Arc::clone(&gate), Arc::clone(&of_answers));
        async move { Ok::<_, Infallible>(gate.answer(request, &connection).await) }
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TAKES)
        .max_header_size(LIMIT_HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), answer);
    let no_token = async {
        tokio::time::sleep(TOKEN_TAKES).await;
        if connection.is_client() {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        // A connection that breaks off is the client's affair.
        _ = served => {}
        () = connection.end.cancelled() => {}
        () = no_token => {}
    }
}

fn config(address: SocketAddr) -> StreamableHttpServerConfig {
    let origins = ["http://localhost:*", "http://127.0.0.1:*", "http://[::1]:*"];
    let mut config = StreamableHttpServerConfig::default().with_allowed_origins(origins);
    config.max_request_body_bytes = LIMIT_BYTES;
    if address.ip().is_loopback() {
        config
    } else {
        // Who opens it to others calls it by names we cannot know; the token remains.
        config.disable_allowed_hosts()
    }
}

/// Who is let in, and to what.
struct Gate {
    service: Service,
    sessions: Arc<Sessions>,
    token: Arc<str>,
}

impl Gate {
    async fn answer(&self, request: Request<Incoming>, connection: &Arc<Connection>) -> Reply {
        if request.uri().path() != PATH {
            return plain(StatusCode::NOT_FOUND, "there is only /mcp here");
        }
        if !is_authorised(request.headers(), &self.token) {
            let mut reply = plain(
                StatusCode::UNAUTHORIZED,
                "send the token that rutter printed: `Authorization: Bearer TOKEN`",
            );
            let challenge = header::HeaderValue::from_static("Bearer");
            reply.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
            return reply;
        }
        let answering = connection.answer();
        let of_request = self.sessions.begin(request.headers()).await;
        let is_farewell = request.method() == Method::DELETE;
        let mut reply = self.service.handle(request).await;
        if is_farewell && reply.status() == StatusCode::ACCEPTED {
            // It is done and not only begun; clients complain of anything else.
            *reply.status_mut() = StatusCode::OK;
        }
        let of_session = match of_request {
            Some(open) => Some(open),
            None => {
                let opened = self.sessions.begin(reply.headers()).await;
                if opened.is_some() {
                    self.sessions.make_room().await;
                }
                opened
            }
        };
        reply.map(|body| Open { body, _answering: answering, _of_session: of_session }.boxed())
    }
}

/// A body, while which is sent its session and its connection are in use.
struct Open {
    body: BoxBody<Bytes, Infallible>,
    _answering: Answering,
    _of_session: Option<OpenUse>,
}

impl Body for Open {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

fn is_authorised(headers: &HeaderMap, token: &str) -> bool {
    let sent = headers.get(header::AUTHORIZATION).map(|value| value.as_bytes()).unwrap_or_default();
    let Some((scheme, sent)) = sent.split_at_checked("Bearer ".len()) else { return false };
    // However many letters are right, it takes the same time.
    let is_same = sent.len() == token.len()
        && sent.iter().zip(token.as_bytes()).fold(0, |all, (one, two)| all | (one ^ two)) == 0;
    scheme.eq_ignore_ascii_case(b"Bearer ") && is_same
}

fn plain(status: StatusCode, text: &'static str) -> Reply {
    let mut reply = Response::new(Full::new(Bytes::from_static(text.as_bytes())).boxed());
    *reply.status_mut() = status;
    reply
}
