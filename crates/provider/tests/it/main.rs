//! The providers of embeddings and language models, played by a server on this machine.
//!
//! Start at `server`, which answers as a test tells it; `stage` connects an embedder to it and plays
//! the clock. Language models are in `language`.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod batching;
mod cancelling;
mod connecting;
mod language;
mod patience;
mod server;
mod stage;
mod trust;
mod wire;
