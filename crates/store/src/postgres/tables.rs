//! The tables of a store and their version.
//!
//! The first client creates them, in one transaction, under a lock that lets one client do so at a time. A
//! store of another version is refused.

use super::failure::Failure;
use super::session::Session;

const VERSION: u32 = 1;

const TABLES: &str = include_str!("tables.sql");

/// Key of the lock; the same for everyone who creates tables.
const LOCK: &str = "SELECT pg_advisory_xact_lock(8317205519417033)";

/// Creates the tables if there are none. A server that cannot be written must have them already.
pub(super) fn create(session: &Session, is_read_only: bool) -> Result<(), Failure> {
    match version(session)? {
        0 if is_read_only => {
            let reason = "it has no tables of rutter, and can only be read".to_owned();
            Err(Failure::Unusable(reason))
        }
        0 => {
            let created = create_all(session);
            if created.is_err() {
                session.simple("ROLLBACK")?;
            }
            created
        }
        VERSION => Ok(()),
        found => Err(Failure::Version { found, known: VERSION }),
    }
}

fn create_all(session: &Session) -> Result<(), Failure> {
    session.simple(&format!("BEGIN; {LOCK}"))?;
    // Another client may have done it while this one waited for the lock.
    if version(session)? == 0 {
        session.simple(TABLES)?;
        session.simple(&format!("INSERT INTO rutter.versions (version) VALUES ({VERSION})"))?;
    }
    session.simple("COMMIT").map(drop)
}

/// The version of the tables, 0 if there are none.
fn version(session: &Session) -> Result<u32, Failure> {
    // Not `to_regclass`: it may answer from a cache that is older than the lock.
    let has_any = "SELECT count(*) > 0 FROM pg_catalog.pg_class AS class
        JOIN pg_catalog.pg_namespace AS namespace ON namespace.oid = class.relnamespace
        WHERE namespace.nspname = 'rutter' AND class.relname = 'versions'";
    let first = |sql: &str| -> Result<Option<String>, Failure> {
        let rows = session.simple(sql)?;
        Ok(rows.first().and_then(|row| row.get(0)).map(str::to_owned))
    };
    if first(has_any)?.as_deref() != Some("t") {
        return Ok(0);
    }
    let found = first("SELECT coalesce(max(version), 0) FROM rutter.versions")?;
    Ok(found.and_then(|version| version.parse().ok()).unwrap_or(0))
}
