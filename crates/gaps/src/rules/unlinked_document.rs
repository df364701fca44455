//! `unlinked-document`: a document that nothing leads to, and that names nothing of the repository.

use rutter_domain::{DocumentMention, Language, MentionKind, Severity};
use rutter_syntax::parse_mention;

use crate::documents::judged::is_judged;
use crate::documents::repository_text::RepositoryText;
use crate::documents::targets::{LinkTarget, file_name, folder_of, join};
use crate::findings::{Finding, Findings};
use crate::repository::RepositoryView;
use crate::rule::{AppliesTo, Example, Rule, RuleInfo};
use crate::view::FileView;
use rutter_domain::words::contains_word;

/// Finds documents that are linked to nothing.
pub struct UnlinkedDocument;

static INFO: RuleInfo = RuleInfo {
    name: "unlinked-document",
    about: "A document names nothing of this repository, and no other file names the document.",
    why: "Nobody finds it, and nobody can tell what it is about when the code changes.",
    severity: Severity::Low,
    weight: 0.5,
    applies_to: AppliesTo::Documents,
    wrong: Example { path: "docs/tides.md", text: "# Tides\n\nThe sea rises twice a day.\n" },
    right: Example {
        path: "docs/tides.md",
        text: "# Tides\n\nThe sea rises twice a day; `high_water` in `src/tide.rs` computes when.\n",
    },
};

/// Documents that are found by their name.
const CONVENTIONAL: &[&str] = &[
    "readme",
    "changelog",
    "changes",
    "history",
    "news",
    "contributing",
    "contributors",
    "license",
    "licence",
    "copying",
    "code_of_conduct",
    "code-of-conduct",
    "security",
    "support",
    "governance",
    "maintainers",
    "authors",
    "codeowners",
    "issue_template",
    "pull_request_template",
    "upgrading",
    "release",
    "releases",
    "releasing",
    "notice",
    "claude",
    "agents",
    "gemini",
    "copilot",
    "skill",
    "todo",
    "roadmap",
    "install",
    "index",
    "summary",
    "nav",
    "home",
    "credits",
    "acknowledgements",
    "thanks",
    "backers",
    "sponsors",
    "404",
    "patents",
    "citation",
    "architecture",
    "faq",
    "hacking",
    "developing",
    "development",
    "design",
    "overview",
    "intro",
    "introduction",
    "adopters",
    "users",
    "emeritus",
    "owners",
    "committers",
    "team",
    "bug-bounty",
    "bug_bounty",
    "bug_report",
    "feature_request",
    "conduct",
    "dco",
    "cla",
    "trademark",
    "trademarks",
    "third-party",
    "third_party",
    "developers",
];

/// Files of sites that list their pages by themselves.
const SITE_FILES: &[&str] = &[
    "docusaurus.config.js",
    "docusaurus.config.ts",
    "astro.config.mjs",
    "astro.config.ts",
    "gatsby-config.js",
    "next.config.js",
    "next.config.mjs",
    "_config.yml",
    "_config.yaml",
    "hugo.toml",
    "hugo.yaml",
    ".vitepress",
    ".vuepress",
    "theme.config.tsx",
    "theme.config.jsx",
    "mint.json",
    "docs.json",
    ".eleventy.js",
    "eleventy.config.js",
    "config.toml",
    "vocs.config.ts",
    "mkdocs.yml",
    "mkdocs.yaml",
    "_quarto.yml",
    "antora.yml",
    "typedoc.json",
];

/// Folders whose documents are data: prompts, pages, items of a collection.
const COLLECTIONS: &[&str] = &[
    "prompts",
    "prompt",
    "skills",
    "commands",
    "agents",
    "rules",
    "pages",
    "content",
    "_posts",
    "_docs",
    "_includes",
    "includes",
    "partials",
    "snippets",
    "fragments",
    "src",
    "lib",
    "assets",
    "static",
    "public",
    "resources",
    "data",
    "site",
    "website",
    "www",
    "man",
    "issue_template",
    "queries",
    "lessons",
    "exercises",
    "problems",
    "checks",
];

