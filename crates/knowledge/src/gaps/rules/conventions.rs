//! Names whose meaning a language or its standard library has settled.

use rutter_domain::Language;

/// Whether a method of this name means the same everywhere, so that nobody describes it again.
pub fn is_conventional(language: Language, name: &str) -> bool {
    match language {
        Language::Python => name.starts_with("__") && name.ends_with("__"),
        Language::Go => GO.contains(&name),
        Language::Java | Language::Kotlin | Language::Scala => JAVA.contains(&name),
        Language::CSharp => CSHARP.contains(&name) || name.starts_with("operator"),
        Language::Ruby => {
            RUBY.contains(&name) || !name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        }
        Language::Php => name.starts_with("__") || PHP.contains(&name),
        Language::JavaScript | Language::TypeScript | Language::Tsx => SCRIPT.contains(&name),
        Language::Rust => RUST.contains(&name),
        Language::Swift => SWIFT.contains(&name),
        Language::C | Language::Cpp => {
            name.starts_with("operator") || name.starts_with('~') || CPP.contains(&name)
        }
        Language::Elixir => ELIXIR.contains(&name),
        Language::Haskell => !name.starts_with(|c: char| c.is_alphabetic() || c == '_'),
        Language::Lua => name.starts_with("__"),
        Language::Bash => matches!(name, "main" | "usage" | "help" | "die" | "log" | "error"),
        Language::Zig
        | Language::Markdown
        | Language::ReStructuredText
        | Language::AsciiDoc
        | Language::Text
        | Language::Toml
        | Language::Yaml
        | Language::Json
        | Language::Html
        | Language::Css
        | Language::Sql
        | Language::Unknown => matches!(name, "main" | "init" | "deinit" | "format"),
    }
}

const GO: &[&str] = &[
    "main", "init", "String", "Error", "GoString", "Format", "Close", "Read", "Write", "Seek",
    "ReadAt", "WriteAt", "ReadFrom", "WriteTo", "ReadByte", "WriteByte", "WriteString", "ReadRune",
    "Len", "Less", "Swap", "Push", "Pop", "MarshalJSON", "UnmarshalJSON", "MarshalText",
    "UnmarshalText", "MarshalBinary", "UnmarshalBinary", "MarshalYAML", "UnmarshalYAML",
    "MarshalXML", "UnmarshalXML", "ServeHTTP", "RoundTrip", "Scan", "Value", "Is", "As", "Unwrap",
    "Lock", "Unlock", "RLock", "RUnlock", "Set", "Type", "Name", "Size", "Mode", "ModTime", "IsDir",
    "Sys", "Stat", "Flush", "Header", "WriteHeader", "Hijack", "Timeout", "Temporary", "Deadline",
    "Done", "Err", "Network", "LocalAddr", "RemoteAddr", "SetDeadline", "Reset", "Sum", "BlockSize",
    "ProtoMessage", "Descriptor", "ProtoReflect",
];

const JAVA: &[&str] = &[
    "main", "equals", "hashCode", "toString", "compareTo", "compare", "clone", "finalize", "close",
    "run", "call", "get", "iterator", "hasNext", "next", "valueOf", "values", "size", "isEmpty",
    "accept", "apply", "test", "build", "builder", "invoke", "copy", "unapply",
];

const CSHARP: &[&str] = &[
    "Main", "Equals", "GetHashCode", "ToString", "CompareTo", "Dispose", "DisposeAsync", "Clone",
    "GetEnumerator", "MoveNext", "Reset", "Current",
];

const RUBY: &[&str] = &[
    "initialize", "initialize_copy", "initialize_dup", "to_s", "to_str", "to_a", "to_ary", "to_h",
    "to_hash", "to_i", "to_f", "to_sym", "to_proc", "to_json", "as_json", "inspect", "hash", "eql?",
    "equal?", "each", "call", "respond_to?", "respond_to_missing?", "method_missing", "included",
    "extended", "inherited", "prepended", "coerce", "dup", "clone", "freeze", "size", "length",
    "empty?", "pretty_print", "marshal_dump", "marshal_load", "encode_with", "init_with",
];

const PHP: &[&str] = &[
    "offsetGet", "offsetSet", "offsetExists", "offsetUnset", "count", "getIterator",
    "jsonSerialize", "current", "key", "next", "rewind", "valid", "serialize", "unserialize",
];

const SCRIPT: &[&str] = &[
    "constructor", "toString", "toJSON", "valueOf", "render", "componentDidMount",
    "componentDidUpdate", "componentWillUnmount", "shouldComponentUpdate", "getInitialState",
    "getDerivedStateFromProps", "componentDidCatch", "ngOnInit", "ngOnDestroy", "ngOnChanges",
    "connectedCallback", "disconnectedCallback", "attributeChangedCallback", "main", "then",
    "catch", "finally", "next", "default", "inspect",
];

const RUST: &[&str] = &[
    "main", "new", "default", "fmt", "from", "into", "clone", "drop", "len", "is_empty", "iter",
    "iter_mut", "into_iter", "as_ref", "as_mut", "as_str", "as_bytes", "as_slice", "into_inner",
    "get_ref", "get_mut", "eq", "cmp", "partial_cmp", "hash", "next", "deref", "deref_mut",
    "builder", "build", "to_string", "from_str", "borrow", "index",
];

const SWIFT: &[&str] =
    &["init", "deinit", "encode", "hash", "description", "debugDescription", "makeIterator"];

const CPP: &[&str] = &[
    "main", "begin", "end", "cbegin", "cend", "rbegin", "rend", "size", "empty", "swap", "what",
    "DllMain", "WinMain", "wmain", "data", "c_str",
];

const ELIXIR: &[&str] = &[
    "init", "start", "stop", "start_link", "child_spec", "handle_call", "handle_cast",
    "handle_info", "handle_continue", "terminate", "code_change", "call", "run", "mount", "render",
    "handle_event", "handle_params", "changeset", "to_string", "inspect", "format_status",
    "callback_mode", "application", "project", "exception", "message",
];
