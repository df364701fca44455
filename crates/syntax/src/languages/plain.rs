//! What documents, data and other text answer: next to nothing, as they are not code.

use crate::formatting;
use crate::profile::*;

pub const PROFILE: Profile = Profile {
    // Documents link to files, which counts as importing them.
    imports: Imports { scheme: Route::Links, binds: Bound::Nothing, package: Peers::File },
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
    offered: Offered { by: Offer::Nothing, aliases: Aliases::All, modules: false, tools: false },
    is_conventional,
    comments: Comments { line: &[], block: &[] },
    strings: Strings { docs: &[], texts: &[], quotes: "\"" },
    signs: Signs { angles: false, choices: false, pipes: false, arrows: false, semicolons: false },
    formatting: &formatting::PLAIN,
    highlights: &[],
    placed: Placed { are_inside: false, groups: Groups::Singular, prefixes: Prefixes::None },
    values: Values { are_dynamic: false, make_fields: false, run_imports: false },
};

/// Text of no language is likely code, and most code has such comments.
pub const UNKNOWN: Profile = Profile { comments: SLASHES, ..PROFILE };
pub const HASHED: Profile = Profile { comments: HASHES, ..PROFILE };
pub const SQL: Profile =
    Profile { comments: Comments { line: &["--"], block: &[("/*", "*/")] }, ..PROFILE };
pub const CSS: Profile =
    Profile { comments: Comments { line: &[], block: &[("/*", "*/")] }, ..PROFILE };
pub const HTML: Profile =
    Profile { comments: Comments { line: &[], block: &[("<!--", "-->")] }, ..PROFILE };

pub fn is_conventional(name: &str, _: bool) -> bool {
    matches!(name, "main" | "init" | "deinit" | "format")
}
