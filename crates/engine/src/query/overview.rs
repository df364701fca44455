//! Describes a folder: its purpose, its size by language, its folders, and its map.

use std::collections::BTreeMap;

use rutter_domain::text::ellipsize;
use rutter_domain::{Freshness, Language, Vocabulary, Worded};
use rutter_workspace::redact;
use serde::Serialize;

use crate::Error;
use crate::query::companions::{ChangedPair, changed_pairs};
use crate::query::map::{EntryStatuses, RepositoryMap, draw_map};
use crate::query::paths::{folder_of_argument, near_folders, not_indexed};
use crate::query::purpose::{FolderPurpose, purpose_of};
use crate::query::snapshot::Snapshot;

/// Folders that are listed.
const MOST_FOLDERS: usize = 40;
/// Folders whose purpose is looked up.
const MOST_PURPOSES: usize = 40;
/// Languages that are listed.
const MOST_LANGUAGES: usize = 8;
/// The longest description of the folder itself, and of one in it.
const PURPOSE_CHARS: usize = 400;
const FOLDER_CHARS: usize = 110;

/// The description of a folder.
#[derive(Debug, Clone, Serialize)]
pub struct OverviewAnswer {
    /// Empty for the root.
    pub path: String,
    pub index: Freshness,
    /// Its purpose, as its own files state it.
    pub purpose: Option<FolderPurpose>,
    pub n_files: usize,
    pub n_bytes: u64,
    pub n_symbols: u64,
    /// Most bytes first.
    pub languages: Vec<LanguageShare>,
    pub languages_omitted: usize,
    /// Its folders and most central containers.
    pub map: RepositoryMap,
    pub folders: Vec<FolderInside>,
    pub folders_omitted: usize,
    /// Source files in it that often change in the same commits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changed_together: Vec<ChangedPair>,
}

impl Worded for OverviewAnswer {
    fn word(&mut self, vocabulary: &dyn Vocabulary) {
        self.index.word(vocabulary);
    }
}

/// The share of a language in a folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LanguageShare {
    pub language: Language,
    pub files: usize,
    pub bytes: u64,
}

/// A folder in the folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FolderInside {
    pub path: String,
    pub files: usize,
    pub purpose: Option<String>,
}

/// Describes a folder; the root if `folder` is empty.
pub fn overview_of(
    snapshot: &Snapshot,
    folder: &str,
    limit_tokens: usize,
    statuses: &EntryStatuses,
) -> Result<OverviewAnswer, Error> {
    let folder = folder_of_argument(folder);
    let below = |path: &str| -> Option<String> {
        match folder {
            "" => Some(path.to_owned()),
            folder => Some(path.strip_prefix(folder)?.strip_prefix('/')?.to_owned()),
        }
    };
    let mut by_language: BTreeMap<Language, (usize, u64)> = BTreeMap::new();
    let mut by_folder: BTreeMap<String, usize> = BTreeMap::new();
    let (mut n_files, mut n_bytes, mut n_symbols) = (0, 0, 0);
    for (row, file) in snapshot.manifest.indexed() {
        let Some(rest) = below(&row.path) else { continue };
        n_files += 1;
        n_bytes += row.stat.n_bytes;
        n_symbols += u64::from(file.n_symbols);
        let share = by_language.entry(file.language).or_default();
        *share = (share.0 + 1, share.1 + row.stat.n_bytes);
        if let Some((first, _)) = rest.split_once('/') {
            *by_folder.entry(first.to_owned()).or_default() += 1;
        }
    }
    if n_files == 0 && !folder.is_empty() {
        return Err(not_indexed(snapshot, folder, near_folders));
    }
    let mut languages: Vec<LanguageShare> = (by_language.into_iter())
        .map(|(language, (files, bytes))| LanguageShare { language, files, bytes })
        .collect();
    languages.sort_by_key(|share| std::cmp::Reverse(share.bytes));
    let n_folders = by_folder.len();
    let folders = by_folder.into_iter().take(MOST_FOLDERS).enumerate();
    let folders = folders.map(|(at, (name, files))| {
        let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
        let purpose = (at < MOST_PURPOSES).then(|| purpose_of(snapshot, &path)).flatten();
        let purpose = purpose.map(|purpose| short(&purpose.text, FOLDER_CHARS));
        FolderInside { path, files, purpose }
    });
    let folders: Vec<FolderInside> = folders.collect();
    let purpose = purpose_of(snapshot, folder)
        .map(|purpose| FolderPurpose { text: short(&purpose.text, PURPOSE_CHARS), ..purpose });
    Ok(OverviewAnswer {
        path: folder.to_owned(),
        index: snapshot.freshness.clone(),
        purpose,
        n_files,
        n_bytes,
        n_symbols,
        languages_omitted: languages.len().saturating_sub(MOST_LANGUAGES),
        languages: languages.into_iter().take(MOST_LANGUAGES).collect(),
        map: draw_map(snapshot, limit_tokens, Some(folder), statuses),
        folders_omitted: n_folders.saturating_sub(MOST_FOLDERS),
        folders,
        changed_together: changed_pairs(snapshot, folder),
    })
}

fn short(text: &str, limit_chars: usize) -> String {
    ellipsize(&redact(text).text, limit_chars).into_owned()
}
