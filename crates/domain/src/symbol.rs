//! A named thing that code defines.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Span;

/// A definition found in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Symbol {
    /// The bare name, such as `new`.
    pub name: String,
    /// The name with its containers, joined as the language joins them: `Parser::new`, `Parser.new`.
    pub qualified_name: String,
    /// What it is, in rutter's words.
    pub kind: SymbolKind,
    /// What it is, in the grammar's words, such as `function_item`.
    pub node_kind: Cow<'static, str>,
    /// The definition itself, without the doc comment before it.
    pub span: Span,
    /// Its head on one line: everything before the body, with single spaces.
    pub signature: String,
    /// Its doc comment or docstring, without comment marks.
    pub doc: Option<String>,
    /// Who may use it.
    pub visibility: Visibility,
    /// The symbol it is defined in: an index into the same file's symbols.
    pub parent: Option<u32>,
    /// Hash of the definition's tokens: equal when only blanks and comments differ.
    pub body_hash: u64,
}

/// What a symbol is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SymbolKind {
    Function,
    Method,
    Constructor,
    Class,
    Struct,
    Union,
    Enum,
    EnumMember,
    Interface,
    Trait,
    Implementation,
    Module,
    TypeAlias,
    Constant,
    Variable,
    Field,
    Property,
    Macro,
    Test,
    /// A heading of a document.
    Section,
}

impl SymbolKind {
    pub const ALL: [SymbolKind; 20] = [
        SymbolKind::Function,
        SymbolKind::Method,
        SymbolKind::Constructor,
        SymbolKind::Class,
        SymbolKind::Struct,
        SymbolKind::Union,
        SymbolKind::Enum,
        SymbolKind::EnumMember,
        SymbolKind::Interface,
        SymbolKind::Trait,
        SymbolKind::Implementation,
        SymbolKind::Module,
        SymbolKind::TypeAlias,
        SymbolKind::Constant,
        SymbolKind::Variable,
        SymbolKind::Field,
        SymbolKind::Property,
        SymbolKind::Macro,
        SymbolKind::Test,
        SymbolKind::Section,
    ];

    /// The word for it in output, filters and JSON.
    pub fn name(self) -> &'static str {
        match self {
            SymbolKind::Function => "function",
            SymbolKind::Method => "method",
            SymbolKind::Constructor => "constructor",
            SymbolKind::Class => "class",
            SymbolKind::Struct => "struct",
            SymbolKind::Union => "union",
            SymbolKind::Enum => "enum",
            SymbolKind::EnumMember => "enum_member",
            SymbolKind::Interface => "interface",
            SymbolKind::Trait => "trait",
            SymbolKind::Implementation => "implementation",
            SymbolKind::Module => "module",
            SymbolKind::TypeAlias => "type_alias",
            SymbolKind::Constant => "constant",
            SymbolKind::Variable => "variable",
            SymbolKind::Field => "field",
            SymbolKind::Property => "property",
            SymbolKind::Macro => "macro",
            SymbolKind::Test => "test",
            SymbolKind::Section => "section",
        }
    }

    /// The kind of that name.
    pub fn parse(name: &str) -> Option<SymbolKind> {
        SymbolKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for SymbolKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Who may use a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    Public,
    Protected,
    /// Visible within the package, crate, module or assembly.
    Internal,
    Private,
}

impl Visibility {
    /// The word for it in output and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Visibility::Public => "public",
            Visibility::Protected => "protected",
            Visibility::Internal => "internal",
            Visibility::Private => "private",
        }
    }
}
