//! Clients for models that run elsewhere: language models and embedding services.
//!
//! Text goes in, the model's output comes out; nothing here knows what a symbol or a chunk is. Both
//! kinds of client share [`transport`]: keys, endpoints, HTTP, retries and rate limits. The crate
//! reads no environment variable itself, the caller hands in an [`Environment`](transport::Environment).
//! Start at [`language::connect`] or [`embedding::connect`].

pub mod embedding;
pub mod language;
pub mod transport;
