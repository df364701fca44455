//! The fields of a chunk in the index.
//!
//! Five fields are read as text and scored together (see [`crate::score`]); `defines` holds the
//! keys of definitions; `file` finds a file's chunks again when it is removed; `place` says which chunk a hit is.
//! Nothing is stored: a hit is a file and the number of a chunk in it, and the engine knows the
//! rest. Positions are not kept, for no query asks for them. Every indexed field costs each new
//! segment about a millisecond, however small: hence no more of them.

use tantivy::schema::{
    BytesOptions, Field, IndexRecordOption, NumericOptions, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::tokenizer::{TextAnalyzer, TokenizerManager};
use tantivy::{Index, IndexSettings};

use crate::tokenizer::CodeTokenizer;

/// Named in the schema, so that an index made by other rules is not taken for one of ours. To be
/// raised whenever words, stems or terms change.
const CODE_TOKENIZER: &str = "rutter-code-1";

/// The name of the column that says which chunk a document is.
pub const PLACE: &str = "place";

/// The fields that are read as text, in the order in which their scores are added up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextField {
    Path,
    Names,
    Signature,
    Docs,
    Body,
}

impl TextField {
    pub const ALL: [TextField; 5] =
        [TextField::Path, TextField::Names, TextField::Signature, TextField::Docs, TextField::Body];
    pub const COUNT: usize = TextField::ALL.len();

    pub fn field(self) -> Field {
        Field::from_field_id(self as u32)
    }

    fn name(self) -> &'static str {
        match self {
            TextField::Path => "path",
            TextField::Names => "names",
            TextField::Signature => "signature",
            TextField::Docs => "docs",
            TextField::Body => "body",
        }
    }
}

/// The fields of keys and numbers, which follow those of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlainField {
    /// The keys of [`crate::names`], for every symbol whose definition starts in the chunk.
    Defines,
    /// The file, for removal.
    File,
    /// File and number of the chunk in one: see [`place`].
    Place,
}

impl PlainField {
    pub fn field(self) -> Field {
        Field::from_field_id(TextField::COUNT as u32 + self as u32)
    }
}

/// File and chunk in one number.
pub fn place(file: u32, chunk: u32) -> u64 {
    u64::from(file) << 32 | u64::from(chunk)
}

/// The schema; the order of its fields is that of [`TextField`] and [`PlainField`].
pub fn schema() -> Schema {
    let mut builder = Schema::builder();
    for text in TextField::ALL {
        let indexing = TextFieldIndexing::default()
            .set_tokenizer(CODE_TOKENIZER)
            .set_index_option(IndexRecordOption::WithFreqs)
            .set_fieldnorms(true);
        builder.add_text_field(text.name(), TextOptions::default().set_indexing_options(indexing));
    }
    builder.add_bytes_field("defines", BytesOptions::default().set_indexed());
    builder.add_u64_field("file", NumericOptions::default().set_indexed());
    builder.add_u64_field(PLACE, NumericOptions::default().set_fast());
    builder.build()
}

pub fn settings() -> IndexSettings {
    // Nothing is stored, so there is nothing to compress on a thread of its own.
    IndexSettings { docstore_compress_dedicated_thread: false, ..IndexSettings::default() }
}

pub fn set_tokenizers(index: &mut Index) {
    let tokenizers = TokenizerManager::new();
    tokenizers.register(CODE_TOKENIZER, TextAnalyzer::from(CodeTokenizer::default()));
    // The writer looks a tokenizer up for fields of numbers and keys too, under this name.
    tokenizers.register("default", TextAnalyzer::from(CodeTokenizer::default()));
    index.set_tokenizers(tokenizers);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fields_have_the_places_that_the_code_takes_them_from() {
        let schema = schema();
        for text in TextField::ALL {
            assert_eq!(schema.get_field(text.name()).unwrap(), text.field());
        }
        for (name, plain) in [
            ("defines", PlainField::Defines),
            ("file", PlainField::File),
            (PLACE, PlainField::Place),
        ] {
            assert_eq!(schema.get_field(name).unwrap(), plain.field());
        }
    }
}
