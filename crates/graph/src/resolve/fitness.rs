//! Whether a definition may be meant by a reference, and how well it fits.
//!
//! Fitness is a rank: 0 is best, and of several definitions that fit only the best are kept. Start
//! at [`fitness`]; the ranks of all kinds of symbols are one table in [`Ranks::of`].

use rutter_domain::{ReferenceKind, SymbolKind};
use rutter_syntax::profile;

use crate::base::kinds::{Role, has_locals};
use crate::base::names::DefinitionAt;

/// The form in which a reference names its target.
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

/// Rank of a definition for a use, 0 for best; `None` if it cannot be meant.
pub fn fitness(used: ReferenceKind, form: NameForm, definition: &DefinitionAt) -> Option<u8> {
    let (kind, role) = (definition.kind, definition.role);
    if role == Role::Nameless {
        return None;
    }
    let ranks = Ranks::of(kind);
    let language = definition.language;
    let are_apart = profile(language).calls.are_apart;
    let by_kind = match used {
        // Java methods and fields have separate names.
        ReferenceKind::Call if are_apart && kind.is_data() => None,
        ReferenceKind::Read if are_apart && has_locals(kind) => None,
        // In Rust only structs and variants are called by their name: `Err(e)` is not an enum `Err`.
        ReferenceKind::Call
            if profile(language).has_traits()
                && matches!(kind, SymbolKind::Enum | SymbolKind::Trait) =>
        {
            None
        }
        // A C macro with a value may stand for a function or a type, unless there is one of that name:
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
            _ => None,
        },
        NameForm::Path => (role != Role::Local).then_some(by_kind),
    }
}

/// Ranks of a kind of symbol for each use.
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
        let ranks = |call, in_type, supertype, mention, read, written| Ranks {
            call,
            in_type,
            supertype,
            mention,
            read,
            written,
        };
        match kind {
            // To call a type is to construct it, so a type ranks before its constructors. A test is
            // named like anything else and says little in a text. To read a function or type is to hand it over,
            // which data of that name is likelier to be meant by.
            // Columns: call, in_type, supertype, mention, read, written.
            SymbolKind::Class => ranks(Some(0), Some(0), Some(0), 0, Some(1), NO),
            SymbolKind::Struct => ranks(Some(0), Some(0), Some(0), 0, Some(1), NO),
            SymbolKind::Union => ranks(Some(0), Some(0), NO, 0, Some(1), NO),
            SymbolKind::Enum => ranks(Some(2), Some(0), Some(1), 0, Some(1), NO),
            SymbolKind::Interface => ranks(Some(2), Some(0), Some(0), 0, Some(1), NO),
            SymbolKind::Trait => ranks(Some(2), Some(0), Some(0), 0, Some(1), NO),
            SymbolKind::TypeAlias => ranks(Some(2), Some(0), Some(1), 0, Some(1), NO),
            SymbolKind::Function => ranks(Some(0), NO, Some(2), 0, Some(1), NO),
            SymbolKind::Method => ranks(Some(0), NO, NO, 0, Some(1), NO),
            SymbolKind::Constructor => ranks(Some(1), NO, NO, 1, NO, NO),
            SymbolKind::Macro => ranks(Some(0), Some(2), NO, 0, Some(0), NO),
            SymbolKind::Test => ranks(Some(0), NO, NO, 2, Some(1), NO),
            SymbolKind::EnumMember => ranks(Some(0), NO, NO, 2, Some(0), NO),
            SymbolKind::Constant => ranks(DATA, NO, Some(2), 0, Some(0), Some(0)),
            SymbolKind::Variable => ranks(DATA, NO, Some(2), 2, Some(0), Some(0)),
            SymbolKind::Field => ranks(DATA, NO, NO, 2, Some(0), Some(0)),
            SymbolKind::Property => ranks(DATA, NO, NO, 2, Some(0), Some(0)),
            SymbolKind::Module => ranks(NO, Some(1), Some(1), 0, NO, NO),
            SymbolKind::Implementation => ranks(NO, NO, NO, 0, NO, NO),
            SymbolKind::Section | SymbolKind::File => ranks(NO, NO, NO, 0, NO, NO),
        }
    }
}
