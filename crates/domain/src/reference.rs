//! Uses of names, and imports.

use serde::{Deserialize, Serialize};

/// A use of a name. Repeated uses within one symbol are recorded once, at the first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    pub kind: ReferenceKind,
    /// The last part of what is written: `bar` of `foo::bar`, `self.bar`, `Foo\bar`.
    pub name: String,
    /// The qualifier as written, without blanks: `foo`, `self`, `a.b`.
    pub qualifier: Option<String>,
    /// Line, from 1.
    pub line: u32,
    /// The innermost symbol that contains it: an index into the same file's symbols.
    pub from: Option<u32>,
}

/// How a name is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReferenceKind {
    /// A call, an instantiation or a macro use.
    Call,
    /// A base class or supertrait.
    Extends,
    /// An interface, trait or protocol that is implemented.
    Implements,
    /// A type named in a signature or body.
    Type,
    /// A code span in documentation.
    Mention,
}

/// One imported name; `use a::{b, c as d}` makes two imports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Import {
    /// The module as written: `crate::net`, `..pkg.mod`, `./file`, `net/http`, `java.util`, `foo.h`, `<stdio.h>`.
    pub module: String,
    /// The imported name: `None` for the module itself, `*` for all, `default` for the default export.
    pub name: Option<String>,
    /// The local name, if it differs.
    pub alias: Option<String>,
    /// Whether it is re-exported: `pub use`, `export … from`.
    pub is_passed_on: bool,
    /// Line, from 1.
    pub line: u32,
}
