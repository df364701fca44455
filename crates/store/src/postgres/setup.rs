//! Opens a session: limits, the version of the server, the tables, and whether they may be written.

use super::failure::Failure;
use super::server::Server;
use super::session::Session;
use super::tables;

/// The oldest server whose features are used, as PostgreSQL counts.
const OLDEST_SERVER: u32 = 150_000;
/// Limits for this connection, and what must be known of the server. A client that vanishes in the middle
/// of a transaction would otherwise block the repository's other writers for as long as the server takes
/// to notice.
const SET_UP: &str = "
    SET statement_timeout = '30s'; SET lock_timeout = '20s';
    SET idle_in_transaction_session_timeout = '30s';
    SET standard_conforming_strings = on; SET client_encoding = 'UTF8';
    SELECT current_setting('server_version_num'), current_setting('server_encoding'),
        pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean,
        current_setting('server_version')";

/// Checks the write permission. The tables must exist.
const MAY_WRITE: &str = "SELECT has_table_privilege('rutter.repositories', 'INSERT')
    AND has_table_privilege('rutter.repositories', 'UPDATE')
    AND has_table_privilege('rutter.entries', 'INSERT')";

/// Connects, checks the server, and creates the tables.
pub(super) fn open(server: &Server) -> Result<Session, Failure> {
    let mut session = Session::connect(server)?;
    let answers = session.simple(SET_UP)?;
    let facts = answers.first().ok_or(Failure::Silent)?;
    let fact = |at: usize| facts.get(at).unwrap_or_default();
    let version: u32 = fact(0).parse().unwrap_or(0);
    if version < OLDEST_SERVER {
        let found = fact(3);
        let reason = format!("it is PostgreSQL {found}, and 15 or newer is needed");
        return Err(Failure::Unusable(reason));
    }
    if fact(1) != "UTF8" {
        let reason = format!("its database has the encoding {}, and UTF8 is needed", fact(1));
        return Err(Failure::Unusable(reason));
    }
    let is_read_only = fact(2) == "t";
    tables::create(&session, is_read_only)?;
    let may_write = session.simple(MAY_WRITE)?;
    let may_write = may_write.first().and_then(|row| row.get(0)) == Some("t");
    session.obstacle = match (is_read_only, may_write) {
        (true, _) => Some("the server is a standby, or set to read only".to_owned()),
        (false, false) => Some("this user may not write".to_owned()),
        (false, true) => None,
    };
    Ok(session)
}
