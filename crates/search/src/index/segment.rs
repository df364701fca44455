//! One segment of the index, opened for reading.
//!
//! Posting lists are read block by block rather than through tantivy's queries, because every caller
//! reads whole lists.

use std::sync::{Arc, OnceLock};

use tantivy::columnar::Column;
use tantivy::fieldnorm::FieldNormReader;
use tantivy::index::{InvertedIndexReader, SegmentReader};
use tantivy::postings::TermInfo;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocId, Term};

use rutter_domain::FileId;

use crate::index::schema::{ADDRESS, PlainField, TextField};
use crate::text::symbol_key::SymbolKey;
use crate::vector::Vectors;

pub struct OpenSegment {
    reader: SegmentReader,
    texts: [Arc<InvertedIndexReader>; TextField::COUNT],
    defines: Arc<InvertedIndexReader>,
    norms: [FieldNormReader; TextField::COUNT],
    addresses: Column<u64>,
    vectors: Option<Vectors>,
    /// The deleted documents, in order; listed on first use.
    deleted: OnceLock<Vec<DocId>>,
}

/// Entries of a posting list that can be read in the time of one lookup in it.
const ENTRIES_PER_LOOKUP: usize = 8;

impl OpenSegment {
    pub fn open(
        segment: &tantivy::Segment,
        vectors: Option<Vectors>,
    ) -> tantivy::Result<OpenSegment> {
        let reader = SegmentReader::open(segment)?;
        Ok(OpenSegment {
            texts: for_each_field(|field| reader.inverted_index(field))?,
            norms: for_each_field(|field| reader.get_fieldnorms_reader(field))?,
            defines: reader.inverted_index(PlainField::Defines.field())?,
            addresses: reader.fast_fields().u64(ADDRESS)?,
            reader,
            vectors,
            deleted: OnceLock::new(),
        })
    }

    pub fn vectors(&self) -> Option<&Vectors> {
        self.vectors.as_ref()
    }

    /// One past the largest document number, deleted documents included.
    pub fn max_doc(&self) -> u32 {
        self.reader.max_doc()
    }

    pub fn n_live(&self) -> u32 {
        self.reader.num_docs()
    }

    pub fn is_live(&self, doc: DocId) -> bool {
        self.reader.alive_bitset().is_none_or(|alive| alive.is_alive(doc))
    }

    /// The file of a chunk, and its number in that file.
    pub fn address(&self, doc: DocId) -> (FileId, u32) {
        let address = self.addresses.first(doc).unwrap_or(0);
        (FileId((address >> 32) as u32), address as u32)
    }

    /// The document of a chunk. `None` if it is deleted or in another segment.
    pub fn find_chunk(&self, file: FileId, chunk: u32) -> tantivy::Result<Option<DocId>> {
        let inverted = self.reader.inverted_index(PlainField::File.field())?;
        let term = Term::from_field_u64(PlainField::File.field(), u64::from(file.0));
        let block = inverted.read_block_postings(&term, IndexRecordOption::Basic)?;
        let Some(mut block) = block else { return Ok(None) };
        while !block.docs().is_empty() {
            let is_wanted = |doc: &&DocId| self.is_live(**doc) && self.address(**doc).1 == chunk;
            if let Some(&doc) = block.docs().iter().find(is_wanted) {
                return Ok(Some(doc));
            }
            block.advance();
        }
        Ok(None)
    }

    pub fn norm_id(&self, text: TextField, doc: DocId) -> u8 {
        self.norms[text as usize].fieldnorm_id(doc)
    }

    /// The length of a field in words.
    pub fn n_words(&self, text: TextField, doc: DocId) -> u32 {
        self.norms[text as usize].fieldnorm(doc)
    }

    /// Looks up the posting list of a word in a field.
    pub fn find(&self, text: TextField, word: &str) -> tantivy::Result<Option<TermInfo>> {
        let term = Term::from_field_text(text.field(), word);
        Ok(self.texts[text as usize].get_term_info(&term)?)
    }

