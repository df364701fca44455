//! One connection to the server.
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
use super::server::{CONNECT_TIMEOUT, Encryption, Server};
use super::tls::Tls;
use super::wait::wait_for;

/// Longer than the server lets a statement run, so that its own error arrives first.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(45);
/// All addresses of a host are tried, so connecting may take a few times as long as one of them.
const OPEN_TIMEOUT: Duration = Duration::from_secs(4 * CONNECT_TIMEOUT.as_secs());

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
    /// Connects, and asks nothing yet.
    pub(super) fn connect(server: &Server) -> Result<Session, Failure> {
        let client = match &server.encryption {
            Encryption::Off => connect(server.config.clone(), NoTls),
            Encryption::On { trusted } => {
                let tls = Tls::new(trusted.as_deref()).map_err(Failure::Unusable)?;
                connect(server.config.clone(), tls)
            }
        }?;
        Ok(Session {
            client,
            statements: RefCell::default(),
            obstacle: None,
            repository: Cell::new(None),
            held_lock: Cell::new(None),
        })
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
                // Errors of the connection reach the caller who waits for an answer. If the opener has given up
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
