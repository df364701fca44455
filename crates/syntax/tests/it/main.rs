//! What the crate promises, tested from outside: the fixtures of every language, and odd input.

mod edges;
mod fixtures;
