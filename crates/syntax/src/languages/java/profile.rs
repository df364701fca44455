//! What is special about Java for other code.

use crate::formatting;
use crate::profile::*;

pub const PROFILE: Profile = Profile {
    imports: Imports { scheme: Route::Classes, binds: Bound::Last, package: Peers::Below(SOURCES) },
    names: Names { reach: Sight::Public, unbound: Unbound::Nothing, lower_case: LowerCase::Value },
    library: Library { names: WORDS, methods: METHODS, passes },
    // The brackets distinguish `door()` from `door`.
    calls: Calls { overloads: Overloads::Inherited, overrides: Overrides::Marked, are_apart: true },
    members: Members { are_bare: true, are_inside: true, supertype: "super", sections: false },
    open: Openness { types: false, namespaces: false, parts: false },
    types: TypeModel::Classes,
    written: Notation { place: TypePlace::Before, parameters: None, tuples: false, braces: false },
    body: Body::Braces,
    heads: Heads { parameters: true, defaults: false, default_mark: DefaultMark::Equals },
    modifiers: Modifiers { asyncs: false, statics: true, abstracts: true },
    kinds: Kinds { structs_are_apart: false, camel_case_constants: false, copied_records: false },
    docs: Docs { parameters: ParameterDocs::Tags(TagForm::Plain), overview: Introduction::Never },
    offered: Offered { by: Offer::ByPath, aliases: Aliases::All, modules: false, tools: false },
    is_conventional,
    comments: SLASHES,
    strings: Strings { docs: &[], texts: &["\"\"\""], quotes: "\"" },
    signs: Signs { angles: true, choices: true, pipes: false, arrows: true, semicolons: true },
    formatting: &formatting::JAVA,
    highlights: &[tree_sitter_java::HIGHLIGHTS_QUERY],
    placed: Placed { are_inside: false, groups: Groups::Common, prefixes: Prefixes::None },
    values: Values { are_dynamic: false, make_fields: false, run_imports: false },
};

/// Folders below which packages start.
pub const SOURCES: &[&str] = &["java/", "kotlin/", "scala/"];

pub fn is_conventional(name: &str, _: bool) -> bool {
    has_word(CONVENTIONAL, name)
}

const CONVENTIONAL: &str = "\
    main equals hashCode toString compareTo compare clone finalize close run call get \
    iterator hasNext next valueOf values size isEmpty accept apply test build builder invoke \
    copy unapply";

pub fn passes(name: &str) -> Passing {
    match name {
        "get" | "orElse" | "orElseGet" | "orElseThrow" => Passing::Element,
        "filter" | "iterator" | "limit" | "parallelStream" | "skip" | "sorted" | "stream"
        | "subList" | "values" => Passing::Same,
        "element" | "findAny" | "findFirst" | "first" | "getFirst" | "getLast" | "getOrDefault"
        | "last" | "next" | "peek" | "poll" | "pop" | "remove" => Passing::Element,
        _ => Passing::No,
    }
}

pub const WORDS: &str = "\
    Appendable ArithmeticException ArrayIndexOutOfBoundsException AssertionError AutoCloseable \
    Boolean Byte CharSequence Character Class ClassCastException ClassLoader \
    ClassNotFoundException CloneNotSupportedException Cloneable Comparable Deprecated Double \
    Enum Error Exception Float FunctionalInterface IllegalArgumentException \
    IllegalStateException IndexOutOfBoundsException Integer InterruptedException Iterable Long \
    Math NoSuchFieldException NoSuchMethodException NullPointerException Number \
    NumberFormatException Object OutOfMemoryError Override Process ProcessBuilder Record \
    Runnable Runtime RuntimeException SafeVarargs SecurityException Short StackTraceElement \
    StrictMath String StringBuffer StringBuilder SuppressWarnings System Thread ThreadLocal \
    Throwable UnsupportedOperationException Void";

pub const METHODS: &str = "\
    accept access add addAll all and any append apply asList charAt clear clone close collect \
    compare compareTo computeIfAbsent concat contains containsKey containsValue copy count debug \
    delete distinct drop endsWith entrySet equals equalsIgnoreCase error exists filter find \
    findAny findFirst first flatMap flush fold forEach format get getBytes getCause getClass \
    getKey getMessage getName getOrDefault getOrElse getValue group hasNext hashCode head \
    ifPresent indexOf info insert intValue isBlank isDirectory isEmpty isPresent iterator join \
    keySet keys last lastIndexOf length let limit lines list listIterator map mapToInt matches \
    max min name next noneMatch now of offer open orElse orElseGet orElseThrow ordinal parallel \
    parse peek poll pop print printStackTrace println push put putAll putIfAbsent read readLine \
    reduce remove removeAll removeIf repeat replace replaceAll reset resolve reverse run set \
    setName size skip sort sorted split start startsWith stop stream strip subList submit \
    substring sum tail take test toArray toCharArray toList toLowerCase toMap toPath toSet \
    toString toUpperCase trim update valueOf values wait warn write zip";
