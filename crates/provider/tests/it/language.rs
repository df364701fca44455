//! Language models. Start at `harness`, which connects a model to the scripted server.

mod asking;
mod caching;
mod choosing;
mod dispatching;
mod harness;
mod hostile_replies;
mod limits;
mod responses;
mod retry;
mod streaming;
mod thoughts;
