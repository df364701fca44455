//! The tables of a store and their versions.
//!
//! Migrations are numbered and only go forward. Each is recorded in `rutter.migrations` in the
//! transaction that runs it, under a lock that lets one client migrate at a time. A store of a later version
//! is refused.

use super::failure::Failure;
use super::session::Session;

/// All migrations, the oldest first. One that was released never changes.
pub(super) const MIGRATIONS: &[&str] = &[
    include_str!("migrate/version_1.sql"),
    include_str!("migrate/version_2.sql"),
    include_str!("migrate/version_3.sql"),
];

/// Key of the lock; the same for everyone who migrates.
const LOCK: &str = "SELECT pg_advisory_xact_lock(8317205519417033)";

const CREATE: &str = "
    CREATE SCHEMA IF NOT EXISTS rutter;
    CREATE TABLE IF NOT EXISTS rutter.migrations (
        version integer PRIMARY KEY,
        applied_at timestamptz NOT NULL DEFAULT now()
    )";

/// Brings the tables up to date. A server that cannot be written must have them already.
pub(super) fn migrate(session: &Session, is_read_only: bool) -> Result<(), Failure> {
    let known = u32::try_from(MIGRATIONS.len()).unwrap_or(u32::MAX);
    let found = version(session)?;
    if found > known {
        return Err(Failure::Version { found, known });
    }
    if found == known {
        return Ok(());
    }
    if is_read_only {
        let reason = match found {
            0 => "it has no tables of rutter, and can only be read".to_owned(),
            _ => format!(
                "its tables are of version {found}, {known} is needed, and it can only be read"
            ),
        };
        return Err(Failure::Unusable(reason));
    }
    let migrated = apply(session, MIGRATIONS);
    if migrated.is_err() {
        session.simple("ROLLBACK")?;
    }
    migrated
}

/// Runs those of the migrations that have not run.
pub(super) fn apply(session: &Session, migrations: &[&str]) -> Result<(), Failure> {
    session.simple(&format!("BEGIN; {LOCK}"))?;
    // Another client may have done it while this one waited for the lock.
    let found = version(session)?;
    if found == 0 {
        session.simple(CREATE)?;
    }
    for (number, migration) in (1..).zip(migrations) {
        if number > found {
            session.simple(migration)?;
            let record = format!("INSERT INTO rutter.migrations (version) VALUES ({number})");
            session.simple(&record)?;
        }
    }
    session.simple("COMMIT").map(drop)
}

/// The version of the tables, 0 if there are none.
fn version(session: &Session) -> Result<u32, Failure> {
    // Not `to_regclass`: it may answer from a cache that is older than the lock.
    let has_any = "SELECT count(*) > 0 FROM pg_catalog.pg_class AS class
        JOIN pg_catalog.pg_namespace AS namespace ON namespace.oid = class.relnamespace
        WHERE namespace.nspname = 'rutter' AND class.relname = 'migrations'";
    let first = |sql: &str| -> Result<Option<String>, Failure> {
        let rows = session.simple(sql)?;
        Ok(rows.first().and_then(|row| row.get(0)).map(str::to_owned))
    };
    if first(has_any)?.as_deref() != Some("t") {
        return Ok(0);
    }
    let newest = first("SELECT coalesce(max(version), 0) FROM rutter.migrations")?;
    Ok(newest.and_then(|version| version.parse().ok()).unwrap_or(0))
}
