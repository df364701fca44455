//! Tools for entries, their reviews, gaps in documentation, and the recorded runs of
//! models.

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
