//! The names of a digest, each stored once.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use serde::{Deserialize, Serialize};

use crate::base::hash::NameHasher;
use crate::base::packed::NONE;

/// Every name of a file, once, concatenated in one text: one allocation instead of one for each name.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct NameArena {
    text: String,
    /// The end of each name in the text.
    ends: Vec<u32>,
}

impl NameArena {
    pub fn get(&self, name: u32) -> &str {
        self.find(name).unwrap_or("")
    }

    /// The number of a name, if it is one of them.
    pub fn number_of(&self, name: &str) -> Option<u32> {
        // Most names that are asked for do not occur in the text, and one search through it is faster than
        // comparing every name.
        let is_possible = self.text.contains(name);
        is_possible.then(|| self.find_all(|known| known == name).next()).flatten()
    }

    /// The numbers of the names that are wanted.
    pub fn find_all(&self, is_wanted: impl Fn(&str) -> bool) -> impl Iterator<Item = u32> {
        let mut start = 0;
        (self.ends.iter().zip(0..)).filter_map(move |(end, number)| {
            let name = self.text.get(start..*end as usize);
            start = *end as usize;
            name.is_some_and(&is_wanted).then_some(number)
        })
    }

    pub fn find(&self, name: u32) -> Option<&str> {
        let end = *self.ends.get(name as usize)? as usize;
        let start = match name {
            0 => 0,
            name => *self.ends.get(name as usize - 1)? as usize,
        };
        self.text.get(start..end)
    }
}

#[derive(Default)]
pub struct Interner<'f> {
    pub names: NameArena,
    ids: HashMap<&'f str, u32, BuildHasherDefault<NameHasher>>,
}

impl<'f> Interner<'f> {
    pub fn intern(&mut self, name: &'f str) -> u32 {
        let names = &mut self.names;
        *self.ids.entry(name).or_insert_with(|| {
            names.text.push_str(name);
            names.ends.push(names.text.len() as u32);
            names.ends.len() as u32 - 1
        })
    }

    pub fn intern_option(&mut self, name: Option<&'f str>) -> u32 {
        name.map_or(NONE, |name| self.intern(name))
    }
}
