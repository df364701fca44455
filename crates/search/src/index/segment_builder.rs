//! Builds one segment of the index in memory and writes it in tantivy's format.
//!
//! Tantivy's own segment writer looks every word of every field up in one large hash table and appends to its
//! posting list there. Here words are numbered once for all fields ([`WordNumbers`]) and counted chunk by chunk
//! ([`PostingLog`]), which takes less than half of the time. A test checks that the files are the same to the byte.
//! Start at [`SegmentBuilder::add`] and [`SegmentBuilder::write`].

use std::ops::ControlFlow;

use rutter_embed::{Model, Scratch, TextVector};
use tantivy::columnar::{ColumnType, ColumnarWriter};
use tantivy::directory::TerminatingWrite;
use tantivy::fieldnorm::{FieldNormReaders, FieldNormsSerializer, FieldNormsWriter};
use tantivy::index::SegmentComponent;
use tantivy::postings::{FieldSerializer, InvertedIndexSerializer};
use tantivy::store::StoreWriter;
use tantivy::{Segment, TantivyDocument};

use crate::index::document::ChunkDocument;
use crate::index::posting_log::{MAX_WORDS, PostingLog};
use crate::index::schema::{ADDRESS, PlainField, TextField, schema, settings};
use crate::text::interner::Interner;
use crate::text::symbol_key::SymbolKey;
use crate::text::word_numbers::{TextRuns, WordNumbers};

/// The chunks of a segment that is not written yet.
pub struct SegmentBuilder {
    words: WordNumbers,
    /// The file whose chunks are being added: the words of its path, and the runs of its text.
    path: Vec<u32>,
    runs: TextRuns,
    /// The number of occurrences of each word in the current field; all zero between two fields.
    counts: Vec<u32>,
    /// The words that occur in the current field.
    met: Vec<u32>,
    texts: [PostingLog; TextField::COUNT],
    norms: FieldNormsWriter,
    /// The keys of definitions, each with its chunk.
    keys: Vec<(SymbolKey, u32)>,
    /// The files, each with its chunks.
    files: Vec<(u64, std::ops::Range<u32>)>,
    addresses: Vec<u64>,
}

impl Default for SegmentBuilder {
    fn default() -> SegmentBuilder {
        SegmentBuilder {
            words: WordNumbers::default(),
            path: Vec::new(),
            runs: TextRuns::default(),
            counts: Vec::new(),
            met: Vec::new(),
            texts: Default::default(),
            norms: FieldNormsWriter::for_schema(&schema()),
            keys: Vec::new(),
            files: Vec::new(),
            addresses: Vec::new(),
        }
    }
}

impl SegmentBuilder {
    pub fn n_chunks(&self) -> u32 {
        self.addresses.len() as u32
    }

    /// The memory it takes, roughly.
    pub fn n_bytes(&self) -> usize {
        self.words.n_bytes()
            + self.counts.len() * 4
            + self.texts.iter().map(PostingLog::n_bytes).sum::<usize>()
            + self.norms.mem_usage()
            + size_of_val(&*self.keys)
            + size_of_val(&*self.files)
            + size_of_val(&*self.addresses)
    }

    /// Whether no further chunk may be added, however little memory it takes.
    pub fn is_full(&self) -> bool {
        // Half of the numbers that fit: a file is numbered as a whole, and may bring many new words.
        self.words.words().len() > MAX_WORDS / 2
    }

    /// Reads a file whose chunks are about to be added.
    pub fn begin_file(&mut self, path: &str, text: &str) {
        let SegmentBuilder { words, path: path_words, runs, .. } = self;
        words.read(text, runs);
        path_words.clear();
        words.for_each(path, |word| path_words.push(word));
    }

    /// Adds a chunk of the file that was begun last.
    pub fn add(&mut self, document: &ChunkDocument<'_>) {
        let chunk = self.n_chunks();
        let (text, body) = document.place();
        for field in TextField::ALL {
            let SegmentBuilder { words, path, runs, counts, met, .. } = self;
            met.clear();
            let mut n_tokens = 0;
            let mut count = |word: u32| {
                n_tokens += 1;
                if counts.len() <= word as usize {
                    counts.resize(word as usize + 1, 0);
                }
                let count = &mut counts[word as usize];
                if *count == 0 {
                    met.push(word);
                }
                *count += 1;
            };
            match field {
                TextField::Path => path.iter().copied().for_each(count),
                TextField::Body if let Some(runs) = runs.within(text, body.clone()) => {
                    for run in runs {
                        words.words_of(*run).iter().copied().for_each(&mut count);
                    }
                }
                TextField::Names | TextField::Signature | TextField::Docs | TextField::Body => {
                    words.for_each(document.text(field), count);
                }
            }
            self.texts[field as usize].add(met, counts);
            self.norms.record(chunk, field.field(), n_tokens);
        }
        self.keys.extend(document.keys().iter().map(|key| (*key, chunk)));
        match self.files.last_mut() {
            Some((file, chunks)) if *file == document.file() => chunks.end += 1,
            Some(_) | None => self.files.push((document.file(), chunk..chunk + 1)),
        }
        self.addresses.push(document.address());
    }

