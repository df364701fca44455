//! Words that a claim takes for their opposite: "the last line" where the code has only a first one, a
//! symbol named after the other of two things, "newest first" where the code sorts ascending.

use rutter_search::tokenize;

use crate::checks::code_lines::body_lines;
use crate::checks::context::SubjectContext;
use crate::checks::{Problem, Statement};

/// Opposites that code has as words: the claim must not have one where the code has only the other.
const IN_CODE: &[(&str, &str)] =
    &[("first", "last"), ("ascending", "descending"), ("minimum", "maximum")];

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    if !context.symbol().kind.is_callable() {
        return Vec::new();
    }
    let mut problems = Vec::new();
    problems.extend(taken_for_opposite(statement, context));
    problems.extend(un_name(statement, context));
    problems.extend(direction(statement, context));
    problems.extend(recency(statement, context));
    problems.extend(bound(statement, context));
    problems
}

fn taken_for_opposite(statement: &Statement, context: &SubjectContext<'_>) -> Option<Problem> {
    let own = &context.vocabulary().own;
    let says = |word: &str| statement.words.iter().any(|one| one.lower == word);
    // Only as an adjective: "the last dash", not "at last" or "X last".
    let is_adjective = |word: &str| {
        let at = statement.words.iter().position(|one| one.lower == word);
        at.is_some_and(|at| {
            at > 0
                && matches!(statement.words[at - 1].lower.as_str(), "the" | "its" | "in")
                && !statement.words[at].ends_phrase
                && at + 1 < statement.words.len()
        })
    };
    for (left, right) in IN_CODE {
        for (said, other) in [(left, right), (right, left)] {
            let has = |word: &str| tokenize(word).iter().all(|stem| own.contains(stem));
            if is_adjective(said) && !says(other) && has(other) && !has(said) {
                let reason = format!("the code has \"{other}\", not \"{said}\"");
                return Some(Problem::contradicted(reason).at(context.line_with(other)));
            }
        }
    }
    None
}

/// "Marks it as unread" of `mark_read`.
fn un_name(statement: &Statement, context: &SubjectContext<'_>) -> Option<Problem> {
    let name = tokenize(&context.symbol().name);
    let own = &context.vocabulary().own;
    let word = statement.words.iter().find(|word| {
        let Some(base) = word.lower.strip_prefix("un").filter(|base| base.len() > 3) else {
            return false;
        };
        tokenize(base).iter().all(|stem| name.contains(stem))
            && !word.stems.iter().any(|stem| own.contains(stem))
    })?;
    let reason = format!("the name says the opposite of \"{}\"", word.lower);
    Some(Problem::contradicted(reason).at(Some(context.own_lines())))
}

/// "Newest first" where the code sorts, and nothing turns the order round; and the reverse.
fn direction(statement: &Statement, context: &SubjectContext<'_>) -> Option<Problem> {
    const DOWN: &[&str] = &[
        "newest first",
        "latest first",
        "largest first",
        "most recent first",
        "newest record first",
        "highest first",
        "in descending order",
        "newest to oldest",
    ];
    const UP: &[&str] = &[
        "oldest first",
        "earliest first",
        "smallest first",
        "lowest first",
        "in ascending order",
        "oldest to newest",
    ];
    let is_down = statement.has_phrase(DOWN);
    if !is_down && !statement.has_phrase(UP) {
        return None;
    }
    let lines = body_lines(context);
    let sort = lines.iter().find(|line| {
        ["sort", "orderby", "sortedby", "sortby"].iter().any(|word| line.stems.contains(*word))
    })?;
    let turns = [
        "desc",
        "Desc",
        "reverse",
        "Reverse",
        "rev(",
        "- a.",
        "-a.",
        "b.",
        "right.",
        "sort_by { |",
        "-",
        "invert",
        "cmp",
        "Before",
        "After",
        ">",
        "lambda",
        "key",
    ];
    let is_turned = turns
        .iter()
        .any(|sign| sort.text.contains(sign) && !(*sign == ">" && is_arrow_only(&sort.text)));
    let plainly_turned = [
        "OrderByDescending",
        "sortedByDescending",
        "sortDescending",
        "=> b.",
        "=> b -",
        "b <=> a",
        "b.compareTo(a",
        "b.localeCompare(a",
        "b.cmp(",
        "reverse",
        "reversed",
    ]
    .iter()
    .any(|sign| sort.text.contains(sign));
    let reason = match (is_down, is_turned, plainly_turned) {
        (true, false, _) => "the code sorts in ascending order",
        (false, _, true) => "the code sorts in descending order",
        _ => return None,
    };
    Some(Problem::contradicted(reason).at(Some(context.line(sort.line))))
}

