//! Claims about who uses a symbol: nobody, or one alone.

use rutter_domain::name_parts;
use rutter_domain::{Evidence, ReferenceKind};

use crate::lexicon::users::{
    ANYWHERE, COMMON_NAMES, NEVER, NO_CODE, NOTHING, OF_OTHER, ON_ITSELF, ONLY_NOUNS, ONLY_USED,
    UNUSED, USED, USES,
};
use crate::statement::is_name;
use crate::{Link, Problem, Statement, SubjectContext, Word};

/// A name is at most this many words away from the phrase about it.
const MOST_BETWEEN: usize = 5;
/// At most this many files that use a name are looked at.
const MOST_FILES: usize = 50;

/// A use of the subject: the symbol that uses it, and where.
struct Use {
    name: String,
    qualified: String,
    evidence: Evidence,
}

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let mut problems = Vec::new();
    if says_unused(statement) {
        problems.extend(uses(context).first().map(used_problem));
    }
    if let Some(only) = only_user(statement, context) {
        problems.extend(against_only(only, context));
    }
    problems
}

fn says_unused(statement: &Statement) -> bool {
    let words = &statement.words;
    // "never called", and not "never called with null".
    let is_never_used = |at: usize| {
        let rest = &words[at + 1..];
        let is_by = rest.first().is_some_and(|next| next.lower == "by");
        let ends = words[at].ends_phrase
            || rest.first().is_none_or(|next| ANYWHERE.has(&next.lower))
            || is_by && !rest.iter().take(MOST_BETWEEN).any(is_name);
        let mut before = words[at.saturating_sub(2)..at].iter();
        USED.has(&words[at].lower) && ends && before.any(|word| NEVER.has(&word.lower))
    };
    // "nothing in the project calls it", "no code calls it"
    let is_used_by_nothing = |at: usize| {
        let is_no = words[at].lower == "no"
            && words.get(at + 1).is_some_and(|next| NO_CODE.has(&next.lower));
        let mut pairs = words[at..].windows(2).take(MOST_BETWEEN + 2);
        (is_no || NOTHING.has(&words[at].lower))
            && pairs.any(|pair| {
                USES.has(&pair[0].lower) && matches!(pair[1].lower.as_str(), "it" | "this")
            })
    };
    statement.has_phrase(UNUSED.words())
        || (0..words.len()).any(|at| is_never_used(at) || is_used_by_nothing(at))
}

fn used_problem(found: &Use) -> Problem {
    let Evidence { path, start_line, .. } = &found.evidence;
    Problem::contradicted(format!("`{}` uses it in {path}:{start_line}", found.qualified))
        .at(Some(found.evidence.clone()))
}

/// The uses of the subject; empty if its name could mean another symbol.
fn uses(context: &SubjectContext<'_>) -> Vec<Use> {
    let symbol = context.symbol();
    let definitions = context.definitions(&symbol.name);
    if definitions.iter().any(|one| one.symbol().qualified_name != symbol.qualified_name) {
        return uses_on_itself(context);
    }
    // A name that the standard library has too is called on other things as well.
    if COMMON_NAMES.has(&symbol.name) {
        return Vec::new();
    }
    let users = context.users();
    let is_own = |qualified: &str| definitions.len() > 1 && qualified == symbol.qualified_name;
    let within = users.users.iter().filter(|one| !is_own(&one.symbol().qualified_name));
    let mut found: Vec<Use> = within
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
    found
}

