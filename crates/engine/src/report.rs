//! What an indexing run did, and what the index holds.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rutter_domain::{Freshness, ParseOutcome, SkipReason};
use rutter_store::{FactCache, FactKey, Notebook, NotebookDamage};
use rutter_syntax::SYNTAX_VERSION;
use serde::Serialize;

use crate::Error;
use crate::code::AllFacts;
use crate::generation::Generation;
use crate::manifest::{EdgeTotals, FileState, Manifest};
use crate::pass::Done;
use crate::place::{Format, Place};
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
    /// Files that are in the index by their lines alone, by reason: `failed`, `too complex`.
    pub unparsed: BTreeMap<&'static str, Unparsed>,
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

/// Files whose language could not be read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Unparsed {
    pub count: u64,
    /// The first of them, by path.
    pub files: Vec<String>,
}

/// Files named for each reason.
const NAMED_FILES: usize = 10;

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
            unparsed: totals.unparsed,
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
    /// Files that are in the index by their lines alone, by reason: `failed`, `too complex`.
    pub unparsed: BTreeMap<&'static str, Unparsed>,
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
    /// What of the data is damaged, each with what to do about it. `doctor` looks deeper.
    pub damage: Vec<String>,
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

    /// The status of a place whose index cannot be used.
    pub fn damaged(place: &Place, error: &Error) -> Status {
        let index = Freshness {
            state: rutter_domain::State::Absent,
            files: 0,
            changed: 0,
            reason: Some(
                "the index is damaged; `rutter index` or the next search rebuilds it".to_owned(),
            ),
        };
        let mut status = Status::new(place, index, &Totals::default(), None);
        status.damage.insert(0, error.to_string());
        status
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
            unparsed: totals.unparsed.clone(),
            symbols: totals.symbols,
            chunks: totals.chunks,
            bytes: totals.bytes,
            entries: 0,
            stale_entries: 0,
            gaps: 0,
            embedding_model: None,
            fingerprint,
            damage: damage_of(place),
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
        let mut status = Status::new(&self.place, self.freshness.clone(), &totals, fingerprint);
        status.entries = entries.all;
        status.stale_entries = entries.stale;
        status.embedding_model = (embedder.dims > 0).then(|| embedder.id.clone());
        if let Some(fault) = self.meaning.fault() {
            status.damage.push(format!("vectors: {fault}; `rutter index` rebuilds them"));
        }
        status
    }

    /// The paths of all indexed files, sorted.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.manifest.indexed().map(|(row, _)| row.path.as_str())
    }
}

/// What of a data folder is damaged, beside the index.
fn damage_of(place: &Place) -> Vec<String> {
    let mut damage = Vec::new();
    if let Ok(Format::Damaged) = place.check_format() {
        damage.push("`index/format` is damaged; `rutter index` writes it again".to_owned());
    }
    let path = place.notebook();
    let contents = path.exists().then(|| Notebook::open(&path).and_then(|book| book.all()));
    match contents {
        None => {}
        Some(Ok(contents)) => damage.extend(tell_damage(&path, &contents.damage)),
        Some(Err(error)) => {
            let error = Error::from(error);
            let hint = error.hint().map_or_else(String::new, |hint| format!("; {hint}"));
            damage.push(format!("{error}{hint}"));
        }
    }
    damage
}

/// What damage to entries means for the user.
pub(crate) fn tell_damage(path: &Path, damage: &NotebookDamage) -> Vec<String> {
    let tell = |ids: &[String], what: &str| {
        let shown = ids.iter().take(NAMED_FILES).cloned().collect::<Vec<_>>().join(", ");
        let more = if ids.len() > NAMED_FILES { ", …" } else { "" };
        let noun = if ids.len() == 1 { "entry" } else { "entries" };
        let n_ids = ids.len();
        format!("`{}` is damaged: {n_ids} {noun} {what} ({shown}{more})", path.display())
    };
    let mut told = Vec::new();
    if !damage.altered.is_empty() {
        told.push(tell(
            &damage.altered,
            "not as written; restore the file from a copy, or `rutter entries forget` them",
        ));
    }
    if !damage.lost.is_empty() {
        told.push(tell(
            &damage.lost,
            "lost; restore the file from a copy, or `rutter entries import` them",
        ));
    }
    told
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

/// Resolves every reference once, and keeps the totals with the generation.
pub(crate) fn count_edges(
    place: &Place,
    manifest: &mut Manifest,
    cancelled: &AtomicBool,
) -> Result<(), Error> {
    let code = AllFacts::new(place, manifest);
    let Some(counts) = rutter_graph::count_edges(&code, cancelled) else { return Ok(()) };
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
        // The index of another worktree may be damaged: what it needs is then parsed again.
        if let Ok(Some(generation)) = Generation::newest(&other) {
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
