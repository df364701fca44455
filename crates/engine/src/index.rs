//! Builds the index and brings it up to date.
//!
//! `changes.rs` compares the tree with the last generation's `manifest.rs`, `pass.rs` reads, parses and
//! writes what differs in one streaming pass, and `generation.rs` opens what was published last.
//! `history.rs` reads what git's history says about the files. `lock.rs` keeps writers apart; readers never
//! wait for it.

pub(crate) mod changes;
pub(crate) mod deadline;
pub(crate) mod definitions_file;
pub(crate) mod derived_file;
pub(crate) mod embedder;
pub(crate) mod generation;
pub(crate) mod history;
pub(crate) mod lock;
pub(crate) mod manifest;
pub(crate) mod parsed;
pub(crate) mod pass;
