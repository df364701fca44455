//! What is special about Ruby for other code.

use crate::formatting;
use crate::profile::*;

pub const PROFILE: Profile = Profile {
    imports: Imports {
        scheme: Route::Paths(PathForm::BesideFile, &[".rb"]),
        binds: Bound::All,
        package: Peers::File,
    },
    names: Names { reach: Sight::All, unbound: Unbound::AnyMember, lower_case: LowerCase::Value },
    library: Library { names: "", methods: METHODS, passes: passes_nothing },
    calls: Calls { overloads: Overloads::None, overrides: Overrides::Silent, are_apart: false },
    members: Members { are_bare: true, are_inside: false, supertype: "super", sections: true },
    // Any file may open a class again and add to it.
    open: Openness { types: true, namespaces: false, parts: true },
    types: TypeModel::Classes,
    written: Notation { place: TypePlace::None, parameters: None, tuples: false, braces: false },
    body: Body::Ended,
    heads: Heads { parameters: true, defaults: false, default_mark: DefaultMark::EqualsOrColon },
    modifiers: Modifiers { asyncs: false, statics: false, abstracts: false },
    kinds: Kinds { structs_are_apart: false, camel_case_constants: false, copied_records: false },
    docs: Docs {
        parameters: ParameterDocs::Tags(TagForm::Brackets),
        overview: Introduction::WithoutTypes,
    },
    offered: Offered {
        by: Offer::TypesAndUsed,
        aliases: Aliases::All,
        modules: false,
        tools: true,
    },
    is_conventional,
    comments: Comments { line: &["#"], block: &[("=begin", "=end")] },
    strings: Strings { docs: &[], texts: &[], quotes: "\"'" },
    signs: Signs { angles: false, choices: false, pipes: false, arrows: false, semicolons: false },
    formatting: &formatting::RUBY,
    highlights: &[tree_sitter_ruby::HIGHLIGHTS_QUERY],
    placed: Placed { are_inside: false, groups: Groups::ByModule, prefixes: Prefixes::None },
    values: Values { are_dynamic: false, make_fields: false, run_imports: true },
};

const METHODS: &str = "\
    all any append call chomp class clear close collect compact concat count delete detect \
    downcase dup each each_with_index empty equal error fetch find first flatten format freeze \
    get gsub hash id include index info inject insert inspect is_a join key keys last length \
    lines map match max merge message method min name new nil open pop print push puts read \
    reduce reject replace respond_to reverse run select send set shift size slice sort sort_by \
    split start start_with strip sub sum take then times to_a to_h to_i to_s to_sym uniq unshift \
    upcase update value values warn write zip";

fn is_conventional(name: &str, _: bool) -> bool {
    has_word(CONVENTIONAL, name) || !name.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

const CONVENTIONAL: &str = "\
    initialize initialize_copy initialize_dup to_s to_str to_a to_ary to_h to_hash to_i to_f \
    to_sym to_proc to_json as_json inspect hash eql? equal? each call respond_to? \
    respond_to_missing? method_missing included extended inherited prepended coerce dup \
    clone freeze size length empty? pretty_print marshal_dump marshal_load encode_with \
    init_with delete clear key? has_key? value? has_value? include? member? each_key \
    each_value each_pair keys values";
