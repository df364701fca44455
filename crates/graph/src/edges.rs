//! Which references mean a symbol.
//!
//! The index narrows down the files by the word; every use of the name in them is then resolved.
//! Start at [`Graph::callers`].

use std::fmt;

use rayon::prelude::*;
use rutter_domain::{Family, FileId, Provenance, ReferenceKind, SymbolKind};

use crate::base::digest::{ImportView, NONE, ReferenceView};
use crate::base::kinds::{Role, has_members, is_script};
use crate::code::SymbolAt;
use crate::graph::Graph;
use crate::importers::likely_importers;
use crate::resolve::candidates::{Candidates, Collect};

/// A reference that means a symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    pub kind: EdgeKind,
    pub from_file: FileId,
    /// The innermost symbol that contains the reference; `None` at the top level of a file.
    pub from_symbol: Option<u32>,
    /// Line, from 1.
    pub line: u32,
    pub provenance: Provenance,
}

/// What an edge stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EdgeKind {
    Call,
    Extends,
    Implements,
    Type,
    Mention,
    Read,
    Write,
    /// A function or type that is handed over without being called.
    Value,
    /// An import that names the symbol.
    Import,
}

impl EdgeKind {
    pub fn name(self) -> &'static str {
        match self {
            EdgeKind::Call => "call",
            EdgeKind::Extends => "extends",
            EdgeKind::Implements => "implements",
            EdgeKind::Type => "type",
            EdgeKind::Mention => "mention",
            EdgeKind::Read => "read",
            EdgeKind::Write => "write",
            EdgeKind::Value => "value",
            EdgeKind::Import => "import",
        }
    }
}

impl From<ReferenceKind> for EdgeKind {
    fn from(kind: ReferenceKind) -> EdgeKind {
        match kind {
            ReferenceKind::Call => EdgeKind::Call,
            ReferenceKind::Extends => EdgeKind::Extends,
            ReferenceKind::Implements => EdgeKind::Implements,
            ReferenceKind::Type => EdgeKind::Type,
            ReferenceKind::Mention => EdgeKind::Mention,
            ReferenceKind::Read => EdgeKind::Read,
            ReferenceKind::Write => EdgeKind::Write,
        }
    }
}

impl fmt::Display for EdgeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Which references to look for.
struct UsageQuery<'g> {
    /// The name that the symbols go by.
    name: &'g str,
    /// The symbols, by file and number.
    symbols: Vec<(u32, u32)>,
    /// The file a default export would be imported from.
    default_of: Option<u32>,
}

