//! Resolves single references, and lists what a symbol refers to.

use rutter_domain::{FileId, Provenance, Reference};

use crate::base::digest::ReferenceView;
use crate::code::SymbolAt;
use crate::edges::EdgeKind;
use crate::graph::Graph;
use crate::resolve::FileResolver;
use crate::resolve::candidates::{Candidates, Collect};

/// An ambiguous reference lists this many definitions; its provenance counts all of them.
const MAX_TARGETS: usize = 64;

/// The meaning of a reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resolution {
    Resolved {
        /// The definitions it may mean, in order of path; at most 64.
        targets: Vec<SymbolAt>,
        provenance: Provenance,
    },
    Unresolved,
}

/// A reference inside a symbol, and what it means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedReference {
    pub kind: EdgeKind,
    pub name: String,
    pub qualifier: Option<String>,
    /// Line, from 1.
    pub line: u32,
    pub resolution: Resolution,
}

impl Graph<'_> {
    /// Resolves a reference of a file.
    pub fn resolve(&self, file: FileId, reference: &Reference) -> Resolution {
        let Some(file) = self.base().position(file) else { return Resolution::Unresolved };
        let reference = ReferenceView {
            kind: reference.kind,
            name: &reference.name,
            qualifier: reference.qualifier.as_deref(),
            line: reference.line,
            from: reference.from,
            form: reference.form,
        };
        let resolver = self.resolver.in_file(file);
        self.resolution(&resolver, &reference, &mut Candidates::new(Collect::All))
    }

    /// Every reference inside a symbol, in order, with what it means.
    pub fn callees(&self, symbol: SymbolAt) -> Vec<ResolvedReference> {
        let Some(file) = self.base().position(symbol.file) else { return Vec::new() };
        let resolver = self.resolver.in_file(file);
        let digest = resolver.view.digest;
        let mut candidates = Candidates::new(Collect::All);
        let inside = digest.references().filter(|reference| {
            digest.enclosing(reference.from).any(|(id, _)| id == symbol.symbol)
        });
        inside
            .map(|reference| {
                let resolution = self.resolution(&resolver, &reference, &mut candidates);
                let target = candidates.definitions.first();
                let kind = target.map(|at| EdgeKind::of(reference.kind, at.kind));
                ResolvedReference {
                    kind: kind.unwrap_or(EdgeKind::from(reference.kind)),
                    name: reference.name.into(),
                    qualifier: reference.qualifier.map(Into::into),
                    line: reference.line,
                    resolution,
                }
            })
            .collect()
    }

    fn resolution(
        &self,
        resolver: &FileResolver<'_>,
        reference: &ReferenceView<'_>,
        candidates: &mut Candidates,
    ) -> Resolution {
        match resolver.resolve(reference, candidates) {
            Some(provenance) => {
                let definitions = candidates.definitions.iter().take(MAX_TARGETS);
                let targets = definitions.map(|at| self.base().symbol_at(at.file, at.symbol));
                Resolution::Resolved { targets: targets.collect(), provenance }
            }
            None => Resolution::Unresolved,
        }
    }
}
