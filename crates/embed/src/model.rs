//! The model: a vector for every piece, and the file that holds them.
//!
//! The file is used as it is. Opening it reads the vocabulary and the weights and touches no
//! vector, since programs open the model at every start and need a few of its rows. Whether each
//! byte is as it was written only [`Model::verify`] can say. Start at [`Model::from_bytes`].

use crate::{ModelError, Tokenizer};
use pulp::Arch;
use std::borrow::Cow;
use std::ops::Range;
use xxhash_rust::xxh3::xxh3_64;

const MAGIC: &[u8; 8] = b"RUTTERV1";
const VERSION: u32 = 1;
const HEADER_BYTES: usize = 24;
const HASH_BYTES: usize = 8;
const LIMIT_DIMS: u32 = 4096;
/// With it and 512 pieces a sum of weighted vectors fits in 32 bits.
const LIMIT_WEIGHT: u16 = 16_383;

/// A static embedding model: the vector of a text is the weighted sum of those of its pieces.
#[derive(Debug, Clone)]
pub struct Model {
    bytes: Cow<'static, [u8]>,
    id: String,
    hash: u64,
    dims: usize,
    tokenizer: Tokenizer,
    weights: Range<usize>,
    rows: Range<usize>,
    pub(crate) arch: Arch,
}

impl Model {
    /// The model that is part of the program.
    pub fn built_in() -> Self {
        Self::from_bytes(include_bytes!("../model/rutter.model").as_slice())
            .expect("the built-in model is whole, a test sees to it")
    }

