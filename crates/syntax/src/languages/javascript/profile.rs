//! What is special about JavaScript for other code.

use crate::formatting;
use crate::profile::*;

pub const PROFILE: Profile = Profile {
    imports: Imports { scheme: Route::Scripts, binds: Bound::Nothing, package: Peers::File },
    names: Names {
        reach: Sight::PublicMembers,
        unbound: Unbound::NothingInModules,
        lower_case: LowerCase::Value,
    },
    library: Library { names: WORDS, methods: METHODS, passes },
    calls: Calls { overloads: Overloads::None, overrides: Overrides::Silent, are_apart: false },
    members: Members { are_bare: false, are_inside: false, supertype: "super", sections: false },
    open: Openness { types: false, namespaces: false, parts: false },
    types: TypeModel::Classes,
    written: Notation { place: TypePlace::None, parameters: None, tuples: false, braces: false },
    body: Body::Braces,
    heads: Heads { parameters: true, defaults: false, default_mark: DefaultMark::Equals },
    modifiers: Modifiers { asyncs: true, statics: true, abstracts: false },
    kinds: Kinds { structs_are_apart: false, camel_case_constants: false, copied_records: true },
    docs: Docs { parameters: ParameterDocs::Tags(TagForm::Braces), overview: Introduction::Always },
    offered: Offered { by: Offer::Used, aliases: Aliases::None, modules: false, tools: true },
    is_conventional,
    comments: SLASHES,
    strings: Strings { docs: &[], texts: &["`"], quotes: "\"'" },
    signs: Signs { angles: true, choices: true, pipes: false, arrows: false, semicolons: false },
    formatting: &formatting::JAVASCRIPT,
    highlights: &[
        tree_sitter_javascript::JSX_HIGHLIGHT_QUERY,
        tree_sitter_javascript::HIGHLIGHT_QUERY,
    ],
    placed: Placed { are_inside: false, groups: Groups::Common, prefixes: Prefixes::None },
    values: Values { are_dynamic: true, make_fields: true, run_imports: true },
};

fn passes(name: &str) -> Passing {
    match name {
        "concat" | "filter" | "reverse" | "slice" | "sort" | "values" => Passing::Same,
        "at" | "find" | "get" | "next" | "pop" | "shift" => Passing::Element,
        _ => Passing::No,
    }
}

fn is_conventional(name: &str, _: bool) -> bool {
    has_word(CONVENTIONAL, name)
}

const CONVENTIONAL: &str = "\
    constructor toString toJSON valueOf render componentDidMount componentDidUpdate \
    componentWillUnmount shouldComponentUpdate getInitialState getDerivedStateFromProps \
    componentDidCatch ngOnInit ngOnDestroy ngOnChanges connectedCallback \
    disconnectedCallback attributeChangedCallback main then catch finally next default \
    inspect get set has delete clear keys values entries forEach add";

const WORDS: &str = "\
    AbortController AbortSignal Array ArrayBuffer Awaited BigInt Blob Boolean Buffer CustomEvent \
    DataView Date Document Element Error Event EventTarget Exclude Extract File Float32Array \
    Float64Array FormData Function HTMLElement Headers Infinity InstanceType Int16Array \
    Int32Array Int8Array Intl Iterable Iterator JSON Map Math NaN Node NonNullable Number Object \
    Omit Parameters Partial Pick Promise Proxy RangeError Readonly ReadonlyArray Record Reflect \
    RegExp Request Required Response ReturnType Set String Symbol SyntaxError TextDecoder \
    TextEncoder TypeError URL URLSearchParams Uint16Array Uint32Array Uint8Array WeakMap WeakRef \
    WeakSet Worker XMLHttpRequest alert clearInterval clearTimeout console decodeURIComponent \
    document encodeURIComponent eval exports fetch globalThis isFinite isNaN localStorage module \
    navigator parseFloat parseInt process queueMicrotask require sessionStorage setImmediate \
    setInterval setTimeout structuredClone window";

const METHODS: &str = "\
    abort add addEventListener all any append appendChild apply assign at bind blur call catch \
    charAt charCodeAt clear click clone close closest codePointAt concat contains copyWithin \
    createElement debug defineProperty delete destroy dispatchEvent emit end endsWith entries \
    error every exec fill filter finally find findIndex findLast flat flatMap focus forEach \
    format freeze from get getAttribute getContext getElementById getItem getTime has \
    hasAttribute hasOwnProperty includes indexOf info insertBefore is isArray join json keys \
    lastIndexOf length listen localeCompare log map match matchAll max min next now of off on \
    once open padEnd padStart parse pause pipe pop preventDefault push querySelector \
    querySelectorAll race read reduce reduceRight reject remove removeAttribute removeChild \
    removeEventListener removeItem repeat replace replaceAll reset resolve resume reverse round \
    search send set setAttribute setItem shift slice some sort splice split start startsWith \
    status stop stopPropagation stringify subscribe substr substring test text then throw \
    toFixed toISOString toJSON toLocaleString toLowerCase toString toUpperCase trim trimEnd \
    trimStart unshift update valueOf values warn write";
