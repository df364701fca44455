//! Why a public symbol needs no description, as a demanding maintainer would judge: one table.
//!
//! Each row has an id, one sentence, what it goes by, and a predicate over what is known of the symbol: its syntax, the
//! names and paths of the repository, the profile of its language, and last the text of its file. What cannot be said in
//! one sentence is not a reason. In doubt, no description is asked for. Start at [`REASONS`].

mod graph;
mod place;
mod syntax;
mod text;

use rutter_domain::{MarkerKind, Reference, Symbol, SymbolKind};
use rutter_syntax::profile::Profile;
use rutter_syntax::{parameters, profile};

use crate::documents::repository_text::RepositoryText;
use crate::repository::RepositoryView;
use crate::view::FileView;

use Basis::{Facts, Text};
use graph::*;
use place::{is_for_documents, is_not_offered, is_tooling};
pub use place::{is_frontend, is_internal, is_part_of_documentation};
use syntax::*;
use text::*;

/// The basis of a reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// Facts: such a symbol is not counted among those that need a description.
    Facts,
    /// The text of files, which is read only for symbols that nothing else describes.
    Text,
}

/// An id, why such a symbol needs no description, what it goes by, and whether it holds.
type Reason = (&'static str, &'static str, Basis, fn(&PublicSymbol<'_>) -> bool);

/// All reasons. Cheap ones come first, because the first that holds is enough.
pub static REASONS: &[Reason] = &[
    ("private", "Its visibility or its name keeps it from other code.", Facts, is_private),
    ("marked", "An attribute, a tag or `__all__` leaves it out.", Facts, is_marked),
    ("enclosed", "What it is defined in is not public.", Facts, is_enclosed),
    ("tooling", "Only those who work on the repository run it.", Facts, is_tooling),
    ("documentation", "It makes the documentation, or is shown in it.", Facts, is_for_documents),
    ("private-module", "Its module says that it is not for others.", Facts, is_of_private_module),
    ("conventional", "A function of its name means the same everywhere.", Facts, is_conventional),
    ("accessor", "It hands out or takes in the value that its name says.", Facts, is_accessor),
    ("predicate", "It answers the question in its name, in few lines.", Facts, is_predicate),
    ("plain", "Its one statement says as much as a description could.", Facts, is_plain),
    ("constructor", "The class describes its constructors and macros.", Facts, is_constructor),
    ("lost", "The parser lost its type, so that little is known of it.", Facts, is_lost),
    ("small", "It has so few members that their names say all.", Facts, is_small),
    ("exception", "It is an exception, and its name says which.", Facts, is_exception),
    ("only-overrides", "It only overrides what its base describes.", Facts, only_overrides),
    ("namespace", "It only holds other types.", Facts, is_namespace),
    ("bare-subclass", "It adds no method to a base, which describes it.", Facts, is_bare_subclass),
    ("namesake", "The interface of its name is the one to describe.", Facts, implements_namesake),
    ("helper", "Only its own file, or the class around it, uses it.", Facts, is_helper),
    ("internal", "Its path or its language says that it is internal.", Facts, is_not_offered),
    ("inherited", "A supertype, a trait or an interface may declare it.", Facts, is_inherited),
    ("silent-interface", "Three classes have such a method.", Facts, is_of_silent_interface),
    ("second-place", "Its class declares it, and describes it there.", Facts, is_second_place),
    ("not-exported", "The package around it does not export it.", Text, is_unexported),
    ("run", "Its file is run, and never imported.", Text, is_run),
    ("calls-super", "It hands on to the method that it overrides.", Text, calls_super),
    ("exempt", "A pragma exempts it from the warning about comments.", Text, is_exempt),
    ("demonstration", "It demonstrates its module, below `__main__`.", Text, is_demonstration),
];

/// A symbol that may need a description.
pub struct PublicSymbol<'s> {
    pub file: &'s FileView<'s>,
    pub text: &'s RepositoryText<'s>,
    pub symbol: &'s Symbol,
    /// The position of the symbol in its file.
    pub at: usize,
}

impl<'s> PublicSymbol<'s> {
    /// Whether a reason on this basis holds.
    pub fn is_excused(&self, on: Basis) -> bool {
        REASONS.iter().any(|(_, _, basis, holds)| *basis == on && holds(self))
    }

    fn repository(&self) -> &'s RepositoryView<'s> {
        self.text.repository()
    }

    fn profile(&self) -> &'static Profile {
        profile(self.file.language)
    }

    fn parent(&self) -> Option<&'s Symbol> {
        self.file.parent_of(self.symbol)
    }

    fn is_in(&self, kinds: &[SymbolKind]) -> bool {
        self.parent().is_some_and(|parent| kinds.contains(&parent.kind))
    }

    fn has_marker(&self, kind: MarkerKind) -> bool {
        self.file.facts.annotations.has_marker(self.at, kind)
    }

    fn n_parameters(&self) -> usize {
        parameters(self.symbol, self.file.language).map_or(0, |list| list.len())
    }

    fn n_lines(&self) -> u32 {
        self.symbol.span.n_lines()
    }

    /// The references by which a type extends or implements others.
    fn supertypes(&self) -> impl Iterator<Item = &'s Reference> {
        let is_type = self.symbol.kind.is_type();
        self.file.index.supertypes(self.at).filter(move |_| is_type)
    }

    /// The number of other files that use the name.
    fn n_other_files(&self, name: &str) -> u32 {
        let own = self.file.index.uses(name);
        self.repository().n_using_files(name).saturating_sub(u32::from(own))
    }
}
