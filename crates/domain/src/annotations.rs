//! Statements of a file about itself: its header, markers of symbols, silenced rules.

use serde::{Deserialize, Serialize};

/// The statements of a file about itself and the gaps in it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Annotations {
    /// The description at the head of the file, without licence and directives.
    pub header: Option<String>,
    /// In order of symbol.
    pub markers: Vec<Marker>,
    /// In order of line.
    pub suppressions: Vec<Suppression>,
    /// Lines of imports that may fail or be left out, such as inside `try` or behind `#[cfg]`.
    pub optional_import_lines: Vec<u32>,
    /// Names that the file describes without defining them, such as `struct name` of a commented declaration.
    pub described_elsewhere: Vec<String>,
}

impl Annotations {
    /// Whether a symbol, as an index into those of the file, has a marker.
    pub fn has_marker(&self, symbol: usize, kind: MarkerKind) -> bool {
        let start = self.markers.partition_point(|marker| (marker.symbol as usize) < symbol);
        let of_symbol = self.markers[start..].iter();
        of_symbol
            .take_while(|marker| marker.symbol as usize == symbol)
            .any(|marker| marker.kind == kind)
    }
}

/// A property of a symbol that follows from an attribute, a decorator or a list of exports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marker {
    /// Index into the symbols of the file.
    pub symbol: u32,
    pub kind: MarkerKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarkerKind {
    /// Takes its meaning from what it overrides or implements.
    Override,
    /// One of several signatures of one function.
    Overload,
    /// Left out of the documentation on purpose.
    Hidden,
    /// Compiled for tests only.
    TestOnly,
    /// A setter or deleter, which the getter describes.
    Setter,
    /// Not among the names that the file exports.
    NotExported,
    /// Other code registers it by its decorator or attribute, such as a route or a command.
    Registered,
    /// Its doc is a comment where the language has docstrings for that.
    Comment,
    /// Has no doc of its own, but something beside it describes it: a comment over a group, or the header.
    Described,
    /// Its body is one statement that explains itself.
    Plain,
}

/// A comment that silences rules in place: `rutter: ignore(rule)`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suppression {
    pub line: u32,
    pub scope: SuppressionScope,
    /// All rules if empty.
    pub rules: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SuppressionScope {
    /// Its own line and the next one that is not a comment.
    Line {
        /// That next line.
        next: u32,
    },
    File,
}
