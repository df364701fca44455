//! The files of the working tree: how they are listed, opened and decoded.
//!
//! `walk.rs` lists what git would list (`ignore.rs` reads its rules), `open.rs` is the one place that
//! opens a file, `source.rs` decodes its text or says why it is left out (`left_out.rs` for a single path), and `stat.rs` says what a
//! file's metadata proves about later changes.

mod ignore;
mod left_out;
mod notebook;
mod open;
mod source;
mod stat;
mod walk;

pub use ignore::IgnoredBy;
pub use left_out::{LeftOut, why_left_out};
pub use open::{Bytes, OpenError, OpenFile, WorkingTree, read_small_file};
pub use source::{Source, SourceText, hash, read as read_source, read_text};
pub use stat::{StatSample, now_ns, stat_at};
pub use walk::{FoundFile, Walked, Watched, list_left_out, walk};

pub(crate) use walk::Walk;

pub(crate) use ignore::{IGNORE_FILES, Rules, Verdict};
pub(crate) use open::read_small_bytes;
pub(crate) use source::decode;
