//! What is special about Bash for other code.

use crate::profile::*;

pub const PROFILE: Profile = Profile {
    imports: Imports {
        scheme: Route::Paths(PathForm::Separated, &[".sh", ".bash"]),
        binds: Bound::All,
        package: Peers::File,
    },
    names: Names { reach: Sight::All, unbound: Unbound::Any, lower_case: LowerCase::Value },
    library: Library { names: "", methods: "", passes: passes_nothing },
    calls: Calls { overloads: Overloads::None, overrides: Overrides::Unmarked, are_apart: false },
    members: Members { are_bare: false, are_inside: false, supertype: "super" },
    open: Openness { types: false, namespaces: false, parts: false },
    types: TypeModel::Classes,
    written: Notation {
        place: TypePlace::Unwritten,
        parameters: None,
        tuples: false,
        braces: false,
    },
    body: Body::Words,
    heads: Heads { parameters: false, defaults: false },
    modifiers: Modifiers { asyncs: false, statics: false, abstracts: false },
    kinds: Kinds { structs_are_apart: false, camel_case_constants: false, copied_records: false },
    docs: Docs { parameters: ParameterDocs::None, overview: Introduction::Always },
    offered: Offered { by: Offer::Nothing, aliases: Aliases::All, modules: false, tools: true },
    is_conventional,
};

fn is_conventional(name: &str, _: bool) -> bool {
    matches!(name, "main" | "usage" | "help" | "die" | "log" | "error")
}
