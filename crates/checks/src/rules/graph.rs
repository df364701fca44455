//! Claims about visibility, deprecation and users, against the symbol and the links of the index.

use rutter_domain::{Evidence, Visibility};

use crate::check::{Check, CheckInfo, Example, Run, SubjectScope};
use crate::{Link, Problem, Statement, SubjectContext, WordForm};

pub(crate) static CHECK: Check = Check {
    info: CheckInfo {
        id: "graph",
        about: "Visibility, deprecation and users must be those of the symbol.",
        scope: &[SubjectScope::Symbol],
        code: r"//- src/store.rs
/// Opens a store.
pub fn open_store() -> u8 {
    read_header()
}

fn read_header() -> u8 {
    1
}
",
        path: "src/store.rs",
        symbol: "read_header",
        wrong: Example::Claim("Public function that reads the header."),
        right: Example::Claim("Private function that reads the header."),
    },
    run: Run::Claim(check),
};

mod users;

/// Nouns after which "private", "public" and "internal" describe something else than the symbol.
const OTHER_NOUNS: &[&str] = &[
    "key",
    "keys",
    "address",
    "addresses",
    "ip",
    "state",
    "error",
    "errors",
    "counter",
    "buffer",
    "network",
    "url",
    "certificate",
    "repository",
    "repositories",
    "internet",
    "holiday",
    "holidays",
    "data",
    "server",
    "clock",
    "map",
    "list",
    "cache",
    "representation",
    "fields",
    "methods",
    "members",
    "feed",
    "event",
    "events",
    "storage",
    "domain",
    "suffix",
    "host",
    "endpoint",
    "token",
    "link",
    "links",
];

/// Phrases that say that only its own module may use a symbol, or that others may.
const NOT_EXPORTED: &[&str] = &[
    "not exported",
    "is not public",
    "isn't exported",
    "isn't public",
    "not part of the public",
    "only visible within",
    "only visible inside",
    "not visible outside",
    "only accessible within",
    "only accessible inside",
    "not accessible from outside",
    "hidden from other",
    "cannot be called from outside",
    "cannot be used outside",
];
const EXPORTED: &[&str] = &[
    "available to other modules",
    "available to other packages",
    "visible to other modules",
    "visible to other packages",
    "accessible from anywhere",
    "accessible from outside",
    "callable from outside",
    "can be called from outside",
    "is exported",
    "exported from",
    "exported function",
    "exported method",
    "exported constant",
    "exported helper",
    "exported class",
];

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let mut problems = Vec::new();
    problems.extend(against_visibility(statement, context));
    problems.extend(against_deprecation(statement, context));
    problems.extend(against_read_only(statement, context));
    problems.extend(users::check(statement, context));
    problems
}

/// A visibility that a claim says of the symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SaidVisibility {
    Private,
    Public,
    Protected,
    Internal,
    /// Not visible outside of its package or module.
    Unexported,
}

fn said_visibility(statement: &Statement) -> Option<SaidVisibility> {
    let words = &statement.words;
    if statement.has_phrase(NOT_EXPORTED) {
        return Some(SaidVisibility::Unexported);
    }
    if statement.has_phrase(EXPORTED) {
        return Some(SaidVisibility::Public);
    }
    for (at, word) in words.iter().enumerate() {
        if word.form != WordForm::Plain {
            continue;
        }
        let before = at.checked_sub(1).map_or("", |at| words[at].lower.as_str());
        let next = words.get(at + 1).map_or("", |next| next.lower.as_str());
        let said = match (word.lower.as_str(), next) {
            ("package" | "module" | "crate" | "file", "private" | "local") => {
                SaidVisibility::Unexported
            }
            ("private", "to") => SaidVisibility::Unexported,
            ("private", _) if !matches!(before, "package" | "module" | "crate" | "file") => {
                SaidVisibility::Private
            }
            ("public" | "exported", _) => SaidVisibility::Public,
            ("unexported", _) => SaidVisibility::Unexported,
            ("protected", _) => SaidVisibility::Protected,
            ("internal", _) => SaidVisibility::Internal,
            _ => continue,
        };
        let is_first = at == 0 || at == 1 && matches!(before, "a" | "an" | "the" | "this");
        let is_stated = matches!(before, "is" | "are" | "remains" | "it's")
            && at < 8
            && matches!(
                words[at.saturating_sub(2)].lower.as_str(),
                "it" | "is"
                    | "method"
                    | "function"
                    | "class"
                    | "constant"
                    | "and"
                    | "which"
                    | "this"
            )
            || is_part_of_api(statement, at);
        let is_list = at > 0 && words[at - 1].ends_phrase && next.is_empty();
        let is_other = OTHER_NOUNS.contains(&next) && !word.ends_phrase;
        let is_denied = matches!(before, "not" | "never" | "non");
        if (is_first || is_stated || is_list) && !is_other && !is_denied {
            return Some(said);
        }
    }
    None
}

