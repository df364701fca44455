//! Which documents and sections are expected to describe the code as it is.
//!
//! Histories, migration guides, proposals and decision records name what is gone or not there yet, and
//! rightly so.

use rutter_domain::{Facts, Family, Language};
use rutter_graph::path_text::name_of;

use crate::lexicon::documents as words;

/// Whether what a document says is expected to hold now.
pub fn is_judged(path: &str, language: Language) -> bool {
    // language: notes without a format are drafts and lists as often as documentation
    let is_format = language.family() == Family::Document && language != Language::Text;
    let name = name_of(path);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let is_of_another_time = |name: &str| {
        let mut parts = name.split(|c: char| !c.is_alphanumeric());
        parts.any(|part| words::OTHER_TIMES.has_in_any_case(part))
    };
    let is_aside =
        |folder: &str| is_of_another_time(folder) || words::OTHER_SUBJECTS.has_in_any_case(folder);
    is_format
        && !rutter_domain::is_auxiliary_path(path, name)
        && !is_of_another_time(stem)
        && !path.split('/').rev().skip(1).any(is_aside)
        && !is_version(stem)
}

/// Whether a section, or one around it, is about another time: a history, a list of versions.
pub fn is_of_another_time(facts: &Facts, section: Option<u32>) -> bool {
    let mut next = section;
    // Sections nest only a few levels deep.
    for _ in 0..32 {
        let Some(symbol) = next.and_then(|at| facts.symbols.get(at as usize)) else { return false };
        let title = symbol.name.to_lowercase();
        let has = |word: &str| {
            let mut words = title.split(|c: char| !c.is_alphanumeric());
            words.any(|one| one == word) || word.contains(' ') && title.contains(word)
        };
        if words::OTHER_TIMES_HEADINGS.iter().any(has) || is_version(&title) {
            return true;
        }
        next = symbol.parent;
    }
    false
}

/// Whether a line names something that need not exist: an example, or something of the past.
pub fn excuses(line: &str) -> bool {
    words::NOT_HERE.occur_in(&line.to_lowercase())
}

/// Whether a path is a made-up example: `path/to/file`, `foo.py`.
pub fn is_sample_path(path: &str) -> bool {
    let mut parts = path.split(|c: char| !c.is_alphanumeric());
    parts.any(|word| words::SAMPLE_NAMES.has_in_any_case(word))
}

/// Whether a title is a version: `v1.2`, `2.0.0 (2021-01-01)`, `Version 3.1`.
fn is_version(title: &str) -> bool {
    let title = title.trim().trim_start_matches(['[', 'v', 'V']);
    let title =
        title.strip_prefix("ersion ").or_else(|| title.strip_prefix("elease ")).unwrap_or(title);
    let number = title.split([' ', ']', '(', '-']).next().unwrap_or_default();
    number.split_once('.').is_some_and(|(_, minor)| !minor.is_empty())
        && number.starts_with(|c: char| c.is_ascii_digit())
        && number.chars().filter(|c| c.is_ascii_digit() || *c == '.').count() * 3
            >= number.len() * 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_about_another_time_are_left_out() {
        for path in ["README.md", "docs/guide.rst", "docs/internals/parser.adoc", "CONTRIBUTING.md"]
        {
            assert!(is_judged(path, Language::of_path(path)), "{path}");
        }
        for path in [
            "CHANGELOG.md", "docs/upgrading-to-v2.md", "docs/adr/0001-x.md", "docs/blog/post.md",
            "3.0-Notes.md", "tests/data/a.md", "vendor/x/README.md", "notes.txt",
            "docs/releases/1.2.rst", "rfcs/new-parser.md",
        ] {
            assert!(!is_judged(path, Language::of_path(path)), "{path}");
        }
    }

    #[test]
    fn versions_are_told_from_other_titles() {
        for title in ["v1.2", "2.0.0 (2021-01-01)", "[1.0.3]", "1.2.x"] {
            assert!(is_version(title), "{title}");
        }
        for title in ["Usage", "2. Install", "Version control", "HTTP/1.1 support"] {
            assert!(!is_version(title), "{title}");
        }
    }
}
