//! Where code names something it does not define there.

use serde::{Deserialize, Serialize};

/// A use of a name. The first use within the same symbol stands for its repetitions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    pub kind: ReferenceKind,
    /// The last part of what is written: `bar` of `foo::bar`, `self.bar`, `Foo\bar`.
    pub name: String,
    /// What stands before it, as written but without blanks: `foo`, `self`, `a.b`.
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
    /// An interface, trait or protocol taken on.
    Implements,
    /// A type named in a signature or body.
    Type,
    /// A code span in documentation.
    Mention,
}

/// One name brought in from elsewhere; `use a::{b, c as d}` makes two.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Import {
    /// The module as written: `crate::net`, `..pkg.mod`, `./file`, `net/http`, `java.util`, `foo.h`, `<stdio.h>`.
    pub module: String,
    /// The name taken from it: nothing for the module itself, `*` for all, `default` for the default export.
    pub name: Option<String>,
    /// What it is called here, when that is not its own name.
    pub alias: Option<String>,
    /// Whether it is offered to others from here: `pub use`, `export … from`.
    pub is_passed_on: bool,
    /// Line, from 1.
    pub line: u32,
}
