//! "Sorted by X": the lines that sort must have X, or a word for the same thing.

use std::collections::HashSet;

use rutter_search::{is_stop_word, tokenize};

use crate::checks::code_lines::{CodeLine, body_lines};
use crate::checks::context::SubjectContext;
use crate::checks::statement::WordForm;
use crate::checks::{Problem, Statement};

/// What sorts, as phrases: the key follows.
const SORTED_BY: &[&str] = &[
    "sorted by",
    "ordered by",
    "sorts by",
    "orders by",
    "in order of",
    "sorted alphabetically by",
    "alphabetically by",
    "order of their",
];

/// Words by which prose and code name the same key.
const SAME: &[&str] = &[
    "date time when age created published modified updated at timestamp day due oldest newest latest recent used seen",
    "address url uri link endpoint host",
    "name title label id key alphabetical",
    "size length bytes largest smallest weight",
    "number count amount total",
    "path file folder directory",
    "priority urgent urgency rank order",
];

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    if !context.symbol().kind.is_callable() {
        return Vec::new();
    }
    let at = SORTED_BY.iter().find_map(|phrase| {
        let at = statement.find_phrase(phrase).first().copied()?;
        Some(at + phrase.split(' ').count())
    });
    let Some(at) = at else { return Vec::new() };
    let mut key: HashSet<String> = HashSet::new();
    for word in &statement.words[at..] {
        if word.form == WordForm::Plain
            && matches!(word.lower.as_str(), "and" | "then" | "in" | "to" | "so" | "with")
        {
            break;
        }
        if !is_stop_word(&word.lower) {
            key.extend(word.stems.iter().cloned());
        }
        if word.ends_phrase {
            break;
        }
    }
    let lines = body_lines(context);
    let found = sort_lines(&lines);
    let Some((first, words)) = found else { return Vec::new() };
    if key.is_empty() || key.iter().any(|stem| words.contains(stem)) || is_same(&key, &words) {
        return Vec::new();
    }
    let said: Vec<&str> =
        statement.words[at..].iter().take(4).map(|word| word.text.as_str()).collect();
    let reason =
        format!("the code sorts, but not by \"{}\": `{}`", said.join(" "), first.text.trim());
    vec![Problem::not_shown(reason).at(Some(context.line(first.line)))]
}

/// The line that sorts by a written key, with the words of it and of the two lines after it.
fn sort_lines(lines: &[CodeLine]) -> Option<(&CodeLine, HashSet<String>)> {
    let sorts = tokenize("sort sorted sorting orderby sortby sortedby order comparing thenby");
    let at = lines.iter().position(|line| line.stems.iter().any(|stem| sorts.contains(stem)))?;
    let has_key = ["=>", "->", "|", "key", "by", "By", "func", "cmp", "&", "comparing"];
    let line = &lines[at];
    if !has_key.iter().any(|sign| line.text.contains(sign)) {
        return None;
    }
    let words = lines[at..].iter().take(3).flat_map(|line| line.stems.iter().cloned()).collect();
    Some((line, words))
}

fn is_same(key: &HashSet<String>, words: &HashSet<String>) -> bool {
    SAME.iter().any(|group| {
        let group = tokenize(group);
        let has = |own: &HashSet<String>| group.iter().any(|stem| own.contains(stem));
        has(key) && has(words)
    })
}

#[cfg(test)]
mod tests {
    use crate::checks::tests::check;

    const FILES: &str = "\
//- store.rb
class Store
  def feeds
    @feeds.values.sort_by { |feed| feed.title.downcase }
  end
end
";

    #[test]
    fn the_key_must_be_the_one_of_the_code() {
        check(
            FILES,
            "store.rb",
            &[
                ("Store::feeds", "All feeds, sorted by title.", "supported"),
                (
                    "Store::feeds",
                    "All feeds, sorted by their number of failures.",
                    "not shown: the code sorts, but not by \"their number of failures\": `@feeds.values.sort_by { |feed| feed.title.downcase }`",
                ),
            ],
        );
    }
}