    /// Calls `visit` with each block of a posting list: documents and term frequencies.
    pub fn read(
        &self,
        text: TextField,
        list: &TermInfo,
        mut visit: impl FnMut(&[DocId], &[u32]),
    ) -> tantivy::Result<()> {
        let inverted = &self.texts[text as usize];
        let mut block =
            inverted.read_block_postings_from_terminfo(list, IndexRecordOption::WithFreqs)?;
        while !block.docs().is_empty() {
            visit(block.docs(), block.freqs());
            block.advance();
        }
        Ok(())
    }

    /// Calls `visit` with the position of each of `docs`, in ascending order, that has a key. Reads only
    /// the blocks of the posting list in which they may be.
    pub fn for_each_among(
        &self,
        docs: &[DocId],
        key: SymbolKey,
        mut visit: impl FnMut(usize),
    ) -> tantivy::Result<()> {
        let term = Term::from_field_bytes(PlainField::Defines.field(), key.as_bytes());
        let block = self.defines.read_block_postings(&term, IndexRecordOption::Basic)?;
        let Some(mut block) = block else { return Ok(()) };
        for (at, &doc) in docs.iter().enumerate() {
            let found = block.seek(doc);
            if block.docs().get(found) == Some(&doc) {
                visit(at);
            }
        }
        Ok(())
    }

    /// The number of live documents that have a word in a field.
    // Posting lists keep deleted documents until a merge, but answers must not depend on what was deleted.
    pub fn count_live(&self, text: TextField, list: &TermInfo) -> tantivy::Result<u32> {
        let deleted = self.deleted();
        if deleted.len() * ENTRIES_PER_LOOKUP < list.doc_freq as usize {
            return Ok(list.doc_freq - self.count_among(deleted, text, list)?);
        }
        let mut n_live = 0;
        self.read(text, list, |docs, _| {
            n_live += docs.iter().filter(|&&doc| self.is_live(doc)).count() as u32;
        })?;
        Ok(n_live)
    }

    /// The number of live documents that have a word in a field; 0 if the word is unknown.
    pub fn count_with(&self, text: TextField, word: &str) -> tantivy::Result<u32> {
        self.find(text, word)?.map_or(Ok(0), |list| self.count_live(text, &list))
    }

    fn deleted(&self) -> &[DocId] {
        self.deleted.get_or_init(|| {
            let n_docs = if self.reader.has_deletes() { self.max_doc() } else { 0 };
            (0..n_docs).filter(|&doc| !self.is_live(doc)).collect()
        })
    }

    /// The number of `docs`, in ascending order, that are in a posting list.
    fn count_among(
        &self,
        docs: &[DocId],
        text: TextField,
        list: &TermInfo,
    ) -> tantivy::Result<u32> {
        if docs.is_empty() {
            return Ok(0);
        }
        let inverted = &self.texts[text as usize];
        let mut block =
            inverted.read_block_postings_from_terminfo(list, IndexRecordOption::Basic)?;
        let mut n_found = 0;
        for &doc in docs {
            let place = block.seek(doc);
            n_found += u32::from(block.docs().get(place) == Some(&doc));
        }
        Ok(n_found)
    }

    /// Calls `visit` with each live document that has a key.
    pub fn for_each_with(
        &self,
        key: SymbolKey,
        mut visit: impl FnMut(DocId),
    ) -> tantivy::Result<()> {
        let term = Term::from_field_bytes(PlainField::Defines.field(), key.as_bytes());
        let block = self.defines.read_block_postings(&term, IndexRecordOption::Basic)?;
        let Some(mut block) = block else { return Ok(()) };
        while !block.docs().is_empty() {
            block.docs().iter().filter(|&&doc| self.is_live(doc)).for_each(|&doc| visit(doc));
            block.advance();
        }
        Ok(())
    }
}

/// Reads something of each text field.
fn for_each_field<T>(
    mut read: impl FnMut(Field) -> tantivy::Result<T>,
) -> tantivy::Result<[T; TextField::COUNT]> {
    let [path, names, signature, docs, body] = TextField::ALL.map(TextField::field);
    Ok([read(path)?, read(names)?, read(signature)?, read(docs)?, read(body)?])
}
