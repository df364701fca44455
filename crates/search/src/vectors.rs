//! The vectors of a segment's chunks, in a file beside those of the segment.
//!
//! A row is the vector of the chunk with the same number, as 8-bit integers: first the heads of all
//! rows, then their tails, then for each the inverse of its length, so that a likeness is a product
//! of integers and two numbers. The file is written, mapped and checked like tantivy's own.

use std::io::Write;
use std::path::{Path, PathBuf};

use tantivy::directory::{OwnedBytes, TerminatingWrite};
use tantivy::index::SegmentId;
use tantivy::{Directory, DocId, Index, TantivyError};

use crate::scan::{HEAD, Rows, similarities};

const MAGIC: &[u8; 8] = b"rutvec02";
/// Rows begin at a full cache line.
const HEAD_BYTES: usize = 64;

/// What the name of a file of vectors ends with.
pub const SUFFIX: &str = ".vec";

/// The name of the file of a segment.
pub fn file_name(segment: SegmentId) -> PathBuf {
    PathBuf::from(format!("{}{SUFFIX}", segment.uuid_string()))
}

/// The vectors of one segment, mapped.
pub struct Vectors {
    bytes: OwnedBytes,
    dims: usize,
    n_rows: usize,
}

impl Vectors {
    /// Maps the file of a segment that has `n_rows` chunks.
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
            return Err(broken("is no file of vectors"));
        };
        let n_rows = n_rows as usize;
        let n_bytes = dims.checked_add(4).and_then(|row| row.checked_mul(n_rows));
        if n_found != n_rows || n_bytes.and_then(|n| n.checked_add(HEAD_BYTES)) != Some(bytes.len())
        {
            return Err(broken("is cut short"));
        }
        Ok(Vectors { bytes, dims, n_rows })
    }

    pub fn dims(&self) -> usize {
        self.dims
    }

    /// All rows, or only their heads.
    pub fn rows(&self, has_tails: bool) -> Rows<'_> {
        let values = &self.bytes[HEAD_BYTES..HEAD_BYTES + self.n_rows * self.dims];
        let values: &[i8] = bytemuck::cast_slice(values);
        let (heads, tails) = values.split_at(self.n_rows * HEAD.min(self.dims));
        Rows { heads, tails: has_tails.then_some(tails) }
    }

    /// One row, in two parts.
    fn parts(&self, doc: DocId) -> (&[i8], &[i8]) {
        let (n_head, row) = (HEAD.min(self.dims), doc as usize);
        let n_tail = self.dims - n_head;
        let Rows { heads, tails } = self.rows(true);
        let tails = tails.unwrap_or_default();
        (&heads[row * n_head..][..n_head], &tails[row * n_tail..][..n_tail])
    }

    /// One row.
    pub fn row(&self, doc: DocId) -> Vec<i8> {
        let (head, tail) = self.parts(doc);
        [head, tail].concat()
    }

    /// How much a row is like a vector of the same length.
    pub fn similarity(&self, doc: DocId, query: &[i8]) -> f32 {
        let (heads, tails) = self.parts(doc);
        let mut out = [self.inverse_length(doc)];
        similarities(query, Rows { heads, tails: Some(tails) }, &mut out);
        out[0]
    }

    fn inverse_length(&self, doc: DocId) -> f32 {
        let at = HEAD_BYTES + self.n_rows * self.dims + 4 * doc as usize;
        self.bytes[at..].first_chunk().map_or(0.0, |number| f32::from_le_bytes(*number))
    }

    /// The inverse of the length of each row.
    pub fn inverse_lengths(&self) -> impl Iterator<Item = f32> + '_ {
        let bytes = &self.bytes[HEAD_BYTES + self.n_rows * self.dims..];
        let (numbers, _) = bytes.as_chunks::<4>();
        numbers.iter().map(|number| f32::from_le_bytes(*number))
    }
}

/// Writes the file of a segment.
pub fn write(
    index: &Index,
    segment: SegmentId,
    dims: usize,
    rows: &[i8],
) -> Result<(), TantivyError> {
    let name: &Path = &file_name(segment);
    let n_rows = rows.len().checked_div(dims).unwrap_or(0);
    let mut head = [0; HEAD_BYTES];
    head[..8].copy_from_slice(MAGIC);
    head[8..12].copy_from_slice(&(dims as u32).to_le_bytes());
    head[12..16].copy_from_slice(&(n_rows as u32).to_le_bytes());
    let mut file = index.directory().open_write(name)?;
    file.write_all(&head)?;
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

/// One over the length of a vector; nothing is like a vector of length 0.
pub fn inverse_length(row: &[i8]) -> f32 {
    let square: u32 = row.iter().map(|&value| u32::from(value.unsigned_abs()).pow(2)).sum();
    if square == 0 { 0.0 } else { (1.0 / f64::from(square).sqrt()) as f32 }
}
