//! Claims about who uses a symbol: nobody, one alone, tests only.

use std::collections::BTreeMap;

use rutter_domain::name_parts;
use rutter_domain::words::find_word;
use rutter_domain::{Evidence, ReferenceKind};

use crate::lexicon::users::{COMMON_NAMES, UNUSED, USED_OTHERWISE};
use crate::rules::graph::never_refers_to;
use crate::{Link, Problem, Statement, SubjectContext, Word, WordForm};

/// Words that start a phrase such as "nothing in the project calls it".
const NOTHING: &[&str] = &["nothing", "nobody", "none"];
const USES: &[&str] = &["calls", "uses", "references", "invokes", "reads", "call", "use", "needs"];

/// A use of the subject: the name of the symbol that uses it, and where.
struct Use {
    name: String,
    qualified: String,
    evidence: Evidence,
}

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let mut problems = Vec::new();
    if says_unused(statement) {
        problems.extend(against_unused(statement, context));
    }
    if let Some(only) = only_user(statement, context) {
        problems.extend(against_only(only, context));
    }
    let is_single = statement.has_phrase(&[
        "exactly one place",
        "a single place",
        "only one place",
        "one caller only",
        "a single caller",
        "only one caller",
        "exactly one caller",
    ]);
    if is_single && let Some((first, second)) = two_users(context) {
        let reason = format!("both `{}` and `{}` use it", first.qualified, second.qualified);
        problems.push(Problem::contradicted(reason).at(Some(second.evidence)));
    }
    let is_for_constructor = statement.has_phrase(&[
        "by the constructor only",
        "in the constructor only",
        "from the constructor only",
        "only by the constructor",
        "only in the constructor",
        "only from the constructor",
    ]);
    let is_constructor = |name: &str| {
        matches!(name, "constructor" | "__init__" | "initialize" | "init" | "new" | "__construct")
            || name.starts_with("New")
            || context.containers().iter().any(|one| one.name == name)
    };
    if is_for_constructor
        && let Some(one) = uses(context).into_iter().find(|one| !is_constructor(&one.name))
    {
        problems.push(used_problem(&one));
    }
    let is_for_tests = statement.has_phrase(&[
        "used only in tests",
        "only used in tests",
        "used only by tests",
        "only used by tests",
        "called only from tests",
        "only called from tests",
        "called only in tests",
        "only for tests",
    ]);
    if is_for_tests
        && let Some(one) = uses(context).into_iter().find(|one| !is_test_path(&one.evidence.path))
    {
        problems.push(used_problem(&one));
    }
    problems
}

fn says_unused(statement: &Statement) -> bool {
    // "an unused port" is about something else.
    let is_noun = statement.find_phrase("unused").iter().any(|at| {
        let next = statement
            .words
            .get(at + 1)
            .is_some_and(|next| next.form == WordForm::Plain && !statement.words[*at].ends_phrase);
        next && !statement.words.get(at + 1).is_some_and(|next| {
            matches!(
                next.lower.as_str(),
                "in" | "by"
                    | "so"
                    | "at"
                    | "and"
                    | "within"
                    | "method"
                    | "function"
                    | "constant"
                    | "helper"
            )
        })
    });
    let phrases: Vec<&str> =
        UNUSED.iter().copied().filter(|phrase| !(is_noun && phrase.ends_with("unused"))).collect();
    if statement.has_phrase(&phrases) {
        // "is never called with null" and "never used before" are about other things.

        return !statement.has_phrase(USED_OTHERWISE);
    }
    let words = &statement.words;
    words.iter().enumerate().any(|(at, word)| {
        let starts = NOTHING.contains(&word.lower.as_str())
            || word.lower == "no"
                && words.get(at + 1).is_some_and(|next| {
                    matches!(
                        next.lower.as_str(),
                        "code" | "function" | "other" | "module" | "caller" | "one" | "part"
                    )
                });
        starts
            && words[at + 1..]
                .iter()
                .take(7)
                .zip(words.get(at + 2..).unwrap_or_default().iter().chain([word]))
                .any(|(verb, object)| {
                    USES.contains(&verb.lower.as_str())
                        && matches!(object.lower.as_str(), "it" | "this" | "any" | "anymore")
                })
    })
}

fn against_unused(statement: &Statement, context: &SubjectContext<'_>) -> Option<Problem> {
    let leaves_tests = statement
        .words
        .iter()
        .any(|word| matches!(word.lower.as_str(), "tests" | "test" | "production"));
    let found = uses(context)
        .into_iter()
        .find(|one| !(leaves_tests && is_test_path(&one.evidence.path)))?;
    Some(used_problem(&found))
}

fn used_problem(found: &Use) -> Problem {
    let Evidence { path, start_line, .. } = &found.evidence;
    Problem::contradicted(format!("`{}` uses it in {path}:{start_line}", found.qualified))
        .at(Some(found.evidence.clone()))
}

fn is_test_path(path: &str) -> bool {
    let path = path.to_lowercase();
    path.contains("test") || path.contains("spec")
}

