//! Lists the symbols that changed since a commit, the symbols they affect, and the tests that reach them.
//!
//! The text of the commit is parsed and compared with the current one symbol by symbol, by the hash of their
//! tokens, so that moved and reformatted code counts as unchanged. Of nested symbols, the innermost counts.

use std::collections::{BTreeMap, HashSet};

use rutter_domain::{Facts, Freshness, Symbol, SymbolKind, Vocabulary, Worded};
use rutter_graph::{Graph, ImpactBounds, SymbolAt};
use rutter_workspace::{ChangedFile, Git, Source};
use serde::Serialize;

use crate::query::graph::IndexedCode;
use crate::query::impact::{AffectedSymbol, affected_symbols};
use crate::query::path_class::is_test_path;
use crate::query::references::{FileLines, ReachingTest};
use crate::query::snapshot::Snapshot;
use crate::query::tracked::lines_naming;
use crate::query::word_lines::WordLine;

/// More changed files are only counted.
const MOST_FILES: usize = 500;
/// More changed symbols are not followed to their users.
const MOST_FOLLOWED: usize = 100;
/// Removed symbols whose name is looked for.
const MOST_SOUGHT: usize = 30;
/// Lines that are listed of those that still name a removed symbol.
const MOST_NAMING_LINES: usize = 10;
const MOST_TESTS: usize = 30;

/// The changes since a commit.
#[derive(Debug, Clone, Serialize)]
pub struct ChangedAnswer {
    /// The reference as given.
    pub since: String,
    /// The full hash of the commit.
    pub commit: String,
    pub index: Freshness,
    /// In order of path and line.
    pub symbols: Vec<ChangedSymbol>,
    /// Files that changed outside of any symbol, or that have none.
    pub files: Vec<ChangedPath>,
    /// Changed files that were not looked at.
    pub files_omitted: usize,
    /// Nearest first.
    pub affected: Vec<AffectedSymbol>,
    pub affected_omitted: usize,
    pub tests: Vec<ReachingTest>,
    pub tests_omitted: usize,
}

impl Worded for ChangedAnswer {
    fn word(&mut self, vocabulary: &dyn Vocabulary) {
        self.index.word(vocabulary);
    }
}

/// The difference from the commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SymbolChange {
    Added,
    Changed,
    Removed,
    Renamed,
}

impl SymbolChange {
    pub fn name(self) -> &'static str {
        match self {
            SymbolChange::Added => "added",
            SymbolChange::Changed => "changed",
            SymbolChange::Removed => "removed",
            SymbolChange::Renamed => "renamed",
        }
    }
}

/// A symbol that differs from the commit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChangedSymbol {
    pub symbol: String,
    pub kind: SymbolKind,
    pub change: SymbolChange,
    /// The file now, or the one at the commit if it was removed.
    pub path: String,
    /// The line now, or the one at the commit if it was removed.
    pub line: u32,
    /// Lines of code that still contain the name of a removed symbol that has no other definition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub still_named: Option<usize>,
    /// The first of these lines.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub naming_lines: Vec<FileLines>,
}

/// A file that differs from the commit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChangedPath {
    pub path: String,
    pub change: SymbolChange,
    /// Its path at the commit, if it was renamed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
}

/// Bounds of following changes to their users.
#[derive(Debug, Clone, Copy)]
pub struct ChangedLimits {
    pub max_distance: u32,
    pub max_affected: usize,
}

/// Compares the working tree with a commit.
pub fn changed_since(
    snapshot: &Snapshot,
    git: &Git,
    since: &str,
    commit: &str,
    changed: Vec<ChangedFile>,
    limits: ChangedLimits,
) -> ChangedAnswer {
    let code = IndexedCode::new(snapshot);
    let graph = code.graph();
    let mut symbols = Vec::new();
    let mut files = Vec::new();
    let mut followed: Vec<SymbolAt> = Vec::new();
    let n_changed = changed.len();
    for file in changed.iter().take(MOST_FILES) {
        let before = file.before.as_deref().and_then(|path| facts_at(git, commit, path));
        let after = file.after.as_deref().and_then(|path| facts_now(snapshot, path));
        let Some(path) = file.after.as_ref().or(file.before.as_ref()) else { continue };
        let found = compare(path, before.as_ref(), after.as_ref());
        let id = file.after.as_ref().and_then(|path| Some(snapshot.file_at(path)?.id));
        for (changed, number) in found.iter() {
            if let (SymbolChange::Changed, Some(file), Some(symbol)) = (changed.change, id, *number)
            {
                followed.push(SymbolAt { file, symbol });
            }
        }
        let change = match (&file.before, &file.after) {
            (None, _) => SymbolChange::Added,
            (_, None) => SymbolChange::Removed,
            (Some(before), Some(after)) if before != after => SymbolChange::Renamed,
            (Some(_), Some(_)) => SymbolChange::Changed,
        };
        if found.is_empty() || change == SymbolChange::Renamed {
            let before = file.before.clone().filter(|_| change == SymbolChange::Renamed);
            files.push(ChangedPath { path: path.clone(), change, before });
        }
        symbols.extend(found.into_iter().map(|(changed, _)| changed));
    }
    seek_removed(snapshot, &graph, &mut symbols);
    followed.truncate(MOST_FOLLOWED);
    let bounds = ImpactBounds {
        max_distance: limits.max_distance,
        max_symbols: limits.max_affected,
        max_files: 3_000,
    };
    let reached = graph.impact(&followed, bounds);
    let described = affected_symbols(snapshot, &reached.affected);
    let is_test: HashSet<usize> = (reached.affected.iter().zip(&described).enumerate())
        .filter(|(_, (affected, shown))| affected.is_in_test || is_test_path(&shown.path))
        .map(|(at, _)| at)
        .collect();
    let tests: Vec<ReachingTest> = (described.iter().enumerate())
        .filter(|(at, _)| is_test.contains(at))
        .map(|(_, test)| ReachingTest {
            symbol: test.symbol.clone(),
            path: test.path.clone(),
            line: test.line,
            distance: test.distance,
        })
        .collect();
    let affected = described.into_iter().enumerate().filter(|(at, _)| !is_test.contains(at));
    ChangedAnswer {
        since: since.to_owned(),
        commit: commit.to_owned(),
        index: snapshot.freshness.clone(),
        symbols,
        files,
        files_omitted: n_changed.saturating_sub(MOST_FILES),
        affected: affected.map(|(_, affected)| affected).collect(),
        affected_omitted: reached.omitted,
        tests_omitted: tests.len().saturating_sub(MOST_TESTS),
        tests: tests.into_iter().take(MOST_TESTS).collect(),
    }
}

