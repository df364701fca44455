//! The connection to a provider: `genai` for the protocol, a relay for the limits.
//!
//! `genai` is not connected to the provider. It talks to a relay in this process, which measures what
//! comes back (see `relay`).

use std::io;
use std::sync::Arc;

use super::limits::ReplyLimits;
use super::relay::{Exchange, Relay};
use super::request::Delivery;
use super::window::LIMIT_LIST_BYTES;
use crate::transport::{Endpoint, relay_client, service_client};

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

    /// The server's list of models, in the form of OpenAI; `None` if it gives none that can be read.
    pub async fn list_models(&self, key: Option<&str>) -> Option<serde_json::Value> {
        let request = self.relay.upstream.get(format!("{}models", self.relay.base));
        let request = match key {
            Some(key) => request.bearer_auth(key),
            None => request,
        };
        let mut response = request.send().await.ok()?.error_for_status().ok()?;
        let mut body = Vec::new();
        while let Some(piece) = response.chunk().await.ok()? {
            body.extend_from_slice(&piece);
            if body.len() > LIMIT_LIST_BYTES {
                return None;
            }
        }
        serde_json::from_slice(&body).ok()
    }

    /// Opens a relay for one request.
    pub async fn open(&self, delivery: Delivery) -> io::Result<Exchange> {
        Exchange::open(Arc::clone(&self.relay), delivery).await
    }
}
