//! What a run promises, tested with a model that follows a script on a real tree.

#![expect(clippy::unwrap_used, reason = "what a test sets up must be there")]

mod caps;
mod context;
mod conversation;
mod endings;
mod exploration;
mod harness;
mod honesty;
mod progress;
mod replay;
mod resolve_endings;
mod resolve_harness;
mod resolve_steps;
mod reviews;
mod turns;
