//! A blocking HTTP client: the asynchronous one, driven by a runtime of its own.
//!
//! Embedding is blocking code that runs on many threads, while `reqwest` is asynchronous. A
//! current-thread runtime costs no thread: a thread that calls [`BlockingClient::post`] drives it, and several
//! threads can do so at once. A call inside another runtime would panic; workers are plain threads.

use std::time::Duration;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, Method, Response, Url};
use tokio::runtime::{Builder, Runtime};

use super::endpoint::Endpoint;
use super::http::{TransportError, service_client};

/// The largest body. The largest honest one has 256 vectors of 3,072 numbers with up to 22 digits,
/// which is 17 MiB.
const LIMIT_BODY_BYTES: usize = 32 << 20;
/// The part of an error's body that is read.
const LIMIT_ERROR_BODY_BYTES: usize = 64 << 10;

pub(crate) struct BlockingClient {
    client: Client,
    /// `None` only while it is dropped.
    runtime: Option<Runtime>,
}

#[derive(Debug)]
pub(crate) struct HttpReply {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

/// The reason for a missing reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PostError {
    Transport(TransportError),
    TooLarge { limit_bytes: usize },
}

impl BlockingClient {
    /// A client for the service at this endpoint. `timeout` runs from the connection to the last byte
    /// of the reply.
    pub fn new(endpoint: &Endpoint, timeout: Duration) -> Result<BlockingClient, String> {
        let client = service_client(endpoint, Some(timeout))?;
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| format!("no runtime can be set up, {error}"))?;
        Ok(BlockingClient { client, runtime: Some(runtime) })
    }

    /// Posts JSON and waits for the reply.
    pub fn post(
        &self,
        url: &Url,
        key_header: Option<&(HeaderName, HeaderValue)>,
        body: Vec<u8>,
    ) -> Result<HttpReply, PostError> {
        self.send(Method::POST, url, key_header, Some(body))
    }

    /// Sends a request, with JSON if there is a body, and waits for the reply.
    pub fn send(
        &self,
        method: Method,
        url: &Url,
        key_header: Option<&(HeaderName, HeaderValue)>,
        body: Option<Vec<u8>>,
    ) -> Result<HttpReply, PostError> {
        let mut request =
            self.client.request(method, url.clone()).header("accept", "application/json");
        if let Some(body) = body {
            request = request.header("content-type", "application/json").body(body);
        }
        if let Some((name, value)) = key_header {
            request = request.header(name, value);
        }
        let runtime = self.runtime.as_ref().expect("the runtime lives as long as the client");
        runtime.block_on(async {
            let response = request.send().await.map_err(|error| transport(&error))?;
            let status = response.status().as_u16();
            let headers = response.headers().clone();
            let body = if response.status().is_success() {
                read_body(response).await?
            } else {
                read_error_body(response).await
            };
            Ok(HttpReply { status, headers, body })
        })
    }
}

impl Drop for BlockingClient {
    fn drop(&mut self) {
        // An ordinary drop waits for the runtime's threads, and panics inside another runtime.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

async fn read_body(mut response: Response) -> Result<Vec<u8>, PostError> {
    let limit_bytes = LIMIT_BODY_BYTES;
    if response.content_length().is_some_and(|n_bytes| n_bytes > limit_bytes as u64) {
        return Err(PostError::TooLarge { limit_bytes });
    }
    let mut body = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(|error| transport(&error))? {
        if body.len() + piece.len() > limit_bytes {
            return Err(PostError::TooLarge { limit_bytes });
        }
        body.extend_from_slice(&piece);
    }
    Ok(body)
}

/// As much as arrives: the status alone says enough.
async fn read_error_body(mut response: Response) -> Vec<u8> {
    let mut body = Vec::new();
    while body.len() < LIMIT_ERROR_BODY_BYTES
        && let Ok(Some(piece)) = response.chunk().await
    {
        let n_left = LIMIT_ERROR_BODY_BYTES - body.len();
        body.extend_from_slice(&piece[..piece.len().min(n_left)]);
    }
    body
}

fn transport(error: &reqwest::Error) -> PostError {
    PostError::Transport(TransportError::new(error))
}
