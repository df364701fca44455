//! All integration tests: the built binary, run as a user runs it.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bad_input;
mod contract;
mod faults;
mod freshness;
mod graph;
mod run;
mod worktrees;
