//! What is special about C# for other code.

use crate::formatting;
use crate::profile::*;

pub const PROFILE: Profile = Profile {
    imports: Imports {
        scheme: Route::Paths(PathForm::Separated, &[".cs"]),
        binds: Bound::Nothing,
        package: Peers::File,
    },
    names: Names { reach: Sight::Public, unbound: Unbound::Any, lower_case: LowerCase::Value },
    library: Library { names: "", methods: "", passes },
    calls: Calls {
        overloads: Overloads::Inherited,
        overrides: Overrides::Unmarked,
        are_apart: false,
    },
    members: Members { are_bare: true, are_inside: true, supertype: "base", sections: false },
    // `partial` lets several files hold parts of a class.
    open: Openness { types: true, namespaces: true, parts: true },
    types: TypeModel::Classes,
    written: Notation { place: TypePlace::Before, parameters: None, tuples: false, braces: false },
    body: Body::Braces,
    heads: Heads { parameters: true, defaults: true, default_mark: DefaultMark::Equals },
    modifiers: Modifiers { asyncs: true, statics: true, abstracts: true },
    kinds: Kinds { structs_are_apart: true, camel_case_constants: true, copied_records: false },
    docs: Docs { parameters: ParameterDocs::Elements, overview: Introduction::Never },
    offered: Offered { by: Offer::ByPath, aliases: Aliases::All, modules: false, tools: false },
    is_conventional,
    comments: SLASHES,
    strings: Strings { docs: &[], texts: &["\"\"\""], quotes: "\"" },
    signs: Signs { angles: true, choices: true, pipes: false, arrows: false, semicolons: true },
    formatting: &formatting::CSHARP,
    highlights: &[tree_sitter_c_sharp::HIGHLIGHTS_QUERY],
    placed: Placed { are_inside: false, groups: Groups::Common, prefixes: Prefixes::None },
    values: Values { are_dynamic: false, make_fields: false, run_imports: false },
};

fn passes(name: &str) -> Passing {
    match name {
        "Where" | "OrderBy" | "ToList" | "ToArray" | "Reverse" => Passing::Same,
        "First" | "FirstOrDefault" | "Last" | "Single" | "SingleOrDefault" => Passing::Element,
        _ => Passing::No,
    }
}

fn is_conventional(name: &str, _: bool) -> bool {
    has_word(CONVENTIONAL, name) || name.starts_with("operator")
}

const CONVENTIONAL: &str = "\
    Main Equals GetHashCode ToString CompareTo Dispose DisposeAsync Clone GetEnumerator \
    MoveNext Reset Current";
