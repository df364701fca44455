//! Renders answers as text.
//!
//! Colour codes are always written here. The output stream drops them if colours are off.

mod agents;
mod ask;
mod best_lines;
mod document_fixes;
mod entries;
mod entry_particulars;
mod exploration;
mod exploring;
mod gap_decisions;
mod gaps;
mod graph;
mod metrics;
mod report;
mod resolve;
mod review;
mod run;
mod search;
mod search_screen;
mod team;
mod why;

pub use crate::style::{FAINT, bytes, plural, printable, thousands};
pub use agents::{AgentRow, agent_step, agent_step_json, agents};
pub use ask::{answer_footer, call_summary, usage};
pub use document_fixes::document_fixes;
pub use entries::{
    checked_entries, entries, entry, entry_of_symbol, export, forgotten, import, shown_entries,
};
pub use exploration::exploration;
pub use exploring::{changed, overview, path};
pub use gap_decisions::{
    answered_gap, decided_gap, gap_faults, gap_line, gap_now, gap_template, numbered_lines,
    reviewed_gaps, text_diff,
};
pub use gaps::{gap_rules, gaps};
pub use graph::{impact, references, symbol, symbols};
pub use metrics::metrics;
pub use report::{doctor, index, skipped_files, status};
pub use resolve::{resolve_plan, resolve_run};
pub use review::{questionnaire, review_outcome, review_run};
pub use run::{dollars, ending, moment as run_moment, question, recording, runs, totals};
pub use search::{Shown, search, similar};
pub use search_screen::{SCREEN_FILES, ScreenLimits, search_screen};
pub use team::{team_entries, team_references, team_search, team_symbol};
pub use why::why;
