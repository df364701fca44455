//! What is special about Python for other code.

use crate::formatting;
use crate::profile::*;

pub const PROFILE: Profile = Profile {
    imports: Imports { scheme: Route::Packages, binds: Bound::First, package: Peers::File },
    names: Names { reach: Sight::All, unbound: Unbound::Nothing, lower_case: LowerCase::Value },
    library: Library { names: WORDS, methods: METHODS, passes },
    calls: Calls { overloads: Overloads::None, overrides: Overrides::Silent, are_apart: false },
    members: Members { are_bare: false, are_inside: true, supertype: "super", sections: false },
    open: Openness { types: false, namespaces: false, parts: false },
    types: TypeModel::Values,
    written: Notation { place: TypePlace::Arrow, parameters: None, tuples: true, braces: false },
    body: Body::Indented,
    heads: Heads { parameters: true, defaults: true, default_mark: DefaultMark::Equals },
    modifiers: Modifiers { asyncs: true, statics: false, abstracts: false },
    kinds: Kinds { structs_are_apart: false, camel_case_constants: false, copied_records: false },
    docs: Docs { parameters: ParameterDocs::Sections, overview: Introduction::Always },
    offered: Offered { by: Offer::Package, aliases: Aliases::None, modules: false, tools: true },
    is_conventional,
    comments: HASHES,
    strings: Strings {
        docs: &["\"\"\"", "'''", "r\"\"\"", "r'''"],
        texts: &["\"\"\"", "'''"],
        quotes: "\"'",
    },
    signs: Signs { angles: false, choices: false, pipes: false, arrows: false, semicolons: false },
    formatting: &formatting::PYTHON,
    highlights: &[tree_sitter_python::HIGHLIGHTS_QUERY],
    // Docstrings are inside of what they describe, so comments above it describe nothing.
    placed: Placed { are_inside: true, groups: Groups::Never, prefixes: Prefixes::None },
    values: Values { are_dynamic: true, make_fields: true, run_imports: true },
};

fn passes(name: &str) -> Passing {
    match name {
        "__enter__" | "__aenter__" | "unwrap" => Passing::Held,
        "copy" | "items" | "values" => Passing::Same,
        "get" | "pop" | "popleft" | "setdefault" => Passing::Element,
        _ => Passing::No,
    }
}

fn is_conventional(name: &str, _: bool) -> bool {
    name.starts_with("__") && name.ends_with("__")
}

const WORDS: &str = "\
    ArithmeticError AssertionError AttributeError BaseException ConnectionError Exception \
    FileNotFoundError IOError ImportError IndexError KeyError KeyboardInterrupt LookupError \
    MemoryError ModuleNotFoundError NameError NotImplementedError OSError OverflowError \
    PermissionError RecursionError RuntimeError StopAsyncIteration StopIteration SyntaxError \
    SystemExit TimeoutError TypeError UnicodeDecodeError UnicodeEncodeError ValueError Warning \
    ZeroDivisionError __import__ abs all any ascii bin bool breakpoint bytearray bytes callable \
    chr classmethod compile complex delattr dict dir divmod enumerate eval exec exit filter \
    float format frozenset getattr globals hasattr hash help hex id input int isinstance \
    issubclass iter len list locals map max memoryview min next object oct open ord pow print \
    property range repr reversed round set setattr slice sorted staticmethod str sum super tuple \
    type vars zip";

const METHODS: &str = "\
    acquire add append as_posix cancel capitalize cast center clear close commit copy count \
    cursor debug decode difference discard done encode endswith error exception execute exists \
    expandtabs extend fetchall fetchone fileno filter find findall finditer flush format \
    format_map fromkeys fullmatch get getvalue group groups hexdigest index info insert \
    intersection is_dir is_file isalnum isalpha isdigit islower isspace issubset issuperset \
    isupper items iterdir join joinpath keys kill list ljust lower lstrip map match max mean min \
    mkdir open partition poll pop popitem put read read_bytes read_text readline readlines recv \
    release remove replace resolve result reverse rfind rindex rjust rpartition rsplit rstrip \
    run search seek send set setdefault shape sort split splitlines start startswith stat \
    strftime strip sub submit sum swapcase symmetric_difference tell terminate title tolist \
    transform translate truncate union unlink update upper values wait warning with_suffix write \
    write_bytes write_text writelines zfill";
