//! What a language's table may say of a node kind.
//!
//! A language is one static [`Rules`]: rows of node kinds and [`Rule`], which say what the walk does
//! at such nodes, and rows of node kinds and [`Shape`], which say how a name is read from one. What
//! no row can say, a function does: it is given the [`Walk`] and the node.

use rutter_domain::{Language, ReferenceKind, SymbolKind, Visibility};
use tree_sitter::Node;

use crate::walk::{Definition, Walk};

/// All that the walk knows of a language.
pub struct Rules {
    pub language: Language,
    pub grammar: fn() -> tree_sitter::Language,
    /// The separator of the parts of a qualified name.
    pub separator: &'static str,
    /// By node kinds, named or not and with blanks between, in groups that related languages may share.
    /// A kind without a row is walked through.
    pub rules: &'static [&'static [(&'static str, Rule)]],
    /// By node kinds: the roles of the names in one. A kind without a row holds names that are
    /// read.
    pub roles: &'static [&'static [(&'static str, Roles)]],
    /// By node kinds: how a name is read from nodes that are more than a name.
    pub shapes: &'static [&'static [(&'static str, Shape)]],
    /// Node kinds of comments.
    pub comments: &'static [&'static str],
    /// Marks at the beginning or end of a comment's lines, longest first.
    pub comment_marks: &'static [&'static str],
    /// Beginnings of comments that describe the symbol around them, such as `//!`.
    pub inner_comment_marks: &'static [&'static str],
    /// Names that make no reference: types and words of the language itself.
    pub ignored_names: &'static [&'static str],
    pub visibility: VisibilityOf,
    /// Reads the documentation inside a definition, such as a docstring.
    pub inner_doc: Option<InnerDoc>,
}

impl Rules {
    /// The separator of a symbol of this kind and its members.
    pub fn separator_in(&self, kind: SymbolKind) -> &'static str {
        match kind {
            // language: a namespace has another separator than a class in PHP alone
            SymbolKind::Module if self.language == Language::Php => "\\",
            _ => self.separator,
        }
    }
}

/// What the walk does at a node.
pub enum Rule {
    /// It defines a symbol.
    Define(Define),
    /// It calls what its child of this field names.
    Call(&'static str),
    /// It is itself a use of a name, such as a type.
    Refer(ReferenceKind),
    /// The child in this field is a use of a name; `""` is the first named child.
    ReferIn(ReferenceKind, &'static str),
    /// It is a name, or a member of something, that is read or written according to its [`Role`].
    Value,
    /// Its children, each by itself, are uses of names, such as the bases of a class.
    ReferEach(ReferenceKind),
    /// It brings in a type's name, in this field, for the length of the definition it is in; `""` is the
    /// first named child.
    TypeParameter(&'static str),
    /// It is a function without a name: what is assigned inside is local.
    Function,
    /// It holds a definition together with the words before it; the comment before it is the
    /// definition's, and its first words belong to the signature when it is kept.
    Wrap(Head),
    /// It comes between a definition and its comment, such as an attribute.
    Prefix,
    /// It is a prefix, and a function looks at it as well.
    PrefixHook(Hook),
    /// Nothing inside is looked at.
    Mute,
    /// None of the above, or several.
    Hook(Hook),
}

/// What a name is used for, by its place in a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Read,
    Write,
    /// It names a new variable or parameter; a member here is written.
    Bind,
    /// It is assigned, which makes it a variable of the function around it.
    Assign,
    /// In a pattern: a name with a capital letter is read, any other is a variable.
    Pattern,
    /// A part of a path: with a capital letter it is read, else it is a module.
    Scope,
    /// Neither: a label, or the name of an argument.
    Silent,
    /// The role of the node around it.
    Same,
}

/// The roles of the direct children of a node.
#[derive(Debug, Clone, Copy)]
pub enum Roles {
    All(Role),
    /// Of what is in this field; all else is read.
    In(&'static str, Role),
    /// By field, and of what has no field in the list.
    By(&'static [(&'static str, Role)], Role),
}

/// Whether the words of a wrapper belong to the signature of what it wraps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Head {
    Keep,
    Drop,
}

/// How a symbol is made from a node.
pub struct Define {
    pub kind: Kind,
    /// The field of the name.
    pub name: &'static str,
    /// Fields to follow, one inside the other, to the body, where the signature ends.
    pub body: &'static [&'static str],
    pub place: Place,
}

pub enum Kind {
    Is(SymbolKind),
    /// Decided by the node; `None` if it defines no symbol.
    By(KindOf),
}

/// Where a node defines a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Anywhere,
    /// Not inside a function, where it would be a local.
    OutsideFunctions,
}

/// How a name is read from a node.
#[derive(Debug, Clone, Copy)]
pub enum Shape {
    /// A name in one field behind a qualifier in another: `(qualifier, name)`.
    Path(&'static str, &'static str),
    /// The name is within this field, which may hold further parts of the path: `a::b::c` as `a`
    /// before `b::c`. The qualifier is everything before the last name.
    Scopes(&'static str),
    /// The name is within this field.
    Within(&'static str),
    /// The name is within the first named child.
    First,
    /// The name is within the last named child, behind a qualifier in the first, if there are two.
    Last,
    /// The whole text is the name.
    Whole,
    /// No name but what comes from calling that in this field, or in the first child where the
    /// grammar has no such field. Every [`Rule::Call`] is one.
    Value(&'static str),
}

pub type Hook = for<'t> fn(&mut Walk<'t>, Node<'t>);
pub type KindOf = for<'t> fn(&Walk<'t>, Node<'t>) -> Option<SymbolKind>;
pub type VisibilityOf = for<'t> fn(&Walk<'t>, Node<'t>, &Definition<'t>) -> Visibility;
pub type InnerDoc = for<'t> fn(&Walk<'t>, Node<'t>) -> Option<String>;

/// A definition whose name is in the field `name` and whose body, if any, is in the field `body`.
pub const fn define(kind: SymbolKind) -> Define {
    // Most grammars give these names to the fields.
    Define { kind: Kind::Is(kind), name: "name", body: &["body"], place: Place::Anywhere }
}

impl Define {
    pub const fn kind_by(mut self, kind: KindOf) -> Define {
        self.kind = Kind::By(kind);
        self
    }

    pub const fn name_in(mut self, field: &'static str) -> Define {
        self.name = field;
        self
    }

    pub const fn body(mut self, fields: &'static [&'static str]) -> Define {
        self.body = fields;
        self
    }

    pub const fn outside_functions(mut self) -> Define {
        self.place = Place::OutsideFunctions;
        self
    }

    pub const fn rule(self) -> Rule {
        Rule::Define(self)
    }
}

/// The comment marks of languages that look like C.
// `/**` before `/*`, or a star would be left over.
pub const SLASH_MARKS: &[&str] = &["/**", "/*!", "/*", "*/", "///", "//!", "//", "*"];

/// The comment marks of languages that look like a shell.
pub const HASH_MARKS: &[&str] = &["#"];
