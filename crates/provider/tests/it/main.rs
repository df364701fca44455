//! Clients of embedding services and language models against a scripted server on this machine.
//!
//! Start at `server`, which answers as a test scripts it; `harness` connects an embedder to it and
//! replaces the clock. Language models are in `language`.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod batching;
mod cancellation;
mod connecting;
mod harness;
mod language;
mod retry;
mod server;
mod validation;
mod wire;
