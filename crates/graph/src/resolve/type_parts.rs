//! Finds the members of TypeScript unions and intersections.

use rutter_domain::Provenance;

use crate::base::names::DefinitionAt;
use crate::base::script_type::{is_computed, parts_of};
use crate::resolve::FileResolver;
use crate::resolve::candidates::weaker;
use crate::resolve::value_type::{TypeHome, Typing, WrittenAt};

/// Types of a choice that are looked up.
const MOST_PARTS: usize = 12;

impl<'r> FileResolver<'r> {
    /// The home of a TypeScript union or intersection: all of its types that
    /// are known. `None` if it is one type.
    pub fn home_of_parts(&self, at: WrittenAt<'r>) -> Option<TypeHome<'r>> {
        if is_computed(at.text) {
            return Some(TypeHome::Unknown);
        }
        // What follows the arrow of a function type belongs to its result.
        if !at.text.contains(['|', '&']) || at.text.contains("=>") {
            return None;
        }
        let parts: Vec<&'r str> = parts_of(at.text).take(MOST_PARTS).collect();
        if parts.len() < 2 {
            return None;
        }
        let mut all: Vec<DefinitionAt> = Vec::new();
        let mut weakest = Provenance::SameFile;
        for text in parts {
            if !self.takes_step() {
                return Some(TypeHome::Unknown);
            }
            if let TypeHome::Types(types, known) = self.home_of_written(WrittenAt { text, ..at }) {
                weakest = weaker(weakest, known);
                if let Some(target) = self.alias_of(&types)
                    && let TypeHome::Types(behind, known) =
                        self.whole_home_of(Typing::Written(target))
                {
                    weakest = weaker(weakest, known);
                    all.extend(behind);
                }
                all.extend(types);
            }
        }
        Some(if all.is_empty() { TypeHome::Unknown } else { TypeHome::Types(all, weakest) })
    }
}
