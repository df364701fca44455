//! What a caller may see of all that was published, and how the index is asked for it.
//!
//! The database says which repositories these are ([`Visible::read`]). Whatever the index hands over goes through
//! [`listed`], which drops what is not in a current manifest of one of them.

use std::collections::HashMap;

use rutter_domain::RemoteStore;
use rutter_engine::built_in_model;
use rutter_provider::qdrant::{Found, PointFilter, PointQuery, Qdrant};
use rutter_store::{Access, ChunkId, ChunkRow, PublicationReader, PublishedRepository};

use crate::Error;
use crate::point::{Payload, REPOSITORY, collection_of};

/// Where a team keeps what it has published, and what the caller may see of it.
#[derive(Clone, Copy)]
pub struct TeamIndex<'a> {
    pub store: &'a RemoteStore,
    pub index: &'a Qdrant,
    pub access: &'a Access,
}

/// A team's store and index, kept by a server.
#[derive(Debug)]
pub struct CodeIndex {
    pub store: RemoteStore,
    pub index: Qdrant,
}

impl CodeIndex {
    /// The part that one may see.
    pub fn seen_with<'a>(&'a self, access: &'a Access) -> TeamIndex<'a> {
        TeamIndex { store: &self.store, index: &self.index, access }
    }
}

/// Asks the index for points; `None` if it has lost everything.
pub fn ask_index(
    team: TeamIndex<'_>,
    queries: &[PointQuery<'_>],
) -> Result<Option<Vec<Found>>, Error> {
    let answers = team.index.query(&collection_of(built_in_model().id()), queries)?;
    Ok(answers.map(|answers| answers.into_iter().flatten().collect()))
}

/// What is said if repositories were published, and the index does not know the collection of their chunks.
pub fn index_is_lost() -> String {
    "the index holds nothing; it has lost what was published, or is another one: publish again"
        .to_owned()
}

/// The repositories that a query may see.
pub struct Visible {
    pub searched: Vec<PublishedRepository>,
    /// Names that were asked for, of which nothing was published that may be seen.
    unknown: Vec<String>,
    /// How many were published by another embedder.
    n_outdated: usize,
    /// How many the index does not hold completely.
    n_incomplete: usize,
    /// Whether the index need not be told the names, because all that it holds may be seen.
    is_everything: bool,
}

impl Visible {
    pub fn read(
        reader: &PublicationReader,
        access: &Access,
        names: &[String],
    ) -> Result<Visible, Error> {
        let mut all = reader.published(access)?;
        all.retain(|repository| names.is_empty() || names.contains(&repository.name));
        let is_missing = |name: &&String| all.iter().all(|repository| repository.name != **name);
        let unknown = names.iter().filter(is_missing).cloned().collect();
        let n_all = all.len();
        all.retain(|repository| repository.embedder == built_in_model().id());
        Ok(Visible {
            n_outdated: n_all - all.len(),
            n_incomplete: all.iter().filter(|repository| !repository.is_indexed).count(),
            is_everything: *access == Access::Everything && names.is_empty(),
            searched: all,
            unknown,
        })
    }

    pub fn remark(&self) -> Option<String> {
        let mut remarks = Vec::new();
        if !self.unknown.is_empty() {
            let names = self.unknown.join("`, `");
            remarks.push(format!("no repository `{names}` that you may see was published"));
        } else if self.searched.is_empty() && self.n_outdated == 0 {
            remarks.push("no repository that you may see was published".to_owned());
        }
        if self.n_outdated > 0 {
            let n = self.n_outdated;
            remarks.push(format!("{n} published by another version were not searched"));
        }
        if self.n_incomplete > 0 {
            let n = self.n_incomplete;
            remarks.push(format!("the index does not hold all of {n} repositories yet"));
        }
        (!remarks.is_empty()).then(|| remarks.join("; "))
    }

    /// Restricts points to what may be seen.
    pub fn filter(&self) -> PointFilter {
        let filter = PointFilter::default();
        if self.is_everything {
            return filter;
        }
        let names: Vec<&str> = self.searched.iter().map(|one| one.name.as_str()).collect();
        filter.any_text(REPOSITORY, &names)
    }

    pub fn find(&self, name: &str) -> Option<&PublishedRepository> {
        let at = self.searched.binary_search_by(|one| one.name.as_str().cmp(name)).ok();
        at.or_else(|| self.searched.iter().position(|one| one.name == name))
            .map(|at| &self.searched[at])
    }
}

/// A candidate that is in a manifest.
pub struct Listed<'a> {
    pub repository: &'a PublishedRepository,
    pub row: ChunkRow,
    pub payload: Payload,
    pub dense: Vec<f32>,
}

/// Keeps of the points that were found those that are in a current manifest, each once.
pub fn listed<'a>(
    reader: &PublicationReader,
    visible: &'a Visible,
    found: impl Iterator<Item = Found>,
) -> Result<Vec<Listed<'a>>, Error> {
    let mut seen: HashMap<ChunkId, (&PublishedRepository, Payload, Vec<f32>)> = HashMap::new();
    for point in found {
        let Ok(payload) = serde_json::from_value::<Payload>(point.payload) else { continue };
        if let Some(repository) = visible.find(&payload.repository) {
            seen.entry(point.id).or_insert((repository, payload, point.dense));
        }
    }
    let wanted: Vec<(&PublishedRepository, ChunkId)> =
        seen.iter().map(|(&id, (repository, ..))| (*repository, id)).collect();
    let mut rows = reader.current(&wanted)?;
    let mut listed: Vec<Listed<'a>> = Vec::new();
    for (id, (repository, payload, dense)) in seen {
        if let Some(row) = rows.remove(&id) {
            listed.push(Listed { repository, row, payload, dense });
        }
    }
    // Not in the order of a hash map, so that the same question has the same answer.
    listed.sort_by(|left, right| {
        let place =
            |one: &Listed<'a>| (one.repository.name.clone(), one.row.path.clone(), one.row.number);
        place(left).cmp(&place(right))
    });
    Ok(listed)
}
