//! Tools for what was learned: entries, and the runs in which models learn them.

pub mod entries;
pub mod record;
pub mod runs;
