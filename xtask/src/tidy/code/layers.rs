//! A lower layer does not speak another layer's language: it names no tool, no flag, no command.
//!
//! Below `tools`, an error carries a typed hint, and each skin renders it in its own vocabulary. So
//! no literal outside of tests may contain the name of a tool, an option such as `--data-dir` within
//! a sentence, or a command such as `rutter index`. A literal that is an option and nothing else is an
//! argument for some other program.

use super::scan::{self, File};
use crate::tidy::{Problem, Sources};

/// The crates below `tools`.
const LOWER: &[&str] = &[
    "domain", "embed", "syntax", "search", "graph", "store", "workspace", "engine", "checks",
    "gaps", "knowledge", "provider",
];

/// Literals that may: the file, what it contains, and why.
const ALLOWED: &[(&str, &str, &str)] = &[
    (
        "crates/knowledge/src/exchange/entry_file.rs",
        "rutter entries",
        "the first line of an exported file says to people what wrote it",
    ),
    ("crates/workspace/src/layout.rs", "rutter index", "the seed of a checksum; nobody reads it"),
];

pub fn check(sources: &Sources) -> Vec<Problem> {
    let files = scan::files(sources);
    let tools = tool_names(&files);
    let commands: Vec<&str> = (sources.files.iter())
        .filter_map(|file| file.path.strip_prefix("crates/cli/src/commands/")?.strip_suffix(".rs"))
        .collect();
    let mut problems = Vec::new();
    // A lexicon holds words of the texts that are judged, such as other programs' options.
    let is_judged =
        |file: &&File<'_>| LOWER.contains(&file.crate_name) && !file.module.contains(&"lexicon");
    for file in files.iter().filter(is_judged) {
        for literal in file.literals() {
            let words = foreign_words(&literal.text, &tools, &commands);
            for word in words.iter().filter(|word| !is_allowed(&file.source.path, word)) {
                let what = format!("`{word}` is of a layer above; return a hint instead");
                problems.push(Problem::at(&file.source.path, file.line(literal.start), what));
            }
        }
    }
    problems
}

fn is_allowed(path: &str, word: &str) -> bool {
    ALLOWED.iter().any(|(file, allowed, _)| *file == path && *allowed == word)
}

/// The names of the tools that cannot be mistaken for a word of English.
fn tool_names<'a>(files: &'a [File<'_>]) -> Vec<&'a str> {
    let tools = files.iter().filter(|file| file.crate_name == "tools");
    let names = tools.flat_map(|file| {
        file.literals().filter(|literal| {
            let line = file.source.text[..literal.start].rsplit('\n').next().unwrap_or("");
            line.contains("const NAME: &'static str =")
        })
    });
    names.map(|literal| literal.text.as_str()).filter(|name| name.contains('_')).collect()
}

fn foreign_words(text: &str, tools: &[&str], commands: &[&str]) -> Vec<String> {
    let is_sentence = text.trim().contains(char::is_whitespace);
    let mut found = Vec::new();
    for word in text.split(|c: char| c.is_whitespace() || "`'\"()[],;:.".contains(c)) {
        let is_option = word
            .strip_prefix("--")
            .is_some_and(|name| name.starts_with(|c: char| c.is_ascii_lowercase()));
        if (is_option && is_sentence) || tools.contains(&word) {
            found.push(word.to_owned());
        }
    }
    for (at, _) in text.match_indices("rutter ") {
        let rest = &text[at + "rutter ".len()..];
        let word: String = rest.chars().take_while(char::is_ascii_lowercase).collect();
        if commands.contains(&word.as_str()) {
            found.push(format!("rutter {word}"));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::problems;

    const TOOLS: &str = "//- crates/tools/src/read_file.rs\n\
        const NAME: &'static str = \"read_file\";\n\
        //- crates/tools/src/grep.rs\nconst NAME: &'static str = \"grep\";\n\
        //- crates/cli/src/commands/index.rs\n";

    #[test]
    fn words_of_a_layer_above_are_found() {
        let bad = format!(
            "{TOOLS}//- crates/engine/src/error.rs\nfn hint() -> &'static str {{\n\
             \"read it with read_file, grep it,\n or pass `--data-dir`\"\n}}\n\
             const B: &str = \"run `rutter index --full` again\";\n"
        );
        let what = "is of a layer above; return a hint instead";
        assert_eq!(
            problems(check, &bad),
            format!(
                "crates/engine/src/error.rs:2: `read_file` {what}\n\
                 crates/engine/src/error.rs:2: `--data-dir` {what}\n\
                 crates/engine/src/error.rs:5: `--full` {what}\n\
                 crates/engine/src/error.rs:5: `rutter index` {what}"
            )
        );
    }

    #[test]
    fn arguments_comments_tests_and_upper_layers_may() {
        let good = format!(
            "{TOOLS}//- crates/workspace/src/git.rs\n// pass `--data-dir`\n\
             const A: &[&str] = &[\"log\", \"--format=%H\"];\nconst B: &str = \"a--b -- c rutter is\";\n\
             #[cfg(test)]\nmod tests {{\n const C: &str = \"use --full\";\n}}\n\
             //- crates/cli/src/main.rs\nconst D: &str = \"pass --full\";\n"
        );
        assert_eq!(problems(check, &good), "");
    }
}
