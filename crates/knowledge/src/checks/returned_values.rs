//! What a claim says that the subject returns, against its written return type and its code.
//!
//! A type that is written decides: "the number of" for a list is contradicted. Where none is written,
//! `None` or an empty string that is said to be returned must at least be possible in the code.

use rutter_domain::{Language, SymbolKind};

use crate::checks::context::{SubjectContext, contains_word};
use crate::checks::statement::{Word, WordForm};
use crate::checks::{Problem, Statement};

/// A kind of value that both prose and types name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Text,
    Truth,
    List,
    Map,
    Nothing,
}

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let kind = context.symbol().kind;
    if !kind.is_callable() || kind == SymbolKind::Constructor {
        return Vec::new();
    }
    let mut problems = Vec::new();
    problems.extend(wrong_kind(statement, context));
    problems.extend(absent_value(statement, context));
    problems.extend(empty_text(statement, context));
    problems
}

const RETURNING: &[&str] = &["returns", "return", "returning", "yields", "gives"];

/// The kind that follows "returns".
fn said_kind(statement: &Statement) -> Option<(Kind, String)> {
    let words = &statement.words;
    for at in 0..words.len() {
        if words[at].form != WordForm::Plain || !RETURNING.contains(&words[at].lower.as_str()) {
            continue;
        }
        let rest: Vec<&str> = words[at + 1..].iter().map(|word| word.lower.as_str()).collect();
        let skip = rest
            .iter()
            .take_while(|word| {
                matches!(**word, "a" | "an" | "the" | "new" | "plain" | "only" | "fresh" | "total")
            })
            .count();
        let rest = &rest[skip..];
        // "them as an array", "the articles as a list"
        let as_at = rest.iter().take(5).position(|word| *word == "as");
        let head = as_at.map_or(rest, |at| &rest[at + 1..]);
        let skip = head
            .iter()
            .take_while(|word| matches!(**word, "a" | "an" | "the" | "new" | "plain"))
            .count();
        let head = &head[skip..];
        let kind = match head {
            ["number", "of", ..] | ["count", "of", ..] | ["how", "many", ..] => Kind::Number,
            ["whether", ..] | ["boolean", ..] | ["true", ..] | ["false", ..] => Kind::Truth,
            ["array", ..] | ["list", ..] => Kind::List,
            ["map", ..] | ["dictionary", ..] | ["hash", ..] => Kind::Map,
            ["string", ..] => Kind::Text,
            ["nothing"] => Kind::Nothing,
            _ => continue,
        };
        return Some((kind, head[0].to_owned()));
    }
    None
}

fn wrong_kind(statement: &Statement, context: &SubjectContext<'_>) -> Option<Problem> {
    let (said, word) = said_kind(statement)?;
    let written = return_type(context)?;
    let actual = kind_of(&written)?;
    if said == actual {
        return None;
    }
    let reason = format!("it is said to return \"{word}\", but its return type is `{written}`");
    Some(Problem::contradicted(reason).at(Some(context.line(context.symbol().span.start_line))))
}

/// "or `null` if", "returns `None` when": must be possible.
fn absent_value(statement: &Statement, context: &SubjectContext<'_>) -> Option<Problem> {
    let words = &statement.words;
    let at = words.iter().position(|word| {
        matches!(word.form, WordForm::Code | WordForm::Plain | WordForm::Name)
            && matches!(
                word.text.as_str(),
                "None" | "nil" | "null" | "undefined" | "nullptr" | "NULL"
            )
    })?;
    let before = at.checked_sub(1).map(|at| words[at].lower.as_str())?;
    let after = words.get(at + 1).map_or("", |word| word.lower.as_str());
    let is_said = matches!(before, "or" | "returns" | "yields" | "gives" | "to")
        && matches!(after, "if" | "when" | "for" | "once" | "otherwise" | "unless" | "");
    let is_denied = words[..at].iter().any(|word| {
        matches!(
            word.lower.as_str(),
            "never" | "not" | "no" | "than" | "set" | "sets" | "reset" | "resets"
        )
    });
    if !is_said || is_denied {
        return None;
    }
    let absent = &words[at].text;
    if !has_absent(&context.code)
        && let Some(problem) = raised_instead(words, at, context)
    {
        return Some(problem);
    }
    let is_replaced = !has_absent(&context.code) && has_default(&context.code);
    if can_be_absent(context) && !is_replaced {
        return None;
    }
    Some(Problem::not_shown(format!("nothing in the code shows that it can return `{absent}`")))
}

