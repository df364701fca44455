//! Symbols: named definitions in code.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::Span;
use crate::names::names;

/// The node kind of a C macro that is defined only if it is missing: `#ifndef X`, `#define X 1`.
pub const FALLBACK_MACRO: &str = "preproc_fallback";

/// A definition found in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Symbol {
    /// The bare name, such as `new`.
    pub name: String,
    /// The name with its containers, joined as the language joins them: `Parser::new`, `Parser.new`.
    pub qualified_name: String,
    pub kind: SymbolKind,
    /// Its kind in the grammar, such as `function_item`.
    pub node_kind: Cow<'static, str>,
    /// The definition itself, without the doc comment before it.
    pub span: Span,
    /// Its head on one line: everything before the body, with single spaces.
    pub signature: String,
    /// Its doc comment or docstring, without comment marks.
    pub doc: Option<String>,
    pub visibility: Visibility,
    /// The symbol it is defined in, as an index into the symbols of the file.
    pub parent: Option<u32>,
    /// Hash of the tokens of the definition; equal if only blanks and comments differ.
    pub body_hash: u64,
}

impl Symbol {
    /// Whether it is a field that no class declares: a method assigns it to its own object, as in
    /// `self.size = 0`. It belongs to the class and is within the method.
    pub fn is_own_field(&self) -> bool {
        self.kind == SymbolKind::Field
            && matches!(&*self.node_kind, "attribute" | "member_expression")
    }
}

/// The kind of a symbol.
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
    /// A whole file, as the subject of an entry. No file defines one.
    File,
}

names! {
    SymbolKind {
        Function => "function",
        Method => "method",
        Constructor => "constructor",
        Class => "class",
        Struct => "struct",
        Union => "union",
        Enum => "enum",
        EnumMember => "enum_member",
        Interface => "interface",
        Trait => "trait",
        Implementation => "implementation",
        Module => "module",
        TypeAlias => "type_alias",
        Constant => "constant",
        Variable => "variable",
        Field => "field",
        Property => "property",
        Macro => "macro",
        Test => "test",
        Section => "section",
        File => "file",
    }
}

impl SymbolKind {
    /// The kind with this name.
    pub fn parse(name: &str) -> Option<SymbolKind> {
        SymbolKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether it names a type.
    pub fn is_type(self) -> bool {
        matches!(self.group(), Group::Type)
    }

    /// Whether it has a body that runs when it is called or expanded.
    pub fn is_callable(self) -> bool {
        matches!(self.group(), Group::Callable)
    }

    /// Whether it holds a value.
    pub fn is_data(self) -> bool {
        matches!(self.group(), Group::Data)
    }

    /// Whether it consists of further symbols.
    pub fn is_container(self) -> bool {
        match self.group() {
            Group::Type => self != SymbolKind::TypeAlias,
            Group::Scope => true,
            Group::Callable | Group::Data | Group::Member => false,
        }
    }

    // The one place that sorts all kinds; the predicates above follow from it.
    fn group(self) -> Group {
        match self {
            SymbolKind::Class
            | SymbolKind::Struct
            | SymbolKind::Union
            | SymbolKind::Enum
            | SymbolKind::Interface
            | SymbolKind::Trait
            | SymbolKind::TypeAlias => Group::Type,
            SymbolKind::Function
            | SymbolKind::Method
            | SymbolKind::Constructor
            | SymbolKind::Macro
            | SymbolKind::Test => Group::Callable,
            SymbolKind::Constant
            | SymbolKind::Variable
            | SymbolKind::Field
            | SymbolKind::Property => Group::Data,
            SymbolKind::Implementation
            | SymbolKind::Module
            | SymbolKind::Section
            | SymbolKind::File => Group::Scope,
            SymbolKind::EnumMember => Group::Member,
        }
    }
}

enum Group {
    Type,
    Callable,
    Data,
    /// Groups other symbols and is neither a type nor a value.
    Scope,
    /// Neither a type nor, in every language, a value.
    Member,
}

/// The code that may use a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    Public,
    Protected,
    /// Visible within the package, crate, module or assembly.
    Internal,
    Private,
}

names! {
    Visibility {
        Public => "public",
        Protected => "protected",
        Internal => "internal",
        Private => "private",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_at_most_one_nature() {
        for kind in SymbolKind::ALL {
            let natures = [kind.is_type(), kind.is_callable(), kind.is_data()];
            assert!(natures.iter().filter(|is_so| **is_so).count() <= 1, "{kind}");
            assert!(!kind.is_container() || !kind.is_callable() && !kind.is_data(), "{kind}");
        }
    }

    #[test]
    fn an_alias_is_a_type_without_an_inside() {
        assert!(SymbolKind::TypeAlias.is_type() && !SymbolKind::TypeAlias.is_container());
        assert!(SymbolKind::Module.is_container() && !SymbolKind::Module.is_type());
    }
}
