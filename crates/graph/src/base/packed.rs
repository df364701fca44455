//! Encodes an optional number of a name or symbol.

/// Stands for no name and no symbol.
pub const NONE: u32 = u32::MAX;

/// Stores a number that may be [`NONE`] so that it takes one byte then.
pub mod optional {
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(number: &u32, serializer: S) -> Result<S::Ok, S::Error> {
        // Numbers are written with a variable length: `NONE` as 0 takes one byte instead of five.
        serializer.serialize_u32(number.wrapping_add(1))
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(deserializer: D) -> Result<u32, D::Error> {
        Ok(u32::deserialize(deserializer)?.wrapping_sub(1))
    }
}
