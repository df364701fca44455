//! Compares the definitions that a Go package has of one name, one for each build.

use rutter_syntax::profile;

use crate::base::names::DefinitionAt;
use crate::resolve::FileResolver;
use crate::resolve::candidates::has_same_home;
use crate::resolve::value_type::Typing;

/// Variants that are compared.
const MOST_VARIANTS: usize = 8;

impl<'r> FileResolver<'r> {
    /// The type that the first of some definitions says, unless another says something else: then it
    /// depends on the build. Overloads are not compared.
    pub fn agreed(
        &self,
        definitions: &[DefinitionAt],
        typing: impl Fn(&DefinitionAt) -> Typing<'r>,
    ) -> Typing<'r> {
        let [first, others @ ..] = definitions else { return Typing::NoValue };
        let found = typing(first);
        let is_variant = |other: &&DefinitionAt| {
            profile(other.language).has_folder_packages() && other.file != first.file
        };
        let mut variants = others.iter().filter(is_variant).take(MOST_VARIANTS);
        let is_agreed = variants.all(|variant| self.is_alike(found, typing(variant)));
        if is_agreed { found } else { Typing::Unknown }
    }

    /// Whether two types are the same, judged by their text or their definition.
    pub fn is_alike(&self, one: Typing<'r>, other: Typing<'r>) -> bool {
        match (one, other) {
            (Typing::Written(one), Typing::Written(other)) => one.text == other.text,
            (Typing::Made(one), Typing::Made(other)) => {
                one.as_container() == other.as_container()
                    && has_same_home(self.view.base, &one, &other)
            }
            (Typing::Outside, Typing::Outside)
            | (Typing::Unknown, Typing::Unknown)
            | (Typing::NoValue, Typing::NoValue) => true,
            (_, _) => false,
        }
    }
}
