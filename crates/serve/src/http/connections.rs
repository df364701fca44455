//! The open connections of the HTTP server, limited in number.
//!
//! Every connection uses a file descriptor, so strangers who connect and send nothing could keep
//! clients out. When there are too many, the least useful one is closed for the new one: first one
//! that never sent the token, then one that waits for its next request; of either kind the one that
//! was idle longest. One that is being answered is never closed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

/// The most open connections: half of 256, the smallest usual limit of open files of a process. The
/// rest is for the index.
pub(crate) const LIMIT_CONNECTIONS: usize = 128;

#[derive(Debug, Default)]
pub(crate) struct Connections {
    open: Mutex<Table>,
}

#[derive(Debug, Default)]
struct Table {
    /// A logical clock: of two events the later one has the higher number.
    clock: u64,
    by_number: HashMap<u64, ConnectionUse>,
}

#[derive(Debug)]
struct ConnectionUse {
    last: u64,
    trust: Trust,
    n_answering: usize,
    end: CancellationToken,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Trust {
    Stranger,
    /// It has sent the token.
    Client,
}

/// One connection. Dropping it makes room for another.
#[derive(Debug)]
pub(crate) struct Connection {
    connections: Arc<Connections>,
    number: u64,
    /// Cancelled when the connection is closed for another.
    pub(crate) end: CancellationToken,
}

/// Keeps a connection open as long as a request on it is being answered.
#[derive(Debug)]
pub(crate) struct Answering {
    connection: Arc<Connection>,
}

impl Connections {
    /// Admits a new connection, for which another one may be closed; `None` if all are being answered.
    pub(crate) fn admit(self: &Arc<Self>) -> Option<Connection> {
        let mut table = self.table();
        if table.by_number.len() >= LIMIT_CONNECTIONS && !table.end_one() {
            return None;
        }
        let number = table.tick();
        let end = CancellationToken::new();
        let state = ConnectionUse {
            last: number,
            trust: Trust::Stranger,
            n_answering: 0,
            end: end.clone(),
        };
        table.by_number.insert(number, state);
        Some(Connection { connections: Arc::clone(self), number, end })
    }

    /// Closes one connection because the process has no file descriptor left.
    pub(crate) fn end_one(&self) {
        self.table().end_one();
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    fn tick(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }

    fn end_one(&mut self) -> bool {
        let idle = self.by_number.iter().filter(|(_, state)| state.n_answering == 0);
        let least = idle.min_by_key(|(_, state)| (state.trust, state.last));
        let Some(number) = least.map(|(number, _)| *number) else { return false };
        if let Some(state) = self.by_number.remove(&number) {
            state.end.cancel();
        }
        true
    }
}

impl Connection {
    /// Notes that a request with the token is being answered.
    pub(crate) fn answer(self: &Arc<Self>) -> Answering {
        self.change(|state| {
            state.trust = Trust::Client;
            state.n_answering += 1;
        });
        Answering { connection: Arc::clone(self) }
    }

    /// Whether the token was sent by now.
    pub(crate) fn is_client(&self) -> bool {
        let table = self.connections.table();
        let state = table.by_number.get(&self.number);
        state.is_some_and(|state| state.trust == Trust::Client)
    }

    fn change(&self, change: impl FnOnce(&mut ConnectionUse)) {
        let mut table = self.connections.table();
        let now = table.tick();
        if let Some(state) = table.by_number.get_mut(&self.number) {
            state.last = now;
            change(state);
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.connections.table().by_number.remove(&self.number);
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.connection.change(|state| state.n_answering = state.n_answering.saturating_sub(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full() -> (Arc<Connections>, Vec<Arc<Connection>>) {
        let connections = Arc::new(Connections::default());
        let open = || Arc::new(connections.admit().expect("there is room"));
        let all = (0..LIMIT_CONNECTIONS).map(|_| open()).collect();
        (connections, all)
    }

    fn ended(all: &[Arc<Connection>]) -> Vec<usize> {
        (0..all.len()).filter(|at| all[*at].end.is_cancelled()).collect()
    }

    #[test]
    fn a_stranger_goes_before_a_client_and_the_quiet_before_the_busy() {
        let (connections, all) = full();
        let answering = all[1].answer();
        drop(all[0].answer());
        let _next = connections.admit().expect("one goes");
        assert_eq!(ended(&all), [2]);
        // With all strangers gone, it is the client that asks for nothing.
        let busy: Vec<Answering> = all[3..].iter().map(|stranger| stranger.answer()).collect();
        let _busy_too = Arc::new(connections.admit().expect("the newest stranger goes")).answer();
        assert_eq!(ended(&all), [2]);
        let _last = connections.admit().expect("the idle client goes");
        assert_eq!(ended(&all), [0, 2]);
        drop((answering, busy));
    }

    #[test]
    fn none_that_is_being_answered_is_ended() {
        let (connections, all) = full();
        let answering: Vec<Answering> = all.iter().map(|one| one.answer()).collect();
        assert!(connections.admit().is_none());
        drop(answering);
        assert!(connections.admit().is_some());
    }

    #[test]
    fn a_connection_that_ends_frees_its_place() {
        let (connections, mut all) = full();
        all.pop();
        let _new = connections.admit().expect("there is room");
        assert_eq!(ended(&all), [] as [usize; 0]);
    }
}