    /// The vector of a chunk of the file that was begun last.
    pub fn embed(
        &mut self,
        document: &ChunkDocument<'_>,
        model: &Model,
        path: &TextVector,
        scratch: &mut Scratch,
        out: &mut [i8],
    ) {
        let (text, body) = document.place();
        let Some(runs) = self.runs.within(text, body) else {
            model.chunk(document.text(TextField::Body), path, scratch, out);
            return;
        };
        let words = &mut self.words;
        let cut = |add: &mut dyn FnMut(&[u16]) -> ControlFlow<()>| {
            for run in runs {
                if add(words.pieces_of(*run, model.tokenizer())).is_break() {
                    break;
                }
            }
        };
        model.chunk_of_pieces(cut, path, scratch, out);
    }

    /// Writes all files of the segment.
    pub fn write(self, segment: &Segment) -> tantivy::Result<()> {
        let SegmentBuilder {
            words,
            counts,
            runs,
            texts,
            norms,
            mut keys,
            mut files,
            addresses,
            ..
        } = self;
        // Given back before posting lists are distributed.
        let words = words.into_words();
        drop((counts, runs));
        let n_chunks = addresses.len() as u32;
        let norm_file = segment.open_write(SegmentComponent::FieldNorms)?;
        norms.serialize(FieldNormsSerializer::from_write(norm_file)?, None)?;
        let norms = FieldNormReaders::open(segment.open_read(SegmentComponent::FieldNorms)?)?;
        let mut serializer = InvertedIndexSerializer::open(segment)?;
        let order = sort_words(&words);
        // Like tantivy, leaves out fields without words.
        for (text, log) in TextField::ALL.into_iter().zip(texts).filter(|(_, log)| !log.is_empty())
        {
            let field = text.field();
            let norms = norms.get_field(field)?;
            let mut serializer = serializer.new_field(field, log.n_tokens(), norms)?;
            log.write(&words, &order, &mut serializer)?;
            serializer.close()?;
        }
        if !keys.is_empty() {
            let n_keys = keys.len() as u64;
            let mut serializer = serializer.new_field(PlainField::Defines.field(), n_keys, None)?;
            keys.sort_unstable();
            for own in keys.chunk_by_mut(|(left, _), (right, _)| left == right) {
                let (key, _) = own[0];
                let mut last = None;
                let chunks = own.iter().map(|(_, chunk)| *chunk);
                let chunks = chunks.filter(|chunk| last.replace(*chunk) != Some(*chunk));
                write_list(&mut serializer, key.as_bytes(), chunks)?;
            }
            serializer.close()?;
        }
        if !files.is_empty() {
            let n_files = u64::from(n_chunks);
            let mut serializer = serializer.new_field(PlainField::File.field(), n_files, None)?;
            files.sort_unstable_by_key(|(file, chunks)| (*file, chunks.start));
            for own in files.chunk_by(|(left, _), (right, _)| left == right) {
                let (file, _) = own[0];
                let chunks = own.iter().flat_map(|(_, chunks)| chunks.clone());
                write_list(&mut serializer, &file.to_be_bytes(), chunks)?;
            }
            serializer.close()?;
        }
        serializer.close()?;
        write_addresses(segment, &addresses)?;
        write_store(segment, n_chunks)
    }
}

/// The numbers of all words, in the order of their bytes.
fn sort_words(words: &Interner) -> Vec<u32> {
    // The first eight bytes as an integer decide most comparisons.
    let prefix = |word: &[u8]| {
        let mut bytes = [0; 8];
        let n_bytes = word.len().min(8);
        bytes[..n_bytes].copy_from_slice(&word[..n_bytes]);
        u64::from_be_bytes(bytes)
    };
    let mut order: Vec<(u64, u32)> =
        (0..words.len() as u32).map(|number| (prefix(words.get(number)), number)).collect();
    order.sort_unstable_by(|(left, left_number), (right, right_number)| {
        let texts = || words.get(*left_number).cmp(words.get(*right_number));
        left.cmp(right).then_with(texts)
    });
    order.into_iter().map(|(_, number)| number).collect()
}

/// Writes the chunks of a term, without frequencies.
fn write_list(
    serializer: &mut FieldSerializer<'_>,
    term: &[u8],
    chunks: impl Iterator<Item = u32>,
) -> std::io::Result<()> {
    serializer.new_term_without_freq(term)?;
    chunks.for_each(|chunk| serializer.write_doc(chunk, 0, &[]));
    serializer.close_term()
}

fn write_addresses(segment: &Segment, addresses: &[u64]) -> tantivy::Result<()> {
    let mut writer = ColumnarWriter::default();
    writer.record_column_type(ADDRESS, ColumnType::U64, false);
    for (chunk, address) in (0..).zip(addresses) {
        writer.record_numerical(chunk, ADDRESS, *address);
    }
    let mut file = segment.open_write(SegmentComponent::FastFields)?;
    writer.serialize(addresses.len() as u32, None, &mut file)?;
    file.terminate()?;
    Ok(())
}

/// Writes an empty document for each chunk.
// Nothing is stored of a chunk, but tantivy's merge expects it in the store.
fn write_store(segment: &Segment, n_chunks: u32) -> tantivy::Result<()> {
    let settings = settings();
    let file = segment.open_write(SegmentComponent::Store)?;
    let mut writer = StoreWriter::new(
        file,
        settings.docstore_compression,
        settings.docstore_blocksize,
        settings.docstore_compress_dedicated_thread,
    )?;
    let (nothing, schema) = (TantivyDocument::default(), schema());
    for _ in 0..n_chunks {
        writer.store(&nothing, &schema)?;
    }
    writer.close()?;
    Ok(())
}

#[cfg(test)]
mod tests;
