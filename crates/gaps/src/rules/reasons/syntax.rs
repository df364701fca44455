//! Reasons in the symbol itself: its name, form, members and what is around it.

use rutter_domain::{MarkerKind, SymbolKind, Visibility};
use rutter_syntax::profile::{Offer, Overloads, Profile, Sight};

use super::PublicSymbol;
use crate::lexicon::{comments, paths, symbols};
use crate::rules::doc_text::name_words;

/// An accessor has at most this many lines.
const ACCESSOR_LINES: u32 = 5;
/// A predicate of this many lines has a body of one statement.
const PREDICATE_LINES: u32 = 3;
/// A getter of Python with one parameter and this many lines only looks something up.
const GETTER_LINES: u32 = 8;
/// Enumerations and structs of C with at most this number of members say all by their names.
const MOST_CONSTANTS: usize = 5;
const MOST_FIELDS: usize = 2;

/// Types that declare members for others to define.
pub const DECLARING: [SymbolKind; 2] = [SymbolKind::Interface, SymbolKind::Trait];

pub fn is_private(it: &PublicSymbol<'_>) -> bool {
    it.symbol.visibility != Visibility::Public || is_private_name(it.profile(), &it.symbol.name)
}

fn is_private_name(profile: &Profile, name: &str) -> bool {
    let is_marked = name.starts_with(['_', '#']);
    match profile.names.reach {
        Sight::Capitalized => !name.starts_with(char::is_uppercase),
        Sight::Included => is_marked || name.ends_with('_'),
        Sight::All | Sight::Public | Sight::PublicMembers => is_marked,
    }
}

pub fn is_marked(it: &PublicSymbol<'_>) -> bool {
    let own = [
        MarkerKind::Override,
        MarkerKind::Overload,
        MarkerKind::Setter,
        MarkerKind::NotExported,
        MarkerKind::Registered,
    ];
    // Hiding a type hides its members.
    let around = [MarkerKind::Hidden, MarkerKind::TestOnly];
    own.into_iter().chain(around).any(|kind| it.has_marker(kind))
        || it.file.positions_around(it.symbol).any(|at| {
            let annotations = &it.file.facts.annotations;
            around.into_iter().any(|kind| annotations.has_marker(at, kind))
        })
}

pub fn is_plain(it: &PublicSymbol<'_>) -> bool {
    it.has_marker(MarkerKind::Plain)
}

pub fn is_enclosed(it: &PublicSymbol<'_>) -> bool {
    let profile = it.profile();
    let mut around = it.file.ancestors_of(it.symbol);
    let is_open = around.all(|above| match above.kind {
        SymbolKind::Module => {
            !paths::CLOSED_MODULES.has(&above.name)
                && (above.visibility == Visibility::Public || !profile.has_crates())
        }
        SymbolKind::Implementation => true,
        SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor => false,
        SymbolKind::Test | SymbolKind::Macro | SymbolKind::Property | SymbolKind::Field => false,
        SymbolKind::Variable | SymbolKind::Constant => !is_private_name(profile, &above.name),
        SymbolKind::Class
        | SymbolKind::Struct
        | SymbolKind::Union
        | SymbolKind::Enum
        | SymbolKind::EnumMember
        | SymbolKind::Interface
        | SymbolKind::Trait
        | SymbolKind::TypeAlias
        | SymbolKind::Section
        | SymbolKind::File => {
            above.visibility == Visibility::Public && !is_private_name(profile, &above.name)
        }
    });
    let owner = it.symbol.qualified_name.rsplit_once(['.', ':']).map(|(owner, _)| owner);
    let is_owner_open = owner.is_none_or(|owner| match profile.names.reach {
        // A method names its type, which may be in another file.
        Sight::Capitalized => owner.starts_with(char::is_uppercase),
        // A function assigned to a property belongs to what it is assigned to.
        Sight::PublicMembers => it.file.index.has_public_type(owner),
        Sight::All | Sight::Public | Sight::Included => {
            !owner.split(['.', ':']).any(|part| is_private_name(profile, part))
        }
    });
    !is_open || !is_owner_open
}

pub fn is_of_private_module(it: &PublicSymbol<'_>) -> bool {
    let header = it.file.facts.annotations.header.as_deref();
    let header = header.filter(|_| it.profile().has_types_as_values());
    header.is_some_and(|header| comments::PRIVATE_MODULE.occur_in(&header.to_lowercase()))
}

pub fn is_conventional(it: &PublicSymbol<'_>) -> bool {
    let is_free = it.symbol.kind == SymbolKind::Function;
    let name = it.symbol.name.as_str();
    it.symbol.kind.is_callable()
        && (name == "main" || (it.profile().is_conventional)(name, is_free))
}

