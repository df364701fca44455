//! Checks of a [`StateStore`](crate::StateStore).

use super::{Check, Open, ensure, equal, failed, opened};
use crate::{Saved, Store};

pub(super) const CHECKS: &[(&str, Check)] = &[
    ("a value comes back as it was", a_value_comes_back),
    ("a value that another set meanwhile is not replaced", overtaken_values_are_refused),
    ("keys are listed by prefix", keys_are_listed_by_prefix),
    ("a removed key is gone", a_removed_key_is_gone),
];

fn set(store: &mut dyn Store, key: &str, value: &str, known: Option<u64>) -> Result<u64, String> {
    match store.set_state(key, value, known).map_err(failed)? {
        Saved::Kept { revision } => Ok(revision),
        Saved::Overtaken => Err(format!("setting `{key}` was overtaken")),
    }
}

fn value_of(store: &dyn Store, key: &str) -> Result<Option<(String, u64)>, String> {
    let found = store.state(key).map_err(failed)?;
    Ok(found.map(|found| (found.value, found.revision)))
}

fn a_value_comes_back(open: &Open) -> Result<(), String> {
    let mut store = opened(open)?;
    let first = set(&mut *store, "key", "one", None)?;
    let revision = set(&mut *store, "key", "é\n\"two\"", Some(first))?;
    let expected = Some(("é\n\"two\"".to_owned(), revision));
    equal("the value", value_of(&*opened(open)?, "key")?, expected)?;
    equal("a missing key", value_of(&*store, "other")?, None)
}

fn overtaken_values_are_refused(open: &Open) -> Result<(), String> {
    let (mut store, mut other) = (opened(open)?, opened(open)?);
    let first = set(&mut *store, "key", "one", None)?;
    let second = set(&mut *other, "key", "two", Some(first))?;
    for known in [None, Some(first), Some(second + 1000)] {
        let saved = store.set_state("key", "three", known).map_err(failed)?;
        equal("a write that knows too little", saved, Saved::Overtaken)?;
    }
    let saved = store.set_state("other", "one", Some(first)).map_err(failed)?;
    equal("a rewrite of a missing key", saved, Saved::Overtaken)?;
    equal("the value", value_of(&*store, "key")?, Some(("two".to_owned(), second)))
}

fn keys_are_listed_by_prefix(open: &Open) -> Result<(), String> {
    let mut store = opened(open)?;
    for key in ["gap/b", "gap/a", "gap", "gap%/c", "é/a"] {
        set(&mut *store, key, key, None)?;
    }
    for (prefix, expected) in [
        ("gap/", vec!["gap/a", "gap/b"]),
        ("gap%", vec!["gap%/c"]),
        ("é", vec!["é/a"]),
        ("x", vec![]),
        ("", vec!["gap", "gap%/c", "gap/a", "gap/b", "é/a"]),
    ] {
        let found = store.states(prefix).map_err(failed)?;
        let keys: Vec<_> = found.iter().map(|(key, _)| &**key).collect();
        equal(&format!("keys that start with `{prefix}`"), keys, expected)?;
        let is_own = found.iter().all(|(key, value)| *key == value.value);
        ensure("each key has its own value", is_own)?;
    }
    Ok(())
}

fn a_removed_key_is_gone(open: &Open) -> Result<(), String> {
    let mut store = opened(open)?;
    let first = set(&mut *store, "key", "one", None)?;
    ensure("a key is removed", store.remove_state("key").map_err(failed)?)?;
    ensure("it is removed once", !store.remove_state("key").map_err(failed)?)?;
    equal("the value", value_of(&*opened(open)?, "key")?, None)?;
    let second = set(&mut *store, "key", "two", None)?;
    ensure("a key that comes back has a new revision", second > first)
}
