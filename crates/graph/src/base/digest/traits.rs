//! Properties of a symbol that decide by which names it can be used, read from the facts of its file.

use rutter_domain::{FALLBACK_MACRO, Facts, Language, Symbol, SymbolKind, Visibility};
use rutter_syntax::profile;

use crate::base::kinds::{Role, has_locals, has_members, role_of};
use crate::base::parameters::find_word;
use crate::base::qualifier::{looks_like_a_type, segments};

fn parent_of<'f>(facts: &'f Facts, symbol: &Symbol) -> Option<&'f Symbol> {
    symbol.parent.and_then(|parent| facts.symbols.get(parent as usize))
}

/// The last part of what qualifies a symbol's name: the type of a method, the namespace of a
/// function.
pub fn container_of<'f>(facts: &'f Facts, symbol: &'f Symbol) -> Option<&'f str> {
    // The members of a C++ enum belong to what is around it, unless it is a class as well.
    if profile(facts.language).is_like_c()
        && symbol.kind == SymbolKind::EnumMember
        && let Some(outer) = parent_of(facts, symbol)
        && outer.signature.starts_with("enum")
        && !outer.signature.starts_with("enum class")
        && !outer.signature.starts_with("enum struct")
        && let Some(around) = container_of(facts, outer)
    {
        return Some(around);
    }
    // `impl Trait for [u8]`
    if let Some(outer) = parent_of(facts, symbol)
        && outer.kind == SymbolKind::Implementation
        && outer.name.starts_with(['[', '('])
    {
        return Some(&outer.name);
    }
    // The qualified name also has owners that are written elsewhere: `void Net::send()` lies in no class.
    let written = (symbol.qualified_name.strip_suffix(symbol.name.as_str()))
        .map(|before| {
            before.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_' && c != '>')
        })
        .and_then(|before| {
            let parts: Vec<&str> = segments(before).collect();
            match parts[..] {
                // `Door.prototype = { open() {} }` defines a method of `Door`.
                [.., owner, "prototype"] if profile(facts.language).is_script() => Some(owner),
                [.., last] => Some(last),
                [] => None,
            }
        });
    written.or_else(|| parent_of(facts, symbol).map(|parent| parent.name.as_str()))
}

/// From where a symbol can be named. A C macro remains defined after the function that contains it.
pub fn role_in(facts: &Facts, symbol: &Symbol) -> Role {
    let parent = parent_of(facts, symbol).map(|parent| parent.kind);
    match role_of(symbol.kind, parent) {
        Role::Local
            if profile(facts.language).is_like_c() && symbol.node_kind.starts_with("preproc_") =>
        {
            Role::Free
        }
        // The members of a C enum are names of their own.
        Role::Member
            if profile(facts.language).is_like_c() && symbol.kind == SymbolKind::EnumMember =>
        {
            Role::Free
        }
        // A member that is declared and given its function elsewhere is known by its declaration.
        Role::Member if is_assigned(symbol) && is_declared_in_type(facts, symbol) => Role::Nameless,
        role => role,
    }
}

/// Whether a symbol is a function that is assigned to a member, as in `Door.prototype.open = …`.
fn is_assigned(symbol: &Symbol) -> bool {
    symbol.kind == SymbolKind::Method && symbol.node_kind == "assignment_expression"
}

fn is_declared_in_type(facts: &Facts, symbol: &Symbol) -> bool {
    let is_declaration = |other: &Symbol| {
        other.parent == symbol.parent && other.name == symbol.name && !is_assigned(other)
    };
    parent_of(facts, symbol).is_some_and(|parent| has_members(parent.kind))
        && facts.symbols.iter().any(is_declaration)
}

/// Whether a symbol only declares what is defined elsewhere: a function without a body, or a type
/// of which no more than the name is written.
pub fn is_declaration(language: Language, symbol: &Symbol) -> bool {
    if !profile(language).is_like_c() {
        return false;
    }
    match symbol.kind {
        SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor => {
            !symbol.node_kind.contains("definition")
        }
        SymbolKind::Class | SymbolKind::Struct | SymbolKind::Union | SymbolKind::Enum => {
            // `struct Foo;` spans its signature and a semicolon; a definition has a body.
            let n_bytes = symbol.span.end_byte - symbol.span.start_byte;
            n_bytes as usize <= symbol.signature.len() + 2 && !symbol.signature.contains('{')
        }
        // Such a macro is defined only where the library has none, so that another definition is the
        // likelier target.
        SymbolKind::Macro | SymbolKind::Constant => symbol.node_kind == FALLBACK_MACRO,
        _ => false,
    }
}

/// Whether a symbol is part of a value and not of a type or module.
pub fn is_of_value(facts: &Facts, symbol: &Symbol) -> bool {
    match parent_of(facts, symbol) {
        Some(parent) => {
            !has_members(parent.kind)
                && parent.kind != SymbolKind::Module
                && !(profile(facts.language).is_script() && parent.name == "prototype")
        }
        // `api.load = …` belongs to a value, `Door.prototype.open = …` to a type.
        None => {
            profile(facts.language).is_script()
                && container_of(facts, symbol).is_some_and(|owner| !looks_like_a_type(owner))
        }
    }
}

/// Whether the type of a Python field is written beside it.
pub fn is_annotated(facts: &Facts, symbol: &Symbol) -> bool {
    profile(facts.language).has_types_as_values()
        && symbol.kind == SymbolKind::Field
        && find_word(&symbol.signature, &symbol.name).is_some_and(|at| {
            symbol.signature[at + symbol.name.len()..].trim_start().starts_with(':')
        })
}

/// Whether a symbol is a JavaScript arrow function in an object within a function: `this` is that of
/// the function.
pub fn keeps_object(facts: &Facts, symbol: &Symbol) -> bool {
    symbol.kind == SymbolKind::Method
        && profile(facts.language).is_script()
        && symbol.signature.ends_with("=>")
        && parent_of(facts, symbol).is_some_and(|parent| has_locals(parent.kind))
}

/// A JavaScript file that imports or exports is a module; one that does neither shares its names
/// with all scripts of a page.
pub fn is_module(facts: &Facts) -> bool {
    let is_exported =
        |symbol: &Symbol| symbol.parent.is_none() && symbol.visibility == Visibility::Public;
    profile(facts.language).is_script()
        && (!facts.imports.is_empty() || facts.symbols.iter().any(is_exported))
}
