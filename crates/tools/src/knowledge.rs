//! Tools for what was learned and what is missing: entries, their reviews, gaps, and the runs in which
//! models learn.

pub mod citation_marks;
pub mod citations;
pub mod entries;
pub mod fix_docs;
pub mod gap_decisions;
pub mod gap_report;
pub mod gaps;
mod implied_path;
pub mod keep;
pub mod keep_overview;
pub mod metrics;
pub mod recall;
pub mod record;
pub mod record_entries;
pub mod review;
pub mod runs;
