//! Uses of names, and imports.

use serde::{Deserialize, Serialize};

/// A use of a name. Repeated uses within one symbol make one reference with several places.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    pub kind: ReferenceKind,
    /// The last part of the path as written: `bar` of `foo::bar`, `self.bar`, `Foo\bar`.
    pub name: String,
    /// The qualifier as written, without blanks: `foo`, `self`, `a.b`.
    pub qualifier: Option<String>,
    /// Line of the first use, from 1.
    pub line: u32,
    /// Column of the name at the first use: bytes before it in its line, plus 1.
    pub column: u32,
    /// The further uses, in order of the text.
    pub more: Vec<Place>,
    /// The innermost symbol that contains it: an index into the same file's symbols.
    pub from: Option<u32>,
    pub form: CallForm,
}

/// The form of a call, which helps to choose among several definitions of one name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CallForm {
    /// No particular form, or not a call.
    #[default]
    Plain,
    /// A macro: `name!(…)`.
    Macro,
    /// It has this many arguments.
    Arguments(u8),
}

impl Reference {
    /// All places of the reference, in order of the text.
    pub fn places(&self) -> impl Iterator<Item = Place> {
        let first = Place { line: self.line, column: self.column };
        std::iter::once(first).chain(self.more.iter().copied())
    }
}

/// The place of a name in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// Line, from 1.
    pub line: u32,
    /// Bytes before the name in its line, plus 1.
    pub column: u32,
}

/// The way in which a name is used.
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
    /// A value is read: a field, a constant, a variable of a module, an enum member, or a function
    /// that is passed without being called.
    Read,
    /// A value is assigned or changed in place.
    Write,
}

impl ReferenceKind {
    /// Whether a value is read or written, rather than called, inherited or named as a type.
    pub fn is_of_data(self) -> bool {
        match self {
            ReferenceKind::Read | ReferenceKind::Write => true,
            ReferenceKind::Call
            | ReferenceKind::Extends
            | ReferenceKind::Implements
            | ReferenceKind::Type
            | ReferenceKind::Mention => false,
        }
    }
}

/// A variable or parameter of a function. It shadows an outer definition with the same name, and its type, if it is
/// written, gives the type of its members. Only variables that are called or whose members are used are recorded. An
/// assignment of a method to a member of its own object is recorded as `self.name`, in every language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Local {
    pub name: String,
    /// The symbol whose body it belongs to: an index into the same file's symbols.
    pub owner: Option<u32>,
    /// First and last line of the text in which the name has this meaning.
    pub start_line: u32,
    pub end_line: u32,
    pub origin: LocalOrigin,
}

/// The origin of a local variable, from which its type may follow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LocalOrigin {
    /// The text does not say, or not enough.
    Unknown,
    /// Its type is written, such as `&mut Client` or `list[User]`.
    Type(String),
    /// It holds the result of a call of this path, such as `Client` of `Client(…)`, `http.NewClient` or
    /// `self.pool.take`.
    Call(String),
    /// It holds the value of this path, such as `self.pool`.
    Value(String),
    /// It takes the elements of the value of this path, in a loop.
    Element(String),
    /// It is a parameter of a function that is passed to a call: `retry#0.1` is parameter 1 of
    /// argument 0 of a call of `retry`, from 0.
    Handed(String),
}

/// A name that a module exports for a definition with another name: `export default x`,
/// `export { x as y }`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RenamedExport {
    /// The exported name; `default` for the default export.
    pub name: String,
    /// The name in the module itself.
    pub local_name: String,
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
    /// Whether only tests have it: `#[cfg(test)] use`.
    pub is_for_tests: bool,
    /// Line, from 1.
    pub line: u32,
}
