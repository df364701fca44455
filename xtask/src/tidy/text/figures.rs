//! A figure that stands in several places is the same in all of them.

use crate::tidy::{Problem, Source, Sources};

/// A figure, and where it stands: the file, and the text before it.
type Figure = (&'static str, &'static [(&'static str, &'static str)]);

const FIGURES: &[Figure] = &[
    (
        "the version of Rust",
        &[
            ("Cargo.toml", "rust-version = \""),
            ("CONTRIBUTING.md", "You need Rust "),
            ("README.md", "rust-lang.org/tools/install) "),
        ],
    ),
    (
        "the version of Python",
        &[
            ("testing/README.md", "Python "),
            ("CONTRIBUTING.md", "Python "),
            ("xtask/src/parts.rs", "install Python "),
        ],
    ),
    (
        "the version of Node.js",
        &[
            ("testing/README.md", "Node.js "),
            ("CONTRIBUTING.md", "Node.js "),
            ("testing/parts.py", "install Node.js "),
        ],
    ),
    (
        "the size of what tests talk to, in GB",
        &[("testing/README.md", "npm; "), ("CONTRIBUTING.md", "talk to by itself (")],
    ),
];

const QUESTIONS: &str = "crates/quality/queries/rutter.jsonl";
const SEARCH: &str = "docs/search.md";

pub fn check(sources: &Sources) -> Vec<Problem> {
    let mut problems: Vec<Problem> =
        FIGURES.iter().flat_map(|figure| check_figure(sources, figure)).collect();
    problems.extend(check_questions(sources));
    problems
}

/// The first place has the figure that counts. A project without it has nothing to compare.
fn check_figure(sources: &Sources, (what, places): &Figure) -> Vec<Problem> {
    let Some(((first, before), rest)) = places.split_first() else { return Vec::new() };
    let Some((_, expected)) = sources.find(first).and_then(|file| figure(file, before)) else {
        return Vec::new();
    };
    let mut problems = Vec::new();
    for (path, before) in rest {
        match sources.find(path).map(|file| figure(file, before)) {
            Some(Some((_, found))) if found == expected => {}
            Some(Some((line, found))) => {
                let what = format!("{what} is {found} here and {expected} in {first}");
                problems.push(Problem::at(path, line, what));
            }
            Some(None) => {
                problems.push(Problem::of_file(path, format!("does not say {what} ({expected})")));
            }
            None => problems.push(Problem::of_file(path, "is missing")),
        }
    }
    problems
}

/// The number after a text, with its line.
fn figure<'a>(file: &'a Source, before: &str) -> Option<(usize, &'a str)> {
    file.lines().find_map(|(number, line)| {
        line.match_indices(before).find_map(|(at, _)| {
            let found = leading_number(&line[at + before.len()..]);
            (!found.is_empty()).then_some((number, found))
        })
    })
}

fn leading_number(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    text[..end].trim_end_matches('.')
}

fn check_questions(sources: &Sources) -> Option<Problem> {
    let n_questions = sources.find(QUESTIONS)?.text.lines().count().to_string();
    let page = sources.find(SEARCH)?;
    let line = page.lines().find(|(_, line)| line.contains(" of our own"));
    let Some((number, line)) = line else {
        return Some(Problem::of_file(SEARCH, "does not say how many questions are our own"));
    };
    let before = line.split(" of our own").next().unwrap_or("");
    let found = before.rsplit(' ').next().unwrap_or("");
    (found != n_questions).then(|| {
        let what = format!("{found} questions are our own here, {n_questions} in {QUESTIONS}");
        Problem::at(SEARCH, number, what)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::problems;

    #[test]
    fn a_figure_that_differs_is_found() {
        let bad = "//- Cargo.toml\nrust-version = \"1.95\"\n\
            //- CONTRIBUTING.md\nYou need Rust 1.90 or later.\n\
            //- README.md\n[Rust](https://www.rust-lang.org/tools/install) 1.95 or later\n";
        assert_eq!(
            problems(check, bad),
            "CONTRIBUTING.md:1: the version of Rust is 1.90 here and 1.95 in Cargo.toml"
        );
        let bad = "//- Cargo.toml\nrust-version = \"1.95\"\n//- CONTRIBUTING.md\nHello.\n";
        assert_eq!(
            problems(check, bad),
            "CONTRIBUTING.md: does not say the version of Rust (1.95)\nREADME.md: is missing"
        );
    }

    #[test]
    fn a_wrong_count_of_questions_is_found() {
        let bad = "//- crates/quality/queries/rutter.jsonl\n{}\n{}\n\
            //- docs/search.md\nIt has 277 questions and 3 of our own.\n";
        assert_eq!(
            problems(check, bad),
            "docs/search.md:1: 3 questions are our own here, 2 in crates/quality/queries/rutter.jsonl"
        );
    }
}
