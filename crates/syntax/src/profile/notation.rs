//! How types, values and comments are written.

/// How types relate to members and values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeModel {
    /// They have members and supertypes.
    Classes,
    /// They take methods from traits in separate blocks, the variants of an enum hold fields of
    /// their own, `?` takes a value out of what holds it, and the call of a macro is marked.
    Traits,
    /// They may have no name, and have the members of those they embed.
    Structures,
    /// They are values, which variables may name and calls may make; the body of a class is a scope, and a
    /// name is local in the whole function that binds it.
    Values,
}

/// How types and values are written.
pub struct Notation {
    pub place: TypePlace,
    /// How the types of parameters are read from a signature; `None` if the walk finds them.
    pub parameters: Option<ParameterOrder>,
    /// Whether `[A, B]` is a type of several values.
    pub tuples: bool,
    /// Whether a value is made by the name of its type and braces.
    pub braces: bool,
}

/// Where a signature has the return type of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypePlace {
    /// Behind `->`.
    Arrow,
    /// Behind a colon, up to the first of these signs.
    Colon(&'static [char]),
    /// Behind the parameters, as that of a variable is behind its name.
    Behind,
    /// Before the name.
    Before,
    /// Nowhere in the signature.
    None,
}

/// How a parameter is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterOrder {
    /// `name: Type`
    Colon,
    /// `Type name`
    TypeFirst,
}

/// What encloses the body of a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Body {
    Braces,
    /// Behind a colon, further to the right.
    Indented,
    /// Further to the right, without a sign before it.
    Layout,
    /// Before a line that is `end`.
    Ended,
    /// Between words that depend on what it belongs to.
    Words,
}

/// What can be read from the head of a function.
pub struct Heads {
    /// Whether the names of its parameters can be read from it.
    pub parameters: bool,
    /// Whether a parameter without a default in the head has none.
    pub defaults: bool,
    pub default_mark: DefaultMark,
}

/// The separator of a parameter and its default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DefaultMark {
    Equals,
    /// A colon if the caller names the parameter.
    EqualsOrColon,
    Backslashes,
}

/// Whether a function that is none of these says so by having no such word.
pub struct Modifiers {
    pub asyncs: bool,
    pub statics: bool,
    pub abstracts: bool,
}

/// Kinds of symbols and values.
pub struct Kinds {
    /// Whether nobody calls a struct a class.
    pub structs_are_apart: bool,
    /// Whether constants are written as other names are, with a capital.
    pub camel_case_constants: bool,
    /// Whether a field is mostly changed in a copy of its record.
    pub copied_records: bool,
}

/// Effects of running code that other languages declare.
pub struct Values {
    /// Whether functions in functions, and those given to members of variables, are values like any other.
    pub are_dynamic: bool,
    /// Whether fields are made by assigning them.
    pub make_fields: bool,
    /// Whether an import is a statement, which may be in a branch.
    pub run_imports: bool,
}

/// The marks of line comments, and the pairs around block comments.
pub struct Comments {
    pub line: &'static [&'static str],
    pub block: &'static [(&'static str, &'static str)],
}

pub const SLASHES: Comments = Comments { line: &["//"], block: &[("/*", "*/")] };
pub const HASHES: Comments = Comments { line: &["#"], block: &[] };

/// The quotes of string literals.
pub struct Strings {
    /// Openings of documentation strings at the start of a line; the last three letters close one.
    pub docs: &'static [&'static str],
    /// Quotes of strings that may have several lines.
    pub texts: &'static [&'static str],
    /// Quotes of other strings. A lone apostrophe is a lifetime or a character in many languages.
    pub quotes: &'static str,
}

/// Signs besides brackets that open or end something.
pub struct Signs {
    /// `<` may begin arguments of a type; elsewhere nothing would end a comparison.
    pub angles: bool,
    /// `?` begins a choice that `:` goes on with.
    pub choices: bool,
    /// `|` begins a command that belongs to those before it.
    pub pipes: bool,
    /// `->` begins the body of a function, which lasts as long as its statement.
    pub arrows: bool,
    /// `;` ends a statement.
    pub semicolons: bool,
}
