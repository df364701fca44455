//! The published chunks that a caller may see, and queries to the index for them.
//!
//! The database decides which repositories these are ([`Visible::read`]). Every result of the index goes through
//! [`listed`], which drops points that are not in a current manifest of one of them or are damaged. The repository of
//! a point is the one whose manifest lists it, whatever the point itself says.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use rutter_domain::RemoteStore;
use rutter_provider::qdrant::{Found, PointFilter, PointQuery, Qdrant};
use rutter_store::{Access, ChunkId, ChunkRow, PublicationReader, PublishedRepository};

use crate::Error;
use crate::point::{Payload, REPOSITORY, collection_of, embedder_of_points, is_intact};

/// Damaged points of one answer that are reported; each is looked up in every repository.
const MOST_ALTERED: usize = 256;

/// The store and the index of a team, and the access of the caller.
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

/// The remark for published repositories whose collection is missing in the index.
pub fn index_is_lost() -> String {
    "the index holds nothing; it has lost what was published, or is another one: publish again"
        .to_owned()
}

/// The repositories that a query may see.
pub struct Visible {
    pub searched: Vec<PublishedRepository>,
    /// Requested names without a published repository that the caller may see.
    unknown: Vec<String>,
    /// Number of repositories published with another embedder.
    n_outdated: usize,
    /// Number of repositories that the index does not hold completely.
    n_incomplete: usize,
    /// Whether queries need no filter, since the caller may see everything in the index.
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
        let mut remarks: Vec<String> = Vec::new();
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
        joined(remarks.into_iter().map(Some))
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

/// A candidate that is listed in a manifest.
pub struct Listed<'a> {
    pub repository: &'a PublishedRepository,
    pub row: ChunkRow,
    pub payload: Payload,
    pub dense: Vec<f32>,
}

/// Damaged points of current manifests, by the names of their repositories.
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

/// Joins remarks; `None` if there are none.
pub fn joined(remarks: impl IntoIterator<Item = Option<String>>) -> Option<String> {
    let remarks: Vec<String> = remarks.into_iter().flatten().collect();
    (!remarks.is_empty()).then(|| remarks.join("; "))
}

/// Keeps the found points that are in a current manifest, each once. Adds those to `damage` that
/// are in one but are not as they were written.
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
    // The repository in a damaged point cannot be trusted.
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
    // The order of a hash map would change the answer to the same question.
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