impl Rule for UnlinkedDocument {
    fn info(&self) -> &'static RuleInfo {
        &INFO
    }

    fn examine(
        &self,
        file: &FileView<'_>,
        repository: &RepositoryView<'_>,
        findings: &mut Findings,
    ) {
        // Without a heading it is data: a signature, a report, a table.
        let is_prose = !file.facts.symbols.is_empty();
        if !is_prose || !is_judged(file.path, file.language) || is_conventional(file.path) {
            return;
        }
        let is_known = |mention: &DocumentMention| names_something(file, repository, mention);
        if file.facts.mentions.iter().any(is_known) {
            findings.pass();
            return;
        }
        let message = "the document names nothing of this repository, and no file names it";
        findings.report(Finding::new(1, message));
    }

    fn confirm(&self, path: &str, _: &Finding, text: &RepositoryText<'_>) -> bool {
        let Some(content) = text.text(path) else { return false };
        let is_linked = has_front_matter(&content)
            || is_list_of_people(&content)
            || is_in_site(path, text)
            || is_named(path, text)
            || names_address(&content, text);
        !is_linked && !names_anything(path, text)
    }
}

fn is_conventional(path: &str) -> bool {
    let name = file_name(path).to_ascii_lowercase();
    let stem = name.split('.').next().unwrap_or(&name);
    let is_collection =
        |folder: &str| COLLECTIONS.iter().any(|other| folder.eq_ignore_ascii_case(other));
    stem.starts_with('_')
        || CONVENTIONAL.iter().any(|conventional| {
            let rest = stem.strip_prefix(conventional);
            rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        })
        || folder_of(path).split('/').any(is_collection)
}

/// Whether a mention leads to something of the repository.
fn names_something(
    file: &FileView<'_>,
    repository: &RepositoryView<'_>,
    mention: &DocumentMention,
) -> bool {
    let is_there = |path: &str| {
        let beside = join(folder_of(file.path), path);
        [beside, join("", path)].into_iter().flatten().any(|place| {
            let endings = ["", ".md", ".rst", ".adoc"];
            !place.is_empty()
                && place != file.path
                && (endings.iter().any(|ending| repository.has_file(&format!("{place}{ending}")))
                    || repository.has_folder(&place))
        })
    };
    match mention.kind {
        MentionKind::Link => LinkTarget::parse(&mention.text)
            .is_some_and(|target| !target.path.is_empty() && is_there(&target.path)),
        MentionKind::Path => {
            let path = LinkTarget::parse_path(&mention.text).path;
            is_there(&path) || !repository.files_ending(path.trim_matches('/')).is_empty()
        }
        MentionKind::Name | MentionKind::Import => {
            parse_mention(&mention.text).is_some_and(|(_, name)| repository.is_defined(name))
        }
        MentionKind::Command | MentionKind::Flag => false,
    }
}

/// Whether a document begins with settings for the page of a site.
fn has_front_matter(content: &str) -> bool {
    let mut lines = content.trim_start_matches('\u{feff}').lines();
    let end = match lines.next().map(str::trim_end) {
        Some("---") => "---",
        Some("+++") => "+++",
        Some(_) | None => return false,
    };
    let settings: Vec<&str> = lines.take_while(|line| line.trim_end() != end).take(60).collect();
    let is_setting = |line: &&str| {
        let key = line.split([':', '=']).next().unwrap_or("");
        key.len() < line.len() && !key.is_empty() && !key.trim_end().contains(char::is_whitespace)
    };
    settings.iter().any(is_setting)
}

