//! MCP over standard input and output: one message per line.
//!
//! Written by hand because the library closes the connection on bad input. Here broken JSON, an endless
//! line or a request out of order is answered with an error, and the connection continues. Start at
//! [`serve_stdio`].

use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{ClientRequest, JsonRpcMessage};
use rmcp::service::{
    RoleServer, RxJsonRpcMessage, ServerInitializeError, ServiceExt, TxJsonRpcMessage,
};
use rmcp::transport::{Transport, stdio_pipes};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

use super::open_requests::OpenRequests;
use super::server::Server;
use super::single_messages::{INVALID_PARAMS, INVALID_REQUEST, PARSE_ERROR, problem};
use crate::Error;
use crate::shared::{AGENT_IDLE, Shared};

/// The longest message.
const LIMIT_BYTES: usize = 4 << 20;
/// Bytes at the beginning and at the end of a longer message that are searched for its id.
const ID_SEARCH_BYTES: usize = 256;
/// The longest id of a request, in bytes. Ids are kept until the request is answered, up to 256 of
/// them.
const LIMIT_ID_BYTES: usize = 4 << 10;
/// How long open requests may still be answered after the client has closed its end.
const CLOSING_TIME: Duration = Duration::from_millis(700);

/// Serves the client at standard input and output until it disconnects.
pub async fn serve_stdio(shared: Arc<Shared>) -> Result<(), Error> {
    let (reader, writer) = stdio_pipes();
    serve_lines(shared, reader, writer).await
}

/// Serves the client at the other end of these streams until it disconnects.
pub async fn serve_lines<R, W>(shared: Arc<Shared>, reader: R, writer: W) -> Result<(), Error>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let is_over = CancellationToken::new();
    let lines = Lines::new(reader, writer, is_over.clone());
    let cleanup = tokio::spawn(Arc::clone(&shared).drop_caches_when_idle(AGENT_IDLE));
    let served = async {
        match Server::new(&shared).serve(lines).await {
            Ok(running) => {
                let ended = running.waiting().await;
                ended.map(drop).map_err(|error| Error::Connection { source: error.into() })
            }
            Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(error) => Err(Error::Connection { source: error.into() }),
        }
    };
    let too_long = async {
        is_over.cancelled().await;
        tokio::time::sleep(CLOSING_TIME).await;
    };
    let result = tokio::select! {
        result = served => result,
        () = too_long => Ok(()),
    };
    cleanup.abort();
    // Errors after the client has gone do not matter.
    if is_over.is_cancelled() { Ok(()) } else { result }
}

/// The transport: one message per line.
struct Lines<R, W> {
    reader: BufReader<R>,
    writer: Arc<Mutex<W>>,
    line: Vec<u8>,
    /// The beginning of a line that is too long, while its rest is skipped.
    too_long: Option<Vec<u8>>,
    open: Arc<OpenRequests>,
    /// Whether the client has sent `initialize`, or a request that needs none.
    has_begun: bool,
    is_over: CancellationToken,
}

/// A parsed line.
enum Reading {
    Message(Box<RxJsonRpcMessage<RoleServer>>),
    /// Gets no answer.
    Ignored,
    /// Gets an error as its answer.
    Wrong {
        id: Value,
        code: i32,
        message: String,
    },
}

impl<R: AsyncRead + Send + Unpin, W: AsyncWrite + Send + Unpin> Lines<R, W> {
    fn new(reader: R, writer: W, is_over: CancellationToken) -> Lines<R, W> {
        Lines {
            reader: BufReader::new(reader),
            writer: Arc::new(Mutex::new(writer)),
            line: Vec::new(),
            too_long: None,
            open: Arc::default(),
            has_begun: false,
            is_over,
        }
    }

    /// Reads the next whole line into `line`, or returns what is wrong with it; `None` at the end. The
    /// future may be dropped at any time without losing what was read.
    async fn next_line(&mut self) -> Option<Result<(), Reading>> {
        loop {
            let available = self.reader.fill_buf().await.ok()?;
            // The last line may lack a line break.
            let is_end = available.is_empty();
            if is_end && self.line.is_empty() {
                return None;
            }
            let end = available.iter().position(|byte| *byte == b'\n');
            let n_bytes = end.map_or(available.len(), |end| end + 1);
            self.line.extend_from_slice(&available[..n_bytes]);
            self.reader.consume(n_bytes);
            if self.too_long.is_none() && self.line.len() > LIMIT_BYTES {
                self.too_long = Some(self.line[..ID_SEARCH_BYTES].to_vec());
                self.line = self.line.split_off(self.line.len() - ID_SEARCH_BYTES);
            }
            if self.too_long.is_some() {
                self.line.drain(..self.line.len().saturating_sub(ID_SEARCH_BYTES));
            }
            if end.is_none() && !is_end {
                continue;
            }
            return Some(match self.too_long.take() {
                None => Ok(()),
                Some(head) => {
                    let id = id_at(&head, &self.line);
                    self.line.clear();
                    let message = format!("a message has at most {LIMIT_BYTES} bytes");
                    Err(Reading::Wrong { id, code: INVALID_REQUEST, message })
                }
            });
        }
    }

