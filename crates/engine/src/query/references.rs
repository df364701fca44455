//! Every use of a name, with its line of code.
//!
//! Uses that surely mean one of the definitions are listed, those in tests last. A use that may mean several
//! definitions is counted for each of them instead: a list of guesses would bury what is known. If hardly any use
//! is known, the lines that contain the name follow as mentions. Start at [`find_references`].

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rutter_domain::text::ellipsize;
use rutter_domain::{ContentHash, Freshness, Place, Provenance, SymbolKind, Vocabulary, Worded};
use rutter_graph::{Edge, EdgeKind, Graph, ImpactBounds, SymbolAt, SymbolUse};
use serde::Serialize;

use crate::Error;
use crate::query::definitions::{DefinitionPlace, definitions_in, place};
use crate::query::graph::IndexedCode;
use crate::query::path_class::is_test_path;
use crate::query::paths::refuse_path;
use crate::query::snapshot::Snapshot;
use crate::query::symbols::{near_names, symbol_name};
use crate::query::tracked::{Untracked, missing_uses};
use crate::query::word_lines::{WordLine, find_word};
use rutter_domain::name_parts;

/// Definitions, implementations and tests that are listed; more are counted.
const MOST_DEFINITIONS: usize = 30;
const MOST_IMPLEMENTATIONS: usize = 30;
const MOST_TESTS: usize = 15;
/// Candidates that an ambiguous use is counted for.
const MOST_CANDIDATES: usize = 12;
/// Tests that reach a symbol through others are looked for if it has no more definitions.
const MOST_FOLLOWED: usize = 4;
/// Bounds of that search.
const TEST_BOUNDS: ImpactBounds =
    ImpactBounds { max_distance: 4, max_symbols: 300, max_files: 1_500 };
/// A longer line of code is cut.
const LINE_CHARS: usize = 160;
/// Files, and lines of each, that are listed of uses without their text.
const MOST_LINE_FILES: usize = 30;
const MOST_FILE_LINES: usize = 20;
/// The provenance of a line that only contains the name.
const SAME_WORD: &str = "same-word";

/// A query for the uses of a name.
#[derive(Debug, Clone, Copy)]
pub struct ReferencesRequest<'a> {
    /// Such as `bar`, `Foo::bar` or `foo.bar`.
    pub name: &'a str,
    /// Only uses of what this file defines.
    pub path: Option<&'a str>,
    /// Only uses of these kinds; empty for all.
    pub kinds: &'a [UseKind],
    /// Number of uses to skip, for paging.
    pub skip: usize,
    pub limit: usize,
}

/// The kind of a use, in the words of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum UseKind {
    Call,
    Read,
    Write,
    Type,
    Value,
    Import,
    Mention,
}

impl UseKind {
    pub const ALL: [UseKind; 7] = [
        UseKind::Call,
        UseKind::Read,
        UseKind::Write,
        UseKind::Type,
        UseKind::Value,
        UseKind::Import,
        UseKind::Mention,
    ];

