//! A cache of what a graph has read and computed, for further queries on the same state of an index.

use std::sync::Arc;

use crate::base::BaseMemory;
use crate::resolve::ResolverMemory;

/// Digests, scopes and names that were needed so far. It belongs to one state of an index: a graph over
/// another state needs another one.
#[derive(Clone)]
pub struct GraphMemory {
    pub(crate) base: Arc<BaseMemory>,
    pub(crate) resolver: ResolverMemory,
}

impl GraphMemory {
    /// An empty memory for an index of that many files.
    pub fn new(n_files: usize) -> GraphMemory {
        GraphMemory {
            base: Arc::new(BaseMemory::new(n_files)),
            resolver: ResolverMemory::new(n_files),
        }
    }

    /// Whether all that was asked for could be read. What rests on a file that could not be read is better
    /// not kept, since it may be read next time.
    pub fn is_whole(&self) -> bool {
        self.base.is_whole()
    }
}
