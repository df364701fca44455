//! The vectors of a segment's chunks, in a file beside the other files of the segment.
//!
//! A row is the vector of the chunk with the same number, as 8-bit integers. The file holds a header,
//! the codes of all rows, their heads, their tails, and then the inverse length of each row, so
//! that a similarity is an integer dot product times two numbers. The file is written through the same directory
//! as tantivy's files, and memory-mapped and checksummed like them.

use std::io::Write;
use std::path::{Path, PathBuf};

use tantivy::directory::{OwnedBytes, TerminatingWrite};
use tantivy::index::SegmentId;
use tantivy::{Directory, DocId, Index, TantivyError};

use super::coarse::{CoarseRows, code_bytes, encode, has_codes};
use super::row::{HEAD, inverse_length};
use super::scan::{QueryVector, Rows};

/// The first bytes of a vector file, with the version of its format. Files of another version are rebuilt.
const MAGIC: &[u8; 8] = b"rutvec04";
/// Bytes of the header.
// It fills a cache line, so that rows are aligned to one.
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
    /// The byte at which the heads begin.
    heads_at: usize,
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
            return Err(broken("is not a vector file of this version"));
        };
        let n_rows = n_rows as usize;
        let heads_at = HEADER_BYTES + if has_codes(dims) { code_bytes(n_rows) } else { 0 };
        // A damaged header may claim any length.
        let n_row_bytes = dims.checked_add(4).and_then(|row| row.checked_mul(n_rows));
        if n_found != n_rows
            || n_row_bytes.and_then(|n| n.checked_add(heads_at)) != Some(bytes.len())
        {
            return Err(broken("is truncated"));
        }
        Ok(Vectors { bytes, dims, n_rows, heads_at })
    }

    pub fn dims(&self) -> usize {
        self.dims
    }

    pub fn rows(&self) -> Rows<'_> {
        let values = &self.bytes[self.heads_at..self.lengths_at()];
        let values: &[i8] = bytemuck::cast_slice(values);
        let (heads, tails) = values.split_at(self.n_rows * HEAD.min(self.dims));
        Rows { heads, tails: Some(tails), inverse_lengths: self.inverse_lengths() }
    }

    pub fn heads(&self) -> Rows<'_> {
        Rows { tails: None, ..self.rows() }
    }

    /// The codes, if the vectors are long enough to have them.
    pub fn codes(&self) -> Option<CoarseRows<'_>> {
        let (blocks, _) = self.bytes[HEADER_BYTES..self.heads_at].as_chunks();
        has_codes(self.dims).then_some(CoarseRows { blocks, n_rows: self.n_rows })
    }

    fn lengths_at(&self) -> usize {
        self.heads_at + self.n_rows * self.dims
    }

    fn inverse_lengths(&self) -> &[[u8; 4]] {
        self.bytes[self.lengths_at()..].as_chunks().0
    }

    /// The head and the tail of a row.
    fn parts(&self, doc: DocId) -> (&[i8], &[i8]) {
        let (n_head, row) = (HEAD.min(self.dims), doc as usize);
        let n_tail = self.dims - n_head;
        let Rows { heads, tails, .. } = self.rows();
        let tails = tails.unwrap_or_default();
        (&heads[row * n_head..][..n_head], &tails[row * n_tail..][..n_tail])
    }

    pub fn row(&self, doc: DocId) -> Vec<i8> {
        let (head, tail) = self.parts(doc);
        [head, tail].concat()
    }

    /// The cosine similarity of a row to a vector with as many numbers: equal to that of a scan.
    // For rows that are far apart; a scan compares neighbours.
    pub fn similarity(&self, doc: DocId, query: &QueryVector<'_>) -> f32 {
        let (head, tail) = self.parts(doc);
        self.inverse_length(doc) * query.scaled_dot(head, tail)
    }

    fn inverse_length(&self, doc: DocId) -> f32 {
        f32::from_le_bytes(self.inverse_lengths()[doc as usize])
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
    let n_head = HEAD.min(dims);
    let parts = rows.chunks_exact(dims.max(1)).map(|row| row.split_at(n_head));
    let mut file = index.directory().open_write(name)?;
    file.write_all(&header)?;
    if has_codes(dims) {
        file.write_all(encode(rows.chunks_exact(dims)).as_flattened())?;
    }
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

#[cfg(test)]
mod tests {
    use tantivy::schema::Schema;

    use super::*;

    #[test]
    fn only_files_of_this_version_and_length_are_read() {
        let (dims, n_rows) = (256, 5);
        let index = Index::create_in_ram(Schema::builder().build());
        let rows: Vec<i8> = (0..dims * n_rows).map(|at| (at * 37 % 251) as u8 as i8).collect();
        let segment =
            |digit: &str| SegmentId::from_uuid_string(&digit.repeat(32)).expect("32 digits");
        write(&index, segment("1"), dims, &rows).unwrap();
        let written = Vectors::open(&index, segment("1"), n_rows as u32).unwrap();
        assert_eq!(written.codes().unwrap().n_rows, n_rows);
        assert!(Vectors::open(&index, segment("1"), n_rows as u32 + 1).is_err());
        let query = QueryVector::new(&rows[..dims]);
        assert_eq!(written.row(1), &rows[dims..2 * dims]);
        assert!((written.similarity(0, &query) - 1.0).abs() < 1e-6);
        let older = [&b"rutvec03"[..], &written.bytes[8..]].concat();
        let mut file = index.directory().open_write(&file_name(segment("2"))).unwrap();
        file.write_all(&older).unwrap();
        file.terminate().unwrap();
        let refused = Vectors::open(&index, segment("2"), n_rows as u32).err().unwrap();
        assert!(refused.ends_with("is not a vector file of this version"), "{refused}");
    }
}