/// "Returns `nil` when all attempts have failed" of code that raises.
fn raised_instead(words: &[Word], at: usize, context: &SubjectContext<'_>) -> Option<Problem> {
    let fails = words[at..].iter().any(|word| {
        matches!(
            word.lower.as_str(),
            "fail" | "fails" | "failed" | "failure" | "malformed" | "invalid"
        )
    });
    let sign = ["raise", "throw"].into_iter().find(|word| contains_word(&context.code, word))?;
    fails.then(|| {
        Problem::contradicted(format!("the code has `{sign}` and never `{}`", words[at].text))
            .at(context.line_with(sign))
    })
}

/// Whether a missing value stands in the code.
fn has_absent(code: &str) -> bool {
    let literals = ["None", "nil", "null", "undefined", "nullptr", "NULL"];
    literals.iter().any(|word| contains_word(code, word))
}

/// Whether the code replaces a missing value by an empty text.
fn has_default(code: &str) -> bool {
    let defaults = [
        "?? ''", "?? \"\"", "|| ''", "|| \"\"", ": ''", ": \"\"", "or \"\"", "or ''", "? \"\"",
        "? ''", "?: \"\"", "?: ''",
    ];
    defaults.iter().any(|sign| code.contains(sign))
}

/// Whether the code can give a missing value: by a literal, an optional type or a lookup.
fn can_be_absent(context: &SubjectContext<'_>) -> bool {
    let code = &context.code;
    let literals = [
        "None",
        "nil",
        "null",
        "undefined",
        "nullptr",
        "NULL",
        "void",
        "Nothing",
        "Optional",
        "Option",
        "Maybe",
        "std::optional",
    ];
    let lookups = [
        "?.",
        "&.",
        ".get(",
        ".find(",
        ".find ",
        ".first",
        ".last",
        ".dig(",
        "[",
        ".at(",
        ".pop",
        ".shift",
        ".match",
        ".detect",
        ".getOrNull",
        "OrNull",
        "orElse",
        ".min",
        ".max",
        ".sample",
        ".next()",
        "TryGet",
        "OrDefault",
        "?:",
        ".ok()",
        "return;",
        "return\n",
        "?\n",
        ".try(",
        "delete(",
    ];
    let is_optional =
        return_type(context).is_some_and(|written| written.contains('?') || written.contains('|'));
    if return_type(context).is_some_and(|written| is_definite(&written, context.language())) {
        return false;
    }
    is_optional
        || literals.iter().any(|word| contains_word(code, word))
        || lookups.iter().any(|sign| code.contains(sign))
        || context.callees().iter().any(|one| {
            let signature = &one.symbol().signature;
            literals.iter().any(|word| signature.contains(word)) || signature.contains('?')
        })
        || calls_untyped(context)
}

/// In languages without written types, what a callee returns is not known.
fn calls_untyped(context: &SubjectContext<'_>) -> bool {
    matches!(
        context.language(),
        Language::Ruby | Language::JavaScript | Language::Lua | Language::Elixir | Language::Python
    ) && context.callees().iter().any(|one| one.symbol().kind.is_callable())
}

/// Types of these languages that cannot be missing unless they say so.
fn is_definite(written: &str, language: Language) -> bool {
    let says_so = [
        "?",
        "|",
        "Optional",
        "Option",
        "Maybe",
        "null",
        "nil",
        "None",
        "undefined",
        "any",
        "mixed",
        "Any",
        "unknown",
    ];
    let is_strict = matches!(
        language,
        Language::Rust
            | Language::Kotlin
            | Language::Swift
            | Language::TypeScript
            | Language::Php
            | Language::Scala
    );
    is_strict && !says_so.iter().any(|word| written.contains(word)) && !written.starts_with('T')
}

/// "an empty string if": must be possible.
fn empty_text(statement: &Statement, context: &SubjectContext<'_>) -> Option<Problem> {
    if !statement.has_phrase(&[
        "or an empty string if",
        "or an empty string when",
        "or an empty string for",
        "returns an empty string",
    ]) {
        return None;
    }
    let code = &context.code;
    let signs = [
        "\"\"",
        "''",
        "String::new",
        "string.Empty",
        "String.Empty",
        "<<>>",
        ".strip",
        ".trim",
        ".join",
        "default",
        "Default",
        "``",
        "substr",
        "slice",
        "to_s",
        "[",
        "string{}",
        "std::string()",
        "{}",
        ".replace",
        "gsub",
        "str(",
    ];
    let absent = ["return nil", "return None", "return null", "return undefined"]
        .into_iter()
        .find(|sign| code.contains(sign));
    let has_empty = ["\"\"", "''", "``", "String::new", "tring.Empty", "to_s", "str("];
    if let Some(absent) = absent
        && !has_empty.iter().any(|sign| code.contains(sign))
    {
        let reason = format!("the code has `{absent}` and no empty string");
        return Some(Problem::contradicted(reason).at(context.line_with(absent)));
    }
    let is_possible = signs.iter().any(|sign| code.contains(sign));
    let is_safe = code.contains("&.")
        && !code.contains("\"\"")
        && !code.contains("''")
        && !code.contains("to_s")
        && !code.contains("||");
    (!is_possible || is_safe)
        .then(|| Problem::not_shown("nothing in the code shows that it can return an empty string"))
}

