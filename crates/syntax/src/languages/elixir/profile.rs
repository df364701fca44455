//! What is special about Elixir for other code.

use crate::formatting;
use crate::profile::*;

pub const PROFILE: Profile = Profile {
    imports: Imports {
        scheme: Route::Paths(PathForm::CamelCase, &[".ex", ".exs"]),
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
    heads: Heads { parameters: true, defaults: false, default_mark: DefaultMark::Backslashes },
    modifiers: Modifiers { asyncs: false, statics: false, abstracts: false },
    // `%{door | open: true}` changes a copy.
    kinds: Kinds { structs_are_apart: false, camel_case_constants: false, copied_records: true },
    docs: Docs { parameters: ParameterDocs::None, overview: Introduction::WithoutTypes },
    offered: Offered { by: Offer::All, aliases: Aliases::None, modules: true, tools: false },
    is_conventional,
    comments: HASHES,
    strings: Strings {
        docs: &["@doc \"\"\"", "@moduledoc \"\"\"", "@typedoc \"\"\""],
        texts: &["\"\"\""],
        quotes: "\"",
    },
    signs: Signs { angles: false, choices: false, pipes: false, arrows: false, semicolons: false },
    formatting: &formatting::ELIXIR,
    highlights: &[tree_sitter_elixir::HIGHLIGHTS_QUERY],
    placed: Placed { are_inside: false, groups: Groups::Singular, prefixes: Prefixes::None },
    values: Values { are_dynamic: false, make_fields: false, run_imports: false },
};

fn is_conventional(name: &str, _: bool) -> bool {
    has_word(CONVENTIONAL, name)
}

const CONVENTIONAL: &str = "\
    init start stop start_link child_spec handle_call handle_cast handle_info \
    handle_continue terminate code_change call run mount render handle_event handle_params \
    changeset to_string inspect format_status callback_mode application project exception \
    message";
