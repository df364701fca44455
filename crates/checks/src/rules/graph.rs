//! Claims about visibility, deprecation and users, against the symbol and the links of the index.

use rutter_domain::{Evidence, Visibility};

use crate::check::{Check, CheckInfo, Example, Run, SubjectScope};
use crate::lexicon::users::{
    ARTICLES, EXPORTED, EXPORTING, LINKING, NEGATIONS, NOT_EXPORTED, OTHER_NOUNS, SELF_NOUNS,
};
use crate::statement::plain;
use crate::{Problem, Statement, SubjectContext};

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

/// A list of exports has at most this many lines.
const MOST_EXPORT_LINES: usize = 40;

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let mut problems = Vec::new();
    problems.extend(against_visibility(statement, context));
    problems.extend(against_deprecation(statement, context));
    problems.extend(users::check(statement, context));
    problems
}

/// A visibility that a claim says of the symbol. "Internal" has too many meanings to be one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StatedVisibility {
    Private,
    Public,
    Protected,
    /// Not visible outside of its package or module.
    Unexported,
}

fn stated_visibility(statement: &Statement) -> Option<StatedVisibility> {
    let words = &statement.words;
    if statement.has_phrase(NOT_EXPORTED.words()) {
        return Some(StatedVisibility::Unexported);
    }
    if statement.has_phrase(EXPORTED.words()) {
        return Some(StatedVisibility::Public);
    }
    (0..words.len()).find_map(|at| {
        let said = match plain(words.get(at))? {
            "private" => StatedVisibility::Private,
            "public" | "exported" => StatedVisibility::Public,
            "protected" => StatedVisibility::Protected,
            "unexported" => StatedVisibility::Unexported,
            _ => return None,
        };
        let before = |n: usize| at.checked_sub(n).map_or("", |at| words[at].lower.as_str());
        let is_first = at == 0 || at == 1 && ARTICLES.has(before(1));
        let is_stated = before(1) == "is" && SELF_NOUNS.has(before(2));
        let noun = words.get(at + 1).filter(|_| !words[at].ends_phrase);
        let is_of_other = noun.is_some_and(|noun| OTHER_NOUNS.has(&noun.lower));
        ((is_first || is_stated) && !is_of_other).then_some(said)
    })
}

fn against_visibility(statement: &Statement, context: &SubjectContext<'_>) -> Option<Problem> {
    let said = stated_visibility(statement)?;
    let symbol = context.symbol();
    let actual = declared_visibility(context);
    let is_public = actual == Visibility::Public;
    let (is_wrong, said) = match said {
        // Where nothing between the two has a keyword, people call the internal private.
        StatedVisibility::Private => {
            (matches!(actual, Visibility::Public | Visibility::Protected), "private")
        }
        StatedVisibility::Public => (!is_public && !is_exported_by_name(context), "public"),
        StatedVisibility::Protected => (actual != Visibility::Protected, "protected"),
        StatedVisibility::Unexported => (is_public, "private to its module"),
    };
    (is_wrong && !(is_public && is_hidden_by_container(context))).then(|| {
        let reason = format!("it is {}, not {said}", actual.name());
        Problem::contradicted(reason).at(Some(context.line(symbol.span.start_line)))
    })
}

/// The visibility of the symbol. In C++ a method is declared in its class and defined elsewhere.
fn declared_visibility(context: &SubjectContext<'_>) -> Visibility {
    let symbol = context.symbol();
    let own = symbol.visibility;
    let others = context.definitions(&symbol.qualified_name).into_iter();
    let mut declared = others.map(|one| one.symbol().visibility);
    let is_elsewhere = own == Visibility::Public && symbol.qualified_name.contains("::");
    if !is_elsewhere {
        return own;
    }
    declared.find(|one| *one != Visibility::Public).unwrap_or(own)
}

/// Whether something around the symbol keeps it from being used elsewhere.
fn is_hidden_by_container(context: &SubjectContext<'_>) -> bool {
    let containers = context.containers();
    let mut visible = containers.iter().map(|one| one.visibility);
    visible.any(|one| matches!(one, Visibility::Private | Visibility::Internal))
}

/// Whether the file exports the symbol apart from its definition: `module.exports = { a }`, `export { a }`.
fn is_exported_by_name(context: &SubjectContext<'_>) -> bool {
    let starts: Vec<&str> = EXPORTING.words_of(context.language().name()).collect();
    let is_export = |line: &&str| starts.iter().any(|start| line.trim_start().starts_with(start));
    let lines = context.subject.parsed.text.lines().skip_while(|line| !is_export(line));
    let mut exports = lines.take(MOST_EXPORT_LINES);
    exports.any(|line| rutter_domain::words::contains_word(line, &context.symbol().name))
}

fn against_deprecation(statement: &Statement, context: &SubjectContext<'_>) -> Option<Problem> {
    let words = &statement.words;
    let at = (0..words.len())
        .find(|at| matches!(plain(words.get(*at)), Some("deprecated" | "obsolete")))?;
    let mark = deprecation_mark(context);
    let mut before = words[at.saturating_sub(3)..at].iter();
    let is_denied = before.any(|word| NEGATIONS.has(&word.lower));
    let is_about_it = at < 2 || LINKING.has(&words[at - 1].lower);
    match mark {
        Some(mark) if is_denied => {
            Some(Problem::contradicted("it is marked as deprecated").at(Some(mark)))
        }
        None if is_about_it && !is_denied => Some(Problem::not_shown(
            "nothing marks it as deprecated: no attribute, annotation, comment or warning",
        )),
        Some(_) | None => None,
    }
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
        let parsed = context.code_base.parsed_file(&one.path);
        let line = one.symbol().span.start_line;
        let first = line.saturating_sub(1).max(1);
        is_marked(one.symbol().doc.as_deref().unwrap_or(""))
            || parsed.is_some_and(|parsed| parsed.lines(first, line).any(is_marked))
    })?;
    let line = marked.symbol().span.start_line;
    Some(Evidence { path: marked.path.clone(), start_line: line, end_line: line })
}

#[cfg(test)]
mod tests;
