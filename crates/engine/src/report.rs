//! Reports of indexing runs, and the status of an index.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use rutter_domain::{
    EntryMark, Freshness, Hint, ParseOutcome, Remark, SkipReason, Vocabulary, Worded,
};
use rutter_graph::LinkedCode;
use rutter_store::{FactCache, FactKey};
use rutter_syntax::SYNTAX_VERSION;
use serde::Serialize;

use crate::Error;
use crate::index::definitions_file::save_definitions;
use crate::index::generation::Generation;
use crate::index::history::{CommitHistory, HistoryState};
use crate::index::manifest::{EdgeTotals, FileState, Manifest};
use crate::index::pass::PassSummary;
use crate::query::snapshot::Snapshot;
use rutter_workspace::{DataFormat, RepoLayout};

/// The cache is swept when it has this many times the rows that the worktrees need.
const SWEEP_FACTOR: u64 = 3;
const SWEEP_FLOOR: u64 = 10_000;

/// The result of an indexing run.
#[derive(Debug, Clone, Serialize)]
pub struct IndexReport {
    /// Files in the index.
    pub files: usize,
    /// Files that this run read and indexed.
    pub indexed: u64,
    /// Files in the index that this run left as they were.
    pub unchanged: u64,
    /// Files this run took out of the index.
    pub removed: u64,
    /// Number of files that were left out, by reason.
    pub skipped: BTreeMap<&'static str, u64>,
    /// Files that are in the index by their lines alone, by reason: `failed`, `too complex`.
    pub unparsed: BTreeMap<&'static str, Unparsed>,
    pub symbols: u64,
    pub chunks: u64,
    /// Number of references by provenance.
    pub edges: BTreeMap<String, u64>,
    /// References that could not be resolved to a definition.
    pub unresolved: u64,
    /// Imports of what lies outside the repository.
    pub external: u64,
    /// Bytes of the files in the index.
    pub bytes: u64,
    pub elapsed_ms: u64,
    /// Why the index is not complete, if it is not.
    pub partial: Option<String>,
    /// Number of commits that were read.
    pub history: HistoryState,
    /// A digest of what is indexed: equal trees with equal histories have equal ones.
    pub fingerprint: String,
}

/// Files that could not be parsed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Unparsed {
    pub count: u64,
    /// The first of them, by path.
    pub files: Vec<String>,
}

/// Files that are named for each reason.
const NAMED_FILES: usize = 10;

impl IndexReport {
    pub(crate) fn new(
        manifest: &Manifest,
        history: &CommitHistory,
        done: &PassSummary,
        elapsed: Duration,
    ) -> IndexReport {
        let totals = Totals::of(manifest);
        let edges = manifest.edges.clone();
        IndexReport {
            files: totals.files,
            indexed: done.n_indexed,
            unchanged: totals.files as u64 - done.n_indexed,
            removed: done.n_removed,
            skipped: totals.skipped,
            unparsed: totals.unparsed,
            symbols: totals.symbols,
            chunks: totals.chunks,
            edges: edges.iter().flat_map(|edges| edges.by_provenance.iter().cloned()).collect(),
            unresolved: edges.as_ref().map_or(0, |edges| edges.unresolved),
            external: edges.as_ref().map_or(0, |edges| edges.external),
            bytes: totals.bytes,
            elapsed_ms: u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX),
            partial: manifest.partial.clone(),
            history: history.state,
            fingerprint: fingerprint(manifest, history),
        }
    }
}

/// The content and state of an index.
#[derive(Debug, Clone, Serialize)]
pub struct Status {
    pub root: String,
    pub data_dir: String,
    pub index: Freshness,
    pub stale_files: usize,
    /// Indexed files by language.
    pub languages: BTreeMap<&'static str, u64>,
    pub skipped: BTreeMap<&'static str, u64>,
    /// Files that are in the index by their lines alone, by reason: `failed`, `too complex`.
    pub unparsed: BTreeMap<&'static str, Unparsed>,
    pub symbols: u64,
    pub chunks: u64,
    /// Bytes of the files in the index.
    pub bytes: u64,
    pub entries: u64,
    /// Entries that do not hold any more.
    pub stale_entries: u64,
    /// Entries that cite another symbol of the same name than their own.
    pub misplaced_entries: u64,
    /// The entry recorded about the repository as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<EntryMark>,
    pub embedding_model: Option<String>,
    /// Number of commits that were read.
    pub history: HistoryState,
    pub fingerprint: Option<String>,
    /// Damaged data, each with advice. `doctor` looks deeper.
    pub damage: Vec<Remark>,
    /// Services that cannot be reached now, such as the team's store, each with advice.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unavailable: Vec<Remark>,
    /// Entries that wait on this machine for the team's store.
    #[serde(skip_serializing_if = "is_zero")]
    pub queued_entries: u64,
    pub version: &'static str,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Worded for Status {
    fn word(&mut self, vocabulary: &dyn Vocabulary) {
        self.index.word(vocabulary);
        self.damage.word(vocabulary);
        self.unavailable.word(vocabulary);
    }
}

impl Status {
    /// The status of a repository without an index.
    pub fn absent(layout: &RepoLayout) -> Status {
        Status::new(layout, Freshness::absent(), &Totals::default(), None)
    }

    /// The status of a repository whose index cannot be used.
    pub fn damaged(layout: &RepoLayout, error: &Error) -> Status {
        let reason = Remark::with_hint("the index is damaged", Hint::RepairIndex);
        let index = Freshness { reason: Some(reason), ..Freshness::absent() };
        let mut status = Status::new(layout, index, &Totals::default(), None);
        status.damage.insert(0, Remark::new(error.to_string()));
        status
    }

