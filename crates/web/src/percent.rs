//! Percent-encoding of URLs.

use rutter_serve::percent_encode;

/// Decodes `%41` and, in a form or query, `+`. `None` if the result is not UTF-8.
pub(crate) fn decode(text: &str, plus: Plus) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        rest = tail;
        match first {
            b'+' if plus == Plus::IsBlank => bytes.push(b' '),
            b'%' => match tail.get(..2).and_then(hex) {
                Some(byte) => {
                    bytes.push(byte);
                    rest = &tail[2..];
                }
                None => bytes.push(b'%'),
            },
            other => bytes.push(*other),
        }
    }
    String::from_utf8(bytes).ok()
}

/// The meaning of a plus sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Plus {
    Itself,
    IsBlank,
}

fn hex(digits: &[u8]) -> Option<u8> {
    // The standard library would take a sign.
    if !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

/// Encodes a path; slashes stay.
pub(crate) fn encode_path(path: &str) -> String {
    percent_encode(path, b"/")
}

/// Encodes one value of a query or one part of a path.
pub(crate) fn encode_value(value: &str) -> String {
    percent_encode(value, b"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_encoded_is_decoded_again() {
        for text in ["src/a b.rs", "<script>", "100%", "a+b", "Größe/\u{202e}x", "%zz"] {
            assert_eq!(decode(&encode_path(text), Plus::Itself).as_deref(), Some(text));
            assert_eq!(decode(&encode_value(text), Plus::IsBlank).as_deref(), Some(text));
        }
        assert_eq!(decode("a+b%20c%", Plus::IsBlank).as_deref(), Some("a b c%"));
        assert_eq!(decode("%ff", Plus::Itself), None);
        assert_eq!(decode("%+1", Plus::Itself).as_deref(), Some("%+1"));
    }
}
