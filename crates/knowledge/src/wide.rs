//! Entries about more than one file: a folder, the repository, a topic.
//!
//! Such a subject has no lines of its own, so it is what it cites: the cited lines of all files, put
//! together as one text that everything that works on a file works on ([`wide_subject`]). A claim is
//! checked against these lines alone, and the entry is stale as soon as one of them has changed.

use std::sync::Arc;

use rutter_domain::{
    Claim, EntryKind, Evidence, Facts, Language, REPOSITORY_PATH, REPOSITORY_TITLE, Reference,
    SymbolKind, TextLimit,
};

use crate::draft::EntryDraft;
use crate::knowledge::Knowledge;
use crate::record::check::{Refusal, clean_path};
use rutter_checks::Subject;
use rutter_syntax::ParsedFile;

/// One piece of evidence of a wide entry has at most this many lines: what cites everything shows nothing.
const MOST_CITED_LINES: u32 = 200;

/// A folder, the repository or a topic, as path and title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WidePlace {
    pub(crate) path: String,
    /// Empty unless it is a topic.
    pub(crate) symbol: String,
}

impl WidePlace {
    /// The last part of a folder's path, or the title of a topic.
    pub(crate) fn name(&self) -> String {
        match EntryKind::of(&self.symbol, &self.path, SymbolKind::File) {
            EntryKind::Topic => self.symbol.clone(),
            EntryKind::Folder => {
                self.path.trim_end_matches('/').rsplit('/').next().unwrap_or_default().to_owned()
            }
            EntryKind::Symbol(_) | EntryKind::File | EntryKind::Repository => {
                REPOSITORY_TITLE.to_owned()
            }
        }
    }
}

/// The folder, repository or topic that a draft describes; `None` if it is about a file or a symbol.
pub(crate) fn wide_place(
    knowledge: &Knowledge,
    draft: &EntryDraft,
) -> Result<Option<WidePlace>, Refusal> {
    let refuse = |reason: String| Err(Refusal(reason));
    if let Some(title) = draft.topic.as_deref().map(squeeze).filter(|title| !title.is_empty()) {
        TextLimit::TITLE.check(&title)?;
        // Otherwise it would be the repository's own entry.
        let symbol = if title == REPOSITORY_TITLE { String::new() } else { title };
        return Ok(Some(WidePlace { path: REPOSITORY_PATH.to_owned(), symbol }));
    }
    let (path, symbol) = (draft.path.trim(), draft.symbol.trim());
    let is_whole = matches!(symbol, "" | ".") || symbol == path;
    if is_whole && matches!(path.trim_end_matches('/'), "." | "./.") {
        return Ok(Some(WidePlace { path: REPOSITORY_PATH.to_owned(), symbol: String::new() }));
    }
    if path.is_empty() || knowledge.snapshot.file_at(path).is_some() {
        return Ok(None);
    }
    let folder = format!("{}/", clean_path(path)?.trim_end_matches('/'));
    if !has_files(knowledge, &folder) {
        return if path.ends_with('/') {
            refuse(format!("`{folder}` is no folder of the index"))
        } else {
            Ok(None)
        };
    }
    if is_whole {
        Ok(Some(WidePlace { path: folder, symbol: String::new() }))
    } else {
        refuse(format!(
            "`{folder}` is a folder; give the file that defines `{symbol}`, or leave the symbol out"
        ))
    }
}

/// Whether the index has files in a folder.
pub(crate) fn has_files(knowledge: &Knowledge, folder: &str) -> bool {
    folder == REPOSITORY_PATH || knowledge.snapshot.paths().any(|path| path.starts_with(folder))
}

