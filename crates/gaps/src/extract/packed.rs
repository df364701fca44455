//! Lists of numbers as bytes of fixed width, which are read many times faster than one by one.

use serde::{Deserialize, Deserializer, Serializer};

/// Hashes, eight bytes each.
pub mod hash_list {
    use super::*;

    pub fn serialize<S: Serializer>(hashes: &[u64], serializer: S) -> Result<S::Ok, S::Error> {
        let bytes: Vec<u8> = hashes.iter().flat_map(|hash| hash.to_le_bytes()).collect();
        serializer.serialize_bytes(&bytes)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u64>, D::Error> {
        let bytes = <&[u8]>::deserialize(deserializer)?;
        let (hashes, _) = bytes.as_chunks::<8>();
        Ok(hashes.iter().map(|hash| u64::from_le_bytes(*hash)).collect())
    }
}

/// Defined names, nine bytes each: length, kind, visibility, whether documented, parent.
pub mod defined_list {
    use rutter_domain::{SymbolKind, Visibility};
    use serde::de::Error;

    use super::*;
    use crate::extract::DefinedName;

    const NO_PARENT: u32 = u32::MAX;
    const VISIBILITIES: [Visibility; 4] =
        [Visibility::Public, Visibility::Protected, Visibility::Internal, Visibility::Private];

    pub fn serialize<S: Serializer>(
        defined: &[DefinedName],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let mut bytes = Vec::with_capacity(defined.len() * 10);
        for one in defined {
            let kind = SymbolKind::ALL.iter().position(|kind| *kind == one.kind).unwrap_or(0);
            let visibility = VISIBILITIES.iter().position(|known| *known == one.visibility);
            bytes.extend(one.length.to_le_bytes());
            bytes.push(u8::try_from(kind).unwrap_or(0));
            bytes.push(u8::try_from(visibility.unwrap_or(0)).unwrap_or(0));
            bytes.push(u8::from(one.is_documented));
            bytes.push(one.n_parameters);
            bytes.extend(one.parent.unwrap_or(NO_PARENT).to_le_bytes());
        }
        serializer.serialize_bytes(&bytes)
    }

    /// Leaves hashes and starts at 0; `Extract::restore` computes them.
    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<DefinedName>, D::Error> {
        let bytes = <&[u8]>::deserialize(deserializer)?;
        let (all, _) = bytes.as_chunks::<10>();
        let read = |[
            length_low,
            length_high,
            kind,
            visibility,
            documented,
            n_parameters,
            parent @ ..,
        ]: &[u8; 10]| {
            let parent = u32::from_le_bytes(*parent);
            Some(DefinedName {
                hash: 0,
                start: 0,
                length: u16::from_le_bytes([*length_low, *length_high]),
                parent: (parent != NO_PARENT).then_some(parent),
                kind: *SymbolKind::ALL.get(usize::from(*kind))?,
                visibility: *VISIBILITIES.get(usize::from(*visibility))?,
                is_documented: *documented != 0,
                n_parameters: *n_parameters,
            })
        };
        let defined: Option<Vec<DefinedName>> = all.iter().map(read).collect();
        defined.ok_or_else(|| D::Error::custom("an unknown kind or visibility"))
    }
}
