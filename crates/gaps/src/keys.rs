//! What a change of files means for the questions of rules.
//!
//! A question about a name or a path has a key, and so has everything that a file tells the repository.
//! A question has to be asked again only if one of the facts under its key came or went.

use std::collections::HashSet;
use std::sync::Arc;

use rutter_domain::Family;

use crate::extract::Extract;
use crate::repository::{DOCUMENTS_KEY, marked_key, path_key, text_key, use_key};

/// The keys whose answers differ between two states of a repository, both in order of path.
pub(super) fn changed_keys(before: &[Arc<Extract>], after: &[Arc<Extract>]) -> HashSet<u64> {
    let mut changed = HashSet::new();
    let (mut old, mut new) = (before.iter().peekable(), after.iter().peekable());
    loop {
        let order = match (old.peek(), new.peek()) {
            (Some(left), Some(right)) => left.path.cmp(&right.path),
            (Some(_), None) => std::cmp::Ordering::Less,
            (None, Some(_)) => std::cmp::Ordering::Greater,
            (None, None) => return changed,
        };
        match order {
            std::cmp::Ordering::Less => {
                let gone = old.next().expect("it was peeked at");
                add_path(&mut changed, gone);
                changed.extend(facts_of(gone).into_iter().map(|(key, _)| key));
            }
            std::cmp::Ordering::Greater => {
                let added = new.next().expect("it was peeked at");
                add_path(&mut changed, added);
                changed.extend(facts_of(added).into_iter().map(|(key, _)| key));
            }
            std::cmp::Ordering::Equal => {
                let left = old.next().expect("it was peeked at");
                let right = new.next().expect("it was peeked at");
                if !Arc::ptr_eq(left, right) {
                    add_document(&mut changed, right);
                    changed.insert(text_key(&right.path));
                    let (left_facts, right_facts) = (facts_of(left), facts_of(right));
                    let differing = left_facts.symmetric_difference(&right_facts);
                    changed.extend(differing.map(|(key, _)| *key));
                    if left.has_header != right.has_header {
                        add_path(&mut changed, right);
                    }
                }
            }
        }
    }
}

/// What a file tells about each key, as pairs of key and a digest.
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

fn add_document(changed: &mut HashSet<u64>, file: &Extract) {
    if file.language.family() == Family::Document {
        changed.insert(DOCUMENTS_KEY);
    }
}

/// A path concerns questions about the file's name and about each folder above it.
fn add_path(changed: &mut HashSet<u64>, file: &Extract) {
    add_document(changed, file);
    let mut path = file.path.as_str();
    changed.insert(text_key(path));
    loop {
        changed.insert(path_key(path));
        match path.rfind('/') {
            Some(slash) => path = &path[..slash],
            None => break,
        }
    }
    changed.insert(path_key(""));
}
