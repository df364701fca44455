//! The graph of an index.

use std::sync::Arc;

use crate::base::Base;
use crate::code::Code;
use crate::memory::GraphMemory;
use crate::resolve::Resolver;

/// The code graph over one state of an index. It keeps what it has read and computed, so one graph
/// answers several questions faster than several graphs.
pub struct Graph<'a> {
    pub(crate) resolver: Resolver<'a>,
}

impl<'a> Graph<'a> {
    pub fn new(code: &'a dyn Code) -> Graph<'a> {
        Graph::with_memory(code, &GraphMemory::new(code.files().len()))
    }

    /// A graph that starts with what others have read of the same state of the index.
    pub fn with_memory(code: &'a dyn Code, memory: &GraphMemory) -> Graph<'a> {
        let base = Base::from_code(code, Arc::clone(&memory.base));
        Graph { resolver: Resolver::with_memory(base, &memory.resolver) }
    }

    pub(crate) fn base(&self) -> &Base<'a> {
        self.resolver.base()
    }
}
