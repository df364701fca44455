//! Notes that the syntax leaves among the locals of a file: places, parameters, bounds and the package.
//!
//! Their names, such as `(0)` and `<T>`, are not names of variables, so that no use means them.

use super::Digest;

use rutter_syntax::profile;

use crate::base::locals::Origin;
use crate::base::packed::NONE;

impl Digest {
    /// The written type of a member that has a place and no name.
    pub(crate) fn type_of_place(&self, symbol: u32, index: usize) -> Option<&str> {
        self.noted_type(symbol, &format!("self.{index}"))
    }

    /// The package that a Go file belongs to.
    pub(crate) fn package(&self) -> Option<&str> {
        let has_package = profile(self.language).has_folder_packages();
        has_package.then(|| self.noted_type(NONE, "package"))?
    }

    /// The written type of a TypeScript parameter that may be a function.
    pub(crate) fn type_of_parameter(&self, symbol: u32, index: usize) -> Option<&str> {
        self.noted_type(symbol, &format!("({index})"))
    }

    /// The text of the first note of this name among the locals of a symbol.
    fn noted_type(&self, owner: u32, name: &str) -> Option<&str> {
        self.types.get().locals.of_owner(owner).find_map(|(_, local)| {
            let is_wanted = self.names.get(local.name) == name;
            is_wanted.then(|| self.origin(local.origin).as_type())?
        })
    }

    /// The places of the notes about the values that a function returns.
    pub(crate) fn returned(&self, symbol: u32) -> impl Iterator<Item = u32> {
        let notes = self.types.get().locals.of_owner(symbol);
        notes.filter(|(_, local)| self.names.get(local.name) == "return").map(|(place, _)| place)
    }

    /// A type parameter by its name in a symbol: the symbol around it that has the
    /// parameter, and its bounds.
    pub(crate) fn type_parameter(&self, from: Option<u32>, name: &str) -> Option<(u32, Vec<&str>)> {
        // The note of this name is the type that an `impl` block is for.
        if name == "Self" {
            return None;
        }
        self.enclosing(from).find_map(|(owner, _)| {
            // A parameter has a note for each of its bounds; one without bounds has a note without a type.
            let mut noted =
                self.type_parameters(owner).filter(|(known, _)| *known == name).peekable();
            noted.peek()?;
            Some((owner, noted.filter_map(|(_, origin)| origin.as_type()).collect()))
        })
    }

    /// The names of a symbol's Rust type parameters, in order.
    pub(crate) fn parameters_of(&self, owner: u32) -> impl Iterator<Item = &str> {
        self.type_parameters(owner).map(|(name, _)| name).filter(|name| *name != "Self")
    }

    /// All bounds of a symbol's parameters.
    pub(crate) fn bounds_of(&self, owner: u32) -> impl Iterator<Item = &str> {
        let parameters = self.type_parameters(owner).filter(|(name, _)| *name != "Self");
        parameters.filter_map(|(_, origin)| origin.as_type())
    }

    /// The Rust `impl` block around a symbol, and the type it is for.
    pub(crate) fn implemented_type(&self, from: Option<u32>) -> Option<(u32, &str)> {
        self.enclosing(from).find_map(|(owner, _)| {
            let (_, origin) = self.type_parameters(owner).find(|(name, _)| *name == "Self")?;
            Some((owner, origin.as_type()?))
        })
    }

    fn type_parameters(&self, owner: u32) -> impl Iterator<Item = (&str, Origin<'_>)> {
        self.types.get().locals.of_owner(owner).filter_map(|(_, local)| {
            let name = self.names.get(local.name).strip_prefix('<')?.strip_suffix('>')?;
            Some((name, self.origin(local.origin)))
        })
    }
}
