//! Everything that other code asks about a language, besides how it is parsed.
//!
//! A judgement that depends on the language is a field here, and every language answers it in
//! `languages/LANG/profile.rs`. No field has a default: a new language does not compile before it
//! has answered each of them. A dialect may begin with the answers of its language, as C++ does with
//! those of C. The structs are small so that an answer is one line.

mod docs;
mod names;
mod notation;

pub use docs::*;
pub use names::*;
pub use notation::*;

use crate::freedom::Formatting;

/// The answers of a language.
pub struct Profile {
    pub imports: Imports,
    pub names: Names,
    pub library: Library,
    pub calls: Calls,
    pub members: Members,
    pub open: Openness,
    pub types: TypeModel,
    pub written: Notation,
    /// What encloses the body of a definition.
    pub body: Body,
    pub heads: Heads,
    pub modifiers: Modifiers,
    pub kinds: Kinds,
    pub docs: Docs,
    pub offered: Offered,
    pub placed: Placed,
    pub values: Values,
    pub comments: Comments,
    pub strings: Strings,
    pub signs: Signs,
    /// Changes that formatters may make, by node kind.
    pub(crate) formatting: &'static Formatting,
    /// Queries that colour code, of which later ones go on with those before.
    pub(crate) highlights: &'static [&'static str],
    /// Whether a function of a name, and one outside of types at that, means the same everywhere, so that
    /// nobody describes it again.
    pub is_conventional: fn(&str, bool) -> bool,
}

impl Profile {
    /// Whether a file exports some of its values, as JavaScript does in any of its dialects.
    pub fn is_script(&self) -> bool {
        self.imports.scheme == Route::Scripts
    }

    /// Whether files include the text of others, as in C and C++.
    pub fn is_like_c(&self) -> bool {
        self.imports.scheme == Route::Includes
    }

    /// Whether modules are nested below the root of a crate, as in Rust.
    pub fn has_crates(&self) -> bool {
        self.imports.scheme == Route::Crates
    }

    /// Whether types take methods from traits, as in Rust.
    pub fn has_traits(&self) -> bool {
        self.types == TypeModel::Traits
    }

    /// Whether types have the members of those they embed, as in Go.
    pub fn is_structural(&self) -> bool {
        self.types == TypeModel::Structures
    }

    /// Whether types are values, as in Python.
    pub fn has_types_as_values(&self) -> bool {
        self.types == TypeModel::Values
    }

    /// Whether the files of a folder are one package, as in Go.
    pub fn has_folder_packages(&self) -> bool {
        self.imports.package == Peers::Folder
    }

    /// Whether comments are written in XML, as in C#.
    pub fn has_xml_comments(&self) -> bool {
        self.docs.parameters == ParameterDocs::Elements
    }
}
