//! From where a symbol can be named, and its yes-or-no properties.

use rutter_domain::SymbolKind;
use serde::{Deserialize, Serialize};

/// From where a symbol can be named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// By its bare name, in its module.
    Free,
    /// A type, by its bare name.
    Type,
    /// A type inside another: through that one, or by its bare name inside it.
    Nested,
    /// A namespace.
    Module,
    /// Through a value or type that owns it.
    Member,
    /// Only inside the function that defines it.
    Local,
    /// From nowhere: a block or a heading.
    Nameless,
}

impl Role {
    pub fn is_type(self) -> bool {
        matches!(self, Role::Type | Role::Nested)
    }
}

/// Yes-or-no properties of a symbol, packed into a byte because a repository has millions of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SymbolFlags(u8);

impl SymbolFlags {
    pub const PRIVATE: u8 = 1;
    pub const OF_VALUE: u8 = 2;
    pub const DECLARATION: u8 = 4;
    pub const KEEPS_OBJECT: u8 = 8;
    pub const ONLY_ASSIGNED: u8 = 16;
    pub const ANNOTATED: u8 = 32;
    pub const DAMAGED: u8 = 64;

    /// Packs properties, each given by its bit.
    pub fn of<const N: usize>(flags: [(u8, bool); N]) -> SymbolFlags {
        let set = flags.into_iter().filter(|(_, is_set)| *is_set);
        SymbolFlags(set.fold(0, |all, (bit, _)| all | bit))
    }

    /// Whether `this` means the same inside as around it.
    pub fn keeps_object(self) -> bool {
        self.0 & SymbolFlags::KEEPS_OBJECT != 0
    }

    /// Whether it is a field that a method assigns without a type.
    pub fn is_only_assigned(self) -> bool {
        self.0 & SymbolFlags::ONLY_ASSIGNED != 0
    }

    /// Whether it is a Python field with a written type.
    pub fn is_annotated(self) -> bool {
        self.0 & SymbolFlags::ANNOTATED != 0
    }

    /// Whether it may belong to something else than the text was read to say.
    pub fn is_damaged(self) -> bool {
        self.0 & SymbolFlags::DAMAGED != 0
    }

    /// Whether only its own file may use it.
    pub fn is_private(self) -> bool {
        self.0 & SymbolFlags::PRIVATE != 0
    }

    /// Whether it belongs to a value, such as an object literal, and to no type.
    pub fn is_of_value(self) -> bool {
        self.0 & SymbolFlags::OF_VALUE != 0
    }

    /// Whether it only declares what is defined elsewhere, as a prototype does.
    pub fn is_declaration(self) -> bool {
        self.0 & SymbolFlags::DECLARATION != 0
    }
}

pub fn role_of(kind: SymbolKind, parent: Option<SymbolKind>) -> Role {
    match kind {
        SymbolKind::Section | SymbolKind::File | SymbolKind::Implementation => Role::Nameless,
        SymbolKind::Method
        | SymbolKind::Constructor
        | SymbolKind::Field
        | SymbolKind::Property
        | SymbolKind::EnumMember => Role::Member,
        SymbolKind::Module => Role::Module,
        kind if kind.is_type() => match parent {
            Some(parent) if has_locals(parent) => Role::Local,
            Some(parent) if has_members(parent) => Role::Nested,
            Some(_) | None => Role::Type,
        },
        // Functions, macros, tests, constants and variables.
        _ => match parent {
            Some(parent) if has_locals(parent) => Role::Local,
            Some(parent) if has_members(parent) => Role::Member,
            Some(_) | None => Role::Free,
        },
    }
}

/// Whether symbols inside are members: it is a type, or a block that adds to one.
pub fn has_members(kind: SymbolKind) -> bool {
    kind.is_type() || kind == SymbolKind::Implementation
}

/// Whether symbols inside are local to it.
pub fn has_locals(kind: SymbolKind) -> bool {
    kind.is_callable() && kind != SymbolKind::Macro
}
