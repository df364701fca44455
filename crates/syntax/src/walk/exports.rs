//! The names that a file exports in a list of their own.

use std::collections::HashSet;

use rutter_domain::{RenamedExport, Visibility};

use super::Walk;
use super::references::FACT_BYTES;

/// Names, and names inside of others, such as `T (A, b)` in Haskell.
#[derive(Default)]
pub struct Exports<'t> {
    names: HashSet<&'t str>,
    members: HashSet<(&'t str, &'t str)>,
    /// Pairs of an exported name and another one that it has in the file.
    renamed: Vec<(&'t str, &'t str)>,
}

impl<'t> Exports<'t> {
    pub fn is_empty(&self) -> bool {
        self.names.is_empty() && self.members.is_empty()
    }

    pub fn push(&mut self, name: &'t str) {
        self.names.insert(name);
    }

    /// Exports what the file knows as `local_name` under `name`.
    pub fn push_renamed(&mut self, name: &'t str, local_name: &'t str) {
        self.push(local_name);
        if name != local_name {
            self.renamed.push((name, local_name));
        }
    }

    pub fn push_member(&mut self, owner: &'t str, name: &'t str) {
        self.members.insert((owner, name));
    }

    pub fn contains(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    pub fn contains_member(&self, owner: &str, name: &str) -> bool {
        self.members.contains(&(owner, name))
    }
}

impl Walk<'_> {
    /// Makes public what the file exports by name, and what is in it and as visible.
    pub(super) fn publish_exported(&mut self) {
        let mut is_published = vec![false; self.symbols.len()];
        for id in 0..self.symbols.len() {
            let symbol = &mut self.symbols[id];
            is_published[id] = match symbol.parent {
                None => self.exported.contains(&symbol.name),
                Some(parent) => {
                    // Parents come before their children, so theirs is known here.
                    is_published[parent as usize] && symbol.visibility == Visibility::Internal
                }
            };
            if is_published[id] {
                symbol.visibility = Visibility::Public;
            }
        }
    }

    pub(super) fn finish_renamed_exports(&mut self) -> Vec<RenamedExport> {
        let renamed = std::mem::take(&mut self.exported.renamed);
        let n_bytes =
            |(name, local_name): &(&str, &str)| FACT_BYTES + name.len() + local_name.len();
        let reserved = renamed.into_iter().filter(|pair| self.reserve(n_bytes(pair)));
        reserved
            .map(|(name, local_name)| RenamedExport {
                name: name.to_string(),
                local_name: local_name.to_string(),
            })
            .collect()
    }
}
