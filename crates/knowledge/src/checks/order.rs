//! "First X, then Y", "X before Y", "X and finally Y": where both steps can be located in the code and
//! stand the other way round, the claim is contradicted.
//!
//! A step is located by the words that it has and the other step has not: names, nouns and what its verb
//! stands for in code; the documentation of what a line calls counts as words of the line. A step that
//! has no line, or equally good lines on both sides of the other step, is not judged.

use std::collections::HashSet;

use rutter_search::{is_stop_word, tokenize};

use crate::checks::code_lines::{CodeLine, body_lines};
use crate::checks::context::SubjectContext;
use crate::checks::statement::{Word, WordForm};
use crate::checks::verbs::action_of;
use crate::checks::{Problem, Statement};

/// A verb tells more of a step than its nouns.
const VERB_WEIGHT: usize = 3;

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let kind = context.symbol().kind;
    if !kind.is_callable() && !kind.is_data() {
        return Vec::new();
    }
    let pairs = pairs(&statement.words);
    if pairs.is_empty() {
        return Vec::new();
    }
    let mut lines = body_lines(context);
    add_callees(&mut lines, context);
    let reversed =
        pairs.iter().find_map(|(earlier, later)| reversed(earlier, later, &lines, context));
    reversed.into_iter().collect()
}

/// The name and documentation of a callee are words of the lines that call it.
fn add_callees(lines: &mut [CodeLine], context: &SubjectContext<'_>) {
    for callee in context.callees() {
        let symbol = callee.symbol();
        let n_same =
            context.callees().iter().filter(|one| one.symbol().name == symbol.name).count();
        if n_same > 1 || !symbol.kind.is_callable() {
            continue;
        }
        let doc = symbol.doc.as_deref().unwrap_or("");
        let first = doc.split(". ").next().unwrap_or("");
        for (_, _, line) in context.references().filter(|(name, ..)| *name == symbol.name) {
            if let Some(code) = lines.iter_mut().find(|code| code.line == line) {
                code.stems.extend(tokenize(first));
            }
        }
    }
}

type Step<'s> = Vec<&'s Word>;

/// Pairs of steps, each in the order in which the claim says that they happen.
fn pairs(words: &[Word]) -> Vec<(Step<'_>, Step<'_>)> {
    let lower = |at: usize| words.get(at).map_or("", |word| word.lower.as_str());
    let is = |at: usize, wanted: &[&str]| {
        words.get(at).is_some_and(|word| {
            word.form == WordForm::Plain && wanted.contains(&word.lower.as_str())
        })
    };
    let slice = |from: usize, to: usize| words[from.min(to)..to].iter().collect::<Step<'_>>();
    let mut found = Vec::new();
    let first = (0..words.len()).find(|at| is(*at, &["first"]) && is_adverb(words, *at));
    // "X first and Y afterwards", "X first, then Y": the step stands before the word.
    let is_trailing = |at: usize| at > 0 && (words[at].ends_phrase || is(at + 1, &["and", "then"]));
    let mut start_of_then = None;
    if let Some(at) = first {
        if is_trailing(at) {
            let from = phrase_start(words, at);
            let next = at + 1 + usize::from(is(at + 1, &["and"]));
            let last = (next..words.len()).find(|at| {
                is(*at, &["afterwards", "second", "later", "last"])
                    || is(*at, &["after"]) && matches!(lower(*at + 1), "that" | "this" | "it" | "")
            });
            if let Some(last) = last
                && !is(next, &["then"])
            {
                found.push((slice(from, at), slice(next, last)));
            }
            start_of_then = Some((from, at));
        } else {
            start_of_then = Some((at + 1, words.len()));
        }
    }
    for at in 1..words.len() {
        if is(at, &["before"]) && is_clause(words, at + 1) {
            found.push((
                slice(phrase_start(words, at), at),
                slice(at + 1, phrase_end(words, at + 1)),
            ));
        }
        // "X and Y after Z" leaves open which of the two comes after.
        let has_one_verb = |from: usize| !words[from..at].iter().any(|word| word.lower == "and");
        if is(at, &["after"]) && is_clause(words, at + 1) && has_one_verb(phrase_start(words, at)) {
            found.push((
                slice(at + 1, phrase_end(words, at + 1)),
                slice(phrase_start(words, at), at),
            ));
        }
    }
    // "X, then Y and finally Z", "X followed by Y".
    let is_mark = |at: usize| {
        is(at, &["then", "finally", "lastly"])
            // "a scheme followed by two slashes" tells of a text.
            || is(at, &["followed"])
                && lower(at + 1) == "by"
                && (words[at - 1].ends_phrase || lower(at + 2).ends_with("ing"))
    };
    let marks: Vec<usize> = (1..words.len()).filter(|at| is_mark(*at)).collect();
    for (n, mark) in marks.iter().enumerate() {
        let earlier = match (n, start_of_then) {
            (0, Some((from, to))) => slice(from, to.min(*mark)),
            (0, None) => {
                // The phrase before: "…, X, then Y", "X and then Y".
                let end = *mark - usize::from(is(*mark - 1, &["and"]));
                slice(phrase_start(words, end), end)
            }
            (_, _) => slice(marks[n - 1] + 1, *mark),
        };
        let end = marks.get(n + 1).copied().unwrap_or_else(|| phrase_end(words, mark + 1));
        found.push((earlier, slice(mark + 1, end)));
    }
    found
}

