//! Entries: what was learned of symbols, and whether the code still bears it out.
//!
//! Whoever records something hands in an [`EntryDraft`]; it is checked against the index before it
//! is kept. Whether a kept entry still holds is derived at each look and never written back. Start
//! at `record.rs` for writing, at `standing.rs` for what has become of an entry since.

mod draft;
mod record;

pub use draft::EntryDraft;