    pub fn name(self) -> &'static str {
        match self {
            UseKind::Call => "call",
            UseKind::Read => "read",
            UseKind::Write => "write",
            UseKind::Type => "type",
            UseKind::Value => "value",
            UseKind::Import => "import",
            UseKind::Mention => "mention",
        }
    }

    pub fn parse(name: &str) -> Option<UseKind> {
        UseKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl From<EdgeKind> for UseKind {
    fn from(kind: EdgeKind) -> UseKind {
        match kind {
            EdgeKind::Call => UseKind::Call,
            EdgeKind::Read => UseKind::Read,
            EdgeKind::Write => UseKind::Write,
            EdgeKind::Type | EdgeKind::Extends | EdgeKind::Implements => UseKind::Type,
            EdgeKind::Value => UseKind::Value,
            EdgeKind::Import => UseKind::Import,
            EdgeKind::Mention => UseKind::Mention,
        }
    }
}

/// Every use of a name.
#[derive(Debug, Clone, Serialize)]
pub struct ReferencesAnswer {
    pub name: String,
    pub index: Freshness,
    /// Likeliest first.
    pub definitions: Vec<DefinitionPlace>,
    pub definitions_omitted: usize,
    /// Tests last; in each part the certain ones first, then by path and line. After them, if hardly one is known,
    /// lines that contain the name and may mean something else.
    pub references: Vec<ReferencePlace>,
    /// Uses of which the text does not say what they mean, counted for each definition they may mean.
    pub ambiguous: Vec<AmbiguousUses>,
    /// The lines of these uses, as far as they could be listed.
    pub ambiguous_lines: Vec<FileLines>,
    /// Why uses are missing, if so.
    pub untracked: Option<Untracked>,
    /// Uses that were found and not given.
    pub omitted: usize,
    /// Types that extend or implement it, and methods that override it.
    pub implementations: Vec<DefinitionPlace>,
    pub implementations_omitted: usize,
    /// Lines that surely use methods that override it.
    pub implementation_lines: Vec<FileLines>,
    /// Tests that reach it, directly or not, nearest first.
    pub tests: Vec<ReachingTest>,
    pub tests_omitted: usize,
    /// Similar names, if there is no definition.
    pub near: Vec<String>,
}

impl ReferencePlace {
    /// Whether only the word is known to be the same.
    pub fn is_same_word(&self) -> bool {
        self.provenance == SAME_WORD
    }
}

impl Worded for ReferencesAnswer {
    fn word(&mut self, vocabulary: &dyn Vocabulary) {
        self.index.word(vocabulary);
    }
}

/// A place that uses a symbol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReferencePlace {
    pub path: String,
    pub line: u32,
    /// Bytes before the name in its line, plus 1.
    pub column: u32,
    pub kind: UseKind,
    /// The symbol that contains it; `None` at the top level of a file.
    #[serde(rename = "in")]
    pub within: Option<String>,
    pub provenance: String,
    /// The position of the definition it means, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub definition: Option<u32>,
    /// The line of code, without the blanks around it.
    pub text: String,
    /// Content of the file, if `text` is all of the line.
    #[serde(skip)]
    pub shown_of: Option<ContentHash>,
    pub is_test: bool,
}

/// Uses that may mean a definition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AmbiguousUses {
    /// `path:line`, or what the candidates have in common if there are many.
    pub definition: String,
    pub count: usize,
}

/// Some lines of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FileLines {
    pub path: String,
    pub lines: Vec<u32>,
}

/// A test that uses a symbol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReachingTest {
    pub symbol: Option<String>,
    pub path: String,
    pub line: u32,
    /// Number of steps away, from 1.
    pub distance: u32,
}

/// A place before its text is read.
struct Found<'s, 'u> {
    path: &'s str,
    line: u32,
    column: u32,
    edge: &'u Edge,
    definition: Option<u32>,
    is_test: bool,
}

