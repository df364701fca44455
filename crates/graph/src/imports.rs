//! The middle layer: where imports lead, and which names a file has without defining them.
//!
//! [`modules`] follows one import to files by the rules of its language; [`scopes`] does so for all
//! imports of a file and keeps the result. Both ask only the base layer.

pub mod modules;
pub mod scopes;
pub mod target;
