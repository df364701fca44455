//! A part of a digest that is decoded on first use.
//!
//! A question about a common name reads thousands of digests. Of most it needs only the names, of many the
//! symbols and imports, of few everything.

use std::sync::OnceLock;

use serde::de::{DeserializeOwned, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A value, or the bytes it was encoded to.
#[derive(Debug)]
pub struct Deferred<T> {
    bytes: Box<[u8]>,
    value: OnceLock<T>,
}

impl<T> From<T> for Deferred<T> {
    fn from(value: T) -> Deferred<T> {
        Deferred { bytes: Box::default(), value: value.into() }
    }
}

impl<T: DeserializeOwned + Default> Deferred<T> {
    /// The value; an empty one if the bytes are something else.
    pub fn get(&self) -> &T {
        self.value.get_or_init(|| postcard::from_bytes(&self.bytes).unwrap_or_default())
    }

    /// Decodes the value and forgets the bytes, where everything will be looked at.
    pub fn decode(&mut self) {
        // Empty bytes would decode to nothing, so the value has to be there first.
        self.get();
        self.bytes = Box::default();
    }
}

impl<T: Serialize + DeserializeOwned + Default> Serialize for Deferred<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let encoded = postcard::to_stdvec(self.get());
        serializer.serialize_bytes(&encoded.map_err(serde::ser::Error::custom)?)
    }
}

impl<'de, T> Deserialize<'de> for Deferred<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Deferred<T>, D::Error> {
        let bytes = deserializer.deserialize_bytes(Bytes)?.into();
        Ok(Deferred { bytes, value: OnceLock::new() })
    }
}

/// Reads bytes as they are, without a copy.
struct Bytes;

impl<'de> Visitor<'de> for Bytes {
    type Value = &'de [u8];

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("bytes")
    }

    fn visit_borrowed_bytes<E>(self, bytes: &'de [u8]) -> Result<&'de [u8], E> {
        Ok(bytes)
    }
}
