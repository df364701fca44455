//! What is special about Swift for other code.

use crate::formatting;
use crate::profile::*;

pub const PROFILE: Profile = Profile {
    imports: Imports {
        scheme: Route::Paths(PathForm::Separated, &[".swift"]),
        binds: Bound::Nothing,
        package: Peers::File,
    },
    names: Names { reach: Sight::Public, unbound: Unbound::Any, lower_case: LowerCase::Value },
    library: Library { names: "", methods: "", passes: passes_nothing },
    calls: Calls { overloads: Overloads::None, overrides: Overrides::Marked, are_apart: false },
    members: Members { are_bare: true, are_inside: false, supertype: "super", sections: false },
    // Extensions add members in any file.
    open: Openness { types: true, namespaces: false, parts: true },
    types: TypeModel::Classes,
    written: Notation {
        place: TypePlace::Arrow,
        parameters: Some(ParameterOrder::Colon),
        tuples: false,
        braces: false,
    },
    body: Body::Braces,
    heads: Heads { parameters: true, defaults: false, default_mark: DefaultMark::Equals },
    modifiers: Modifiers { asyncs: false, statics: false, abstracts: false },
    kinds: Kinds { structs_are_apart: true, camel_case_constants: true, copied_records: false },
    docs: Docs { parameters: ParameterDocs::Items, overview: Introduction::Never },
    offered: Offered { by: Offer::ByPath, aliases: Aliases::All, modules: false, tools: false },
    is_conventional,
    comments: SLASHES,
    strings: Strings { docs: &[], texts: &["\"\"\""], quotes: "\"" },
    signs: Signs { angles: true, choices: false, pipes: false, arrows: false, semicolons: false },
    formatting: &formatting::SWIFT,
    highlights: &[tree_sitter_swift::HIGHLIGHTS_QUERY],
    placed: Placed { are_inside: false, groups: Groups::Common, prefixes: Prefixes::None },
    values: Values { are_dynamic: false, make_fields: false, run_imports: false },
};

fn is_conventional(name: &str, _: bool) -> bool {
    has_word(CONVENTIONAL, name)
}

const CONVENTIONAL: &str = "\
    init deinit encode hash description debugDescription makeIterator";
