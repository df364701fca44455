//! The open connections of the HTTP server, limited in number.
//!
//! Every connection uses a file descriptor, so strangers who connect and send nothing could lock
//! clients out. If there are too many, the least useful one is closed for the new one: first one
//! that never sent the token, then one that waits for a request or for the rest of its body, then one
//! with an open stream of events, which its client opens again; of each kind the one that was idle the
//! longest. One that is being answered is never closed. Each of several users may have a share of them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

/// Most open connections: half of 256, the smallest usual limit of open files of a process. The
/// rest is for the index.
pub(crate) const LIMIT_CONNECTIONS: usize = 128;
/// Most connections of one user, if there are several users. A quarter of all, so that one user cannot keep the others
/// out with requests that never end.
pub(crate) const LIMIT_USER_CONNECTIONS: usize = 32;

#[derive(Debug, Default)]
pub(crate) struct Connections {
    open: Mutex<Table>,
}

#[derive(Debug, Default)]
struct Table {
    /// A logical clock. A later event has a higher number.
    clock: u64,
    by_number: HashMap<u64, ConnectionUse>,
}

#[derive(Debug)]
struct ConnectionUse {
    last: u64,
    trust: Trust,
    /// The user whose token it has sent, if there are several users.
    user: Option<Arc<str>>,
    n_answering: usize,
    /// Whether the body of its request is still arriving.
    is_reading: bool,
    /// Whether a stream of events is being sent.
    is_streaming: bool,
    end: CancellationToken,
}

/// What is lost if a connection is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Loss {
    Nothing,
    Stream,
}

