//! How names are imported, looked up and called.

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
    /// Behind a vendor's parts, which are not folders; any file may add to the namespace it names.
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
    /// Anything but a macro, or a constant of a header.
    FunctionOrHeader,
    /// Any definition of that name, also a member that is mixed in.
    // Ruby mixes modules into classes, so that their methods need no receiver.
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
    /// Those of a type add to those it inherits, and all functions are members of types.
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
    /// Whether a word above several of them says who may use those below it.
    pub sections: bool,
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

/// For languages whose methods are not known to hand on what they are called on.
pub fn passes_nothing(_: &str) -> Passing {
    Passing::No
}

/// Whether a list between blanks has a word.
pub fn has_word(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|one| one == word)
}
