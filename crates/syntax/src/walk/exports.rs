//! The names that a file exports in a list of their own.

use std::collections::HashSet;

use rutter_domain::Visibility;

use super::Walk;

/// Names, and names inside of others, such as `T (A, b)` in Haskell.
#[derive(Default)]
pub struct Exports<'t> {
    names: HashSet<&'t str>,
    members: HashSet<(&'t str, &'t str)>,
}

impl<'t> Exports<'t> {
    pub fn is_empty(&self) -> bool {
        self.names.is_empty() && self.members.is_empty()
    }

    pub fn push(&mut self, name: &'t str) {
        self.names.insert(name);
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
                    is_published[parent as usize] && symbol.visibility == Visibility::Internal
                }
            };
            if is_published[id] {
                symbol.visibility = Visibility::Public;
            }
        }
    }
}
