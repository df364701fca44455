//! The connection over HTTP: on this machine, for who has the token.
//!
//! A request is let through by three checks: it carries the token, it was addressed to a name of
//! this machine (else a web page could have had its own name lead here), and it does not come from
//! somebody else's web page.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use http::{HeaderMap, Method, Request, Response, StatusCode, header};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use rmcp::transport::streamable_http_server::StreamableHttpServerConfig;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::tower::StreamableHttpService;
use tokio::net::TcpListener;

use crate::Error;
use crate::server::Server;
use crate::shared::Shared;

/// Where it is served.
const PATH: &str = "/mcp";
/// No message is longer.
const MOST_BYTES: usize = 4 << 20;

/// More sessions are not held at once.
const MOST_SESSIONS: usize = 256;
/// A session is forgotten after so long without a word: an agent may think, and people may eat.
const SESSION_HOLDS: Duration = Duration::from_secs(3 * 3600);
/// An answer can be fetched again for so long, where the connection broke.
const CALL_HOLDS: Duration = Duration::from_secs(10);

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
        let sessions = Arc::new(sessions());
        let service = StreamableHttpService::new(
            move || Ok(Server::new(&shared)),
            Arc::clone(&sessions),
            config(self.address),
        );
        let gate = Arc::new(Gate { service, sessions, token: self.token });
        loop {
            let Ok((stream, _)) = self.listener.accept().await else {
                // Too many open files, most likely: some will be closed.
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            };
            if rest.is_finished() {
                return;
            }
            // Answers are short and go out at once; else every other one waits for 40 ms.
            let _ = stream.set_nodelay(true);
            let gate = Arc::clone(&gate);
            tokio::spawn(async move {
                let answer = service_fn(move |request| {
                    let gate = Arc::clone(&gate);
                    async move { Ok::<_, Infallible>(gate.answer(request).await) }
                });
                let connection = http1::Builder::new()
                    .timer(TokioTimer::new())
                    .serve_connection(TokioIo::new(stream), answer);
                // A connection that breaks off is the client's affair.
                let _ = connection.await;
            });
        }
    }
}

fn sessions() -> LocalSessionManager {
    let mut sessions = LocalSessionManager::default();
    sessions.session_config.keep_alive = Some(SESSION_HOLDS);
    sessions.session_config.completed_cache_ttl = CALL_HOLDS;
    sessions
}

fn config(address: SocketAddr) -> StreamableHttpServerConfig {
    let origins = ["http://localhost:*", "http://127.0.0.1:*", "http://[::1]:*"];
    let mut config = StreamableHttpServerConfig::default().with_allowed_origins(origins);
    config.max_request_body_bytes = MOST_BYTES;
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
    sessions: Arc<LocalSessionManager>,
    token: Arc<str>,
}

impl Gate {
    async fn answer(&self, request: Request<Incoming>) -> Reply {
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
        let is_new = !request.headers().contains_key("mcp-session-id");
        if is_new && self.sessions.sessions.read().await.len() >= MOST_SESSIONS {
            let message =
                "too many sessions are open; end one by a DELETE request, or start rutter anew";
            return plain(StatusCode::SERVICE_UNAVAILABLE, message);
        }
        let is_farewell = request.method() == Method::DELETE;
        let mut reply = self.service.handle(request).await;
        if is_farewell && reply.status() == StatusCode::ACCEPTED {
            // It is done and not only begun; clients complain of anything else.
            *reply.status_mut() = StatusCode::OK;
        }
        reply
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
