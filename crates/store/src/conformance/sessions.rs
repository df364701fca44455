//! Checks of a [`SessionStore`](crate::SessionStore).

use rutter_domain::{ChatSession, Conversation, Message, Timestamp};

use super::{Check, Open, equal, failed, opened};
use crate::{Saved, SessionHeader, Store, StoredSession};

pub(super) const CHECKS: &[(&str, Check)] = &[
    ("a session comes back as it was", a_session_comes_back),
    ("a session that another saved meanwhile is not replaced", overtaken_saves_are_refused),
    ("sessions are listed last updated first", sessions_are_listed),
    ("sessions are found by the words in them", sessions_are_found),
];

fn chat(text: &str) -> ChatSession {
    let conversation = Conversation { messages: vec![Message::User(text.to_owned())] };
    ChatSession { title: text.to_owned(), conversation, ..ChatSession::default() }
}

fn save(
    store: &mut dyn Store,
    id: &str,
    text: &str,
    known: Option<u64>,
    at: u64,
) -> Result<u64, String> {
    match store.save_session(id, &chat(text), known, Timestamp(at)).map_err(failed)? {
        Saved::Kept { revision } => Ok(revision),
        Saved::Overtaken => Err(format!("saving `{id}` was overtaken")),
    }
}

fn a_session_comes_back(open: &Open) -> Result<(), String> {
    let mut store = opened(open)?;
    let first = save(&mut *store, "s", "one", None, 1)?;
    let revision = save(&mut *store, "s", "two \u{0} lines\n", Some(first), 2)?;
    let expected = StoredSession {
        id: "s".to_owned(),
        updated_at: Timestamp(2),
        revision,
        chat: chat("two \u{0} lines\n"),
    };
    equal("the session", opened(open)?.session("s").map_err(failed)?, Some(expected))?;
    equal("a missing session", store.session("t").map_err(failed)?, None)
}

fn overtaken_saves_are_refused(open: &Open) -> Result<(), String> {
    let (mut store, mut other) = (opened(open)?, opened(open)?);
    let first = save(&mut *store, "s", "one", None, 1)?;
    save(&mut *other, "s", "two", Some(first), 2)?;
    for known in [None, Some(first), Some(first + 1000)] {
        let saved = store.save_session("s", &chat("three"), known, Timestamp(3));
        equal("a save that knows too little", saved.map_err(failed)?, Saved::Overtaken)?;
    }
    let found = store.session("s").map_err(failed)?.map(|session| session.chat);
    equal("the session", found, Some(chat("two")))
}

fn sessions_are_listed(open: &Open) -> Result<(), String> {
    let mut store = opened(open)?;
    let first = save(&mut *store, "a", "one", None, 1)?;
    save(&mut *store, "b", "one", None, 2)?;
    save(&mut *store, "a", "two", Some(first), 3)?;
    let expected = vec![header("a", "two", 3), header("b", "one", 2)];
    equal("sessions", store.sessions().map_err(failed)?, expected)
}

fn header(id: &str, title: &str, at: u64) -> SessionHeader {
    SessionHeader {
        id: id.to_owned(),
        updated_at: Timestamp(at),
        name: None,
        title: title.to_owned(),
        n_messages: 1,
    }
}

fn sessions_are_found(open: &Open) -> Result<(), String> {
    let mut store = opened(open)?;
    save(&mut *store, "a", "Who \"parses\" 100% of it?", None, 1)?;
    save(&mut *store, "b", "who_writes", None, 2)?;
    for (words, expected) in [
        (&["who"][..], &["b", "a"][..]),
        (&["WHO", "parses"], &["a"]),
        (&["\"parses\""], &["a"]),
        (&["0% of"], &["a"]),
        (&["o_w"], &["b"]),
        (&["absent"], &[]),
        (&[], &["b", "a"]),
    ] {
        let found = store.sessions_with(words).map_err(failed)?;
        let ids: Vec<&str> = found.iter().map(|header| header.id.as_str()).collect();
        equal(&format!("sessions with {words:?}"), ids, expected.to_vec())?;
    }
    Ok(())
}
