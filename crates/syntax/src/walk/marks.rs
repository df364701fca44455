//! Nodes around the current one that bear on the definitions inside: wrappers, attributes, and what is
//! not looked at.

use tree_sitter::Node;

use super::Walk;
use crate::rules::Head;

/// Maximum number of marks around a node to examine.
pub(super) const MOST_MARKS: usize = 64;

/// A node around the current one that bears on the definitions inside.
pub(super) struct Mark<'t> {
    pub(super) depth: u32,
    pub(super) what: What<'t>,
}

pub(super) enum What<'t> {
    Wrap {
        node: Node<'t>,
        head: Head,
        doc: Option<String>,
        is_used: bool,
        n_type_parameters: usize,
    },
    Prefix {
        end: usize,
    },
    Mute,
    /// Uses inside belong to the symbol that is opened next.
    OfNext,
}

impl<'t> Walk<'t> {
    /// The attributes or decorators directly before a node, as written.
    pub fn prefix_of(&self, node: Node<'t>) -> &'t str {
        self.prefix_start.and_then(|start| self.text.get(start..node.start_byte())).unwrap_or("")
    }

    /// The wrappers around the current node up to the next symbol, innermost first.
    pub fn wrappers(&self) -> impl Iterator<Item = Node<'t>> {
        let least_depth = self.container().map_or(0, |open| open.depth + 1);
        let marks = self.marks.iter().rev().take(MOST_MARKS);
        marks.take_while(move |mark| mark.depth >= least_depth).filter_map(|mark| {
            match &mark.what {
                What::Wrap { node, .. } => Some(*node),
                What::Prefix { .. } | What::Mute | What::OfNext => None,
            }
        })
    }

    /// Looks at nothing inside the current node.
    pub fn mute(&mut self) {
        self.n_mutes += 1;
        self.marks.push(Mark { depth: self.depth, what: What::Mute });
    }

    /// Attributes what the current node uses to the symbol that is opened next.
    pub fn attribute_to_next(&mut self) {
        self.n_of_next += 1;
        self.marks.push(Mark { depth: self.depth, what: What::OfNext });
    }

    /// The symbol that uses what the current node names.
    pub(super) fn user(&self) -> Option<u32> {
        match self.n_of_next {
            0 => self.opens.last().and_then(|open| open.symbol),
            _ => u32::try_from(self.symbols.len()).ok(),
        }
    }

    /// Takes the current node for a wrapper of the definitions inside.
    pub fn wrap(&mut self, node: Node<'t>, head: Head) {
        let doc = self.take_doc(node.start_byte());
        let n_type_parameters = self.type_parameters.len();
        let what = What::Wrap { node, head, doc, is_used: false, n_type_parameters };
        self.marks.push(Mark { depth: self.depth, what });
    }

    /// Takes the current node for an attribute or decorator.
    pub fn open_prefix(&mut self, node: Node<'t>) {
        let start = node.start_byte();
        // A comment with an empty line before the attribute describes something else.
        if !self.comments.touch(self.text, start) {
            self.comments.clear();
        }
        if self.n_prefixes == 0 {
            // Several attributes are one prefix, which starts at the first.
            self.prefix_start.get_or_insert(start);
        }
        self.n_prefixes += 1;
        self.marks.push(Mark { depth: self.depth, what: What::Prefix { end: node.end_byte() } });
    }
}
