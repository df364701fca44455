//! The definitions a reference may mean, gathered one by one.

use rutter_domain::Provenance;

use crate::names::Entry;

/// The best definitions so far.
#[derive(Debug, Default)]
pub struct Found {
    pub entries: Vec<Entry>,
    worst: u8,
    wanted: Wanted,
}

/// What the definitions are gathered for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Wanted {
    /// Every one of them.
    #[default]
    All,
    /// Only whether there are none, one or several.
    Plurality,
}

impl Found {
    pub fn new(wanted: Wanted) -> Found {
        Found { entries: Vec::new(), worst: u8::MAX, wanted }
    }

    pub fn clear(&mut self) {
        self.entries.clear();
        self.worst = u8::MAX;
    }

    /// Takes a definition unless a better one is there, and puts it in the place of worse ones. One
    /// that only announces another counts as worse than that.
    pub fn offer(&mut self, entry: Entry, fitness: u8) {
        let fitness = 2 * fitness + u8::from(entry.traits.is_declaration());
        if fitness < self.worst {
            self.entries.clear();
            self.worst = fitness;
        }
        if fitness == self.worst {
            self.entries.push(entry);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether nothing that is yet to come can change what is wanted.
    pub fn is_settled(&self) -> bool {
        self.wanted == Wanted::Plurality && self.worst == 0 && self.n_homes() > 1
    }

    /// Whether all that was found only announces a definition.
    pub fn is_declared_only(&self) -> bool {
        !self.entries.is_empty() && self.entries.iter().all(|entry| entry.traits.is_declaration())
    }

    /// What is known when all that was found is known in one way: several definitions under one
    /// roof are one thing, such as overloads; under several they are ambiguous.
    pub fn known_by(&self, provenance: Provenance) -> Option<Provenance> {
        match self.n_homes() {
            0 => None,
            1 => Some(provenance),
            n_homes => Some(Provenance::Ambiguous(n_homes)),
        }
    }

    /// In how many types and files the definitions lie.
    fn n_homes(&self) -> u32 {
        let home = |entry: &Entry| (entry.file, entry.container);
        let Some(first) = self.entries.first().map(home) else { return 0 };
        if self.entries.iter().all(|entry| home(entry) == first) {
            return 1;
        }
        if self.wanted == Wanted::Plurality {
            return 2;
        }
        let mut homes: Vec<(u32, u32)> = self.entries.iter().map(home).collect();
        homes.sort_unstable();
        homes.dedup();
        homes.len() as u32
    }
}