/// "part of the public API"
fn is_part_of_api(statement: &Statement, at: usize) -> bool {
    let words = &statement.words;
    let is = |at: usize, wanted: &[&str]| {
        words.get(at).is_some_and(|word| wanted.contains(&word.lower.as_str()))
    };
    at >= 3
        && is(at + 1, &["api", "interface", "surface"])
        && is(at - 3, &["part"])
        && is(at - 2, &["of"])
}

fn against_visibility(statement: &Statement, context: &SubjectContext<'_>) -> Option<Problem> {
    let said = said_visibility(statement)?;
    let symbol = context.symbol();
    let actual = declared_visibility(context);
    let language = context.language().name();
    // Where nothing between public and private has a keyword, people call it private.
    let is_loose = matches!(
        language,
        "go" | "javascript"
            | "typescript"
            | "tsx"
            | "rust"
            | "scala"
            | "zig"
            | "c"
            | "cpp"
            | "haskell"
            | "lua"
    );
    let agrees = match (said, actual) {
        (SaidVisibility::Private, Visibility::Private)
        | (SaidVisibility::Public, Visibility::Public)
        | (SaidVisibility::Protected, Visibility::Protected)
        | (
            SaidVisibility::Unexported,
            Visibility::Private | Visibility::Internal | Visibility::Protected,
        )
        | (
            SaidVisibility::Internal,
            Visibility::Internal | Visibility::Private | Visibility::Protected,
        ) => true,
        (SaidVisibility::Private, Visibility::Internal) => is_loose,
        (SaidVisibility::Internal, Visibility::Public) => {
            !matches!(language, "csharp" | "kotlin" | "swift" | "rust" | "java" | "go")
        }
        (SaidVisibility::Private, Visibility::Public | Visibility::Protected) => {
            is_hidden_by_container(context)
        }
        (SaidVisibility::Unexported, Visibility::Public) => is_hidden_by_container(context),
        (
            SaidVisibility::Public,
            Visibility::Private | Visibility::Internal | Visibility::Protected,
        ) => is_exported_by_name(context),
        (
            SaidVisibility::Protected,
            Visibility::Public | Visibility::Private | Visibility::Internal,
        ) => !matches!(
            language,
            "java"
                | "csharp"
                | "kotlin"
                | "php"
                | "cpp"
                | "typescript"
                | "ruby"
                | "scala"
                | "swift"
        ),
    };
    let said = match said {
        SaidVisibility::Private => "private",
        SaidVisibility::Public => "public",
        SaidVisibility::Protected => "protected",
        SaidVisibility::Internal => "internal",
        SaidVisibility::Unexported => "private to its module",
    };
    (!agrees).then(|| {
        let reason = format!("it is {}, not {said}", actual.name());
        Problem::contradicted(reason).at(Some(context.line(symbol.span.start_line)))
    })
}

/// The visibility of the symbol. In C++ a method is declared in its class and defined elsewhere.
fn declared_visibility(context: &SubjectContext<'_>) -> Visibility {
    let symbol = context.symbol();
    let is_method_elsewhere =
        matches!(context.language().name(), "cpp" | "c") && symbol.qualified_name.contains("::");
    let declared = is_method_elsewhere.then(|| {
        let others = context.definitions(&symbol.qualified_name).into_iter();
        others.map(|one| one.symbol().visibility).find(|one| *one != Visibility::Public)
    });
    declared.flatten().unwrap_or(symbol.visibility)
}

/// Whether something around the symbol keeps it from being used elsewhere.
fn is_hidden_by_container(context: &SubjectContext<'_>) -> bool {
    context
        .containers()
        .iter()
        .any(|one| matches!(one.visibility, Visibility::Private | Visibility::Internal))
}

/// Whether the file exports the symbol apart from its definition: `module.exports = { a }`, `export { a }`.
fn is_exported_by_name(context: &SubjectContext<'_>) -> bool {
    let name = &context.symbol().name;
    let text = &context.subject.parsed.text;
    let is_export = |line: &&str| {
        let line = line.trim();
        [
            "module.exports",
            "exports.",
            "export {",
            "export default",
            "__all__",
            "public_constant",
            "return {",
        ]
        .iter()
        .any(|start| line.starts_with(start))
    };
    let starts: Vec<&str> = text.lines().skip_while(|line| !is_export(line)).take(40).collect();
    starts.iter().any(|line| rutter_domain::words::contains_word(line, name))
        || text.lines().any(|line| {
            line.trim_start().starts_with("public ") && line.contains(&format!(":{name}"))
        })
}

