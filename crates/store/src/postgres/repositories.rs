//! The repositories of a store, whatever repository the caller is in.

use rutter_domain::RemoteStore;

use super::failure::Failure;
use super::session::Session;
use super::{Link, READ_RETRY_TIME, WRITE_RETRY_TIME, key};
use crate::{Access, Error, LabelChange, RecordsVersion, StoredRepository};

const LIST: &str = "SELECT repositories.id, name,
        to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"'),
        (SELECT count(*) FROM rutter.entries WHERE repository = repositories.id),
        (SELECT count(*) FROM rutter.gaps WHERE repository = repositories.id),
        (SELECT count(*) FROM rutter.runs WHERE repository = repositories.id),
        (SELECT count(*) FROM rutter.sessions WHERE repository = repositories.id),
        latest, labels, publications.revision,
        to_char(published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')
    FROM rutter.repositories
    LEFT JOIN rutter.publications ON publications.repository = repositories.id
    WHERE $1::text[] IS NULL OR labels && $1 ORDER BY name";

/// The repositories that one may see, by name.
pub(crate) fn list(remote: &RemoteStore, access: &Access) -> Result<Vec<StoredRepository>, Error> {
    Link::open(remote)?.run(READ_RETRY_TIME, |session| visible(session, access))
}

pub(super) fn visible(
    session: &Session,
    access: &Access,
) -> Result<Vec<StoredRepository>, Failure> {
    let rows = session.query(LIST, &[&access.parameter()])?;
    let count = |value: i64| value.cast_unsigned();
    let repositories = rows.iter().map(|row| StoredRepository {
        version: RecordsVersion { repository: row.get(0), latest: count(row.get(7)) },
        name: row.get(1),
        created_at: row.get(2),
        n_entries: count(row.get(3)),
        n_gaps: count(row.get(4)),
        n_runs: count(row.get(5)),
        n_chats: count(row.get(6)),
        latest: count(row.get(7)),
        labels: row.get(8),
        commit: row.get(9),
        published_at: row.get(10),
    });
    Ok(repositories.collect())
}

/// Deletes a repository with all its records. Returns whether there was one.
pub(crate) fn forget(remote: &RemoteStore, name: &str) -> Result<bool, Error> {
    let link = Link::open(remote)?;
    link.run(WRITE_RETRY_TIME, |session| {
        if let Some(reason) = &session.obstacle {
            return Err(Failure::ReadOnly(reason.clone()));
        }
        let delete = "DELETE FROM rutter.repositories WHERE name = $1";
        Ok(session.execute(delete, &[&key(name)])? > 0)
    })
}

/// Adds and removes labels. Returns the resulting labels, sorted; `None` if there is no such repository.
pub(crate) fn label(
    remote: &RemoteStore,
    name: &str,
    change: &LabelChange,
) -> Result<Option<Vec<String>>, Error> {
    let link = Link::open(remote)?;
    link.run(WRITE_RETRY_TIME, |session| {
        if let Some(reason) = &session.obstacle {
            return Err(Failure::ReadOnly(reason.clone()));
        }
        let update = "UPDATE rutter.repositories SET labels = ARRAY(
                SELECT DISTINCT label COLLATE \"C\" FROM unnest(labels || $2) AS label
                WHERE label <> ALL ($3) ORDER BY 1
            ) WHERE name = $1 RETURNING labels";
        let found = session.query_first(update, &[&key(name), &change.add, &change.remove])?;
        Ok(found.map(|row| row.get(0)))
    })
}