/// The uses by other members of the same type, on `self` or `this`: these mean no other symbol.
fn uses_on_itself(context: &SubjectContext<'_>) -> Vec<Use> {
    let symbol = context.symbol();
    let Some(parent) = symbol.parent.filter(|_| symbol.kind.is_callable()) else {
        return Vec::new();
    };
    let calls: Vec<String> =
        ON_ITSELF.words().iter().map(|start| format!("{start}{}(", symbol.name)).collect();
    let text = &context.subject.parsed.text;
    let siblings = context.facts().symbols.iter();
    let siblings = siblings.filter(|one| one.parent == Some(parent) && one.name != symbol.name);
    let lines = siblings.flat_map(|sibling| {
        let lines = (sibling.span.start_line..).zip(sibling.span.slice(text).lines());
        lines.map(move |(number, line)| (sibling, number, line))
    });
    let found = lines.filter(|(_, _, line)| calls.iter().any(|call| line.contains(call.as_str())));
    found
        .map(|(sibling, number, _)| Use {
            name: sibling.name.clone(),
            qualified: sibling.qualified_name.clone(),
            evidence: context.line(number),
        })
        .collect()
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
    let is_other = |word: &&Word| {
        let last = name_parts(&word.text).last().copied();
        is_name(word) && last.is_some_and(|last| last != context.symbol().name)
    };
    let find = |phrases: &[&str]| {
        phrases.iter().find_map(|phrase| {
            let at = *statement.find_phrase(phrase).first()?;
            Some((at, at + phrase.split(' ').count()))
        })
    };
    // "`a` is the only caller", "its only caller is `a`", "the only caller of `a`"
    if let Some((start, end)) = find(ONLY_NOUNS.words()) {
        let next = words.get(end).map_or("", |next| next.lower.as_str());
        let before = words[..start].iter().rev().take(MOST_BETWEEN).find(is_other);
        let after = words[end..].iter().take(MOST_BETWEEN).find(is_other);
        let says_it = words[end..].iter().take(4).any(|word| word.lower == "it");
        return match (before, after) {
            (Some(before), _) => Some(Only::UserOfSubject(before)),
            (None, Some(after)) if OF_OTHER.has(next) && !says_it => {
                Some(Only::UsedBySubject(after))
            }
            (None, Some(after)) if next == "is" => Some(Only::UserOfSubject(after)),
            (None, Some(_) | None) => None,
        };
    }
    let (_, end) = find(ONLY_USED.words())?;
    let mut named = words[end..].iter().take(MOST_BETWEEN + 1).filter(is_other);
    // "only used by `a` and `b`" names several.
    named.next().filter(|_| named.next().is_none()).map(Only::UserOfSubject)
}

fn against_only(only: Only<'_>, context: &SubjectContext<'_>) -> Option<Problem> {
    match only {
        Only::UserOfSubject(word) => {
            let wanted = *name_parts(&word.text).last()?;
            if matches!(context.is_used_by(&word.text), Link::No) {
                let reason = format!("`{}` does not use it", word.text);
                return Some(Problem::contradicted(reason).at(Some(context.own_lines())));
            }
            let is_wanted = |one: &Use| {
                let file = one.evidence.path.rsplit('/').next().unwrap_or("");
                one.name == wanted
                    || name_parts(&one.qualified).contains(&wanted)
                    || file.split('.').next().is_some_and(|stem| stem.eq_ignore_ascii_case(wanted))
                    || one.evidence.path.contains(&word.text)
            };
            uses(context).iter().find(|one| !is_wanted(one)).map(used_problem)
        }
        Only::UsedBySubject(word) => {
            let last = *name_parts(&word.text).last()?;
            let is_defined = !context.definitions(&word.text).is_empty();
            if is_defined && matches!(context.refers_to(&word.text), Link::No) {
                let problem = Problem::contradicted(format!("it does not use `{}`", word.text));
                return Some(problem.at(Some(context.own_lines())));
            }
            other_user_of(last, context)
        }
    }
}

/// Another symbol than the subject that uses a name.
fn other_user_of(name: &str, context: &SubjectContext<'_>) -> Option<Problem> {
    if context.definitions(name).len() != 1 || COMMON_NAMES.has(name) {
        return None;
    }
    for path in context.code_base.paths_naming(name).into_iter().take(MOST_FILES) {
        let facts = context.facts_at(path)?;
        let uses = facts.references.iter().filter(|one| {
            one.name == name && one.kind != ReferenceKind::Mention && !one.kind.is_of_data()
        });
        for one in uses {
            let is_subject = path == context.path() && context.is_inside(one.from);
            let user = one.from.and_then(|at| facts.symbols.get(at as usize));
            if let Some(user) = user.filter(|user| !is_subject && user.name != name) {
                let (path, line) = (path.to_owned(), one.line);
                let evidence = Evidence { path, start_line: line, end_line: line };
                let reason = format!("`{}` uses `{name}` too", user.qualified_name);
                return Some(Problem::contradicted(reason).at(Some(evidence)));
            }
        }
    }
    None
}
