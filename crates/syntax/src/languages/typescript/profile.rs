//! What is special about TypeScript for other code.

use crate::formatting;
use crate::languages::javascript::profile as script;
use crate::profile::*;

pub const PROFILE: Profile = Profile {
    imports: Imports { scheme: Route::Scripts, binds: Bound::Nothing, package: Peers::File },
    names: Names {
        reach: Sight::PublicMembers,
        unbound: Unbound::NothingInModules,
        lower_case: LowerCase::Value,
    },
    library: Library { names: script::WORDS, methods: script::METHODS, passes: script::passes },
    calls: Calls { overloads: Overloads::None, overrides: Overrides::Silent, are_apart: false },
    members: Members { are_bare: false, are_inside: true, supertype: "super", sections: false },
    open: Openness { types: false, namespaces: false, parts: false },
    types: TypeModel::Classes,
    written: Notation {
        place: TypePlace::Colon(&[]),
        parameters: None,
        tuples: true,
        braces: false,
    },
    body: Body::Braces,
    heads: Heads { parameters: true, defaults: true, default_mark: DefaultMark::Equals },
    modifiers: Modifiers { asyncs: true, statics: true, abstracts: true },
    kinds: Kinds { structs_are_apart: false, camel_case_constants: false, copied_records: true },
    docs: Docs { parameters: ParameterDocs::Tags(TagForm::Braces), overview: Introduction::Always },
    offered: Offered { by: Offer::Used, aliases: Aliases::None, modules: false, tools: true },
    is_conventional: script::is_conventional,
    comments: SLASHES,
    strings: Strings { docs: &[], texts: &["`"], quotes: "\"'" },
    signs: Signs { angles: true, choices: true, pipes: false, arrows: false, semicolons: false },
    formatting: &formatting::JAVASCRIPT,
    highlights: &[
        tree_sitter_typescript::HIGHLIGHTS_QUERY,
        tree_sitter_javascript::HIGHLIGHT_QUERY,
    ],
    placed: Placed { are_inside: false, groups: Groups::Common, prefixes: Prefixes::None },
    values: Values { are_dynamic: true, make_fields: false, run_imports: true },
};

/// TypeScript with elements of XML in it.
pub const TSX: Profile = Profile {
    highlights: &[
        tree_sitter_typescript::HIGHLIGHTS_QUERY,
        tree_sitter_javascript::JSX_HIGHLIGHT_QUERY,
        tree_sitter_javascript::HIGHLIGHT_QUERY,
    ],
    ..PROFILE
};
