//! One connection to the server, set up and checked.
//!
//! A thread of its own drives the connection; callers block until an answer comes or the time is up. A
//! session on which anything is uncertain is dropped, never repaired: the next use makes a new one.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use tokio::runtime;
use tokio_postgres::tls::{MakeTlsConnect, NoTls, TlsConnect};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, Row, SimpleQueryMessage, SimpleQueryRow, Socket, Statement};

use super::failure::Failure;
use super::migrate;
use super::server::{CONNECT_TIMEOUT, Encryption, Server};
use super::tls::Tls;
use super::wait::wait_for;

/// The oldest server whose features are used, as PostgreSQL counts.
const OLDEST_SERVER: u32 = 150_000;
/// Longer than the server lets a statement run, so that its own error arrives first.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(45);
/// All addresses of a host are tried, so connecting may take a few times as long as one of them.
const OPEN_TIMEOUT: Duration = Duration::from_secs(4 * CONNECT_TIMEOUT.as_secs());

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

/// Whether the tables may be written; asked after the migration, when they exist.
const MAY_WRITE: &str = "SELECT has_table_privilege('rutter.repositories', 'INSERT, UPDATE')
    AND has_table_privilege('rutter.entries', 'INSERT')";

pub(super) struct Session {
    client: Client,
    statements: RefCell<HashMap<&'static str, Statement>>,
    /// Why the store can only be read.
    pub(super) obstacle: Option<String>,
    /// Number of the repository, once it is known.
    pub(super) repository: Cell<Option<i64>>,
    /// The lock of a run that this connection holds.
    pub(super) held_lock: Cell<Option<i32>>,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("obstacle", &self.obstacle).finish_non_exhaustive()
    }
}

type Parameters<'a> = &'a [&'a (dyn ToSql + Sync)];

impl Session {
    /// Connects, checks the server, and creates or migrates the tables.
    pub(super) fn open(server: &Server) -> Result<Session, Failure> {
        let client = match &server.encryption {
            Encryption::Off => connect(server.config.clone(), NoTls),
            Encryption::On { trusted } => {
                let tls = Tls::new(trusted.as_deref()).map_err(Failure::Unusable)?;
                connect(server.config.clone(), tls)
            }
        }?;
        let mut session = Session {
            client,
            statements: RefCell::default(),
            obstacle: None,
            repository: Cell::new(None),
            held_lock: Cell::new(None),
        };
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
        migrate::migrate(&session, is_read_only)?;
        let may_write = session.simple(MAY_WRITE)?;
        let may_write = may_write.first().and_then(|row| row.get(0)) == Some("t");
        session.obstacle = match (is_read_only, may_write) {
            (true, _) => Some("the server is a standby, or set to read only".to_owned()),
            (false, false) => Some("this user may not write".to_owned()),
            (false, true) => None,
        };
        Ok(session)
    }

    pub(super) fn query(
        &self,
        sql: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<Vec<Row>, Failure> {
        let statement = self.statement(sql)?;
        finished(self.client.query(&statement, parameters))
    }

    /// The first row, if there is one.
    pub(super) fn query_first(
        &self,
        sql: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<Option<Row>, Failure> {
        Ok(self.query(sql, parameters)?.into_iter().next())
    }

    /// Returns the number of rows that changed.
    pub(super) fn execute(
        &self,
        sql: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<u64, Failure> {
        let statement = self.statement(sql)?;
        finished(self.client.execute(&statement, parameters))
    }

    /// Runs statements without parameters in one round trip. Returns all rows, as text.
    pub(super) fn simple(&self, sql: &str) -> Result<Vec<SimpleQueryRow>, Failure> {
        let messages = finished(self.client.simple_query(sql))?;
        let rows = messages.into_iter().filter_map(|message| match message {
            SimpleQueryMessage::Row(row) => Some(row),
            _ => None,
        });
        Ok(rows.collect())
    }

    fn statement(&self, sql: &'static str) -> Result<Statement, Failure> {
        if let Some(statement) = self.statements.borrow().get(sql) {
            return Ok(statement.clone());
        }
        let statement = finished(self.client.prepare(sql))?;
        self.statements.borrow_mut().insert(sql, statement.clone());
        Ok(statement)
    }
}

fn finished<T>(
    answer: impl Future<Output = Result<T, tokio_postgres::Error>>,
) -> Result<T, Failure> {
    wait_for(answer, ANSWER_TIMEOUT).ok_or(Failure::Silent)?.map_err(Failure::from)
}

/// Connects on a new thread, which then drives the connection until the client is dropped.
fn connect<T>(config: Config, tls: T) -> Result<Client, Failure>
where
    T: MakeTlsConnect<Socket> + Send + 'static,
    T::TlsConnect: Send,
    T::Stream: Send,
    <T::TlsConnect as TlsConnect<Socket>>::Future: Send,
{
    let (sender, receiver) = mpsc::sync_channel(1);
    let drive = move || {
        let unconnected = |error: std::io::Error| Failure::Unconnected(error.to_string());
        let runtime = runtime::Builder::new_current_thread().enable_all().build();
        let runtime = match runtime.map_err(unconnected) {
            Ok(runtime) => runtime,
            Err(failure) => return drop(sender.send(Err(failure))),
        };
        runtime.block_on(async {
            match config.connect(tls).await {
                // Errors of the connection reach whoever waits for an answer. If the opener has given up
                // meanwhile, the client is dropped and the connection ends.
                Ok((client, connection)) => {
                    let _ = sender.send(Ok(client));
                    let _ = connection.await;
                }
                Err(error) => {
                    let _ = sender.send(Err(Failure::Postgres(error)));
                }
            }
        });
        // A lookup of the host's name that still runs is not waited for.
        runtime.shutdown_background();
    };
    let thread = thread::Builder::new().name("postgres".to_owned());
    thread.spawn(drive).map_err(|error| Failure::Unconnected(error.to_string()))?;
    receiver.recv_timeout(OPEN_TIMEOUT).map_err(|_| Failure::Silent)?
}
