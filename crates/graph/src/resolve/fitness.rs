//! Whether a definition may be meant by a reference, and how well it fits.
//!
//! Fitness is a rank: 0 is best, and of several definitions that fit only the best are kept. Start
//! at [`fitness`]; the ranks of all kinds of symbols are one table in [`Ranks::of`].

use rutter_domain::{ReferenceKind, SymbolKind};
use rutter_syntax::profile;

use crate::base::kinds::{Role, has_locals};
use crate::base::names::DefinitionAt;

/// How a reference names what it means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameForm {
    /// The name alone.
    Bare,
    /// Through a value: only a member can be meant.
    Member,
    /// Through a module or type that is known.
    Path,
}

/// The fitness for a call of data that may hold a function.
pub const CALL_OF_DATA: u8 = 3;

/// How well a definition fits a use, 0 for best; `None` if it cannot be meant.
pub fn fitness(used: ReferenceKind, form: NameForm, definition: &DefinitionAt) -> Option<u8> {
    let (kind, role) = (definition.kind, definition.role);
    if role == Role::Nameless {
        return None;
    }
    let ranks = Ranks::of(kind);
    let language = definition.language;
    let are_apart = profile(language).calls.are_apart;
    let by_kind = match used {
        // Methods and fields of Java do not share their names.
        ReferenceKind::Call if are_apart && kind.is_data() => None,
        ReferenceKind::Read if are_apart && has_locals(kind) => None,
        // Only structs and variants of Rust are called by their name: `Err(e)` is no enum `Err`.
        ReferenceKind::Call
            if profile(language).has_traits()
                && matches!(kind, SymbolKind::Enum | SymbolKind::Trait) =>
        {
            None
        }
        // A macro of C with a value may stand for a function or a type, unless there is one of that name:
        // renaming what a library offers is mostly left to conditions.
        ReferenceKind::Call | ReferenceKind::Type
            if kind == SymbolKind::Constant && profile(language).is_like_c() =>
        {
            Some(if used == ReferenceKind::Call { 1 } else { 2 })
        }
        ReferenceKind::Call => ranks.call,
        ReferenceKind::Type => match kind {
            // An alias of a type is a variable like any other in Python.
            SymbolKind::Constant | SymbolKind::Variable
                if profile(language).has_types_as_values() =>
            {
                Some(CALL_OF_DATA)
            }
            // `Shape::Circle { .. }` in a pattern.
            SymbolKind::EnumMember if profile(language).has_traits() && form == NameForm::Path => {
                Some(0)
            }
            _ => ranks.in_type,
        },
        ReferenceKind::Extends | ReferenceKind::Implements => ranks.supertype,
        ReferenceKind::Mention => Some(ranks.mention),
        ReferenceKind::Read => ranks.read,
        ReferenceKind::Write => ranks.written,
    }?;
    match form {
        NameForm::Bare => match role {
            Role::Free | Role::Type | Role::Nested | Role::Module | Role::Local => Some(by_kind),
            Role::Member if used == ReferenceKind::Mention => Some(by_kind),
            Role::Member | Role::Nameless => None,
        },
        NameForm::Member => match role {
            Role::Member if kind != SymbolKind::Constructor => Some(by_kind),
            Role::Type | Role::Nested if used != ReferenceKind::Call => Some(by_kind),
            Role::Free | Role::Type | Role::Nested | Role::Module => None,
            Role::Local | Role::Member | Role::Nameless => None,
        },
        NameForm::Path => (role != Role::Local).then_some(by_kind),
    }
}

/// How well a kind of symbol fits each use.
struct Ranks {
    call: Option<u8>,
    /// In the place of a type.
    in_type: Option<u8>,
    /// As a type that another extends or implements.
    supertype: Option<u8>,
    /// In a document.
    mention: u8,
    /// As a value that is read or handed over.
    read: Option<u8>,
    /// As what is assigned to.
    written: Option<u8>,
}

impl Ranks {
    fn of(kind: SymbolKind) -> Ranks {
        const NO: Option<u8> = None;
        const DATA: Option<u8> = Some(CALL_OF_DATA);
        let (read, written) = match kind {
            SymbolKind::Constant
            | SymbolKind::Variable
            | SymbolKind::Field
            | SymbolKind::Property => (Some(0), Some(0)),
            SymbolKind::EnumMember | SymbolKind::Macro => (Some(0), NO),
            SymbolKind::Class
            | SymbolKind::Struct
            | SymbolKind::Union
            | SymbolKind::Enum
            | SymbolKind::Interface
            | SymbolKind::Trait
            | SymbolKind::TypeAlias
            | SymbolKind::Function
            | SymbolKind::Method
            | SymbolKind::Test => (Some(1), NO),
            SymbolKind::Module
            | SymbolKind::Constructor
            | SymbolKind::Implementation
            | SymbolKind::Section
            | SymbolKind::File => (NO, NO),
        };
        let ranks = |call, in_type, supertype, mention| Ranks {
            call,
            in_type,
            supertype,
            mention,
            read,
            written,
        };
        match kind {
            // To call a type is to construct it, so a type ranks before its constructors. A test is
            // named like anything else and says little in a text.
            // Columns: call, in_type, supertype, mention.
            SymbolKind::Class => ranks(Some(0), Some(0), Some(0), 0),
            SymbolKind::Struct => ranks(Some(0), Some(0), Some(0), 0),
            SymbolKind::Union => ranks(Some(0), Some(0), NO, 0),
            SymbolKind::Enum => ranks(Some(2), Some(0), Some(1), 0),
            SymbolKind::Interface => ranks(Some(2), Some(0), Some(0), 0),
            SymbolKind::Trait => ranks(Some(2), Some(0), Some(0), 0),
            SymbolKind::TypeAlias => ranks(Some(2), Some(0), Some(1), 0),
            SymbolKind::Function => ranks(Some(0), NO, Some(2), 0),
            SymbolKind::Method => ranks(Some(0), NO, NO, 0),
            SymbolKind::Constructor => ranks(Some(1), NO, NO, 1),
            SymbolKind::Macro => ranks(Some(0), Some(2), NO, 0),
            SymbolKind::Test => ranks(Some(0), NO, NO, 2),
            SymbolKind::EnumMember => ranks(Some(0), NO, NO, 2),
            SymbolKind::Constant => ranks(DATA, NO, Some(2), 0),
            SymbolKind::Variable => ranks(DATA, NO, Some(2), 2),
            SymbolKind::Field => ranks(DATA, NO, NO, 2),
            SymbolKind::Property => ranks(DATA, NO, NO, 2),
            SymbolKind::Module => ranks(NO, Some(1), Some(1), 0),
            SymbolKind::Implementation => ranks(NO, NO, NO, 0),
            SymbolKind::Section | SymbolKind::File => ranks(NO, NO, NO, 0),
        }
    }
}
