//! The types of the values inside others: elements, parts of tuples, and results of library methods that
//! return what they are called on.

use rutter_domain::{Provenance, ReferenceKind};
use rutter_syntax::profile;
use rutter_syntax::profile::{Passing, has_word};

use crate::base::names::DefinitionAt;
use crate::base::qualifier::looks_like_a_type;
use crate::base::written::nth_argument;
use crate::resolve::candidates::{Candidates, Collect};
use crate::resolve::value_type::{
    Spot, TypeHome, Typing, WrittenAt, last_of, reference_to, result_type, split_path,
};
use crate::resolve::{FileResolver, Receiver};

impl<'r> FileResolver<'r> {
    /// The type of the result of a method from outside that returns its receiver, or a value in it.
    pub fn passed_on(&self, owner: Typing<'r>, name: &str, spot: Spot) -> Typing<'r> {
        let passing = (profile(self.view.language).library.passes)(name);
        match self.home_behind_aliases(owner, spot) {
            TypeHome::Holder(held) => match passing {
                Passing::Held | Passing::Element => Typing::Written(held),
                Passing::Same => owner,
                Passing::No => Typing::Outside,
            },
            TypeHome::Container(element) => match passing {
                Passing::Held | Passing::Same => owner,
                Passing::Element => Typing::Written(element),
                Passing::No => Typing::Outside,
            },
            TypeHome::Types(..) if yields_itself(name) => owner,
            TypeHome::Types(..) | TypeHome::Several(_) | TypeHome::Outside => Typing::Outside,
            TypeHome::Unknown => Typing::Unknown,
        }
    }

    /// The type of the value inside another one, such as that of an `Option`; else that of the value itself.
    pub fn held_by(&self, owner: Typing<'r>, spot: Spot) -> Typing<'r> {
        match owner {
            Typing::Written(_) => match self.home_behind_aliases(owner, spot) {
                TypeHome::Holder(held) => Typing::Written(held),
                _ => owner,
            },
            owner => owner,
        }
    }

    /// The type of the elements of a value.
    pub fn element_of(&self, list: Typing<'r>, spot: Spot) -> Typing<'r> {
        match list {
            Typing::Written(_) | Typing::Made(_) => {}
            Typing::Outside => return Typing::Outside,
            Typing::Unknown | Typing::NoValue => return Typing::Unknown,
        }
        match self.home_behind_aliases(list, spot) {
            TypeHome::Container(element) => Typing::Written(element),
            TypeHome::Holder(held) => match spot.next() {
                Some(spot) => self.element_of(Typing::Written(held), spot),
                None => Typing::Unknown,
            },
            TypeHome::Outside | TypeHome::Several(_) => Typing::Outside,
            TypeHome::Types(..) | TypeHome::Unknown => Typing::Unknown,
        }
    }

    /// The type of one of several values that are yielded together.
    pub fn part_of(&self, several: Typing<'r>, index: usize, spot: Spot) -> Typing<'r> {
        match self.whole_home_of(several) {
            TypeHome::Several(types) => match nth_argument(types.text, index) {
                Some(text) => Typing::Written(WrittenAt { text: result_type(text), ..types }),
                None => Typing::Unknown,
            },
            TypeHome::Holder(held) => match spot.next() {
                Some(spot) => self.part_of(Typing::Written(held), index, spot),
                None => Typing::Unknown,
            },
            TypeHome::Types(types, _) => match types.first() {
                Some(tuple) => self.part_of_definition(tuple, index),
                None => Typing::Unknown,
            },
            TypeHome::Container(_) | TypeHome::Outside | TypeHome::Unknown => Typing::Unknown,
        }
    }

    /// A Rust variant or tuple by its path.
    pub fn find_variant(&self, path: &str, spot: Spot) -> Option<DefinitionAt> {
        if !profile(self.view.language).has_traits() || !looks_like_a_type(last_of(path)) {
            return None;
        }
        let mut candidates = Candidates::new(Collect::UntilAmbiguous);
        let known = match split_path(path, self.view.language) {
            Some((before, name)) => {
                let reference = reference_to(ReferenceKind::Call, name, Some(before), spot);
                match self.receiver(before) {
                    Some(Receiver::Own) => self.member_of_own_type(&reference, &mut candidates),
                    Some(Receiver::Supertype) | None => {
                        self.along_path(&reference, before, &mut candidates)
                    }
                }
            }
            None => {
                let reference = reference_to(ReferenceKind::Call, path, None, spot);
                self.bare(&reference, &mut candidates)
            }
        };
        let is_sure = known.is_some_and(Provenance::is_sure);
        candidates.definitions.first().filter(|_| is_sure).copied()
    }

    /// The type of a member of a tuple or variant by its place.
    pub fn part_of_definition(&self, definition: &DefinitionAt, index: usize) -> Typing<'r> {
        let digest = self.view.base.digest(definition.file);
        match digest.type_of_place(definition.symbol, index) {
            Some(text) => {
                let from = Some(definition.symbol);
                Typing::Written(WrittenAt::of_value(text, definition.file, from))
            }
            None => Typing::Unknown,
        }
    }
}

/// Whether a method that a type does not define itself yields a value of that type: because it is
/// derived, or because what held the value was already taken away.
pub fn yields_itself(name: &str) -> bool {
    has_word(YIELD_THEMSELVES, name)
}

const YIELD_THEMSELVES: &str = "\
    __aenter__ __enter__ as_mut as_ref borrow borrow_mut by_ref clone context expect map_err \
    to_owned unwrap unwrap_or_else with_context";
