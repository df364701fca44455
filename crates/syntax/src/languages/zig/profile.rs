//! What is special about Zig for other code.

use crate::formatting;
use crate::languages::plain;
use crate::profile::*;

pub const PROFILE: Profile = Profile {
    imports: Imports {
        scheme: Route::Paths(PathForm::WithEnding, &[".zig"]),
        binds: Bound::Nothing,
        package: Peers::File,
    },
    names: Names { reach: Sight::All, unbound: Unbound::Any, lower_case: LowerCase::Value },
    library: Library { names: "", methods: "", passes: passes_nothing },
    calls: Calls { overloads: Overloads::None, overrides: Overrides::Unmarked, are_apart: false },
    members: Members { are_bare: false, are_inside: false, supertype: "super", sections: false },
    open: Openness { types: false, namespaces: false, parts: false },
    types: TypeModel::Classes,
    written: Notation { place: TypePlace::None, parameters: None, tuples: false, braces: false },
    body: Body::Braces,
    heads: Heads { parameters: true, defaults: false, default_mark: DefaultMark::Equals },
    modifiers: Modifiers { asyncs: false, statics: false, abstracts: false },
    kinds: Kinds { structs_are_apart: false, camel_case_constants: false, copied_records: false },
    docs: Docs { parameters: ParameterDocs::None, overview: Introduction::Always },
    offered: Offered { by: Offer::All, aliases: Aliases::All, modules: false, tools: false },
    is_conventional: plain::is_conventional,
    // Zig has no block comments.
    comments: Comments { line: &["//"], block: &[] },
    strings: Strings { docs: &[], texts: &[], quotes: "\"" },
    signs: Signs { angles: false, choices: false, pipes: false, arrows: false, semicolons: false },
    formatting: &formatting::ZIG,
    highlights: &[tree_sitter_zig::HIGHLIGHTS_QUERY],
    placed: Placed { are_inside: false, groups: Groups::Singular, prefixes: Prefixes::None },
    values: Values { are_dynamic: false, make_fields: false, run_imports: false },
};
