//! Tests that a segment is the same as one of tantivy's own writer, which needs a document and a tokenizer by its
//! traits.

use std::collections::BTreeMap;

use tantivy::directory::RamDirectory;
use tantivy::indexer::{AddOperation, SegmentWriter};
use tantivy::schema::document::{ReferenceValue, ReferenceValueLeaf, Value};
use tantivy::schema::{Document, Field};
use tantivy::tokenizer::{TextAnalyzer, Token, TokenStream, TokenizerManager};
use tantivy::{Directory, Index, IndexBuilder};

use rutter_domain::FileId;

use super::*;
use crate::index::document::documents;
use crate::index::schema::CODE_TOKENIZER;
use crate::sample_tree::{Tree, USERS, facts};
use rutter_domain::words::{PartRanges, WordReader};

const FILES: [SegmentComponent; 6] = [
    SegmentComponent::FieldNorms,
    SegmentComponent::Terms,
    SegmentComponent::Postings,
    SegmentComponent::Positions,
    SegmentComponent::FastFields,
    SegmentComponent::Store,
];

fn index() -> Index {
    let tokenizers = TokenizerManager::new();
    for name in [CODE_TOKENIZER, "default"] {
        tokenizers.register(name, TextAnalyzer::from(CodeTokenizer::default()));
    }
    let builder = IndexBuilder::new().schema(schema()).settings(settings()).tokenizers(tokenizers);
    builder.open_or_create(RamDirectory::create()).unwrap()
}

fn check(files: &[(&str, &str)]) {
    let (ours, theirs) = (index(), index());
    let (our_segment, their_segment) = (ours.new_segment(), theirs.new_segment());
    let mut builder = SegmentBuilder::default();
    let mut writer = SegmentWriter::for_segment(50_000_000, their_segment.clone()).unwrap();
    // In another order than that of their numbers.
    for (number, (path, text)) in files.iter().enumerate().rev() {
        let facts = facts(path, text);
        builder.begin_file(path, text);
        for document in documents(FileId(number as u32 * 7), path, text, &facts) {
            builder.add(&document);
            let document = OwnedDocument::of(&document);
            writer.add_document(AddOperation { opstamp: 0, document }).unwrap();
        }
    }
    assert_eq!(builder.n_chunks(), writer.max_doc());
    builder.write(&our_segment).unwrap();
    writer.finalize().unwrap();
    for file in FILES {
        let bytes = |index: &Index, segment: &Segment| {
            let path = segment.relative_path(file.clone());
            index.directory().open_read(&path).unwrap().read_bytes().unwrap().to_vec()
        };
        let is_same = bytes(&ours, &our_segment) == bytes(&theirs, &their_segment);
        assert!(is_same, "{file:?} of {} files", files.len());
    }
}

#[test]
fn a_segment_is_that_of_the_writer_of_tantivy() {
    let tree = Tree::parse(USERS);
    let files: Vec<(&str, &str)> =
        tree.files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    check(&files);
    check(&files[..1]);
}

#[test]
fn frequent_words_and_many_chunks_are_the_same_too() {
    let repeated = "again ".repeat(700);
    let bodies: BTreeMap<String, String> = (0..400)
        .map(|number| {
            let text = format!(
                "/// Reads page {number}.\npub fn read_page_{number}(count: usize) -> Größe {{ parse(count) }}\n\
                 impl Page{} {{ fn size(&self) {{ {} }} }}\n",
                number % 7,
                if number % 50 == 0 { &repeated } else { "size size" },
            );
            (format!("src/page{number}.rs"), text)
        })
        .collect();
    let files: Vec<(&str, &str)> =
        bodies.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    check(&files);
}

/// Tokenizes code, prose and paths alike.
#[derive(Clone, Default)]
pub struct CodeTokenizer {
    token: Token,
    parts: PartRanges,
}

impl tantivy::tokenizer::Tokenizer for CodeTokenizer {
    type TokenStream<'a> = CodeTokens<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> CodeTokens<'a> {
        self.token.reset();
        CodeTokens { words: WordReader::new(text, &mut self.parts), token: &mut self.token }
    }
}

pub struct CodeTokens<'a> {
    words: WordReader<'a>,
    token: &'a mut Token,
}

impl TokenStream for CodeTokens<'_> {
    #[inline]
    fn advance(&mut self) -> bool {
        // Positions are not indexed, so every token may keep position 0.
        self.token.position = 0;
        self.words.next_into(&mut self.token.text).is_some()
    }

    fn token(&self) -> &Token {
        self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        self.token
    }
}

/// A [`ChunkDocument`] that borrows nothing, as tantivy wants it.
#[derive(Debug)]
struct OwnedDocument {
    texts: [String; TextField::COUNT],
    keys: Vec<SymbolKey>,
    file: u64,
    address: u64,
}

impl OwnedDocument {
    fn of(document: &ChunkDocument<'_>) -> OwnedDocument {
        OwnedDocument {
            texts: TextField::ALL.map(|field| document.text(field).to_owned()),
            keys: document.keys().to_vec(),
            file: document.file(),
            address: document.address(),
        }
    }
}

impl Document for OwnedDocument {
    type Value<'a> = ChunkValue<'a>;
    type FieldsValuesIter<'a> = ChunkValues<'a>;

    fn iter_fields_and_values(&self) -> ChunkValues<'_> {
        ChunkValues { document: self, next: 0 }
    }
}

/// The fields of a document that are not empty.
struct ChunkValues<'a> {
    document: &'a OwnedDocument,
    next: usize,
}

impl<'a> Iterator for ChunkValues<'a> {
    type Item = (Field, ChunkValue<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        while self.next < TextField::COUNT {
            let text = self.document.texts[self.next].as_str();
            let field = Field::from_field_id(self.next as u32);
            self.next += 1;
            if !text.is_empty() {
                return Some((field, ChunkValue::Text(text)));
            }
        }
        let index = self.next - TextField::COUNT;
        self.next += 1;
        if let Some(key) = self.document.keys.get(index) {
            return Some((PlainField::Defines.field(), ChunkValue::Key(key)));
        }
        match index - self.document.keys.len() {
            0 => Some((PlainField::File.field(), ChunkValue::Number(self.document.file))),
            1 => Some((
                schema().get_field(ADDRESS).unwrap(),
                ChunkValue::Number(self.document.address),
            )),
            _ => None,
        }
    }
}

#[derive(Debug, Clone)]
enum ChunkValue<'a> {
    Text(&'a str),
    Key(&'a SymbolKey),
    Number(u64),
}

impl<'a> Value<'a> for ChunkValue<'a> {
    type ArrayIter = std::iter::Empty<Self>;
    type ObjectIter = std::iter::Empty<(&'a str, Self)>;

    fn as_value(&self) -> ReferenceValue<'a, Self> {
        ReferenceValue::Leaf(match *self {
            ChunkValue::Text(text) => ReferenceValueLeaf::Str(text),
            ChunkValue::Key(key) => ReferenceValueLeaf::Bytes(key.as_bytes()),
            ChunkValue::Number(number) => ReferenceValueLeaf::U64(number),
        })
    }
}
