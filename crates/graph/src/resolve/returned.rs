//! Finds the result type of JavaScript and TypeScript functions that do not write it: that of the values they
//! return.
//!
//! Start at [`FileResolver::typing_of_returned`].

use rutter_syntax::profile;

use crate::base::digest::LinePlace;
use crate::base::locals::ALL;
use crate::base::names::DefinitionAt;
use crate::resolve::FileResolver;
use crate::resolve::value_type::{Spot, Typing};

/// Returned values of a function that are compared.
const MOST_VALUES: usize = 8;

impl<'r> FileResolver<'r> {
    /// The type of what a function returns, if all of its values that have a known one agree.
    pub fn typing_of_returned(&self, definition: &DefinitionAt, spot: Spot) -> Typing<'r> {
        if !profile(definition.language).is_script() {
            return Typing::Unknown;
        }
        let resolver = self.beside(definition.file);
        let mut found = Typing::Unknown;
        for place in resolver.view.digest.returned(definition.symbol).take(MOST_VALUES) {
            let Some(local) = resolver.view.digest.local(place) else { continue };
            let place = LinePlace { from: local.owner, line: local.start_line };
            let spot = Spot { place, before: ALL, ..spot };
            match (found, resolver.typing_of_origin(local.origin, spot)) {
                (_, Typing::Unknown | Typing::NoValue) => {}
                (Typing::Unknown, typing) => found = typing,
                (known, typing) if self.is_alike(known, typing) => {}
                (_, _) => return Typing::Unknown,
            }
        }
        found
    }
}
