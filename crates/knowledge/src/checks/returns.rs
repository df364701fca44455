//! A kind of value that a claim says is returned must agree with the written return type.
//!
//! This is about types of the project, and about bytes; what else a claim says of return values
//! is in `returned_values.rs`. A list may be said of anything that is iterated.

use rutter_domain::{Language, SymbolKind};

use crate::checks::context::{SubjectContext, contains_word};
use crate::checks::signature::{balanced, return_type, split_at_commas};
use crate::checks::statement::{Word, WordForm};
use crate::checks::{Problem, Statement};

mod literals;

/// The nature of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Nature {
    List,
    Map,
    Text,
    Truth,
    Number,
    Set,
    Tuple,
    Iterator,
    Bytes,
    /// A type that the project defines.
    Own,
}

const NOUNS: [(&str, Nature); 24] = [
    ("list", Nature::List),
    ("array", Nature::List),
    ("vector", Nature::List),
    ("slice", Nature::List),
    ("map", Nature::Map),
    ("dict", Nature::Map),
    ("dictionary", Nature::Map),
    ("hashmap", Nature::Map),
    ("mapping", Nature::Map),
    ("string", Nature::Text),
    ("str", Nature::Text),
    ("boolean", Nature::Truth),
    ("bool", Nature::Truth),
    ("integer", Nature::Number),
    ("int", Nature::Number),
    ("number", Nature::Number),
    ("float", Nature::Number),
    ("double", Nature::Number),
    ("set", Nature::Set),
    ("tuple", Nature::Tuple),
    ("pair", Nature::Tuple),
    ("iterator", Nature::Iterator),
    ("generator", Nature::Iterator),
    ("bytes", Nature::Bytes),
];
/// Between "returns" and the noun.
const ADJECTIVES: [&str; 30] = [
    "a",
    "an",
    "the",
    "its",
    "new",
    "plain",
    "raw",
    "sorted",
    "empty",
    "immutable",
    "unmodifiable",
    "read",
    "only",
    "single",
    "nested",
    "flat",
    "lazy",
    "fresh",
    "parsed",
    "formatted",
    "short",
    "it",
    "them",
    "as",
    "simple",
    "possibly",
    "hexadecimal",
    "hex",
    "numeric",
    "signed",
];
/// After the noun; other words make an adjective of it.
const AFTER: [&str; 18] = [
    "of",
    "with",
    "for",
    "from",
    "that",
    "which",
    "if",
    "or",
    "and",
    "containing",
    "when",
    "in",
    "keyed",
    "to",
    "unless",
    "otherwise",
    "holding",
    "where",
];

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    if !context.symbol().kind.is_callable() {
        return Vec::new();
    }
    let said = said_natures(statement);
    if said.is_empty() {
        return Vec::new();
    }
    let Some(written) = return_type(context.symbol(), context.language()) else {
        return literals::check(&said, context);
    };
    let Some(natures) = natures_of(&written, context) else { return Vec::new() };
    let mut problems = Vec::new();
    let has_own = natures.contains(&Nature::Own);
    for (noun, nature) in said {
        let is_judged = has_own
            || nature == Nature::Bytes
            || nature == Nature::Text && natures.as_slice() == [Nature::Bytes]
            || noun == "array" && natures.as_slice() == [Nature::Set];
        if noun == "array" && natures.as_slice() == [Nature::Set] {
            let line = context.line(context.symbol().span.start_line);
            let reason = format!("its return type is `{written}`, not an array");
            problems.push(Problem::contradicted(reason).at(Some(line)));
        } else if is_judged && !natures.iter().any(|real| agrees(nature, *real)) {
            let reason = format!("its return type is `{written}`, not a {noun}");
            let line = context.line(context.symbol().span.start_line);
            problems.push(Problem::contradicted(reason).at(Some(line)));
        }
    }
    problems
}