    fn new(
        layout: &RepoLayout,
        index: Freshness,
        totals: &Totals,
        fingerprint: Option<String>,
    ) -> Status {
        Status {
            root: layout.root.display().to_string(),
            data_dir: layout.data.display().to_string(),
            stale_files: index.changed,
            index,
            languages: totals.languages.clone(),
            skipped: totals.skipped.clone(),
            unparsed: totals.unparsed.clone(),
            symbols: totals.symbols,
            chunks: totals.chunks,
            bytes: totals.bytes,
            entries: 0,
            stale_entries: 0,
            misplaced_entries: 0,
            about: None,
            embedding_model: None,
            history: HistoryState::Absent,
            fingerprint,
            damage: damage_of(layout),
            unavailable: Vec::new(),
            queued_entries: 0,
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

pub fn status(snapshot: &Snapshot) -> Status {
    let totals = Totals::of(&snapshot.manifest);
    let fingerprint = Some(fingerprint(&snapshot.manifest, snapshot.history()));
    let embedder = &snapshot.manifest.embedder;
    let mut status =
        Status::new(&snapshot.layout, snapshot.freshness.clone(), &totals, fingerprint);
    status.history = snapshot.history().state;
    status.embedding_model = (embedder.dims > 0).then(|| embedder.id.clone());
    if let Some(fault) = snapshot.embedder.fault() {
        let text = format!("vectors: {fault}");
        status.damage.push(Remark::with_hint(text, Hint::RebuildVectors));
    }
    status
}

/// A digest of files, words, vectors and history, which does not depend on how the index was built.
fn fingerprint(manifest: &Manifest, history: &CommitHistory) -> String {
    let of_files = manifest.fingerprint();
    match history.digest() {
        Some(digest) => {
            let of_both = [of_files.as_bytes(), &digest[..]].concat();
            rutter_workspace::hash(&of_both).0.iter().map(|byte| format!("{byte:02x}")).collect()
        }
        None => of_files,
    }
}

/// Damage of the data folder, apart from the index and the entries.
fn damage_of(layout: &RepoLayout) -> Vec<Remark> {
    let mut damage = Vec::new();
    if let Ok(DataFormat::Damaged) = layout.check_format() {
        damage.push(Remark::with_hint("`index/format` is damaged", Hint::RewriteFormat));
    }
    damage
}

#[derive(Debug, Default)]
struct Totals {
    files: usize,
    symbols: u64,
    chunks: u64,
    bytes: u64,
    languages: BTreeMap<&'static str, u64>,
    skipped: BTreeMap<&'static str, u64>,
    unparsed: BTreeMap<&'static str, Unparsed>,
}

impl Totals {
    fn of(manifest: &Manifest) -> Totals {
        let mut totals = Totals::default();
        let mut skip = |reason: SkipReason, n: u64| {
            if n > 0 {
                *totals.skipped.entry(reason.name()).or_default() += n;
            }
        };
        skip(SkipReason::Ignored, manifest.n_ignored);
        skip(SkipReason::NotAFile, manifest.n_not_files);
        skip(SkipReason::Unreadable, manifest.n_unreadable);
        for row in &manifest.rows {
            match &row.state {
                FileState::Skipped(reason) => skip(*reason, 1),
                FileState::Indexed(file) => {
                    totals.files += 1;
                    totals.symbols += u64::from(file.n_symbols);
                    totals.chunks += u64::from(file.n_chunks);
                    totals.bytes += row.stat.n_bytes;
                    *totals.languages.entry(file.language.name()).or_default() += 1;
                    let reason = match file.parse {
                        ParseOutcome::Complete => continue,
                        ParseOutcome::Partly => "partly read",
                        ParseOutcome::TooComplex => "too complex",
                        ParseOutcome::Failed => "failed",
                    };
                    let unparsed = totals.unparsed.entry(reason).or_default();
                    unparsed.count += 1;
                    if unparsed.files.len() < NAMED_FILES {
                        unparsed.files.push(row.path.clone());
                    }
                }
            }
        }
        totals
    }
}

/// Keeps the totals of links with the generation, and the definitions beside it.
pub(crate) fn keep_links(
    layout: &RepoLayout,
    manifest: &mut Manifest,
    linked: LinkedCode,
) -> Result<(), Error> {
    if let Some(records) = &linked.definitions {
        save_definitions(layout, manifest, records);
    }
    let counts = linked.edges;
    let named = counts.by_provenance.into_iter().map(|(name, n)| (name.to_owned(), n));
    manifest.edges = Some(EdgeTotals {
        by_provenance: named.collect(),
        unresolved: counts.unresolved,
        external: counts.external,
    });
    manifest.save(&layout.index)
}

/// Drops parsed facts that no worktree needs any more, when there are many of them.
pub(crate) fn sweep_cache(layout: &RepoLayout, manifest: &Manifest) -> Result<(), Error> {
    let mut cache = FactCache::open(&layout.caches())?;
    let n_own = manifest.indexed().count() as u64;
    if cache.n_rows()? < SWEEP_FLOOR.max(n_own * SWEEP_FACTOR) {
        return Ok(());
    }
    let mut live = HashSet::new();
    for index in layout.all_indexes() {
        let other = RepoLayout { index, ..layout.clone() };
        // The index of another worktree may be damaged: what it needs is then parsed again.
        if let Ok(Some(generation)) = Generation::newest(&other) {
            let files = generation.manifest.indexed();
            live.extend(
                files.map(|(_, file)| FactKey::new(file.content, file.language, SYNTAX_VERSION)),
            );
        }
    }
    cache.keep_only(&live)?;
    Ok(())
}
