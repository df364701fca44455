//! The graph of an index.

use crate::base::Base;
use crate::code::Code;
use crate::resolve::Resolver;

/// The code graph over one state of an index. It keeps what it has read and computed, so one graph
/// answers several questions faster than several graphs.
pub struct Graph<'a> {
    pub(crate) resolver: Resolver<'a>,
}

impl<'a> Graph<'a> {
    pub fn new(code: &'a dyn Code) -> Graph<'a> {
        Graph { resolver: Resolver::new(Base::from_code(code)) }
    }

    pub(crate) fn base(&self) -> &Base<'a> {
        self.resolver.base()
    }
}
