//! Entries: what people and models recorded about the code, and whether it still holds.
//!
//! An [`EntryDraft`] is checked against the code before it is kept. Whether a kept entry still holds is computed
//! each time it is read and never stored.
//! [`Knowledge`] joins a snapshot of the index with the notebook. Start at `record.rs` for writing, at
//! `staleness.rs` for what has become of an entry since.

mod api;
mod assess;
mod cache;
mod citations;
mod damage;
mod draft;
mod error;
mod exchange;
mod fix_docs;
mod gaps;
mod knowledge;
mod list;
mod matching_ids;
mod overview;
mod parsed_files;
mod plan;
mod queue;
mod recheck;
mod record;
mod recorded;
mod review;
mod rivals;
mod search;
mod staleness;
mod state;
mod status;
mod supports;
mod text;
mod wide;

pub use assess::Assessment;
pub use cache::store_url;
pub use citations::{CheckedCitation, CitedStatement, ShownSymbol};
pub use damage::{add_notebook_state, examine_notebook};
pub use draft::{EntryDraft, UnreadLines};
pub use error::Error;
pub use exchange::{ExportReport, ImportReport, ImportedFile};
pub use fix_docs::{DocumentEdit, DocumentFixes, FixedDocument};
pub use gaps::{
    AnsweredGap, DismissedGap, GapEffort, GapPreview, GapReply, GapReport, ResolvedGap,
    UnresolvedGap,
};
pub use knowledge::Knowledge;
pub use list::{EntriesAnswer, EntriesFilter, HistoryDetail};
pub use queue::{Sent, send_queued};
pub use recorded::{recorded_entries, search_recorded};
pub use review::{Answer, Questionnaire, ReviewOutcome, ReviewQueue, ReviewReader};
pub use rutter_gaps::{
    Changes, FileShare, GapSettings, GapsAnswer, GapsRequest, OldFile, RuleInfo, RuleSettings,
    rule_infos, rule_names,
};

#[cfg(test)]
mod tests;
