//! Control pairs: what certainly holds of the lines that are shown, beside the same sentence about another
//! name of the same lines.
//!
//! All names of a pair stand in the lines, so that looking for words does not tell which option holds. Each
//! control joins two facts; if the second is false, neither option holds, and a reader who only looks at the
//! word by which the options differ goes wrong.

use rutter_checks::{SubjectContext, cut_claims};
use rutter_domain::words::contains_word;
use rutter_domain::{Evidence, ReferenceKind};

use super::variants::{is_identifier, reworded};
use super::{BatchLen, Random, text_at};
use crate::knowledge::Knowledge;

/// Facts that are needed to make controls of.
const FEWEST_FACTS: usize = 4;
/// Names of a piece of code that facts are made of, at most.
const MOST_NAMES: usize = 12;
/// Lines of another symbol that are shown if the subject's own give too few facts.
const MOST_OTHER_LINES: u32 = 8;

/// A control pair.
pub(super) struct Control {
    pub(super) options: (String, String),
    /// Whether the first option holds; the second one never does.
    pub(super) is_first_right: bool,
}

/// A sentence that holds, and the same sentence with names exchanged, which does not. Without full stop.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Fact {
    holds: String,
    fails: String,
}

/// Control pairs about the shown lines; other lines of the file are added if those give too little.
pub(super) fn controls_of(
    knowledge: &Knowledge,
    context: &SubjectContext<'_>,
    code: &mut Vec<Evidence>,
    texts: &mut Vec<String>,
    batch: BatchLen,
    random: &mut Random,
) -> Option<Vec<Control>> {
    let pieces = 0..code.len();
    let of_pieces = pieces.map(|at| facts_of(knowledge, code, texts, at));
    let mut facts = of_pieces.max_by_key(Vec::len).unwrap_or_default();
    facts.extend(call_facts(context, texts));
    if facts.len() < FEWEST_FACTS {
        facts.extend(other_lines(knowledge, context, code, texts)?);
    }
    random.shuffle(&mut facts);
    let n_controls = batch.n_controls();
    // At least one for which neither option holds, and at least one for which one does.
    let n_neither = 1 + random.below(n_controls - 1);
    let mut controls: Vec<Control> = (0..n_controls)
        .map(|at| {
            let first = &facts[(2 * at) % facts.len()];
            let second = &facts[(2 * at + 1) % facts.len()];
            let is_first_right = at >= n_neither;
            let and = if is_first_right { &second.holds } else { &second.fails };
            let join = |one: &str| format!("{one}, and {and}.");
            Control { options: (join(&first.holds), join(&first.fails)), is_first_right }
        })
        .collect();
    if let (Some(last), Some(documented)) =
        (controls.last_mut(), documented(context, texts, random))
    {
        *last = documented;
    }
    Some(controls)
}

/// A sentence of the documentation that is among the lines, and a variant of it.
fn documented(
    context: &SubjectContext<'_>,
    texts: &[String],
    random: &mut Random,
) -> Option<Control> {
    let sentences = cut_claims(&context.doc);
    let mut shown = sentences.iter().filter(|one| texts.iter().any(|text| text.contains(*one)));
    let made = shown.find_map(|one| Some((one.clone(), reworded(one, &context.code, random)?)));
    made.map(|options| Control { options, is_first_right: true })
}

