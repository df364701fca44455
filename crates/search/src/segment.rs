//! One segment of the index, opened for reading.
//!
//! Postings are read block by block rather than through tantivy's queries: every caller here goes
//! through whole lists.

use std::sync::Arc;

use tantivy::columnar::Column;
use tantivy::fieldnorm::FieldNormReader;
use tantivy::index::{InvertedIndexReader, SegmentReader};
use tantivy::postings::TermInfo;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, Term};

use rutter_domain::FileId;

use crate::names::Key;
use crate::schema::{PLACE, PlainField, TextField};
use crate::vectors::Vectors;

pub struct OpenSegment {
    reader: SegmentReader,
    texts: [Arc<InvertedIndexReader>; TextField::COUNT],
    defines: Arc<InvertedIndexReader>,
    norms: [FieldNormReader; TextField::COUNT],
    places: Column<u64>,
    vectors: Option<Vectors>,
}

impl OpenSegment {
    pub fn open(
        segment: &tantivy::Segment,
        vectors: Option<Vectors>,
    ) -> tantivy::Result<OpenSegment> {
        let reader = SegmentReader::open(segment)?;
        let [path, names, signature, docs, body] = TextField::ALL.map(TextField::field);
        let texts = [
            reader.inverted_index(path)?,
            reader.inverted_index(names)?,
            reader.inverted_index(signature)?,
            reader.inverted_index(docs)?,
            reader.inverted_index(body)?,
        ];
        let norms = [
            reader.get_fieldnorms_reader(path)?,
            reader.get_fieldnorms_reader(names)?,
            reader.get_fieldnorms_reader(signature)?,
            reader.get_fieldnorms_reader(docs)?,
            reader.get_fieldnorms_reader(body)?,
        ];
        Ok(OpenSegment {
            texts,
            norms,
            defines: reader.inverted_index(PlainField::Defines.field())?,
            places: reader.fast_fields().u64(PLACE)?,
            reader,
            vectors,
        })
    }

    pub fn vectors(&self) -> Option<&Vectors> {
        self.vectors.as_ref()
    }

    /// One past the largest number of a chunk in this segment.
    pub fn max_doc(&self) -> u32 {
        self.reader.max_doc()
    }

    pub fn n_live(&self) -> u32 {
        self.reader.num_docs()
    }

    pub fn is_live(&self, doc: DocId) -> bool {
        self.reader.alive_bitset().is_none_or(|alive| alive.is_alive(doc))
    }

    /// Which chunk of which file this is.
    pub fn place(&self, doc: DocId) -> (FileId, u32) {
        let place = self.places.first(doc).unwrap_or(0);
        (FileId((place >> 32) as u32), place as u32)
    }

    /// The number of a chunk of a file, if it is here and live.
    pub fn find_place(&self, file: FileId, chunk: u32) -> tantivy::Result<Option<DocId>> {
        let inverted = self.reader.inverted_index(PlainField::File.field())?;
        let term = Term::from_field_u64(PlainField::File.field(), u64::from(file.0));
        let block = inverted.read_block_postings(&term, IndexRecordOption::Basic)?;
        let Some(mut block) = block else { return Ok(None) };
        while !block.docs().is_empty() {
            let is_sought = |doc: &&DocId| self.is_live(**doc) && self.place(**doc).1 == chunk;
            if let Some(&doc) = block.docs().iter().find(is_sought) {
                return Ok(Some(doc));
            }
            block.advance();
        }
        Ok(None)
    }

    pub fn norm_id(&self, text: TextField, doc: DocId) -> u8 {
        self.norms[text as usize].fieldnorm_id(doc)
    }

    /// Where the chunks with a word in this field are listed.
    pub fn find(&self, text: TextField, word: &str) -> tantivy::Result<Option<TermInfo>> {
        let term = Term::from_field_text(text.field(), word);
        Ok(self.texts[text as usize].get_term_info(&term)?)
    }

    /// Goes through the chunks of a list and how often each has the word.
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

    /// How many live chunks a list has.
    pub fn count_live(&self, text: TextField, list: &TermInfo) -> tantivy::Result<u32> {
        if !self.reader.has_deletes() {
            return Ok(list.doc_freq);
        }
        let mut n_live = 0;
        self.read(text, list, |docs, _| {
            n_live += docs.iter().filter(|&&doc| self.is_live(doc)).count() as u32;
        })?;
        Ok(n_live)
    }

    /// Goes through the live chunks that have a key.
    pub fn for_each_with(&self, key: Key, mut visit: impl FnMut(DocId)) -> tantivy::Result<()> {
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
