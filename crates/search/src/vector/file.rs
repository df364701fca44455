//! The vectors of a segment's chunks, in a file beside the other files of the segment.
//!
//! A row is the vector of the chunk with the same number, as 8-bit integers. The file holds a header,
//! the heads of all rows, their tails, and then the inverse length of each row, so that a similarity is
//! an integer dot product times two numbers. The file is written through the same directory as tantivy's
//! files and memory-mapped and checksummed like them.

use std::io::Write;
use std::path::{Path, PathBuf};

use tantivy::directory::{OwnedBytes, TerminatingWrite};
use tantivy::index::SegmentId;
use tantivy::{Directory, DocId, Index, TantivyError};

use super::scan::{HEAD, QueryVector, Rows, inverse_length};

const MAGIC: &[u8; 8] = b"rutvec02";
/// The header fills a cache line, so that rows are aligned to one.
const HEADER_BYTES: usize = 64;

/// The suffix of vector files.
pub const SUFFIX: &str = ".vec";

/// The name of a segment's vector file.
pub fn file_name(segment: SegmentId) -> PathBuf {
    PathBuf::from(format!("{}{SUFFIX}", segment.uuid_string()))
}

/// The vectors of one segment, memory-mapped.
pub struct Vectors {
    bytes: OwnedBytes,
    dims: usize,
    n_rows: usize,
}

/// How much of each vector is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VectorPart {
    Head,
    Whole,
}

impl Vectors {
    /// Maps the vector file of a segment with `n_rows` chunks.
    pub fn open(index: &Index, segment: SegmentId, n_rows: u32) -> Result<Vectors, String> {
        let name = file_name(segment);
        let broken = |why: &str| format!("`{}` {why}", name.display());
        let file = index.directory().open_read(&name).map_err(|_| broken("cannot be read"))?;
        let bytes = file.read_bytes().map_err(|_| broken("cannot be read"))?;
        let number = |at: usize| {
            let four = bytes.get(at..at + 4).and_then(|four| four.try_into().ok());
            four.map(|four| u32::from_le_bytes(four) as usize)
        };
        let (Some(MAGIC), Some(dims), Some(n_found)) = (bytes.first_chunk(), number(8), number(12))
        else {
            return Err(broken("is not a vector file"));
        };
        let n_rows = n_rows as usize;
        let n_bytes = dims.checked_add(4).and_then(|row| row.checked_mul(n_rows));
        if n_found != n_rows
            || n_bytes.and_then(|n| n.checked_add(HEADER_BYTES)) != Some(bytes.len())
        {
            return Err(broken("is truncated"));
        }
        Ok(Vectors { bytes, dims, n_rows })
    }

    pub fn dims(&self) -> usize {
        self.dims
    }

    pub fn rows(&self, part: VectorPart) -> Rows<'_> {
        let values = &self.bytes[HEADER_BYTES..HEADER_BYTES + self.n_rows * self.dims];
        let values: &[i8] = bytemuck::cast_slice(values);
        let (heads, tails) = values.split_at(self.n_rows * HEAD.min(self.dims));
        let tails = (part == VectorPart::Whole).then_some(tails);
        let inverse_lengths = self.bytes[HEADER_BYTES + self.n_rows * self.dims..].as_chunks().0;
        Rows { heads, tails, inverse_lengths }
    }

    /// The head and the tail of a row.
    fn parts(&self, doc: DocId) -> (&[i8], &[i8]) {
        let (n_head, row) = (HEAD.min(self.dims), doc as usize);
        let n_tail = self.dims - n_head;
        let Rows { heads, tails, .. } = self.rows(VectorPart::Whole);
        let tails = tails.unwrap_or_default();
        (&heads[row * n_head..][..n_head], &tails[row * n_tail..][..n_tail])
    }

    pub fn row(&self, doc: DocId) -> Vec<i8> {
        let (head, tail) = self.parts(doc);
        [head, tail].concat()
    }

    /// The cosine similarity of a row to a vector with as many numbers: the same as a scan gives, for
    /// rows that are far apart.
    pub fn similarity(&self, doc: DocId, query: &QueryVector<'_>) -> f32 {
        let (head, tail) = self.parts(doc);
        self.inverse_length(doc) * query.scaled_dot(head, tail)
    }

    fn inverse_length(&self, doc: DocId) -> f32 {
        let at = HEADER_BYTES + self.n_rows * self.dims + 4 * doc as usize;
        self.bytes[at..].first_chunk().map_or(0.0, |number| f32::from_le_bytes(*number))
    }
}

/// Writes the vector file of a segment from rows laid end to end.
pub fn write(
    index: &Index,
    segment: SegmentId,
    dims: usize,
    rows: &[i8],
) -> Result<(), TantivyError> {
    let name: &Path = &file_name(segment);
    let n_rows = rows.len().checked_div(dims).unwrap_or(0);
    let mut header = [0; HEADER_BYTES];
    header[..8].copy_from_slice(MAGIC);
    header[8..12].copy_from_slice(&(dims as u32).to_le_bytes());
    header[12..16].copy_from_slice(&(n_rows as u32).to_le_bytes());
    let mut file = index.directory().open_write(name)?;
    file.write_all(&header)?;
    let n_head = HEAD.min(dims);
    let parts = rows.chunks_exact(dims.max(1)).map(|row| row.split_at(n_head));
    let values: Vec<i8> = parts
        .clone()
        .flat_map(|(head, _)| head)
        .chain(parts.flat_map(|(_, tail)| tail))
        .copied()
        .collect();
    file.write_all(bytemuck::cast_slice(&values))?;
    for row in rows.chunks_exact(dims.max(1)) {
        file.write_all(&inverse_length(row).to_le_bytes())?;
    }
    file.flush()?;
    file.terminate()?;
    Ok(())
}
