//! The embedding services, played by a server on this machine.
//!
//! Start at `server`, which answers as a test tells it; `stage` connects to it and plays the clock.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod batching;
mod cancelling;
mod connecting;
mod patience;
mod server;
mod stage;
mod trust;
mod wire;