/// What a claim says is returned, with the noun.
fn said_natures(statement: &Statement) -> Vec<(String, Nature)> {
    let words = &statement.words;
    let mut found = Vec::new();
    for at in 0..words.len() {
        let is_return = matches!(plain(words.get(at)), Some("returns" | "returning"))
            || plain(words.get(at)) == Some("resolves") && plain(words.get(at + 1)) == Some("to");
        let is_as = plain(words.get(at)) == Some("as")
            && words[..at].iter().rev().take(8).any(|word| {
                matches!(
                    word.lower.as_str(),
                    "returns" | "returned" | "builds" | "creates" | "makes"
                )
            });
        let is_into = matches!(plain(words.get(at)), Some("into"))
            && words[..at].iter().any(|word| {
                matches!(word.lower.as_str(), "parses" | "converts" | "turns" | "decodes")
            })
            && words[..at].iter().all(|word| word.lower != "into");
        if !is_return && !is_as && !is_into {
            continue;
        }
        let mut next = at + 1;
        let is_adjective = |at: usize| {
            plain(words.get(at)).is_some_and(|word| ADJECTIVES.contains(&word))
                && !words[at].ends_phrase
        };
        while is_adjective(next) || plain(words.get(next)) == Some("to") && next == at + 1 {
            next += 1;
        }
        let Some(noun) = words.get(next) else { continue };
        let is_noun = noun.ends_phrase
            || words.get(next + 1).is_none_or(|after| AFTER.contains(&after.lower.as_str()));
        let name = noun.lower.split(['<', '[']).next().unwrap_or("");
        let nature = NOUNS.iter().find(|(known, _)| *known == name).map(|(_, nature)| *nature);
        if let Some(nature) = nature.filter(|_| is_noun && noun.form != WordForm::Quoted) {
            found.push((name.to_owned(), nature));
        }
    }
    found
}

/// Whether a value of one nature may be said to be of another.
fn agrees(said: Nature, real: Nature) -> bool {
    use Nature::{Bytes, Iterator, List, Map, Number, Own, Set, Text, Truth, Tuple};
    match said {
        List => matches!(real, List | Set | Iterator | Tuple | Bytes | Own),
        Map => matches!(real, Map | Own),
        Set => matches!(real, Set | List | Iterator | Map | Own | Number),
        Tuple => matches!(real, Tuple | List | Own),
        Iterator => matches!(real, Iterator | List | Set | Own),
        Text => real == Text,
        Truth => real == Truth,
        // "The number of the invoice" is a text, and "the bytes in use" are a number.
        Number => matches!(real, Number | Text),
        Bytes => matches!(real, Bytes | List | Own | Number),
        Own => real == Own,
    }
}

/// What values of a written type may be; `None` if that is not certain.
fn natures_of(written: &str, context: &SubjectContext<'_>) -> Option<Vec<Nature>> {
    let text = written.trim().trim_start_matches(['&', '*']).trim_end_matches('?').trim();
    let text = text
        .trim_start_matches("mut ")
        .trim_start_matches("const ")
        .trim_start_matches("readonly ");
    if let Some(lifetime) = text.strip_prefix('\'') {
        return natures_of(lifetime.split_once(' ')?.1, context);
    }
    let parts = split_union(text);
    if parts.len() > 1 {
        let mut all = Vec::new();
        for part in parts {
            all.extend(natures_of(part, context)?);
        }
        return (!all.is_empty()).then_some(all);
    }
    if matches!(text, "None" | "null" | "undefined" | "nil" | "error") {
        return Some(Vec::new());
    }
    if text.starts_with('(') && text.ends_with(')') {
        return natures_of_several(text, context);
    }
    if text.ends_with("[]") {
        return Some(vec![Nature::List]);
    }
    if text.starts_with('[') {
        let language = context.language();
        if language == Language::Swift && text.contains(':') {
            return Some(vec![Nature::Map]);
        }
        let is_list = matches!(language, Language::Swift | Language::Rust | Language::Go);
        return is_list.then(|| vec![Nature::List, Nature::Bytes]);
    }
    let head_end = text.find(['<', '[']).unwrap_or(text.len());
    let head = text[..head_end].rsplit(['.', ':', '\\']).next().unwrap_or("");
    let wraps = [
        "Promise",
        "Task",
        "ValueTask",
        "Future",
        "CompletableFuture",
        "Option",
        "Optional",
        "Result",
        "Awaitable",
        "Coroutine",
        "Deferred",
        "Arc",
        "Rc",
        "Box",
        "Cow",
        "Ref",
        "Final",
        "Annotated",
    ];
    if wraps.contains(&head) {
        let inner = text.get(head_end + 1..text.len().checked_sub(1)?)?;
        let first =
            split_at_commas(inner).into_iter().find(|part| !part.trim().starts_with('\''))?;
        return natures_of(first, context);
    }
    nature_of_head(head, context)
        .map(|natures| natures.to_vec())
        .or_else(|| own_nature(head, context))
}

