//! What the crate promises, tested from outside: the fixtures of every language, and odd input.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod damage;
mod edges;
mod fixtures;
mod hostile;
mod mutants;
