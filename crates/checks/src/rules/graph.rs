//! Claims about visibility, deprecation and users, against the symbol and the links of the index.

use rutter_domain::{Evidence, FactKind};

use crate::check::{Check, CheckInfo, Example, SubjectScope};
use crate::facts::decide;
use crate::lexicon::users::{ARTICLES, EXPORTED, NEGATIONS, NOT_EXPORTED, OTHER_NOUNS, SELF_NOUNS};
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
    run: check,
};

mod users;

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let mut problems = Vec::new();
    problems.extend(against_visibility(statement, context));
    problems.extend(against_deprecation(statement, context));
    problems.extend(users::check(statement, context));
    problems
}

/// The visibility that a claim says of the symbol, as a fact. "Internal" has too many meanings to be one.
fn stated_visibility(statement: &Statement) -> Option<&'static str> {
    let words = &statement.words;
    if statement.has_phrase(NOT_EXPORTED.words()) {
        return Some("private");
    }
    if statement.has_phrase(EXPORTED.words()) {
        return Some("public");
    }
    (0..words.len()).find_map(|at| {
        let said = match plain(words.get(at))? {
            "private" | "unexported" => "private",
            "public" | "exported" => "public",
            "protected" => "protected",
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
    Problem::of(decide(context, FactKind::Visibility, stated_visibility(statement)?))
}

fn against_deprecation(statement: &Statement, context: &SubjectContext<'_>) -> Option<Problem> {
    let words = &statement.words;
    let at = (0..words.len())
        .find(|at| matches!(plain(words.get(*at)), Some("deprecated" | "obsolete")))?;
    let mark = deprecation_mark(context);
    let mut before = words[at.saturating_sub(3)..at].iter();
    let is_denied = before.any(|word| NEGATIONS.has(&word.lower));
    match mark {
        Some(mark) if is_denied => {
            Some(Problem::refuted("it is marked as deprecated").at(Some(mark)))
        }
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
