//! The working tree of a repository, and where rutter keeps its data for it.
//!
//! Only this crate reads the working tree. Every read is bounded, stays below the root, follows no
//! link and opens regular files only (`tree/open.rs`). [`RepoLayout`] names the folders, [`walk`]
//! lists the files that git would list, [`Workspace`] gives tools access to single files through a
//! capability on the root, [`grep`] searches them with ripgrep's engine, and [`redact`] masks
//! secrets in text. `trust.rs` decides whether a data folder is the user's own, and `output.rs` writes
//! what is not kept there. Start at `layout.rs` and `tree.rs`.

mod access;
mod error;
mod filter;
mod git;
mod git_error;
mod grep;
mod layout;
mod output;
mod secrets;
mod tree;
mod trust;

pub use access::{
    AccessError, Excerpt, FoundFiles, ItemKind, Line, LineExtent, ListedItem, Listing, Resolved,
    Secrets, Workspace, Written, check_glob, check_path,
};
pub use error::Error;
pub use filter::{FileFilter, Scope};
pub use git::{Blame, ChangedFile, CheckedOut, CommitRecord, Git, LineCommit};
pub use git_error::{GitError, History};
pub use grep::{
    Boundary, Case, Color, FilePlaces, GrepError, GrepOutput, GrepReport, GrepRequest, PatternKind,
    grep, grep_places,
};
pub use layout::{DataFormat, RepoLayout};
pub use output::{OutputFolder, write_output};
pub use secrets::{Redacted, Redactor, SecretKind, redact, secret_file};
pub use tree::{
    Bytes, FoundFile, IgnoredBy, LeftOut, OpenError, OpenFile, Source, SourceText, StatSample,
    Walked, Watched, WorkingTree, hash, list_left_out, now_ns, read_small_file, read_source,
    read_text, stat_at, walk, why_left_out,
};
pub use trust::DataChoice;
