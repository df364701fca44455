//! Which kinds of symbols a reference can mean.
//!
//! A [`Role`] says from where a symbol can be named: a member needs its owner, a free function does
//! not. [`fitness`] then says whether a symbol may be meant at all, and how well it fits; of several
//! that fit, only the best are taken.

use rutter_domain::{Language, ReferenceKind, SymbolKind};

/// From where a symbol can be named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// By its bare name, in its module.
    Free,
    /// A type, by its bare name.
    Type,
    /// A type inside another, through that one; by its bare name only where that one is.
    Nested,
    /// A namespace.
    Module,
    /// Through a value or type that owns it.
    Member,
    /// Only inside the function that defines it.
    Local,
    /// By nobody: a block or a heading.
    Nameless,
}

/// What else matters of a symbol, in one byte: there are millions of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Traits(u8);

impl Traits {
    const PRIVATE: u8 = 1;
    const OF_VALUE: u8 = 2;
    const DECLARATION: u8 = 4;

    pub fn new(is_private: bool, is_of_value: bool, is_declaration: bool) -> Traits {
        let bit = |is_set: bool, bit: u8| if is_set { bit } else { 0 };
        Traits(
            bit(is_private, Traits::PRIVATE)
                | bit(is_of_value, Traits::OF_VALUE)
                | bit(is_declaration, Traits::DECLARATION),
        )
    }

    /// Whether it may be used in its own file alone.
    pub fn is_private(self) -> bool {
        self.0 & Traits::PRIVATE != 0
    }

    /// Whether it belongs to a value, such as an object that is written out, and to no type.
    pub fn is_of_value(self) -> bool {
        self.0 & Traits::OF_VALUE != 0
    }

    /// Whether it only announces what is defined elsewhere, as a prototype does.
    pub fn is_declaration(self) -> bool {
        self.0 & Traits::DECLARATION != 0
    }
}

impl Role {
    pub fn is_type(self) -> bool {
        matches!(self, Role::Type | Role::Nested)
    }
}

/// How a reference names what it means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The name alone.
    Bare,
    /// Through a value: only a member can be meant.
    Member,
    /// Through a module or type that is known.
    Path,
}

pub fn role_of(kind: SymbolKind, parent: Option<SymbolKind>) -> Role {
    match kind {
        SymbolKind::Section | SymbolKind::Implementation => Role::Nameless,
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
            Some(parent) if is_function(parent) => Role::Local,
            Some(parent) if is_type(parent) => Role::Nested,
            Some(_) | None => Role::Type,
        },
        SymbolKind::Function
        | SymbolKind::Constant
        | SymbolKind::Variable
        | SymbolKind::Macro
        | SymbolKind::Test => match parent {
            Some(parent) if is_function(parent) => Role::Local,
            Some(parent) if is_type(parent) => Role::Member,
            Some(_) | None => Role::Free,
        },
    }
}

/// Whether symbols of this kind have members.
pub fn is_type(kind: SymbolKind) -> bool {
    kind.is_type() || kind == SymbolKind::Implementation
}

/// Whether symbols of this kind have a body in which other symbols are local.
pub fn is_function(kind: SymbolKind) -> bool {
    kind.is_callable() && kind != SymbolKind::Macro
}

/// How well that fits a call which merely may hold a function.
pub const LAST_CALLED: u8 = 3;

/// How well a symbol fits a use, 0 for best; nothing when it cannot be meant.
pub fn fitness(used: ReferenceKind, form: Form, kind: SymbolKind, role: Role) -> Option<u8> {
    if role == Role::Nameless {
        return None;
    }
    let by_kind = match used {
        ReferenceKind::Call => call_fitness(kind),
        ReferenceKind::Type => type_fitness(kind),
        ReferenceKind::Extends | ReferenceKind::Implements => base_fitness(kind),
        ReferenceKind::Mention => Some(mention_fitness(kind)),
    }?;
    match form {
        Form::Bare => match role {
            Role::Free | Role::Type | Role::Nested | Role::Module | Role::Local => Some(by_kind),
            Role::Member if used == ReferenceKind::Mention => Some(by_kind),
            Role::Member | Role::Nameless => None,
        },
        Form::Member => match role {
            Role::Member if kind != SymbolKind::Constructor => Some(by_kind),
            Role::Type | Role::Nested if used != ReferenceKind::Call => Some(by_kind),
            Role::Free | Role::Type | Role::Nested | Role::Module => None,
            Role::Local | Role::Member | Role::Nameless => None,
        },
        Form::Path => (role != Role::Local).then_some(by_kind),
    }
}

/// A type comes before its constructors: to call it is to construct it.
fn call_fitness(kind: SymbolKind) -> Option<u8> {
    match kind {
        SymbolKind::Function
        | SymbolKind::Method
        | SymbolKind::Macro
        | SymbolKind::Test
        | SymbolKind::Class
        | SymbolKind::Struct
        | SymbolKind::Union
        | SymbolKind::EnumMember => Some(0),
        SymbolKind::Constructor => Some(1),
        SymbolKind::Interface | SymbolKind::TypeAlias | SymbolKind::Enum | SymbolKind::Trait => {
            Some(2)
        }
        SymbolKind::Constant | SymbolKind::Variable | SymbolKind::Field | SymbolKind::Property => {
            Some(LAST_CALLED)
        }
        SymbolKind::Implementation | SymbolKind::Module | SymbolKind::Section => None,
    }
}

fn type_fitness(kind: SymbolKind) -> Option<u8> {
    match kind {
        _ if kind.is_type() => Some(0),
        SymbolKind::Module => Some(1),
        SymbolKind::Macro => Some(2),
        _ => None,
    }
}

fn base_fitness(kind: SymbolKind) -> Option<u8> {
    match kind {
        SymbolKind::Class | SymbolKind::Struct | SymbolKind::Interface | SymbolKind::Trait => {
            Some(0)
        }
        SymbolKind::TypeAlias | SymbolKind::Module | SymbolKind::Enum => Some(1),
        SymbolKind::Constant | SymbolKind::Variable | SymbolKind::Function => Some(2),
        SymbolKind::Union
        | SymbolKind::Method
        | SymbolKind::Constructor
        | SymbolKind::EnumMember
        | SymbolKind::Implementation
        | SymbolKind::Field
        | SymbolKind::Property
        | SymbolKind::Macro
        | SymbolKind::Test
        | SymbolKind::Section => None,
    }
}

fn mention_fitness(kind: SymbolKind) -> u8 {
    match kind {
        SymbolKind::EnumMember => 2,
        _ if is_data(kind) => 2,
        SymbolKind::Constructor => 1,
        _ => 0,
    }
}

/// Whether a method can be called there without naming what it is called on.
pub fn has_implicit_receiver(language: Language) -> bool {
    matches!(
        language,
        Language::Java
            | Language::Kotlin
            | Language::Scala
            | Language::CSharp
            | Language::Cpp
            | Language::Swift
            | Language::Ruby
    )
}

/// Whether a file of this language is a module of JavaScript.
pub fn is_script(language: Language) -> bool {
    matches!(language, Language::JavaScript | Language::TypeScript | Language::Tsx)
}

/// Whether symbols of this kind hold values and are named like anything else.
pub fn is_data(kind: SymbolKind) -> bool {
    matches!(
        kind,
        SymbolKind::Field | SymbolKind::Property | SymbolKind::Variable | SymbolKind::Test
    )
}