/// Whether most items of a document are accounts: `@name`.
fn is_list_of_people(content: &str) -> bool {
    let items =
        content.lines().map(|line| line.trim_start_matches([' ', '\t', '*', '-', '|', '[']));
    let items: Vec<&str> =
        items.filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let is_account = |word: &str| {
        let word = word.trim_start_matches(['(', '[', '<', '`']);
        word.len() > 1 && word.starts_with('@')
    };
    let n_people =
        items.iter().filter(|line| line.split_ascii_whitespace().any(is_account)).count();
    n_people > 0 && n_people * 2 >= items.len()
}

/// Whether the document has an address such as `/-/healthy` that stands as text in code.
fn names_address(content: &str, text: &RepositoryText<'_>) -> bool {
    let is_end = |c: char| c.is_whitespace() || "`\"'()<>,;|".contains(c);
    let is_address = |word: &&str| {
        word.len() > 3
            && word.starts_with('/')
            && !word.starts_with("//")
            && word.contains(char::is_alphabetic)
    };
    content.split(is_end).filter(is_address).any(|address| {
        let address = address.trim_end_matches(['.', ':', '/']);
        let written = ['"', '\'', '`'].map(|quote| format!("{quote}{address}"));
        text.has_text(address, |code| {
            written.iter().any(|written| code.contains(written.as_str()))
                || code.contains(&format!("{address}\""))
        })
    })
}

/// Whether the document belongs to a site that lists its pages by itself.
fn is_in_site(path: &str, text: &RepositoryText<'_>) -> bool {
    let mut folders = vec![folder_of(path)];
    while let Some(folder) = folders.last().filter(|folder| !folder.is_empty()) {
        folders.push(folder_of(folder));
    }
    let lies_in = |folder: &str| {
        SITE_FILES.iter().any(|file| join(folder, file).is_some_and(|file| text.exists(&file)))
    };
    // An index beside the pages, or above them, is the start of a manual.
    let is_manual = |folder: &str| {
        const STARTS: [&str; 6] =
            ["index.md", "index.rst", "index.adoc", "index.html", "SUMMARY.md", "_toc.yml"];
        !folder.is_empty()
            && STARTS.iter().any(|file| join(folder, file).is_some_and(|file| text.exists(&file)))
    };
    folders.iter().any(|folder| lies_in(folder) || is_manual(folder))
        || ["website", "docs", "doc", "site", "docs-site", "www"]
            .iter()
            .any(|folder| lies_in(folder))
        || has_globbed_contents(text)
}

/// Whether a table of contents of the repository takes in all files of a folder.
fn has_globbed_contents(text: &RepositoryText<'_>) -> bool {
    text.reader.paths_naming("toctree glob").iter().any(|path| {
        let language = text.reader.language_of(path);
        // language: the directive is of Sphinx alone
        language == Some(Language::ReStructuredText)
            && text.text(path).is_some_and(|text| text.contains(":glob:"))
    })
}

/// Whether another file refers to the document by its name, with or without extension.
fn is_named(path: &str, text: &RepositoryText<'_>) -> bool {
    let name = file_name(path);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    // Links write it with percent signs.
    if !stem.is_ascii() || stem.contains(' ') {
        return true;
    }
    let is_named_in =
        |other: &&str| *other != path && text.text(other).is_none_or(|text| refers_to(&text, stem));
    text.reader.paths_naming(stem).iter().any(is_named_in)
}

/// Whether a text has the name of a document in a form in which files are referred to: with an extension, after a
/// folder, in quotes or brackets, or alone on a line as in a list of pages.
fn refers_to(text: &str, stem: &str) -> bool {
    text.match_indices(stem).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + stem.len()..]);
        let previous = before.chars().next_back();
        let next = after.chars().next();
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
        if previous.is_some_and(is_part) || next.is_some_and(is_part) {
            return false;
        }
        let has_extension = [".md", ".mdx", ".rst", ".adoc", ".html", ".txt", ".markdown"]
            .iter()
            .any(|extension| after.starts_with(extension));
        let is_enclosed = matches!(
            (previous, next),
            (Some('"'), Some('"'))
                | (Some('\''), Some('\''))
                | (Some('`'), Some('`'))
                | (Some('<'), Some('>' | '#'))
                | (Some('('), Some(')' | '#'))
        );
        let line_start = before.rsplit('\n').next().unwrap_or_default();
        let line_end = after.split('\n').next().unwrap_or_default();
        let is_alone = line_start.trim_matches([' ', '\t', '-', '*']).is_empty()
            && line_end.trim().is_empty()
            && !line_start.is_empty();
        has_extension || previous == Some('/') || is_enclosed || is_alone
    })
}

