//! Publishes a repository: its manifest to the database, its chunks to the index.
//!
//! A lease allows one process at a time to publish a repository. One transaction replaces the manifest and
//! writes the ids in which the index now differs. Then those are sent or deleted in batches, and each batch is
//! forgotten once the index has acknowledged it. A process that is killed at any moment leaves ids for the next;
//! sending one twice changes nothing. A repair first compares all ids of the index with the manifest, and every
//! point with its id.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use rutter_domain::{RemoteStore, Timestamp};
use rutter_engine::{Snapshot, built_in_model, export_file, export_messages};
use rutter_provider::qdrant::{PageStart, Point, Qdrant};
use rutter_search::WordFrequencies;
use rutter_store::{Acquired, ChunkId, ChunkRow, Lease, Manifest, Publisher, Replaced};
use rutter_workspace::secret_file;
use serde::Serialize;

use crate::Error;
use crate::point::{
    COLLECTIONS, REPOSITORY, collection_of, collection_plan, embedder_of_points, is_whole, pointed,
};

/// Name of the lease.
const LEASE: &str = "publish";
/// Longer than the slowest batch.
const LEASE_DURATION: Duration = Duration::from_secs(120);
/// Points of one request.
const BATCH: usize = 128;
/// Interval at which the lease or an unavailable index is tried again.
const PAUSE: Duration = Duration::from_millis(500);

#[derive(Clone, Copy)]
pub struct PublishRequest<'a> {
    pub store: &'a RemoteStore,
    pub index: &'a Qdrant,
    pub snapshot: &'a Snapshot,
    /// The commit, if the files are unchanged since it.
    pub revision: Option<&'a str>,
    /// Name of this process, shown to others that have to wait.
    pub holder: &'a str,
    pub wait: Wait,
    pub repair: Repair,
    pub cancelled: &'a AtomicBool,
}

/// What to do while another process publishes or the index is unavailable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wait {
    /// Fail if another process publishes. If the index is unavailable, leave the rest to the next publication.
    No,
    /// Wait for both, at most this long.
    For(Duration),
}

/// Whether to compare the index with the manifest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repair {
    /// Only the ids, and only if the index is a new one.
    IfNew,
    /// All points of the repository.
    Yes,
}

/// The result of a publication.
#[derive(Debug, Clone, Serialize)]
pub struct PublishAnswer {
    pub repository: String,
    pub commit: Option<String>,
    pub chunks: u64,
    /// Chunks that the manifest did not have before.
    pub added: u64,
    pub removed: u64,
    /// Points that were sent to the index, and deleted there.
    pub sent: u64,
    pub deleted: u64,
    /// Whether the index now holds all chunks.
    pub indexed: bool,
    /// Why it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
}

/// Publishes the chunks of a snapshot.
pub fn publish(request: PublishRequest<'_>) -> Result<PublishAnswer, Error> {
    let model = built_in_model();
    if request.snapshot.embedder_id() != model.id() {
        let found = request.snapshot.embedder_id().to_owned();
        return Err(Error::Embedder { found, needed: model.id().to_owned() });
    }
    let manifest = manifest_of(&request)?;
    let mut publisher = Publisher::open(request.store)?;
    let deadline = match request.wait {
        Wait::No => Instant::now(),
        Wait::For(limit) => Instant::now() + limit,
    };
    let lease = acquire(&mut publisher, &request, deadline)?;
    let mut work = Publication { publisher, lease, request, manifest, deadline };
    let answer = work.run();
    // If this fails, the lease expires by itself.
    let _ = work.publisher.leases().release_lease(&work.lease);
    answer
}

/// Deletes the points of a repository that is no longer in the database.
pub fn forget_points(index: &Qdrant, repository: &str) -> Result<(), Error> {
    let ours = index.collections()?.into_iter().filter(|name| name.starts_with(COLLECTIONS));
    for collection in ours {
        index.delete_where(&collection, REPOSITORY, repository)?;
    }
    Ok(())
}

