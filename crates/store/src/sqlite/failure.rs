//! Turns errors of SQLite into ours, so that none leaves this folder.

use std::io::{self, ErrorKind};
use std::path::Path;

use rusqlite::ErrorCode;

use crate::Error;

/// More than a write of one entry takes, with the pages around it.
const PROBE_BYTES: usize = 64 << 10;

pub(super) fn location(path: &Path) -> String {
    path.display().to_string()
}

pub(super) fn cannot_read(path: &Path, source: rusqlite::Error) -> Error {
    let location = location(path);
    if is_damage(&source) {
        Error::Damaged { location, source: source.into() }
    } else {
        Error::Read { location, source: source.into() }
    }
}

pub(super) fn cannot_write(path: &Path, source: rusqlite::Error) -> Error {
    let location = location(path);
    if is_damage(&source) {
        return Error::Damaged { location, source: source.into() };
    }
    if is_busy(&source) {
        return Error::Busy { location, source: source.into() };
    }
    // SQLite reports a full disk or missing permission by what it tried last; the system names it.
    match try_to_write(path) {
        Err(error) => blocked(path, error),
        Ok(()) => Error::Write { location, source: source.into() },
    }
}

/// The system's own refusal to write.
pub(super) fn blocked(path: &Path, source: io::Error) -> Error {
    let location = location(path);
    match source.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Error::Full { location, source },
        _ => Error::Blocked { location, source },
    }
}

pub(super) fn is_busy(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error_code();
    matches!(code, Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

/// Writes a little beside the database to find out what the obstacle is.
fn try_to_write(path: &Path) -> io::Result<()> {
    let probe = path.with_file_name(format!(".probe-{}", std::process::id()));
    let written = std::fs::write(&probe, [0; PROBE_BYTES]);
    // It may not exist.
    let _ = std::fs::remove_file(&probe);
    written
}

/// Whether the file is damaged: not a database, torn pages, or rows and tables that are not ours.
fn is_damage(error: &rusqlite::Error) -> bool {
    use rusqlite::Error::{FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType};
    let is_row = matches!(
        error,
        FromSqlConversionFailure(..) | IntegralValueOutOfRange(..) | InvalidColumnType(..)
    );
    let code = error.sqlite_error_code();
    is_row
        || matches!(
            code,
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt | ErrorCode::Unknown)
        )
}