/// "it first evicts", "First decodes", "X first, then Y": not "the first line".
fn is_adverb(words: &[Word], at: usize) -> bool {
    let before = at.checked_sub(1).map_or("", |at| words[at].lower.as_str());
    !matches!(
        before,
        "the"
            | "its"
            | "a"
            | "at"
            | "of"
            | "with"
            | "newest"
            | "latest"
            | "oldest"
            | "largest"
            | "smallest"
    )
}

/// Whether a clause with a verb begins here: "it starts", "storing".
fn is_clause(words: &[Word], at: usize) -> bool {
    let lower = words.get(at).map_or("", |word| word.lower.as_str());
    lower.ends_with("ing") && lower != "being" || lower == "it"
}

fn phrase_start(words: &[Word], at: usize) -> usize {
    let before = words[..at.saturating_sub(1)].iter().rposition(|word| word.ends_phrase);
    before.map_or(0, |at| at + 1)
}

fn phrase_end(words: &[Word], at: usize) -> usize {
    let found = words.get(at..).unwrap_or(&[]).iter().position(|word| word.ends_phrase);
    found.map_or(words.len(), |n| at + n + 1)
}

fn reversed(
    earlier: &[&Word],
    later: &[&Word],
    lines: &[CodeLine],
    context: &SubjectContext<'_>,
) -> Option<Problem> {
    let (mut left, mut right) = (Wanted::new(earlier), Wanted::new(later));
    left.leave_out(&right.clone());
    right.leave_out(&Wanted::new(earlier));
    let (left_places, right_places) = (left.places(lines), right.places(lines));
    let (first_left, last_right) = (*left_places.first()?, *right_places.last()?);
    // Every line that may be the later step stands before every line that may be the earlier one.
    if last_right >= first_left || left_places.len() > 2 || right_places.len() > 2 {
        return None;
    }
    let (said_first, said_later) = (written(earlier), written(later));
    let reason = format!("\"{said_later}\" stands before \"{said_first}\" in the code");
    Some(Problem::contradicted(reason).at(Some(context.line(last_right.0))))
}

/// The stems by which a step is looked for.
#[derive(Debug, Clone)]
struct Wanted {
    verbs: HashSet<String>,
    others: HashSet<String>,
}

impl Wanted {
    fn new(step: &[&Word]) -> Wanted {
        let (mut verbs, mut others) = (HashSet::new(), HashSet::new());
        for word in step {
            if word.form == WordForm::Number || is_stop_word(&word.lower) || word.lower.len() < 3 {
                continue;
            }
            match action_of(&word.lower).filter(|_| word.form == WordForm::Plain) {
                Some(action) => verbs.extend(tokenize(action.verbs)),
                None => others.extend(word.stems.iter().cloned()),
            }
        }
        Wanted { verbs, others }
    }

    fn leave_out(&mut self, other: &Wanted) {
        self.verbs.retain(|stem| !other.verbs.contains(stem) && !other.others.contains(stem));
        self.others.retain(|stem| !other.verbs.contains(stem) && !other.others.contains(stem));
    }

    /// The lines with most of the stems, each with where the first of them stands.
    fn places(&self, lines: &[CodeLine]) -> Vec<(u32, usize)> {
        let count = |own: &HashSet<String>, line: &CodeLine| {
            own.iter().filter(|stem| line.stems.contains(*stem)).count()
        };
        let score = |line: &CodeLine| {
            VERB_WEIGHT * count(&self.verbs, line).min(1) + count(&self.others, line)
        };
        let best = lines.iter().map(score).max().unwrap_or(0);
        if best == 0 {
            return Vec::new();
        }
        let found = lines.iter().filter(|line| score(line) == best);
        found.map(|line| (line.line, self.column(line))).collect()
    }

    fn column(&self, line: &CodeLine) -> usize {
        let mut at = 0;
        for part in line.text.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_') {
            if tokenize(part)
                .iter()
                .any(|stem| self.verbs.contains(stem) || self.others.contains(stem))
            {
                return at;
            }
            at += part.len();
        }
        0
    }
}

fn written(step: &[&Word]) -> String {
    step.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use crate::checks::tests::check;

    const FILES: &str = "\
//- a.js
export function save(store, record) {
  journal.append(record);
  store.update(record);
  notify(record);
}
//- b.rb
class Cache
  def put(key, value)
    @slots[key] = value
    evict
  end
end
";

    #[test]
    fn steps_in_the_wrong_order_are_contradicted() {
        check(
            FILES,
            "a.js",
            &[
                ("save", "Appends the record to the journal, then updates the store.", "supported"),
                (
                    "save",
                    "First updates the store, then appends the record to the journal.",
                    "contradicted: \"appends the record to the journal\" stands before \"updates the store\" in the code",
                ),
                (
                    "save",
                    "Updates the store first and appends to the journal afterwards.",
                    "contradicted: \"appends to the journal\" stands before \"Updates the store\" in the code",
                ),
            ],
        );
        check(FILES, "b.rb", &[("Cache::put", "Stores the value, then evicts.", "supported")]);
    }
}
