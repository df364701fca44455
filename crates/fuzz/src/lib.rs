//! Tries the boundaries where foreign bytes come in with broken inputs.
//!
//! Every input follows from the name of its target, its kind and a number, so that a run can be
//! repeated and an input that kills the process be found again. A [`Target`] is one boundary and the
//! promise it keeps; [`catalog`] lists them all. Inputs are run in child processes by [`campaign`], and
//! those that broke a promise are made smaller and kept in `corpus/`, which every run tries first.

mod batch;
pub mod campaign;
pub mod catalog;
mod child;
pub mod corpus;
mod measure;
mod minimise;
mod mutate;
mod random;
pub mod report;
mod target;
mod targets;
mod trial;

pub use batch::{InputSource, check_file, run_batch};
pub use child::ChildLimits;
pub use mutate::{Kind, Mutator};
pub use random::Random;
pub use target::{Group, Plan, Target};
