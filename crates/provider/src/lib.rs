//! Clients for services that run elsewhere: language models, embedding services, and a vector database.
//!
//! Nothing here knows what a symbol or a chunk is. All clients share [`transport`]: keys, endpoints, HTTP, retries and rate limits. The crate
//! reads no environment variable itself, the caller hands in an [`Environment`](transport::Environment).
//! Start at [`language::connect`], [`embedding::connect`] or [`qdrant::Qdrant`].

pub mod embedding;
pub mod language;
pub mod qdrant;
pub mod transport;
