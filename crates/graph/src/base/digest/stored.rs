//! A digest as bytes, so that it can be kept and need not be made from facts for each question.

use super::Digest;

/// Changes with the layout of [`Digest`] and with what it is made of.
const DIGEST_VERSION: u32 = 11;

impl Digest {
    /// The version of [`Digest::encode`]; bytes of another version are of no use.
    pub const VERSION: u32 = DIGEST_VERSION;

    pub fn encode(&self) -> Vec<u8> {
        postcard::to_stdvec(self).expect("a digest is plain data")
    }

    /// The digest that was encoded; `None` if the bytes are something else.
    pub fn decode(bytes: &[u8]) -> Option<Digest> {
        postcard::from_bytes(bytes).ok()
    }
}
