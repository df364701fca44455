//! What is special about Haskell for other code.

use crate::formatting;
use crate::profile::*;

pub const PROFILE: Profile = Profile {
    imports: Imports {
        scheme: Route::Paths(PathForm::Separated, &[".hs"]),
        binds: Bound::All,
        package: Peers::File,
    },
    names: Names { reach: Sight::All, unbound: Unbound::Any, lower_case: LowerCase::Value },
    library: Library { names: "", methods: "", passes: passes_nothing },
    calls: Calls { overloads: Overloads::None, overrides: Overrides::Unmarked, are_apart: false },
    members: Members { are_bare: false, are_inside: false, supertype: "super", sections: false },
    open: Openness { types: false, namespaces: false, parts: false },
    types: TypeModel::Classes,
    written: Notation { place: TypePlace::None, parameters: None, tuples: false, braces: false },
    body: Body::Layout,
    // The signature has the types of the parameters, the equations have their names.
    heads: Heads { parameters: false, defaults: false, default_mark: DefaultMark::Equals },
    modifiers: Modifiers { asyncs: false, statics: false, abstracts: false },
    kinds: Kinds { structs_are_apart: false, camel_case_constants: false, copied_records: true },
    docs: Docs { parameters: ParameterDocs::None, overview: Introduction::Always },
    offered: Offered { by: Offer::All, aliases: Aliases::All, modules: false, tools: false },
    is_conventional,
    comments: Comments { line: &["--"], block: &[("{-", "-}")] },
    strings: Strings { docs: &[], texts: &[], quotes: "\"" },
    signs: Signs { angles: false, choices: false, pipes: false, arrows: false, semicolons: false },
    formatting: &formatting::HASKELL,
    highlights: &[tree_sitter_haskell::HIGHLIGHTS_QUERY],
    placed: Placed { are_inside: false, groups: Groups::Singular, prefixes: Prefixes::None },
    values: Values { are_dynamic: false, make_fields: false, run_imports: false },
};

fn is_conventional(name: &str, _: bool) -> bool {
    // Operators have a meaning that their users know.
    !name.starts_with(|c: char| c.is_alphabetic() || c == '_')
}
