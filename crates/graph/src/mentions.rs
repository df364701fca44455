//! Links documents and files: the places that mention a file, and the files that a document mentions.
//!
//! A path or link means the file it leads to, from the folder of the document or from the root. A command
//! line, and a flag whose program is known, mean the file that a program of that name starts in, by a
//! manifest or by the conventions of its language. Start at [`Graph::mentions_of_file`].

mod programs;

use rayon::prelude::*;
use rutter_domain::{DocumentMention, Family, FileId, MentionKind, MentionSource, Provenance};
use rutter_syntax::{linked_file, parse_command};

use crate::base::paths::{join, parent_of};
use crate::graph::Graph;
use crate::importers::{likely_importers, longest_word};

/// A name that more files end in means none of them.
const MOST_AMBIGUOUS: usize = 8;

/// Endings that a site or a table of contents leaves out of the name of a page.
const PAGE_ENDINGS: [&str; 8] =
    ["", ".md", ".rst", ".adoc", ".txt", "/README.md", "/index.md", "/index.rst"];

/// A place of a document that mentions a file, by its path or by the program that starts in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileMention {
    pub document: FileId,
    /// The section that contains it: an index into the symbols of the document.
    pub section: Option<u32>,
    /// Line, from 1.
    pub line: u32,
    pub kind: MentionKind,
    pub source: MentionSource,
    /// As written.
    pub text: String,
    /// The files that may be meant, in order of path.
    pub targets: Vec<FileId>,
    /// `None` if no file is.
    pub provenance: Option<Provenance>,
}

impl FileMention {
    /// A mention that means no file yet.
    fn of(document: FileId, mention: &DocumentMention) -> FileMention {
        FileMention {
            document,
            section: mention.section,
            line: mention.line,
            kind: mention.kind,
            source: mention.source,
            text: mention.text.clone(),
            targets: Vec::new(),
            provenance: None,
        }
    }
}

impl Graph<'_> {
    /// Every place of a document that means or may mean a file: the most certain first, then by path
    /// and line. Of the same kind of mention, each section has the first.
    pub fn mentions_of_file(&self, file: FileId) -> Vec<FileMention> {
        let base = self.base();
        let Some(wanted) = base.position(file) else { return Vec::new() };
        let mut documents = likely_importers(base, wanted);
        for program in programs::names_of(base, wanted) {
            documents.extend(
                longest_word(program).into_iter().flat_map(|word| base.files_with_word(word)),
            );
        }
        documents.sort_unstable();
        documents.dedup();
        documents.retain(|document| {
            *document != wanted && base.language(*document).family() == Family::Document
        });
        let mut mentions: Vec<(u32, FileMention)> = documents
            .into_par_iter()
            .flat_map_iter(|document| {
                let found = self.mentions_from(document, wanted);
                found.into_iter().map(move |mention| (document, mention))
            })
            .collect();
        // Sorted so that of each section and kind the most certain mention is the one that stays.
        mentions.sort_by_key(|(document, mention)| {
            (*document, mention.section, mention.kind, mention.provenance, mention.line)
        });
        mentions.dedup_by_key(|(document, mention)| (*document, mention.section, mention.kind));
        mentions.sort_by_key(|(document, mention)| (mention.provenance, *document, mention.line));
        mentions.into_iter().map(|(_, mention)| mention).collect()
    }

    /// The paths, commands and flags that a document mentions, in order. Those of no file in the repository
    /// have no target; links that lead out of it are left out.
    pub fn mentions_in(&self, document: FileId) -> Vec<FileMention> {
        let base = self.base();
        let Some(position) = base.position(document) else { return Vec::new() };
        let Some(facts) = base.facts(position) else { return Vec::new() };
        let mut found = Vec::new();
        for mention in &facts.mentions {
            let means_file = match mention.kind {
                MentionKind::Path | MentionKind::Command | MentionKind::Flag => true,
                MentionKind::Link => linked_file(&mention.text).is_some(),
                MentionKind::Name | MentionKind::Import => false,
            };
            if !means_file {
                continue;
            }
            let (targets, provenance) = self.files_meant(position, mention).unzip();
            let targets = targets.unwrap_or_default();
            let targets = targets.into_iter().map(|file| base.id(file)).collect();
            found.push(FileMention { targets, provenance, ..FileMention::of(document, mention) });
        }
        found
    }

    /// The places of a document that may mean a file.
    fn mentions_from(&self, document: u32, wanted: u32) -> Vec<FileMention> {
        let base = self.base();
        let Some(facts) = base.facts(document) else { return Vec::new() };
        let meant = facts.mentions.iter().filter_map(|mention| {
            let (targets, provenance) = self.files_meant(document, mention)?;
            let targets = targets.contains(&wanted).then(|| vec![base.id(wanted)])?;
            let mention = FileMention::of(base.id(document), mention);
            Some(FileMention { targets, provenance: Some(provenance), ..mention })
        });
        meant.collect()
    }

    /// The files that a mention may mean, and how that is known.
    fn files_meant(
        &self,
        document: u32,
        mention: &DocumentMention,
    ) -> Option<(Vec<u32>, Provenance)> {
        match mention.kind {
            MentionKind::Path => self.files_at(document, path_of(&mention.text)),
            MentionKind::Link => self.page_at(document, &linked_file(&mention.text)?),
            MentionKind::Command => {
                programs::files_of(self.base(), parse_command(&mention.text)?.0)
            }
            MentionKind::Flag => programs::files_of(self.base(), mention.scope.as_deref()?),
            // These mean symbols. The path of an include is a mention of its own.
            MentionKind::Name | MentionKind::Import => None,
        }
    }

    /// The file that a path leads to, from the document or from the root; else those whose path ends in it.
    fn files_at(&self, document: u32, path: &str) -> Option<(Vec<u32>, Provenance)> {
        let paths = &self.base().paths;
        let folders = [parent_of(paths.path(document)), ""];
        let mut places = folders.iter().filter_map(|folder| join(folder, path));
        if let Some(file) = places.find_map(|place| paths.file(&place)) {
            return Some((vec![file], Provenance::Import));
        }
        // A path that leaves its folder, or starts at the root, cannot be the end of another.
        let end = path.trim_start_matches("./");
        if end.starts_with("../") || end.starts_with('/') {
            return None;
        }
        known_by_name(paths.files_ending(end).take(MOST_AMBIGUOUS + 1).collect())
    }

    /// The page that a link leads to.
    fn page_at(&self, document: u32, link: &str) -> Option<(Vec<u32>, Provenance)> {
        let paths = &self.base().paths;
        let beside = (!link.starts_with('/')).then(|| parent_of(paths.path(document)));
        let mut places = beside.into_iter().chain([""]).filter_map(|folder| join(folder, link));
        let file = places.find_map(|place| {
            PAGE_ENDINGS.iter().find_map(|ending| paths.file(&format!("{place}{ending}")))
        })?;
        Some((vec![file], Provenance::Import))
    }
}

/// A path without the line after it: `src/a.rs` of `src/a.rs:12` and `src/a.rs#L3`.
fn path_of(text: &str) -> &str {
    text.split([':', '#']).next().unwrap_or(text)
}

/// The provenance of files that were found by a part of their path only.
fn known_by_name(files: Vec<u32>) -> Option<(Vec<u32>, Provenance)> {
    let provenance = match files.len() {
        0 => return None,
        1 => Provenance::UniqueName,
        n_files if n_files > MOST_AMBIGUOUS => return None,
        n_files => Provenance::Ambiguous(u32::try_from(n_files).unwrap_or(u32::MAX)),
    };
    Some((files, provenance))
}
