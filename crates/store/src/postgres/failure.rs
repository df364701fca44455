//! What can go wrong on the way to the server, and what it means for the caller.

use tokio_postgres::error::SqlState;

use super::server::Server;
use crate::Error;

/// An attempt at something that did not succeed.
#[derive(Debug)]
pub(super) enum Failure {
    /// An error of the server or of the connection.
    Postgres(tokio_postgres::Error),
    /// The server did not answer in time.
    Silent,
    /// No connection could be made, for a reason that is not the server's answer.
    Unconnected(String),
    /// The repository was removed from the store since it was looked up.
    RepositoryGone,
    /// The store can only be read.
    ReadOnly(String),
    /// The server cannot be used, whatever is asked.
    Unusable(String),
    /// The tables are of a later version.
    Version { found: u32, known: u32 },
    /// A row cannot be decoded.
    Row(String),
}

impl From<tokio_postgres::Error> for Failure {
    fn from(error: tokio_postgres::Error) -> Failure {
        Failure::Postgres(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        Failure::Row(error.to_string())
    }
}

impl Failure {
    /// Whether a retry on a new connection may succeed.
    pub(super) fn may_pass(&self) -> bool {
        match self {
            Failure::Postgres(error) => match error.code() {
                None => !is_incomplete(error),
                Some(code) => {
                    let class = &code.code()[..2];
                    // Connection lost, server stopping or starting, too many connections; a
                    // transaction that lost against another.
                    class == "08"
                        || class == "40"
                        || [
                            SqlState::ADMIN_SHUTDOWN,
                            SqlState::CRASH_SHUTDOWN,
                            SqlState::CANNOT_CONNECT_NOW,
                            SqlState::TOO_MANY_CONNECTIONS,
                            SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
                        ]
                        .contains(code)
                }
            },
            Failure::Silent | Failure::Unconnected(_) | Failure::RepositoryGone => true,
            Failure::ReadOnly(_)
            | Failure::Unusable(_)
            | Failure::Version { .. }
            | Failure::Row(_) => false,
        }
    }

    /// Whether the server is reachable, but stopping or starting.
    pub(super) fn is_restart(&self) -> bool {
        let Failure::Postgres(error) = self else { return false };
        let restart = [SqlState::ADMIN_SHUTDOWN, SqlState::CANNOT_CONNECT_NOW];
        error.is_closed() || error.code().is_some_and(|code| restart.contains(code))
    }

    /// The message for the user. Never contains the password: nothing here is made from the address.
    pub(super) fn reason(&self) -> String {
        match self {
            Failure::Postgres(error) => match error.as_db_error() {
                Some(error) => error.message().to_owned(),
                None => rutter_domain::error_chain(error),
            },
            Failure::Silent => "the server does not answer".to_owned(),
            Failure::Unconnected(reason)
            | Failure::ReadOnly(reason)
            | Failure::Unusable(reason)
            | Failure::Row(reason) => reason.clone(),
            Failure::RepositoryGone => "the repository was removed from it".to_owned(),
            Failure::Version { found, known } => {
                format!("version {found}, this program reads {known}")
            }
        }
    }

    fn is_refusal(&self) -> bool {
        let Failure::Postgres(error) = self else { return false };
        is_incomplete(error)
            || error.code().is_some_and(|code| {
                code.code().starts_with("28")
                    || [SqlState::INVALID_CATALOG_NAME, SqlState::INSUFFICIENT_PRIVILEGE]
                        .contains(code)
            })
    }

    fn is_read_only(&self) -> bool {
        let Failure::Postgres(error) = self else { return false };
        error.code() == Some(&SqlState::READ_ONLY_SQL_TRANSACTION)
    }
}

/// Whether the address lacks what the server asks for, such as a password.
fn is_incomplete(error: &tokio_postgres::Error) -> bool {
    error.code().is_none() && error.to_string().starts_with("invalid configuration")
}

/// The error that callers get.
pub(super) fn error(server: &Server, failure: Failure) -> Error {
    let location = server.location.clone();
    let reason = failure.reason();
    match failure {
        Failure::Version { found, known } => Error::Version { location, found, known },
        Failure::Unusable(_) => Error::StoreUnusable { location, reason },
        Failure::ReadOnly(_) => Error::StoreReadOnly { location, reason },
        Failure::Row(_) => Error::Damaged { location, source: reason.into() },
        failure if failure.is_read_only() => Error::StoreReadOnly { location, reason },
        failure if failure.is_refusal() => Error::StoreRefused { location, reason },
        failure if failure.may_pass() => Error::StoreUnreachable { location, reason },
        _ => Error::StoreFailed { location, reason },
    }
}