/// An attribute that is said to be read-only and has a writer.
fn against_read_only(statement: &Statement, context: &SubjectContext<'_>) -> Option<Problem> {
    let says = statement.has_phrase(&[
        "read only attribute",
        "read only property",
        "read only field",
        "readonly property",
        "readonly field",
        "read only accessor",
        "cannot be set",
        "cannot be assigned",
    ]);
    let line = context.symbol().span.slice(&context.subject.parsed.text);
    let start = context.symbol().span.start_line;
    let own = context.subject.parsed.lines(start, start).next().unwrap_or("");
    let has_writer = ["attr_accessor", "attr_writer", "{ get; set; }"]
        .iter()
        .any(|mark| line.contains(mark) || own.contains(mark));
    (says && has_writer && context.symbol().kind.is_data()).then(|| {
        Problem::contradicted("its definition allows writing").at(Some(context.line(start)))
    })
}

fn against_deprecation(statement: &Statement, context: &SubjectContext<'_>) -> Option<Problem> {
    let words = &statement.words;
    let at = words.iter().position(|word| {
        word.form == WordForm::Plain && matches!(word.lower.as_str(), "deprecated" | "obsolete")
    });
    let mark = deprecation_mark(context);
    let Some(at) = at else {
        let is_preferred = statement.has_phrase(&[
            "preferred way",
            "recommended way",
            "preferred method",
            "recommended method",
            "current way",
            "preferred api",
        ]);
        return mark.filter(|_| is_preferred).map(deprecated_problem);
    };
    let before: Vec<&str> =
        words[at.saturating_sub(3)..at].iter().map(|word| word.lower.as_str()).collect();
    let is_denied =
        before.iter().any(|word| matches!(*word, "not" | "non" | "never" | "isn't" | "no"));
    let nearest = before.last().copied().unwrap_or("");
    let is_about_it = at == 0
        || matches!(
            nearest,
            "is" | "are"
                | "now"
                | "been"
                | "as"
                | "was"
                | "a"
                | "an"
                | "the"
                | "not"
                | "non"
                | "isn't"
                | "and"
        ) && at < 12;
    match (is_denied, mark) {
        (true, Some(mark)) => Some(deprecated_problem(mark)),
        (false, None)
            if is_about_it && (at < 2 || matches!(nearest, "is" | "now" | "been" | "as")) =>
        {
            Some(Problem::not_shown(
                "nothing marks it as deprecated: no attribute, annotation, comment or warning",
            ))
        }
        (true, None) | (false, Some(_) | None) => None,
    }
}

fn deprecated_problem(evidence: Evidence) -> Problem {
    Problem::contradicted("it is marked as deprecated").at(Some(evidence))
}

/// Where the symbol, or a declaration of it, is marked as deprecated.
fn deprecation_mark(context: &SubjectContext<'_>) -> Option<Evidence> {
    let is_marked = |text: &str| {
        let text = text.to_lowercase();
        text.contains("deprecat") || text.contains("obsolete")
    };
    if is_marked(&context.code) || is_marked(&context.doc) {
        return Some(context.own_lines());
    }
    let others = context.definitions(&context.symbol().qualified_name);
    let marked = others.into_iter().find(|one| {
        let symbol = one.symbol();
        is_marked(symbol.doc.as_deref().unwrap_or(""))
            || is_marked(&symbol.signature)
            || context.text_of(one).is_some_and(|text| is_marked(&text))
            || above(context, &one.path, symbol.span.start_line)
                .is_some_and(|line| is_marked(&line))
    })?;
    let line = marked.symbol().span.start_line;
    Some(Evidence { path: marked.path.clone(), start_line: line, end_line: line })
}

/// The line above a line.
fn above(context: &SubjectContext<'_>, path: &str, line: u32) -> Option<String> {
    let parsed = context.code_base.parsed_file(path)?;
    let number = line.checked_sub(1).filter(|number| *number > 0)?;
    parsed.lines(number, line).collect::<Vec<_>>().join("\n").into()
}

/// Whether the subject refers to a name for certain not.
fn never_refers_to(context: &SubjectContext<'_>, name: &str) -> bool {
    matches!(context.refers_to(name), Link::No) && !context.definitions(name).is_empty()
}

#[cfg(test)]
mod tests;
