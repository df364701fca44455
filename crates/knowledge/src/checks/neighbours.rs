//! A summary must describe its subject, not a neighbour: a symbol of the same name elsewhere, or one
//! that stands beside it.
//!
//! Words that occur in one of the two only decide, above all the first one, which is the verb. A
//! summary in words of its own decides nothing.

use std::collections::HashSet;

use rutter_domain::Symbol;
use rutter_search::{is_stop_word, tokenize};

use crate::checks::Problem;
use crate::checks::context::{Neighbour, SubjectContext};
use crate::checks::statement::{Statement, WordForm};

/// At most this many neighbours are read.
const MOST_NEIGHBOURS: usize = 32;
/// Longer neighbours contain too many words to say anything.
const MOST_BYTES: usize = 6_000;
/// At least this many words must fit the neighbour alone.
const LEAST_DISTINCT: usize = 3;

/// What is against a whole summary.
pub(crate) fn check(statements: &[Statement], context: &SubjectContext<'_>) -> Vec<Problem> {
    let stems = content_stems(statements);
    let own = context.vocabulary();
    let missing: HashSet<&String> = stems.iter().filter(|stem| !own.own.contains(*stem)).collect();
    let verb = statements.first().and_then(|first| first.words.first()).map(|word| &word.stems);
    let Some([verb]) = verb.map(Vec::as_slice) else { return Vec::new() };
    // Most summaries end here: they begin with a word of the subject, or with one of their own.
    if missing.len() < LEAST_DISTINCT || own.has(verb) || !context.symbol().kind.is_callable() {
        return Vec::new();
    }
    let fits = |one: &Neighbour| {
        let text = context.text_of(one).filter(|text| text.len() <= MOST_BYTES)?;
        let symbol = one.symbol();
        let mut words: HashSet<String> = tokenize(&text).into_iter().collect();
        words.extend(tokenize(symbol.doc.as_deref().unwrap_or("")));
        words.extend(tokenize(&symbol.qualified_name));
        let n_distinct = missing.iter().filter(|stem| words.contains(**stem)).count();
        let n_fitting = stems.iter().filter(|stem| words.contains(*stem)).count();
        let n_own_only =
            stems.iter().filter(|stem| own.own.contains(*stem) && !words.contains(*stem)).count();
        let is_it = words.contains(verb)
            && n_distinct >= LEAST_DISTINCT
            && n_distinct >= 3 * n_own_only
            && n_fitting * 10 >= stems.len() * 4;
        is_it.then_some(n_fitting)
    };
    let neighbours = neighbours(context);
    let best = neighbours.iter().filter_map(|one| Some((fits(one)?, one))).max_by_key(|(n, _)| *n);
    best.map(|(_, one)| {
        let name = &one.symbol().qualified_name;
        Problem::not_shown(format!(
            "this describes `{name}` rather than `{}`",
            context.symbol().name
        ))
    })
    .into_iter()
    .collect()
}

/// The stems of the words that say something.
fn content_stems(statements: &[Statement]) -> HashSet<String> {
    let words = statements.iter().flat_map(|statement| &statement.words);
    let words = words.filter(|word| !matches!(word.form, WordForm::Number | WordForm::Quoted));
    let stems = words.flat_map(|word| word.stems.iter());
    stems.filter(|stem| stem.len() > 2 && !is_stop_word(stem)).cloned().collect()
}

/// What stands beside the subject, and what has the same name elsewhere.
fn neighbours(context: &SubjectContext<'_>) -> Vec<Neighbour> {
    let own = context.symbol();
    let is_beside = |symbol: &Symbol| symbol.parent == own.parent && symbol.kind.is_callable();
    let facts = &context.subject.parsed.facts;
    let mut beside: Vec<Neighbour> = (0..facts.symbols.len())
        .filter(|at| is_beside(&facts.symbols[*at]))
        .map(|at| Neighbour {
            path: context.path().to_owned(),
            facts: std::sync::Arc::clone(facts),
            at,
            line: facts.symbols[at].span.start_line,
        })
        .collect();
    beside.sort_by_key(|one| one.line.abs_diff(own.span.start_line));
    beside.truncate(MOST_NEIGHBOURS);
    beside.extend(context.definitions(&own.name));
    // A function within a neighbour that uses the subject is a part of the neighbour.
    let is_same = |one: &Neighbour, other: &Neighbour| {
        one.path == other.path && one.symbol().span.contains(&other.symbol().span)
    };
    beside.retain(|one| {
        // What it calls, and what calls it, may well be described along with it.
        let is_linked =
            context.callees().iter().chain(&context.users().users).any(|other| is_same(one, other));
        one.symbol().kind.is_callable()
            && !is_linked
            && (one.path != context.path() || one.symbol().qualified_name != own.qualified_name)
    });
    beside
}

#[cfg(test)]
mod tests {
    use crate::checks::tests::check;

    const FILES: &str = "\
//- store.js
class Store {
  /** Merges new items into the known ones. */
  merge(items) {
    for (const item of items) this.known.set(item.id, item);
    return this.known.size;
  }
  /** Drops items older than some days unless they are starred. */
  prune(days) {
    const limit = Date.now() - days * 86400000;
    return this.known.filter((item) => item.starred || item.published > limit);
  }
}
";

    #[test]
    fn a_summary_of_a_neighbour_is_not_shown() {
        check(
            FILES,
            "store.js",
            &[
                (
                    "Store.merge",
                    "Merges items into the known ones and returns their number.",
                    "supported",
                ),
                ("Store.merge", "Takes over whatever arrived lately.", "supported"),
                (
                    "Store.merge",
                    "Drops items older than a limit unless starred.",
                    "not shown: this describes `Store.prune` rather than `merge`",
                ),
            ],
        );
    }
}