/// Every use of `request.name`.
pub fn find_references(
    snapshot: &Snapshot,
    request: &ReferencesRequest<'_>,
) -> Result<ReferencesAnswer, Error> {
    let ReferencesRequest { name, path, kinds, skip, limit } = *request;
    let code = IndexedCode::new(snapshot);
    let graph = code.graph();
    let defined = definitions_in(snapshot, &graph, name, path);
    let symbols: Vec<SymbolAt> = defined.iter().map(|at| at.at).collect();
    let uses = graph.uses_of(&symbols);
    let is_wanted =
        |used: &&SymbolUse| kinds.is_empty() || kinds.contains(&UseKind::from(used.edge.kind));
    let (unclear, clear): (Vec<&SymbolUse>, Vec<&SymbolUse>) = (uses.list.iter())
        .filter(is_wanted)
        .partition(|used| matches!(used.edge.provenance, Provenance::Ambiguous(_)));
    let meant = |used: &SymbolUse| match used.targets[..] {
        [target] if symbols.len() > 1 => Some(target),
        _ => None,
    };
    let mut found: Vec<Found<'_, '_>> =
        clear.iter().flat_map(|used| places(snapshot, &graph, &used.edge, meant(used))).collect();
    found
        .sort_by_key(|at| (at.is_test, !at.edge.provenance.is_sure(), at.path, at.line, at.column));
    found.dedup_by_key(|at| (at.path, at.line, at.column, at.edge.kind));
    let missing = missing_uses(snapshot, &graph, name, &defined, &uses);
    let (untracked, words) = missing.map_or_else(Default::default, |missing| {
        let is_wanted = kinds.is_empty() || kinds.contains(&UseKind::Mention);
        (Some(missing.untracked), if is_wanted { missing.lines } else { Vec::new() })
    });
    if defined.is_empty() && path.is_none() && untracked.is_none() {
        refuse_path(snapshot, name)?;
    }
    let n_found = found.len() + words.len();
    let bare = name_parts(name).last().copied().unwrap_or(name);
    let mut texts = HashMap::new();
    let known = found.iter().skip(skip).take(limit);
    let defining = symbols.iter().take(MOST_DEFINITIONS).map(|at| at.file);
    snapshot.read_ahead(known.clone().map(|at| at.edge.from_file).chain(defining));
    let mut references: Vec<ReferencePlace> =
        known.map(|at| reference(snapshot, &mut texts, bare, at)).collect();
    let words = words.iter().skip(skip.saturating_sub(found.len())).take(limit - references.len());
    references.extend(words.map(|line| mention(snapshot, line)));
    let n_unlisted = if kinds.is_empty() { uses.n_unlisted } else { 0 };
    let implementers = graph.implementers(&symbols[..symbols.len().min(MOST_FOLLOWED)]);
    // The uses of a common name would be resolved twice.
    let is_followed = symbols.len() <= MOST_FOLLOWED && uses.n_unlisted == 0;
    let n_followed = if is_followed { MOST_IMPLEMENTATIONS } else { 0 };
    let overriding: Vec<SymbolAt> = (implementers.iter().take(n_followed))
        .map(|implementer| implementer.at)
        .filter(|at| place(snapshot, *at).is_some_and(|place| place.kind.is_callable()))
        .collect();
    let of_overriding = graph.uses_of(&overriding).list;
    let of_overriding: Vec<&SymbolUse> = (of_overriding.iter())
        .filter(|used| used.edge.provenance.is_sure())
        .filter(|used| !uses.list.iter().any(|known| known.edge == used.edge))
        .collect();
    let (tests, tests_omitted) = tests_of(snapshot, &graph, &symbols);
    Ok(ReferencesAnswer {
        name: name.to_owned(),
        index: snapshot.freshness.clone(),
        definitions: symbols
            .iter()
            .take(MOST_DEFINITIONS)
            .filter_map(|at| place(snapshot, *at))
            .collect(),
        definitions_omitted: symbols.len().saturating_sub(MOST_DEFINITIONS),
        references,
        ambiguous: folded(snapshot, &symbols, &unclear, n_unlisted),
        ambiguous_lines: lines_of(snapshot, &graph, &unclear),
        untracked,
        omitted: n_found.saturating_sub(skip.saturating_add(limit)),
        implementations: (implementers.iter().take(MOST_IMPLEMENTATIONS))
            .filter_map(|implementer| place(snapshot, implementer.at))
            .collect(),
        implementations_omitted: implementers.len().saturating_sub(MOST_IMPLEMENTATIONS),
        implementation_lines: lines_of(snapshot, &graph, &of_overriding),
        tests,
        tests_omitted,
        near: if symbols.is_empty() { near_names(snapshot, name) } else { Vec::new() },
    })
}

fn places<'s, 'u>(
    snapshot: &'s Snapshot,
    graph: &Graph<'_>,
    edge: &'u Edge,
    definition: Option<u32>,
) -> impl Iterator<Item = Found<'s, 'u>> + use<'s, 'u> {
    let of_file = snapshot.file(edge.from_file).map(|(row, _)| {
        let path = row.path.as_str();
        let is_test = edge.is_in_test || is_test_path(path);
        let places = graph.places(edge).into_iter();
        places.map(move |Place { line, column }| Found {
            path,
            line,
            column,
            edge,
            definition,
            is_test,
        })
    });
    of_file.into_iter().flatten()
}

fn reference<'s>(
    snapshot: &'s Snapshot,
    texts: &mut HashMap<&'s str, (String, Option<ContentHash>)>,
    bare: &str,
    at: &Found<'s, '_>,
) -> ReferencePlace {
    let (text, content) = texts.entry(at.path).or_insert_with(|| snapshot.content_of(at.path));
    let line = text.lines().nth((at.line as usize).saturating_sub(1)).unwrap_or("");
    let written = find_word(line, bare).map_or(1, |before| before as u32 + 1);
    ReferencePlace {
        path: at.path.to_owned(),
        line: at.line,
        column: if at.column == 0 { written } else { at.column },
        kind: at.edge.kind.into(),
        within: symbol_name(snapshot, at.edge.from_file, at.edge.from_symbol),
        provenance: at.edge.provenance.to_string(),
        definition: at.definition,
        text: ellipsize(line.trim(), LINE_CHARS).to_string(),
        shown_of: content.filter(|_| is_short(line.trim())),
        is_test: at.is_test,
    }
}