fn is_arrow_only(line: &str) -> bool {
    line.matches('>').count() == line.matches("=>").count() + line.matches("->").count()
}

/// "Evicts the most recently used" of a thing whose documentation says "least recently used".
fn recency(statement: &Statement, context: &SubjectContext<'_>) -> Option<Problem> {
    let pairs = [
        ("most recently used", "least recently used"),
        ("least recently used", "most recently used"),
    ];
    let removes = statement.words.iter().any(|word| {
        word.stems
            .iter()
            .any(|stem| tokenize("evict drop remove delete discard purge").contains(stem))
    });
    let mut docs = format!("{} {}", context.doc, context.code).to_lowercase();
    for container in context.containers() {
        docs.push_str(&container.doc.as_deref().unwrap_or("").to_lowercase());
    }
    let (said, other) = pairs.iter().find(|(said, _)| statement.has_phrase(&[said]))?;
    (removes && docs.contains(other) && !docs.contains(said) && !statement.has_phrase(&[other]))
        .then(|| Problem::contradicted(format!("the documentation says \"{other}\"")))
}

/// "Never less than" where the code takes the smaller value, and the reverse.
fn bound(statement: &Statement, context: &SubjectContext<'_>) -> Option<Problem> {
    const FLOOR: &[&str] = &[
        "never less than",
        "never below",
        "never shorter than",
        "never smaller than",
        "never lower than",
    ];
    const CEILING: &[&str] =
        &["never more than", "never above", "never exceeds", "never longer than", "capped at"];
    let calls = |name: &str| {
        let lower = context.code.to_lowercase();
        [format!("{name}("), format!(".{name} "), format!("{name}!(")]
            .iter()
            .any(|sign| lower.contains(sign.as_str()))
    };
    let (taken, other) = match (statement.has_phrase(FLOOR), statement.has_phrase(CEILING)) {
        (true, false) => ("min", "max"),
        (false, true) => ("max", "min"),
        _ => return None,
    };
    let has_both = calls(other)
        || calls("clamp")
        || context.code.contains(" > ")
        || context.code.contains(" < ");
    (calls(taken) && !has_both).then(|| {
        Problem::contradicted(format!("the code takes the `{taken}` of two values"))
            .at(context.line_with(taken))
    })
}

#[cfg(test)]
mod tests {
    use crate::checks::tests::check;

    const FILES: &str = "\
//- a.kt
class Id(val name: String) {
    fun zone(): String = name.substringBeforeLast('-')
}
//- b.rb
class Entry
  def mark_read
    @read = true
  end
end
//- c.cs
class Book {
    List<Item> All() {
        return items
            .OrderBy(item => item.Date)
            .ToList();
    }
}
";

    #[test]
    fn opposites_are_contradicted() {
        check(
            FILES,
            "a.kt",
            &[
                ("Id.zone", "The name before the last dash.", "supported"),
                (
                    "Id.zone",
                    "The name before the first dash.",
                    "contradicted: the code has \"last\", not \"first\"",
                ),
            ],
        );
        check(
            FILES,
            "b.rb",
            &[(
                "Entry::mark_read",
                "Marks it as unread.",
                "contradicted: the name says the opposite of \"unread\"",
            )],
        );
        check(
            FILES,
            "c.cs",
            &[
                ("Book.All", "All items, oldest first.", "supported"),
                (
                    "Book.All",
                    "All items, newest first.",
                    "contradicted: the code sorts in ascending order",
                ),
            ],
        );
    }
}