/// What certainly holds of one of the pieces that are shown: on which line a name stands, which name comes first,
/// what is passed to what.
fn facts_of(knowledge: &Knowledge, code: &[Evidence], texts: &[String], at: usize) -> Vec<Fact> {
    let (lines, text) = (&code[at], &texts[at]);
    let Some(parsed) = knowledge.parsed_file(&lines.path) else { return Vec::new() };
    let is_inside = |line: u32| (lines.start_line..=lines.end_line).contains(&line);
    let used = parsed.facts.references.iter().filter(|one| one.kind != ReferenceKind::Mention);
    let used = used.filter(|one| one.places().any(|place| is_inside(place.line)));
    let defined = parsed.facts.symbols.iter().filter(|one| is_inside(one.span.start_line));
    let calls = arguments(text);
    let mut names: Vec<&str> =
        used.map(|one| one.name.as_str()).chain(defined.map(|one| one.name.as_str())).collect();
    names.extend(calls.iter().flat_map(|(_, args)| args));
    names.retain(|name| name.len() > 1 && is_identifier(name) && contains_word(text, name));
    names.sort_unstable();
    names.dedup();
    names.truncate(MOST_NAMES);
    let numbered: Vec<(u32, &str)> = (lines.start_line..).zip(text.lines()).collect();
    let lines_of = |name: &str| -> Vec<u32> {
        let found = numbered.iter().filter(|(_, line)| contains_word(line, name));
        found.map(|(number, _)| *number).collect()
    };
    // Another piece may have a line of that number, or the name further up.
    let others = || code.iter().zip(texts).filter(|(other, _)| *other != lines);
    let is_only_line =
        |line: u32| !others().any(|(other, _)| (other.start_line..=other.end_line).contains(&line));
    let is_only_here = |name: &str| !others().any(|(_, text)| contains_word(text, name));
    let mut facts = Vec::new();
    for one in &names {
        for other in &names {
            let (of_one, of_other) = (lines_of(one), lines_of(other));
            let alone = of_one.iter().find(|line| !of_other.contains(line));
            if let Some(line) = alone.filter(|line| is_only_line(**line)) {
                facts.push(Fact {
                    holds: format!("line {line} names `{one}`"),
                    fails: format!("line {line} names `{other}`"),
                });
            }
            if of_one.first() < of_other.first() && is_only_here(one) && is_only_here(other) {
                facts.push(Fact {
                    holds: format!("`{one}` is first named above `{other}`"),
                    fails: format!("`{other}` is first named above `{one}`"),
                });
            }
        }
    }
    for (callee, args) in &calls {
        let uses = || numbered.iter().map(|(_, line)| *line);
        let is_whole = uses().filter(|line| contains_word(line, callee)).all(is_balanced);
        for other in names.iter().filter(|_| is_whole && is_only_here(callee)) {
            let may_be_passed =
                uses().any(|line| contains_word(line, callee) && contains_word(line, other));
            if let Some(argument) = args.first().filter(|_| !may_be_passed) {
                facts.push(Fact {
                    holds: format!("`{argument}` is passed to `{callee}`"),
                    fails: format!("`{other}` is passed to `{callee}`"),
                });
            }
        }
    }
    facts
}

fn is_balanced(line: &str) -> bool {
    line.matches('(').count() == line.matches(')').count()
}

/// Calls with plain names as arguments, as far as they are on one line.
fn arguments(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut found = Vec::new();
    for line in text.lines() {
        let Some((before, rest)) = line.split_once('(') else { continue };
        let Some((inside, after)) = rest.split_once(')') else { continue };
        let start = before
            .rfind(|c: char| !c.is_alphanumeric() && c != '_')
            .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        let args: Vec<&str> = inside.split(',').map(str::trim).collect();
        let is_definition = after.trim_end().ends_with(['{', ':']) || after.contains("->");
        let is_plain = args.iter().all(|one| is_identifier(one));
        if !is_definition && is_plain && is_identifier(&before[start..]) && !inside.contains('(') {
            found.push((&before[start..], args));
        }
    }
    found
}

/// What the subject calls, and not the other way round.
fn call_facts(context: &SubjectContext<'_>, texts: &[String]) -> Vec<Fact> {
    if context.subject.is_wide() || !context.symbol().kind.is_callable() {
        return Vec::new();
    }
    let own = &context.symbol().name;
    let users = &context.users().users;
    let mut called: Vec<&str> = context
        .references()
        .filter(|(_, kind, _)| *kind == ReferenceKind::Call)
        .map(|(name, ..)| name)
        .filter(|name| is_identifier(name) && name != own)
        .filter(|name| texts.iter().any(|text| contains_word(text, name)))
        .filter(|name| users.iter().all(|user| user.symbol().name != *name))
        .collect();
    called.sort_unstable();
    called.dedup();
    let fact = |name: &str| Fact {
        holds: format!("`{own}` calls `{name}`"),
        fails: format!("`{name}` calls `{own}`"),
    };
    called.into_iter().take(MOST_NAMES).map(fact).collect()
}

/// Adds some lines of another symbol of the file, and returns facts about them.
fn other_lines(
    knowledge: &Knowledge,
    context: &SubjectContext<'_>,
    code: &mut Vec<Evidence>,
    texts: &mut Vec<String>,
) -> Option<Vec<Fact>> {
    let path = code.first().map_or_else(|| context.path().to_owned(), |first| first.path.clone());
    let parsed = knowledge.parsed_file(&path)?;
    let spans = parsed.facts.symbols.iter().map(|symbol| symbol.span);
    for span in spans.filter(|span| span.end_line > span.start_line + 1) {
        let (start_line, end_line) = (span.start_line, span.end_line);
        let end_line = end_line.min(start_line + MOST_OTHER_LINES - 1);
        let lines = Evidence { path: path.clone(), start_line, end_line };
        let is_shown = code.iter().any(|one| {
            one.path == path && one.start_line <= end_line && start_line <= one.end_line
        });
        let Some(text) = text_at(knowledge, &lines).filter(|_| !is_shown) else { continue };
        code.push(lines);
        texts.push(text);
        let facts = facts_of(knowledge, code, texts, code.len() - 1);
        if facts.len() >= FEWEST_FACTS {
            return Some(facts);
        }
        code.pop();
        texts.pop();
    }
    None
}
