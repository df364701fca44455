//! What a caller may see of all that was published, and how the index is asked for it.
//!
//! The database says which repositories these are ([`Visible::read`]). Whatever the index hands over goes through
//! [`listed`], which drops what is not in a current manifest of one of them, and what is not as it was written. To
//! which repository a point belongs is what the manifest says, never what the point says.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use rutter_domain::RemoteStore;
use rutter_provider::qdrant::{Found, PointFilter, PointQuery, Qdrant};
use rutter_store::{Access, ChunkId, ChunkRow, PublicationReader, PublishedRepository};

use crate::Error;
use crate::point::{Payload, REPOSITORY, collection_of, embedder_of_points, is_intact};

/// Altered points of one answer that are counted: each is looked up in every repository.
const MOST_ALTERED: usize = 256;

/// Where a team keeps what it has published, and what the caller may see of it.
#[derive(Clone, Copy)]
pub struct TeamIndex<'a> {
    pub store: &'a RemoteStore,
    pub index: &'a Qdrant,
    pub access: &'a Access,
}

/// Asks the index for points; `None` if it has lost everything.
pub fn ask_index(
    team: TeamIndex<'_>,
    queries: &[PointQuery<'_>],
) -> Result<Option<Vec<Found>>, Error> {
    let answers = team.index.query(&collection_of(&embedder_of_points()), queries)?;
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
        let embedder = embedder_of_points();
        all.retain(|repository| repository.embedder == embedder);
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

/// Points of current manifests that are not as they were written, by the names of their repositories.
#[derive(Debug, Default)]
pub struct Damage(BTreeMap<String, BTreeSet<ChunkId>>);

impl Damage {
    pub fn remark(&self) -> Option<String> {
        let remark = |(repository, ids): (&String, &BTreeSet<ChunkId>)| {
            let (points, were, them) = match ids.len() {
                1 => ("1 damaged point".to_owned(), "was", "it"),
                n => (format!("{n} damaged points"), "were", "them"),
            };
            format!(
                "{points} of `{repository}` {were} left out; `rutter team publish --repair` restores {them}"
            )
        };
        joined(self.0.iter().map(|one| Some(remark(one))))
    }
}

/// Remarks as one.
pub fn joined(remarks: impl IntoIterator<Item = Option<String>>) -> Option<String> {
    let remarks: Vec<String> = remarks.into_iter().flatten().collect();
    (!remarks.is_empty()).then(|| remarks.join("; "))
}

/// Keeps of the points that were found those that are in a current manifest, each once. Adds those to `damage` that
/// are in one and not as they were written.
pub fn listed<'a>(
    reader: &PublicationReader,
    visible: &'a Visible,
    found: impl Iterator<Item = Found>,
    damage: &mut Damage,
) -> Result<Vec<Listed<'a>>, Error> {
    let (mut intact, mut altered) = (HashMap::new(), HashSet::new());
    for point in found {
        let payload = serde_json::from_value::<Payload>(point.payload).ok();
        match payload.filter(|payload| is_intact(&point.id, payload, &point.dense)) {
            Some(payload) => drop(intact.entry(point.id).or_insert((payload, point.dense))),
            None => drop(altered.insert(point.id)),
        }
    }
    let named = |(&id, (payload, _)): (&ChunkId, &(Payload, Vec<f32>))| {
        Some((visible.find(&payload.repository)?, id))
    };
    let wanted: Vec<(&PublishedRepository, ChunkId)> = intact.iter().filter_map(named).collect();
    let mut rows = reader.current(&wanted)?;
    let mut listed: Vec<Listed<'a>> = Vec::new();
    for (id, (payload, dense)) in intact {
        if let Some((_, row)) = rows.remove(&id)
            && let Some(repository) = visible.find(&payload.repository)
        {
            listed.push(Listed { repository, row, payload, dense });
        }
    }
    // What an altered point says of its repository means nothing.
    let anywhere: Vec<(&PublishedRepository, ChunkId)> = altered
        .iter()
        .take(MOST_ALTERED)
        .flat_map(|&id| visible.searched.iter().map(move |repository| (repository, id)))
        .collect();
    if !anywhere.is_empty() {
        for (id, (repository, _)) in reader.current(&anywhere)? {
            if let Some(known) = visible.searched.iter().find(|known| known.id() == repository) {
                damage.0.entry(known.name.clone()).or_default().insert(id);
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_named_by_repository() {
        let mut damage = Damage::default();
        assert_eq!(damage.remark(), None);
        damage.0.entry("example.org/b".to_owned()).or_default().insert([1; 16]);
        damage.0.entry("example.org/a".to_owned()).or_default().extend([[1; 16], [2; 16]]);
        let expected = "2 damaged points of `example.org/a` were left out; `rutter team publish --repair` \
                        restores them; 1 damaged point of `example.org/b` was left out; `rutter team \
                        publish --repair` restores it";
        assert_eq!(damage.remark().as_deref(), Some(expected));
    }
}
