//! Users, the audit log, and what users see.

use super::*;
use crate::{AuditEvent, LabelChange, ServerUser, TeamStore, UserRight, label_repository};

fn user(name: &str, labels: &[&str], right: UserRight) -> ServerUser {
    let labels = labels.iter().map(|&label| label.to_owned()).collect();
    ServerUser { name: name.to_owned(), labels, right, created_at: String::new() }
}

/// One cell of the first row.
fn cell(remote: &RemoteStore, sql: &str) -> String {
    let session = setup::open(&Server::parse(remote).unwrap()).unwrap();
    session.simple(sql).unwrap().first().and_then(|row| row.get(0)).unwrap_or_default().to_owned()
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_users_are_known_by_their_tokens_which_are_not_stored() {
    let Some(server) = server("users") else { return };
    let remote = new_database(server, "users");
    let store = TeamStore::open(&remote).unwrap();
    let ada = user("ada", &["app", "web"], UserRight::Write);
    assert!(store.add_user(&ada, "the token of ada").unwrap());
    assert!(!store.add_user(&user("ada", &["*"], UserRight::Read), "another").unwrap());
    assert!(store.add_user(&user("bob", &["*"], UserRight::Read), "the token of bob").unwrap());
    let found = store.user_of_token("the token of ada").unwrap().unwrap();
    assert_eq!((&found.name, &found.labels, found.right), (&ada.name, &ada.labels, ada.right));
    assert_eq!(store.user_of_token("the token of eve").unwrap(), None);
    assert_eq!(store.user_of_token("another").unwrap(), None);
    let names: Vec<_> = store.users().unwrap().into_iter().map(|user| user.name).collect();
    assert_eq!(names, ["ada", "bob"]);
    let stored = cell(&remote, "SELECT string_agg(users::text, ' ') FROM rutter.users");
    assert!(stored.contains("ada") && !stored.contains("the token"), "{stored}");
    assert!(store.remove_user("ada").unwrap() && !store.remove_user("ada").unwrap());
    assert_eq!(store.user_of_token("the token of ada").unwrap(), None);
    let event = |action: &str| AuditEvent {
        user: "bob".to_owned(),
        action: action.to_owned(),
        repository: Some("one".to_owned()),
        item: None,
        outcome: "done".to_owned(),
    };
    for action in ["a", "b", "c"] {
        store.add_to_audit(&event(action)).unwrap();
    }
    let newest: Vec<_> = store.audit(2).unwrap().into_iter().map(|one| one.event).collect();
    assert_eq!(newest, [event("b"), event("c")]);
    run_sql(&remote, "ALTER DATABASE users SET default_transaction_read_only = on");
    let error = TeamStore::open(&remote).unwrap_err();
    assert!(matches!(error, Error::StoreReadOnly { .. }), "{error}");
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_records_outside_of_a_users_labels_do_not_exist() {
    let Some(server) = server("access") else { return };
    let remote = new_database(server, "access");
    for name in ["none", "one", "two"] {
        let remote = RemoteStore { repository: name.to_owned(), ..remote.clone() };
        let entry = sample_entry("a.rs", "f", &format!("entry of {name}"));
        PostgresStore::open(&remote).unwrap().put(&entry, None, &[]).unwrap();
        let change = LabelChange { add: vec![name.to_owned()], remove: Vec::new() };
        if name != "none" {
            label_repository(&remote, name, &change).unwrap();
        }
    }
    let store = TeamStore::open(&remote).unwrap();
    let seen = |labels: &[&str], name: &str| {
        let access = user("u", labels, UserRight::Read).access();
        let read = store.read(&access, name, |store| Ok(store.entries()?.entries)).unwrap();
        let runs = store.runs(&access, name, |runs| runs.list()).unwrap();
        let looked = AuditEvent {
            user: "u".to_owned(),
            action: "count".to_owned(),
            repository: None,
            item: None,
            outcome: "done".to_owned(),
        };
        let written = store.write(&access, name, &looked, |store| store.n_entries()).unwrap();
        assert!(written.as_ref().is_none_or(|written| !written.is_logged), "it changed nothing");
        assert_eq!((read.is_some(), read.is_some()), (runs.is_some(), written.is_some()));
        assert_eq!(store.version(&access, name).unwrap().is_some(), read.is_some());
        let listed = store.repositories(&access).unwrap();
        assert_eq!(listed.iter().any(|listed| listed.name == name), read.is_some());
        read.map(|entries| entries[0].entry.summary.clone())
    };
    assert_eq!(seen(&["one"], "one").as_deref(), Some("entry of one"));
    assert_eq!(seen(&["two", "other"], "two").as_deref(), Some("entry of two"));
    assert_eq!(seen(&["*"], "none").as_deref(), Some("entry of none"));
    for (labels, name) in [(&["one"][..], "two"), (&["one"], "none"), (&[], "one"), (&["*"], "x")] {
        assert_eq!(seen(labels, name), None, "{labels:?} {name}");
    }
    let version = || store.version(&Access::Everything, "none").unwrap().unwrap();
    let (before, remote) = (version(), RemoteStore { repository: "none".to_owned(), ..remote });
    assert_eq!(version(), before);
    PostgresStore::open(&remote).unwrap().set_state("key", "value", None).unwrap();
    let changed = version();
    assert_eq!((changed.repository, changed.latest), (before.repository, before.latest + 1));
    crate::forget_repository(&remote, "none").unwrap();
    PostgresStore::open(&remote).unwrap().set_state("key", "value", None).unwrap();
    assert_ne!(version().repository, before.repository);
    // More threads than connections, each turning from one repository to another.
    thread::scope(|scope| {
        for n in 0..16 {
            let seen = &seen;
            scope.spawn(move || {
                for round in 0..10 {
                    let name = if (n + round) % 2 == 0 { "one" } else { "two" };
                    assert_eq!(seen(&["one", "two"], name), Some(format!("entry of {name}")));
                }
            });
        }
    });
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_change_and_its_event_are_written_together_or_not_at_all() {
    let Some(server) = server("audit") else { return };
    let remote = new_database(server, "audited");
    let remote = RemoteStore { repository: "app".to_owned(), ..remote };
    let entry = sample_entry("a.rs", "f", "Adds.");
    let mut records = PostgresStore::open(&remote).unwrap();
    let Put::Kept { id } = records.put(&entry, None, &[]).unwrap() else { panic!("overtaken") };
    let store = TeamStore::open(&remote).unwrap();
    let done = AuditEvent {
        user: "ada".to_owned(),
        action: "reject entry".to_owned(),
        repository: Some("app".to_owned()),
        item: Some(id.clone()),
        outcome: "done".to_owned(),
    };
    let reject = |id: &str| {
        store.write(&Access::Everything, "app", &done, |store| {
            store.reject(id, "It waits.", Timestamp(1))
        })
    };
    run_sql(&remote, "ALTER TABLE rutter.audit ADD CONSTRAINT full_disk CHECK (false)");
    let error = reject(&id).unwrap_err();
    assert!(matches!(error, Error::StoreFailed { .. }), "{error}");
    assert!(records.entry(&id).unwrap().unwrap().notes.is_empty(), "nothing was rejected");
    run_sql(&remote, "ALTER TABLE rutter.audit DROP CONSTRAINT full_disk");
    assert!(!reject("absent").unwrap().unwrap().is_logged);
    assert!(store.audit(9).unwrap().is_empty(), "what changed nothing is left to the caller");
    assert!(reject(&id).unwrap().unwrap().is_logged);
    assert_eq!(records.entry(&id).unwrap().unwrap().notes.len(), 1);
    let logged: Vec<_> = store.audit(9).unwrap().into_iter().map(|one| one.event).collect();
    assert_eq!(logged, std::slice::from_ref(&done));
}