/// The written return type of the subject, without wrappers of absence, failure and waiting.
fn return_type(context: &SubjectContext<'_>) -> Option<String> {
    let signature = context.symbol().signature.as_str();
    let name = context.symbol().name.as_str();
    let written = match context.language() {
        Language::Rust | Language::Python | Language::Swift | Language::Zig => {
            signature.rsplit_once("->")?.1
        }
        Language::TypeScript | Language::Kotlin | Language::Php | Language::Scala => {
            let close = signature.rfind(')')?;
            signature[close + 1..].trim_start().strip_prefix(':')?
        }
        Language::Java | Language::CSharp | Language::C | Language::Cpp => {
            let at = signature.find(&format!("{name}("))?;
            signature[..at].split_whitespace().next_back()?
        }
        Language::Go => signature
            .rsplit_once(')')
            .map(|(_, rest)| rest)
            .filter(|rest| !rest.trim().is_empty())?,
        _ => return None,
    };
    let mut written = written.trim().trim_end_matches(['{', ':', '=', ' ']).trim();
    for wrapper in [
        "Promise<",
        "Task<",
        "ValueTask<",
        "Future<",
        "CompletableFuture<",
        "Result<",
        "io::Result<",
        "Awaitable[",
    ] {
        if let Some(inner) = written.strip_prefix(wrapper) {
            written = inner.trim_end_matches(['>', ']']);
            written = if wrapper.contains("Result") { split_first(written) } else { written };
        }
    }
    (!written.is_empty()).then(|| written.to_owned())
}

/// The first of several type arguments.
fn split_first(written: &str) -> &str {
    let mut depth = 0_i32;
    for (at, c) in written.char_indices() {
        match c {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth -= 1,
            ',' if depth == 0 => return &written[..at],
            _ => {}
        }
    }
    written
}

fn kind_of(written: &str) -> Option<Kind> {
    let bare = written.trim_start_matches(['&', '*']).trim_end_matches(['?', ';']).trim();
    let head = bare.split(['<', '(', ' ']).next().unwrap_or(bare);
    let head = head.rsplit("::").next().unwrap_or(head);
    Some(match head {
        "int" | "Int" | "long" | "Long" | "usize" | "u8" | "u16" | "u32" | "u64" | "i8" | "i16"
        | "i32" | "i64" | "isize" | "number" | "float" | "double" | "f32" | "f64" | "Double"
        | "Float" | "size_t" | "uint64_t" | "uint32_t" | "int64_t" | "int32_t" | "decimal"
        | "short" | "byte" | "uint" | "ulong" | "float64" | "int64" | "uint64" | "int32"
        | "uint32" => Kind::Number,
        "bool" | "boolean" | "Bool" | "Boolean" => Kind::Truth,
        "str" | "String" | "string" => Kind::Text,
        "Vec" | "List" | "list" | "array" | "IReadOnlyList" | "IList" | "ArrayList" | "vector"
        | "Seq" | "IEnumerable" | "MutableList" | "Array" => Kind::List,
        "Map" | "HashMap" | "dict" | "BTreeMap" | "Dictionary" | "unordered_map" | "Record"
        | "MutableMap" => Kind::Map,
        "void" | "Unit" | "None" => Kind::Nothing,
        _ if bare.starts_with("[]") || bare.ends_with("[]") => Kind::List,
        _ if bare.starts_with("map[") => Kind::Map,
        _ => return None,
    })
    .filter(|kind| !(written.starts_with("array") && *kind == Kind::List && head == "array"))
}

#[cfg(test)]
mod tests {
    use crate::checks::tests::check;

    const FILES: &str = "\
//- a.ts
export function merge(items: string[]): number {
    return items.length;
}
export function name(id: string): string {
    return id.trim();
}
//- b.rs
pub fn victims(n: usize) -> Vec<String> {
    Vec::new()
}
";

    #[test]
    fn a_written_type_decides() {
        check(
            FILES,
            "a.ts",
            &[
                ("merge", "Takes all items and returns how many there are.", "supported"),
                (
                    "name",
                    "Returns the trimmed id, or null if it is blank.",
                    "not shown: nothing in the code shows that it can return `null`",
                ),
            ],
        );
        check(
            FILES,
            "b.rs",
            &[(
                "victims",
                "Returns how many victims there are.",
                "contradicted: it is said to return \"how\", but its return type is `Vec<String>`",
            )],
        );
    }
}
