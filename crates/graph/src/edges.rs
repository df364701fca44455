//! Who refers to a symbol, and what it refers to.

use std::fmt;

use rayon::prelude::*;
use rutter_domain::{FileId, Provenance, ReferenceKind, SymbolKind};

use crate::code::SymbolAt;
use crate::digest::{Importing, NONE, Referring};
use crate::found::{Found, Wanted};
use crate::graph::{Graph, Resolution};
use crate::kinds::{Role, is_script, is_type};
use crate::viewpoint::{Inheritance, Viewpoint};

/// A reference to a symbol, seen from the symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    pub kind: EdgeKind,
    pub from_file: FileId,
    /// The innermost symbol that contains the reference; nothing at the top of a file.
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
    /// An import that names the symbol.
    Import,
}

/// A reference of a symbol to something, seen from the symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Callee {
    pub kind: ReferenceKind,
    pub name: String,
    pub qualifier: Option<String>,
    /// Line, from 1.
    pub line: u32,
    pub resolution: Resolution,
}

impl EdgeKind {
    pub fn name(self) -> &'static str {
        match self {
            EdgeKind::Call => "call",
            EdgeKind::Extends => "extends",
            EdgeKind::Implements => "implements",
            EdgeKind::Type => "type",
            EdgeKind::Mention => "mention",
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
        }
    }
}

impl fmt::Display for EdgeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The symbols whose users are asked for, and the name they go by.
struct Wanting<'g> {
    name: &'g str,
    symbols: Vec<(u32, u32)>,
    /// The file a default export would be imported from.
    default_of: Option<u32>,
}

impl Graph<'_> {
    /// Every reference that means or may mean a symbol: the most certain first, then by path and
    /// line. The users of a constructor are those of its type; those of a prototype are those of
    /// what it announces.
    pub fn callers(&self, symbol: SymbolAt) -> Vec<Edge> {
        let Some(wanting) = self.wanting(symbol) else { return Vec::new() };
        let mut files = self.directory.naming(wanting.name);
        files.extend(wanting.symbols.iter().map(|(file, _)| *file));
        if let Some(file) = wanting.default_of {
            files.extend(self.likely_importers(file));
        }
        files.sort_unstable();
        files.dedup();
        let mut edges: Vec<(u32, Edge)> = files
            .into_par_iter()
            .flat_map_iter(|file| {
                self.edges_from(file, &wanting).into_iter().map(move |edge| (file, edge))
            })
            .collect();
        edges.sort_by_key(|(file, edge)| (edge.provenance, *file, edge.line, edge.kind));
        edges.into_iter().map(|(_, edge)| edge).collect()
    }

    /// Every reference inside a symbol, in order, with what it means.
    pub fn callees(&self, symbol: SymbolAt) -> Vec<Callee> {
        let Some(file) = self.directory.position(symbol.file) else { return Vec::new() };
        let viewpoint = Viewpoint::new(&self.directory, file, Inheritance::Follow);
        let digest = viewpoint.digest;
        let mut found = Found::new(Wanted::All);
        let inside = digest.references().filter(|referring| {
            digest.enclosing(referring.from).any(|(id, _)| id == symbol.symbol)
        });
        inside
            .map(|referring| Callee {
                kind: referring.kind,
                name: referring.name.into(),
                qualifier: referring.qualifier.map(Into::into),
                line: referring.line,
                resolution: self.resolve_from(&viewpoint, &referring, &mut found),
            })
            .collect()
    }

    fn wanting(&self, symbol: SymbolAt) -> Option<Wanting<'_>> {
        let file = self.directory.position(symbol.file)?;
        let digest = self.directory.digest(file);
        let definition = digest.definition(symbol.symbol)?;
        if definition.role == Role::Nameless {
            return None;
        }
        if definition.kind == SymbolKind::Constructor {
            let mut around = digest.enclosing(Some(symbol.symbol));
            if let Some((id, class)) = around.find(|(_, outer)| is_type(outer.kind)) {
                let symbols = vec![(file, id), (file, symbol.symbol)];
                return Some(Wanting { name: digest.name_of(class), symbols, default_of: None });
            }
        }
        let name = digest.name_of(definition);
        let mut symbols = vec![(file, symbol.symbol)];
        if definition.traits.is_declaration() {
            let entries = self.directory.entries(name);
            let container = digest.container_hash_of(definition);
            let announced = entries.iter().filter(|entry| {
                entry.container == container
                    && !entry.traits.is_private()
                    && entry.language.interoperates(digest.language)
            });
            symbols.extend(announced.map(|entry| (entry.file, entry.symbol)));
        }
        let can_be_default = definition.parent == NONE && is_script(digest.language);
        Some(Wanting { name, symbols, default_of: can_be_default.then_some(file) })
    }

    fn edges_from(&self, file: u32, wanting: &Wanting<'_>) -> Vec<Edge> {
        let digest = self.directory.digest(file);
        let renames = |importing: &Importing<'_>| match importing.name {
            Some("default") | None => is_script(digest.language) && wanting.default_of.is_some(),
            Some(name) => name == wanting.name,
        };
        let aliases: Vec<&str> =
            (digest.imports().filter(renames)).filter_map(|importing| importing.alias).collect();
        let is_named = |referring: &Referring<'_>| {
            referring.name == wanting.name || aliases.contains(&referring.name)
        };
        if !digest.imports().any(|importing| renames(&importing))
            && !digest.references().any(|referring| is_named(&referring))
        {
            return Vec::new();
        }
        let viewpoint = Viewpoint::new(&self.directory, file, Inheritance::Follow);
        let mut found = Found::new(Wanted::All);
        let is_wanted = |found: &Found| {
            let is_one = |entry: (u32, u32)| wanting.symbols.contains(&entry);
            found.entries.iter().any(|entry| is_one((entry.file, entry.symbol)))
        };
        let mut edges = Vec::new();
        for referring in digest.references().filter(is_named) {
            let Some(provenance) = viewpoint.resolve(&referring, &mut found) else { continue };
            if is_wanted(&found) {
                edges.push(Edge {
                    kind: referring.kind.into(),
                    from_file: self.directory.id(file),
                    from_symbol: referring.from,
                    line: referring.line,
                    provenance,
                });
            }
        }
        for (importing, import) in digest.imports().zip(0..) {
            if importing.name.is_none() || !renames(&importing) {
                continue;
            }
            found.clear();
            viewpoint.look_up_import(import, ReferenceKind::Mention, &mut found);
            if let Some(provenance) =
                viewpoint.known_by_import(&found).filter(|_| is_wanted(&found))
            {
                edges.push(Edge {
                    kind: EdgeKind::Import,
                    from_file: self.directory.id(file),
                    from_symbol: None,
                    line: importing.line,
                    provenance,
                });
            }
        }
        edges
    }
}
