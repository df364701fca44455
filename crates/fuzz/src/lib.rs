//! Tries the boundaries where foreign bytes come in with broken inputs.
//!
//! A [`Target`] is one boundary and the promise it keeps; [`catalog`] lists them all. `proptest` draws the
//! inputs from a seed and makes those that fail smaller. It runs in child processes, because some inputs
//! kill their process: see [`campaign`] for the parent and [`batch`] for the child. Inputs that failed are
//! kept in `corpus/`, and every run tries those first.

pub mod batch;
pub mod campaign;
pub mod catalog;
pub mod corpus;
mod measure;
mod mutate;
mod target;
mod targets;
mod trial;

pub use mutate::Inputs;
pub use target::{Plan, Target};
