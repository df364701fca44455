//! What depends on a language is asked of its profile.
//!
//! Code that names a language decides for that one, and a new language goes unnoticed there. So outside
//! of `syntax/languages`, where languages are known, a variant of `Language` stands only below a comment
//! that begins with `language:` and says why. The comment covers the line or the block after it. Tests
//! may name languages, as may crates for developers; `Unknown` is no language.

use super::scan;
use crate::tidy::{Problem, Sources};

/// Where languages are known, and crates that try out single ones.
const FREE: &[&str] = &[
    "crates/syntax/src/languages/", "crates/syntax/src/languages.rs",
    "crates/domain/src/language.rs", "crates/bench/", "crates/fuzz/", "crates/pairs/",
    "crates/quality/",
];

const REASON: &str = "// language: ";

pub fn check(sources: &Sources) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in scan::files(sources) {
        let path = file.source.path.as_str();
        if FREE.iter().any(|free| path.starts_with(free)) {
            continue;
        }
        let program = file.program();
        // How far the last reason is indented, and whether what it covers has begun.
        let mut reason: Option<(usize, bool)> = None;
        for ((line, text), code) in file.source.lines().zip(program.lines()) {
            let indent = text.len() - text.trim_start().len();
            if text.trim_start().starts_with(REASON) {
                reason = Some((indent, false));
                continue;
            }
            reason = match reason {
                Some((outer, is_begun)) if !is_begun || indent > outer => Some((outer, true)),
                Some(_) | None => None,
            };
            if reason.is_none() && names_language(code) {
                let what = format!("a language is named; ask its profile, or say why: `{REASON}…`");
                problems.push(Problem::at(path, line, what));
            }
        }
    }
    problems
}

/// Whether a line of code has a variant of `Language`, or imports several.
fn names_language(code: &str) -> bool {
    code.match_indices("Language::").any(|(at, word)| {
        let rest = &code[at + word.len()..];
        let is_of_project = !code[..at].ends_with("tree_sitter::");
        let is_whole = !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let is_variant = rest.starts_with(|c: char| c.is_ascii_uppercase() || "{*".contains(c));
        is_whole && is_of_project && is_variant && !rest.starts_with("Unknown")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::problems;

    #[test]
    fn a_language_that_is_named_without_a_reason_is_found() {
        let bad = "//- crates/a/src/lib.rs\nfn a(l: Language) -> bool {\n    l == Language::Go\n}\n\
                   fn b() {\n    // language: why\n    match l {\n        Language::C => 1,\n    }\n\
                   \x20   matches!(l, Language::C)\n}\nuse rutter_domain::Language::{C, Cpp};\n";
        let found = problems(check, bad);
        let lines: Vec<&str> = found.lines().filter_map(|line| line.split(':').nth(1)).collect();
        assert_eq!(lines, ["2", "9", "11"], "{found}");
    }

    #[test]
    fn reasons_tests_and_the_home_of_languages_are_let_be() {
        let good = "//- crates/a/src/lib.rs\n// language: why\nfn a(l: Language) -> bool {\n    l == Language::Go\n}\n\
                    fn b() { Language::all(); Language::Unknown; tree_sitter::Language::X; }\n\
                    // Language::C in a comment\nconst D: &str = \"Language::C\";\n\
                    #[cfg(test)]\nmod tests {\n    const C: Language = Language::C;\n}\n\
                    //- crates/syntax/src/languages/c.rs\nconst C: Language = Language::C;\n";
        assert_eq!(problems(check, good), "");
    }
}
