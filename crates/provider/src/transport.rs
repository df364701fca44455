//! The base of all clients of remote services: keys, endpoints, HTTP, retries, rate limits.
//!
//! One HTTP stack (`reqwest` with `rustls`) and one set of rules serve `language` and `embedding`. A
//! request goes out through `http`; a failure is described by `http` or, if the service sent a reply,
//! by `error_body`; `retry` then says whether and when to try again. What a failure means for a model
//! or an embedder is decided in their own `classify` modules.

mod blocking;
mod clock;
mod endpoint;
mod environment;
mod error_body;
mod http;
mod key;
mod rate_limit;
mod retry;
mod retry_after;
mod sanitize;

pub use clock::{Clock, SystemClock};
pub use environment::{Environment, Variable};
pub use key::Key;
pub use retry::{DEFAULT_RETRY_DELAY, OnPause, Pause};

pub(crate) use blocking::{BlockingClient, HttpReply, PostError};
pub(crate) use clock::POLL_INTERVAL;
pub(crate) use endpoint::{Endpoint, EndpointError, Reach};
pub(crate) use environment::{MalformedKey, find_key};
pub(crate) use error_body::ErrorBody;
pub(crate) use http::{TransportError, TransportFailure, relay_client, service_client};
pub(crate) use key::{GEMINI_KEY_VARIABLES, OPENAI_KEY_VARIABLES};
pub(crate) use rate_limit::RateLimit;
pub(crate) use retry::{Backoff, FailureKind, RequestedWait, RetryDecision, RetryPolicy};
pub(crate) use retry_after::requested_wait;
pub(crate) use sanitize::sanitize;
