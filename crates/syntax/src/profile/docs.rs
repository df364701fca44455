//! Which symbols need a description, and where it is written.

/// The form of documentation.
pub struct Docs {
    /// How a comment lists the parameters of a function.
    pub parameters: ParameterDocs,
    /// Which files need a comment at their top.
    pub overview: Introduction,
}

/// How a comment lists the parameters of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterDocs {
    /// By tags such as `@param`.
    Tags(TagForm),
    /// In sections of a string inside of the function, or by fields such as `:param name:`.
    Sections,
    /// As items of a list, such as `- Parameter name:`.
    Items,
    /// In elements of XML.
    Elements,
    /// In a list below a heading.
    Headings,
    /// Not in a form that tells them from other words.
    None,
}

/// The text between `@param` and the description of the parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TagForm {
    /// The name.
    Plain,
    /// The type in braces and the name, in brackets if it is optional.
    Braces,
    /// The type and the name behind `$`.
    Dollar,
    /// The type in brackets before or behind the name.
    Brackets,
    /// The name, which may be followed by a dot or bracket.
    Dotted,
}

/// Which files need a comment at their top.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Introduction {
    /// All that are not small.
    Always,
    /// Those that define no type, which would introduce them.
    WithoutTypes,
    /// None: a file holds one type and is described by it.
    Never,
}

/// Which symbols a repository offers to others, and so should describe.
pub struct Offered {
    /// By what a symbol is known to be meant for others.
    pub by: Offer,
    /// Which other names of types need a description.
    pub aliases: Aliases,
    /// Whether a module needs a description as a type does.
    pub modules: bool,
    /// Whether a folder such as `tools` or `bin` at the root holds what only developers run.
    pub tools: bool,
}

/// By what a symbol is known to be meant for others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offer {
    /// It is declared in a header that is offered.
    Headers,
    /// The crate exports it.
    Crate,
    /// It is in a module of a package, and not in a script.
    Package,
    /// Its folder is not one for programs or for internal packages.
    Folder,
    /// Other files use it, or an index passes it on.
    Used,
    /// It is in a type, or other files use it.
    TypesAndUsed,
    /// Its path does not say that it is internal.
    ByPath,
    /// All that is public is.
    All,
    /// Nothing is: such code is read and not called from elsewhere.
    Nothing,
}

/// Which other names of types need a description.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aliases {
    All,
    /// Those that define a type of their own.
    Defined,
    None,
}

/// Where the comments are that describe code.
pub struct Placed {
    /// Whether they are strings inside of what they describe.
    pub are_inside: bool,
    pub groups: Groups,
    pub prefixes: Prefixes,
}

/// Whether a plain comment describes what follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Groups {
    /// It never does: what describes has a form of its own.
    Never,
    /// If it says to be about several.
    Singular,
    /// Plain comments are headings of groups of declarations.
    Common,
    /// As `Common`, and the comment of a type is above the modules around it.
    ByModule,
}

/// What may be between a comment and the symbol it describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prefixes {
    /// Only what the grammar knows to belong to it.
    None,
    Annotations,
    /// Macros, and branches for the preprocessor.
    Macros,
}
