//! The connection to a provider: `genai` for the protocol, a relay for the limits.
//!
//! `genai` is not connected to the provider. It talks to a relay in this process, which measures what
//! comes back (see `relay`).

use std::io;
use std::sync::Arc;

use super::limits::ReplyLimits;
use super::providers::Protocol;
use super::relay::{Exchange, Relay};
use super::request::Delivery;
use super::window::LIMIT_LIST_BYTES;
use crate::transport::{Endpoint, TransportError, relay_client, service_client};

pub(super) struct ModelClient {
    /// Reaches relays in this process and nothing else.
    pub genai: genai::Client,
    relay: Arc<Relay>,
}

impl ModelClient {
    /// A client for this endpoint. Unless `has_key` is set, no header that carries a key is sent.
    pub fn new(
        endpoint: &Endpoint,
        has_key: bool,
        limits: ReplyLimits,
    ) -> Result<ModelClient, String> {
        // No timeout for a whole request: a streamed reply may take as long as it makes progress.
        let upstream = service_client(endpoint, None)?;
        let genai = genai::Client::builder().with_reqwest(relay_client()?).build();
        let genai = genai.map_err(|error| format!("the client cannot be set up, {error}"))?;
        let relay = Relay { upstream, base: endpoint.url.to_string(), has_key, limits };
        Ok(ModelClient { genai, relay: Arc::new(relay) })
    }

    /// The server's list of models, or why it gave none.
    pub async fn list_models(
        &self,
        protocol: Protocol,
        key: Option<&str>,
    ) -> Result<serde_json::Value, String> {
        let path = match protocol {
            Protocol::Chat | Protocol::Responses => "models",
            Protocol::Anthropic => "models?limit=1000",
            Protocol::Gemini => "models?pageSize=1000",
            Protocol::Ollama => "api/tags",
        };
        let mut request = self.relay.upstream.get(format!("{}{path}", self.relay.base));
        if protocol == Protocol::Anthropic {
            request = request.header("anthropic-version", "2023-06-01");
        }
        if let Some(key) = key {
            request = match protocol {
                Protocol::Anthropic => request.header("x-api-key", key),
                Protocol::Gemini => request.header("x-goog-api-key", key),
                Protocol::Chat | Protocol::Responses | Protocol::Ollama => request.bearer_auth(key),
            };
        }
        let cause = |error: reqwest::Error| TransportError::new(&error).cause;
        let mut response = request.send().await.map_err(cause)?;
        if !response.status().is_success() {
            return Err(format!("it answers with status {}", response.status().as_u16()));
        }
        let mut body = Vec::new();
        while let Some(piece) = response.chunk().await.map_err(cause)? {
            body.extend_from_slice(&piece);
            if body.len() > LIMIT_LIST_BYTES {
                return Err("its list is too long".to_owned());
            }
        }
        serde_json::from_slice(&body).map_err(|_| "its list is not JSON".to_owned())
    }

    /// Opens a relay for one request.
    pub async fn open(&self, delivery: Delivery) -> io::Result<Exchange> {
        Exchange::open(Arc::clone(&self.relay), delivery).await
    }
}
