//! Which questions of rules a change of files concerns.
//!
//! A question about a name or a path has a key, and so has everything that a file tells the repository.
//! A question has to be asked again only if one of the facts under its key came or went.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::sync::Arc;

use rutter_graph::path_text::{ancestors_of, parent_of};

use crate::extract::Extract;
use crate::repository::{marked_key, path_key, text_key, use_key};

/// The keys whose answers differ between two states of a repository, both in order of path.
pub(super) fn changed_keys(before: &[Arc<Extract>], after: &[Arc<Extract>]) -> HashSet<u64> {
    let mut changed = HashSet::new();
    let (mut old, mut new) = (before.iter().peekable(), after.iter().peekable());
    loop {
        let order = match (old.peek(), new.peek()) {
            (Some(left), Some(right)) => left.path.cmp(&right.path),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return changed,
        };
        let left = old.next_if(|_| order != Ordering::Greater);
        let right = new.next_if(|_| order != Ordering::Less);
        match (left, right) {
            (Some(left), Some(right)) if Arc::ptr_eq(left, right) => {}
            (Some(left), Some(right)) => {
                changed.insert(text_key(&right.path));
                let (left_facts, right_facts) = (facts_of(left), facts_of(right));
                let differing = left_facts.symmetric_difference(&right_facts);
                changed.extend(differing.map(|(key, _)| *key));
                if left.has_header != right.has_header {
                    add_path(&mut changed, right);
                }
            }
            (Some(file), None) | (None, Some(file)) => {
                add_path(&mut changed, file);
                changed.extend(facts_of(file).into_iter().map(|(key, _)| key));
            }
            (None, None) => {}
        }
    }
}

/// The facts of a file that questions depend on, as pairs of a key and a digest.
fn facts_of(file: &Extract) -> HashSet<(u64, u64)> {
    let mut facts = HashSet::new();
    for defined in &file.defined {
        let parent = defined.parent.and_then(|parent| file.defined.get(parent as usize));
        let digest = u64::from(defined.is_documented)
            ^ (defined.kind as u64) << 8
            ^ (defined.visibility as u64) << 16
            ^ u64::from(defined.n_parameters) << 4
            ^ parent.map_or(0, |parent| parent.hash.rotate_left(24));
        facts.insert((defined.hash, digest));
    }
    facts.extend(
        file.supertypes
            .iter()
            .filter_map(|(symbol, above)| Some((file.defined.get(*symbol as usize)?.hash, *above))),
    );
    facts.extend(file.referred.iter().map(|name| (use_key(*name), 1)));
    facts.extend(file.passed_on.iter().map(|name| (*name, 2)));
    facts.extend(file.imported.iter().map(|name| (*name, 3)));
    facts.extend(file.described.iter().map(|name| (*name, 4)));
    facts.extend(file.marked.iter().map(|name| (marked_key(*name), 5)));
    facts
}

/// A path concerns questions about the file's name and about each folder above it.
fn add_path(changed: &mut HashSet<u64>, file: &Extract) {
    changed.insert(text_key(&file.path));
    let around = ancestors_of(parent_of(&file.path)).chain([file.path.as_str(), ""]);
    changed.extend(around.map(path_key));
}
