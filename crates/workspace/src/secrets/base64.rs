//! Decodes Base64.

/// Base64 of `-----BEGIN `.
pub(super) const PEM_START: &str = "LS0tLS1CRUdJTi";

/// Decodes Base64 in either alphabet, with or without padding.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=');
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4 + 2);
    let (mut held, mut n_bits) = (0_u32, 0);
    for byte in text.bytes() {
        held = held << 6 | u32::from(digit(byte)?);
        n_bits += 6;
        if n_bits >= 8 {
            n_bits -= 8;
            bytes.push((held >> n_bits & 0xff) as u8);
        }
    }
    (text.len() % 4 != 1).then_some(bytes)
}

pub(super) fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    }
}
