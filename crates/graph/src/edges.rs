//! Finds the references to a symbol.
//!
//! The index narrows down the files by the word; every use of the name in them is then resolved, once
//! for all symbols that are asked about. Start at [`Graph::uses_of`].

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt;

use rayon::prelude::*;
use rutter_domain::{Family, FileId, Place, Provenance, ReferenceKind, SymbolKind};
use rutter_syntax::profile;

use crate::base::digest::{Digest, ImportView, ReferenceView};
use crate::base::kinds::{Role, has_members};
use crate::base::names::DefinitionAt;
use crate::base::packed::NONE;
use crate::code::SymbolAt;
use crate::graph::Graph;
use crate::importers::likely_importers;
use crate::resolve::candidates::{Candidates, Collect};

/// A name with more definitions is too common to say which of them each ambiguous use may mean.
// `new` and `get` have thousands of definitions; a list of what each use may mean would bury what is known.
const MOST_LISTED: usize = 64;
/// If a name has at most this many definitions, the files that may import them as default exports are searched.
const MOST_DEFAULTS: usize = 16;
/// The symbols are looked for under at most this many other names.
const MOST_OTHER_NAMES: usize = 16;

/// A reference that means a symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    pub kind: EdgeKind,
    pub from_file: FileId,
    /// The innermost symbol that contains the reference; `None` at the top level of a file.
    pub from_symbol: Option<u32>,
    /// Line of the first place, from 1.
    pub line: u32,
    pub provenance: Provenance,
    /// The number of the reference among those of its file; `None` for an import.
    pub reference: Option<u32>,
    /// In how many places the symbol that contains it has the same reference.
    pub n_places: u32,
    /// Whether it is inside a test, as the syntax says.
    pub is_in_test: bool,
}

/// All uses of some symbols.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Uses {
    /// The most certain first, then by path and line.
    pub list: Vec<SymbolUse>,
    /// Places that use a name of which there are too many definitions to list what each may mean.
    pub n_unlisted: usize,
    /// Files and lines of places that use such a name and surely mean something else.
    pub elsewhere: Vec<(FileId, u32)>,
    /// Further names under which modules offer the symbols, and whose uses were not looked for.
    pub n_names_left: usize,
}

/// A use, and which of the symbols that were asked about it may mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolUse {
    pub edge: Edge,
    /// Positions in the list of symbols, in order.
    pub targets: Box<[u32]>,
}