/// Builds the manifest of a snapshot. Files whose names mark them as secret are left out.
fn manifest_of(request: &PublishRequest<'_>) -> Result<Manifest, Error> {
    let mut chunks = Vec::new();
    let mut words = WordFrequencies::default();
    let paths = request.snapshot.paths().filter(|path| secret_file(path).is_none());
    for path in paths {
        if request.cancelled.load(Ordering::Relaxed) {
            return Err(Error::Cancelled);
        }
        let file = export_file(request.snapshot, path);
        let file = file.ok_or_else(|| Error::Changed { path: path.to_owned() })?;
        let content = file.content;
        for one in pointed(&request.store.repository, file) {
            words.add(&one.chunk.passage.words());
            chunks.push(ChunkRow {
                id: one.id,
                path: path.to_owned(),
                number: one.chunk.number,
                first_line: one.chunk.first_line,
                last_line: one.chunk.last_line,
                content,
            });
        }
    }
    let words = words.counts().filter(|(_, n_chunks)| *n_chunks > 1);
    Ok(Manifest {
        revision: request.revision.map(str::to_owned),
        embedder: embedder_of_points(),
        chunks,
        words: words.map(|(word, n_chunks)| (word.to_owned(), n_chunks)).collect(),
        messages: export_messages(request.snapshot),
    })
}

fn now() -> Timestamp {
    Timestamp::of(SystemTime::now())
}

fn acquire(
    publisher: &mut Publisher,
    request: &PublishRequest<'_>,
    deadline: Instant,
) -> Result<Lease, Error> {
    loop {
        let is_alone = publisher.lock()?;
        let holder = request.holder;
        match publisher.leases().acquire_lease(LEASE, holder, now(), LEASE_DURATION)? {
            Acquired::Granted(lease) => return Ok(lease),
            // The lock is free, so the holder of the lease has died.
            Acquired::Taken(lease) if is_alone => {
                publisher.leases().release_lease(&lease)?;
            }
            Acquired::Taken(lease) if Instant::now() >= deadline => {
                let repository = request.store.repository.clone();
                return Err(Error::Busy { repository, holder: lease.holder });
            }
            Acquired::Taken(_) => pause(request.cancelled)?,
        }
    }
}

fn pause(cancelled: &AtomicBool) -> Result<(), Error> {
    thread::sleep(PAUSE);
    if cancelled.load(Ordering::Relaxed) { Err(Error::Cancelled) } else { Ok(()) }
}

/// A publication in progress.
struct Publication<'a> {
    publisher: Publisher,
    lease: Lease,
    request: PublishRequest<'a>,
    manifest: Manifest,
    deadline: Instant,
}