    fn read(&mut self) -> Reading {
        let text = self.line.trim_ascii();
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        if text.is_empty() {
            return Reading::Ignored;
        }
        let wrong = |id: Value, code: i32, message: &str| Reading::Wrong {
            id,
            code,
            message: message.to_owned(),
        };
        let Ok(value) = serde_json::from_slice::<Value>(text) else {
            return wrong(Value::Null, PARSE_ERROR, "a line is one JSON message; this is not JSON");
        };
        let method = value["method"].as_str();
        let id = value.get("id").filter(|id| is_id(id));
        if method.is_some() && id.is_none() && value.get("id").is_some() {
            let message = "an id is a text of at most 4,096 bytes or a whole number";
            return wrong(Value::Null, INVALID_REQUEST, message);
        }
        let (is_request, id) = (id.is_some(), id.cloned().unwrap_or_default());
        if !self.has_begun {
            match method {
                Some("initialize" | "ping" | "server/discover") => {}
                Some(_) if is_request && value["params"]["_meta"].is_object() => {}
                Some(_) if is_request => {
                    return wrong(id, INVALID_REQUEST, "send `initialize` first");
                }
                // A client gets no answer to this before `initialize`.
                Some(_) | None if value.is_object() => return Reading::Ignored,
                Some(_) | None => {}
            }
        }
        let is_initialize = method == Some("initialize");
        let has_meta = value["params"]["_meta"].is_object();
        let is_method = method.is_some();
        let name = method.unwrap_or_default().to_owned();
        match serde_json::from_value::<RxJsonRpcMessage<RoleServer>>(value) {
            // The library reads a known method with wrong parameters as a custom one.
            Ok(message) if is_custom(&message) && is_known(&name) => {
                wrong(id, INVALID_PARAMS, "the parameters do not fit the method")
            }
            Ok(message) => {
                self.has_begun |= is_initialize || has_meta;
                Reading::Message(Box::new(message))
            }
            Err(_) if is_method && !is_request => Reading::Ignored,
            Err(_) if is_method => {
                wrong(id, INVALID_PARAMS, "the parameters do not fit the method")
            }
            Err(_) => wrong(id, INVALID_REQUEST, "this is not a JSON-RPC 2.0 message"),
        }
    }
}

fn is_id(id: &Value) -> bool {
    id.as_str().is_some_and(|id| id.len() <= LIMIT_ID_BYTES) || id.is_i64()
}

/// The id of a message that is too long to be read, if it is near the beginning or the end.
fn id_at(head: &[u8], tail: &[u8]) -> Value {
    let (head, tail) = (String::from_utf8_lossy(head), String::from_utf8_lossy(tail));
    let head = head.split("\"params\"").next().unwrap_or_default();
    let named = |text: &str| text.rsplit_once("\"id\":").map(|(_, rest)| rest.to_owned());
    let rest = named(head).or_else(|| named(&tail)).unwrap_or_default();
    let first = serde_json::Deserializer::from_str(&rest).into_iter::<Value>().next();
    first.and_then(Result::ok).filter(is_id).unwrap_or_default()
}

/// Returns whether the method is not one of the protocol.
fn is_custom(message: &RxJsonRpcMessage<RoleServer>) -> bool {
    match message {
        JsonRpcMessage::Request(request) => {
            matches!(request.request, ClientRequest::CustomRequest(_))
        }
        JsonRpcMessage::Response(_)
        | JsonRpcMessage::Notification(_)
        | JsonRpcMessage::Error(_) => false,
    }
}

fn is_known(method: &str) -> bool {
    let known = ["initialize", "ping", "tools/", "resources/", "prompts/", "completion/"];
    known.iter().any(|known| method.starts_with(known))
        && !["resources/subscribe", "resources/unsubscribe"].contains(&method)
}

impl<R, W> Transport<RoleServer> for Lines<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = std::io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        let (writer, open) = (Arc::clone(&self.writer), Arc::clone(&self.open));
        let is_over = self.is_over.clone();
        async move {
            let written = write(&writer, &message).await;
            match &message {
                JsonRpcMessage::Response(answer) => open.close(&answer.id),
                JsonRpcMessage::Error(answer) => answer.id.iter().for_each(|id| open.close(id)),
                JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => {}
            }
            if written.is_err() {
                is_over.cancel();
            }
            written
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            self.open.wait_for_room().await;
            let reading = match self.next_line().await {
                None => {
                    self.is_over.cancel();
                    return None;
                }
                Some(Err(reading)) => reading,
                Some(Ok(())) => {
                    let reading = self.read();
                    self.line.clear();
                    self.line.shrink_to(64 << 10);
                    reading
                }
            };
            match reading {
                Reading::Message(message) => {
                    self.open.note(&message);
                    return Some(*message);
                }
                Reading::Ignored => {}
                Reading::Wrong { id, code, message } => {
                    if write(&self.writer, &problem(&id, code, &message)).await.is_err() {
                        self.is_over.cancel();
                        return None;
                    }
                }
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.writer.lock().await.flush().await
    }
}

async fn write<W: AsyncWrite + Unpin>(
    writer: &Mutex<W>,
    message: &impl serde::Serialize,
) -> std::io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    let mut writer = writer.lock().await;
    writer.write_all(&line).await?;
    writer.flush().await
}
