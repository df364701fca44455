//! Which documents and sections are expected to describe the code as it is.
//!
//! Histories, migration guides, proposals and decision records name what is gone or not there yet, and
//! rightly so.

use rutter_domain::{Facts, Family, Language};

/// Words in the name of a document or folder that is about another time.
const OTHER_TIMES: &[&str] = &[
    "changelog",
    "changelogs",
    "changes",
    "changeset",
    "history",
    "news",
    "newsfragments",
    "release",
    "releases",
    "migration",
    "migrations",
    "migrating",
    "migrate",
    "upgrade",
    "upgrading",
    "upgrades",
    "whatsnew",
    "adr",
    "sep",
    "seps",
    "kep",
    "keps",
    "enhancement",
    "enhancements",
    "adrs",
    "rfc",
    "rfcs",
    "proposal",
    "proposals",
    "decisions",
    "blog",
    "posts",
    "archive",
    "archived",
    "roadmap",
    "todo",
    "announcement",
    "announcements",
    "deprecated",
    "deprecations",
    "legacy",
    "old",
    "obsolete",
    "plan",
    "plans",
    "tracking",
    "notes",
    "faq",
    "thirdparty",
    "license",
    "licenses",
    "credits",
    "versioned",
    "versions",
    "changed",
];

/// Folders whose documents are not about this repository.
const OTHER_SUBJECTS: &[&str] = &[
    "vendor",
    "vendored",
    "third_party",
    "third-party",
    "thirdparty",
    "node_modules",
    "external",
    "template",
    "templates",
    "skeleton",
    "skeletons",
    "scaffold",
    "scaffolds",
    "boilerplate",
    "cookiecutter",
    "locale",
    "locales",
    "i18n",
    "translations",
    "snapshots",
    "__snapshots__",
    "corpus",
    "testdata",
    "content",
];

/// Words of a heading under which things of another time are named.
const OTHER_TIMES_HEADINGS: &[&str] = &[
    "changelog",
    "changes",
    "changed",
    "history",
    "migration",
    "migrating",
    "migrate",
    "upgrade",
    "upgrading",
    "deprecated",
    "deprecation",
    "deprecations",
    "removed",
    "removal",
    "removals",
    "renamed",
    "breaking",
    "roadmap",
    "todo",
    "planned",
    "future",
    "proposal",
    "proposed",
    "alternatives",
    "rejected",
    "legacy",
    "obsolete",
    "release notes",
    "what's new",
    "whats new",
    "rationale",
    "motivation",
];

/// Words on a line that names something which need not exist.
const NOT_HERE: &[&str] = &[
    "deprecated",
    "removed",
    "renamed",
    "no longer",
    "formerly",
    "used to be",
    "previously",
    "was called",
    "replaced",
    "instead of",
    "legacy",
    "obsolete",
    "does not exist",
    "doesn't exist",
    "not exist",
    "not yet",
    "in the future",
    "prior to",
    "older version",
    "old version",
    "earlier version",
    "before version",
    "since version",
    "create",
    "creating",
    "generated",
    "generates",
    "generate",
    "for example",
    "e.g.",
    "for instance",
    "such as",
    "example",
    "your ",
    "you might",
    "you could",
    "imagine",
    "suppose",
    "let's say",
    "hypothetical",
    "todo",
    "planned",
    "would",
    "might look",
    "like this",
    "mkdir",
    "touch",
    "save",
    "saved",
    "add a ",
    "write a",
    "named",
    "name of",
    "changed to",
    "superseded",
    "moved to",
    "versionchanged",
    "deprecated::",
    "new file",
    "output",
    "if you have",
    "e.g",
    "called",
];

/// Words of names that stand for any name.
const SAMPLE_NAMES: &[&str] = &[
    "foo", "bar", "baz", "example", "examples", "sample", "path", "file", "document", "filename",
    "dir", "folder", "my", "your", "some", "name", "xxx", "hello", "world", "demo", "temp", "tmp",
    "a", "b", "c", "x", "y", "project", "user",
];

/// Whether what a document says is expected to hold now.
pub fn is_judged(path: &str, language: Language) -> bool {
    // language: notes without a format are drafts and lists as often as documentation
    let is_format = language.family() == Family::Document && language != Language::Text;
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let folders = || path.split('/').rev().skip(1);
    let has_word = |name: &str, words: &[&str]| {
        let mut parts = name.split(|c: char| !c.is_alphanumeric());
        parts.any(|part| words.iter().any(|word| part.eq_ignore_ascii_case(word)))
    };
    let is_other_subject =
        |folder: &str| OTHER_SUBJECTS.iter().any(|other| folder.eq_ignore_ascii_case(other));
    is_format
        && !rutter_domain::is_auxiliary_path(path, name)
        && !has_word(stem, OTHER_TIMES)
        && !folders().any(|folder| has_word(folder, OTHER_TIMES) || is_other_subject(folder))
        && !is_version(stem)
}

/// Whether a section, or one around it, is about another time: a history, a list of versions.
pub fn is_of_another_time(facts: &Facts, section: Option<u32>) -> bool {
    let mut next = section;
    // Sections nest only a few levels deep.
    for _ in 0..32 {
        let Some(symbol) = next.and_then(|at| facts.symbols.get(at as usize)) else { return false };
        let title = symbol.name.to_lowercase();
        let has_word = |word: &&&str| match word.contains(' ') {
            true => title.contains(**word),
            false => title.split(|c: char| !c.is_alphanumeric()).any(|part| part == **word),
        };
        if OTHER_TIMES_HEADINGS.iter().any(|word| has_word(&word)) || is_version(&title) {
            return true;
        }
        next = symbol.parent;
    }
    false
}

/// Whether a line names something that need not exist: an example, or something of the past.
pub fn excuses(line: &str) -> bool {
    let line = line.to_lowercase();
    NOT_HERE.iter().any(|words| line.contains(words))
}

/// Whether a path stands for any path: `path/to/file`, `foo.py`.
pub fn is_sample_path(path: &str) -> bool {
    let mut words = path.split(|c: char| !c.is_alphanumeric());
    words.any(|word| SAMPLE_NAMES.iter().any(|any| word.eq_ignore_ascii_case(any)))
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
            "CHANGELOG.md",
            "docs/upgrading-to-v2.md",
            "docs/adr/0001-x.md",
            "docs/blog/post.md",
            "3.0-Notes.md",
            "tests/data/a.md",
            "vendor/x/README.md",
            "notes.txt",
            "docs/releases/1.2.rst",
            "rfcs/new-parser.md",
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
