//! All integration tests: the built binary, run as a user runs it.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bad_input;
mod budget;
mod chat_server;
mod contract;
mod embedders;
mod faults;
mod freshness;
mod graph;
mod odd_queries;
mod run;
mod service;
mod similar;
mod vectors;
mod worktrees;