/// The uses of the subject; empty if its name could mean another symbol.
fn uses(context: &SubjectContext<'_>) -> Vec<Use> {
    let symbol = context.symbol();
    let definitions = context.definitions(&symbol.name);
    let is_same = |qualified: &str| qualified == symbol.qualified_name;
    if definitions.iter().any(|one| !is_same(&one.symbol().qualified_name)) {
        return uses_on_itself(context);
    }
    if symbol.kind.is_data() {
        return own_file_use(context).into_iter().chain(other_file_use(context)).collect();
    }
    let users = context.users();
    let mut found: Vec<Use> = users
        .users
        .iter()
        .filter(|one| {
            definitions.len() <= 1 || one.symbol().qualified_name != symbol.qualified_name
        })
        .map(|one| Use {
            name: one.symbol().name.clone(),
            qualified: one.symbol().qualified_name.clone(),
            evidence: Evidence { path: one.path.clone(), start_line: one.line, end_line: one.line },
        })
        .collect();
    found.extend(users.top_level.iter().map(|evidence| {
        let name = evidence.path.rsplit('/').next().unwrap_or("").to_owned();
        Use { qualified: name.clone(), name, evidence: evidence.clone() }
    }));
    // A name that the standard library has too is called on other things as well.
    match COMMON_NAMES.contains(&symbol.name.as_str()) {
        true => Vec::new(),
        false => found,
    }
}

/// The uses by other members of the same type, on `self` or `this`: these mean no other symbol.
fn uses_on_itself(context: &SubjectContext<'_>) -> Vec<Use> {
    let symbol = context.symbol();
    let facts = context.facts();
    let Some(parent) = symbol.parent.filter(|_| symbol.kind.is_callable()) else {
        return Vec::new();
    };
    let calls = ["self.", "this.", "self::", "static::", "$this->"]
        .map(|start| format!("{start}{}(", symbol.name));
    let text = &context.subject.parsed.text;
    let siblings =
        facts.symbols.iter().filter(|one| one.parent == Some(parent) && one.name != symbol.name);
    let mut found = Vec::new();
    for sibling in siblings {
        for (number, line) in (sibling.span.start_line..).zip(sibling.span.slice(text).lines()) {
            if calls.iter().any(|call| line.contains(call.as_str())) {
                found.push(Use {
                    name: sibling.name.clone(),
                    qualified: sibling.qualified_name.clone(),
                    evidence: context.line(number),
                });
            }
        }
    }
    found
}

/// A use of a constant or field elsewhere in its file.
fn own_file_use(context: &SubjectContext<'_>) -> Option<Use> {
    let symbol = context.symbol();
    let text = &context.subject.parsed.text;
    let end = symbol.span.end_byte as usize;
    let rest = text.get(end..)?;
    let at = find_word(rest, &symbol.name)?;
    let line_start = rest[..at].rfind('\n').map_or(0, |at| at + 1);
    let line = rest[line_start..].lines().next().unwrap_or("").trim();
    let is_comment = ["//", "#", "*", "--", "/*"].iter().any(|mark| line.starts_with(mark));
    let n_lines = text[..end + at].bytes().filter(|byte| *byte == b'\n').count();
    let line = u32::try_from(n_lines).ok()? + 1;
    let evidence = context.line(line);
    let facts = context.facts();
    let user = facts
        .symbols
        .iter()
        .rev()
        .find(|one| one.span.start_line <= line && line <= one.span.end_line);
    let qualified =
        user.map_or_else(|| context.path().to_owned(), |user| user.qualified_name.clone());
    (!is_comment).then(|| Use { name: qualified.clone(), qualified, evidence })
}

/// A use of a constant in another file, imports and comments aside.
fn other_file_use(context: &SubjectContext<'_>) -> Option<Use> {
    let symbol = context.symbol();
    if COMMON_NAMES.contains(&symbol.name.as_str()) || symbol.name.len() < 4 {
        return None;
    }
    let paths = context.code_base.paths_naming(&symbol.name);
    for path in paths.into_iter().filter(|path| *path != context.path()).take(20) {
        let Some(parsed) = context.code_base.parsed_file(path) else { continue };
        for (number, line) in (1..).zip(parsed.text.lines()) {
            let trimmed = line.trim();
            let is_other = [
                "//", "#", "*", "--", "/*", "import", "from", "use ", "using", "require", "export",
            ]
            .iter()
            .any(|mark| trimmed.starts_with(mark));
            if !is_other && find_word(line, &symbol.name).is_some() {
                let evidence =
                    Evidence { path: path.to_owned(), start_line: number, end_line: number };
                return Some(Use { name: path.to_owned(), qualified: path.to_owned(), evidence });
            }
        }
    }
    None
}

/// Two different symbols that use the subject.
fn two_users(context: &SubjectContext<'_>) -> Option<(Use, Use)> {
    let mut found: BTreeMap<String, Use> = BTreeMap::new();
    for one in uses(context) {
        found.entry(one.qualified.clone()).or_insert(one);
    }
    let mut found = found.into_values();
    Some((found.next()?, found.next()?))
}

