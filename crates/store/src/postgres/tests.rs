//! The store against a real server, which `cargo xtask test` installs.

mod team;

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;

use rutter_domain::{Event, Moment, RemoteStore, Timestamp};
use rutter_fixture::{PostgresServer, skip};

use super::*;
use crate::conformance::{check, check_runs, sample_entry};
use crate::rows::{Presence, Rows};
use crate::{
    Access, ChangeFeed, EntryStore, LeaseStore, Put, RunState, Saved, StateStore, Store, StoreUrl,
    open, open_runs,
};

/// One server for all tests that do not stop it.
fn server(test: &str) -> Option<&'static PostgresServer> {
    static SERVER: OnceLock<Result<PostgresServer, String>> = OnceLock::new();
    match SERVER.get_or_init(PostgresServer::start) {
        Ok(server) => Some(server),
        Err(why) => {
            skip(&format!("postgres: {test}"), why);
            None
        }
    }
}

/// A repository that no other test uses.
fn fresh(url: &str) -> RemoteStore {
    static N_MADE: AtomicU32 = AtomicU32::new(0);
    let number = N_MADE.fetch_add(1, Ordering::Relaxed);
    RemoteStore { url: url.to_owned(), repository: format!("test-{number}") }
}

fn run_sql(remote: &RemoteStore, sql: &str) {
    let session = setup::open(&Server::parse(remote).unwrap()).unwrap();
    session.simple(sql).unwrap();
}

/// A new database on the server.
fn new_database(server: &PostgresServer, name: &str) -> RemoteStore {
    let remote = fresh(&server.url);
    run_sql(&remote, &format!("CREATE DATABASE {name}"));
    let (address, _) = server.url.rsplit_once('/').unwrap();
    RemoteStore { url: format!("{address}/{name}"), ..remote }
}

