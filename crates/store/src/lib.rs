//! What rutter keeps in a database.
//!
//! Two caches: parsed facts under the hash of the content they were read from ([`FactCache`]), and
//! vectors that a service made ([`VectorCache`]). Both are derived data, safe to delete. And the
//! [`Notebook`] of entries, which nothing could derive again. All worktrees of a repository share
//! them.

mod database;
mod entries;
mod error;
mod fact_cache;
mod runs;
mod vector_cache;

pub use entries::{
    Adoption, Anchor, Contents, EntryVector, Notebook, NotebookDamage, Noted, Put, RejectedNote,
    TokenUnit, Twin, Window,
};
pub use error::Error;
pub use fact_cache::{FactCache, FactKey};
pub use runs::{RecordedRun, Run, RunError, RunList, RunState, RunWriter, Runs};
pub use vector_cache::{VectorCache, VectorKey};
