//! Requests to one of the nodes, with retries at the others.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use reqwest::Method;
use reqwest::header::{HeaderName, HeaderValue};
use serde_json::Value;

use super::address::IndexAddress;
use super::error::{QdrantError, reason_of};
use crate::transport::BlockingClient;

/// One request, from the connection to the last byte.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);
/// The least and the longest wait before all nodes are asked again.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// A cluster, or a single server.
pub struct Qdrant {
    address: IndexAddress,
    clients: Vec<BlockingClient>,
    key: Option<(HeaderName, HeaderValue)>,
    /// The node that answered last.
    current: AtomicUsize,
    /// A request that no node answers fails after this.
    retry_timeout: Duration,
}

impl fmt::Debug for Qdrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Qdrant").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Qdrant {
    /// Prepares clients of all nodes without connecting. A request is retried for `retry_timeout` if no node answers.
    pub fn connect(
        address: IndexAddress,
        key: Option<&str>,
        retry_timeout: Duration,
    ) -> Result<Qdrant, QdrantError> {
        let unusable = |reason: String| QdrantError::Address { reason };
        let timeout = REQUEST_TIMEOUT.min(retry_timeout);
        let clients = address.nodes.iter().map(|node| BlockingClient::new(node, timeout));
        let clients = clients.collect::<Result<_, _>>().map_err(unusable)?;
        let key = match key {
            None => None,
            Some(key) => {
                let mut value = HeaderValue::from_str(key)
                    .map_err(|_| unusable("the key has characters that cannot be sent".into()))?;
                value.set_sensitive(true);
                Some((HeaderName::from_static("api-key"), value))
            }
        };
        Ok(Qdrant { address, clients, key, current: AtomicUsize::new(0), retry_timeout })
    }

    pub fn address(&self) -> &IndexAddress {
        &self.address
    }

    /// Sends an idempotent request and returns its `result`. Returns `None` if the resource does not exist.
    pub(super) fn ask(
        &self,
        method: &Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Option<Value>, QdrantError> {
        let (start, mut pause) = (Instant::now(), FIRST_PAUSE);
        loop {
            let mut last = None;
            for _ in 0..self.clients.len() {
                match self.ask_node(method, path, body) {
                    Err(error) if error.may_pass() => {
                        self.current.fetch_add(1, Ordering::Relaxed);
                        last = Some(error);
                    }
                    outcome => return outcome,
                }
            }
            if let Some(error) = last.filter(|_| start.elapsed() + pause >= self.retry_timeout) {
                return Err(error);
            }
            thread::sleep(pause);
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    fn ask_node(
        &self,
        method: &Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Option<Value>, QdrantError> {
        let number = self.current.load(Ordering::Relaxed) % self.clients.len();
        let address = || self.address.to_string();
        let failed = |reason: String| QdrantError::Failed { address: address(), reason };
        let url = self.address.nodes[number].url.join(path);
        let url = url.map_err(|error| failed(error.to_string()))?;
        let body = body.map(Value::to_string).map(String::into_bytes);
        let sent = self.clients[number].send(method.clone(), &url, self.key.as_ref(), body);
        let reply = sent.map_err(|error| QdrantError::Unreachable {
            address: address(),
            reason: reason_of(&error),
        })?;
        let answer: Value = serde_json::from_slice(&reply.body).unwrap_or_default();
        let reason = || match answer["status"]["error"].as_str() {
            Some(reason) => reason.to_owned(),
            None => format!("it answered with status {}", reply.status),
        };
        match reply.status {
            200..=299 => Ok(Some(answer["result"].clone())),
            401 | 403 => Err(QdrantError::Refused { address: address(), reason: reason() }),
            404 => Ok(None),
            // A cluster answers so while it elects a leader, or lacks a node.
            408 | 429 | 500..=599 => {
                Err(QdrantError::Unreachable { address: address(), reason: reason() })
            }
            _ => Err(failed(reason())),
        }
    }

    pub(super) fn missing(&self, what: &str) -> QdrantError {
        let reason = format!("there is no collection `{what}`");
        QdrantError::Failed { address: self.address.to_string(), reason }
    }
}
