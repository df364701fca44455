//! What is said of a symbol after it was made: further clauses, comments behind it, who may use it.

use rutter_domain::Visibility;
use tree_sitter::Node;

use super::{Definition, Open, Walk};
use crate::comments;
use crate::fingerprint::combine;

/// Beginnings of comments that describe the code before them.
const TRAILING_MARKS: &[&str] = &["-- ^", "{- ^", "///<", "//!<", "/**<", "/*!<"];
/// Maximum number of parents of the last symbol to search for a sibling.
const MOST_LEVELS: usize = 8;
/// Maximum number of parameters to search for a name.
const MOST_PARAMETERS: usize = 500;
/// Maximum number of symbols to search for a name whose visibility changes.
const MOST_NEIGHBOURS: usize = 2000;
/// Maximum number of symbols examined in this way for a whole file.
pub(super) const MOST_VISITS: usize = 50_000_000;

/// The symbols that further clauses may belong to: one, or those that are declared together.
#[derive(Clone, Copy)]
pub(super) struct Clause {
    first: u32,
    last: u32,
    key: u32,
}

impl<'t> Walk<'t> {
    /// Opens a symbol, or goes on with the one directly before it when that has the same name, kind
    /// and key, as the clauses of a function do. The key tells apart what a name does not, such as
    /// functions by their number of parameters.
    pub fn open_clause(&mut self, node: Node<'t>, definition: Definition<'t>, key: u32) {
        if let Some(id) = self.find_clause(&definition, key)
            && let Some(symbol) = self.symbols.get_mut(id as usize)
            // Several names in one signature are symbols of their own at the same place.
            && (symbol.span.start_byte as usize) < node.start_byte()
        {
            let end = node.end_position();
            let end_line = if end.column == 0 { end.row } else { end.row + 1 };
            symbol.span.end_byte = symbol.span.end_byte.max(node.end_byte() as u32);
            symbol.span.end_line = symbol.span.end_line.max(end_line as u32);
            let (kind, visibility) = (Some(symbol.kind), symbol.visibility);
            if node.start_byte() > self.read_to {
                self.take_gap(node.start_byte());
            }
            self.push_open(Open {
                symbol: Some(id),
                kind,
                visibility,
                ..Open::new(self.depth, self.tokens, self.type_parameters.len())
            });
            return;
        }
        let id = self.symbols.len() as u32;
        self.open_named(node, definition);
        let start_of = |id: u32| self.symbols.get(id as usize).map(|symbol| symbol.span.start_byte);
        let first = match self.clause {
            Some(clause) if start_of(clause.first) == Some(node.start_byte() as u32) => {
                clause.first
            }
            Some(_) | None => id,
        };
        self.clause = Some(Clause { first, last: id, key });
    }

    /// The symbol that a clause belongs to, if nothing else is defined in between.
    fn find_clause(&self, definition: &Definition<'t>, key: u32) -> Option<u32> {
        let Clause { first, last, .. } = self.clause.filter(|clause| clause.key == key)?;
        let neighbour = self.last_neighbour()?;
        // Another definition in between makes this one a new function.
        (first <= neighbour && neighbour <= last).then_some(())?;
        (first..=last).find(|id| {
            self.symbols.get(*id as usize).is_some_and(|symbol| {
                symbol.kind == definition.kind && symbol.name == definition.name
            })
        })
    }

    /// Says what may be used of what is defined from here on in the innermost symbol.
    pub fn begin_section(&mut self, visibility: Visibility) {
        let depth = self.depth;
        if let Some(open) = self.opens.iter_mut().rev().find(|open| open.depth < depth) {
            open.section = Some(visibility);
        }
    }

    /// Says who may use what has this name in the innermost symbol.
    pub fn set_visibility(&mut self, name: &str, visibility: Visibility) {
        let parent = self.container().and_then(|open| open.symbol);
        // A class may name any number of methods in such calls, each of which looks at all before
        // it.
        let neighbours = self.symbols.iter_mut().rev().take(self.visits_left.min(MOST_NEIGHBOURS));
        self.visits_left -= neighbours.len();
        for symbol in neighbours.filter(|symbol| symbol.parent == parent && symbol.name == name) {
            symbol.visibility = visibility;
        }
    }

    /// Whether a name is that of a parameter of what is around the current node.
    pub fn is_parameter(&self, name: &str) -> bool {
        self.type_parameters.iter().rev().take(MOST_PARAMETERS).any(|parameter| *parameter == name)
    }

    /// The number of symbols so far.
    pub fn n_symbols(&self) -> usize {
        self.symbols.len()
    }

    /// The bare name of the innermost symbol.
    pub fn container_name(&self) -> &str {
        let id = self.container().and_then(|open| open.symbol);
        id.and_then(|id| self.symbols.get(id as usize)).map_or("", |symbol| &symbol.name)
    }

    /// Where the innermost symbol starts.
    pub fn container_start(&self) -> Option<usize> {
        let symbol = self.symbols.get(self.container()?.symbol? as usize)?;
        Some(symbol.span.start_byte as usize)
    }

    /// Takes a comment for that of the symbol before it; false when it is none of that sort.
    pub(super) fn describe_before(&mut self, comment: &str) -> bool {
        if !TRAILING_MARKS.iter().any(|mark| comment.starts_with(mark)) {
            return false;
        }
        let open = self.opens.last().and_then(|open| open.symbol);
        let before = self.last_neighbour().or(open);
        if let Some(symbol) = before.and_then(|id| self.symbols.get_mut(id as usize)) {
            let doc = symbol.doc.get_or_insert_default();
            comments::append(doc, comment, self.table.rules.comment_marks);
        }
        true
    }

    pub(super) fn close(&mut self, open: &Open) {
        self.close_names(open);
        let hash = self.tokens.since(open.tokens);
        if open.kind.is_some()
            && let Some(symbol) = open.symbol.and_then(|id| self.symbols.get_mut(id as usize))
        {
            symbol.body_hash = match symbol.body_hash {
                0 => hash,
                earlier => combine(earlier, hash),
            };
        }
    }

    /// The last symbol with the same parent as the current node.
    fn last_neighbour(&self) -> Option<u32> {
        let parent = self.container().and_then(|open| open.symbol);
        let mut id = (self.symbols.len() as u32).checked_sub(1)?;
        for _ in 0..MOST_LEVELS {
            let symbol = self.symbols.get(id as usize)?;
            if symbol.parent == parent {
                return Some(id);
            }
            id = symbol.parent?;
        }
        None
    }
}
