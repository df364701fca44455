//! The HTTP listener for clients with the token.
//!
//! A request to the protocol passes three checks: it carries the token, it was addressed to a name of this machine
//! (otherwise a web page could point its own name here), and it does not come from a foreign web page.
//! The numbers of connections and sessions are limited (`connections`, `sessions`). Every wait for a client has
//! a timeout: for the token and for the head of a request (here), for its body (`request_body`), and for the
//! client to take the response (`write_timeout`).

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use http::request::Parts;
use http::{Method, Request, Response, StatusCode, header};
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

use super::auth::is_authorised;
use super::authority::{Origin, Scheme, Stated, requested_authority};
use super::connections::{Answering, Connection, Connections};
use super::request_body::RequestBody;
use super::sessions::{OpenUse, Sessions};
use super::write_timeout::WriteTimeout;
use crate::Error;
use crate::mcp::server::Server;
use crate::shared::{AGENT_IDLE, PAGES_IDLE, Shared};

const PATH: &str = "/mcp";
/// The longest message.
const LIMIT_BYTES: usize = 4 << 20;
/// The longest header section of a request.
const LIMIT_HEADER_BYTES: usize = 64 << 10;
/// Timeout for the header of a request, including the idle time before it.
const HEADER_TIMEOUT: Duration = Duration::from_secs(30);
/// Timeout for the token.
const TOKEN_TIMEOUT: Duration = Duration::from_secs(10);

/// Answers all requests except those of the protocol: pages for people.
pub trait PageService: Send + Sync {
    /// Identifies the visitor by the head of the request.
    fn visitor<'a>(&'a self, head: &'a Parts)
    -> Pin<Box<dyn Future<Output = Visitor> + Send + 'a>>;

    /// Answers a request, also that of a stranger.
    fn answer(
        &self,
        head: Parts,
        body: RequestBody,
    ) -> Pin<Box<dyn Future<Output = HttpResponse> + Send + '_>>;
}

/// The sender of a request. Connections of strangers are closed first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Visitor {
    Stranger,
    /// A client with the only token.
    Client,
    /// One of several users, by name.
    User(String),
}

type HttpResponse = Response<BoxBody<Bytes, Infallible>>;
type McpService = StreamableHttpService<Server, LocalSessionManager>;

/// An HTTP server that listens.
pub struct Http {
    listener: TcpListener,
    address: SocketAddr,
    agents: Option<Agents>,
    pages: Option<Arc<dyn PageService>>,
}

/// The repositories for agents, and their token.
struct Agents {
    shared: Arc<Shared>,
    token: Arc<str>,
}

impl std::fmt::Debug for Http {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Http").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Http {
    pub async fn bind(
        address: SocketAddr,
        token: &str,
        shared: Arc<Shared>,
    ) -> Result<Http, Error> {
        let mut http = Http::bind_for_pages(address).await?;
        http.agents = Some(Agents { shared, token: Arc::from(token) });
        Ok(http)
    }

    /// A listener that passes every request to the pages.
    pub async fn bind_for_pages(address: SocketAddr) -> Result<Http, Error> {
        let cannot = |source| Error::Bind { address, source };
        let listener = TcpListener::bind(address).await.map_err(cannot)?;
        let address = listener.local_addr().map_err(cannot)?;
        Ok(Http { listener, address, agents: None, pages: None })
    }

    /// Adds pages to the protocol. They check the token themselves.
    pub fn with_pages(mut self, pages: Arc<dyn PageService>) -> Http {
        self.pages = Some(pages);
        self
    }

