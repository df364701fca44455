//! Every definition of an index as bytes, sorted by name.
//!
//! A question about a common name meets thousands of other names, most of them of types. Kept beside an index,
//! the table says which files define them without reading a digest. It numbers files as they were when it was
//! made; the caller that opens it gives the current position of each, so that the table stays usable after
//! other files have changed.

use rutter_domain::{Language, SymbolKind};

use crate::base::hash::hash_name;
use crate::base::kinds::{Role, SymbolFlags};
use crate::base::names::{DefinitionAt, NameTable};
use crate::base::packed::NONE;

/// Hash of the name, number of the file, symbol, hash of the container, then language, kind, role and flags.
const RECORD_BYTES: usize = 24;

/// A table that was kept, opened for the files of an index as they are now.
#[derive(Debug)]
pub struct DefinitionTable {
    bytes: Vec<u8>,
    /// The start of the records in the bytes.
    start: usize,
    /// From the number of a file in the table to its position now, or [`NONE`].
    positions: Vec<u32>,
}

impl DefinitionTable {
    /// Changes with the layout of the records.
    pub const VERSION: u32 = 2;

    /// The records of all definitions, whose files are numbered in the order of the index.
    pub(crate) fn encode(names: &NameTable) -> Vec<u8> {
        let definitions = names.all();
        let mut bytes = Vec::with_capacity(definitions.len() * RECORD_BYTES);
        for at in definitions {
            bytes.extend_from_slice(&at.name.to_le_bytes());
            bytes.extend_from_slice(&at.file.to_le_bytes());
            bytes.extend_from_slice(&at.symbol.to_le_bytes());
            bytes.extend_from_slice(&at.container.to_le_bytes());
            // Postcard writes each of these as one byte, so that all records have the same length and can
            // be searched.
            let mut rest = [0; 4];
            let encoded = postcard::to_slice(&(at.language, at.kind, at.role, at.flags), &mut rest);
            encoded.expect("each of them takes a byte");
            bytes.extend_from_slice(&rest);
        }
        bytes
    }

    /// The table whose records begin at `start`. `positions` has, for each file in the order of the index that
    /// the table was made of, its position in this index; `None` for a file that is gone or has changed.
    /// Returns `None` if the bytes are not records.
    pub fn open(
        bytes: Vec<u8>,
        start: usize,
        positions: impl Iterator<Item = Option<u32>>,
    ) -> Option<DefinitionTable> {
        let is_whole = bytes.len().checked_sub(start)?.is_multiple_of(RECORD_BYTES);
        let positions = positions.map(|position| position.unwrap_or(NONE)).collect();
        is_whole.then_some(DefinitionTable { bytes, start, positions })
    }

    /// The files, of `n_files`, that the table does not cover, in order.
    pub(crate) fn missing_files(&self, n_files: usize) -> Vec<u32> {
        let mut is_covered = vec![false; n_files];
        for position in &self.positions {
            if let Some(is_covered) = is_covered.get_mut(*position as usize) {
                *is_covered = true;
            }
        }
        (0..n_files as u32).filter(|file| !is_covered[*file as usize]).collect()
    }

    /// The definitions of a name in files that have not changed, in the order of the table.
    pub(crate) fn definitions(&self, name: &str) -> impl Iterator<Item = DefinitionAt> {
        let name = hash_name(name);
        let records: &[[u8; RECORD_BYTES]] =
            self.bytes.get(self.start..).unwrap_or_default().as_chunks().0;
        let start = records.partition_point(|record| name_of(record) < name);
        let alike = records[start..].iter().take_while(move |record| name_of(record) == name);
        alike.filter_map(|record| self.read(record))
    }

    fn read(&self, record: &[u8; RECORD_BYTES]) -> Option<DefinitionAt> {
        let number = |at: usize| {
            record.get(at..at + 4)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))
        };
        let file = *self.positions.get(number(8)? as usize)?;
        // The file is gone or has changed: its definitions come from its digest.
        if file == NONE {
            return None;
        }
        let (language, kind, role, flags): (Language, SymbolKind, Role, SymbolFlags) =
            postcard::from_bytes(record.get(20..)?).ok()?;
        Some(DefinitionAt {
            name: name_of(record),
            file,
            symbol: number(12)?,
            container: number(16)?,
            kind,
            role,
            language,
            flags,
        })
    }
}

fn name_of(record: &[u8; RECORD_BYTES]) -> u64 {
    record.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}
