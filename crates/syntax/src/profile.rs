//! Everything that other code asks about a language, besides how it is parsed.
//!
//! A judgement that depends on the language is a field here, and every language answers it in
//! `languages/LANG/profile.rs`. No field has a default: a new language does not compile before it
//! has answered each of them. The structs are small so that an answer is one line.

/// What is special about a language.
pub struct Profile {
    pub imports: Imports,
    pub names: Names,
    pub library: Library,
    pub calls: Calls,
    pub members: Members,
    pub open: Openness,
    /// What types are.
    pub types: TypeModel,
    pub written: Notation,
    /// Between what the body of a definition stands.
    pub body: Body,
    pub heads: Heads,
    pub modifiers: Modifiers,
    pub kinds: Kinds,
    pub docs: Docs,
    pub offered: Offered,
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

/// How a file takes names from other files.
pub struct Imports {
    /// How the text of an import leads to files.
    pub scheme: Route,
    /// The name that an import binds if it states none.
    pub binds: Bound,
    /// Which other files share a scope with a file.
    pub package: Peers,
}

/// How the text of an import leads to files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Route {
    /// Modules are nested in files and inside one another below the root of a crate, and may have
    /// another file for each platform.
    Crates,
    /// Dotted paths from the root of the sources or from the file's own package.
    Packages,
    /// Relative paths and names of packages; a file is a module that exports some of its values.
    Scripts,
    /// The paths of folders below the root of a module.
    Folders,
    /// The package is a path below a root of sources, and a class is a file in it.
    Classes,
    /// The text of another file is included.
    Includes,
    /// The end of a file's path, to which one of these is appended.
    Paths(PathForm, &'static [&'static str]),
    /// A document links to a file.
    Links,
}

/// How the path of a file is written in an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathForm {
    /// As it is, or with other separators.
    Separated,
    /// In the same way, and beginning with a dot if it is relative to the file.
    BesideFile,
    /// With its ending if it is relative to the file.
    WithEnding,
    /// In camel case, while the file has underscores.
    CamelCase,
    /// Behind a vendor's parts, which are no folders; any file may add to the namespace it names.
    BehindVendor,
}

/// The name that an import binds if it states none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// The first part of the path, behind which the others are written out.
    First,
    /// The last part of the path.
    Last,
    /// The last part of a path, or everything if the path is that of a file with this ending.
    LastOrAll(&'static str),
    /// The name of the package in a folder, which is mostly the last part of the path.
    Folder,
    /// Every name of the file is in scope then.
    All,
    /// None.
    Nothing,
}

/// Which other files share a scope with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Peers {
    /// None.
    File,
    /// Those of its folder, of which each build may leave out some.
    Folder,
    /// Those of the same path below any of these roots of sources.
    Below(&'static [&'static str]),
}

/// How a name is looked up.
pub struct Names {
    /// Which definitions of other files can be named at all.
    pub reach: Sight,
    /// What a name may mean that is neither in scope nor imported.
    pub unbound: Unbound,
    /// What a qualifier in lower case may be.
    pub lower_case: LowerCase,
}

/// Which definitions of other files can be named at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sight {
    /// All, as far as an import leads to them.
    All,
    /// All but private ones.
    Public,
    /// All but private members.
    PublicMembers,
    /// In other packages, those with a capital.
    Capitalized,
    /// All but private ones that no header or included file has.
    Included,
}

/// What a name may mean that is neither in scope nor imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unbound {
    /// Nothing in the repository.
    Nothing,
    /// Nothing if the file is a module, else any definition of that name.
    NothingInModules,
    /// A macro or a type.
    MacroOrType,
    /// What is no macro, or a constant of a header.
    FunctionOrHeader,
    /// Any definition of that name, also a member that is mixed in.
    AnyMember,
    /// Any definition of that name.
    Any,
}

/// What a qualifier in lower case may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LowerCase {
    /// A value, whose type may not be known.
    Value,
    /// A type as well.
    Type,
    /// A type, or a value whose type is known.
    Typed,
}

/// What the language and its standard library define.
pub struct Library {
    /// Names that every file has without an import, between blanks.
    pub names: &'static str,
    /// Methods that its types commonly have, between blanks.
    pub methods: &'static str,
    /// What a method of its types yields of what it is called on.
    pub passes: fn(&str) -> Passing,
}

/// What a method of an outside type yields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passing {
    /// What its receiver holds; a receiver that holds nothing yields itself.
    Held,
    /// A container with the same elements.
    Same,
    /// An element of its receiver.
    Element,
    /// Something else.
    No,
}

/// What a call may mean.
pub struct Calls {
    /// How functions of one name are told apart by their parameters.
    pub overloads: Overloads,
    /// How a method says that it overrides another.
    pub overrides: Overrides,
    /// Whether methods have names of their own, so that a call never means a variable or field.
    pub are_apart: bool,
}

/// How functions of one name are told apart by their parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overloads {
    /// They are not: there is one of a name.
    None,
    /// Those of a type hide those it inherits.
    Hiding,
    /// Those of a type stand beside those it inherits, and all functions are members of types.
    Inherited,
}

/// How a method says that it overrides another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overrides {
    /// By a word or a mark, without which it is a new one.
    Marked,
    /// By a mark that may be left out.
    Unmarked,
    /// Not at all, and any class may have the methods of an interface that is written nowhere.
    Silent,
}

/// The members of a type.
pub struct Members {
    /// Whether they are used inside the type without naming the object.
    pub are_bare: bool,
    /// Whether all that a file gives a type are written inside of it.
    pub are_inside: bool,
    /// The word for the object as one of its supertype; empty if there is none.
    pub supertype: &'static str,
}

/// What other files may add to, so that what has the same name is the same.
pub struct Openness {
    pub types: bool,
    pub namespaces: bool,
    /// Whether several files may hold a part of the same type, any of which may describe it.
    pub parts: bool,
}

/// What types are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeModel {
    /// They have members and supertypes.
    Classes,
    /// They take methods from traits in blocks that stand apart, the variants of an enum hold fields of
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
    /// Where the type of a function's value stands.
    pub place: TypePlace,
    /// How the types of parameters are read from a signature; `None` if the walk finds them.
    pub parameters: Option<ParameterOrder>,
    /// Whether `[A, B]` is a type of several values.
    pub tuples: bool,
    /// Whether a value is made by the name of its type and braces.
    pub braces: bool,
}

/// Where the type of a function's value stands.
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
    Unwritten,
}

/// How a parameter is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterOrder {
    /// `name: Type`
    Colon,
    /// `Type name`
    TypeFirst,
}

/// Between what the body of a definition stands.
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

/// What the head of a function says.
pub struct Heads {
    /// Whether the names of its parameters can be read from it.
    pub parameters: bool,
    /// Whether the default of a parameter stands there, or else the parameter has none.
    pub defaults: bool,
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

/// What documentation looks like.
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

/// What stands between `@param` and the words about the parameter.
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

/// What a repository offers to others, and so should describe.
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
    NotInternal,
    /// All that is public is.
    All,
    /// Nothing is: it is read where it stands.
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

/// For languages whose methods are not known to hand on what they are called on.
pub fn passes_nothing(_: &str) -> Passing {
    Passing::No
}

/// Whether a list between blanks has a word.
pub fn has_word(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|one| one == word)
}
