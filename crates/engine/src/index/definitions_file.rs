//! The table of all definitions, kept beside the index for questions about common names.
//!
//! It is made when references are counted, not with every generation. Each file is recorded with its id,
//! language and content, so that a later generation takes unchanged files from it and reads the others from
//! digests. Losing it costs only time.

use rutter_domain::{FileId, Language};
use rutter_graph::{DefinitionTable, Digest};
use rutter_syntax::SYNTAX_VERSION;
use serde::{Deserialize, Serialize};

use crate::index::derived_file::{read_derived, write_derived};
use crate::index::manifest::{IndexedFile, Manifest};
use rutter_workspace::RepoLayout;

const FILE_NAME: &str = "definitions";

/// The versions that the definitions depend on.
const VERSIONS: [u32; 3] = [DefinitionTable::VERSION, Digest::VERSION, SYNTAX_VERSION];

/// A file as it was when the table was made. Ids start again when an index is built from nothing, so the
/// content has to agree as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct TableFile {
    id: FileId,
    language: Language,
    /// The first bytes of its hash.
    content: [u8; 8],
}

impl TableFile {
    fn of(file: &IndexedFile) -> TableFile {
        let content = file.content.0.first_chunk().copied().unwrap_or_default();
        TableFile { id: file.id, language: file.language, content }
    }
}

/// Keeps the records of the definitions of all files of a generation.
pub(crate) fn save_definitions(layout: &RepoLayout, manifest: &Manifest, records: &[u8]) {
    let files: Vec<TableFile> = manifest.indexed().map(|(_, file)| TableFile::of(file)).collect();
    if let Ok(mut body) = postcard::to_stdvec(&(VERSIONS, files)) {
        body.extend_from_slice(records);
        write_derived(layout, FILE_NAME, &body);
    }
}

/// The stored table, with the positions of its files in a generation; `None` if there is none of this version.
pub(crate) fn load_definitions(
    layout: &RepoLayout,
    manifest: &Manifest,
) -> Option<DefinitionTable> {
    let derived = read_derived(layout, FILE_NAME)?;
    let ((versions, files), records): (([u32; 3], Vec<TableFile>), &[u8]) =
        postcard::take_from_bytes(derived.body()).ok()?;
    if versions != VERSIONS {
        return None;
    }
    let mut now: Vec<Option<(u32, TableFile)>> = vec![None; manifest.next_id as usize];
    for ((_, file), position) in manifest.indexed().zip(0..) {
        if let Some(place) = now.get_mut(file.id.0 as usize) {
            *place = Some((position, TableFile::of(file)));
        }
    }
    let positions = files.iter().map(|file| {
        let (position, same_id) = (*now.get(file.id.0 as usize)?)?;
        (same_id == *file).then_some(position)
    });
    let n_bytes = records.len();
    let positions: Vec<Option<u32>> = positions.collect();
    let bytes = derived.into_bytes();
    let start = bytes.len() - n_bytes;
    DefinitionTable::open(bytes, start, positions.into_iter())
}
