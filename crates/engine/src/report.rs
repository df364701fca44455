//! What an indexing run did, and what the index holds.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use rutter_domain::{Freshness, SkipReason};
use rutter_store::{FactCache, FactKey};
use rutter_syntax::SYNTAX_VERSION;
use serde::Serialize;

use crate::Error;
use crate::code::AllFacts;
use crate::generation::Generation;
use crate::manifest::{EdgeTotals, FileState, Manifest};
use crate::pass::Done;
use crate::place::Place;
use crate::snapshot::Snapshot;

/// The cache is swept when it holds this many times what the worktrees need.
const SWEEP_FACTOR: u64 = 3;
const SWEEP_FLOOR: u64 = 10_000;

/// What an indexing run did, and what is there now.
#[derive(Debug, Clone, Serialize)]
pub struct IndexReport {
    /// Files in the index.
    pub files: usize,
    /// Files read and written anew by this run.
    pub indexed: u64,
    /// Files in the index that this run left as they were.
    pub unchanged: u64,
    /// Files this run took out of the index.
    pub removed: u64,
    /// What was left out, by reason.
    pub skipped: BTreeMap<&'static str, u64>,
    pub symbols: u64,
    pub chunks: u64,
    /// How references are known to lead to definitions.
    pub edges: BTreeMap<String, u64>,
    /// References that lead to no definition that rutter can vouch for.
    pub unresolved: u64,
    /// Imports of what lies outside the repository.
    pub external: u64,
    /// Bytes of the files in the index.
    pub bytes: u64,
    pub elapsed_ms: u64,
    /// Why the index is not complete, if it is not.
    pub partial: Option<String>,
    /// A digest of what is indexed: equal trees have equal ones.
    pub fingerprint: String,
}

impl IndexReport {
    pub(crate) fn new(manifest: &Manifest, done: &Done, elapsed: Duration) -> IndexReport {
        let totals = Totals::of(manifest);
        let edges = manifest.edges.clone();
        IndexReport {
            files: totals.files,
            indexed: done.n_indexed,
            unchanged: totals.files as u64 - done.n_indexed,
            removed: done.n_removed,
            skipped: totals.skipped,
            symbols: totals.symbols,
            chunks: totals.chunks,
            edges: edges.iter().flat_map(|edges| edges.by_provenance.iter().cloned()).collect(),
            unresolved: edges.as_ref().map_or(0, |edges| edges.unresolved),
            external: edges.as_ref().map_or(0, |edges| edges.external),
            bytes: totals.bytes,
            elapsed_ms: u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX),
            partial: manifest.partial.clone(),
            fingerprint: manifest.fingerprint(),
        }
    }
}

/// What the index holds.
#[derive(Debug, Clone, Serialize)]
pub struct Status {
    pub root: String,
    pub data_dir: String,
    pub index: Freshness,
    pub stale_files: usize,
    /// Indexed files by language.
    pub languages: BTreeMap<&'static str, u64>,
    pub skipped: BTreeMap<&'static str, u64>,
    pub symbols: u64,
    pub chunks: u64,
    /// Bytes of the files in the index.
    pub bytes: u64,
    pub entries: u64,
    /// Entries that do not hold any more.
    pub stale_entries: u64,
    pub gaps: u64,
    pub embedding_model: Option<String>,
    pub fingerprint: Option<String>,
    pub version: &'static str,
}

impl Status {
    /// The status of a place without an index.
    pub fn absent(place: &Place) -> Status {
        let index = Freshness {
            state: rutter_domain::State::Absent,
            files: 0,
            changed: 0,
            reason: Some("nothing has been indexed yet; run `rutter index`".to_owned()),
        };
        Status::new(place, index, &Totals::default(), None)
    }

    fn new(
        place: &Place,
        index: Freshness,
        totals: &Totals,
        fingerprint: Option<String>,
    ) -> Status {
        Status {
            root: place.root.display().to_string(),
            data_dir: place.data.display().to_string(),
            stale_files: index.changed,
            index,
            languages: totals.languages.clone(),
            skipped: totals.skipped.clone(),
            symbols: totals.symbols,
            chunks: totals.chunks,
            bytes: totals.bytes,
            entries: 0,
            stale_entries: 0,
            gaps: 0,
            embedding_model: None,
            fingerprint,
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

impl Snapshot {
    pub fn status(&self) -> Status {
        let totals = Totals::of(&self.manifest);
        let fingerprint = Some(self.manifest.fingerprint());
        let embedder = &self.manifest.embedder;
        let entries = self.entry_counts();
        Status {
            entries: entries.all,
            stale_entries: entries.stale,
            embedding_model: (embedder.dims > 0).then(|| embedder.id.clone()),
            ..Status::new(&self.place, self.freshness.clone(), &totals, fingerprint)
        }
    }

    /// The paths of all indexed files, sorted.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.manifest.indexed().map(|(row, _)| row.path.as_str())
    }
}

#[derive(Debug, Default)]
struct Totals {
    files: usize,
    symbols: u64,
    chunks: u64,
    bytes: u64,
    languages: BTreeMap<&'static str, u64>,
    skipped: BTreeMap<&'static str, u64>,
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
                }
            }
        }
        totals
    }
}

/// Resolves every reference once, and keeps the totals with the generation.
pub(crate) fn count_edges(place: &Place, manifest: &mut Manifest) -> Result<(), Error> {
    let counts = rutter_graph::count_edges(&AllFacts::new(place, manifest));
    manifest.edges = Some(EdgeTotals {
        by_provenance: counts
            .by_provenance
            .into_iter()
            .map(|(provenance, n)| (provenance.to_owned(), n))
            .collect(),
        unresolved: counts.unresolved,
        external: counts.external,
    });
    manifest.save(&place.index)
}

/// Drops parsed facts that no worktree needs any more, when there are many of them.
pub(crate) fn sweep_cache(place: &Place, manifest: &Manifest) -> Result<(), Error> {
    let mut cache = FactCache::open(&place.fact_cache())?;
    let n_own = manifest.indexed().count() as u64;
    if cache.n_rows()? < SWEEP_FLOOR.max(n_own * SWEEP_FACTOR) {
        return Ok(());
    }
    let mut live = HashSet::new();
    for index in place.all_indexes() {
        let other = Place { index, ..place.clone() };
        if let Some(generation) = Generation::newest(&other)? {
            live.extend(
                generation
                    .manifest
                    .indexed()
                    .map(|(_, file)| FactKey::new(file.content, file.language, SYNTAX_VERSION)),
            );
        }
    }
    cache.keep_only(&live)?;
    Ok(())
}