fn message(opened: Result<Box<dyn Store>, Error>) -> String {
    opened.map(|_| "it was opened".to_owned()).unwrap_or_else(|error| error.to_string())
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_postgres_conforms() {
    let Some(server) = server("conformance") else { return };
    check(&|| {
        let remote = fresh(&server.url);
        Box::new(move || open(&StoreUrl::Remote(remote.clone())))
    })
    .unwrap();
    check_runs(&|| open_runs(&StoreUrl::Remote(fresh(&server.url)))).unwrap();
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_repositories_do_not_see_each_other() {
    let Some(server) = server("repositories") else { return };
    let mut left = PostgresStore::open(&fresh(&server.url)).unwrap();
    let mut right = PostgresStore::open(&fresh(&server.url)).unwrap();
    for (store, summary) in [(&mut left, "one"), (&mut right, "two")] {
        store.put(&sample_entry("a.rs", "f", summary), None, &[]).unwrap();
        store.set_state("key", summary, None).unwrap();
    }
    for (store, summary) in [(&left, "one"), (&right, "two")] {
        let entries = store.entries().unwrap().entries;
        let found: Vec<&str> = entries.iter().map(|stored| &*stored.entry.summary).collect();
        assert_eq!(found, [summary]);
        assert_eq!(store.state("key").unwrap().unwrap().value, summary);
        assert_eq!(store.latest().unwrap(), 2);
    }
    let (one, two) = (&left.link.server.repository, &right.link.server.repository);
    let remote = fresh(&server.url);
    let listed = |name: &str| {
        let all = crate::list_repositories(&remote, &Access::Everything).unwrap();
        all.into_iter().find(|repository| repository.name == name)
    };
    let found = listed(one).unwrap();
    assert_eq!((found.n_entries, found.latest), (1, 2));
    assert!(crate::forget_repository(&remote, one).unwrap());
    assert!(!crate::forget_repository(&remote, one).unwrap());
    assert!(listed(one).is_none() && listed(two).is_some());
    assert_eq!(left.latest().unwrap(), 0);
    left.set_state("key", "again", None).unwrap();
    assert_eq!((left.latest().unwrap(), left.n_entries().unwrap()), (1, 0));
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_labels_restrict_who_sees_a_repository() {
    let Some(server) = server("labels") else { return };
    let remote = new_database(server, "labels");
    for name in ["none", "one", "two"] {
        let remote = RemoteStore { repository: name.to_owned(), ..remote.clone() };
        PostgresStore::open(&remote).unwrap().set_state("key", "value", None).unwrap();
    }
    let label = |name: &str, add: &[&str], remove: &[&str]| {
        let own = |labels: &[&str]| labels.iter().map(|&label| label.to_owned()).collect();
        let change = crate::LabelChange { add: own(add), remove: own(remove) };
        crate::label_repository(&remote, name, &change).unwrap()
    };
    assert_eq!(label("one", &["web", "app", "web"], &[]).unwrap(), ["app", "web"]);
    assert_eq!(label("two", &["app", "old"], &[]).unwrap(), ["app", "old"]);
    assert_eq!(label("two", &[], &["old"]).unwrap(), ["app"]);
    assert_eq!(label("absent", &["app"], &[]), None);
    let seen = |labels: &[&str]| {
        let access = Access::of_labels(labels.iter().copied());
        let all = crate::list_repositories(&remote, &access).unwrap();
        all.into_iter().map(|repository| repository.name).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(seen(&["*"]), "none one two");
    assert_eq!(seen(&["app"]), "one two");
    assert_eq!(seen(&["web", "old"]), "one");
    assert_eq!(seen(&["old", "ap"]), "");
    assert_eq!(seen(&[]), "");
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_write_that_is_sent_twice_is_applied_once() {
    let Some(server) = server("repeated writes") else { return };
    let store = PostgresStore::open(&fresh(&server.url)).unwrap();
    let session = store.link.session.borrow_mut().take().unwrap();
    let repository = store.link.find_or_create_repository(&session).unwrap();
    let key = WriteKey::random().unwrap();
    let send = |is_repeated: bool| {
        transaction::run(&session, repository, &key, is_repeated, |transaction| {
            transaction.record(crate::ChangedItem::State, "key", Presence::Present)
        })
        .unwrap()
    };
    assert_eq!(send(false), 1);
    assert_eq!(send(true), 1);
    assert_eq!(store.latest().unwrap(), 1);
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_restarted_server_is_connected_to_again() {
    let server = match PostgresServer::start() {
        Ok(server) => server,
        Err(why) => return skip("postgres: restarts", &why),
    };
    let remote = fresh(&server.url);
    let mut store = PostgresStore::open(&remote).unwrap();
    let mut known = None;
    for (n, again) in [PostgresServer::restart, PostgresServer::crash].into_iter().enumerate() {
        let saved = store.set_state("key", &n.to_string(), known).unwrap();
        let Saved::Kept { revision } = saved else { panic!("{saved:?}") };
        known = Some(revision);
        again(&server);
        assert_eq!(store.state("key").unwrap().unwrap().value, n.to_string());
    }
    let runs = open_runs(&StoreUrl::Remote(remote));
    let writer = runs.create(Timestamp(1)).unwrap();
    let [mission, model, mode, root, version] = ["m", "m", "m", "m", "m"].map(str::to_owned);
    let run = writer.id().to_owned();
    let event = Event::Started { run, mission, model, mode, root, version, session: None };
    writer.append(&Moment { at: Timestamp(1), gap: None, event }).unwrap();
    server.restart();
    let state = runs.read(writer.id()).unwrap().run.state;
    assert_eq!(state, RunState::Running, "its program lives, and takes the lock again later");
    server.stop();
    let error = store.state("key").unwrap_err();
    assert!(matches!(error, Error::StoreUnreachable { .. }), "{error}");
    server.start_again();
    assert!(store.state("key").unwrap().is_some());
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_new_database_is_set_up_once_by_many_clients() {
    let Some(server) = server("set-up") else { return };
    let remote = Arc::new(new_database(server, "set_up"));
    let clients: Vec<_> = (0..8)
        .map(|n| {
            let remote = Arc::clone(&remote);
            thread::spawn(move || {
                let mut store = PostgresStore::open(&remote).unwrap();
                store.set_state(&n.to_string(), "value", None).unwrap();
            })
        })
        .collect();
    clients.into_iter().for_each(|client| client.join().unwrap());
    assert_eq!(PostgresStore::open(&remote).unwrap().states("").unwrap().len(), 8);
    run_sql(&remote, "INSERT INTO rutter.versions (version) VALUES (1000)");
    let error = message(open(&StoreUrl::Remote(RemoteStore::clone(&remote))));
    assert!(error.contains("written by another version of rutter"), "{error}");
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_an_encrypted_connection_checks_the_certificate() {
    let Some(server) = server("TLS") else { return };
    let open_with = |parameters: &str| {
        let url = server.url.replace("127.0.0.1", "localhost");
        message(open(&StoreUrl::Remote(fresh(&format!("{url}?{parameters}")))))
    };
    let certificate = server.certificate.display();
    let trusted = format!("sslmode=verify-full&sslrootcert={certificate}");
    assert_eq!(open_with(&trusted), "it was opened");
    let error = open_with("sslmode=verify-full");
    assert!(error.contains("invalid peer certificate"), "{error}");
    let error = open_with("sslrootcert=missing.pem");
    assert!(error.contains("cannot read certificates from `missing.pem`"), "{error}");
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_refusal_is_reported_without_the_password() {
    let Some(server) = server("refusals") else { return };
    let with = |from: &str, to: &str| {
        let (before, after) = server.url.rsplit_once(from).unwrap();
        message(open(&StoreUrl::Remote(fresh(&format!("{before}{to}{after}")))))
    };
    let wrong_password = with("open%20sesame", "s3cr3t");
    assert!(wrong_password.contains("refuses access: password authentication failed"));
    let no_password = with(":open%20sesame", "");
    assert!(no_password.contains("refuses access: invalid configuration: password missing"));
    let wrong_database = with("/rutter", "/absent");
    assert!(wrong_database.contains("refuses access: database \"absent\" does not exist"));
    let (_, place) = server.url.rsplit_once(':').unwrap();
    let nobody = with(place, "1/rutter");
    assert!(nobody.contains("cannot reach the store"), "{nobody}");
    for error in [wrong_password, wrong_database, nobody] {
        assert!(!error.contains("s3cr3t") && !error.contains("sesame"), "{error}");
    }
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_store_that_cannot_be_written_is_read() {
    let Some(server) = server("reading only") else { return };
    let writable = fresh(&server.url);
    PostgresStore::open(&writable).unwrap().set_state("key", "value", None).unwrap();
    let option = "options=-c%20default_transaction_read_only%3Don";
    let set = RemoteStore { url: format!("{}?{option}", server.url), ..writable.clone() };
    run_sql(
        &writable,
        "CREATE ROLE reader LOGIN PASSWORD 'reader'; GRANT USAGE ON SCHEMA rutter TO reader;
         GRANT SELECT ON ALL TABLES IN SCHEMA rutter TO reader",
    );
    let url = server.url.replacen("rutter:open%20sesame", "reader:reader", 1);
    let user = RemoteStore { url, ..writable };
    for (remote, reason) in [(set, "set to read only"), (user, "this user may not write")] {
        let mut store = PostgresStore::open(&remote).unwrap();
        assert_eq!(store.state("key").unwrap().unwrap().value, "value");
        let error = store.set_state("other", "value", None).unwrap_err().to_string();
        assert!(error.contains("can only be read") && error.contains(reason), "{error}");
    }
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_altered_and_lost_rows_are_found() {
    let Some(server) = server("damage") else { return };
    let remote = fresh(&server.url);
    let mut store = PostgresStore::open(&remote).unwrap();
    let mut ids = Vec::new();
    for symbol in ["altered", "lost", "whole"] {
        match store.put(&sample_entry("a.rs", symbol, "one"), None, &[]).unwrap() {
            Put::Kept { id } => ids.push(id),
            Put::Overtaken => panic!("{symbol} was overtaken"),
        }
    }
    let [altered, lost] = [&ids[0], &ids[1]];
    run_sql(
        &remote,
        &format!(
            "UPDATE rutter.entries SET body = replace(body::text, 'one', 'two')::json
                WHERE id = '{altered}';
             DELETE FROM rutter.entries WHERE id = '{lost}'"
        ),
    );
    let damage = store.verify().unwrap();
    assert_eq!((&damage.altered, &damage.lost), (&vec![altered.clone()], &vec![lost.clone()]));
    store.forget(&[altered.clone(), lost.clone()]).unwrap();
    assert!(store.verify().unwrap().is_empty());
    assert_eq!(store.n_entries().unwrap(), 1);
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_store_is_used_from_inside_of_a_runtime() {
    let Some(server) = server("runtimes") else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut store = PostgresStore::open(&fresh(&server.url)).unwrap();
        let lease = store.acquire_lease("work", "me", Timestamp(1), Duration::from_secs(1));
        assert!(matches!(lease.unwrap(), crate::Acquired::Granted(_)));
    });
}

/// Adds one to a number, against others who do the same.
fn increment(store: &mut PostgresStore) {
    loop {
        let before = store.state("sum").unwrap();
        let known = before.as_ref().map(|state| state.revision);
        let sum = before.map_or(0, |state| state.value.parse::<u32>().unwrap()) + 1;
        match store.set_state("sum", &sum.to_string(), known).unwrap() {
            Saved::Kept { .. } => return,
            Saved::Overtaken => {}
        }
    }
}

/// A write that was acknowledged counts once, also if its connection was lost during the commit.
#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_eight_writers_lose_and_repeat_nothing_while_the_server_restarts() {
    const N_WRITERS: u32 = 8;
    const N_WRITES: u32 = 40;
    let server = match PostgresServer::start() {
        Ok(server) => server,
        Err(why) => return skip("postgres: eight writers", &why),
    };
    let remote = fresh(&server.url);
    let n_granted = AtomicU32::new(0);
    let n_done = AtomicU32::new(0);
    let write = |writer: u32, mut store: PostgresStore| {
        for n in 0..N_WRITES {
            increment(&mut store);
            // All want the same work.
            let (name, holder) = (format!("work {n}"), format!("writer {writer}"));
            let day = Duration::from_secs(86_400);
            let lease = store.acquire_lease(&name, &holder, Timestamp(1), day).unwrap();
            match lease {
                crate::Acquired::Granted(lease) => {
                    assert_eq!((lease.holder, lease.token), (holder, 1));
                    n_granted.fetch_add(1, Ordering::SeqCst);
                }
                crate::Acquired::Taken(lease) => assert_eq!(lease.token, 1),
            }
            n_done.fetch_add(1, Ordering::SeqCst);
        }
    };
    thread::scope(|scope| {
        for writer in 0..N_WRITERS {
            let (write, store) = (&write, PostgresStore::open(&remote).unwrap());
            scope.spawn(move || write(writer, store));
        }
        for again in [PostgresServer::restart, PostgresServer::crash, PostgresServer::restart] {
            let before = n_done.load(Ordering::SeqCst);
            while n_done.load(Ordering::SeqCst) < (before + 20).min(N_WRITERS * N_WRITES) {
                thread::yield_now();
            }
            again(&server);
        }
    });
    let store = PostgresStore::open(&remote).unwrap();
    let sum: u32 = store.state("sum").unwrap().unwrap().value.parse().unwrap();
    assert_eq!(sum, N_WRITERS * N_WRITES);
    assert_eq!(n_granted.load(Ordering::SeqCst), N_WRITES);
}
