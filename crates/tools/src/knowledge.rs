//! Tools for what was learned: entries, their reviews, and the runs in which models learn them.

pub mod entries;
pub mod gap_decisions;
pub mod gap_report;
pub mod gaps;
pub mod record;
pub mod review;
pub mod runs;