impl Publication<'_> {
    fn run(&mut self) -> Result<PublishAnswer, Error> {
        let before = self.publisher.publication()?;
        let replaced = self.publisher.replace(&self.lease, now(), &self.manifest)?;
        let Replaced::Done { number, n_added, n_removed } = replaced else {
            return Err(self.lease_lost());
        };
        let mut answer = PublishAnswer {
            repository: self.request.store.repository.clone(),
            commit: self.manifest.revision.clone(),
            chunks: self.manifest.chunks.len() as u64,
            added: n_added,
            removed: n_removed,
            sent: 0,
            deleted: 0,
            indexed: false,
            remark: None,
        };
        let is_outdated = before.is_some_and(|before| before.embedder != self.manifest.embedder);
        loop {
            let outcome = self.fill_index(is_outdated, &mut answer);
            match outcome {
                Ok(()) => {
                    let address = self.request.index.address().to_string();
                    answer.indexed = self.publisher.finish(&self.lease, now(), number, &address)?;
                    return Ok(answer);
                }
                Err(Error::Index(error)) if error.may_pass() => {
                    if Instant::now() < self.deadline {
                        self.renew()?;
                        pause(self.request.cancelled)?;
                    } else if self.request.wait == Wait::No {
                        answer.remark = Some(error.to_string());
                        return Ok(answer);
                    } else {
                        return Err(error.into());
                    }
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Makes the index agree with the manifest.
    fn fill_index(&mut self, is_outdated: bool, answer: &mut PublishAnswer) -> Result<(), Error> {
        let index = self.request.index;
        let collection = collection_of(&self.manifest.embedder);
        if !index.has_collection(&collection)? {
            self.publisher.mark_index_lost(&self.manifest.embedder)?;
        }
        let dims = built_in_model().dims();
        index.ensure_collection(&collection_plan(&collection, dims))?;
        // Read after the collection exists: a publisher records that it is empty before it creates it.
        let known = self.publisher.publication()?.map(|publication| publication.index);
        let has_moved = known.is_none_or(|known| known != index.address().to_string());
        if has_moved || self.request.repair == Repair::Yes {
            self.compare(&collection)?;
        }
        if is_outdated {
            let others = index.collections()?.into_iter();
            for other in others.filter(|name| name.starts_with(COLLECTIONS) && *name != collection)
            {
                index.delete_where(&other, REPOSITORY, &self.request.store.repository)?;
            }
        }
        let unindexed = self.publisher.unindexed()?;
        if unindexed.is_empty() {
            return Ok(());
        }
        let paths: HashMap<ChunkId, &str> =
            self.manifest.chunks.iter().map(|chunk| (chunk.id, chunk.path.as_str())).collect();
        let mut files: BTreeMap<String, HashSet<ChunkId>> = BTreeMap::new();
        let mut gone: Vec<ChunkId> = Vec::new();
        for id in unindexed {
            match paths.get(&id) {
                Some(&path) => drop(files.entry(path.to_owned()).or_default().insert(id)),
                None => gone.push(id),
            }
        }
        let mut batch: Vec<Point> = Vec::with_capacity(BATCH);
        for (path, wanted) in files {
            let file = export_file(self.request.snapshot, &path);
            let file = file.ok_or(Error::Changed { path })?;
            let chunks = pointed(&self.request.store.repository, file).into_iter();
            for one in chunks.filter(|one| wanted.contains(&one.id)) {
                batch.push(one.into_point());
                if batch.len() == BATCH {
                    self.send(&collection, &mut batch, answer)?;
                }
            }
        }
        self.send(&collection, &mut batch, answer)?;
        for ids in gone.chunks(BATCH) {
            self.renew()?;
            index.delete(&collection, ids)?;
            self.mark_indexed(ids)?;
            answer.deleted += ids.len() as u64;
        }
        Ok(())
    }

    fn send(
        &mut self,
        collection: &str,
        batch: &mut Vec<Point>,
        answer: &mut PublishAnswer,
    ) -> Result<(), Error> {
        if batch.is_empty() {
            return Ok(());
        }
        self.renew()?;
        self.request.index.upsert(collection, batch)?;
        let ids: Vec<ChunkId> = batch.drain(..).map(|point| point.id).collect();
        self.mark_indexed(&ids)?;
        answer.sent += ids.len() as u64;
        Ok(())
    }

    fn mark_indexed(&mut self, ids: &[ChunkId]) -> Result<(), Error> {
        if self.publisher.mark_indexed(&self.lease, now(), ids)? {
            Ok(())
        } else {
            Err(self.lease_lost())
        }
    }

    /// Records every id that only the index or only the manifest has; in a repair also those of
    /// damaged points.
    fn compare(&mut self, collection: &str) -> Result<(), Error> {
        let repository = &self.request.store.repository;
        let (held, damaged) = match self.request.repair {
            Repair::Yes => self.examine(collection)?,
            Repair::IfNew => {
                let held = self.request.index.ids_where(collection, REPOSITORY, repository)?;
                (held.into_iter().collect(), Vec::new())
            }
        };
        let wanted: HashSet<ChunkId> = self.manifest.chunks.iter().map(|chunk| chunk.id).collect();
        let mut differing: Vec<ChunkId> = held.symmetric_difference(&wanted).copied().collect();
        differing.extend(damaged);
        Ok(self.publisher.mark_unindexed(&differing)?)
    }

    /// Returns the ids of all points of the repository, and those of damaged points.
    fn examine(&mut self, collection: &str) -> Result<(HashSet<ChunkId>, Vec<ChunkId>), Error> {
        let (mut held, mut damaged) = (HashSet::new(), Vec::new());
        let mut start = PageStart::default();
        loop {
            self.renew()?;
            let (index, repository) = (self.request.index, &self.request.store.repository);
            let page = index.points_where(collection, REPOSITORY, repository, &start)?;
            for point in page.points {
                held.insert(point.id);
                if !is_whole(&point) {
                    damaged.push(point.id);
                }
            }
            match page.next {
                Some(next) => start = next,
                None => return Ok((held, damaged)),
            }
        }
    }

    fn renew(&mut self) -> Result<(), Error> {
        if self.request.cancelled.load(Ordering::Relaxed) {
            return Err(Error::Cancelled);
        }
        match self.publisher.leases().renew_lease(&self.lease, now(), LEASE_DURATION)? {
            Some(lease) => self.lease = lease,
            None => return Err(self.lease_lost()),
        }
        Ok(())
    }

    fn lease_lost(&self) -> Error {
        Error::LeaseLost { repository: self.request.store.repository.clone() }
    }
}