    /// The address of the protocol.
    pub fn url(&self) -> String {
        format!("http://{}{PATH}", self.address)
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until the process ends.
    pub async fn serve(self) {
        let idle = if self.pages.is_some() { PAGES_IDLE } else { AGENT_IDLE };
        let address = self.address;
        let agents = self.agents.map(|agents| AgentGate::new(agents, address));
        let cleanup = agents
            .as_ref()
            .map(|agents| tokio::spawn(Arc::clone(&agents.shared).drop_caches_when_idle(idle)));
        let gate = Arc::new(Gate { agents, pages: self.pages });
        let connections = Arc::new(Connections::default());
        loop {
            let Ok((stream, _)) = self.listener.accept().await else {
                // Most likely too many open files: close one connection.
                connections.end_one();
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            };
            if cleanup.as_ref().is_some_and(|cleanup| cleanup.is_finished()) {
                return;
            }
            // Without room, the stream is dropped and thereby closed.
            if let Some(connection) = connections.admit() {
                tokio::spawn(serve(stream, Arc::clone(&gate), connection));
            }
        }
    }
}

/// Serves one connection until it ends or is closed for another one.
async fn serve(stream: TcpStream, gate: Arc<Gate>, connection: Connection) {
    // Answers are short. With Nagle's algorithm every other one would wait for 40 ms.
    let _ = stream.set_nodelay(true);
    let connection = Arc::new(connection);
    let of_answers = Arc::clone(&connection);
    let answer = service_fn(move |request| {
        let (gate, connection) = (Arc::clone(&gate), Arc::clone(&of_answers));
        async move { Ok::<_, Infallible>(gate.answer(request, &connection).await) }
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        .max_header_size(LIMIT_HEADER_BYTES)
        .serve_connection(TokioIo::new(WriteTimeout::new(stream)), answer);
    let no_token = async {
        tokio::time::sleep(TOKEN_TIMEOUT).await;
        if connection.is_client() {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        // A broken connection needs no report.
        _ = served => {}
        () = connection.end.cancelled() => {}
        () = no_token => {}
    }
}

/// The service allows all hosts and origins, since they are checked before it gets a request.
fn config() -> StreamableHttpServerConfig {
    let mut config = StreamableHttpServerConfig::default().disable_allowed_hosts();
    config.max_request_body_bytes = LIMIT_BYTES;
    config
}

/// Routes requests to the protocol or to the pages.
struct Gate {
    agents: Option<AgentGate>,
    pages: Option<Arc<dyn PageService>>,
}

/// Checks requests of agents.
struct AgentGate {
    service: McpService,
    sessions: Arc<Sessions>,
    token: Arc<str>,
    shared: Arc<Shared>,
    /// Whether other machines can connect. Their names for this machine are not known, so any host is accepted; the
    /// token still protects it.
    is_public: bool,
}

impl AgentGate {
    fn new(agents: Agents, address: SocketAddr) -> AgentGate {
        let Agents { shared, token } = agents;
        let sessions = Sessions::new();
        let of_connections = Arc::clone(&shared);
        let service = StreamableHttpService::new(
            move || Ok(Server::new(&of_connections)),
            Arc::clone(&sessions.manager),
            config(),
        );
        AgentGate { service, sessions, token, shared, is_public: !address.ip().is_loopback() }
    }

    /// Returns why a request is refused, if it may come from a foreign web page.
    fn refusal(&self, head: &Parts) -> Option<&'static str> {
        let is_known_host = match requested_authority(head) {
            Stated::As(authority) => self.is_public || authority.is_this_machine(),
            Stated::Absent | Stated::Malformed => false,
        };
        if !is_known_host {
            return Some("this server answers only under the names of this machine");
        }
        let is_known_origin = match Origin::stated(&head.headers) {
            Stated::Absent => true,
            Stated::Malformed => false,
            Stated::As(origin) => origin.scheme == Scheme::Http && origin.is_this_machine(),
        };
        (!is_known_origin).then_some("this request comes from another site")
    }

    async fn answer(
        &self,
        request: Request<Incoming>,
        connection: &Arc<Connection>,
    ) -> HttpResponse {
        if !is_authorised(request.headers(), &self.token) {
            let mut reply = plain(
                StatusCode::UNAUTHORIZED,
                "send the token that rutter printed: `Authorization: Bearer TOKEN`",
            );
            let challenge = header::HeaderValue::from_static("Bearer");
            reply.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
            return reply;
        }
        let (head, body) = request.into_parts();
        if let Some(why) = self.refusal(&head) {
            return plain(StatusCode::FORBIDDEN, why);
        }
        let Some(answering) = connection.answer(None) else { return too_many() };
        let body = match RequestBody::new(&head.headers, body, connection).read(LIMIT_BYTES).await {
            Ok(body) => Full::new(body),
            Err(error) => return plain(error.status(), error.to_string()),
        };
        let of_request = self.sessions.begin(&head.headers).await;
        let (is_farewell, is_listening) =
            (head.method == Method::DELETE, head.method == Method::GET);
        let mut reply = self.service.handle(Request::from_parts(head, body)).await;
        if is_listening && reply.status() == StatusCode::OK {
            answering.stream();
        }
        if is_farewell && reply.status() == StatusCode::ACCEPTED {
            // The session is deleted at once, and clients complain about "accepted".
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

impl Gate {
    async fn answer(
        &self,
        request: Request<Incoming>,
        connection: &Arc<Connection>,
    ) -> HttpResponse {
        match &self.agents {
            Some(agents) if request.uri().path() == PATH => {
                agents.answer(request, connection).await
            }
            Some(_) | None => self.answer_page(request, connection).await,
        }
    }

    /// Lets the pages answer, if there are any.
    async fn answer_page(
        &self,
        request: Request<Incoming>,
        connection: &Arc<Connection>,
    ) -> HttpResponse {
        let Some(pages) = &self.pages else {
            return plain(StatusCode::NOT_FOUND, "there is only /mcp here");
        };
        if let Some(agents) = &self.agents {
            agents.shared.touch();
        }
        // The connection of a client stays open, however long the answer takes.
        let (head, body) = request.into_parts();
        let answering = match pages.visitor(&head).await {
            Visitor::Stranger => None,
            Visitor::Client => Some(connection.answer(None)),
            Visitor::User(name) => Some(connection.answer(Some(&name))),
        };
        if matches!(answering, Some(None)) {
            return too_many();
        }
        let is_reading = head.method == Method::GET;
        let body = RequestBody::new(&head.headers, body, connection);
        let response = pages.answer(head, body).await;
        match answering.flatten() {
            None => response,
            Some(answering) => {
                let kind = response.headers().get(header::CONTENT_TYPE);
                if is_reading && kind.is_some_and(|kind| kind == "text/event-stream") {
                    answering.stream();
                }
                response.map(|body| Open { body, _answering: answering, _of_session: None }.boxed())
            }
        }
    }
}

/// A response body that marks its session and its connection as used until it is sent.
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

fn plain(status: StatusCode, text: impl Into<Bytes>) -> HttpResponse {
    let mut reply = Response::new(Full::new(text.into()).boxed());
    *reply.status_mut() = status;
    reply
}

/// The response to a user all of whose connections are being answered.
fn too_many() -> HttpResponse {
    let text = "too many requests of yours are open; wait for their answers";
    plain(StatusCode::TOO_MANY_REQUESTS, text)
}
