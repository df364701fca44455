//! The fields of a chunk in the index.
//!
//! Five fields are tokenized and scored together (see [`crate::query::score`]). `defines` holds the keys of
//! definitions, `file` finds the chunks of a file when it is removed, and `place` identifies the
//! chunk. Nothing is stored: a hit is a file and a chunk number, and the caller knows the rest.
//! Positions are not indexed, because no query uses them. There are so few fields because each indexed field
//! costs about a millisecond per new segment, however small.

use std::path::Path;

use tantivy::schema::{
    BytesOptions, Field, IndexRecordOption, NumericOptions, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::{Index, IndexSettings};

use crate::error::Error;
use crate::index::directory::IndexDirectory;

/// The name of the tokenizer. Increase its number whenever words, stems or keys change.
// Words are counted without tantivy, but the name of a tokenizer is part of the schema, so that an index built with
// other rules is recognised as outdated.
pub const CODE_TOKENIZER: &str = "rutter-code-1";

/// The name of the column with the [`chunk_address`].
pub const ADDRESS: &str = "place";

/// The tokenized fields. They must not be reordered.
// Scores are added up in this order, and sums of floating-point numbers depend on it.
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

/// The fields of keys and numbers that are searched. In the schema they follow the text fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlainField {
    /// The [keys](crate::text::symbol_key) of every symbol whose definition starts in the chunk.
    Defines,
    /// The number of the file, to find its chunks when it is removed.
    File,
}

impl PlainField {
    pub fn field(self) -> Field {
        Field::from_field_id(TextField::COUNT as u32 + self as u32)
    }
}

/// File and chunk in one number: the file in the upper 32 bits, the chunk in the lower.
pub fn chunk_address(file: u32, chunk: u32) -> u64 {
    u64::from(file) << 32 | u64::from(chunk)
}

/// The schema. Its fields come in the order of [`TextField`] and [`PlainField`], whose discriminants
/// serve as field ids.
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
    builder.add_u64_field(ADDRESS, NumericOptions::default().set_fast());
    builder.build()
}

pub fn settings() -> IndexSettings {
    // Nothing is stored, so a thread that compresses stored fields would only cost time.
    IndexSettings { docstore_compress_dedicated_thread: false, ..IndexSettings::default() }
}

/// Opens the index that is published in a directory with a meta file.
pub fn open_index(dir: &Path, directory: &IndexDirectory) -> Result<Index, Error> {
    let index =
        Index::open(directory.clone()).map_err(|error| Error::while_reading(dir, &error))?;
    if index.schema() != schema() {
        return Err(Error::Outdated { path: dir.to_owned() });
    }
    Ok(index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_discriminants_of_the_fields_are_their_ids() {
        let schema = schema();
        for text in TextField::ALL {
            assert_eq!(schema.get_field(text.name()).unwrap(), text.field());
        }
        for (name, plain) in [("defines", PlainField::Defines), ("file", PlainField::File)] {
            assert_eq!(schema.get_field(name).unwrap(), plain.field());
        }
    }
}
