//! Services that turn text into vectors: Ollama, OpenAI and compatible servers, Gemini, Voyage, Cohere.
//!
//! They differ in the JSON of requests and replies, which is all in `wire`, and in a few facts, which
//! are all in `service`. Everything else is done once for all of them: texts are split into batches,
//! several batches are in flight at once, failed requests are retried, and every reply is validated.
//! Requests run on worker threads, so that a caller can cancel at any moment, even while a service does
//! not answer. Start at [`connect`], then read `worker_pool` and `client`.

mod batches;
mod call_url;
mod classify;
mod client;
mod connect;
mod error;
mod semaphore;
mod service;
mod settings;
mod validate;
mod wire;
mod worker_pool;

pub use connect::connect;
pub use error::SettingsError;
pub use settings::Settings;
