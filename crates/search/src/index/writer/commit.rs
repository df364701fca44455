//! Marks removed chunks as deleted and merges segments with their vectors, before they are published.

use std::collections::HashSet;

use rutter_domain::FileId;
use tantivy::directory::TerminatingWrite;
use tantivy::fastfield::write_alive_bitset;
use tantivy::index::{SegmentComponent, SegmentMeta, SegmentReader};
use tantivy::indexer::merge_filtered_segments;
use tantivy::schema::IndexRecordOption;
use tantivy::{BitSet, DocSet, Index, Segment, TERMINATED, TantivyError, Term};

use crate::index::directory::IndexDirectory;
use crate::index::merge::{MergeEffort, SegmentSize, plan};
use crate::index::schema::{PlainField, settings};
use crate::vector::{Vectors, file};

/// The segments with the chunks of these files marked as deleted.
pub fn without(
    index: &Index,
    segments: Vec<SegmentMeta>,
    files: &HashSet<FileId>,
    opstamp: u64,
) -> tantivy::Result<Vec<SegmentMeta>> {
    if files.is_empty() {
        return Ok(segments);
    }
    let segments = segments.into_iter().map(|meta| index.segment(meta));
    segments.map(|segment| segment_without(segment, files, opstamp)).collect()
}

fn segment_without(
    segment: Segment,
    files: &HashSet<FileId>,
    opstamp: u64,
) -> tantivy::Result<SegmentMeta> {
    let reader = SegmentReader::open(&segment)?;
    let field = PlainField::File.field();
    let inverted = reader.inverted_index(field)?;
    let mut alive = BitSet::with_max_value_and_full(reader.max_doc());
    if let Some(before) = reader.alive_bitset() {
        alive.intersect_update(before.bitset());
    }
    let n_before = alive.len();
    for file in files {
        let term = Term::from_field_u64(field, u64::from(file.0));
        let Some(mut chunks) = inverted.read_postings(&term, IndexRecordOption::Basic)? else {
            continue;
        };
        while chunks.doc() != TERMINATED {
            alive.remove(chunks.doc());
            chunks.advance();
        }
    }
    if alive.len() == n_before {
        return Ok(segment.meta().clone());
    }
    let n_deleted = reader.max_doc() - alive.len() as u32;
    let segment = segment.with_delete_meta(n_deleted, opstamp);
    let mut file = segment.open_write(SegmentComponent::Delete)?;
    write_alive_bitset(&alive, &mut file)?;
    file.terminate()?;
    Ok(segment.meta().clone())
}

/// Merges segments, and their vectors if vectors have `dims` > 0 numbers.
pub fn merge(
    index: &Index,
    directory: &IndexDirectory,
    mut segments: Vec<SegmentMeta>,
    effort: MergeEffort,
    dims: usize,
) -> tantivy::Result<Vec<SegmentMeta>> {
    let sizes: Vec<SegmentSize> = segments
        .iter()
        .map(|meta| SegmentSize { live: meta.num_docs(), deleted: meta.num_deleted_docs() })
        .collect();
    for group in plan(&sizes, effort) {
        let parts: Vec<Segment> =
            group.iter().map(|&at| index.segment(segments[at].clone())).collect();
        let filters = parts.iter().map(|_| None).collect();
        let merged =
            merge_filtered_segments(&parts, settings(), filters, directory.with_own_meta())?;
        let merged = merged.load_metas()?.segments;
        if dims > 0 {
            merge_vectors(index, &parts, &merged, dims)?;
        }
        segments
            .extend(merged.iter().map(|meta| index.new_segment_meta(meta.id(), meta.max_doc())));
        let ids: HashSet<_> = parts.iter().map(Segment::id).collect();
        // Later groups hold indices into `segments`, so merged segments are emptied, not removed.
        for segment in segments.iter_mut().filter(|segment| ids.contains(&segment.id())) {
            *segment = index.new_segment_meta(segment.id(), 0);
        }
    }
    segments.retain(|segment| segment.max_doc() > 0);
    Ok(segments)
}

/// Writes the vectors of a merged segment. Like tantivy's merge it drops deleted chunks and keeps the
/// order of the others.
fn merge_vectors(
    index: &Index,
    parts: &[Segment],
    merged: &[SegmentMeta],
    dims: usize,
) -> tantivy::Result<()> {
    let mut rows = Vec::new();
    for part in parts {
        let reader = SegmentReader::open(part)?;
        let vectors = Vectors::open(index, part.id(), reader.max_doc())
            .ok()
            .filter(|vectors| vectors.dims() == dims)
            .ok_or_else(|| TantivyError::InternalError("vectors are missing".to_owned()))?;
        reader.doc_ids_alive().for_each(|doc| rows.extend(vectors.row(doc)));
    }
    let n_merged: usize = merged.iter().map(|segment| segment.max_doc() as usize).sum();
    let ([segment], true) = (merged, rows.len() == n_merged * dims) else {
        return Err(TantivyError::InternalError("a merge has lost chunks".to_owned()));
    };
    file::write(index, segment.id(), dims, &rows)
}
