//! Finds the purpose of a folder in its own files: the description in its manifest, the first paragraph of its
//! README, or the comment at the top of its main file.

use serde::Serialize;

use crate::query::snapshot::Snapshot;

/// Files that say what their folder is for, the first that does first.
const MANIFESTS: [&str; 4] = ["Cargo.toml", "package.json", "pyproject.toml", "composer.json"];
const READMES: [&str; 6] =
    ["README.md", "readme.md", "README.rst", "README.adoc", "README.txt", "README"];
const MAIN_FILES: &str = "\
    src/lib.rs src/main.rs lib.rs main.rs mod.rs __init__.py __main__.py main.py doc.go \
    main.go index.ts index.js src/index.ts src/index.js package-info.java main.c main.cpp \
    init.lua";
/// At most this many lines of a file are looked at.
const MOST_LINES: usize = 80;

/// The purpose of a folder, and the file that states it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FolderPurpose {
    pub text: String,
    pub path: String,
}

/// The purpose of a folder; `None` if none of its files states it.
pub(crate) fn purpose_of(snapshot: &Snapshot, folder: &str) -> Option<FolderPurpose> {
    let at = |name: &str| match folder {
        "" => name.to_owned(),
        folder => format!("{folder}/{name}"),
    };
    let read = |name: &str, say: fn(&str) -> Option<String>| {
        let path = at(name);
        snapshot.file_at(&path)?;
        let text = say(&snapshot.text_of(&path))?;
        Some(FolderPurpose { text, path })
    };
    let readmes = || READMES.iter().find_map(|name| read(name, first_paragraph));
    let manifests = || MANIFESTS.iter().find_map(|name| read(name, description));
    let main_files = || MAIN_FILES.split(' ').find_map(|name| read(name, top_comment));
    // `net.rs` and `net.py` stand for the folder `net` beside them.
    let beside = || {
        let extensions = ["rs", "py", "ts", "js", "go"];
        extensions.iter().filter(|_| !folder.is_empty()).find_map(|extension| {
            let path = format!("{folder}.{extension}");
            snapshot.file_at(&path)?;
            Some(FolderPurpose { text: top_comment(&snapshot.text_of(&path))?, path })
        })
    };
    manifests().or_else(readmes).or_else(main_files).or_else(beside)
}

/// The description in a manifest: `description = "…"` or `"description": "…"`.
fn description(text: &str) -> Option<String> {
    let line = text.lines().map(str::trim).find(|line| {
        line.trim_start_matches('"').starts_with("description") && !line.contains(".workspace")
    })?;
    let (_, value) = line.split_once(['=', ':'])?;
    let value = value.trim().trim_end_matches(',').trim_matches(['"', '\'']).trim();
    (value.len() > 2 && !value.starts_with(['{', '['])).then(|| value.to_owned())
}

/// The first paragraph of a document that is text: no heading, badge, list or code.
fn first_paragraph(text: &str) -> Option<String> {
    let mut paragraph = Vec::new();
    let mut is_code = false;
    for line in text.lines().take(MOST_LINES).map(str::trim) {
        if line.starts_with("```") {
            is_code = !is_code;
        }
        let starts_as_text =
            line.starts_with(|letter: char| letter.is_alphabetic() || "`*_".contains(letter));
        let is_list = line.starts_with("* ") || line.starts_with("```");
        // A single word is a heading or a badge, unless it goes on with a sentence.
        let is_sentence = line.contains(' ') || !paragraph.is_empty();
        let is_text = starts_as_text && !is_list && is_sentence;
        if is_text && !is_code {
            paragraph.push(line);
        } else if !paragraph.is_empty() {
            // The line below a heading of reStructuredText underlines it.
            let is_underline =
                !line.is_empty() && line.chars().all(|letter| "=-~^#".contains(letter));
            if !is_underline {
                break;
            }
            paragraph.clear();
        }
    }
    let paragraph = paragraph.join(" ");
    (!paragraph.is_empty()).then_some(paragraph)
}

/// The first sentence of the comment or docstring at the top of a file, unless it is about a license.
pub(crate) fn top_comment(text: &str) -> Option<String> {
    let mut said = String::new();
    let mut is_open: Option<&str> = None;
    for line in text.lines().take(MOST_LINES).map(str::trim) {
        if line.starts_with("#!") || line.starts_with("#[") || line.starts_with("# -*-") {
            continue;
        }
        let opened =
            ["/**", "/*", "\"\"\"", "\'\'\'"].into_iter().find(|mark| line.starts_with(mark));
        let marks = ["//!", "///", "//", "--", "#", "*", ";;"];
        let comment = match (is_open, opened) {
            (Some(_), _) => Some(line.trim_start_matches("*/").trim_start_matches('*')),
            (None, Some(mark)) => Some(&line[mark.len()..]),
            (None, None) => marks.iter().find_map(|mark| line.strip_prefix(mark)),
        };
        let Some(comment) = comment else {
            if line.is_empty() && said.is_empty() {
                continue;
            }
            break;
        };
        is_open = match (is_open, opened) {
            (Some(mark), _) => (!comment.contains(closing(mark))).then_some(mark),
            (None, Some(mark)) => (!comment.contains(closing(mark))).then_some(mark),
            (None, None) => None,
        };
        let comment = comment.trim_end_matches("*/").trim_matches(['"', '\'']).trim();
        let is_of_license = ["copyright", "license", "spdx", "(c)"]
            .iter()
            .any(|word| comment.to_lowercase().contains(word));
        if is_of_license {
            return None;
        }
        if comment.is_empty() {
            if said.is_empty() {
                continue;
            }
            break;
        }
        if !said.is_empty() {
            said.push(' ');
        }
        said.push_str(comment);
        if comment.ends_with('.') {
            break;
        }
    }
    let sentence = said.split_inclusive(". ").next().unwrap_or_default().trim().to_owned();
    (sentence.len() > 3).then_some(sentence)
}

fn closing(mark: &str) -> &str {
    match mark {
        "/**" | "/*" => "*/",
        quotes => quotes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_of_a_file_says_what_it_is_for() {
        for (text, expected) in [
            ("//! Walks files.\n//!\n//! More.\n", "Walks files."),
            ("#!/bin/sh\n# Builds it.\n", "Builds it."),
            ("\"\"\"Reads mail. And more.\n\"\"\"\n", "Reads mail."),
            ("/**\n * Parses text.\n */\nclass A {}", "Parses text."),
            ("// Package net dials\n// hosts.\npackage net\n", "Package net dials hosts."),
        ] {
            assert_eq!(top_comment(text).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(top_comment("// Copyright 2020\nfn a() {}"), None);
        assert_eq!(top_comment("fn a() {}"), None);
    }

    #[test]
    fn a_readme_is_described_by_its_first_paragraph() {
        let text = "# Tool\n\n[![badge](x)](y)\n\nFinds things\nfast.\n\nMore text here.\n";
        assert_eq!(first_paragraph(text).as_deref(), Some("Finds things fast."));
        assert_eq!(
            first_paragraph("Title of it\n====\n\nIt is good.\n").as_deref(),
            Some("It is good.")
        );
    }

    #[test]
    fn a_manifest_has_a_description() {
        assert_eq!(
            description("name = \"a\"\ndescription = \"Does it.\"\n").as_deref(),
            Some("Does it.")
        );
        assert_eq!(description("{\n  \"description\": \"Does it\",\n").as_deref(), Some("Does it"));
        assert_eq!(description("description.workspace = true"), None);
    }
}
