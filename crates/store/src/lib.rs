//! What rutter keeps in a database.
//!
//! So far two caches: parsed facts under the hash of the content they were read from
//! ([`FactCache`]), and vectors that a service made ([`VectorCache`]). Both are derived data, safe
//! to delete, and shared by all worktrees of a repository.

mod database;
mod error;
mod fact_cache;
mod vector_cache;

pub use error::Error;
pub use fact_cache::{FactCache, FactKey};
pub use vector_cache::{VectorCache, VectorKey};