/// A claim that one alone uses another.
enum Only<'s> {
    /// This one alone uses the subject.
    UserOfSubject(&'s Word),
    /// The subject alone uses this one.
    UsedBySubject(&'s Word),
}

fn only_user<'s>(statement: &'s Statement, context: &SubjectContext<'_>) -> Option<Only<'s>> {
    let words = &statement.words;
    let is_code = |word: &&Word| {
        matches!(word.form, WordForm::Code | WordForm::Name)
            && name_parts(&word.text).last().is_some_and(|last| *last != context.symbol().name)
    };
    let find = |phrases: &[&str]| {
        phrases.iter().find_map(|phrase| {
            let at = statement.find_phrase(phrase).first().copied()?;
            Some((at, at + phrase.split(' ').count()))
        })
    };
    // "`a` is the only caller", "its only caller is `a`"
    let noun = find(&[
        "only caller",
        "only user",
        "sole caller",
        "sole user",
        "only place",
        "only method",
        "only function",
        "only module",
        "only class",
        "only one",
        "only code",
        "only consumer",
        "only client",
        "only other",
    ]);
    if let Some((start, end)) = noun {
        let names_other = words.get(end).is_some_and(|next| {
            matches!(
                next.lower.as_str(),
                "of" | "that" | "which" | "where" | "calling" | "using" | "to" | "in"
            )
        });
        let is_it = |at: usize| {
            words.get(at).is_some_and(|word| matches!(word.lower.as_str(), "it" | "this"))
        };
        let after = words[end..].iter().take(5).find(is_code);
        let before = words[..start].iter().rev().take(5).find(is_code);
        let says_it = (end..end + 4).any(is_it);
        return match (before, after) {
            (Some(before), _) => Some(Only::UserOfSubject(before)),
            (None, Some(after)) if names_other && !says_it => Some(Only::UsedBySubject(after)),
            (None, Some(after)) if words.get(end).is_some_and(|next| next.lower == "is") => {
                Some(Only::UserOfSubject(after))
            }
            (None, Some(_) | None) => None,
        };
    }
    let phrase = find(&[
        "only called by",
        "only called from",
        "only used by",
        "only used in",
        "only used from",
        "called only by",
        "called only from",
        "used only by",
        "used only in",
        "used only from",
        "exclusively by",
        "only invoked by",
        "called exclusively from",
        "used solely by",
        "called solely by",
    ]);
    let (_, end) = phrase?;
    let named: Vec<&Word> = words[end..].iter().take(6).filter(is_code).collect();
    // "only used by `a` and `b`" names several.
    match named.as_slice() {
        [one] => Some(Only::UserOfSubject(one)),
        _ => None,
    }
}

fn against_only(only: Only<'_>, context: &SubjectContext<'_>) -> Option<Problem> {
    match only {
        Only::UserOfSubject(word) => {
            let wanted = name_parts(&word.text).last().copied()?.to_owned();
            if matches!(context.is_used_by(&word.text), Link::No) {
                let reason = format!("`{}` does not use it", word.text);
                return Some(Problem::contradicted(reason).at(Some(context.own_lines())));
            }
            let all = uses(context);
            let is_wanted = |one: &Use| {
                let parts = name_parts(&one.qualified);
                let file = one.evidence.path.rsplit('/').next().unwrap_or("");
                one.name == wanted
                    || parts.contains(&wanted.as_str())
                    || file.split('.').next().is_some_and(|stem| stem.eq_ignore_ascii_case(&wanted))
                    || one.evidence.path.contains(&word.text)
            };
            let other = all.iter().find(|one| !is_wanted(one))?;
            Some(used_problem(other))
        }
        Only::UsedBySubject(word) => {
            let last = name_parts(&word.text).last().copied()?;
            if never_refers_to(context, &word.text) {
                return Some(
                    Problem::contradicted(format!("it does not use `{}`", word.text))
                        .at(Some(context.own_lines())),
                );
            }
            other_user_of(last, context)
        }
    }
}

/// Somebody besides the subject who uses a name.
fn other_user_of(name: &str, context: &SubjectContext<'_>) -> Option<Problem> {
    let definitions = context.definitions(name);
    if definitions.len() != 1 || COMMON_NAMES.contains(&name) {
        return None;
    }
    for path in context.code_base.paths_naming(name).into_iter().take(50) {
        let facts = context.facts_at(path)?;
        for one in facts.references.iter().filter(|one| {
            one.name == name && one.kind != ReferenceKind::Mention && !one.kind.is_of_data()
        }) {
            let is_subject = path == context.path() && context.is_inside(one.from);
            let user = one.from.and_then(|at| facts.symbols.get(at as usize));
            if let Some(user) = user.filter(|user| !is_subject && user.name != name) {
                let evidence =
                    Evidence { path: path.to_owned(), start_line: one.line, end_line: one.line };
                let reason = format!("`{}` uses `{name}` too", user.qualified_name);
                return Some(Problem::contradicted(reason).at(Some(evidence)));
            }
        }
    }
    None
}