impl ConnectionUse {
    /// Returns `None` if the connection must not be closed.
    fn loss(&self) -> Option<Loss> {
        match self {
            ConnectionUse { n_answering: 0, .. } | ConnectionUse { is_reading: true, .. } => {
                Some(Loss::Nothing)
            }
            ConnectionUse { is_streaming: true, .. } => Some(Loss::Stream),
            _ => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Trust {
    Stranger,
    /// It has sent the token.
    Client,
}

/// One connection. Dropping it makes room for another one.
#[derive(Debug)]
pub(crate) struct Connection {
    connections: Arc<Connections>,
    number: u64,
    /// Cancelled when the connection is closed for another one.
    pub(crate) end: CancellationToken,
}

/// Keeps a connection open while a request on it is being answered.
#[derive(Debug)]
pub(crate) struct Answering {
    connection: Arc<Connection>,
}

/// Allows a connection to be closed for another one while its request is being read.
#[derive(Debug)]
pub(crate) struct Reading<'a> {
    connection: &'a Connection,
}

impl Connections {
    /// Admits a new connection, and may close another one for it. Returns `None` if all are being answered.
    pub(crate) fn admit(self: &Arc<Self>) -> Option<Connection> {
        let mut table = self.table();
        if table.by_number.len() >= LIMIT_CONNECTIONS && !table.end_one(|_| true) {
            return None;
        }
        let number = table.tick();
        let end = CancellationToken::new();
        let state = ConnectionUse {
            last: number,
            trust: Trust::Stranger,
            user: None,
            n_answering: 0,
            is_reading: false,
            is_streaming: false,
            end: end.clone(),
        };
        table.by_number.insert(number, state);
        Some(Connection { connections: Arc::clone(self), number, end })
    }

    /// Closes one connection because the process has no file descriptor left.
    pub(crate) fn end_one(&self) {
        self.table().end_one(|_| true);
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

    /// Closes the least useful of the connections that fit. Returns `false` if there is none.
    fn end_one(&mut self, fits: impl Fn(&ConnectionUse) -> bool) -> bool {
        let fitting = self.by_number.iter().filter(|(_, state)| fits(state));
        let of_use = fitting.filter_map(|(number, state)| {
            state.loss().map(|loss| ((state.trust, loss, state.last), *number))
        });
        let Some((_, number)) = of_use.min() else { return false };
        if let Some(state) = self.by_number.remove(&number) {
            state.end.cancel();
        }
        true
    }
}

impl Connection {
    /// Notes that a request with the token is being answered, for this user if there are several. A user with
    /// too many connections loses the least useful one. Returns `None` if all of them are being answered.
    pub(crate) fn answer(self: &Arc<Self>, user: Option<&str>) -> Option<Answering> {
        if let Some(user) = user {
            let mut table = self.connections.table();
            if let Some(own) = table.by_number.get_mut(&self.number) {
                own.user = None;
            }
            let is_other = |state: &ConnectionUse| state.user.as_deref() == Some(user);
            let n_others = table.by_number.values().filter(|state| is_other(state)).count();
            if n_others >= LIMIT_USER_CONNECTIONS && !table.end_one(is_other) {
                return None;
            }
        }
        self.change(|state| {
            state.trust = Trust::Client;
            state.user = user.map(Arc::from);
            state.n_answering += 1;
        });
        Some(Answering { connection: Arc::clone(self) })
    }

    /// Notes that the body of a request is being read.
    pub(crate) fn read(&self) -> Reading<'_> {
        self.change(|state| state.is_reading = true);
        Reading { connection: self }
    }

    /// Returns whether the token was sent.
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

impl Answering {
    /// Notes that the answer is a stream of events, which a client opens again when it breaks off.
    pub(crate) fn stream(&self) {
        self.connection.change(|state| state.is_streaming = true);
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.connection.change(|state| {
            state.n_answering = state.n_answering.saturating_sub(1);
            state.is_streaming = false;
        });
    }
}

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        self.connection.change(|state| state.is_reading = false);
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
        let answering = all[1].answer(None);
        drop(all[0].answer(None));
        let _next = connections.admit().expect("one goes");
        assert_eq!(ended(&all), [2]);
        // With all strangers gone, it is the client that asks for nothing.
        let busy: Vec<_> = all[3..].iter().map(|stranger| stranger.answer(None)).collect();
        let new = Arc::new(connections.admit().expect("the newest stranger goes"));
        let _busy_too = new.answer(None);
        assert_eq!(ended(&all), [2]);
        let _last = connections.admit().expect("the idle client goes");
        assert_eq!(ended(&all), [0, 2]);
        drop((answering, busy));
    }

    #[test]
    fn none_that_is_being_answered_is_ended() {
        let (connections, all) = full();
        let answering: Vec<_> = all.iter().map(|one| one.answer(None)).collect();
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

    #[test]
    fn one_that_still_sends_its_request_goes_before_a_stream_of_events() {
        let (connections, all) = full();
        let answering: Vec<_> = all.iter().filter_map(|one| one.answer(None)).collect();
        answering[0].stream();
        let reading = all[5].read();
        let _first = connections.admit().expect("the unfinished request goes");
        assert_eq!(ended(&all), [5]);
        let _second = Arc::new(connections.admit().expect("the stranger goes")).answer(None);
        let _third = connections.admit().expect("the stream goes");
        assert_eq!(ended(&all), [0, 5]);
        drop(reading);
    }

    #[test]
    fn a_user_has_a_share_of_the_connections() {
        let (connections, all) = full();
        let answering: Vec<_> =
            all[..LIMIT_USER_CONNECTIONS].iter().map(|one| one.answer(Some("ada"))).collect();
        assert!(answering.iter().all(Option::is_some));
        let next = &all[LIMIT_USER_CONNECTIONS];
        assert!(next.answer(Some("ada")).is_none(), "all of hers are being answered");
        assert!(next.answer(Some("grace")).is_some());
        assert!(all[0].answer(Some("ada")).is_some(), "the same connection is not counted twice");
        let _reading = all[3].read();
        assert!(all[60].answer(Some("ada")).is_some());
        assert_eq!(ended(&all), [3]);
        drop(connections);
    }
}