/// Whether the text, outside of code spans too, names a program, a package, a symbol or a path of the repository.
fn names_anything(path: &str, text: &RepositoryText<'_>) -> bool {
    let own = text.own();
    let Some(content) = text.text(path) else { return true };
    let repository = text.repository();
    let is_symbol = |word: &str| is_distinctive(word) && repository.is_defined(word);
    let is_path = |word: &str| {
        // What stands before a wildcard is a folder.
        let place = word.split(['*', '{', '<']).next().unwrap_or_default();
        let folder = place.rsplit_once('/').map(|(folder, _)| folder);
        folder.is_some_and(|folder| !folder.is_empty() && repository.has_folder(folder))
    };
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    own.programs.iter().chain(&own.packages).any(|name| contains_word(&content, name))
        || content.split(|c: char| !is_part(c)).any(is_symbol)
        || content.split_ascii_whitespace().any(is_path)
        || code_spans(&content).any(|name| text.has_word(name))
}

/// The names in code spans, without what qualifies them.
fn code_spans(content: &str) -> impl Iterator<Item = &str> {
    let spans = content.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let names = spans.filter_map(move |span| {
        let name = span.split('(').next()?.trim();
        let last = name.rsplit(['.', ':', '#']).next()?;
        (last.len() >= 3 && last.chars().all(is_name)).then_some(last)
    });
    names.filter(|name| name.contains(char::is_alphabetic))
}

/// Whether a word is a name rather than a word of prose: it has several parts.
fn is_distinctive(word: &str) -> bool {
    let mut pairs = word.chars().zip(word.chars().skip(1));
    word.len() >= 6
        && (word.trim_matches('_').contains('_')
            || pairs.any(|(left, right)| left.is_lowercase() && right.is_uppercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn front_matter_makes_a_page_of_a_site() {
        assert!(has_front_matter("---\ntitle: Tides\nsort_rank: 3\n---\n# Tides\n"));
        assert!(has_front_matter("+++\ntitle = \"Tides\"\n+++\n"));
        assert!(!has_front_matter("# Tides\n\n---\ntitle: x\n---\n"));
        assert!(!has_front_matter("---\nThe sea rises.\n---\n"));
    }

    #[test]
    fn a_list_of_accounts_is_about_people() {
        assert!(is_list_of_people("# Former\n\n* @ann\n* Bob (@bob)\n"));
        assert!(!is_list_of_people("# Tides\n\nThe sea rises.\nIt falls.\nAsk @ann.\n"));
        assert!(!is_list_of_people("# Tides\n"));
    }

    #[test]
    fn documents_about_people_and_process_are_found_by_their_names() {
        for path in ["EMERITUS.md", "BUG-BOUNTY.md", "MAINTAINERS.md", ".github/SUPPORT.md"] {
            assert!(is_conventional(path), "{path}");
        }
        assert!(!is_conventional("docs/tides.md"));
    }

    #[test]
    fn a_document_is_referred_to_as_files_are() {
        for text in [
            "see tides.md",
            "docs/tides",
            "[x](tides)",
            "- tides\n",
            "nav: 'tides'",
            ":doc:`tides`",
            "`x <tides>`",
        ] {
            assert!(refers_to(text, "tides"), "{text}");
        }
        for text in ["the tides rise", "tides-old.md", "", "low_tides.md"] {
            assert!(!refers_to(text, "tides"), "{text}");
        }
    }
}
