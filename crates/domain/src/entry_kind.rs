//! The subject of an entry: a symbol, or something wider that no file defines.
//!
//! It follows from path and symbol of the entry: a folder's path ends with a slash, the repository's path is
//! [`REPOSITORY_PATH`], and a topic has that path and its title as the symbol.

use std::fmt;

use serde::de::IntoDeserializer;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::SymbolKind;

/// The path of entries that belong to no file and no folder.
pub const REPOSITORY_PATH: &str = ".";

/// The name of the repository as the subject of an entry.
pub const REPOSITORY_TITLE: &str = "the repository";

/// The subject of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EntryKind {
    /// Never [`SymbolKind::File`].
    Symbol(SymbolKind),
    File,
    Folder,
    Repository,
    /// Something that several places show together, such as "how a response is sent".
    Topic,
}

impl EntryKind {
    /// The kind of an entry with this symbol and path; `kind` is that of its symbol.
    pub fn of(symbol: &str, path: &str, kind: SymbolKind) -> EntryKind {
        match (path, symbol.is_empty()) {
            (REPOSITORY_PATH, true) => EntryKind::Repository,
            (REPOSITORY_PATH, false) => EntryKind::Topic,
            _ if path.ends_with('/') => EntryKind::Folder,
            (_, true) => EntryKind::File,
            (_, false) => EntryKind::Symbol(kind),
        }
    }

    /// Whether it is about more than one file, and so about the lines that it cites.
    pub fn is_wide(self) -> bool {
        match self {
            EntryKind::Symbol(_) | EntryKind::File => false,
            EntryKind::Folder | EntryKind::Repository | EntryKind::Topic => true,
        }
    }

    /// Its name in output and JSON.
    pub fn name(self) -> &'static str {
        match self {
            EntryKind::Symbol(kind) => kind.name(),
            EntryKind::File => "file",
            EntryKind::Folder => "folder",
            EntryKind::Repository => "repository",
            EntryKind::Topic => "topic",
        }
    }
}

impl fmt::Display for EntryKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for EntryKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for EntryKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<EntryKind, D::Error> {
        let name = String::deserialize(deserializer)?;
        match name.as_str() {
            "file" => Ok(EntryKind::File),
            "folder" => Ok(EntryKind::Folder),
            "repository" => Ok(EntryKind::Repository),
            "topic" => Ok(EntryKind::Topic),
            name => SymbolKind::deserialize(name.into_deserializer()).map(EntryKind::Symbol),
        }
    }
}

/// The subject of an entry with this symbol and path, as text.
pub(crate) fn title<'a>(symbol: &'a str, path: &'a str) -> &'a str {
    match (symbol, path) {
        ("", REPOSITORY_PATH) => REPOSITORY_TITLE,
        ("", path) => path,
        (symbol, _) => symbol,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_and_symbol_say_what_an_entry_is_about() {
        let check = |symbol: &str, path: &str, expected: &str| {
            let kind = EntryKind::of(symbol, path, SymbolKind::Function);
            assert_eq!(format!("{kind} {}", title(symbol, path)), expected);
        };
        check("take", "src/pool.rs", "function take");
        check("", "src/pool.rs", "file src/pool.rs");
        check("", "src/", "folder src/");
        check("", ".", "repository the repository");
        check("how a row is kept", ".", "topic how a row is kept");
    }
}
