//! From where a symbol can be named, and what else its kind and language say about it.

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
    const PRIVATE: u8 = 1;
    const OF_VALUE: u8 = 2;
    const DECLARATION: u8 = 4;
    const KEEPS_OBJECT: u8 = 8;
    const ONLY_ASSIGNED: u8 = 16;
    const ANNOTATED: u8 = 32;
    const DAMAGED: u8 = 64;

    pub fn new(is_private: bool, is_of_value: bool, is_declaration: bool) -> SymbolFlags {
        let bit = |is_set: bool, bit: u8| if is_set { bit } else { 0 };
        SymbolFlags(
            bit(is_private, SymbolFlags::PRIVATE)
                | bit(is_of_value, SymbolFlags::OF_VALUE)
                | bit(is_declaration, SymbolFlags::DECLARATION),
        )
    }

    /// Notes whether `this` means the same inside as around it, as in an arrow function.
    pub fn with_object_kept(self, is_kept: bool) -> SymbolFlags {
        SymbolFlags(self.0 | if is_kept { SymbolFlags::KEEPS_OBJECT } else { 0 })
    }

    /// Whether `this` means the same inside as around it.
    pub fn keeps_object(self) -> bool {
        self.0 & SymbolFlags::KEEPS_OBJECT != 0
    }

    /// Notes for a field of Python whether no more is known of it than an assignment in a method, or
    /// whether its type is written.
    pub fn with_field(self, is_only_assigned: bool, is_annotated: bool) -> SymbolFlags {
        let bit = |is_set: bool, bit: u8| if is_set { bit } else { 0 };
        SymbolFlags(
            self.0
                | bit(is_only_assigned, SymbolFlags::ONLY_ASSIGNED)
                | bit(is_annotated, SymbolFlags::ANNOTATED),
        )
    }

    /// Whether it is a field that a method assigns without a type.
    pub fn is_only_assigned(self) -> bool {
        self.0 & SymbolFlags::ONLY_ASSIGNED != 0
    }

    /// Whether it is a field of Python with a written type.
    pub fn is_annotated(self) -> bool {
        self.0 & SymbolFlags::ANNOTATED != 0
    }

    /// Notes whether it may belong to something else than the text was read to say.
    pub fn with_damage(self, is_damaged: bool) -> SymbolFlags {
        SymbolFlags(self.0 | if is_damaged { SymbolFlags::DAMAGED } else { 0 })
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
        SymbolKind::Class
        | SymbolKind::Struct
        | SymbolKind::Union
        | SymbolKind::Enum
        | SymbolKind::Interface
        | SymbolKind::Trait
        | SymbolKind::TypeAlias => match parent {
            Some(parent) if has_locals(parent) => Role::Local,
            Some(parent) if has_members(parent) => Role::Nested,
            Some(_) | None => Role::Type,
        },
        SymbolKind::Function
        | SymbolKind::Constant
        | SymbolKind::Variable
        | SymbolKind::Macro
        | SymbolKind::Test => match parent {
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