pub fn is_accessor(it: &PublicSymbol<'_>) -> bool {
    let (name, n_parameters) = (it.symbol.name.as_str(), it.n_parameters());
    let is_method = it.symbol.kind == SymbolKind::Method;
    if !is_method && it.symbol.kind != SymbolKind::Function {
        return false;
    }
    if it.profile().is_like_c() && !is_method {
        let is_getter = symbols::C_GETTERS.occur_in(name) || symbols::C_LIFE.end(name);
        return is_getter && n_parameters <= 1 || name.contains("_set_") && n_parameters <= 2;
    }
    let is_declared = it.is_in(&DECLARING);
    if is_declared {
        let named = symbols::GETTERS.behind(name);
        // The elements of an annotation of Java are what is written at its uses.
        let is_element = it.parent().is_some_and(|parent| parent.signature.contains("@interface"));
        let is_getter = named.is_some_and(|rest| rest.starts_with(char::is_uppercase));
        return n_parameters == 0 && (is_element || is_getter);
    }
    is_method
        && it.n_lines() <= ACCESSOR_LINES
        && (n_parameters == 0 || n_parameters == 1 && symbols::SETTERS.begin(&name.to_lowercase()))
}

pub fn is_predicate(it: &PublicSymbol<'_>) -> bool {
    let is_callable = matches!(it.symbol.kind, SymbolKind::Function | SymbolKind::Method);
    // Prototypes have no body.
    let has_body = !it.profile().is_like_c() && !it.is_in(&DECLARING);
    let words = name_words(&it.symbol.name);
    let first = words.first().map_or("", String::as_str);
    let is_question = symbols::PREDICATES.has(first);
    let is_lookup = it.profile().has_types_as_values()
        && (is_question || first == "get")
        && it.n_parameters() <= 1
        && it.n_lines() <= GETTER_LINES;
    is_callable
        && has_body
        && words.len() > 1
        && (is_question && it.n_lines() <= PREDICATE_LINES || is_lookup)
}

pub fn is_constructor(it: &PublicSymbol<'_>) -> bool {
    let is_constructor = it.parent().is_some_and(|parent| parent.name == it.symbol.name);
    it.profile().calls.overloads == Overloads::Hiding
        && (it.symbol.kind == SymbolKind::Macro || it.symbol.kind.is_callable() && is_constructor)
}

pub fn is_lost(it: &PublicSymbol<'_>) -> bool {
    let is_member = matches!(it.symbol.kind, SymbolKind::Method | SymbolKind::Function);
    it.profile().calls.overloads == Overloads::Inherited
        && is_member
        && it.parent().is_none_or(|parent| parent.kind == SymbolKind::Module)
}

pub fn is_small(it: &PublicSymbol<'_>) -> bool {
    if !it.profile().is_like_c() && !it.profile().has_xml_comments() {
        return false;
    }
    let members = it.file.index.members(it.at).map(|(_, member)| member.kind);
    let n_members = |kind: SymbolKind| members.clone().filter(|one| *one == kind).count();
    let is_data = !members.clone().any(SymbolKind::is_callable);
    let is_record = matches!(it.symbol.kind, SymbolKind::Struct | SymbolKind::Union);
    it.symbol.kind == SymbolKind::Enum && n_members(SymbolKind::EnumMember) <= MOST_CONSTANTS
        || is_record && is_data && (1..=MOST_FIELDS).contains(&n_members(SymbolKind::Field))
}

pub fn only_overrides(it: &PublicSymbol<'_>) -> bool {
    let annotations = &it.file.facts.annotations;
    let mut inside = it.file.index.members(it.at).peekable();
    it.symbol.kind == SymbolKind::Class
        && inside.peek().is_some()
        && inside.all(|(at, one)| {
            annotations.has_marker(at, MarkerKind::Override) && one.span.n_lines() <= 2
        })
}

pub fn is_namespace(it: &PublicSymbol<'_>) -> bool {
    let mut inside = it.file.index.members(it.at).map(|(_, inner)| inner.kind).peekable();
    it.profile().offered.by == Offer::TypesAndUsed
        && it.symbol.kind.is_type()
        && inside.peek().is_some()
        && inside.all(|kind| kind.is_type() || kind == SymbolKind::Module)
}

/// `int Table::rows() { … }` in a header of C++.
pub fn is_second_place(it: &PublicSymbol<'_>) -> bool {
    let head = it.symbol.signature.split('(').next().unwrap_or_default();
    it.profile().is_like_c() && head.ends_with(&format!("::{}", it.symbol.name))
}