fn nature_of_head(head: &str, context: &SubjectContext<'_>) -> Option<&'static [Nature]> {
    Some(match head {
        "array" if context.language() == Language::Php => &[Nature::List, Nature::Map],
        "Vec" | "List" | "list" | "ArrayList" | "Array" | "Seq" | "IList" | "IReadOnlyList"
        | "MutableList" | "VecDeque" | "Deque" | "ReadonlyArray" => &[Nature::List],
        "Collection" | "IEnumerable" | "IReadOnlyCollection" | "ICollection" => {
            &[Nature::List, Nature::Iterator, Nature::Set]
        }
        "HashMap"
        | "BTreeMap"
        | "Map"
        | "dict"
        | "Dict"
        | "Dictionary"
        | "IDictionary"
        | "map"
        | "Record"
        | "MutableMap"
        | "IReadOnlyDictionary"
        | "TreeMap"
        | "LinkedHashMap"
        | "ConcurrentHashMap" => &[Nature::Map],
        "String" | "str" | "string" | "CharSequence" => &[Nature::Text],
        "bool" | "boolean" | "Boolean" | "Bool" => &[Nature::Truth],
        "int" | "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64" | "usize" | "isize"
        | "long" | "Long" | "Int" | "Integer" | "number" | "float" | "double" | "Double"
        | "Float" | "f32" | "f64" | "decimal" | "int64" | "int32" | "uint64" | "uint32"
        | "float64" | "short" => &[Nature::Number],
        "HashSet" | "BTreeSet" | "Set" | "set" | "frozenset" | "MutableSet" | "TreeSet" => {
            &[Nature::Set]
        }
        "tuple" | "Tuple" | "Pair" => &[Nature::Tuple],
        "Iterator" | "Iterable" | "Generator" | "Stream" | "Sequence" | "Flow"
        | "AsyncIterator" => &[Nature::Iterator],
        "bytes" | "bytearray" | "Uint8Array" | "ByteArray" => &[Nature::Bytes],
        _ => return None,
    })
}

/// A type of the project is none of the built-in ones, unless it is an alias of one.
fn own_nature(head: &str, context: &SubjectContext<'_>) -> Option<Vec<Nature>> {
    let found = context.definitions(head);
    let mut types = found.iter().filter(|one| one.symbol().kind.is_type());
    let one = types.next()?;
    let symbol = one.symbol();
    if symbol.kind == SymbolKind::TypeAlias {
        let text = context.text_of(one)?;
        return text.contains(['"', '\'']).then(|| vec![Nature::Own, Nature::Text]);
    }
    let bases = ["str", "int", "String", "Enum", "NewType"];
    let is_built_on = bases.iter().any(|base| contains_word(&symbol.signature, base));
    (!is_built_on).then(|| vec![Nature::Own])
}

/// Several values in brackets: a tuple, or values beside an error.
fn natures_of_several(text: &str, context: &SubjectContext<'_>) -> Option<Vec<Nature>> {
    let inner = balanced(text)?;
    let mut all = vec![Nature::Tuple];
    for part in split_at_commas(inner) {
        let part = part.trim();
        // Go may name its results.
        let part = part.rsplit_once(' ').map_or(part, |(_, last)| last);
        match natures_of(part, context) {
            Some(natures) => all.extend(natures),
            None => return None,
        }
    }
    Some(all)
}

fn split_union(text: &str) -> Vec<&str> {
    let mut depth = 0_i32;
    let mut start = 0;
    let mut parts = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' | ')' | ']' | '}' => depth -= 1,
            '|' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

fn plain(word: Option<&Word>) -> Option<&str> {
    word.filter(|word| word.form == WordForm::Plain).map(|word| word.lower.as_str())
}

#[cfg(test)]
mod tests {
    use crate::checks::tests::check;

    #[test]
    fn written_return_types_must_agree() {
        check(
            "//- a.py\ndef names(n: int) -> list[str] | None:\n    return [str(n)]\n\n\ndef sign(b) -> str:\n    return b.hex()\n",
            "a.py",
            &[
                ("names", "Returns a list of names.", "supported"),
                (
                    "sign",
                    "Hex digits, returned as raw `bytes`.",
                    "contradicted: its return type is `str`, not a bytes",
                ),
                ("sign", "Returns the string of hex digits.", "supported"),
            ],
        );
        check(
            "//- a.ts\ntype State = \"on\" | \"off\";\nexport function parse(n: string): State | undefined {\n  return undefined;\n}\nexport async function all(): Promise<Map<string, number>> {\n  return new Map();\n}\n",
            "a.ts",
            &[
                (
                    "parse",
                    "Reads the state and returns a boolean.",
                    "contradicted: its return type is `State | undefined`, not a boolean",
                ),
                ("all", "Resolves to a map of numbers.", "supported"),
            ],
        );
    }
}
