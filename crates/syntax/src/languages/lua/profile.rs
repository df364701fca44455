//! What is special about Lua for other code.

use crate::formatting;
use crate::profile::*;

pub const PROFILE: Profile = Profile {
    imports: Imports {
        scheme: Route::Paths(PathForm::Separated, &[".lua", "/init.lua"]),
        binds: Bound::Last,
        package: Peers::File,
    },
    names: Names { reach: Sight::All, unbound: Unbound::Any, lower_case: LowerCase::Value },
    library: Library { names: "", methods: "", passes: passes_nothing },
    calls: Calls { overloads: Overloads::None, overrides: Overrides::Unmarked, are_apart: false },
    members: Members { are_bare: false, are_inside: false, supertype: "super", sections: false },
    open: Openness { types: false, namespaces: false, parts: false },
    types: TypeModel::Classes,
    written: Notation { place: TypePlace::None, parameters: None, tuples: false, braces: false },
    body: Body::Words,
    heads: Heads { parameters: false, defaults: false, default_mark: DefaultMark::Equals },
    modifiers: Modifiers { asyncs: false, statics: false, abstracts: false },
    kinds: Kinds { structs_are_apart: false, camel_case_constants: false, copied_records: false },
    docs: Docs { parameters: ParameterDocs::Tags(TagForm::Dotted), overview: Introduction::Always },
    offered: Offered { by: Offer::All, aliases: Aliases::All, modules: false, tools: true },
    is_conventional,
    comments: Comments { line: &["--"], block: &[("--[[", "]]"), ("--[==[", "]==]")] },
    strings: Strings { docs: &[], texts: &[], quotes: "\"'" },
    signs: Signs { angles: false, choices: false, pipes: false, arrows: false, semicolons: false },
    formatting: &formatting::LUA,
    highlights: &[tree_sitter_lua::HIGHLIGHTS_QUERY],
    placed: Placed { are_inside: false, groups: Groups::Common, prefixes: Prefixes::None },
    values: Values { are_dynamic: false, make_fields: false, run_imports: true },
};

fn is_conventional(name: &str, _: bool) -> bool {
    name.starts_with("__")
}
