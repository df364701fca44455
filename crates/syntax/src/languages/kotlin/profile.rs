//! What is special about Kotlin for other code.

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
    members: Members { are_bare: true, are_inside: true, supertype: "super" },
    open: Openness { types: false, namespaces: false, parts: true },
    types: TypeModel::Classes,
    written: Notation {
        place: TypePlace::Colon(&['=', '{']),
        parameters: None,
        tuples: false,
        braces: false,
    },
    body: Body::Braces,
    heads: Heads { parameters: true, defaults: true },
    modifiers: Modifiers { asyncs: false, statics: false, abstracts: true },
    kinds: Kinds { structs_are_apart: false, camel_case_constants: false, copied_records: false },
    docs: Docs { parameters: ParameterDocs::Tags(TagForm::Plain), overview: Introduction::Never },
    offered: Offered {
        by: Offer::NotInternal,
        aliases: Aliases::All,
        modules: false,
        tools: false,
    },
    is_conventional: java::is_conventional,
};
