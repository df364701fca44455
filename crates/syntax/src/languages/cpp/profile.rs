//! What is special about C++ for other code.

use crate::formatting;
use crate::languages::c::profile as c;
use crate::profile::*;

pub const PROFILE: Profile = Profile {
    imports: Imports { scheme: Route::Includes, binds: Bound::Nothing, package: Peers::File },
    names: Names {
        reach: Sight::Included,
        unbound: Unbound::FunctionOrHeader,
        lower_case: LowerCase::Type,
    },
    library: Library { names: c::WORDS, methods: c::METHODS, passes },
    calls: Calls { overloads: Overloads::Hiding, overrides: Overrides::Unmarked, are_apart: false },
    members: Members { are_bare: true, are_inside: false, supertype: "super", sections: true },
    open: Openness { types: true, namespaces: true, parts: false },
    types: TypeModel::Classes,
    written: Notation { place: TypePlace::Before, parameters: None, tuples: false, braces: true },
    body: Body::Braces,
    heads: Heads { parameters: true, defaults: false, default_mark: DefaultMark::Equals },
    modifiers: Modifiers { asyncs: false, statics: false, abstracts: false },
    kinds: Kinds { structs_are_apart: false, camel_case_constants: false, copied_records: false },
    docs: Docs { parameters: ParameterDocs::Tags(TagForm::Plain), overview: Introduction::Always },
    offered: Offered { by: Offer::Headers, aliases: Aliases::None, modules: false, tools: true },
    is_conventional: c::is_conventional,
    comments: SLASHES,
    strings: Strings { docs: &[], texts: &[], quotes: "\"" },
    signs: Signs { angles: true, choices: true, pipes: false, arrows: false, semicolons: true },
    formatting: &formatting::CPP,
    highlights: &[tree_sitter_cpp::HIGHLIGHT_QUERY, tree_sitter_c::HIGHLIGHT_QUERY],
    placed: Placed { are_inside: false, groups: Groups::Common, prefixes: Prefixes::Macros },
    values: Values { are_dynamic: false, make_fields: false, run_imports: false },
};

fn passes(name: &str) -> Passing {
    match name {
        "get" | "lock" | "value" => Passing::Held,
        "at" | "back" | "front" | "top" => Passing::Element,
        _ => Passing::No,
    }
}
