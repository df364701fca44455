//! What is special about Scala for other code.

use crate::formatting;
use crate::languages::java::profile as java;
use crate::profile::*;

pub const PROFILE: Profile = Profile {
    imports: Imports {
        scheme: Route::Classes,
        binds: Bound::Last,
        package: Peers::Below(java::SOURCES),
    },
    names: Names { reach: Sight::Public, unbound: Unbound::Any, lower_case: LowerCase::Value },
    library: Library { names: java::WORDS, methods: java::METHODS, passes: java::passes },
    calls: Calls { overloads: Overloads::None, overrides: Overrides::Marked, are_apart: false },
    members: Members { are_bare: true, are_inside: false, supertype: "super", sections: false },
    open: Openness { types: false, namespaces: false, parts: false },
    types: TypeModel::Classes,
    written: Notation {
        place: TypePlace::Colon(&['=', '{']),
        parameters: Some(ParameterOrder::Colon),
        tuples: false,
        braces: false,
    },
    body: Body::Braces,
    heads: Heads { parameters: true, defaults: false, default_mark: DefaultMark::Equals },
    modifiers: Modifiers { asyncs: false, statics: false, abstracts: false },
    kinds: Kinds { structs_are_apart: false, camel_case_constants: false, copied_records: false },
    docs: Docs { parameters: ParameterDocs::Tags(TagForm::Plain), overview: Introduction::Never },
    offered: Offered { by: Offer::ByPath, aliases: Aliases::All, modules: false, tools: false },
    is_conventional: java::is_conventional,
    comments: SLASHES,
    strings: Strings { docs: &[], texts: &["\"\"\""], quotes: "\"" },
    signs: Signs { angles: true, choices: false, pipes: false, arrows: false, semicolons: false },
    formatting: &formatting::SCALA,
    highlights: &[tree_sitter_scala::HIGHLIGHTS_QUERY],
    placed: Placed { are_inside: false, groups: Groups::Singular, prefixes: Prefixes::None },
    values: Values { are_dynamic: false, make_fields: false, run_imports: false },
};