fn facts_at(git: &Git, commit: &str, path: &str) -> Option<Facts> {
    git.file_at(commit, path).map(|text| parse(path, &text))
}

/// The facts of a file as it is now, in the index or not.
fn facts_now(snapshot: &Snapshot, path: &str) -> Option<Facts> {
    match snapshot.read_file(path) {
        Source::Text(source) => Some(parse(path, &source.text)),
        Source::Skip(..) | Source::Gone => None,
    }
}

fn parse(path: &str, text: &str) -> Facts {
    rutter_syntax::read(rutter_syntax::language_of(path, text), text)
}

/// The symbols that differ, with their number among those of the file now.
fn compare(
    path: &str,
    before: Option<&Facts>,
    after: Option<&Facts>,
) -> Vec<(ChangedSymbol, Option<u32>)> {
    let old = by_name(before);
    let new = by_name(after);
    let mut found = Vec::new();
    let described = |symbol: &Symbol, change: SymbolChange| ChangedSymbol {
        symbol: symbol.qualified_name.clone(),
        kind: symbol.kind,
        change,
        path: path.to_owned(),
        line: symbol.span.start_line,
        still_named: None,
        naming_lines: Vec::new(),
    };
    for (key, (symbol, number)) in &new {
        match old.get(key) {
            None => found.push((described(symbol, SymbolChange::Added), Some(*number))),
            Some((known, _)) if known.body_hash != symbol.body_hash => {
                found.push((described(symbol, SymbolChange::Changed), Some(*number)));
            }
            Some(_) => {}
        }
    }
    for (key, (symbol, _)) in &old {
        if !new.contains_key(key) {
            found.push((described(symbol, SymbolChange::Removed), None));
        }
    }
    drop_outer(&mut found);
    found.sort_by_key(|(changed, _)| (changed.line, changed.change));
    found
}

type Named<'f> = BTreeMap<(&'f str, SymbolKind, usize), (&'f Symbol, u32)>;

/// Symbols by name and kind; those of the same name, such as overloads, by their order.
fn by_name(facts: Option<&Facts>) -> Named<'_> {
    let mut named = Named::new();
    for (symbol, number) in facts.into_iter().flat_map(|facts| facts.symbols.iter().zip(0..)) {
        let (name, kind) = (symbol.qualified_name.as_str(), symbol.kind);
        let order = (0..).find(|order| !named.contains_key(&(name, kind, *order))).unwrap_or(0);
        named.insert((name, kind, order), (symbol, number));
    }
    named
}

/// Removes a changed symbol if one in it explains the change, and added or removed ones within an added or
/// removed one.
fn drop_outer(found: &mut Vec<(ChangedSymbol, Option<u32>)>) {
    let names: Vec<(String, SymbolChange)> =
        found.iter().map(|(changed, _)| (changed.symbol.clone(), changed.change)).collect();
    // `Door::open` is within `Door`, but `Doors` is not.
    let is_within = |inner: &str, outer: &str| {
        let rest = inner.strip_prefix(outer).unwrap_or("");
        !rest.is_empty() && !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
    };
    found.retain(|(changed, _)| match changed.change {
        SymbolChange::Changed => !names.iter().any(|(name, _)| is_within(name, &changed.symbol)),
        SymbolChange::Added | SymbolChange::Removed | SymbolChange::Renamed => !names
            .iter()
            .any(|(name, change)| *change == changed.change && is_within(&changed.symbol, name)),
    });
}

/// Counts the lines that still contain the names of removed symbols.
fn seek_removed(snapshot: &Snapshot, graph: &Graph<'_>, symbols: &mut [ChangedSymbol]) {
    let removed = symbols.iter_mut().filter(|symbol| symbol.change == SymbolChange::Removed);
    for symbol in removed.take(MOST_SOUGHT) {
        let parts = rutter_domain::name_parts(&symbol.symbol);
        let Some(bare) = parts.last().copied().filter(|_| symbol.kind != SymbolKind::Section)
        else {
            continue;
        };
        if graph.defined(bare).is_empty() {
            let named = lines_naming(snapshot, bare, MOST_NAMING_LINES);
            symbol.still_named = Some(named.n_lines);
            symbol.naming_lines = by_file(named.list);
        }
    }
}

/// Groups successive lines of the same file.
fn by_file(lines: Vec<WordLine>) -> Vec<FileLines> {
    let mut files: Vec<FileLines> = Vec::new();
    for line in lines {
        match files.last_mut().filter(|file| file.path == line.path) {
            Some(file) => file.lines.push(line.line),
            None => files.push(FileLines { path: line.path, lines: vec![line.line] }),
        }
    }
    files
}
