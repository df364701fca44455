//! Repairs broken mentions whose target is certain.
//!
//! A file is known to have moved if git renamed it, or if exactly one file still has its name. A symbol is known to be
//! renamed if the commit that removed its name added one definition that is the same but for the name. Everything else is
//! left to people. Start at [`propose`].

mod diff;
mod moved_file;
mod renamed_symbol;

use std::collections::BTreeMap;

use rutter_domain::{ContentHash, DocumentMention, Freshness, MentionKind, Vocabulary, Worded};
use rutter_workspace::{Git, Source};
use serde::Serialize;

use crate::Error;
use crate::gaps::broken_mentions;
use crate::knowledge::Knowledge;
use diff::unified_diff;
use moved_file::MovedFiles;
use renamed_symbol::RenamedSymbols;
use rutter_gaps::{BrokenName, GapSettings};

/// The edits that would repair documents.
#[derive(Debug, Clone, Serialize)]
pub struct DocumentFixes {
    /// In order of path and line.
    pub edits: Vec<DocumentEdit>,
    /// All of them as a unified diff.
    pub diff: String,
    /// Broken mentions whose target is not certain.
    pub uncertain: usize,
    /// Why git history could not be read, if so. Fewer targets are certain then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without_history: Option<String>,
    /// The documents that were written.
    pub written: Vec<String>,
    pub index: Freshness,
    /// The documents with the edits made.
    #[serde(skip)]
    pub documents: Vec<FixedDocument>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DocumentEdit {
    pub path: String,
    /// Line, from 1.
    pub line: u32,
    pub before: String,
    pub after: String,
    /// Evidence for the new target, such as the commit that renamed it.
    pub reason: String,
}

/// A document with its edits made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FixedDocument {
    pub path: String,
    /// Hash of the document without the edits.
    pub content: ContentHash,
    pub text: String,
}

impl Worded for DocumentFixes {
    fn word(&mut self, vocabulary: &dyn Vocabulary) {
        self.index.word(vocabulary);
    }
}

/// A certain target of a broken mention.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Target {
    /// The replacement for the mention.
    text: String,
    reason: String,
}

/// Finds the broken mentions, and edits for those whose target is certain.
pub(crate) fn propose(
    knowledge: &Knowledge,
    settings: &GapSettings,
) -> Result<DocumentFixes, Error> {
    let snapshot = &knowledge.snapshot;
    let git = Git::open(snapshot.root());
    let mut fixes = DocumentFixes {
        edits: Vec::new(),
        diff: String::new(),
        uncertain: 0,
        without_history: None,
        written: Vec::new(),
        index: snapshot.freshness.clone(),
        documents: Vec::new(),
    };
    let history = match &git {
        Ok(git) => Some(git),
        Err(error) => {
            fixes.without_history = Some(error.to_string());
            None
        }
    };
    let mut moved = MovedFiles::new(snapshot, history);
    let mut renamed = RenamedSymbols::new(snapshot, history);
    let mut edits: BTreeMap<String, Vec<(DocumentMention, Target)>> = BTreeMap::new();
    for broken in broken_mentions(knowledge, settings)? {
        let targets: Vec<_> = (broken.mentions.iter())
            .filter_map(|mention| {
                let target = match mention.kind {
                    MentionKind::Link | MentionKind::Path => moved.target(&broken.path, mention),
                    MentionKind::Name | MentionKind::Import => {
                        let BrokenName { name, owner } = broken.name.as_ref()?;
                        renamed.target(mention, name, owner.as_deref())
                    }
                    MentionKind::Command | MentionKind::Flag => None,
                };
                Some((mention.clone(), target?))
            })
            .collect();
        if targets.is_empty() {
            fixes.uncertain += 1;
        } else {
            edits.entry(broken.path).or_default().extend(targets);
        }
    }
    for (path, edits) in edits {
        fixes.add_document(knowledge, &path, edits);
    }
    Ok(fixes)
}

impl DocumentFixes {
    /// Makes the edits of one document, if it is as it was indexed.
    fn add_document(
        &mut self,
        knowledge: &Knowledge,
        path: &str,
        edits: Vec<(DocumentMention, Target)>,
    ) {
        let snapshot = &knowledge.snapshot;
        let (Some(file), Source::Text(source)) = (snapshot.file_at(path), snapshot.read_file(path))
        else {
            self.uncertain += edits.len();
            return;
        };
        if !file.is_plain || file.content != source.content {
            self.uncertain += edits.len();
            return;
        }
        let mut lines: Vec<String> = source.text.split_inclusive('\n').map(str::to_owned).collect();
        let mut edits = edits;
        // From the back, so that columns stay true.
        edits.sort_by_key(|(mention, _)| std::cmp::Reverse((mention.line, mention.column)));
        let mut made = Vec::new();
        for (mention, target) in edits {
            let Some(line) = lines.get_mut(mention.line as usize - 1) else { continue };
            let start = mention.column as usize;
            let range = start..start + mention.text.len();
            if line.get(range.clone()) != Some(&mention.text) {
                continue;
            }
            line.replace_range(range, &target.text);
            made.push(DocumentEdit {
                path: path.to_owned(),
                line: mention.line,
                before: mention.text,
                after: target.text,
                reason: target.reason,
            });
        }
        if made.is_empty() {
            return;
        }
        made.reverse();
        let text = lines.concat();
        self.diff.push_str(&unified_diff(path, &source.text, &text));
        self.edits.extend(made);
        self.documents.push(FixedDocument { path: path.to_owned(), content: source.content, text });
    }
}

#[cfg(test)]
mod tests;
