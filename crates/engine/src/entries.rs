//! Entries: what was learned of symbols, and whether the code still bears it out.
//!
//! Whoever records something hands in an [`EntryDraft`]; it is checked against the index before it
//! is kept. Whether a kept entry still holds is derived at each look and never written back. Start
//! at `record.rs` for writing, at `standing.rs` for what has become of an entry since.

mod check;
mod draft;
mod exchange;
mod held;
mod lift;
mod list;
mod look;
mod names;
mod near;
mod recall;
mod record;
mod settled;
mod sheet;
mod standing;

pub(crate) use held::Held;
pub(crate) use near::nearest;

pub use draft::EntryDraft;
pub use exchange::{ExportReport, ImportReport, ImportedFile};
pub use list::{EntriesAnswer, EntriesFilter, ListedEntry};
pub use recall::EntryMark;

#[cfg(test)]
mod tests;
