//! Follows imports to files, each language by its own rules.
//!
//! Nothing is read for it but paths and digests: no build file, no search path. Where the rules of a
//! language leave several files open, all of them are given; where they leave none, the import leads
//! out of the repository, or to what is missing in it. Start at [`locate`].

mod c;
mod go;
mod java;
mod links;
mod plain;
mod python;
mod rust;
mod script;

pub use go::GoModule;
pub use rust::{Crates, Walked, names_crate, walk as walk_rust};

use rutter_domain::Language;

use crate::digest::Importing;
use crate::directory::Directory;
use crate::place::{Place, Target};

/// Where an import of a file leads.
pub fn locate(directory: &Directory<'_>, file: u32, importing: Importing<'_>) -> Target {
    match directory.language(file) {
        Language::Rust => rust::locate(directory, file, importing),
        Language::Python => python::locate(directory, file, importing),
        Language::JavaScript | Language::TypeScript | Language::Tsx => {
            script::locate(directory, file, importing)
        }
        Language::Go => go::locate(directory, file, importing),
        Language::Java | Language::Kotlin | Language::Scala => java::locate(directory, importing),
        Language::C | Language::Cpp => c::locate(directory, file, importing),
        Language::CSharp
        | Language::Ruby
        | Language::Php
        | Language::Swift
        | Language::Haskell
        | Language::Lua
        | Language::Elixir
        | Language::Zig
        | Language::Bash => plain::locate(directory, file, importing),
        Language::Markdown
        | Language::ReStructuredText
        | Language::AsciiDoc
        | Language::Text
        | Language::Toml
        | Language::Yaml
        | Language::Json
        | Language::Html
        | Language::Css
        | Language::Sql
        | Language::Unknown => links::locate(directory, file, importing),
    }
}

/// The module of this name inside another.
pub fn descend(
    directory: &Directory<'_>,
    language: Language,
    place: &Place,
    name: &str,
) -> Option<Place> {
    let Place::File(file) = place else { return None };
    match language {
        Language::Rust => rust::child(directory, *file, name).map(Place::File),
        Language::Python => python::child(directory, *file, name),
        _ => None,
    }
}

/// The names under which a file knows what it imports.
pub fn local_names<'d>(language: Language, importing: Importing<'d>) -> [Option<&'d str>; 2] {
    let own_name = importing.name.filter(|name| !matches!(*name, "*" | "default" | "self"));
    match importing.alias.or(own_name) {
        Some("_") => [None, None],
        Some(name) => [Some(name), None],
        None if importing.name.is_some_and(|name| name != "self") => [None, None],
        None => match language {
            Language::Python => [importing.module.split('.').next(), None],
            Language::Go => go::local_names(importing.module),
            Language::Rust => [importing.module.rsplit("::").next(), None],
            Language::Java
            | Language::Kotlin
            | Language::Scala
            | Language::Php
            | Language::Elixir
            | Language::Lua => [importing.module.rsplit(['.', '\\', '/']).next(), None],
            _ => [None, None],
        },
    }
}

/// Whether an import without a name brings in all that a file defines, in languages where that is
/// how files are put together.
pub fn brings_all(language: Language, importing: Importing<'_>) -> bool {
    importing.name.is_none()
        && importing.alias.is_none()
        && match language {
            Language::Ruby | Language::Bash | Language::Haskell => true,
            Language::Php => importing.module.contains(".php"),
            _ => false,
        }
}

/// The folders whose files share one scope with a file.
pub fn package_of(directory: &Directory<'_>, file: u32) -> Box<[u32]> {
    match directory.language(file) {
        Language::Go => [directory.paths.folder_of(file)].into(),
        Language::Java | Language::Kotlin | Language::Scala | Language::Php => {
            java::package_of(directory, file)
        }
        _ => Box::default(),
    }
}
