//! Functions that only hand out or take in a value, by their form.

use rutter_domain::{Symbol, SymbolKind};

use crate::view::FileView;
use rutter_syntax::parameters;
use rutter_syntax::profile;

/// An accessor has at most this many lines.
const ACCESSOR_LINES: u32 = 5;

/// Whether a function of C is one that every type has: `table_new`, `table_free`, `table_get_rows`.
pub fn is_accessor_of_c(file: &FileView<'_>, symbol: &Symbol) -> bool {
    const ENDS: [&str; 22] = [
        "_new", "_free", "_destroy", "_create", "_init", "_close", "_ref", "_unref", "_size",
        "_length", "_count", "_next", "_prev", "_valid", "_key", "_value", "_delete", "_release",
        "_retain", "_clear", "_reset", "_deinit",
    ];
    let is_of_c = profile(file.language).is_like_c();
    if !is_of_c || symbol.kind != SymbolKind::Function {
        return false;
    }
    let n_parameters = parameters(symbol, file.language).map_or(0, |list| list.len());
    let has = |word: &str| symbol.name.contains(word);
    let is_getter = n_parameters <= 1 && (has("_get_") || has("_is_") || has("_has_"));
    let is_setter = n_parameters <= 2 && has("_set_");
    is_getter || is_setter || n_parameters <= 1 && ENDS.iter().any(|end| symbol.name.ends_with(end))
}

/// Whether a function only hands out or takes in a value.
pub fn is_accessor(file: &FileView<'_>, symbol: &Symbol) -> bool {
    if symbol.kind != SymbolKind::Method && symbol.kind != SymbolKind::Function {
        return false;
    }
    let is_declared_only = file
        .parent_of(symbol)
        .is_some_and(|parent| matches!(parent.kind, SymbolKind::Interface | SymbolKind::Trait));
    let n_parameters = parameters(symbol, file.language).map_or(0, |list| list.len());
    let is_element =
        file.parent_of(symbol).is_some_and(|parent| parent.signature.contains("@interface"));
    if is_element && n_parameters == 0 {
        return true;
    }
    // `getRows` of an interface says what `getRows` of a class does.
    let is_getter = ["get", "is", "has"].iter().any(|start| {
        symbol.name.strip_prefix(start).is_some_and(|rest| rest.starts_with(char::is_uppercase))
    });
    if is_declared_only && is_getter && n_parameters == 0 {
        return true;
    }
    if symbol.span.n_lines() > ACCESSOR_LINES || is_declared_only {
        return false;
    }
    let lower = symbol.name.to_ascii_lowercase();
    let is_method = symbol.kind == SymbolKind::Method;
    let begins = |words: &[&str]| words.iter().any(|word| lower.starts_with(word));
    match n_parameters {
        0 => is_method,
        1 => is_method && begins(&["set", "with", "is", "has", "add_", "enable", "disable"]),
        _ => false,
    }
}