/// Whether a line is not cut.
fn is_short(line: &str) -> bool {
    line.chars().nth(LINE_CHARS).is_none()
}

/// A line that only contains the name.
fn mention(snapshot: &Snapshot, found: &WordLine) -> ReferencePlace {
    let facts = snapshot.facts_of(found.file);
    let mut around = facts.iter().flat_map(|facts| &facts.symbols).filter(|symbol| {
        symbol.kind != SymbolKind::File
            && (symbol.span.start_line..=symbol.span.end_line).contains(&found.line)
    });
    ReferencePlace {
        path: found.path.clone(),
        line: found.line,
        column: found.column,
        kind: UseKind::Mention,
        within: around.next_back().map(|symbol| symbol.qualified_name.clone()),
        provenance: SAME_WORD.to_owned(),
        definition: None,
        text: ellipsize(&found.text, LINE_CHARS).to_string(),
        shown_of: found.content.filter(|_| is_short(&found.text)),
        is_test: found.is_test,
    }
}

/// The lines of some uses, by path.
fn lines_of(snapshot: &Snapshot, graph: &Graph<'_>, uses: &[&SymbolUse]) -> Vec<FileLines> {
    let mut lines: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
    for used in uses {
        let Some((row, _)) = snapshot.file(used.edge.from_file) else { continue };
        let places = graph.places(&used.edge).into_iter().map(|place| place.line);
        lines.entry(&row.path).or_default().extend(places);
    }
    let listed = lines.into_iter().take(MOST_LINE_FILES);
    listed
        .map(|(path, lines)| FileLines {
            path: path.to_owned(),
            lines: lines.into_iter().take(MOST_FILE_LINES).collect(),
        })
        .collect()
}

/// Counts unclear uses by what they may mean.
fn folded(
    snapshot: &Snapshot,
    symbols: &[SymbolAt],
    unclear: &[&SymbolUse],
    n_unlisted: usize,
) -> Vec<AmbiguousUses> {
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    for used in unclear {
        for target in &used.targets {
            *counts.entry(*target).or_default() += used.edge.n_places as usize;
        }
    }
    let n_candidates = counts.len();
    let mut folded: Vec<AmbiguousUses> = (counts.iter().take(MOST_CANDIDATES))
        .filter_map(|(target, count)| {
            let place = place(snapshot, *symbols.get(*target as usize)?)?;
            let definition = format!("{}:{}", place.path, place.line);
            Some(AmbiguousUses { definition, count: *count })
        })
        .collect();
    if n_candidates > MOST_CANDIDATES {
        let most = counts.values().skip(MOST_CANDIDATES).max().copied().unwrap_or_default();
        let definition = format!("each of {} more definitions", n_candidates - MOST_CANDIDATES);
        folded.push(AmbiguousUses { definition, count: most });
    }
    if n_unlisted > 0 {
        let definition = format!("any of {} definitions", symbols.len());
        folded.push(AmbiguousUses { definition, count: n_unlisted });
    }
    folded
}

/// The tests that surely reach some symbols.
fn tests_of(
    snapshot: &Snapshot,
    graph: &Graph<'_>,
    symbols: &[SymbolAt],
) -> (Vec<ReachingTest>, usize) {
    if symbols.is_empty() || symbols.len() > MOST_FOLLOWED {
        return (Vec::new(), 0);
    }
    let reached = graph.impact(symbols, TEST_BOUNDS).affected;
    let tests: Vec<ReachingTest> = (reached.iter())
        .filter(|affected| affected.provenance.is_sure() && affected.symbol.is_some())
        .filter_map(|affected| {
            let path = snapshot.file(affected.file)?.0.path.clone();
            let is_test = affected.is_in_test || is_test_path(&path);
            is_test.then(|| ReachingTest {
                symbol: symbol_name(snapshot, affected.file, affected.symbol),
                path,
                line: affected.line,
                distance: affected.distance,
            })
        })
        .collect();
    let n_omitted = tests.len().saturating_sub(MOST_TESTS);
    (tests.into_iter().take(MOST_TESTS).collect(), n_omitted)
}