    /// Opens a model. Whatever does not fit is an error, but the vectors are not looked at.
    pub fn from_bytes(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Self, ModelError> {
        let bytes = bytes.into();
        let header = Header::read(&bytes)?;
        let vocabulary = HEADER_BYTES..HEADER_BYTES + header.vocabulary_bytes;
        let weights = vocabulary.end..vocabulary.end + header.n_pieces * 2;
        let rows = weights.end..weights.end + header.n_pieces * header.dims;
        let vocabulary = match &bytes {
            Cow::Borrowed(bytes) => Cow::Borrowed(&bytes[vocabulary]),
            Cow::Owned(bytes) => Cow::Owned(bytes[vocabulary].to_vec()),
        };
        let tokenizer = Tokenizer::decode(vocabulary, header.n_pieces)?;
        let (pairs, _) = bytes[weights.clone()].as_chunks::<2>();
        for (piece, pair) in pairs.iter().enumerate() {
            let found = u16::from_le_bytes(*pair);
            if found > LIMIT_WEIGHT {
                return Err(ModelError::Weight { piece, found, limit: LIMIT_WEIGHT });
            }
        }
        let hash = bytes[rows.end..].first_chunk().map_or(0, |hash| u64::from_le_bytes(*hash));
        let id = format!("rutter-{:08x}", hash >> 32);
        let (dims, arch) = (header.dims, Arch::new());
        Ok(Self { bytes, id, hash, dims, tokenizer, weights, rows, arch })
    }

    /// Compares all of the model with the hash that was written at its end.
    pub fn verify(&self) -> Result<(), ModelError> {
        let found = xxh3_64(&self.bytes[..self.rows.end]);
        let wanted = self.hash;
        if found == wanted { Ok(()) } else { Err(ModelError::Hash { found, wanted }) }
    }

    /// The name under which vectors of this model are kept, because those of another cannot be compared.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The number of values in a vector.
    pub fn dims(&self) -> usize {
        self.dims
    }

    pub fn tokenizer(&self) -> &Tokenizer {
        &self.tokenizer
    }

    /// The weight of a piece in a text. The id must come from the tokenizer.
    #[inline]
    pub(crate) fn weight(&self, id: u16) -> u32 {
        let start = usize::from(id) * 2;
        let weights = &self.bytes[self.weights.clone()];
        u32::from(u16::from_le_bytes([weights[start], weights[start + 1]]))
    }

    /// The vector of every piece, one after the other.
    #[inline]
    pub(crate) fn rows(&self) -> &[i8] {
        bytemuck::cast_slice(&self.bytes[self.rows.clone()])
    }
}

/// The header of a model, checked against its length.
struct Header {
    dims: usize,
    n_pieces: usize,
    vocabulary_bytes: usize,
}

impl Header {
    fn read(bytes: &[u8]) -> Result<Self, ModelError> {
        if !bytes.starts_with(MAGIC) {
            return Err(ModelError::Magic);
        }
        let found = bytes.len() as u64;
        let Some(header) = bytes.first_chunk::<HEADER_BYTES>() else {
            return Err(ModelError::Length { found, wanted: HEADER_BYTES as u64 });
        };
        let (fields, _) = header[MAGIC.len()..].as_chunks::<4>();
        let [version, dims, n_pieces, vocabulary_bytes] =
            [0, 1, 2, 3].map(|field| u32::from_le_bytes(fields[field]));
        if version != VERSION {
            return Err(ModelError::Version { found: version, wanted: VERSION });
        }
        if dims == 0 || dims > LIMIT_DIMS {
            return Err(ModelError::Dims { found: dims, limit: LIMIT_DIMS });
        }
        let wanted = (HEADER_BYTES + HASH_BYTES) as u64
            + u64::from(vocabulary_bytes)
            + u64::from(n_pieces) * (2 + u64::from(dims));
        if found != wanted {
            return Err(ModelError::Length { found, wanted });
        }
        let [dims, n_pieces, vocabulary_bytes] =
            [dims, n_pieces, vocabulary_bytes].map(|field| field as usize);
        Ok(Self { dims, n_pieces, vocabulary_bytes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    const SMALL: &[u8] = include_bytes!("../tests/small.model");

    fn check(change: impl Fn(&mut Vec<u8>), wanted: Expect) {
        let mut bytes = SMALL.to_vec();
        change(&mut bytes);
        let outcome = match Model::from_bytes(bytes).and_then(|model| model.verify()) {
            Ok(()) => "whole".to_string(),
            Err(error) => error.to_string(),
        };
        wanted.assert_eq(&outcome);
    }

    #[test]
    fn an_error_names_what_is_wrong() {
        check(|_| (), expect!["whole"]);
        check(
            |bytes| bytes.clear(),
            expect!["the file is not a rutter model: it does not begin with `RUTTERV1`"],
        );
        check(
            |bytes| bytes.truncate(20),
            expect!["the model has 20 bytes, but its header asks for 24"],
        );
        check(
            |bytes| bytes[8] = 2,
            expect!["the model has format version 2, this program reads 1"],
        );
        check(|bytes| bytes[12] = 0, expect!["the model has 0 dimensions, expected 1 to 4096"]);
        check(
            |bytes| bytes[15] = 1,
            expect!["the model has 16777248 dimensions, expected 1 to 4096"],
        );
        check(
            |bytes| bytes[16..20].fill(255),
            expect!["the model has 18374 bytes, but its header asks for 146028890798"],
        );
        check(
            |bytes| bytes.truncate(9000),
            expect!["the model has 9000 bytes, but its header asks for 18374"],
        );
        check(
            |bytes| bytes.push(0),
            expect!["the model has 18375 bytes, but its header asks for 18374"],
        );
        check(
            |bytes| bytes[24] = 0,
            expect!["the model's vocabulary is damaged at piece 0: it is empty"],
        );
        check(
            |bytes| bytes[24] = 25,
            expect!["the model's vocabulary is damaged at piece 0: it is longer than 24 bytes"],
        );
        check(
            |bytes| bytes[25] = 2,
            expect![
                "the model's vocabulary is damaged at piece 0: it is neither initial nor continuation"
            ],
        );
        check(
            |bytes| bytes[24] = 24,
            expect!["the model's vocabulary is damaged at piece 1: it is longer than 24 bytes"],
        );
        check(
            |bytes| *bytes.last_mut().unwrap() ^= 1,
            expect![
                "the model is damaged: its content hashes to 1cc5ad4787c4c921, not 1dc5ad4787c4c921"
            ],
        );
    }

    #[test]
    fn a_model_without_pieces_is_refused() {
        let mut bytes = SMALL[..HEADER_BYTES + HASH_BYTES].to_vec();
        bytes[16..24].fill(0);
        let error = Model::from_bytes(bytes).unwrap_err();
        assert_eq!(error, ModelError::PieceCount { found: 0, limit: 65535 });
    }

    #[test]
    fn a_weight_that_is_too_great_is_refused() {
        let model = Model::from_bytes(SMALL).unwrap();
        let mut bytes = SMALL.to_vec();
        bytes[model.weights.start + 7] = 0x40;
        let error = Model::from_bytes(bytes).unwrap_err();
        assert!(matches!(error, ModelError::Weight { piece: 3, .. }), "{error}");
    }

    #[test]
    fn the_id_is_made_of_the_hash() {
        let model = Model::from_bytes(SMALL).unwrap();
        assert_eq!(model.id(), format!("rutter-{:08x}", model.hash >> 32));
        assert_eq!(model.dims(), 32);
    }

    #[test]
    fn the_built_in_model_is_whole() {
        Model::built_in().verify().unwrap();
    }
}
