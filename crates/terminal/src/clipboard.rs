//! The OSC 52 sequence, by which a terminal puts a text into the clipboard, over SSH too.

/// Terminals ignore longer sequences; xterm's limit is 100,000 bytes after encoding.
const LONGEST_TEXT_BYTES: usize = 74_000;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Returns the sequence that copies `text`. `None` if the text is too long for terminals.
pub fn copy_sequence(text: &str) -> Option<String> {
    if text.len() > LONGEST_TEXT_BYTES {
        return None;
    }
    Some(format!("\x1b]52;c;{}\x07", base64(text.as_bytes())))
}

fn base64(bytes: &[u8]) -> String {
    let mut encoded = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            // N bytes make N + 1 digits; the rest of the four is padding.
            if at <= chunk.len() {
                encoded.push(char::from(ALPHABET[(bits >> (18 - 6 * at)) as usize & 63]))
            } else {
                encoded.push('=')
            }
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_encoded() {
        let encoded = ["", "f", "fo", "foo", "foob", "grün"].map(|text| base64(text.as_bytes()));
        assert_eq!(encoded, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Z3LDvG4="]);
        assert_eq!(copy_sequence("foo").as_deref(), Some("\x1b]52;c;Zm9v\x07"));
    }

    #[test]
    fn a_text_too_long_for_terminals_is_not_copied() {
        assert_eq!(copy_sequence(&"x".repeat(LONGEST_TEXT_BYTES + 1)), None);
    }
}
