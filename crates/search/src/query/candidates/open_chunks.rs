//! Decides which chunks may become candidates, and computes their similarity to the query.

use std::cmp::Ordering;
use std::collections::HashMap;

use rutter_domain::FileId;
use tantivy::{DocId, Result};

use super::Filter;
use crate::files::Files;
use crate::index::segment::OpenSegment;
use crate::text::symbol_key::SymbolKey;
use crate::vector::{NearRow, QueryVector, RowSource, Vectors};

/// The chunks of all segments that pass the filters of a query.
pub struct OpenChunks<'a> {
    pub segments: &'a [OpenSegment],
    pub files: &'a dyn Files,
    filter: &'a Filter<'a>,
    /// For each segment, whether a chunk is of a wanted kind; `None` if all are.
    of_kind: Vec<Option<Vec<bool>>>,
    query: Option<(&'a [i8], QueryVector<'a>)>,
}

/// Results of the filter by file.
// A filter may match globs against the path, and a file has many chunks.
pub type Accepted = HashMap<FileId, bool>;

impl<'a> OpenChunks<'a> {
    pub fn new(
        segments: &'a [OpenSegment],
        filter: &'a Filter<'a>,
        files: &'a dyn Files,
        vector: Option<&'a [i8]>,
    ) -> Result<OpenChunks<'a>> {
        let of_kind: Result<_> =
            segments.iter().map(|segment| chunks_of_kind(segment, filter)).collect();
        let query = vector.map(|vector| (vector, QueryVector::new(vector)));
        Ok(OpenChunks { segments, files, filter, of_kind: of_kind?, query })
    }

    /// For candidates that are in no index.
    pub fn without_index(filter: &'a Filter<'a>, files: &'a dyn Files) -> OpenChunks<'a> {
        OpenChunks { segments: &[], files, filter, of_kind: Vec::new(), query: None }
    }

    /// Whether a chunk passes the filters.
    pub fn is_open(&self, segment: u32, doc: DocId, accepted: &mut Accepted) -> bool {
        self.is_of_kind(segment, doc)
            && (self.filter.accepts.is_none()
                || self.is_accepted(self.address(segment, doc).0, accepted))
    }

    pub fn is_of_kind(&self, segment: u32, doc: DocId) -> bool {
        let segment = segment as usize;
        self.segments[segment].is_live(doc)
            && self.of_kind[segment].as_ref().is_none_or(|docs| docs[doc as usize])
    }

    /// Whether a file is still there and passes the filter.
    pub fn is_accepted(&self, file: FileId, accepted: &mut Accepted) -> bool {
        if self.files.path(file).is_none() {
            return false;
        }
        let Some(accepts) = self.filter.accepts else { return true };
        *accepted.entry(file).or_insert_with(|| accepts(file))
    }

    /// The file of a chunk, and its number in that file.
    pub fn address(&self, segment: u32, doc: DocId) -> (FileId, u32) {
        self.segments[segment as usize].address(doc)
    }

    /// The cosine similarity of a chunk's vector to that of the query; 0 if one of them has none.
    pub fn similarity(&self, segment: u32, doc: DocId) -> f32 {
        let Some((_, query)) = &self.query else { return 0.0 };
        self.vectors(segment).map_or(0.0, |vectors| vectors.similarity(doc, query))
    }

    /// The vectors of a segment, if they can be compared with that of the query.
    pub fn vectors(&self, segment: u32) -> Option<&'a Vectors> {
        let (values, _) = self.query?;
        self.segments[segment as usize].vectors().filter(|vectors| vectors.dims() == values.len())
    }
}

impl RowSource for OpenChunks<'_> {
    type Memory = Accepted;

    fn is_wanted(&self, segment: u32, doc: DocId, accepted: &mut Accepted) -> bool {
        self.is_open(segment, doc, accepted)
    }

    fn by_position(&self, left: &NearRow, right: &NearRow) -> Ordering {
        let position = |near: &NearRow| {
            let (file, chunk) = self.address(near.table, near.row);
            (self.files.path(file), chunk)
        };
        position(left).cmp(&position(right))
    }

    fn whole_similarity(&self, segment: u32, doc: DocId) -> f32 {
        self.similarity(segment, doc)
    }
}

fn chunks_of_kind(segment: &OpenSegment, filter: &Filter<'_>) -> Result<Option<Vec<bool>>> {
    if filter.kinds.is_empty() {
        return Ok(None);
    }
    let mut docs = vec![false; segment.max_doc() as usize];
    for kind in filter.kinds {
        segment.for_each_with(SymbolKey::of_kind(*kind), |doc| docs[doc as usize] = true)?;
    }
    Ok(Some(docs))
}
