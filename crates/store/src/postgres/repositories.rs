//! The repositories of a store, whatever repository the caller is in.

use rutter_domain::RemoteStore;

use super::failure::Failure;
use super::{Link, READ_PATIENCE, WRITE_PATIENCE, key};
use crate::{Error, StoredRepository};

const LIST: &str = "SELECT name,
        to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"'),
        (SELECT count(*) FROM rutter.entries WHERE repository = repositories.id),
        (SELECT count(*) FROM rutter.gaps WHERE repository = repositories.id),
        (SELECT count(*) FROM rutter.runs WHERE repository = repositories.id),
        (SELECT count(*) FROM rutter.sessions WHERE repository = repositories.id),
        latest
    FROM rutter.repositories ORDER BY name";

/// All repositories, by name.
pub(crate) fn list(remote: &RemoteStore) -> Result<Vec<StoredRepository>, Error> {
    let link = Link::open(remote)?;
    link.run(READ_PATIENCE, |session| {
        let rows = session.query(LIST, &[])?;
        let count = |value: i64| value.cast_unsigned();
        let repositories = rows.iter().map(|row| StoredRepository {
            name: row.get(0),
            created_at: row.get(1),
            n_entries: count(row.get(2)),
            n_gaps: count(row.get(3)),
            n_runs: count(row.get(4)),
            n_chats: count(row.get(5)),
            latest: count(row.get(6)),
        });
        Ok(repositories.collect())
    })
}

/// Deletes a repository with all its records. Returns whether there was one.
pub(crate) fn forget(remote: &RemoteStore, name: &str) -> Result<bool, Error> {
    let link = Link::open(remote)?;
    link.run(WRITE_PATIENCE, |session| {
        if let Some(reason) = &session.obstacle {
            return Err(Failure::ReadOnly(reason.clone()));
        }
        let delete = "DELETE FROM rutter.repositories WHERE name = $1";
        Ok(session.execute(delete, &[&key(name)])? > 0)
    })
}
