//! What the locals of a file note besides variables: places, parameters, bounds and the package.

use super::Digest;

use rutter_syntax::profile;

use crate::base::locals::Origin;
use crate::base::packed::NONE;

impl Digest {
    /// The written type of a member that has a place and no name.
    pub(crate) fn type_of_place(&self, symbol: u32, index: usize) -> Option<&str> {
        self.types.get().locals.of_owner(symbol).find_map(|(_, local)| {
            let place = self.names.get(local.name).strip_prefix("self.")?;
            let is_wanted = place.parse() == Ok(index);
            is_wanted.then(|| text_of(local.origin.unpack(|text| self.names.get(text))))?
        })
    }

    /// The package that a file of Go says it belongs to.
    pub(crate) fn package(&self) -> Option<&str> {
        if !profile(self.language).has_folder_packages() {
            return None;
        }
        self.types.get().locals.of_owner(NONE).find_map(|(_, local)| {
            let is_package = self.names.get(local.name) == "package";
            is_package.then(|| text_of(local.origin.unpack(|text| self.names.get(text))))?
        })
    }

    /// The written type of a parameter of TypeScript that may be a function.
    pub(crate) fn type_of_parameter(&self, symbol: u32, index: usize) -> Option<&str> {
        self.types.get().locals.of_owner(symbol).find_map(|(_, local)| {
            let place = self.names.get(local.name).strip_prefix('(')?.strip_suffix(')')?;
            let is_wanted = place.parse() == Ok(index);
            is_wanted.then(|| text_of(local.origin.unpack(|text| self.names.get(text))))?
        })
    }

    /// Where the locals of a function note what it returns.
    pub(crate) fn returned(&self, symbol: u32) -> impl Iterator<Item = u32> {
        let notes = self.types.get().locals.of_owner(symbol);
        notes.filter(|(_, local)| self.names.get(local.name) == "return").map(|(place, _)| place)
    }

    /// The parameter that stands for a type in a symbol: which symbol around it has the
    /// parameter, and its bounds.
    pub(crate) fn type_parameter(&self, from: Option<u32>, name: &str) -> Option<(u32, Vec<&str>)> {
        if name == "Self" {
            return None;
        }
        self.enclosing(from).find_map(|(owner, _)| {
            let mut is_known = false;
            let mut bounds = Vec::new();
            for (known, origin) in self.type_parameters(owner).filter(|(known, _)| *known == name) {
                is_known |= known == name;
                bounds.extend(text_of(origin));
            }
            is_known.then_some((owner, bounds))
        })
    }

    /// The names of the parameters of Rust that stand for types in a symbol, in order.
    pub(crate) fn parameters_of(&self, owner: u32) -> impl Iterator<Item = &str> {
        self.type_parameters(owner).map(|(name, _)| name).filter(|name| *name != "Self")
    }

    /// All bounds of a symbol's parameters.
    pub(crate) fn bounds_of(&self, owner: u32) -> impl Iterator<Item = &str> {
        let parameters = self.type_parameters(owner).filter(|(name, _)| *name != "Self");
        parameters.filter_map(|(_, origin)| text_of(origin))
    }

    /// The `impl` block of Rust around a symbol, and the type it is for.
    pub(crate) fn implemented_type(&self, from: Option<u32>) -> Option<(u32, &str)> {
        self.enclosing(from).find_map(|(owner, _)| {
            let (_, origin) = self.type_parameters(owner).find(|(name, _)| *name == "Self")?;
            Some((owner, text_of(origin)?))
        })
    }

    fn type_parameters(&self, owner: u32) -> impl Iterator<Item = (&str, Origin<'_>)> {
        self.types.get().locals.of_owner(owner).filter_map(|(_, local)| {
            let name = self.names.get(local.name).strip_prefix('<')?.strip_suffix('>')?;
            Some((name, local.origin.unpack(|text| self.names.get(text))))
        })
    }
}

fn text_of(origin: Origin<'_>) -> Option<&str> {
    match origin {
        Origin::Type(text) => Some(text),
        Origin::Unknown
        | Origin::Call(_)
        | Origin::Value(_)
        | Origin::Element(_)
        | Origin::Handed(_) => None,
    }
}