/// Refuses evidence that cannot show anything about something wide.
pub(crate) fn check_evidence(place: &WidePlace, cited: &[Evidence]) -> Result<(), Refusal> {
    let refuse = |reason: String| Err(Refusal(reason));
    if cited.is_empty() {
        return refuse(
            "there is no evidence; a folder, a topic and the repository have no lines of their own, \
             so cite the lines that show what you say"
                .to_owned(),
        );
    }
    if let Some(long) = cited.iter().find(|one| one.end_line - one.start_line >= MOST_CITED_LINES) {
        let Evidence { path, start_line, end_line } = long;
        return refuse(format!(
            "the evidence {path}:{start_line}-{end_line} is longer than {MOST_CITED_LINES} lines; \
             cite the lines that show what you say"
        ));
    }
    let is_inside = |one: &Evidence| one.path.starts_with(place.path.as_str());
    if place.path != REPOSITORY_PATH && !cited.iter().any(is_inside) {
        return refuse(format!("no evidence is in `{}`; cite lines of its files", place.path));
    }
    Ok(())
}

/// The cited lines as a file of their own.
pub(crate) fn wide_subject(
    knowledge: &Knowledge,
    place: &WidePlace,
    evidence: &[Evidence],
) -> Subject {
    let (mut text, mut n_lines) = (String::new(), 0_u32);
    let mut facts = Facts::empty(Language::Unknown);
    for (_, parsed, cited) in pieces(knowledge, evidence) {
        if facts.language == Language::Unknown {
            facts.language = parsed.facts.language;
        }
        let moved = |line: u32| line - cited.start_line + 1 + n_lines;
        for reference in &parsed.facts.references {
            let mut places = reference
                .places()
                .filter(|place| (cited.start_line..=cited.end_line).contains(&place.line));
            if let Some(first) = places.next() {
                facts.references.push(Reference {
                    line: moved(first.line),
                    column: first.column,
                    more: Vec::new(),
                    from: None,
                    ..reference.clone()
                });
            }
        }
        for line in parsed.lines(cited.start_line, cited.end_line) {
            text.push_str(line);
            text.push('\n');
            n_lines += 1;
        }
    }
    let content = rutter_workspace::hash(text.as_bytes());
    let language = facts.language;
    let parsed = ParsedFile::new(&place.path, content, language, text, Arc::new(facts));
    Subject { parsed: parsed.whole_named(&place.name()), at: 0 }
}

/// Replaces lines of the text that was put together by the lines of the files it came from.
pub(crate) fn relocate_claims(
    knowledge: &Knowledge,
    path: &str,
    evidence: &[Evidence],
    claims: &mut [Claim],
) {
    let pieces: Vec<(u32, Evidence)> =
        pieces(knowledge, evidence).map(|(before, _, cited)| (before, cited.clone())).collect();
    let real = |line: u32| -> Option<Evidence> {
        let (before, cited) = pieces.iter().rev().find(|(before, _)| *before < line)?;
        let line = (cited.start_line + line - before - 1).min(cited.end_line);
        Some(Evidence { path: cited.path.clone(), start_line: line, end_line: line })
    };
    for claim in claims {
        let found = std::mem::take(&mut claim.evidence);
        for one in found {
            if one.path != path {
                claim.evidence.push(one);
            } else if one.start_line == one.end_line {
                claim.evidence.extend(real(one.start_line));
            }
        }
    }
}

/// Each piece of evidence whose file is there, with its file and how many lines precede it.
fn pieces<'e>(
    knowledge: &Knowledge,
    evidence: &'e [Evidence],
) -> impl Iterator<Item = (u32, Arc<ParsedFile>, &'e Evidence)> {
    let mut before = 0;
    evidence.iter().filter_map(move |cited| {
        let parsed = knowledge.parsed_file(&cited.path)?;
        let n_lines = parsed.lines(cited.start_line, cited.end_line).count();
        let start = before;
        before += u32::try_from(n_lines).unwrap_or(u32::MAX);
        Some((start, parsed, cited))
    })
}

/// The name of the file in which entries of a path are exported. What is hidden is not indexed, so no
/// source file has the name of a folder's.
pub(crate) fn export_name(path: &str) -> String {
    match path {
        REPOSITORY_PATH => ".repository.toml".to_owned(),
        folder if folder.ends_with('/') => format!("{folder}.folder.toml"),
        file => format!("{file}.toml"),
    }
}

fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_has_an_export_file_of_its_own() {
        let check = |path: &str, expected: &str| assert_eq!(export_name(path), expected);
        check("src/a.rs", "src/a.rs.toml");
        check("src/", "src/.folder.toml");
        check(".", ".repository.toml");
    }
}
