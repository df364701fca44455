//! What rutter keeps in a database.
//!
//! So far one thing, the [`FactCache`]: parsed facts under the hash of the content they were read
//! from. It is derived data, safe to delete, and shared by all worktrees of a repository.

mod error;
mod fact_cache;

pub use error::Error;
pub use fact_cache::{FactCache, FactKey};