/// The kind of a use.
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

    /// The kind of an edge to a definition of this kind: to read a function or type is to hand it over.
    pub(crate) fn of(used: ReferenceKind, definition: SymbolKind) -> EdgeKind {
        match used {
            ReferenceKind::Read if definition != SymbolKind::Macro => {
                let is_handed_over = definition.is_callable() || definition.is_type();
                if is_handed_over { EdgeKind::Value } else { EdgeKind::Read }
            }
            used => EdgeKind::from(used),
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

/// A search for references of one name.
#[derive(Default)]
struct UsageQuery<'g> {
    /// The name that the symbols go by.
    name: &'g str,
    /// The symbols by file and number, with their positions in the list that was asked about.
    wanted: HashMap<(u32, u32), Vec<u32>>,
    /// The files a default export would be imported from.
    default_of: Vec<u32>,
    /// Whether ambiguous uses are only counted, because the name has too many definitions.
    is_common: bool,
}

/// The name of a default export.
const DEFAULT: &str = "default";

/// Names under which modules offer a symbol, and the files that do so.
#[derive(Default)]
struct Offers {
    waiting: BTreeMap<String, Vec<u32>>,
    done: BTreeSet<(String, u32)>,
}

impl Offers {
    fn extend(&mut self, file: u32, names: Vec<String>) {
        for name in names {
            if self.done.insert((name.clone(), file)) {
                self.waiting.entry(name).or_default().push(file);
            }
        }
    }
}

/// The uses that one file contributes to a query.
#[derive(Default)]
struct FileUses {
    list: Vec<SymbolUse>,
    n_unlisted: usize,
    elsewhere: Vec<(FileId, u32)>,
    /// Other names under which this file offers the symbols to others.
    offered_as: Vec<String>,
}

impl Graph<'_> {
    /// Every reference that means or may mean a symbol: the most certain first, then by path and
    /// line. The callers of a constructor are those of its type; the callers of a prototype are
    /// those of the function it declares.
    pub fn callers(&self, symbol: SymbolAt) -> Vec<Edge> {
        self.uses_of(&[symbol]).list.into_iter().map(|found| found.edge).collect()
    }

    /// Every use of several symbols. If they have the same name, this costs little more than for one.
    pub fn uses_of(&self, symbols: &[SymbolAt]) -> Uses {
        let mut uses = Uses::default();
        let mut found: Vec<(u32, SymbolUse)> = Vec::new();
        for query in self.usage_queries(symbols) {
            let files = self.files_of(&query);
            let mut offers = Offers::default();
            for (file, of_file) in self.edges_to(&query, files) {
                offers.extend(file, of_file.offered_as);
                found.extend(of_file.list.into_iter().map(|found| (file, found)));
                uses.n_unlisted += of_file.n_unlisted;
                uses.elsewhere.extend(of_file.elsewhere);
            }
            uses.n_names_left += self.add_uses_by_other_names(&query, offers, &mut found);
        }
        found.sort_by_key(|(file, found)| {
            let Edge { provenance, line, kind, .. } = found.edge;
            (provenance, *file, line, kind)
        });
        uses.list = found.into_iter().map(|(_, found)| found).collect();
        uses
    }

    /// Adds the uses of what modules offer under another name: `export { a as b }`, `pub use a as b`.
    /// Returns how many such names were left.
    fn add_uses_by_other_names(
        &self,
        query: &UsageQuery<'_>,
        mut offers: Offers,
        found: &mut Vec<(u32, SymbolUse)>,
    ) -> usize {
        let mut n_done = 0;
        let key = |(file, found): &(u32, SymbolUse)| {
            (*file, found.edge.reference, found.edge.line, found.edge.kind)
        };
        let mut known: HashSet<_> = HashSet::new();
        while n_done < MOST_OTHER_NAMES
            && let Some((name, files)) = offers.waiting.pop_first()
        {
            n_done += 1;
            // Only if there is another name at all: most symbols have one.
            if known.is_empty() {
                known.extend(found.iter().map(key));
            }
            let is_default = name == DEFAULT;
            let other = UsageQuery {
                name: if is_default { query.name } else { &name },
                wanted: query.wanted.clone(),
                default_of: if is_default { files } else { Vec::new() },
                // Ambiguous uses of the other name are left out: most mean something else of that name.
                is_common: true,
            };
            let files = self.files_of(&other);
            for (file, of_file) in self.edges_to(&other, files) {
                offers.extend(file, of_file.offered_as);
                let of_file = of_file.list.into_iter().map(|found| (file, found));
                found.extend(of_file.filter(|found| known.insert(key(found))));
            }
        }
        offers.waiting.len()
    }

    /// In how many files the uses of these symbols would be looked for.
    pub(crate) fn n_files_to_search(&self, symbols: &[SymbolAt]) -> usize {
        self.usage_queries(symbols).map(|query| self.base().files_with_word(query.name).len()).sum()
    }

    /// All places of an edge, in order of the text. An import has no column.
    pub fn places(&self, edge: &Edge) -> Vec<Place> {
        match (edge.reference, self.base().position(edge.from_file)) {
            (Some(number), Some(file)) => self.base().digest(file).places(number).collect(),
            (Some(_) | None, Some(_) | None) => vec![Place { line: edge.line, column: 0 }],
        }
    }

    /// The places of documents that mention a symbol, the most certain first. If more than `most_documents`
    /// contain its name, the name is too common to look at all of them, and nothing is returned.
    pub fn mentions_of_symbol(&self, symbol: SymbolAt, most_documents: usize) -> Vec<Edge> {
        let Some(query) = self.usage_queries(&[symbol]).next() else { return Vec::new() };
        let mut files = self.base().files_with_word(query.name);
        files.retain(|file| self.base().language(*file).family() == Family::Document);
        if files.len() > most_documents {
            return Vec::new();
        }
        let of_files = self.edges_to(&query, files).into_iter();
        let mut found: Vec<(u32, Edge)> = of_files
            .flat_map(|(file, uses)| uses.list.into_iter().map(move |found| (file, found.edge)))
            .filter(|(_, edge)| edge.kind == EdgeKind::Mention)
            .collect();
        found.sort_by_key(|(file, edge)| (edge.provenance, *file, edge.line));
        found.into_iter().map(|(_, edge)| edge).collect()
    }

    fn files_of(&self, query: &UsageQuery<'_>) -> Vec<u32> {
        let mut files = self.base().files_with_word(query.name);
        files.extend(query.wanted.keys().map(|(file, _)| *file));
        for file in &query.default_of {
            files.extend(likely_importers(self.base(), *file));
        }
        files.sort_unstable();
        files.dedup();
        files
    }

    /// The references in these files that a query is about.
    fn edges_to(&self, query: &UsageQuery<'_>, files: Vec<u32>) -> Vec<(u32, FileUses)> {
        self.base().read_ahead(&files);
        files.into_par_iter().map(|file| (file, self.uses_in(file, query))).collect()
    }

    /// The queries for these symbols, one for each name.
    fn usage_queries<'g>(
        &'g self,
        symbols: &[SymbolAt],
    ) -> impl Iterator<Item = UsageQuery<'g>> + use<'g> {
        let mut queries: BTreeMap<&str, UsageQuery<'_>> = BTreeMap::new();
        for (symbol, at) in symbols.iter().zip(0..) {
            self.add_to_queries(*symbol, at, &mut queries);
        }
        queries.into_values().map(|mut query| {
            query.is_common = self.base().definitions(query.name).len() > MOST_LISTED;
            if query.default_of.len() > MOST_DEFAULTS {
                query.default_of.clear();
            }
            query
        })
    }

    fn add_to_queries<'g>(
        &'g self,
        symbol: SymbolAt,
        at: u32,
        queries: &mut BTreeMap<&'g str, UsageQuery<'g>>,
    ) {
        let base = self.base();
        let Some(file) = base.position(symbol.file) else { return };
        let digest = base.digest(file);
        let Some(definition) = digest.definition(symbol.symbol) else { return };
        if definition.role == Role::Nameless {
            return;
        }
        let mut want = |name: &'g str, wanted: (u32, u32)| {
            let query = queries.entry(name).or_default();
            query.name = name;
            query.wanted.entry(wanted).or_default().push(at);
        };
        // A constructor is called by the name of its class, and a use of the class may mean either.
        if definition.kind == SymbolKind::Constructor {
            let mut around = digest.enclosing(Some(symbol.symbol));
            if let Some((id, class)) = around.find(|(_, outer)| has_members(outer.kind)) {
                want(digest.name_of(class), (file, id));
                want(digest.name_of(class), (file, symbol.symbol));
                return;
            }
        }
        let name = digest.name_of(definition);
        want(name, (file, symbol.symbol));
        if definition.flags.is_declaration() {
            let definitions = base.definitions(name);
            let container = digest.container_hash_of(definition);
            let declared = definitions.iter().filter(|at| {
                at.container == container
                    && !at.flags.is_private()
                    && at.language.interoperates(digest.language)
            });
            declared.for_each(|found| want(name, (found.file, found.symbol)));
        }
        if definition.parent == NONE
            && profile(digest.language).is_script()
            && let Some(query) = queries.get_mut(name)
        {
            query.default_of.push(file);
        }
    }

    fn uses_in(&self, file: u32, query: &UsageQuery<'_>) -> FileUses {
        let digest = self.base().digest(file);
        // Most files that contain the word have it in a comment or as part of a longer name.
        if query.default_of.is_empty() && !digest.has_name(query.name) {
            return FileUses::default();
        }
        let brings_in = |import: &ImportView<'_>| match import.name {
            // A default import has the name that the importing file gives it.
            Some("default") | None => {
                profile(digest.language).is_script() && !query.default_of.is_empty()
            }
            Some(name) => name == query.name,
        };
        let aliases: Vec<&str> =
            (digest.imports().filter(brings_in)).filter_map(|import| import.alias).collect();
        let named: Vec<(u32, ReferenceView<'_>)> =
            digest.references_named(|name| name == query.name || aliases.contains(&name)).collect();
        // Most files that contain the word neither import nor use it; they need no scope.
        let mut uses = FileUses::default();
        if named.is_empty() && !digest.imports().any(|import| brings_in(&import)) {
            return uses;
        }
        let resolver = self.resolver.in_file(file);
        let collect = if query.is_common { Collect::UntilAmbiguous } else { Collect::All };
        let mut candidates = Candidates::new(collect);
        let from_file = self.base().id(file);
        for (number, reference) in named {
            let n_places = digest.places(number).count();
            let Some(provenance) = resolver.resolve(&reference, &mut candidates) else {
                continue;
            };
            if query.is_common && matches!(provenance, Provenance::Ambiguous(_)) {
                uses.n_unlisted += n_places;
                continue;
            }
            let Some((targets, kind)) = query.wanted_among(&candidates.definitions) else {
                if provenance.is_sure() {
                    let lines = digest.places(number).map(|place| (from_file, place.line));
                    uses.elsewhere.extend(lines);
                }
                continue;
            };
            let edge = Edge {
                kind: EdgeKind::of(reference.kind, kind),
                from_file,
                from_symbol: reference.from,
                line: reference.line,
                provenance,
                reference: Some(number),
                n_places: n_places as u32,
                is_in_test: is_in_test(digest, reference.from),
            };
            uses.list.push(SymbolUse { edge, targets });
        }
        let is_offered = |import: &ImportView<'_>| {
            import.is_passed_on || self.base().paths.path(file).ends_with("__init__.py")
        };
        if query.wanted.keys().any(|(defining, _)| *defining == file) {
            uses.offered_as.extend(digest.exports_of(query.name).map(str::to_string));
        }
        for (import, index) in digest.imports().zip(0..) {
            if import.name.is_none() || !brings_in(&import) {
                continue;
            }
            candidates.clear();
            resolver.view.look_up_import(index, ReferenceKind::Mention, &mut candidates);
            let known = resolver.view.known_by_import(&candidates);
            let wanted = query.wanted_among(&candidates.definitions);
            if wanted.is_none() && known.is_some_and(Provenance::is_sure) {
                uses.elsewhere.push((from_file, import.line));
            }
            if let (Some(provenance), Some((targets, _))) = (known, wanted) {
                let local_name = import.alias.or(import.name).unwrap_or(query.name);
                uses.offered_as.extend(digest.exports_of(local_name).map(str::to_string));
                let alias = import.alias.filter(|_| is_offered(&import));
                uses.offered_as.extend(alias.map(str::to_string));
                let edge = Edge {
                    kind: EdgeKind::Import,
                    from_file,
                    from_symbol: None,
                    line: import.line,
                    provenance,
                    reference: None,
                    n_places: 1,
                    is_in_test: false,
                };
                uses.list.push(SymbolUse { edge, targets });
            }
        }
        uses
    }
}

impl UsageQuery<'_> {
    /// The positions of the wanted symbols among these, and the kind of the first of them.
    fn wanted_among(&self, definitions: &[DefinitionAt]) -> Option<(Box<[u32]>, SymbolKind)> {
        let wanted = |at: &DefinitionAt| self.wanted.get(&(at.file, at.symbol));
        let kind = definitions.iter().find(|at| wanted(at).is_some())?.kind;
        let mut targets: Vec<u32> =
            definitions.iter().filter_map(wanted).flatten().copied().collect();
        targets.sort_unstable();
        targets.dedup();
        Some((targets.into(), kind))
    }
}

/// Whether a symbol is a test or part of one, as the syntax says.
pub(crate) fn is_in_test(digest: &Digest, from: Option<u32>) -> bool {
    digest.enclosing(from).any(|(_, around)| match around.kind {
        SymbolKind::Test => true,
        SymbolKind::Module => matches!(digest.name_of(around), "test" | "tests"),
        _ => false,
    })
}
