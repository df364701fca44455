//! The vectors of a segment's chunks, in a file beside those of the segment.
//!
//! A row is the vector of the chunk with the same number, as 8-bit integers; after the rows stands
//! for each the inverse of its length, so that a similarity is a product of integers and two
//! numbers. The file is written and mapped through the same directory as tantivy's own, and
//! carries the same checksum.

use std::io::Write;
use std::path::{Path, PathBuf};

use tantivy::directory::{OwnedBytes, TerminatingWrite};
use tantivy::index::SegmentId;
use tantivy::{Directory, DocId, Index, TantivyError};

const MAGIC: &[u8; 8] = b"rutvec01";
/// Rows begin at a full cache line.
const HEAD_BYTES: usize = 64;

/// The name of the file of a segment.
pub fn file_name(segment: SegmentId) -> PathBuf {
    PathBuf::from(format!("{}.vec", segment.uuid_string()))
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

    /// All rows, one after another.
    pub fn rows(&self) -> &[i8] {
        bytemuck::cast_slice(&self.bytes[HEAD_BYTES..HEAD_BYTES + self.n_rows * self.dims])
    }

    pub fn row(&self, doc: DocId) -> &[i8] {
        let start = doc as usize * self.dims;
        &self.rows()[start..start + self.dims]
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
    file.write_all(bytemuck::cast_slice(rows))?;
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
