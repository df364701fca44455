//! All integration tests: the built binary, run as a user runs it.

mod bad_input;
mod contract;
mod faults;
mod freshness;
mod graph;
mod run;
mod worktrees;