impl Graph<'_> {
    /// Every reference that means or may mean a symbol: the most certain first, then by path and
    /// line. The callers of a constructor are those of its type; the callers of a prototype are
    /// those of the function it declares.
    pub fn callers(&self, symbol: SymbolAt) -> Vec<Edge> {
        let Some(query) = self.usage_query(symbol) else { return Vec::new() };
        let mut files = self.base().files_with_word(query.name);
        files.extend(query.symbols.iter().map(|(file, _)| *file));
        if let Some(file) = query.default_of {
            files.extend(likely_importers(self.base(), file));
        }
        files.sort_unstable();
        files.dedup();
        self.edges_to(&query, files)
    }

    /// Where documents mention a symbol, in the same order. If more than `most_documents` contain its name,
    /// the name is too common to look at all of them, and nothing is returned.
    pub fn mentions_of_symbol(&self, symbol: SymbolAt, most_documents: usize) -> Vec<Edge> {
        let Some(query) = self.usage_query(symbol) else { return Vec::new() };
        let mut files = self.base().files_with_word(query.name);
        files.retain(|file| self.base().language(*file).family() == Family::Document);
        if files.len() > most_documents {
            return Vec::new();
        }
        let mut edges = self.edges_to(&query, files);
        edges.retain(|edge| edge.kind == EdgeKind::Mention);
        edges
    }

    /// The references in these files that a query is about.
    fn edges_to(&self, query: &UsageQuery<'_>, files: Vec<u32>) -> Vec<Edge> {
        let mut edges: Vec<(u32, Edge)> = files
            .into_par_iter()
            .flat_map_iter(|file| {
                self.edges_from(file, query).into_iter().map(move |edge| (file, edge))
            })
            .collect();
        edges.sort_by_key(|(file, edge)| (edge.provenance, *file, edge.line, edge.kind));
        edges.into_iter().map(|(_, edge)| edge).collect()
    }

    fn usage_query(&self, symbol: SymbolAt) -> Option<UsageQuery<'_>> {
        let base = self.base();
        let file = base.position(symbol.file)?;
        let digest = base.digest(file);
        let definition = digest.definition(symbol.symbol)?;
        if definition.role == Role::Nameless {
            return None;
        }
        if definition.kind == SymbolKind::Constructor {
            let mut around = digest.enclosing(Some(symbol.symbol));
            if let Some((id, class)) = around.find(|(_, outer)| has_members(outer.kind)) {
                let symbols = vec![(file, id), (file, symbol.symbol)];
                return Some(UsageQuery { name: digest.name_of(class), symbols, default_of: None });
            }
        }
        let name = digest.name_of(definition);
        let mut symbols = vec![(file, symbol.symbol)];
        if definition.flags.is_declaration() {
            let definitions = base.definitions(name);
            let container = digest.container_hash_of(definition);
            let declared = definitions.iter().filter(|at| {
                at.container == container
                    && !at.flags.is_private()
                    && at.language.interoperates(digest.language)
            });
            symbols.extend(declared.map(|at| (at.file, at.symbol)));
        }
        let can_be_default = definition.parent == NONE && is_script(digest.language);
        Some(UsageQuery { name, symbols, default_of: can_be_default.then_some(file) })
    }

    fn edges_from(&self, file: u32, query: &UsageQuery<'_>) -> Vec<Edge> {
        let digest = self.base().digest(file);
        let brings_in = |import: &ImportView<'_>| match import.name {
            Some("default") | None => is_script(digest.language) && query.default_of.is_some(),
            Some(name) => name == query.name,
        };
        let aliases: Vec<&str> =
            (digest.imports().filter(brings_in)).filter_map(|import| import.alias).collect();
        let is_named = |reference: &ReferenceView<'_>| {
            reference.name == query.name || aliases.contains(&reference.name)
        };
        // Most files that contain the word neither import nor use it; they need no scope.
        if !digest.imports().any(|import| brings_in(&import))
            && !digest.references().any(|reference| is_named(&reference))
        {
            return Vec::new();
        }
        let resolver = self.resolver.in_file(file);
        let mut candidates = Candidates::new(Collect::All);
        let is_wanted = |candidates: &Candidates| {
            let mut found = candidates.definitions.iter();
            found.any(|at| query.symbols.contains(&(at.file, at.symbol)))
        };
        let mut edges = Vec::new();
        for reference in digest.references().filter(is_named) {
            let Some(provenance) = resolver.resolve(&reference, &mut candidates) else { continue };
            if is_wanted(&candidates) {
                edges.push(Edge {
                    kind: reference.kind.into(),
                    from_file: self.base().id(file),
                    from_symbol: reference.from,
                    line: reference.line,
                    provenance,
                });
            }
        }
        for (import, index) in digest.imports().zip(0..) {
            if import.name.is_none() || !brings_in(&import) {
                continue;
            }
            candidates.clear();
            resolver.view.look_up_import(index, ReferenceKind::Mention, &mut candidates);
            let known = resolver.view.known_by_import(&candidates);
            if let Some(provenance) = known.filter(|_| is_wanted(&candidates)) {
                edges.push(Edge {
                    kind: EdgeKind::Import,
                    from_file: self.base().id(file),
                    from_symbol: None,
                    line: import.line,
                    provenance,
                });
            }
        }
        edges
    }
}
