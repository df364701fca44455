//! What is special about PHP for other code.

use crate::formatting;
use crate::profile::*;

pub const PROFILE: Profile = Profile {
    imports: Imports {
        scheme: Route::Paths(PathForm::BehindVendor, &[".php"]),
        binds: Bound::LastOrAll(".php"),
        // Files of one namespace may be below different roots.
        package: Peers::Below(&["src/", "tests/", "test/", "lib/"]),
    },
    names: Names { reach: Sight::Public, unbound: Unbound::Any, lower_case: LowerCase::Value },
    library: Library { names: "", methods: "", passes: passes_nothing },
    calls: Calls { overloads: Overloads::None, overrides: Overrides::Unmarked, are_apart: false },
    members: Members { are_bare: false, are_inside: false, supertype: "parent", sections: false },
    open: Openness { types: false, namespaces: true, parts: false },
    types: TypeModel::Classes,
    written: Notation {
        place: TypePlace::None,
        parameters: Some(ParameterOrder::TypeFirst),
        tuples: false,
        braces: false,
    },
    body: Body::Braces,
    heads: Heads { parameters: true, defaults: true, default_mark: DefaultMark::Equals },
    modifiers: Modifiers { asyncs: false, statics: true, abstracts: true },
    kinds: Kinds { structs_are_apart: false, camel_case_constants: false, copied_records: false },
    docs: Docs {
        parameters: ParameterDocs::Tags(TagForm::Dollar),
        overview: Introduction::WithoutTypes,
    },
    offered: Offered { by: Offer::All, aliases: Aliases::All, modules: false, tools: true },
    is_conventional,
    comments: Comments { line: &["//", "#"], block: &[("/*", "*/")] },
    strings: Strings { docs: &[], texts: &[], quotes: "\"'" },
    signs: Signs { angles: false, choices: true, pipes: false, arrows: false, semicolons: true },
    formatting: &formatting::PHP,
    highlights: &[tree_sitter_php::HIGHLIGHTS_QUERY],
    placed: Placed { are_inside: false, groups: Groups::Common, prefixes: Prefixes::None },
    values: Values { are_dynamic: false, make_fields: false, run_imports: true },
};

fn is_conventional(name: &str, _: bool) -> bool {
    name.starts_with("__") || has_word(CONVENTIONAL, name)
}

const CONVENTIONAL: &str = "\
    offsetGet offsetSet offsetExists offsetUnset count getIterator jsonSerialize current key \
    next rewind valid serialize unserialize";
