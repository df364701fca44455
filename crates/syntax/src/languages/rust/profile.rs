//! What is special about Rust for other code.

use crate::formatting;
use crate::profile::*;

pub const PROFILE: Profile = Profile {
    imports: Imports { scheme: Route::Crates, binds: Bound::Last, package: Peers::File },
    names: Names { reach: Sight::All, unbound: Unbound::MacroOrType, lower_case: LowerCase::Value },
    library: Library { names: WORDS, methods: METHODS, passes },
    calls: Calls { overloads: Overloads::None, overrides: Overrides::Unmarked, are_apart: false },
    // In Rust `super` is the module around, and types have no supertypes.
    members: Members { are_bare: false, are_inside: false, supertype: "", sections: false },
    open: Openness { types: true, namespaces: false, parts: false },
    types: TypeModel::Traits,
    written: Notation { place: TypePlace::Arrow, parameters: None, tuples: false, braces: true },
    body: Body::Braces,
    heads: Heads { parameters: true, defaults: false, default_mark: DefaultMark::Equals },
    modifiers: Modifiers { asyncs: true, statics: false, abstracts: false },
    kinds: Kinds { structs_are_apart: false, camel_case_constants: false, copied_records: false },
    docs: Docs { parameters: ParameterDocs::Headings, overview: Introduction::Always },
    offered: Offered { by: Offer::Crate, aliases: Aliases::All, modules: false, tools: false },
    is_conventional,
    comments: SLASHES,
    // An apostrophe begins a lifetime as often as a character.
    strings: Strings { docs: &[], texts: &[], quotes: "\"" },
    signs: Signs { angles: true, choices: false, pipes: false, arrows: false, semicolons: true },
    formatting: &formatting::RUST,
    highlights: &[tree_sitter_rust::HIGHLIGHTS_QUERY],
    placed: Placed { are_inside: false, groups: Groups::Never, prefixes: Prefixes::None },
    values: Values { are_dynamic: false, make_fields: false, run_imports: false },
};

fn passes(name: &str) -> Passing {
    match name {
        "as_deref" | "as_deref_mut" | "as_mut" | "as_ref" | "borrow" | "borrow_mut" | "by_ref"
        | "clone" | "cloned" | "context" | "copied" | "deref" | "deref_mut" | "expect"
        | "get_or_init" | "get_or_insert_with" | "inspect_err" | "into_inner" | "load" | "lock"
        | "map_err" | "ok" | "ok_or" | "ok_or_else" | "or_else" | "read" | "take" | "to_owned"
        | "unwrap" | "unwrap_or" | "unwrap_or_default" | "unwrap_or_else" | "upgrade"
        | "with_context" | "write" => Passing::Held,
        "as_slice" | "chain" | "drain" | "enumerate" | "filter" | "into_iter" | "into_values"
        | "iter" | "iter_mut" | "peekable" | "rev" | "skip" | "skip_while" | "step_by"
        | "take_while" | "to_vec" | "values" | "values_mut" => Passing::Same,
        "back" | "back_mut" | "find" | "first" | "first_mut" | "front" | "front_mut" | "get"
        | "get_mut" | "last" | "last_mut" | "max_by_key" | "min_by_key" | "next" | "next_back"
        | "nth" | "peek" | "pop" | "pop_back" | "pop_front" | "remove" | "swap_remove" => {
            Passing::Element
        }
        _ => Passing::No,
    }
}

fn is_conventional(name: &str, _: bool) -> bool {
    has_word(CONVENTIONAL, name)
}

const CONVENTIONAL: &str = "\
    main new default fmt from into clone drop len is_empty iter iter_mut into_iter as_ref \
    as_mut as_str as_bytes as_slice into_inner get_ref get_mut eq cmp partial_cmp hash next \
    deref deref_mut builder build to_string from_str borrow index insert contains remove get \
    push pop clear extend contains_key flush read write stdin stdout stderr";

const WORDS: &str = "\
    AsMut AsRef Box Clone Copy Debug Default DoubleEndedIterator Drop Eq Err ExactSizeIterator \
    Extend Fn FnMut FnOnce From FromIterator Hash Into IntoIterator Iterator None Ok Option Ord \
    PartialEq PartialOrd Result Send Sized Some String Sync ToOwned ToString TryFrom TryInto \
    Unpin Vec assert assert_eq assert_ne bool cfg char column compile_error concat dbg \
    debug_assert debug_assert_eq debug_assert_ne drop env eprint eprintln f32 f64 file format \
    format_args i128 i16 i32 i64 i8 include include_bytes include_str isize line matches \
    module_path option_env panic print println str stringify thread_local todo u128 u16 u32 u64 \
    u8 unimplemented unreachable usize vec write writeln";

const METHODS: &str = "\
    abs all and and_then any append as_bytes as_deref as_mut as_ptr as_ref as_slice as_str await \
    binary_search borrow borrow_mut by_ref bytes capacity ceil chain chars checked_add \
    checked_sub chunks clear clone cloned cmp collect concat contains contains_key context \
    copied copy_from_slice count dedup default deref deref_mut display drain drop elapsed \
    ends_with entry enumerate eq err exists expect extend fetch_add field file_name filter \
    filter_map find find_map first flat_map flatten floor flush fmt fold for_each from get \
    get_mut get_or_insert_with hash header id index insert insert_str into into_inner into_iter \
    into_string is_alphanumeric is_digit is_dir is_empty is_err is_file is_none is_ok is_some \
    is_some_and iter iter_mut join keys kind last len lines load lock lower map map_err map_or \
    map_or_else max max_by_key method min min_by_key name ne next next_back nth ok ok_or \
    ok_or_else or or_default or_else or_insert or_insert_with parent parse partition peek \
    peekable pop pop_front position pow push push_back push_str read read_line read_to_end \
    read_to_string recv remove repeat replace resize retain rev rfind round rsplit \
    saturating_sub seek send set skip skip_while sort sort_by sort_by_key sort_unstable spawn \
    split split_at split_once split_whitespace splitn sqrt starts_with status step_by store \
    strip_prefix strip_suffix sum swap take take_while then then_some to_ascii_lowercase \
    to_lowercase to_owned to_path_buf to_str to_string to_uppercase to_vec trim trim_end \
    trim_matches trim_start truncate try_from try_into unwrap unwrap_or unwrap_or_default \
    unwrap_or_else update values values_mut wait windows with_capacity with_extension \
    wrapping_add write write_all write_fmt write_str zip";
