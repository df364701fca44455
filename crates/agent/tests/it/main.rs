//! What a run promises, played with a model that follows a script on a real tree.

#![expect(clippy::unwrap_used, reason = "what a test sets up must be there")]

mod caps;
mod context;
mod endings;
mod exploration;
mod honesty;
mod stage;
mod turns;
